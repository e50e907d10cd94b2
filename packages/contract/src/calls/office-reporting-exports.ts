import { defineCall } from "../call.ts";
import { calendarDay, id, isoDateTime, namedSchema, sha256, text, z } from "../schema.ts";

/** The states of an export: it waits for a server, is being made, can be downloaded, or was given up. */
export const reportingExportStates = ["waiting", "running", "done", "failed"] as const;
export type ReportingExportState = (typeof reportingExportStates)[number];

const reportingFile = namedSchema(
  "ReportingFile",
  z.object({
    /** The name of the view, such as `jobs`. */
    view: text(100),
    /** The name of the file, such as `jobs.ndjson.gz`. */
    file: text(120),
    rows: z.int(),
    /** The size of the file. */
    bytes: z.int(),
    sha256,
    /** The objects of the object store whose bytes, one after another, are the file. */
    objects: z.array(sha256),
    columns: z.array(z.object({ name: text(100), type: text(100) })),
  }),
);
export type ReportingFile = z.output<typeof reportingFile>;

const reportingExport = namedSchema(
  "ReportingExport",
  z.object({
    exportId: id,
    /** The London day on which it was started. */
    day: calendarDay,
    /** Who started it; null: the server did, at its time. */
    requestedBy: z.nullable(text(200)),
    state: z.enum(reportingExportStates),
    createdOn: isoDateTime,
    attempts: z.int(),
    /** Why the last attempt failed; null: none did. */
    lastError: z.nullable(text(300)),
    /** The moment that the rows show; null: it is not done. */
    takenOn: z.nullable(isoDateTime),
    endedOn: z.nullable(isoDateTime),
    /** How many rows it has. */
    rows: z.int(),
    bytes: z.int(),
  }),
);
export type ReportingExport = z.output<typeof reportingExport>;

/** What a warehouse has to know of an export. */
export const reportingManifest = namedSchema(
  "ReportingManifest",
  z.object({
    exportId: id,
    day: calendarDay,
    takenOn: isoDateTime,
    /** The newest migration of the database. */
    schemaVersion: text(200),
    /** The last event of the feed that the rows contain; they may contain later ones. */
    position: z.int(),
    files: z.array(reportingFile),
  }),
);
export type ReportingManifest = z.output<typeof reportingManifest>;

const access = { audience: "office", permission: "Unspecified.Export" } as const;

export const listReportingExports = defineCall({
  name: "listReportingExports",
  method: "GET",
  path: "/api/office/reporting-exports",
  ...access,
  summary: "The exports of the reporting views, the newest first",
  query: z.object({
    /** The exportId of the last export of the answer before: older ones. */
    before: z.optional(id),
    /** At most 100; absent: 50. */
    limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
  }),
  response: z.object({ exports: z.array(reportingExport) }),
});

export const startReportingExport = defineCall({
  name: "startReportingExport",
  method: "POST",
  path: "/api/office/reporting-exports",
  ...access,
  summary: "Start an export of the reporting views now; it is done in the background",
  response: reportingExport,
});

export const readReportingManifest = defineCall({
  name: "readReportingManifest",
  method: "GET",
  path: "/api/office/reporting-exports/:exportId/manifest",
  ...access,
  summary:
    "The files of an export that is done, with their rows, hashes and columns, and the position of the feed",
  params: z.object({ exportId: id }),
  response: reportingManifest,
});

export const downloadReportingFile = defineCall({
  name: "downloadReportingFile",
  method: "GET",
  path: "/api/office/reporting-exports/:exportId/files/:file",
  ...access,
  summary: "A file of an export: the rows of a view as JSON, one a line, compressed with gzip",
  params: z.object({ exportId: id, file: text(120) }),
  response: z.unknown(),
});
