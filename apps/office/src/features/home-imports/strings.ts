import type { PropertyImport, PropertyImportStatus } from "@fieldfare/contract/office";
import { formatCount } from "../../ui/count.ts";
import type { Tone } from "../../ui/pill.tsx";

type CountName = keyof PropertyImport["counts"];

/** What the screens of imports of homes say. */
export const strings = {
  importTitle: "Import homes and tenants",
  history: "Imports",
  loading: "The import is loading",
  chooseFile: "1. Choose a file",
  chooseFileAdvice:
    "CSV with headings, or NDJSON, of up to 200,000 lines unless this server has another limit. Homes are recognised by their UPRN, tenants by your reference at their home. What the file does not name stays as it is, and nothing is removed. Nothing changes before you have seen what the file does.",
  template: "Download the headings",
  templateName: "homes.csv",
  file: "File",
  fileMissing: "Choose a file",
  upload: "Upload and check",
  working: { checking: "The file is being checked", applying: "The homes are being imported" },
  progress: (done: number, total: number) =>
    `${done.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} lines`,
  workingAdvice:
    "You may leave this page. The server goes on, and the import is in the list of imports.",
  result: "2. What the file does",
  counts: {
    read: "Lines",
    added: "New homes",
    changed: "Lines with changes",
    unchanged: "Unchanged",
    refused: "Left out",
    tenantsAdded: "New tenants",
    tenantsChanged: "Changed tenants",
  } satisfies Record<CountName, string>,
  windowsTitle: "The file is not in UTF-8",
  windows:
    "It is read as Windows-1252. If it has another encoding, letters such as é are wrong: discard the import, and save the file as CSV (UTF-8).",
  unknownTitle: "Columns that are left out",
  unknown: (names: readonly string[]) =>
    `The import does not know ${new Intl.ListFormat("en-GB").format(names)}.`,
  nothingChangedYet: "Nothing is changed yet.",
  nothingToApply: "No line adds or changes a home: there is nothing to import.",
  apply: (count: number) => `Import ${formatCount(count, "line")}`,
  discard: "Discard",
  discarded: "The import is discarded",
  refusedTitle: "Lines that are left out",
  refusedAdvice: (shown: number, total: number) =>
    shown < total
      ? `The first ${shown} of ${total.toLocaleString("en-GB")} are shown; the report has all of them. Correct them, and import that file afterwards.`
      : "Correct them, and import that file afterwards.",
  refusedGone: "Which lines were left out is no longer stored.",
  downloadReport: "Download the report",
  reportName: (fileName: string) => `lines-left-out-of-${fileName.replace(/\.\w+$/, "")}.csv`,
  line: "Line",
  value: "Value",
  what: "What is wrong, and what to do",
  wholeLine: "Whole line",
  appliedTitle: "The file is imported",
  appliedAdvice:
    "Engineers who have a job at a home that has changed are told. To go back, import the file of before.",
  another: "Import another file",
  toHistory: "Show all imports",
  historyTitle: "Imports of homes",
  historyEmpty: "No homes were imported yet",
  historyEmptyAdvice: "Choose a file: you see what it does before anything changes.",
  historyMore: "Show earlier imports",
  historyShown: (count: number) => formatCount(count, "import"),
  when: "Uploaded",
  by: "By",
  status: "State",
  did: "What it did",
  statuses: {
    checking: "Being checked",
    checked: "Not imported",
    applying: "Being imported",
    applied: "Imported",
  } satisfies Record<PropertyImportStatus, string>,
} as const;

/** The counts in the order in which they are shown. */
export const countNames = [
  "added",
  "changed",
  "unchanged",
  "refused",
  "tenantsAdded",
  "tenantsChanged",
] as const satisfies readonly CountName[];

/** The colour of each state of an import. */
export const statusTones: Readonly<Record<PropertyImportStatus, Tone>> = {
  checking: "current",
  checked: "warn",
  applying: "current",
  applied: "good",
};
