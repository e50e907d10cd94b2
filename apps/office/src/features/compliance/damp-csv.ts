import type { DampCase } from "@fieldfare/contract/office";
import { dampClockNames } from "@fieldfare/domain";
import { writeCsv } from "../../ui/csv.ts";
import { formatForFile } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { strings } from "./strings.ts";

const heading = [
  strings.address,
  strings.uprn,
  strings.aware,
  strings.hazard,
  strings.stateOf,
  strings.runsOut,
  ...dampClockNames.flatMap((name) =>
    [strings.dueOn, strings.stoppedOn, strings.stateOf].map(
      (column) => `${strings.clockNames[name]}: ${column}`,
    ),
  ),
  strings.rehoused,
  strings.nextJobOfCase,
  strings.closedOn,
];

/** Offers what is shown as CSV, one line for each case. */
export function downloadDampCases(cases: readonly DampCase[]): void {
  const rows = cases.map((one) => [
    one.address,
    one.uprn ?? "",
    formatOptional(one.awareOn),
    one.hazard === null ? strings.notInspected : strings.hazards[one.hazard],
    strings.dampStates[one.closedOn === null ? one.state : "closed"],
    formatOptional(one.nextDueOn),
    ...dampClockNames.flatMap((name) => {
      const clock = one.clocks.find((other) => other.name === name);
      if (!clock) return ["", "", ""];
      const { dueOn, stoppedOn, state } = clock;
      return [formatForFile(dueOn), formatOptional(stoppedOn), strings.clockStates[state]];
    }),
    one.isRehoused ? "yes" : "",
    one.job?.formattedJobId ?? "",
    formatOptional(one.closedOn),
  ]);
  const csv = writeCsv([heading, ...rows]);
  downloadFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "damp-and-mould.csv");
}

function formatOptional(moment: string | null): string {
  return moment === null ? "" : formatForFile(moment);
}
