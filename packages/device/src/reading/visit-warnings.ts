import { londonDay, type PastVisit, type VisitWarning, visitWarnings } from "@fieldfare/domain";
import type { JobRow } from "../database/rows.ts";
import { readClosedTime } from "./later-visits.ts";

/** Adds to the server's warnings what this phone recorded at later visits. */
export function addVisits(
  known: readonly VisitWarning[],
  visits: readonly JobRow[],
): readonly VisitWarning[] {
  return visitWarnings(visits.map(toPastVisit), known);
}

function toPastVisit(job: JobRow): PastVisit {
  const { closedWithoutAccess, customForms, outcomeId } = job;
  // A row of an earlier build does not say how the visit ended; a job that was closed with access has an outcome.
  const noAccess = closedWithoutAccess ?? (outcomeId === null ? { reason: null } : null);
  return { visitedOn: londonDay(new Date(readClosedTime(job))), noAccess, forms: customForms };
}
