import type { AttemptedHome } from "@fieldfare/contract/office";
import { writeCsv } from "../../ui/csv.ts";
import { formatForFile } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { strings } from "./strings.ts";

const heading = [
  strings.address,
  strings.uprn,
  strings.ended,
  strings.received,
  strings.jobOfAttempt,
  strings.engineer,
  strings.reason,
  strings.notes,
  strings.photos,
];

/** Offers what is shown as CSV, one line for each attempt. */
export function downloadAttempts(homes: readonly AttemptedHome[]): void {
  const csv = writeCsv([heading, ...listAttempts(homes)]);
  downloadFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "access-attempts.csv");
}

/** The cells of each attempt, with dates as spreadsheets read and sort them. */
export function listAttempts(homes: readonly AttemptedHome[]): string[][] {
  return homes.flatMap(({ address, uprn, attempts }) =>
    attempts.map((attempt) => [
      address,
      uprn ?? "",
      formatForFile(attempt.endedOn),
      formatForFile(attempt.receivedOn),
      attempt.formattedJobId,
      attempt.engineerName ?? "",
      attempt.reason ?? "",
      attempt.notes,
      String(attempt.photos),
    ]),
  );
}
