import { defineCall } from "../call.ts";
import { dataSetAnswer, syncedType } from "../data-sets/data-sets.ts";
import { serverJob } from "../entities/job.ts";
import { id, isoDateTime, lookupId, text, z } from "../schema.ts";

export const sync = defineCall({
  name: "sync",
  method: "POST",
  path: "/api/sync",
  audience: "engineer",
  summary: "Reference data: what changed since the dates that the device holds",
  body: z.object({
    /** Ask before sending more than this; null: send. */
    warnSizeInMb: z.nullable(z.number().check(z.minimum(0))),
    isFullSync: z.boolean(),
    data: z.array(z.object({ type: syncedType, date: z.nullable(text(60)) })),
  }),
  response: z.object({
    syncSizeInMb: z.number(),
    isSyncRequired: z.boolean(),
    payload: z.array(dataSetAnswer),
    /** Cut at a set boundary: ask again for the rest. */
    isPartial: z.boolean(),
  }),
  example: { warnSizeInMb: 5, isFullSync: false, data: [{ type: "DomainData", date: null }] },
});

export const getJobs = defineCall({
  name: "getJobs",
  method: "GET",
  path: "/api/job",
  audience: "engineer",
  summary:
    "New jobs: assigned to this engineer and not yet acknowledged by this device; after recovery, all open ones in the state last recorded",
  query: z.object({ recovery: z.optional(z.enum(["true", "false"])) }),
  response: z.object({ jobs: z.array(serverJob) }),
});

export const getJobHistory = defineCall({
  name: "getJobHistory",
  method: "GET",
  path: "/api/job/:jobId/history",
  audience: "engineer",
  summary:
    "Documents and pictures of a completed job at a property where this engineer has work; imageUrl is below this host",
  params: z.object({ jobId: id }),
  response: z.object({
    documents: z.array(z.object({ documentId: id, name: text(200) })),
    images: z.array(z.object({ documentId: id, name: text(200), imageUrl: text(500) })),
  }),
});

const documentParams = z.object({ documentId: id });

/** Answers bytes: a picture. */
export const downloadDocument = defineCall({
  name: "downloadDocument",
  method: "GET",
  path: "/document/download/:documentId",
  audience: "engineer",
  summary: "A picture of a completed job",
  params: documentParams,
  response: z.unknown(),
});

/** Answers bytes: a PDF named after the document. */
export const downloadDocumentAsPdf = defineCall({
  name: "downloadDocumentAsPdf",
  method: "GET",
  path: "/document/downloadaspdf/:documentId",
  audience: "engineer",
  summary: "A document of a completed job as PDF",
  params: documentParams,
  response: z.unknown(),
});

export const getCommands = defineCall({
  name: "getCommands",
  method: "GET",
  path: "/api/command",
  audience: "engineer",
  summary: "Commands that this device has not yet acknowledged",
  response: z.object({
    /** Parsed one by one, so that a type that is not known stops no other. */
    commands: z.array(z.looseObject({ messageId: id, type: text(100) })),
  }),
});

const logEntry = z.object({
  logId: id,
  loggedOn: isoDateTime,
  level: z.enum(["error", "warning", "information"]),
  message: text(4000),
  details: z.optional(z.nullable(text(16_000))),
});

const acknowledged = z.object({ status: z.literal("ok") });

export const logErrors = defineCall({
  name: "logErrors",
  method: "POST",
  path: "/api/log/error",
  audience: "engineer",
  summary: "What went wrong on the device",
  body: z.object({ entries: z.array(logEntry).check(z.maxLength(100)) }),
  response: acknowledged,
});

export const logDump = defineCall({
  name: "logDump",
  method: "POST",
  path: "/api/log/dump",
  audience: "engineer",
  summary: "The device's log, asked for by a DataDump command",
  body: z.object({
    commandId: z.nullable(id),
    entries: z.array(logEntry).check(z.maxLength(1000)),
  }),
  response: acknowledged,
});

export const logDumpData = defineCall({
  name: "logDumpData",
  method: "POST",
  path: "/api/log/dump/data",
  audience: "engineer",
  summary: "Counts and states of the device's tables, asked for by a DataDump command",
  body: z.object({
    commandId: z.nullable(id),
    tables: z.array(z.object({ name: text(100), rows: z.int() })),
    queue: z.array(
      z.object({
        messageId: id,
        type: text(100),
        status: text(50),
        sendAttempts: z.int(),
        lane: text(200),
      }),
    ),
  }),
  response: acknowledged,
});

export const exportTable = defineCall({
  name: "exportTable",
  method: "POST",
  path: "/api/device/table",
  audience: "engineer",
  summary: "The rows of one table of the device",
  body: z.object({ table: text(100), rows: z.array(z.record(z.string(), z.unknown())) }),
  response: acknowledged,
});

export const exportChunk = defineCall({
  name: "exportChunk",
  method: "POST",
  path: "/api/device/export/chunk",
  audience: "engineer",
  summary: "A piece of an export: multipart with chunk, index and batchId, at most 1,048,576 bytes",
  body: z.object({ index: z.int(), batchId: id, chunk: z.unknown() }),
  response: acknowledged,
});

export const exportComplete = defineCall({
  name: "exportComplete",
  method: "POST",
  path: "/api/device/export/complete",
  audience: "engineer",
  summary: "All pieces of an export are there",
  body: z.object({ batchId: id }),
  response: acknowledged,
});

export const searchProperty = defineCall({
  name: "searchProperty",
  method: "GET",
  path: "/api/property/search/:clientId/:term",
  audience: "engineer",
  summary: "Properties of a client by a piece of their address",
  params: z.object({ clientId: text(40), term: text(100).check(z.minLength(1)) }),
  response: z.array(z.object({ propertyId: id, fullAddress: text(1000) })),
});

export const bookQuickJob = defineCall({
  name: "bookQuickJob",
  method: "POST",
  path: "/api/job/BookQuickJob",
  audience: "engineer",
  summary: "Book a job that the engineer made on site",
  body: z.object({ jobId: id }),
  response: z.object({ jobId: id, fieldOperativeAppointmentId: id }),
});

const mileageRecord = z.object({
  clientFieldOperativeMileageId: id,
  fieldOperativeMileageId: z.nullable(z.union([id, lookupId])),
  vehicleId: z.nullable(z.union([id, lookupId])),
  registration: text(12),
  currentMileage: z.int().check(z.minimum(0)),
  previousMileage: z.nullable(z.int()),
  dateRecorded: isoDateTime,
  createdOn: isoDateTime,
  modifiedOn: isoDateTime,
});

export const getMileage = defineCall({
  name: "getMileage",
  method: "GET",
  path: "/api/mileage",
  audience: "engineer",
  summary: "The engineer's mileage records",
  response: z.array(mileageRecord),
});

const absenceType = z.enum(["holiday", "sickness", "unpaid"]);

const absenceRequest = z.object({
  id,
  holidayYearId: z.union([id, lookupId]),
  type: absenceType,
  dayCount: z.number(),
  days: z.array(z.object({ dateFrom: isoDateTime, dateTo: isoDateTime })),
  comment: z.nullable(text(2000)),
  status: z.literal([1, 2, 3]),
  rejectReason: z.nullable(text(2000)),
  reviewerComment: z.nullable(text(2000)),
  cancelStatus: z.nullable(z.literal([1, 2, 3])),
});

export const getAbsences = defineCall({
  name: "getAbsences",
  method: "GET",
  path: "/api/absence/absences",
  audience: "engineer",
  summary: "The engineer's absences by holiday year",
  response: z.object({
    user: z.object({ name: text(200) }),
    holidayYears: z.array(
      z.object({
        id: z.union([id, lookupId]),
        isSelected: z.boolean(),
        isCurrent: z.boolean(),
        requests: z.array(absenceRequest),
      }),
    ),
  }),
});

export const requestAbsence = defineCall({
  name: "requestAbsence",
  method: "POST",
  path: "/api/absence",
  audience: "engineer",
  summary: "Ask for an absence",
  body: z.object({
    id,
    holidayYearId: z.union([id, lookupId]),
    type: absenceType,
    days: z.array(z.object({ dateFrom: isoDateTime, dateTo: isoDateTime })).check(z.minLength(1)),
    comment: z.nullable(text(2000)),
  }),
  response: absenceRequest,
});

export const cancelAbsence = defineCall({
  name: "cancelAbsence",
  method: "POST",
  path: "/api/absence/cancel",
  audience: "engineer",
  summary: "Cancel an absence; an approved one needs a comment",
  body: z.object({ absenceRequestId: id, comment: z.nullable(text(2000)) }),
  response: z.object({ status: z.literal("ok") }),
});
