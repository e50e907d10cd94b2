import { compareMoments } from "../calendar/moments.ts";
import type { WorkingDays } from "../calendar/working-days.ts";
import { endOfLondonDay, londonDay } from "../calendar/london.ts";
import { addDays } from "../calendar/days.ts";
import type { JobStatus } from "../job/status.ts";

/**
 * The periods of "Awaab's law" for damp and mould: the Hazards in Social Housing (Prescribed Requirements) (England)
 * Regulations 2025.
 */
export interface DampPeriods {
  /** Working days from the day on which the landlord becomes aware to the end of the investigation. */
  readonly investigation: number;
  /** Working days from the end of the investigation to the written summary for the tenant. */
  readonly summary: number;
  /** Working days from the end of the investigation until a significant hazard is made safe. */
  readonly safety: number;
  /** Working days from the end of the investigation until further works begin, or steps are taken to begin them. */
  readonly works: number;
  /** Days from the end of the investigation in which further works begin at the latest. */
  readonly latestWorks: number;
  /** Hours in which an emergency hazard is investigated and made safe. */
  readonly emergency: number;
}

export const defaultDampPeriods: DampPeriods = {
  investigation: 10,
  summary: 3,
  safety: 5,
  works: 5,
  latestWorks: 84,
  emergency: 24,
};

/** What an inspection finds, from the least to the gravest. */
export const dampHazards = ["none", "significant", "emergency"] as const;
export type DampHazard = (typeof dampHazards)[number];

/**
 * What jobs and forms tell of a case: it was reported, inspected, and somebody came to work. `raised`: the office raised the job
 * from the case, so that it belongs to it whatever its type. That reports nothing.
 */
export const dampJobEvents = ["reported", "raised", "inspected", "attended"] as const;

/**
 * What the office records. `aware` corrects the moment of the report. `works-planned`: steps were taken so that works
 * begin later. `rehoused`: other accommodation was offered.
 */
export const dampOfficeEvents = [
  "aware",
  "emergency",
  "summary",
  "safe",
  "works-planned",
  "works",
  "no-works",
  "rehoused",
] as const;
export type DampOfficeEvent = (typeof dampOfficeEvents)[number];

/** What the server records when a closed case is reopened: its end, and that it goes on. Neither starts or stops a clock. */
export const dampCaseEvents = ["closed", "reopened"] as const;
export type DampEventKind =
  | (typeof dampJobEvents)[number]
  | DampOfficeEvent
  | (typeof dampCaseEvents)[number];

/** The earliest moment that the office may give an event. ISO 8601. */
export const earliestDampEvent = "2000-01-01T00:00:00.000Z";

export interface DampEvent {
  readonly kind: DampEventKind;
  /** ISO 8601. */
  readonly happenedOn: string;
  /** What an inspection found. Null: another event. */
  readonly hazard: DampHazard | null;
  /** The name of the type of the job that tells it. Null: no job tells it. */
  readonly jobType: string | null;
}

/** In the order in which they are shown. */
export const dampClockNames = ["emergency", "investigation", "summary", "safety", "works"] as const;
export type DampClockName = (typeof dampClockNames)[number];

/** `late`: what was asked was done, after its time. */
export type DampClockState = "running" | "overdue" | "met" | "late";

/** One period of a case. Moments are ISO 8601. */
export interface DampClock {
  readonly name: DampClockName;
  readonly startedOn: string;
  /** The last moment that is in time. */
  readonly dueOn: string;
  /** Null: it runs. */
  readonly stoppedOn: string | null;
  readonly state: DampClockState;
}

/** `soon`: a clock runs out by the end of the next working day. `stopped`: no clock runs. */
export const dampCaseStates = ["overdue", "soon", "running", "stopped"] as const;
export type DampCaseState = (typeof dampCaseStates)[number];

export interface DampCaseStatus {
  /** When the landlord became aware, in the last round. Null: no event says it. */
  readonly awareOn: string | null;
  /** What the last inspection found. Null: there was none. */
  readonly hazard: DampHazard | null;
  /** Those of the last round, and those of earlier ones that still run. One for each name at most. */
  readonly clocks: readonly DampClock[];
  readonly state: DampCaseState;
  /** What runs out first, or ran out first. Null: no clock runs. */
  readonly nextDueOn: string | null;
  /** Other accommodation was offered. */
  readonly isRehoused: boolean;
  /** It was investigated, and no clock runs: the case may end. */
  readonly mayClose: boolean;
  /** No inspection has found a hazard, or the last one found none: the case may end because there was no damp and mould. */
  readonly mayBeNoCase: boolean;
}

interface Rules {
  readonly periods: DampPeriods;
  readonly days: WorkingDays;
  readonly at: Date;
}

/** Says where a case stands at a moment, from what happened in it. The order of the events does not matter. */
export function assessDampCase(events: readonly DampEvent[], rules: Rules): DampCaseStatus {
  const inOrder = events.toSorted(compareEvents);
  const rounds = findRounds(events, inOrder);
  const clocks = startClocks(inOrder, rounds, rules);
  const open = clocks.filter(({ stoppedOn }) => stoppedOn === null);
  const nextDueOn = open.map(({ dueOn }) => dueOn).toSorted()[0] ?? null;
  const inspections = inOrder.filter(({ kind }) => kind === "inspected");
  const hazard = inspections.at(-1)?.hazard ?? null;
  return {
    awareOn: rounds.at(-1)?.awareOn ?? null,
    hazard,
    clocks,
    state: classifyCase(nextDueOn, rules),
    nextDueOn,
    isRehoused: inOrder.some(({ kind }) => kind === "rehoused"),
    mayClose: inspections.length > 0 && open.length === 0,
    mayBeNoCase: hazard === null || hazard === "none",
  };
}

/** A form that finds a hazard in another job reports it at the moment of the inspection. */
function compareEvents(one: DampEvent, other: DampEvent): number {
  return (
    Date.parse(one.happenedOn) - Date.parse(other.happenedOn) ||
    Number(other.kind === "reported") - Number(one.kind === "reported")
  );
}

/** A report, its investigation, and what follows until damp is reported again. */
interface Round {
  /** The first report of the round. */
  readonly from: string;
  readonly awareOn: string;
  /** Null: it was not inspected yet. */
  readonly investigatedOn: string | null;
}

/** What is reported before the end of the investigation belongs to it; what is reported afterwards starts a new round. */
function findRounds(events: readonly DampEvent[], inOrder: readonly DampEvent[]): Round[] {
  const rounds: { reports: DampEvent[]; investigation: DampEvent | null }[] = [];
  const inspections = inOrder.filter(({ kind }) => kind === "inspected");
  for (const report of inOrder.filter((event) => isReport(event, inspections))) {
    const last = rounds.at(-1);
    if (last && (!last.investigation || !isAfter(last.investigation.happenedOn, report))) {
      last.reports.push(report);
      continue;
    }
    const investigation = inspections.find(
      (event) => rounds.length === 0 || !isAfter(event.happenedOn, report),
    );
    rounds.push({ reports: [report], investigation: investigation ?? null });
  }
  return rounds.flatMap(({ reports, investigation }) => {
    const [first] = reports;
    if (!first) return [];
    // A correction by the office counts before the jobs: the last one that was recorded.
    const corrected = events.findLast((event) => event.kind === "aware" && reports.includes(event));
    return {
      from: first.happenedOn,
      awareOn: (corrected ?? first).happenedOn,
      investigatedOn: investigation?.happenedOn ?? null,
    };
  });
}

/** A job of another type than an inspection, raised while a hazard is known, is the work against it: it reports nothing. */
function isReport(event: DampEvent, inspections: readonly DampEvent[]): boolean {
  if (event.kind === "aware") return true;
  if (event.kind !== "reported") return false;
  if (event.jobType === null || isInspectionType(event.jobType)) return true;
  const known = inspections.findLast((inspection) => isAfter(inspection.happenedOn, event));
  const isFoundByForm = inspections.some(({ happenedOn }) => happenedOn === event.happenedOn);
  return isFoundByForm || known === undefined || known.hazard === "none";
}

/** Whether a type of job is an inspection, by its name: a visit for it begins no works. */
export function isInspectionType(jobType: string): boolean {
  return /inspect|survey/i.test(jobType);
}

/**
 * Whether an inspection dates the first report of the last round before the day on which the landlord became aware, so that its
 * clock of the law may have started earlier. `reportedOn` is a day in London. A day before the end of an earlier investigation
 * belongs to the report that was investigated then, and to no clock that is still shown.
 */
export function isReportedEarlier(events: readonly DampEvent[], reportedOn: string): boolean {
  const rounds = findRounds(events, events.toSorted(compareEvents));
  const round = rounds.at(-1);
  const before = rounds.at(-2)?.investigatedOn;
  if (!round || (typeof before === "string" && reportedOn <= londonDay(new Date(before))))
    return false;
  return reportedOn < londonDay(new Date(round.awareOn));
}

/** What the office records to stop a clock, or to give it more time. Nobody does so before the damp is known. */
const dampActs: readonly DampEventKind[] = [
  "summary",
  "safe",
  "works-planned",
  "works",
  "no-works",
];

/**
 * Finds which acts of the office change no clock, because they come before what they answer, or nothing waits for them. An act of
 * an earlier round changes a clock also if that is no longer shown. Returns their places in `events`, which are in the order in
 * which they were recorded.
 */
export function findActsWithoutEffect(
  events: readonly DampEvent[],
  rules: Rules,
): ReadonlySet<number> {
  const rounds = findRounds(events, events.toSorted(compareEvents));
  const write = (all: readonly DampEvent[]) => JSON.stringify(assessDampCase(all, rules).clocks);
  const idle = events.flatMap((act, place) => {
    if (!dampActs.includes(act.kind)) return [];
    // Of two that say the same, the first counts.
    const others = events.filter(
      ({ kind, happenedOn }, other) =>
        other !== place && !(other > place && kind === act.kind && happenedOn === act.happenedOn),
    );
    const next = rounds.slice(1).find(({ from }) => isAfter(act.happenedOn, { happenedOn: from }));
    const ofRound =
      next && others.filter(({ happenedOn }) => isAfter(happenedOn, { happenedOn: next.from }));
    const changes = [others, ofRound].some((all) => all && write(all) !== write([...all, act]));
    return changes ? [] : [place];
  });
  return new Set(idle);
}

/**
 * Finds the inspection before which an act of the office, the last of `events`, was done. Null: the act changes a clock, or
 * there is no inspection after its day.
 */
export function findLaterInspection(events: readonly DampEvent[], rules: Rules): DampEvent | null {
  const act = events.at(-1);
  if (!act || !findActsWithoutEffect(events, rules).has(events.length - 1)) return null;
  const inspections = events.filter(({ kind }) => kind === "inspected").toSorted(compareEvents);
  return (
    inspections.find(
      ({ happenedOn }) => londonDay(new Date(happenedOn)) > londonDay(new Date(act.happenedOn)),
    ) ?? null
  );
}

const awarenessKinds: readonly DampEventKind[] = ["reported", "aware", "inspected"];

/**
 * Finds when the landlord first became aware, if an act of the office, the last of `events`, answers damp and was done on an
 * earlier day. Null: it was not.
 */
export function findLaterAwareness(events: readonly DampEvent[]): string | null {
  const act = events.at(-1);
  const [first] = events
    .filter(({ kind }) => awarenessKinds.includes(kind))
    .toSorted(compareEvents);
  if (!act || !first || !dampActs.includes(act.kind)) return null;
  const isEarlier = londonDay(new Date(act.happenedOn)) < londonDay(new Date(first.happenedOn));
  return isEarlier ? first.happenedOn : null;
}

/** What the clocks read of an open job of the case. */
export interface DampJob {
  /** Null: nobody has it. */
  readonly fieldOperativeId: string | null;
  readonly status: JobStatus;
  /** When it came to its status. ISO 8601. Null: that is not known. */
  readonly statusOn: string | null;
  readonly isOnHold: boolean;
  /** ISO 8601. */
  readonly appointmentDateTime: string;
  readonly detailTypeName: string;
}

/**
 * Finds the clock of a case for which nobody has planned work: that of an emergency, or one that has run out. Of several it is
 * that of the emergency, otherwise what ran out first. `jobs` are the open jobs of the case. No job gives the tenant the written
 * summary, and an inspection begins no works. A visit for an emergency counts only in its time, or today if that has passed. A
 * visit that is under way counts on the day of its last step; one on hold, or forgotten, counts by its appointment alone.
 */
export function findUnplannedClock(
  clocks: readonly DampClock[],
  jobs: readonly DampJob[],
  at: Date,
): DampClock | null {
  const urgent = clocks
    .filter(isUrgentClock)
    .toSorted(
      (one, other) =>
        Number(other.name === "emergency") - Number(one.name === "emergency") ||
        compareMoments(one.dueOn, other.dueOn),
    );
  return urgent.find((clock) => !jobs.some((job) => isPlannedFor(clock, job, at))) ?? null;
}

/** Whether work has to be planned for the clock at once: an emergency, or a clock that has run out. */
export function isUrgentClock({ name, stoppedOn, state }: DampClock): boolean {
  return stoppedOn === null && (name === "emergency" || state === "overdue");
}

function isPlannedFor({ name, dueOn }: DampClock, job: DampJob, at: Date): boolean {
  if (job.fieldOperativeId === null || name === "summary") return false;
  if (name === "works" && isInspectionType(job.detailTypeName)) return false;
  const today = londonDay(at);
  if (isUnderWay(job, today)) return true;
  const planned = Date.parse(job.appointmentDateTime);
  if (londonDay(new Date(planned)) < today) return false;
  const latest = Math.max(Date.parse(dueOn), endOfLondonDay(today).getTime());
  return name !== "emergency" || planned <= latest;
}

/** Whether somebody set out, arrived or got in on this day, and goes on. */
function isUnderWay({ status, statusOn, isOnHold }: DampJob, today: string): boolean {
  return (
    status !== "New" && !isOnHold && statusOn !== null && londonDay(new Date(statusOn)) === today
  );
}

function startClocks(
  inOrder: readonly DampEvent[],
  rounds: readonly Round[],
  { periods, days, at }: Rules,
): DampClock[] {
  const workingDays = (from: string, count: number) =>
    endOfLondonDay(days.add(londonDay(new Date(from)), count)).toISOString();
  const clock = (
    name: DampClockName,
    startedOn: string,
    dueOn: string,
    stoppedOn: string | null | undefined,
  ): DampClock => ({
    name,
    startedOn,
    dueOn,
    stoppedOn: stoppedOn ?? null,
    state: classifyClock(dueOn, stoppedOn ?? null, at),
  });
  const find = (isFound: (event: DampEvent) => boolean) => inOrder.find(isFound)?.happenedOn;
  const isAlarm = ({ kind, hazard }: DampEvent) =>
    kind === "emergency" || (kind === "inspected" && hazard === "emergency");
  const isHazard = ({ kind, hazard }: DampEvent) =>
    kind === "inspected" && hazard !== null && hazard !== "none";
  const emergencyDueOn = (from: string) =>
    new Date(Date.parse(from) + periods.emergency * 3_600_000).toISOString();

  const firstFinding = inOrder.find((event) => isAlarm(event) || isHazard(event));
  const isMadeSafe = (finding: DampEvent, event: DampEvent) =>
    event.kind === "safe" && answers(finding, event, finding === firstFinding);
  const emergency = runInTurn(inOrder.filter(isAlarm), (alarm) =>
    clock(
      "emergency",
      alarm.happenedOn,
      emergencyDueOn(alarm.happenedOn),
      find(
        (event) =>
          isMadeSafe(alarm, event) ||
          (event.kind === "inspected" &&
            event.hazard !== "emergency" &&
            isAfter(alarm.happenedOn, event)),
      ),
    ),
  );
  const safety = runInTurn(
    inOrder.filter((event) => isHazard(event) && !isAlarm(event)),
    (found) =>
      clock(
        "safety",
        found.happenedOn,
        workingDays(found.happenedOn, periods.safety),
        find(
          (event) =>
            isMadeSafe(found, event) ||
            (event.kind === "inspected" &&
              event.hazard === "none" &&
              isAfter(found.happenedOn, event)),
        ),
      ),
  );
  const works = runInTurn(inOrder.filter(isHazard), (found, isFirst) => {
    const arePlanned = inOrder.some(
      (event) => event.kind === "works-planned" && answers(found, event, isFirst),
    );
    return clock(
      "works",
      found.happenedOn,
      arePlanned
        ? endOfLondonDay(
            addDays(londonDay(new Date(found.happenedOn)), periods.latestWorks),
          ).toISOString()
        : workingDays(found.happenedOn, periods.works),
      find(
        (event) =>
          ((event.kind === "works" || event.kind === "no-works") &&
            answers(found, event, isFirst)) ||
          (event.kind === "attended" &&
            isAfter(found.happenedOn, event) &&
            !(event.jobType !== null && isInspectionType(event.jobType))),
      ),
    );
  });

  const round = rounds.at(-1);
  const from = rounds.length > 1 ? round?.from : undefined;
  const isEarlier = (moment: string) => from !== undefined && Date.parse(moment) < Date.parse(from);
  const investigate = ({ awareOn, investigatedOn }: Round) => {
    const alarm = inOrder.find(
      (event) =>
        event.kind === "emergency" &&
        !isEarlier(event.happenedOn) &&
        !(investigatedOn !== null && isAfter(investigatedOn, event)),
    );
    const dueOn = workingDays(awareOn, periods.investigation);
    const alarmDueOn = alarm && emergencyDueOn(alarm.happenedOn);
    return clock(
      "investigation",
      awareOn,
      alarmDueOn !== undefined && alarmDueOn < dueOn ? alarmDueOn : dueOn,
      investigatedOn,
    );
  };
  const summaries = rounds.flatMap(({ investigatedOn }, index) =>
    investigatedOn === null
      ? []
      : clock(
          "summary",
          investigatedOn,
          workingDays(investigatedOn, periods.summary),
          find(
            (event) =>
              event.kind === "summary" &&
              answers({ happenedOn: investigatedOn }, event, index === 0),
          ),
        ),
  );
  const summary = summaries.find(({ stoppedOn }) => stoppedOn === null) ?? summaries.at(-1);
  return [emergency, round && investigate(round), summary, safety, works]
    .filter((one) => one !== undefined)
    .filter(
      ({ name, startedOn, stoppedOn }) =>
        name === "investigation" || stoppedOn === null || !isEarlier(startedOn),
    );
}

/** A start while the clock runs belongs to it; one after its stop starts it again. Returns the last clock. */
function runInTurn(
  starts: readonly DampEvent[],
  run: (start: DampEvent, isFirst: boolean) => DampClock,
): DampClock | undefined {
  let last: DampClock | undefined;
  for (const start of starts)
    if (!last || (last.stoppedOn !== null && isAfter(last.stoppedOn, start)))
      last = run(start, last === undefined);
  return last;
}

/**
 * People record a day rather than a minute, so that what they record counts from the start of the day. Of a later
 * finding only what comes after it counts: what was done earlier that day was done against the one before.
 */
function answers(
  { happenedOn }: Pick<DampEvent, "happenedOn">,
  event: DampEvent,
  isFirst: boolean,
): boolean {
  return isFirst ? isFrom(happenedOn, event) : isAfter(happenedOn, event);
}

function isFrom(from: string, { happenedOn }: DampEvent): boolean {
  return londonDay(new Date(happenedOn)) >= londonDay(new Date(from));
}

function isAfter(from: string, { happenedOn }: Pick<DampEvent, "happenedOn">): boolean {
  return Date.parse(happenedOn) > Date.parse(from);
}

function classifyClock(dueOn: string, stoppedOn: string | null, at: Date): DampClockState {
  const inTime = (stoppedOn === null ? at.getTime() : Date.parse(stoppedOn)) <= lastMs(dueOn);
  if (stoppedOn === null) return inTime ? "running" : "overdue";
  return inTime ? "met" : "late";
}

function classifyCase(nextDueOn: string | null, { days, at }: Rules): DampCaseState {
  if (nextDueOn === null) return "stopped";
  if (at.getTime() > lastMs(nextDueOn)) return "overdue";
  const nextDay = endOfLondonDay(days.add(londonDay(at), 1));
  return Date.parse(nextDueOn) <= nextDay.getTime() ? "soon" : "running";
}

/** The end of a day is given as its last second, of which every millisecond is in time. */
const lastMs = (dueOn: string) => Date.parse(dueOn) + 999;
