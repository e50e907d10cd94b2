import {
  addDays,
  plannedSpan,
  type TimeSpan,
  type VisitPhase,
  visitPhases,
} from "@fieldfare/domain";
import { parseLondonTime } from "../../ui/london-time.ts";
import type { Board } from "./queries.ts";

export type Job = Board["jobs"][number];
export type Engineer = Board["engineers"][number];

const hourMs = 3_600_000;
const firstHour = "07:00";
const lastHour = "19:00";
const snapMs = 15 * 60_000;

/** A visit on the board: where its bar is. */
export interface PlacedVisit {
  readonly job: Job;
  readonly phases: readonly VisitPhase[];
  readonly planned: TimeSpan;
  /** From the first to the last moment that is drawn. */
  readonly span: TimeSpan;
  /** Visits at the same time are one below the other. */
  readonly lane: number;
}

export interface BoardRow {
  readonly engineer: Engineer;
  readonly visits: readonly PlacedVisit[];
  /** Jobs that were moved from this engineer, who goes on with the visit. */
  readonly moved: readonly Job[];
  readonly lanes: number;
}

/** The hours that the board shows: working hours, and longer where a visit is planned or worked outside of them. */
export function scaleOf(day: string, jobs: readonly Job[], at: number): TimeSpan {
  const midnight = momentOf(day, "00:00");
  const end = momentOf(addDays(day, 1), "00:00");
  const spans = jobs
    .filter(({ fieldOperativeId }) => fieldOperativeId !== null)
    .flatMap((job) => [plannedSpan(job), ...visitPhases(job, at)])
    .filter(({ from }) => from >= midnight && from < end);
  const from = Math.min(momentOf(day, firstHour), ...spans.map((span) => span.from));
  const to = Math.max(
    momentOf(day, lastHour),
    ...spans.map(({ to: until }) => Math.min(until, end)),
  );
  return { from: Math.floor(from / hourMs) * hourMs, to: Math.ceil(to / hourMs) * hourMs };
}

function momentOf(day: string, time: string): number {
  return Date.parse(parseLondonTime(`${day}T${time}`) ?? `${day}T${time}:00Z`);
}

/** The full hours of the scale. */
export function hoursOf({ from, to }: TimeSpan): number[] {
  return Array.from(
    { length: Math.round((to - from) / hourMs) },
    (_, hour) => from + hour * hourMs,
  );
}

/** About as many hours can be written beside each other. */
const maxLabels = 13;

/** The hours that are written: every one, or every second one where there are too many. */
export function labelledHours(scale: TimeSpan): number[] {
  const hours = hoursOf(scale);
  const step = Math.ceil(hours.length / maxLabels);
  return hours.filter((_, place) => place % step === 0);
}

/** Where a time is on the scale, in percent; what is outside is at its edge. */
export function percentOf({ from, to }: TimeSpan, moment: number): number {
  return Math.min(100, Math.max(0, ((moment - from) / (to - from)) * 100));
}

/** The quarter of an hour at a part of the scale between 0 and 1. */
export function momentAt({ from, to }: TimeSpan, part: number): number {
  return from + Math.round(((to - from) * part) / snapMs) * snapMs;
}

/** Places the visits of each engineer, in the order of the engineers. A job of another day (`movedJobs`) has no place. */
export function placeVisits(
  { engineers, jobs, movedJobs }: Pick<Board, "engineers" | "jobs" | "movedJobs">,
  at: number,
): BoardRow[] {
  const byEngineer = new Map<string | null, Job[]>();
  for (const job of jobs) {
    const own = byEngineer.get(job.fieldOperativeId);
    if (own) own.push(job);
    else byEngineer.set(job.fieldOperativeId, [job]);
  }
  const moved = [...jobs, ...movedJobs].filter(({ earlierVisit }) => earlierVisit !== null);
  return engineers.map((engineer) => {
    const ends: number[] = [];
    const visits = (byEngineer.get(engineer.fieldOperativeId) ?? [])
      .map((job) => placeVisit(job, at))
      .toSorted((one, other) => one.span.from - other.span.from)
      .map((visit) => {
        const free = ends.findIndex((end) => end <= visit.span.from);
        const lane = free === -1 ? ends.length : free;
        ends[lane] = visit.span.to;
        return { ...visit, lane };
      });
    return {
      engineer,
      visits,
      moved: moved.filter(
        ({ earlierVisit }) => earlierVisit?.fieldOperativeId === engineer.fieldOperativeId,
      ),
      lanes: Math.max(1, ends.length),
    };
  });
}

function placeVisit(job: Job, at: number) {
  const phases = visitPhases(job, at);
  const planned = plannedSpan(job);
  const from = phases[0]?.from ?? planned.from;
  const to = phases.at(-1)?.to ?? planned.to;
  return { job, phases, planned, span: { from, to } };
}
