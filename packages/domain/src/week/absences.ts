import { type Issues, collectIssues } from "../issues.ts";
import { countDays, isCalendarDay, isoWeekday } from "../calendar/days.ts";

export const absenceTypes = ["holiday", "sickness", "unpaid"] as const;
export type AbsenceType = (typeof absenceTypes)[number];

export const absenceStatus = { pending: 1, approved: 2, rejected: 3 } as const;
export type AbsenceStatus = (typeof absenceStatus)[keyof typeof absenceStatus];

/** Whole days, both ends included. */
export interface DayRange {
  readonly dateFrom: string;
  readonly dateTo: string;
}

export interface Absence {
  readonly id: string;
  readonly type: AbsenceType;
  readonly days: readonly DayRange[];
  readonly status: AbsenceStatus;
  /** The office's decision on the request to cancel an approved absence; null if there is none. */
  readonly cancelStatus: AbsenceStatus | null;
}

export interface HolidayYearDays extends DayRange {
  readonly id: number;
  readonly allowance: number | null;
  /** The days from Monday to Friday on which nobody works. */
  readonly nonWorkingDays: readonly string[];
}

/** The longest absence of one request, in days. */
const maxDays = 366;
export const maxAbsenceComment = 2000;

/**
 * Counts Monday to Friday, without bank holidays and other non-working days. It calculates instead of walking through
 * the days, because a device may send a range of ten thousand years.
 */
export function countWorkingDays(
  days: readonly DayRange[],
  nonWorkingDays: readonly string[],
): number {
  const ranges = joinRanges(days);
  const off = [...new Set(nonWorkingDays)].filter(
    (day) => isoWeekday(day) <= 5 && ranges.some((range) => isWithin(day, range)),
  );
  const weekdays = ranges.reduce((sum, { dateFrom, dateTo }) => {
    return sum + countWeekdays(dateFrom, dateTo);
  }, 0);
  return weekdays - off.length;
}

/** Returns the holiday year that contains the first day; undefined: the office has not entered it. */
export function findYearOfFirstDay<Y extends DayRange>(
  days: readonly DayRange[],
  years: readonly Y[],
): Y | undefined {
  const first = firstDay({ days });
  return years.find((year) => isWithin(first, year));
}

/** Returns the holiday year of the first day; the latest year if none contains it. */
export function findHolidayYear<Y extends HolidayYearDays>(
  days: readonly DayRange[],
  years: readonly Y[],
): Y | undefined {
  const ordered = years.toSorted((a, b) => (a.dateFrom < b.dateFrom ? -1 : 1));
  return findYearOfFirstDay(days, ordered) ?? ordered.at(-1);
}

/** Counts the days of holiday of one year that are approved or pending. */
export function countTaken(absences: readonly Absence[], year: HolidayYearDays): number {
  return absences
    .filter(({ type, status }) => type === "holiday" && status !== absenceStatus.rejected)
    .filter((absence) => isWithin(firstDay(absence), year))
    .reduce((sum, { days }) => sum + countWorkingDays(days, year.nonWorkingDays), 0);
}

/**
 * Returns the days that are left of a year's allowance: negative if more was requested, null if the year has no
 * allowance.
 */
export function holidayLeft(absences: readonly Absence[], year: HolidayYearDays): number | null {
  return year.allowance === null ? null : year.allowance - countTaken(absences, year);
}

/**
 * Returns by how many days a request exceeds what is left of the allowance of its holiday year. Only holiday counts.
 * The office decides on such a request, so it can be sent all the same.
 */
export function daysOverAllowance(
  { dateFrom, dateTo }: Pick<AbsenceAnswers, "dateFrom" | "dateTo">,
  { type, years, others }: AbsenceContext,
): number {
  return daysBeyondAllowance({ type, days: [{ dateFrom, dateTo }] }, { years, others });
}

/** Returns by how many days an absence exceeds what the others leave of the allowance of its holiday year. */
export function daysBeyondAllowance(
  absence: Pick<Absence, "type" | "days">,
  { years, others }: Pick<AbsenceContext, "years" | "others">,
): number {
  if (absence.type !== "holiday") return 0;
  const year = findYearOfFirstDay(absence.days, years);
  const left = year ? holidayLeft(others, year) : null;
  if (!year || left === null) return 0;
  const requestedDays = countWorkingDays(absence.days, year.nonWorkingDays);
  return Math.max(0, requestedDays - Math.max(0, left));
}

export interface AbsenceAnswers {
  /** `2026-01-31`, or the text as typed. */
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly comment: string;
}

export type AbsenceIssues = {
  readonly dateFrom: "date-from-missing" | "date-in-past";
  readonly dateTo:
    | "date-to-missing"
    | "date-to-before-from"
    | "too-long"
    | "no-working-days"
    | "spans-years"
    | "overlaps";
  readonly comment: "comment-too-long";
};

export interface AbsenceContext {
  readonly type: AbsenceType;
  readonly today: string;
  readonly years: readonly HolidayYearDays[];
  /** The engineer's other absences. */
  readonly others: readonly Absence[];
}

/** Returns the issues of an absence that is being requested, by field. */
export function validateAbsence(
  answers: AbsenceAnswers,
  context: AbsenceContext,
): Issues<AbsenceIssues> {
  return collectIssues<AbsenceIssues>({
    dateFrom: validateDateFrom(answers.dateFrom, context),
    dateTo: validateDateTo(answers, context),
    comment: answers.comment.trim().length > maxAbsenceComment ? "comment-too-long" : null,
  });
}

function validateDateFrom(
  dateFrom: string,
  { type, today }: AbsenceContext,
): AbsenceIssues["dateFrom"] | null {
  if (!isCalendarDay(dateFrom)) return "date-from-missing";
  // Sickness and unpaid days are often reported afterwards.
  return type === "holiday" && dateFrom < today ? "date-in-past" : null;
}

function validateDateTo(
  { dateFrom, dateTo }: AbsenceAnswers,
  { years, others }: AbsenceContext,
): AbsenceIssues["dateTo"] | null {
  if (!isCalendarDay(dateTo)) return "date-to-missing";
  if (!isCalendarDay(dateFrom)) return null;
  if (dateTo < dateFrom) return "date-to-before-from";
  if (countDays(dateFrom, dateTo) > maxDays) return "too-long";
  const days = [{ dateFrom, dateTo }];
  const year = years.find((known) => isWithin(dateFrom, known));
  if (year && dateTo > year.dateTo) return "spans-years";
  if (countWorkingDays(days, year?.nonWorkingDays ?? []) === 0) return "no-working-days";
  return others.some((other) => clashes(days, other)) ? "overlaps" : null;
}

/** Whether a pending or approved absence shares a day with `days`. */
export function clashes(days: readonly DayRange[], other: Absence): boolean {
  if (other.status === absenceStatus.rejected) return false;
  return other.days.some((taken) =>
    days.some(({ dateFrom, dateTo }) => dateFrom <= taken.dateTo && taken.dateFrom <= dateTo),
  );
}

export interface AbsenceGroups<A> {
  readonly upcoming: readonly A[];
  readonly pending: readonly A[];
  readonly previous: readonly A[];
  readonly rejected: readonly A[];
}

/** Sorts upcoming absences by the earliest first, and previous ones by the latest first. */
export function groupAbsences<A extends Absence>(
  absences: readonly A[],
  today: string,
): AbsenceGroups<A> {
  const soonest = absences.toSorted((a, b) => (firstDay(a) < firstDay(b) ? -1 : 1));
  const latest = soonest.toReversed();
  const has = (status: AbsenceStatus) => (absence: A) => absence.status === status;
  const isOver = (absence: A) => lastDay(absence) < today;
  return {
    upcoming: soonest.filter(has(absenceStatus.approved)).filter((absence) => !isOver(absence)),
    pending: soonest.filter(has(absenceStatus.pending)),
    previous: latest.filter(has(absenceStatus.approved)).filter(isOver),
    rejected: latest.filter(has(absenceStatus.rejected)),
  };
}

/** Returns the banner of a request to cancel that is pending or was rejected. */
export function cancelBanner(absence: Absence): "cancel-pending" | "cancel-rejected" | null {
  if (absence.cancelStatus === absenceStatus.pending) return "cancel-pending";
  return absence.cancelStatus === absenceStatus.rejected ? "cancel-rejected" : null;
}

/** Whether the absence may be cancelled: false once the cancellation was requested. */
export function mayCancelAbsence(absence: Absence): boolean {
  return absence.cancelStatus === null;
}

export type AbsenceCancelIssue = "comment-missing" | "comment-too-long";

/** Whether the office decides about the cancelling of an absence: only if it has approved it. */
export function needsCancelDecision({ status }: Pick<Absence, "status">): boolean {
  return status === absenceStatus.approved;
}

/**
 * Returns the issue of the reason for a cancellation: the office needs one if it has approved the absence. Null: none.
 */
export function validateAbsenceCancel(
  absence: Absence,
  comment: string,
): AbsenceCancelIssue | null {
  if (comment.trim().length > maxAbsenceComment) return "comment-too-long";
  return needsCancelDecision(absence) && comment.trim() === "" ? "comment-missing" : null;
}

/** Cancels an absence: an approved one waits for the office's decision, any other is removed from the list. */
export function cancelAbsence<A extends Absence>(absence: A): A | null {
  return needsCancelDecision(absence) ? { ...absence, cancelStatus: absenceStatus.pending } : null;
}

export interface UnsentAbsences {
  /** Ids of requested absences without a receipt. */
  readonly requested: ReadonlySet<string>;
  readonly cancelled: ReadonlySet<string>;
}

/** Returns the server's list, corrected by what is not sent yet. */
export function mergeAbsences<A extends Absence>(
  server: readonly A[],
  local: readonly A[],
  unsent: UnsentAbsences,
): readonly A[] {
  const localById = new Map(local.map((absence) => [absence.id, absence]));
  const known = new Set(server.map(({ id }) => id));
  const fromServer = server.flatMap((absence) => {
    if (!unsent.cancelled.has(absence.id)) return [absence];
    const waiting = cancelAbsence(absence);
    return waiting && localById.has(absence.id) ? [waiting] : [];
  });
  const waiting = local.filter(({ id }) => unsent.requested.has(id) && !known.has(id));
  return [...fromServer, ...waiting];
}

/** Returns the ranges in order, joined where they overlap; without ranges that end before they begin. */
function joinRanges(days: readonly DayRange[]): readonly DayRange[] {
  const ordered = days
    .filter(({ dateFrom, dateTo }) => dateFrom <= dateTo)
    .toSorted((a, b) => (a.dateFrom < b.dateFrom ? -1 : 1));
  const joined: DayRange[] = [];
  for (const range of ordered) {
    const last = joined.at(-1);
    if (!last || last.dateTo < range.dateFrom) joined.push(range);
    else if (last.dateTo < range.dateTo)
      joined.splice(-1, 1, { dateFrom: last.dateFrom, dateTo: range.dateTo });
  }
  return joined;
}

/** Counts the days from Monday to Friday, both ends included. */
function countWeekdays(from: string, to: string): number {
  const days = countDays(from, to);
  const first = isoWeekday(from);
  const rest = Array.from({ length: days % 7 }, (_, index) => ((first - 1 + index) % 7) + 1);
  return Math.floor(days / 7) * 5 + rest.filter((weekday) => weekday <= 5).length;
}

/** From the first day of all ranges to the last. */
export function spanOf(days: readonly DayRange[]): DayRange {
  return { dateFrom: firstDay({ days }), dateTo: lastDay({ days }) };
}

function isWithin(day: string, range: DayRange): boolean {
  return range.dateFrom <= day && day <= range.dateTo;
}

function firstDay({ days }: Pick<Absence, "days">): string {
  return days.reduce((first, { dateFrom }) => (dateFrom < first ? dateFrom : first), "9999-12-31");
}

function lastDay({ days }: Pick<Absence, "days">): string {
  return days.reduce((last, { dateTo }) => (dateTo > last ? dateTo : last), "");
}
