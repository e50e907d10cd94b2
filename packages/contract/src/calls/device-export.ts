import { defineCall } from "../call.ts";
import { acknowledged, id, isoDateTime, sha256, text, z } from "../schema.ts";

/** The limits of exports on the server. A device that starts one more export than `perDevice` loses its oldest. */
export const exportLimits = {
  pieceBytes: 1_048_576,
  pieces: 200,
  perDevice: 3,
} as const;

/** Returns the code that an engineer reads out to the office: the end of the batch's id. */
export function exportCode(batchId: string): string {
  const end = batchId.replaceAll("-", "").slice(-8).toUpperCase();
  return `${end.slice(0, 4)}-${end.slice(4)}`;
}

const index = z.int().check(z.minimum(0), z.maximum(exportLimits.pieces - 1));

export const exportTable = defineCall({
  name: "exportTable",
  method: "POST",
  path: "/api/device/table",
  audience: "engineer",
  summary: "The rows of one table of the device",
  body: z.object({
    table: text(100),
    rows: z.array(z.record(z.string(), z.unknown())).check(z.maxLength(10_000)),
  }),
  response: acknowledged,
});

export const exportChunk = defineCall({
  name: "exportChunk",
  method: "POST",
  path: "/api/device/export/chunk",
  audience: "engineer",
  summary:
    "A piece of an export: multipart with index, batchId and chunk, at most 1,048,576 bytes; sending a piece again has no effect",
  body: z.object({ index, batchId: id, chunk: z.unknown() }),
  response: acknowledged,
});

export const exportProgress = defineCall({
  name: "exportProgress",
  method: "GET",
  path: "/api/device/export/:batchId",
  audience: "engineer",
  summary: "Which pieces of an export have arrived, so that an interrupted export can continue",
  params: z.object({ batchId: id }),
  response: z.object({ received: z.array(z.int()), isComplete: z.boolean() }),
});

export const exportComplete = defineCall({
  name: "exportComplete",
  method: "POST",
  path: "/api/device/export/complete",
  audience: "engineer",
  summary: "Complete an export; refused with the numbers of the missing pieces",
  body: z.object({
    batchId: id,
    /** The number of pieces; if absent, the highest index decides. */
    pieces: z.optional(z.int().check(z.minimum(1), z.maximum(exportLimits.pieces))),
    /** The hash of all pieces in order. */
    sha256: z.optional(sha256),
  }),
  response: z.object({ status: z.literal("ok"), code: text(9), completedOn: isoDateTime }),
});
