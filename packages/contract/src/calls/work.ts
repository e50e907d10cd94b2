import { defineCall } from "../call.ts";
import { dataSetAnswer, syncedType } from "../data-sets/data-sets.ts";
import { serverJob } from "../entities/job.ts";
import { id, text, z } from "../schema.ts";

export const sync = defineCall({
  name: "sync",
  method: "POST",
  path: "/api/sync",
  audience: "engineer",
  summary: "Reference data: the changes since the dates that the device has",
  body: z.object({
    /** The size above which the app must ask before the data are sent; null: send them. */
    warnSizeInMb: z.nullable(z.number().check(z.minimum(0))),
    isFullSync: z.boolean(),
    data: z.array(z.object({ type: syncedType, date: z.nullable(text(60)) })),
  }),
  response: z.object({
    syncSizeInMb: z.number(),
    isSyncRequired: z.boolean(),
    payload: z.array(dataSetAnswer),
    /** True if the answer was cut after a data set: call again for the rest. */
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
  query: z.object({
    recovery: z.optional(z.enum(["true", "false"])),
    /** Only this job, if it is among them. */
    jobId: z.optional(id),
  }),
  response: z.object({ jobs: z.array(serverJob) }),
});

export const getJobHistory = defineCall({
  name: "getJobHistory",
  method: "GET",
  path: "/api/job/:jobId/history",
  audience: "engineer",
  summary:
    "Documents and images of a completed job at a property where this engineer has work; imageUrl is below this host",
  params: z.object({ jobId: id }),
  response: z.object({
    documents: z.array(z.object({ documentId: id, name: text(200) })),
    images: z.array(z.object({ documentId: id, name: text(200), imageUrl: text(500) })),
  }),
});

/** Answers the bytes of a document or photo that the office wants to be read before a visit. */
export const downloadAttachment = defineCall({
  name: "downloadAttachment",
  method: "GET",
  path: "/api/job/:jobId/attachments/:attachmentId",
  audience: "engineer",
  summary: "A document or photo to read before the visit, of a job that this engineer has",
  params: z.object({ jobId: id, attachmentId: id }),
  response: z.unknown(),
});

const documentParams = z.object({ documentId: id });

/** Answers the bytes of an image. */
export const downloadDocument = defineCall({
  name: "downloadDocument",
  method: "GET",
  path: "/document/download/:documentId",
  audience: "engineer",
  summary: "An image of a completed job",
  params: documentParams,
  response: z.unknown(),
});

/** Answers the bytes of a PDF, named after the document. */
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
  query: z.object({
    /** How many messages wait on the device, for the office. */
    unsent: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    /** For how many seconds the oldest of them has waited: the clocks of devices are often wrong. */
    unsentSeconds: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
    /** How many ordering keys of the device a refused message blocks. */
    blockedKeys: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
  }),
  response: z.object({
    /** The device parses them one by one, so that an unknown type does not stop the others. */
    commands: z.array(z.looseObject({ messageId: id, type: text(100) })),
    /** What the next ping names in `If-None-Match`. Absent: an older server, which answers each ping in full. */
    pollTag: z.optional(text(100)),
  }),
});
