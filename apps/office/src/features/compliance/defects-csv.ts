import type { SafetyForm } from "@fieldfare/contract/office";
import { findingStrings } from "../../server/safety-findings/strings.ts";
import { writeCsv } from "../../ui/csv.ts";
import { formatForFile } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { strings } from "./strings.ts";

const { csvColumns } = strings;

const heading = [
  strings.completed,
  strings.formKind,
  strings.jobOfAttempt,
  strings.address,
  strings.uprn,
  strings.engineer,
  strings.classification,
  csvColumns.appliance,
  csvColumns.fault,
  csvColumns.action,
  csvColumns.notice,
  strings.homeState,
  strings.nextJob,
];

/** Offers what is shown as CSV, one line for each finding. */
export function downloadDefects(forms: readonly SafetyForm[]): void {
  const rows = forms.flatMap((form) =>
    form.findings.map((finding) => [
      formatForFile(form.completedOn),
      strings.formKinds[form.kind],
      form.formattedJobId,
      form.address,
      form.uprn ?? "",
      form.engineerName ?? "",
      finding.classification === null ? "" : findingStrings.classes[finding.classification],
      finding.name,
      finding.fault,
      finding.action,
      finding.noticeNumber,
      form.isOpen ? findingStrings.open : findingStrings.notOpen,
      form.job?.formattedJobId ?? "",
    ]),
  );
  const csv = writeCsv([heading, ...rows]);
  downloadFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "defects-and-notices.csv");
}
