import type { OutcomeId } from "./outcome.ts";

/** The outcomes with which the work of a job is done, so that nobody has to come again. */
export const fixedOutcomes: readonly OutcomeId[] = [1, 2];

/** The outcomes of jobs that turned out not to be wanted: they neither are fixed nor fail to be. */
export const abandonedOutcomes: readonly OutcomeId[] = [6, 7, 8];

/** How long the oldest unsent work of a phone has waited, from the shortest to the longest. */
export const unsentAges = ["none", "hour", "day", "threeDays", "longer"] as const;
export type UnsentAge = (typeof unsentAges)[number];

const hourMs = 3_600_000;

/** Says how long unsent work has waited at `at`. `since` is null if nothing waits. */
export function classifyUnsent(since: Date | null, at: Date): UnsentAge {
  if (since === null) return "none";
  const hours = (at.getTime() - since.getTime()) / hourMs;
  if (hours < 1) return "hour";
  if (hours < 24) return "day";
  return hours < 72 ? "threeDays" : "longer";
}

/** Returns a part of a whole in per cent, rounded; null if there is no whole. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole);
}
