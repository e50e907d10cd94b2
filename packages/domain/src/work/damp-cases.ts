import type { WorkingDays } from "../calendar/working-days.ts";
import { endOfLondonDay, londonDay } from "../calendar/london.ts";
import { addDays } from "../calendar/days.ts";

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

/** What jobs and forms tell of a case: it was reported, inspected, and somebody came to work. */
export const dampJobEvents = ["reported", "inspected", "attended"] as const;

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
export type DampEventKind = (typeof dampJobEvents)[number] | DampOfficeEvent;

export interface DampEvent {
  readonly kind: DampEventKind;
  /** ISO 8601. */
  readonly happenedOn: string;
  /** What an inspection found. Null: another event. */
  readonly hazard: DampHazard | null;
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

export interface DampCaseStanding {
  /** When the landlord became aware. Null: no event says it. */
  readonly awareOn: string | null;
  /** What the last inspection found. Null: there was none. */
  readonly hazard: DampHazard | null;
  readonly clocks: readonly DampClock[];
  readonly state: DampCaseState;
  /** What runs out first, or ran out first. Null: no clock runs. */
  readonly nextDueOn: string | null;
  /** Other accommodation was offered. */
  readonly isRehoused: boolean;
  /** It was investigated, and no clock runs: the case may end. */
  readonly mayClose: boolean;
}

interface Rules {
  readonly periods: DampPeriods;
  readonly days: WorkingDays;
  readonly at: Date;
}

/** Says where a case stands at a moment, from what happened in it. The order of the events does not matter. */
export function assessDampCase(events: readonly DampEvent[], rules: Rules): DampCaseStanding {
  const inOrder = events.toSorted(
    (one, other) => Date.parse(one.happenedOn) - Date.parse(other.happenedOn),
  );
  const awareOn = findAwareness(events, inOrder);
  const clocks = awareOn === null ? [] : startClocks(inOrder, awareOn, rules);
  const open = clocks.filter(({ stoppedOn }) => stoppedOn === null);
  const nextDueOn = open.map(({ dueOn }) => dueOn).toSorted()[0] ?? null;
  const inspections = inOrder.filter(({ kind }) => kind === "inspected");
  return {
    awareOn,
    hazard: inspections.at(-1)?.hazard ?? null,
    clocks,
    state: classifyCase(nextDueOn, rules),
    nextDueOn,
    isRehoused: inOrder.some(({ kind }) => kind === "rehoused"),
    mayClose: inspections.length > 0 && open.length === 0,
  };
}

/** A correction by the office counts before the jobs: the last one that was recorded. */
function findAwareness(events: readonly DampEvent[], inOrder: readonly DampEvent[]): string | null {
  const corrected = events.findLast(({ kind }) => kind === "aware");
  return (corrected ?? inOrder.find(({ kind }) => kind === "reported"))?.happenedOn ?? null;
}

function startClocks(
  inOrder: readonly DampEvent[],
  awareOn: string,
  { periods, days, at }: Rules,
): DampClock[] {
  const workingDays = (from: string, count: number) =>
    endOfLondonDay(days.add(londonDay(new Date(from)), count)).toISOString();
  const clock = (
    name: DampClockName,
    startedOn: string,
    dueOn: string,
    stop: DampEvent | undefined,
  ): DampClock => ({
    name,
    startedOn,
    dueOn,
    stoppedOn: stop?.happenedOn ?? null,
    state: classifyClock(dueOn, stop?.happenedOn ?? null, at),
  });
  const isSafe = (from: string) => (event: DampEvent) =>
    (event.kind === "safe" && isFrom(from, event)) ||
    (event.kind === "inspected" && event.hazard !== "emergency" && isAfter(from, event));
  const isFoundSafe = (from: string) => (event: DampEvent) =>
    (event.kind === "safe" && isFrom(from, event)) ||
    (event.kind === "inspected" && event.hazard === "none" && isAfter(from, event));

  const clocks: DampClock[] = [];
  const alarm = inOrder.find(
    ({ kind, hazard }) => kind === "emergency" || (kind === "inspected" && hazard === "emergency"),
  );
  const emergencyDueOn =
    alarm && new Date(Date.parse(alarm.happenedOn) + periods.emergency * 3_600_000).toISOString();
  if (alarm && emergencyDueOn !== undefined)
    clocks.push(
      clock("emergency", alarm.happenedOn, emergencyDueOn, inOrder.find(isSafe(alarm.happenedOn))),
    );

  const investigation = inOrder.find(({ kind }) => kind === "inspected");
  const investigatedBy = workingDays(awareOn, periods.investigation);
  const isEmergencyFirst =
    emergencyDueOn !== undefined && alarm?.kind === "emergency" && emergencyDueOn < investigatedBy;
  clocks.push(
    clock(
      "investigation",
      awareOn,
      isEmergencyFirst ? emergencyDueOn : investigatedBy,
      investigation,
    ),
  );
  if (!investigation) return clocks;

  const endedOn = investigation.happenedOn;
  clocks.push(
    clock(
      "summary",
      endedOn,
      workingDays(endedOn, periods.summary),
      inOrder.find((event) => event.kind === "summary" && isFrom(endedOn, event)),
    ),
  );
  const found = inOrder.find(
    ({ kind, hazard }) => kind === "inspected" && hazard !== null && hazard !== "none",
  );
  if (!found) return clocks;

  const foundOn = found.happenedOn;
  if (found.hazard === "significant")
    clocks.push(
      clock(
        "safety",
        foundOn,
        workingDays(foundOn, periods.safety),
        inOrder.find(isFoundSafe(foundOn)),
      ),
    );
  const arePlanned = inOrder.some(
    (event) => event.kind === "works-planned" && isFrom(foundOn, event),
  );
  const worksBy = arePlanned
    ? endOfLondonDay(addDays(londonDay(new Date(foundOn)), periods.latestWorks)).toISOString()
    : workingDays(foundOn, periods.works);
  const haveBegun = (event: DampEvent) =>
    ((event.kind === "works" || event.kind === "no-works") && isFrom(foundOn, event)) ||
    (event.kind === "attended" && isAfter(foundOn, event));
  clocks.push(clock("works", foundOn, worksBy, inOrder.find(haveBegun)));
  return clocks;
}

/** People record a day rather than a minute, so that what they record counts from the start of the day. */
function isFrom(from: string, { happenedOn }: DampEvent): boolean {
  return londonDay(new Date(happenedOn)) >= londonDay(new Date(from));
}

function isAfter(from: string, { happenedOn }: DampEvent): boolean {
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
