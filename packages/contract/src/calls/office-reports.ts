import { defineCall } from "../call.ts";
import { id, isoDateTime, text, z } from "../schema.ts";

/** A number from `next` of the answer before; absent: the newest. */
const before = z.optional(z.string().check(z.regex(/^\d{1,15}$/)));
const limit = z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/)));
/** Ask with this as `before` for the older ones; null: there are none. */
const next = z.nullable(z.int());

export const listDeviceLog = defineCall({
  name: "listDeviceLog",
  method: "GET",
  path: "/api/office/device-log",
  audience: "office",
  permission: "FieldOperative.ViewAudit",
  summary: "Errors and logs that devices sent, newest first",
  query: z.object({
    deviceId: z.optional(id),
    fieldOperativeId: z.optional(id),
    /** Only what was sent for this command. */
    commandId: z.optional(id),
    /** `next` of the answer before; absent: the newest. */
    before: z.optional(text(100)),
    limit,
  }),
  response: z.object({
    entries: z.array(
      z.object({
        logId: id,
        fieldOperativeId: id,
        deviceId: z.nullable(id),
        commandId: z.nullable(id),
        level: text(20),
        message: z.string(),
        details: z.nullable(z.string()),
        /** By the clock of the device. */
        loggedOn: isoDateTime,
        receivedOn: isoDateTime,
      }),
    ),
    /** Ask with this as `before` for the older ones; null: there are none. */
    next: z.nullable(text(100)),
  }),
});

/** `tables`: a data dump; `table`: one table of it; `memory`: how much space the device uses. */
const reportKind = z.enum(["tables", "table", "memory"]);

const deviceReport = {
  reportId: z.int(),
  kind: reportKind,
  fieldOperativeId: id,
  deviceId: z.nullable(id),
  commandId: z.nullable(id),
  receivedOn: isoDateTime,
};

export const listDeviceReports = defineCall({
  name: "listDeviceReports",
  method: "GET",
  path: "/api/office/device-reports",
  audience: "office",
  permission: "FieldOperative.ViewAudit",
  summary: "Memory reports and data dumps that devices sent, newest first, without their content",
  query: z.object({
    deviceId: z.optional(id),
    fieldOperativeId: z.optional(id),
    kind: z.optional(reportKind),
    before,
    limit,
  }),
  response: z.object({ reports: z.array(z.object(deviceReport)), next }),
});

export const readDeviceReport = defineCall({
  name: "readDeviceReport",
  method: "GET",
  path: "/api/office/device-reports/:reportId",
  audience: "office",
  permission: "FieldOperative.Export",
  summary: "A memory report or a data dump of a device; reading it is recorded",
  params: z.object({ reportId: z.string().check(z.regex(/^\d{1,15}$/)) }),
  response: z.object({ ...deviceReport, body: z.unknown() }),
});

export const listRefusedMessages = defineCall({
  name: "listRefusedMessages",
  method: "GET",
  path: "/api/office/refused-messages",
  audience: "office",
  permission: "FieldOperative.ViewAudit",
  summary:
    "Messages of devices that the server refused, newest first, once for each message and code",
  query: z.object({
    deviceId: z.optional(id),
    fieldOperativeId: z.optional(id),
    jobId: z.optional(id),
    before,
    limit,
  }),
  response: z.object({
    messages: z.array(
      z.object({
        refusedId: z.int(),
        messageId: z.nullable(id),
        type: text(100),
        jobId: z.nullable(id),
        fieldOperativeId: id,
        deviceId: z.nullable(id),
        /** The code of the problem that was answered. */
        code: text(100),
        reason: z.string(),
        /** How often it was sent. */
        times: z.int(),
        receivedOn: isoDateTime,
        lastReceivedOn: isoDateTime,
      }),
    ),
    next,
  }),
});
