import { referenceTableNames, valueIssues } from "@fieldfare/domain";
import { defineCall } from "../call.ts";
import { csvDelimiter, csvEncoding } from "../csv-format.ts";
import { acknowledged, id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

const tableName = z.enum(referenceTableNames);
const table = { table: tableName };
const rowId = z.string().check(z.regex(/^-?\d{1,10}$/));
/** A hash of what the row says. */
const version = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** The values of a row by the names of its columns. */
const values = z.record(
  text(100),
  z.union([
    text(2000),
    lookupId,
    z.boolean(),
    z.array(lookupId).check(z.maxLength(1000)),
    z.null(),
  ]),
);

const referenceRow = namedSchema(
  "ReferenceRow",
  z.object({
    rowId,
    /** Changes with the row. A caller who changes or withdraws the row sends it back. */
    version,
    values,
    /** What the numbers of references and choices stand for, by the names of their columns. */
    names: z.record(text(100), text(500)),
  }),
);
export type ReferenceRowAnswer = z.output<typeof referenceRow>;

const limit = z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/)));

export const listReferenceTables = defineCall({
  name: "listReferenceTables",
  method: "GET",
  path: "/api/office/reference-data",
  audience: "office",
  permission: "Unspecified.View",
  summary: "The tables of reference data that the office edits, with the number of their rows",
  response: z.array(z.object({ table: tableName, rows: z.int() })),
});

export const listReferenceRows = defineCall({
  name: "listReferenceRows",
  method: "GET",
  path: "/api/office/reference-data/:table",
  audience: "office",
  permission: "Unspecified.View",
  summary: "Rows of a table of reference data, in the order of their codes or names",
  params: z.object(table),
  query: z.object({
    /** Words that the row contains, all of them. */
    search: z.optional(text(200)),
    /** The `next` of the answer before: the rows after it. */
    after: z.optional(text(2000)),
    limit,
  }),
  response: z.object({
    rows: z.array(referenceRow),
    /** Where the following rows begin; null: there are no more. */
    next: z.nullable(text(2000)),
  }),
});

export const listReferenceChoices = defineCall({
  name: "listReferenceChoices",
  method: "GET",
  path: "/api/office/reference-data/:table/choices",
  audience: "office",
  permission: "Unspecified.View",
  summary: "What the references and choices of a table may be, each with its number and its name",
  params: z.object(table),
  query: z.object({ column: text(100), search: z.optional(text(200)) }),
  /** At most 200. */
  response: z.array(z.object({ value: lookupId, name: text(500) })),
});

export const addReferenceRow = defineCall({
  name: "addReferenceRow",
  method: "POST",
  path: "/api/office/reference-data/:table",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Add a row to a table of reference data; without an id it gets the next one",
  params: z.object(table),
  body: z.object({ values }),
  response: referenceRow,
});

export const readReferenceRow = defineCall({
  name: "readReferenceRow",
  method: "GET",
  path: "/api/office/reference-data/:table/:rowId",
  audience: "office",
  permission: "Unspecified.View",
  summary: "A row of reference data",
  params: z.object({ ...table, rowId }),
  response: referenceRow,
});

export const changeReferenceRow = defineCall({
  name: "changeReferenceRow",
  method: "PUT",
  path: "/api/office/reference-data/:table/:rowId",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Change a row of reference data; refused if it was changed since",
  params: z.object({ ...table, rowId }),
  body: z.object({ version, values }),
  response: referenceRow,
});

export const withdrawReferenceRow = defineCall({
  name: "withdrawReferenceRow",
  method: "DELETE",
  path: "/api/office/reference-data/:table/:rowId",
  audience: "office",
  permission: "Unspecified.Edit",
  summary:
    "Withdraw a row of reference data: phones no longer offer it; refused while other rows refer to it",
  params: z.object({ ...table, rowId }),
  query: z.object({ version }),
  response: acknowledged,
});

export const exportReferenceRows = defineCall({
  name: "exportReferenceRows",
  method: "GET",
  path: "/api/office/reference-data/:table/csv",
  audience: "office",
  permission: "Unspecified.View",
  summary: "A table of reference data as CSV, which an import takes back",
  params: z.object(table),
  query: z.object({ search: z.optional(text(200)) }),
  response: z.unknown(),
});

/** How far an import is. */
export const importStatuses = [
  "uploaded",
  "checking",
  "checked",
  "applying",
  "applied",
  "undoing",
  "undone",
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** Why a line of a file is bad. */
export const lineCauses = [
  ...valueIssues,
  "formula",
  "spreadsheet-error",
  "unreadable-character",
  "unknown-reference",
  "several-references",
  "exceeds-other",
  "differs-from-group",
  "duplicate",
  "taken",
  "several-rows",
  "fixed",
  "too-many-cells",
  "too-many-lines",
  "open-quotation",
  "changed-since",
  "in-use",
] as const;
export type LineCause = (typeof lineCauses)[number];

/** What an import does with a line, or has done. Lines that change nothing are only counted. */
export const lineOutcomes = ["new", "changed", "bad", "skipped", "not-undone"] as const;

const count = z.int().check(z.minimum(0));

const referenceImport = namedSchema(
  "ReferenceImport",
  z.object({
    importId: id,
    table: tableName,
    fileName: text(255),
    status: z.enum(importStatuses),
    /** How many lines the work in progress has done. */
    progress: count,
    /** The lines of the file without the headings. */
    lines: count,
    /** What the check found; after the import was applied, what it did. Null before the check. */
    counts: z.nullable(
      z.object({
        new: count,
        changed: count,
        unchanged: count,
        bad: count,
        /** Good lines that were not applied, because the data were changed after the check. */
        skipped: count,
      }),
    ),
    /** How many rows the last attempt to undo it found changed since; null: nobody has tried. */
    notUndone: z.nullable(count),
    uploadedBy: text(200),
    uploadedOn: isoDateTime,
    appliedBy: z.nullable(text(200)),
    appliedOn: z.nullable(isoDateTime),
    undoneBy: z.nullable(text(200)),
    undoneOn: z.nullable(isoDateTime),
  }),
);
export type ReferenceImport = z.output<typeof referenceImport>;

const importParams = z.object({ importId: id });
const columns = z.array(z.nullable(text(100))).check(z.maxLength(200));

export const uploadReferenceImport = defineCall({
  name: "uploadReferenceImport",
  method: "POST",
  path: "/api/office/reference-imports",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Upload a CSV file for a table of reference data, at most 20 MB; nothing is changed yet",
  body: z.object({
    table: tableName,
    fileName: text(255).check(z.trim(), z.minLength(1)),
    /** The bytes of the file in base64. */
    content: z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
  }),
  response: referenceImport,
  example: { table: "part-units", fileName: "units.csv", content: "TmFtZQpNZXRyZQo=" },
});

export const listReferenceImports = defineCall({
  name: "listReferenceImports",
  method: "GET",
  path: "/api/office/reference-imports",
  audience: "office",
  permission: "Unspecified.View",
  summary: "Imports of reference data, the latest first",
  query: z.object({
    table: z.optional(tableName),
    /** The importId of the last one of the answer before: those before it. */
    after: z.optional(id),
    limit,
  }),
  response: z.array(referenceImport),
});

export const readReferenceImport = defineCall({
  name: "readReferenceImport",
  method: "GET",
  path: "/api/office/reference-imports/:importId",
  audience: "office",
  permission: "Unspecified.View",
  summary: "An import of reference data: how far it is, and its counts",
  params: importParams,
  response: referenceImport,
});

export const previewReferenceImport = defineCall({
  name: "previewReferenceImport",
  method: "GET",
  path: "/api/office/reference-imports/:importId/preview",
  audience: "office",
  permission: "Unspecified.View",
  summary:
    "The headings and the first lines of an uploaded file, and the columns that they seem to be",
  params: importParams,
  query: z.object({
    /** Absent: what the file seems to be in. */
    encoding: z.optional(csvEncoding),
    delimiter: z.optional(csvDelimiter),
  }),
  response: z.object({
    encoding: csvEncoding,
    delimiter: csvDelimiter,
    /** True: the file is UTF-8 for certain. */
    isSurelyUtf8: z.boolean(),
    /** The first line that the encoding cannot read; null: it can read all. */
    undecodableLine: z.nullable(z.int()),
    headings: z.array(text(1000)),
    /** The first lines, at most 5. */
    lines: z.array(z.array(text(1000))),
    /** For each heading the column that it seems to be; null: none. */
    columns,
  }),
});

export const checkReferenceImport = defineCall({
  name: "checkReferenceImport",
  method: "POST",
  path: "/api/office/reference-imports/:importId/check",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Begin to check an uploaded file line by line; nothing is changed yet",
  params: importParams,
  body: z.object({
    encoding: csvEncoding,
    delimiter: csvDelimiter,
    /** For each heading the column that it is; null: it is left out. */
    columns,
  }),
  response: referenceImport,
});

const lineIssue = z.object({
  /** The name of the column; null: the whole line. */
  column: z.nullable(text(100)),
  cause: z.enum(lineCauses),
  /** The reason in a sentence. */
  reason: text(1000),
  /** What the cell says, cut after 200 characters; null: nothing to show. */
  cell: z.nullable(text(200)),
});

export const listImportLines = defineCall({
  name: "listImportLines",
  method: "GET",
  path: "/api/office/reference-imports/:importId/lines",
  audience: "office",
  permission: "Unspecified.View",
  summary: "Lines of an import by what it does with them, and for bad lines the reasons",
  params: importParams,
  query: z.object({
    outcome: z.optional(z.enum(lineOutcomes)),
    /** Only lines that are bad for this cause, in this column. */
    cause: z.optional(z.enum(lineCauses)),
    column: z.optional(text(100)),
    /** The last line of the answer before: the lines after it. */
    after: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
    limit,
  }),
  response: z.array(
    z.object({
      line: z.int(),
      outcome: z.enum(lineOutcomes),
      /** What the row says after the import; null: the line is bad. */
      values: z.nullable(values),
      /** What the row said before; null: it is new, or the line is bad. */
      before: z.nullable(values),
      issues: z.array(lineIssue),
    }),
  ),
});

export const groupImportLines = defineCall({
  name: "groupImportLines",
  method: "GET",
  path: "/api/office/reference-imports/:importId/causes",
  audience: "office",
  permission: "Unspecified.View",
  summary: "The causes for which lines of an import are bad, the most frequent first",
  params: importParams,
  response: z.array(
    z.object({
      column: z.nullable(text(100)),
      cause: z.enum(lineCauses),
      lines: count,
      /** The first of these lines, at most 20. */
      firstLines: z.array(z.int()),
      /** The reason of the first line. */
      example: text(1000),
      /** The different reasons of these lines in the order of the file, at most 5. */
      reasons: z.array(
        z.object({
          reason: text(1000),
          lines: count,
          /** The first of the lines with this reason, at most 5. */
          firstLines: z.array(z.int()),
        }),
      ),
      /** How many different reasons there are. */
      reasonCount: count,
    }),
  ),
});

export const exportBadLines = defineCall({
  name: "exportBadLines",
  method: "GET",
  path: "/api/office/reference-imports/:importId/bad-lines",
  audience: "office",
  permission: "Unspecified.View",
  summary:
    "The bad lines of an import as CSV: the line, its reasons and its cells, to correct and import again",
  params: importParams,
  response: z.unknown(),
});

export const applyReferenceImport = defineCall({
  name: "applyReferenceImport",
  method: "POST",
  path: "/api/office/reference-imports/:importId/apply",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Begin to apply the good lines of a checked import, all in one change",
  params: importParams,
  response: referenceImport,
});

export const undoReferenceImport = defineCall({
  name: "undoReferenceImport",
  method: "POST",
  path: "/api/office/reference-imports/:importId/undo",
  audience: "office",
  permission: "Unspecified.Edit",
  summary:
    "Begin to undo an applied import: its rows are as before, and those that it added are withdrawn",
  params: importParams,
  body: z.object({
    /**
     * True: rows that were changed since stay as they are. False: if there is one, nothing is undone, and the lines with the
     * outcome `not-undone` name them.
     */
    leaveChanged: z.boolean(),
  }),
  response: referenceImport,
});

export const discardReferenceImport = defineCall({
  name: "discardReferenceImport",
  method: "DELETE",
  path: "/api/office/reference-imports/:importId",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Discard an import that was not applied",
  params: importParams,
  response: acknowledged,
});
