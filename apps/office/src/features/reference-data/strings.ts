import { formatCount } from "../../ui/count.ts";
import type { ImportStatus, LineCause } from "@fieldfare/contract/office";
import type { Extent } from "../../server/import-extent.ts";
import type { Tone } from "../../ui/pill.tsx";

/** What the screens of reference data say. */
export const strings = {
  title: "Reference data",
  tables: "Tables",
  search: "Search",
  searchHint: "Words of the row, such as a code",
  add: (rowName: string) => `Add ${rowName}`,
  import: "Import CSV",
  history: "Imports",
  homes: "Imports of homes",
  alerts: "Alerts",
  export: "Export CSV",
  loading: "The rows are loading",
  shown: (count: number, total: number | undefined, isFiltered: boolean) =>
    isFiltered || total === undefined
      ? `${formatCount(count, "row is", "rows are")} loaded`
      : `${count.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} rows are loaded`,
  nothingFound: "No row contains these words",
  nothingFoundAdvice: "Search for fewer words, or for a part of a code.",
  empty: (title: string) => `${title}: there is nothing yet`,
  emptyAdvice: (rowName: string) =>
    `Add a ${rowName} here, or import a CSV file. An exported table shows the columns that a file may have.`,
  open: (rowName: string) => `Change this ${rowName}`,
  edit: "Change",
  save: "Save",
  withdraw: "Withdraw",
  withdrawTitle: (rowName: string) => `Withdraw this ${rowName}?`,
  withdrawNotes: [
    "Phones no longer offer it after their next synchronisation.",
    "Jobs that have it already stay as they are.",
    "To have it back, add it again.",
  ],
  saved: (rowName: string) => `The ${rowName} is saved`,
  withdrawn: (rowName: string) => `The ${rowName} is withdrawn`,
  changedTitle: "It was changed since you opened it",
  isNow: (name: string, value: string) => `${name}, now: ${value || "nothing"}`,
  goOn: "Go on with what I typed",
  withdrawAnyway: "Go on and withdraw it all the same",
  isWithdrawn: (rowName: string) => `Somebody has withdrawn this ${rowName} meanwhile.`,
  idHint: "Leave it empty for the next free number.",
  numbersHint: "Numbers with spaces between them. Empty: all.",
  renamesGroup: (rowName: string) =>
    `A change here renames the category at every ${rowName} with the same category id.`,
  sharesGroup: (rowName: string) =>
    `Every ${rowName} with the same category id has this name. Where there are others, write theirs.`,
  choose: "Choose",
  yes: "Yes",
  no: "No",
  issues: {
    missing: "Fill this in",
    "too-long": "This is too long",
    "line-break": "Write it in one line",
    "shortened-number": "Write the whole number",
    "not-a-number": "Write a whole number",
    "out-of-range": "This number is too small or too large",
    "not-yes-or-no": "Choose yes or no",
    "wrong-type": "This does not fit",
  },
  importTitle: "Import reference data",
  chooseFile: "1. Choose a file",
  chooseFileAdvice:
    "Save the sheet as CSV in your spreadsheet program. Nothing changes before you have seen what the file does.",
  table: "Table",
  file: "CSV file",
  upload: "Upload",
  unusableFile: "This file cannot be used",
  fileMissing: "Choose a file",
  fileTooLarge: "The file is larger than 20 MB. Split it, and import the parts one after another.",
  confirmColumns: "2. Confirm the columns",
  encoding: "Encoding",
  encodings: { "utf-8": "UTF-8", "windows-1252": "Windows-1252 (Western European)" },
  encodingHint: "Look at the letters below, such as é or £: they show whether it is right.",
  encodingSurely:
    "The file is in UTF-8. Read as Windows-1252, its accented letters and signs become wrong.",
  undecodable: (line: number) =>
    `Line ${line} is not in UTF-8. Choose Windows-1252, and check that the letters below are right.`,
  delimiter: "Between the cells",
  delimiters: { ",": "Comma", ";": "Semicolon", "\t": "Tab" },
  columnOf: (heading: string) => `Column for ${heading}`,
  leaveOut: "Leave out",
  noHeading: "(no heading)",
  check: "Check the file",
  working: {
    checking: "The file is being checked",
    applying: "The rows are being imported",
    undoing: "The import is being undone",
  },
  progress: (done: number, total: number) =>
    total > 0
      ? `${done.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} lines`
      : formatCount(done, "line"),
  workingAdvice:
    "You may leave this page. The server goes on, and the import is in the list of imports.",
  result: "3. What the file does",
  counts: {
    new: "New",
    changed: "Changed",
    unchanged: "Unchanged",
    bad: "Bad",
    skipped: "Skipped",
  },
  nothingChangedYet: "Nothing is changed yet.",
  badTitle: "Bad lines by cause",
  badAdvice:
    "Bad lines are left out. Download them, correct them, and import that file afterwards.",
  downloadBad: "Download bad lines",
  cause: "Cause",
  column: "Column",
  linesHeading: "Lines",
  firstLines: "First lines",
  reasons: "What is wrong",
  reasonOf: (firstLines: readonly number[], lines: number, reason: string) =>
    `${lines === 1 ? "Line" : "Lines"} ${firstLines.join(", ")}${lines > firstLines.length ? " …" : ""}: ${reason}`,
  moreReasons: (count: number) =>
    `${formatCount(count, "other reason is", "other reasons are")} in the downloaded file.`,
  wholeLine: "Whole line",
  changesTitle: "What changes, for example",
  line: "Line",
  row: "Row",
  before: "Before",
  after: "After",
  apply: (count: number) => `Import ${formatCount(count, "row")}`,
  nothingToApply: "No line adds or changes a row: there is nothing to import.",
  again: "Choose other columns",
  discard: "Discard",
  discarded: "The import is discarded",
  appliedTitle: {
    all: () => "The file is imported",
    part: (rows: number, leftOut: number) =>
      `${formatCount(rows, "row is", "rows are")} imported, ${formatCount(leftOut, "line is", "lines are")} left out`,
    nothing: () => "Nothing is imported",
  } satisfies Record<Extent, (rows: number, leftOut: number) => string>,
  appliedAdvice:
    "Phones get the rows at their next synchronisation. To go back, select Undo import: rows that were added are withdrawn, and rows that were changed get the values that they had before.",
  nothingApplied: "No row was added or changed, so there is nothing to undo.",
  skippedTitle: "Lines that were skipped",
  skippedAdvice: "The data were changed since the file was checked. These lines were not imported.",
  undo: "Undo import",
  undoTitle: "Undo this import?",
  undoAdded: (count: number) =>
    formatCount(count, "row that it added is withdrawn.", "rows that it added are withdrawn."),
  undoChanged: (count: number) =>
    formatCount(
      count,
      "row that it changed gets the values that it had before.",
      "rows that it changed get the values that they had before.",
    ),
  undoOther: (count: number) =>
    formatCount(
      count,
      "line changed nothing, so there is nothing to undo for it.",
      "lines changed nothing, so there is nothing to undo for them.",
    ),
  undoFirst: "If one of the rows was changed or used since, nothing is undone yet: you see which.",
  notUndoneTitle: (count: number) =>
    `Nothing is undone: ${formatCount(count, "row", "rows")} cannot be as before`,
  undoneRest: (count: number) =>
    formatCount(
      count,
      "row stays as it is: it was changed or used since.",
      "rows stay as they are: they were changed or used since.",
    ),
  undoOthers: "Undo the others",
  undoneTitle: {
    all: () => "The import is undone",
    part: (rows: number, left: number) =>
      `${formatCount(rows, "row is", "rows are")} as before, ${formatCount(left, "stays", "stay")} as imported`,
    nothing: () => "No row is as before",
  } satisfies Record<Extent, (rows: number, left: number) => string>,
  toTable: "Show the table",
  another: "Import another file",
  historyTitle: "Imports of reference data",
  historyEmpty: "Nothing was imported yet",
  historyEmptyAdvice: "Choose a CSV file: you see what it does before anything changes.",
  historyMore: "Show earlier imports",
  historyShown: (count: number) => formatCount(count, "import"),
  allTables: "All tables",
  historyTable: "Imports",
  fileName: "File",
  by: "By",
  when: "Uploaded",
  status: "State",
  what: "What it did",
  statuses: {
    uploaded: "Not checked",
    checking: "Being checked",
    checked: "Not imported",
    applying: "Being imported",
    applied: "Imported",
    undoing: "Being undone",
    undone: "Undone",
  } satisfies Record<ImportStatus, string>,
  appliedStatuses: {
    all: "Imported",
    part: "Imported in part",
    nothing: "Nothing imported",
  } satisfies Record<Extent, string>,
  undoneStatuses: {
    all: "Undone",
    part: "Undone in part",
    nothing: "Nothing undone",
  } satisfies Record<Extent, string>,
  causes: {
    missing: "Empty",
    "too-long": "Too long",
    "line-break": "Line break",
    "shortened-number": "Shortened number",
    "not-a-number": "Not a number",
    "out-of-range": "Out of range",
    "not-yes-or-no": "Not yes or no",
    "wrong-type": "Wrong type",
    formula: "Formula",
    "spreadsheet-error": "Error of a formula",
    "unreadable-character": "Unreadable character",
    "unknown-reference": "Does not exist",
    "several-references": "Several with this name",
    "exceeds-other": "More than the other",
    "differs-from-group": "Differs from other rows",
    duplicate: "Twice in the file",
    taken: "Another row has it",
    "several-rows": "Several rows match",
    fixed: "Cannot change",
    "too-many-cells": "Too many cells",
    "too-many-lines": "Too many lines",
    "open-quotation": "Open quotation mark",
    "changed-since": "Changed since",
    "in-use": "In use",
  } satisfies Record<LineCause, string>,
} as const;

/** The colour of each state of an import. */
export const statusTones: Readonly<Record<ImportStatus, Tone>> = {
  uploaded: "neutral",
  checking: "current",
  checked: "warn",
  applying: "current",
  applied: "good",
  undoing: "current",
  undone: "neutral",
};
