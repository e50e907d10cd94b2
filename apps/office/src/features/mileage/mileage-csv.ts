import { writeCsv } from "../../ui/csv.ts";
import { formatForFile } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import type { Entry } from "./queries.ts";
import { strings } from "./strings.ts";

const heading = [
  strings.engineer,
  strings.date,
  strings.vehicle,
  strings.miles,
  strings.previousVehicle,
  strings.previousMiles,
  strings.state,
  strings.columns.reason,
  strings.columns.before,
];

/** Offers the entries that are shown as CSV, one line for each. */
export function downloadMileage(entries: readonly Entry[], month: string): void {
  const rows = entries.map((entry) => [
    entry.operativeName,
    formatForFile(entry.dateRecorded),
    entry.registration,
    String(entry.currentMileage),
    entry.previousRegistration ?? "",
    entry.previousMileage === null ? "" : String(entry.previousMileage),
    [...(entry.removedOn === null ? [] : [strings.removed]), ...listIssues(entry)].join("; "),
    entry.corrections.map(({ reason }) => reason).join("; "),
    entry.corrections.map(describeBefore).join("; "),
  ]);
  const csv = writeCsv([heading, ...rows]);
  downloadFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `mileage-${month}.csv`);
}

const prefix = "mileage: ";

/** The rules that an entry breaks, in words. */
export function listIssues({ flags }: Entry): string[] {
  return flags
    .filter((flag) => flag.startsWith(prefix))
    .map((flag) => flag.slice(prefix.length))
    .map((issue) => strings.rules[issue] ?? issue);
}

/** What an entry said before a correction. */
export function describeBefore({
  previousRegistration,
  previousMileage,
}: Entry["corrections"][number]): string {
  const parts = [previousRegistration, previousMileage === null ? null : miles(previousMileage)];
  return parts.filter(Boolean).join(", ") || strings.notReceived;
}

/** A number of miles as people read it. */
export function miles(count: number): string {
  return count.toLocaleString("en-GB");
}
