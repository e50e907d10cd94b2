import { londonDay, type PastVisit, type VisitWarning, visitWarnings } from "@fieldfare/domain";
import type { ClosedVisit } from "../database/rows.ts";
import { readClosedTime } from "./later-visits.ts";

/** Adds to the server's warnings what this phone recorded at later visits. */
export function addVisits(
  known: readonly VisitWarning[],
  visits: readonly ClosedVisit[],
): readonly VisitWarning[] {
  return visitWarnings(visits.map(toPastVisit), known);
}

function toPastVisit(visit: ClosedVisit): PastVisit {
  const { closedWithoutAccess, customForms, outcomeId } = visit;
  // A row of an earlier build does not say how the visit ended; a job that was closed with access has an outcome.
  const noAccess = closedWithoutAccess ?? (outcomeId === null ? { reason: null } : null);
  return { visitedOn: londonDay(new Date(readClosedTime(visit))), noAccess, forms: customForms };
}
