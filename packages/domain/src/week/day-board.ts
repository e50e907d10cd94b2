import { compareMoments } from "../calendar/moments.ts";
import type { Hold, StatusTimestamps } from "../job/job.ts";
import { decideRemoval } from "../job/removal.ts";
import type { JobStatus } from "../job/status.ts";
import type { DampClockName } from "../work/damp-cases.ts";
import { type AbsenceStatus, absenceStatus } from "./absences.ts";

/** How long a visit is taken to last, in minutes: a job has a beginning and no planned end. */
export const visitMinutes = 45;
/** So many minutes after its time a visit that nobody has begun is late. */
export const lateMinutes = 15;
/** Work that has waited so many minutes on a phone needs attention. */
export const unsentMinutes = 60;

const minuteMs = 60_000;

/** What the rules of the board read of a job. Times are ISO 8601. */
export interface PlannedVisit {
  readonly jobId: string;
  /** Null: nobody has the job. */
  readonly fieldOperativeId: string | null;
  readonly fieldOperativeAppointmentId: string | null;
  readonly appointmentDateTime: string;
  readonly status: JobStatus;
  readonly statusTimestamps: StatusTimestamps;
  readonly hold: Hold | null;
  /** A phone has acknowledged the appointment. */
  readonly isOnPhone: boolean;
  /** The office has asked the engineer's phone to remove the job, and no phone has answered; null: it has not. */
  readonly removal: object | null;
  /** When the office asked to cancel the job; null: it has not. */
  readonly cancellationRequestedOn: string | null;
  /** The visit of an engineer who no longer has the job, and has gone on with it. */
  readonly earlierVisit: { readonly fieldOperativeId: string; readonly endedOn: string } | null;
}

/** What they read of an engineer. */
export interface PlannedEngineer {
  readonly fieldOperativeId: string;
  readonly isDisabled: boolean;
  /** Absences of the day: requested and approved ones. */
  readonly absences: readonly { readonly status: AbsenceStatus }[];
  readonly devices: readonly {
    readonly deviceId: string;
    /** A locked one gets no jobs. */
    readonly locked: boolean;
    readonly unsentMessages: number | null;
    readonly unsentSince: string | null;
  }[];
}

/** A time from and to, in ms since 1970. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export type VisitPhaseKind = "planned" | "travelling" | "on-site" | "access" | "hold";

export interface VisitPhase extends TimeSpan {
  readonly kind: VisitPhaseKind;
}

/** When the visit is planned. */
export function plannedSpan({
  appointmentDateTime,
}: Pick<PlannedVisit, "appointmentDateTime">): TimeSpan {
  const from = Date.parse(appointmentDateTime);
  return { from, to: from + visitMinutes * minuteMs };
}

const phases = [
  ["Travelling", "travelling"],
  ["OnSite", "on-site"],
  ["AccessGained", "access"],
] as const;

/** What has happened of a visit, in order; its planned time while nothing has. The last phase of one that goes on ends at `at`. */
export function visitPhases(visit: PlannedVisit, at: number): VisitPhase[] {
  const reached = phases.flatMap(([status, kind]) => {
    const from = Date.parse(visit.statusTimestamps[status] ?? "");
    return Number.isNaN(from) ? [] : [{ kind, from }];
  });
  const begun: { kind: VisitPhaseKind; from: number }[] = visit.hold
    ? [...reached, { kind: "hold", from: Date.parse(visit.hold.timestamp) }]
    : reached;
  if (visit.status === "New" || begun.length === 0)
    return [{ kind: "planned", ...plannedSpan(visit) }];
  const closed = Date.parse(visit.statusTimestamps.Closed ?? "");
  const lastFrom = begun.at(-1)?.from ?? at;
  const openEnd = visit.status === "Closed" ? lastFrom : Math.max(at, lastFrom);
  const end = Number.isNaN(closed) ? openEnd : closed;
  return begun.map(({ kind, from }, index) => ({ kind, from, to: begun[index + 1]?.from ?? end }));
}

export type VisitState = VisitPhaseKind | "closed";

const stateOf = {
  New: "planned",
  Travelling: "travelling",
  OnSite: "on-site",
  AccessGained: "access",
  Closed: "closed",
} as const satisfies Record<JobStatus, VisitState>;

/** How far a visit is, as the board shows it. */
export function visitState({ status, hold }: Pick<PlannedVisit, "status" | "hold">): VisitState {
  return hold === null ? stateOf[status] : "hold";
}

/** Whether somebody works on the job, or has it on hold. */
export function isUnderWay({ status }: Pick<PlannedVisit, "status">): boolean {
  return status !== "New" && status !== "Closed";
}

/** A case of damp and mould for one of whose clocks nobody has planned work in time. */
export interface UnplannedDampCase {
  readonly caseId: string;
  readonly clock: DampClockName;
  /** ISO 8601. */
  readonly dueOn: string;
}

export const boardIssueKinds = [
  "emergency-hazard",
  "earlier-visit",
  "absence-requested",
  "conflict",
  "absent",
  "engineer-disabled",
  "damp-overdue",
  "not-assigned",
  "late-start",
  "overrun",
  "unsent-work",
] as const;
export type BoardIssueKind = (typeof boardIssueKinds)[number];

/** Something that somebody has to look into. */
export interface BoardIssue {
  readonly kind: BoardIssueKind;
  readonly jobId: string | null;
  /** Of a conflict: the earlier job. */
  readonly otherJobId: string | null;
  readonly fieldOperativeId: string | null;
  readonly deviceId: string | null;
  /** Of a case of damp and mould. */
  readonly caseId: string | null;
  /**
   * ISO 8601: since when it is so, or the planned time of the visit that it is about, of several of the first one. Of a case of
   * damp and mould the last moment that is in time.
   */
  readonly since: string;
}

/**
 * Finds what needs attention on a day, in the order of the kinds and then of time. `moved` are jobs of other days with whose
 * earlier visit an engineer goes on on this day. `dampCases` are those without planned work at that moment.
 */
export function findBoardIssues(
  engineers: readonly PlannedEngineer[],
  visits: readonly PlannedVisit[],
  moved: readonly PlannedVisit[],
  at: number,
  dampCases: readonly UnplannedDampCase[] = [],
): BoardIssue[] {
  const byId = new Map(engineers.map((engineer) => [engineer.fieldOperativeId, engineer]));
  const open = visits
    .filter(isOpen)
    .toSorted((one, other) => plannedSpan(one).from - plannedSpan(other).from);
  const found = [
    ...dampCases.map(findUnplannedWork),
    ...[...visits, ...moved].flatMap(findEarlierVisit),
    ...engineers.flatMap((engineer) => findAbsenceRequest(engineer, open)),
    ...findConflicts(open),
    ...open.flatMap((visit) => findIssuesOfVisit(visit, byId, at)),
    ...engineers.flatMap((engineer) => findUnsentWork(engineer, at)),
  ];
  return found.toSorted(
    (one, other) =>
      boardIssueKinds.indexOf(one.kind) - boardIssueKinds.indexOf(other.kind) ||
      compareMoments(one.since, other.since),
  );
}

function findUnplannedWork({ caseId, clock, dueOn }: UnplannedDampCase): BoardIssue {
  return {
    kind: clock === "emergency" ? "emergency-hazard" : "damp-overdue",
    jobId: null,
    otherJobId: null,
    fieldOperativeId: null,
    deviceId: null,
    caseId,
    since: dueOn,
  };
}

/** Whether the visit still has to be made or to end. */
function isOpen({ status }: Pick<PlannedVisit, "status">): boolean {
  return status !== "Closed";
}

/** Counts the visits of an engineer that are not closed. */
export function countOpenVisits(
  visits: readonly Pick<PlannedVisit, "status" | "fieldOperativeId">[],
  engineerId: string,
): number {
  return visits.filter((visit) => isOpen(visit) && visit.fieldOperativeId === engineerId).length;
}

/** Finds the request of an engineer to be away on the day, sickness for example, that nobody has decided. `open` is by time. */
function findAbsenceRequest(
  engineer: PlannedEngineer,
  open: readonly PlannedVisit[],
): BoardIssue[] {
  if (engineer.absences.length === 0 || isAbsent(engineer)) return [];
  const first = open.find(({ fieldOperativeId }) => fieldOperativeId === engineer.fieldOperativeId);
  return first ? [issueOf("absence-requested", first, { jobId: null })] : [];
}

function findConflicts(open: readonly PlannedVisit[]): BoardIssue[] {
  const latest = new Map<string, PlannedVisit>();
  return open.flatMap((visit) => {
    const { fieldOperativeId } = visit;
    if (fieldOperativeId === null) return [];
    const before = latest.get(fieldOperativeId);
    latest.set(fieldOperativeId, visit);
    if (!before || plannedSpan(before).to <= plannedSpan(visit).from) return [];
    return [issueOf("conflict", visit, { otherJobId: before.jobId })];
  });
}

function findEarlierVisit(visit: PlannedVisit): BoardIssue[] {
  const { earlierVisit } = visit;
  if (!earlierVisit) return [];
  const { fieldOperativeId, endedOn } = earlierVisit;
  return [issueOf("earlier-visit", visit, { fieldOperativeId, since: endedOn })];
}

function findIssuesOfVisit(
  visit: PlannedVisit,
  engineers: ReadonlyMap<string, PlannedEngineer>,
  at: number,
): BoardIssue[] {
  if (visit.fieldOperativeId === null) return [issueOf("not-assigned", visit)];
  const issues: BoardIssue[] = [];
  const engineer = engineers.get(visit.fieldOperativeId);
  if (engineer?.isDisabled) issues.push(issueOf("engineer-disabled", visit));
  if (visit.status === "New") {
    if (engineer && isAbsent(engineer)) issues.push(issueOf("absent", visit));
    const lateFrom = plannedSpan(visit).from + lateMinutes * minuteMs;
    if (at > lateFrom) issues.push(issueOf("late-start", visit));
  } else {
    const begun = visitPhases(visit, at)[0]?.from ?? at;
    const expectedEnd = Math.max(begun, plannedSpan(visit).from) + visitMinutes * minuteMs;
    if (visit.hold === null && at > expectedEnd)
      issues.push(issueOf("overrun", visit, { since: toIso(expectedEnd) }));
  }
  return issues;
}

function findUnsentWork({ fieldOperativeId, devices }: PlannedEngineer, at: number): BoardIssue[] {
  return devices.flatMap(({ deviceId, unsentMessages, unsentSince }) => {
    if (!unsentMessages || unsentSince === null) return [];
    if (at - Date.parse(unsentSince) < unsentMinutes * minuteMs) return [];
    return [
      {
        kind: "unsent-work" as const,
        jobId: null,
        otherJobId: null,
        fieldOperativeId,
        deviceId,
        caseId: null,
        since: unsentSince,
      },
    ];
  });
}

function issueOf(
  kind: BoardIssueKind,
  { jobId, fieldOperativeId, appointmentDateTime }: PlannedVisit,
  more: Partial<BoardIssue> = {},
): BoardIssue {
  return {
    kind,
    jobId,
    otherJobId: null,
    fieldOperativeId,
    deviceId: null,
    caseId: null,
    since: appointmentDateTime,
    ...more,
  };
}

/** Whether the engineer is away on the day. */
export function isAbsent({ absences }: Pick<PlannedEngineer, "absences">): boolean {
  return absences.some(({ status }) => status === absenceStatus.approved);
}

/** What a move means: for the engineer who has the job, and for the one who gets it. */
export type MoveEffect =
  | "cancellation-taken-back"
  | "not-on-phone"
  | "removed-from-phone"
  | "engineer-is-asked"
  | "taken-off-phone"
  | "time-is-told"
  | "removal-goes-on"
  | "sent-to-phone"
  | "no-phone"
  | "phone-locked"
  | "absent"
  | "absence-requested"
  | "overlaps"
  | "engineer-disabled"
  | "in-the-past";

export type MoveRefusal =
  | "closed"
  | "nothing-changes"
  | "under-way"
  | "engineer-disabled"
  | "access-gained";

interface MoveTarget {
  readonly engineer: PlannedEngineer;
  /** ISO 8601 */
  readonly appointmentDateTime: string;
  /** Takes the job from its engineer whatever the visit has come to, because the phone is lost, for example. */
  readonly force: boolean;
}

/**
 * Whether a job stays with the engineer who has it although another one is to get it, as the phone keeps it when it is asked to
 * remove it: only force takes it away. `fieldOperativeId` is the engineer who is to get it.
 */
export function isKeptFromAnother(
  visit: Pick<PlannedVisit, "status" | "fieldOperativeId">,
  fieldOperativeId: string,
): boolean {
  const isTaken = visit.fieldOperativeId !== null && visit.fieldOperativeId !== fieldOperativeId;
  return isTaken && (visit.status === "AccessGained" || visit.status === "Closed");
}

/** Whether a job can be given back to an engineer from whom it was moved: nobody else has begun it. */
export function mayGiveBack({ status }: Pick<PlannedVisit, "status">): boolean {
  return status === "New";
}

/**
 * Says whether a job may be given to an engineer for a time, and what that means. `visits` are those of the day. A visit
 * that is under way keeps its time: it has begun.
 */
export function checkMove(
  visit: PlannedVisit,
  { engineer, appointmentDateTime, force }: MoveTarget,
  visits: readonly PlannedVisit[],
  at: number,
): { readonly refusal: MoveRefusal | null; readonly effects: readonly MoveEffect[] } {
  const isSameEngineer = visit.fieldOperativeId === engineer.fieldOperativeId;
  const isSameTime = Date.parse(visit.appointmentDateTime) === Date.parse(appointmentDateTime);
  if (visit.status === "Closed") return { refusal: "closed", effects: [] };
  if (isSameEngineer && isSameTime) return { refusal: "nothing-changes", effects: [] };
  if (isSameEngineer && isUnderWay(visit)) return { refusal: "under-way", effects: [] };
  if (!isSameEngineer && engineer.isDisabled) return { refusal: "engineer-disabled", effects: [] };
  if (isKeptFromAnother(visit, engineer.fieldOperativeId) && !force)
    return { refusal: "access-gained", effects: [] };
  const effects: MoveEffect[] = [];
  // A job that is planned again is wanted.
  if (visit.cancellationRequestedOn !== null) effects.push("cancellation-taken-back");
  if (isSameEngineer) {
    effects.push(visit.isOnPhone ? "time-is-told" : "not-on-phone");
    if (visit.removal !== null && visit.cancellationRequestedOn === null)
      effects.push("removal-goes-on");
  } else {
    const leaving = describeLeaving(visit, force);
    if (leaving) effects.push(leaving);
    effects.push(describeSending(engineer));
  }
  if (engineer.isDisabled) effects.push("engineer-disabled");
  if (isAbsent(engineer)) effects.push("absent");
  else if (engineer.absences.length > 0) effects.push("absence-requested");
  const { from, to } = plannedSpan({ appointmentDateTime });
  const overlaps = visits.some(
    (other) =>
      other.jobId !== visit.jobId &&
      other.fieldOperativeId === engineer.fieldOperativeId &&
      other.status !== "Closed" &&
      plannedSpan(other).from < to &&
      plannedSpan(other).to > from,
  );
  if (overlaps) effects.push("overlaps");
  if (from < at) effects.push("in-the-past");
  return { refusal: null, effects };
}

/** Whether the engineer who gets a job has a phone that can receive it. */
function describeSending({ devices }: PlannedEngineer): MoveEffect {
  if (devices.length === 0) return "no-phone";
  return devices.every(({ locked }) => locked) ? "phone-locked" : "sent-to-phone";
}

/** What the phone of the engineer who has the job does with it; null if nobody has it. */
function describeLeaving(visit: PlannedVisit, force: boolean): MoveEffect | null {
  const { jobId, fieldOperativeId, fieldOperativeAppointmentId } = visit;
  if (fieldOperativeId === null || fieldOperativeAppointmentId === null) return null;
  if (!visit.isOnPhone) return "not-on-phone";
  const decision = decideRemoval(
    { ...visit, fieldOperativeAppointmentId, isSelected: false },
    { jobId, fieldOperativeAppointmentId, force },
  );
  if (decision.outcome === "alert") return "engineer-is-asked";
  return isUnderWay(visit) ? "taken-off-phone" : "removed-from-phone";
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
