import { defineCall } from "../call.ts";
import { id, isoDateTime, text, z } from "../schema.ts";

export const listExports = defineCall({
  name: "listExports",
  method: "GET",
  path: "/api/office/exports",
  audience: "office",
  permission: "FieldOperative.Export",
  summary:
    "Databases that devices have exported, newest first, at most 500; with changedSince those that began or were completed since, in that order",
  query: z.object({
    fieldOperativeId: z.optional(id),
    /** The `batchId` of the last export of the answer before. */
    after: z.optional(id),
    /** The `changedOn` of the last export of the answer before: that export again, and those that changed later. */
    changedSince: z.optional(isoDateTime),
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  }),
  response: z.array(
    z.object({
      batchId: id,
      /** The code that the engineer reads out. */
      code: text(9),
      fieldOperativeId: id,
      operativeName: text(200),
      deviceId: id,
      startedOn: isoDateTime,
      /** Null while pieces are missing. */
      completedOn: z.nullable(isoDateTime),
      changedOn: isoDateTime,
      pieces: z.int(),
      bytes: z.int(),
    }),
  ),
});

/** Answers bytes: JSON lines, compressed with gzip. */
export const downloadExport = defineCall({
  name: "downloadExport",
  method: "GET",
  path: "/api/office/exports/:batchId",
  audience: "office",
  permission: "FieldOperative.Export",
  summary: "The file of a complete export",
  params: z.object({ batchId: id }),
  response: z.unknown(),
});
