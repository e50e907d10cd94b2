import { type VisitState, visitState } from "@fieldfare/domain";
import { formatTime } from "../../ui/dates.ts";
import type { Tone } from "../../ui/pill.tsx";
import type { Job, PlacedVisit } from "./layout.ts";
import { strings } from "./strings.ts";

/** The state of a visit as the board draws it: a shape, a word and a colour. */
interface VisitLook {
  readonly label: string;
  readonly sign: string;
  readonly tone: Tone;
}

const looks: Readonly<Record<VisitState, VisitLook>> = {
  planned: { label: strings.phase.planned, sign: "□", tone: "neutral" },
  travelling: { label: strings.phase.travelling, sign: "➜", tone: "current" },
  "on-site": { label: strings.phase["on-site"], sign: "◐", tone: "current" },
  access: { label: strings.phase.access, sign: "●", tone: "current" },
  hold: { label: strings.phase.hold, sign: "‖", tone: "warn" },
  closed: { label: strings.closed, sign: "✓", tone: "good" },
};

export const visitStates = Object.entries(looks).map(([state, look]) => ({ state, ...look }));

/** The state of a job with its look. */
export function lookOf(job: Job) {
  const state = visitState(job);
  return { state, ...looks[state] };
}

/** Everything that a bar says, in words, beginning with what is written on it. */
export function describeVisit(visit: PlacedVisit, problems: readonly string[]): string {
  const { job, phases } = visit;
  const { label, state } = lookOf(job);
  const isPlanned = state === "planned";
  const since = state === "closed" ? phases.at(-1)?.to : phases.at(-1)?.from;
  return [
    `${job.postcode} ${job.detailTypeName}`,
    job.formattedJobId,
    job.categoryName,
    job.address,
    strings.planned(formatTime(job.appointmentDateTime)),
    isPlanned || since === undefined
      ? label
      : `${label} ${strings.since(formatTime(new Date(since).toISOString()))}`,
    !job.isOnPhone && job.fieldOperativeId !== null && isPlanned ? strings.notOnPhone : null,
    job.removal && strings.removal(job.removal.force),
    ...problems,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Whether a job is looked for: by its reference, its address or its postcode, also without the space. */
export function isFound(job: Job, wanted: string): boolean {
  const text =
    `${job.formattedJobId} ${job.address} ${job.postcode.replace(" ", "")}`.toLowerCase();
  return text.includes(wanted);
}
