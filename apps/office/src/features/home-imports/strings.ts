import type {
  PropertyImport,
  PropertyImportColumn,
  PropertyImportStatus,
} from "@fieldfare/contract/office";
import type { Extent } from "../../server/import-extent.ts";
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
  unusableFile: "This file cannot be used",
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
    tenantsErased: "Erased tenants, left out",
  } satisfies Record<CountName, string>,
  windowsTitle: "The file is not in UTF-8",
  windows:
    "It is read as Windows-1252. If it has another encoding, letters such as é are wrong: discard the import, and save the file as CSV (UTF-8).",
  unknownTitle: "Columns that are left out",
  unknown: (names: readonly string[]) =>
    `The import does not know ${new Intl.ListFormat("en-GB").format(names)}.`,
  nothingChangedYet:
    "Nothing is changed yet. Look at it first: an import of homes cannot be undone with a button.",
  nothingToApply: "No line adds or changes a home: there is nothing to import.",
  apply: (count: number) => `Import ${formatCount(count, "line")}`,
  discard: "Discard",
  discarded: "The import is discarded",
  changesTitle: "What changes",
  changesMore: "Show more changes",
  changesShown: (shown: number, total: number) =>
    `${shown.toLocaleString("en-GB")} of ${formatCount(total, "line")} with changes`,
  changesGone: "Nothing changes any more: these homes were changed since the file was checked.",
  home: "Home",
  change: (title: string, before: string | null, after: string | null) =>
    `${title}: ${before ?? "-"} → ${after ?? "-"}`,
  ofTenant: (tenant: string, change: string) => `${tenant}, ${change}`,
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
  appliedTitle: {
    all: () => "The file is imported",
    part: (lines: number, leftOut: number) =>
      `${formatCount(lines, "line is", "lines are")} imported, ${leftOut.toLocaleString("en-GB")} left out`,
    nothing: () => "Nothing is imported",
  } satisfies Record<Extent, (lines: number, leftOut: number) => string>,
  appliedAdvice: "Engineers who have a job at a home that has changed are told.",
  nothingApplied: "No home or tenant was added or changed.",
  backTitle: "If something is wrong",
  backSteps: [
    "An import of homes cannot be undone with a button.",
    "Import the file that you imported before this one, or a file with the right values: it puts its values in place of these. A cell that is empty in a CSV file changes nothing, so type the value that is to be there.",
    "New homes and tenants stay. Mark a tenant who is wrong as having left in the column tenantHasLeft.",
    "The audit says what the address of each home was before.",
  ],
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
  appliedStatuses: {
    all: "Imported",
    part: "Imported in part",
    nothing: "Nothing imported",
  } satisfies Record<Extent, string>,
} as const;

/** What the columns of a file are called on the screen. */
export const columnTitles: Readonly<Record<PropertyImportColumn, string>> = {
  uprn: "UPRN",
  addressLine1: "address line 1",
  addressLine2: "address line 2",
  addressLine3: "address line 3",
  addressLine4: "address line 4",
  postcode: "postcode",
  latitude: "latitude",
  longitude: "longitude",
  clientId: "number of the client",
  landlordName: "name of the landlord",
  landlordAddress: "address of the landlord",
  tenantReference: "reference",
  tenantName: "name",
  tenantIsPrimary: "primary tenant",
  tenantEmail: "email address",
  tenantMobile: "mobile telephone",
  tenantHomePhone: "home telephone",
  tenantOtherPhone: "other telephone",
  tenantHasLeft: "has left",
};

/** The counts in the order in which they are shown. */
export const countNames = [
  "added",
  "changed",
  "unchanged",
  "refused",
  "tenantsAdded",
  "tenantsChanged",
  "tenantsErased",
] as const satisfies readonly CountName[];

/** The colour of each state of an import. */
export const statusTones: Readonly<Record<PropertyImportStatus, Tone>> = {
  checking: "current",
  checked: "warn",
  applying: "current",
  applied: "good",
};
