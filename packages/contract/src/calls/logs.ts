import { defineCall } from "../call.ts";
import { acknowledged, id, isoDateTime, text, z } from "../schema.ts";

const logEntry = z.object({
  logId: id,
  loggedOn: isoDateTime,
  level: z.enum(["error", "warning", "information"]),
  message: text(4000),
  details: z.optional(z.nullable(text(16_000))),
});

export const logErrors = defineCall({
  name: "logErrors",
  method: "POST",
  path: "/api/log/error",
  audience: "engineer",
  summary: "Errors and warnings of the device",
  body: z.object({ entries: z.array(logEntry).check(z.maxLength(100)) }),
  response: acknowledged,
});

export const logDump = defineCall({
  name: "logDump",
  method: "POST",
  path: "/api/log/dump",
  audience: "engineer",
  summary: "The device's log, requested by a DataDump command",
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
  summary: "Counts and states of the device's tables, requested by a DataDump command",
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
