import { strings } from "./strings.ts";

/** `not-allowed`: the user may not read them. */
type Reading = "reading" | "failed" | "read" | "not-allowed";

/** How a query of the day stands. What was read before a failure is still shown. */
export function describeReading(query: {
  readonly data: unknown;
  readonly isError: boolean;
}): Reading {
  if (query.data !== undefined) return "read";
  return query.isError ? "failed" : "reading";
}

/** Says how the engineers are ordered, as far as the jobs and absences of the day are known. */
export function describeOrder(jobs: Reading, absences: Reading): string {
  if (jobs === "reading") return strings.reading;
  if (jobs !== "read") return strings.failed;
  return { read: strings.order, reading: strings.order, ...strings.withoutAbsences }[absences];
}
