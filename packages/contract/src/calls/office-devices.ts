import { defineCall } from "../call.ts";
import { id, isoDateTime, namedSchema, text, z } from "../schema.ts";
import { sendingProblem, unsentWork } from "../wipe.ts";

const deviceWipe = namedSchema(
  "DeviceWipe",
  z.object({
    wipeId: id,
    /**
     * `requested`: the device has not answered yet. `sending`: it has to send first. `wiping`: it deletes. `unproven`: a
     * device says so without the signature of its key, as earlier builds do, or a browser that lost its data. `confirmed`:
     * it has deleted everything of its engineer.
     */
    state: z.enum(["requested", "sending", "wiping", "unproven", "confirmed"]),
    requestedOn: isoDateTime,
    withoutSending: z.boolean(),
    /** What the device has not sent yet, and why; once it deletes, what is lost. */
    unsent: unsentWork,
    problems: z.array(sendingProblem),
    reportedOn: z.nullable(isoDateTime),
    confirmedOn: z.nullable(isoDateTime),
  }),
);
export type DeviceWipe = z.output<typeof deviceWipe>;

const deviceName = text(100).check(z.minLength(1));

export const listDevices = defineCall({
  name: "listDevices",
  method: "GET",
  path: "/api/office/devices",
  audience: "office",
  permission: "FieldOperative.ViewList",
  summary: "Devices with their last contact",
  response: z.array(
    z.object({
      deviceId: id,
      fieldOperativeId: id,
      operativeName: text(200),
      /** What the office calls the device; null: it has no name. */
      name: z.nullable(deviceName),
      /** The model as the browser names it; null: the browser does not say. */
      model: z.nullable(text(200)),
      /** How many messages waited on the device when it last said so; null: it has not said. */
      unsentMessages: z.nullable(z.int()),
      unsentReportedOn: z.nullable(isoDateTime),
      locked: z.boolean(),
      /** A further device of the engineer that the office has not approved yet. */
      awaitsApproval: z.boolean(),
      installedOn: isoDateTime,
      lastContactOn: z.nullable(isoDateTime),
      appVersion: z.nullable(text(50)),
      /** The last wipe that the office asked for; null: none. */
      wipe: z.nullable(deviceWipe),
    }),
  ),
});

export const listAlarms = defineCall({
  name: "listAlarms",
  method: "GET",
  path: "/api/office/alarms",
  audience: "office",
  permission: "FieldOperative.ViewAudit",
  summary: "Alarms that need attention, newest first",
  query: z.object({
    /** Only alarms before this `alarmId`: that of the last one of the answer before. */
    before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    /** Only alarms of this kind. */
    kind: z.optional(text(100)),
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  }),
  response: z.array(
    z.object({
      alarmId: z.int(),
      /**
       * `device-data-lost`: a phone lost all its data, and perhaps unsent work. `background-work-failing`: a task
       * of a message (documents, form checks, updates for colleagues) or of the schedule (`old-rows`) failed eight times
       * and is still retried. `background-work-given-up`: a task ended its server five times and is not tried again.
       */
      kind: text(100),
      details: z.unknown(),
      /** The reference of the job that it is about; null: it is about none that is stored. */
      formattedJobId: z.nullable(text(50)),
      /** Nothing is left to do: the moved job was given back to the engineer since. */
      isSettled: z.boolean(),
      raisedOn: isoDateTime,
    }),
  ),
});

const deviceParams = z.object({ deviceId: id });
const lockAnswer = z.object({ deviceId: id, locked: z.boolean() });

export const nameDevice = defineCall({
  name: "nameDevice",
  method: "PUT",
  path: "/api/office/devices/:deviceId/name",
  audience: "office",
  permission: "FieldOperative.Edit",
  summary: "Give a device a name, or take it away with null",
  params: deviceParams,
  body: z.object({
    name: z.nullable(deviceName),
    /** The device as the caller has read it: 409 if somebody has given it another name since. */
    expected: z.optional(z.object({ name: z.nullable(deviceName) })),
  }),
  response: z.object({ deviceId: id, name: z.nullable(deviceName) }),
});

export const lockDevice = defineCall({
  name: "lockDevice",
  method: "POST",
  path: "/api/office/devices/:deviceId/lock",
  audience: "office",
  permission: "FieldOperative.Edit",
  summary: "Lock a device",
  params: deviceParams,
  response: lockAnswer,
});

export const unlockDevice = defineCall({
  name: "unlockDevice",
  method: "POST",
  path: "/api/office/devices/:deviceId/unlock",
  audience: "office",
  permission: "FieldOperative.Edit",
  summary: "Unlock a device",
  params: deviceParams,
  query: z.object({
    /** `no`: the caller has seen that the device is not locked, and ends a lock-out only: 409 if somebody has locked it since. */
    expectedLocked: z.optional(z.enum(["no"])),
  }),
  response: lockAnswer,
});

export const approveDevice = defineCall({
  name: "approveDevice",
  method: "POST",
  path: "/api/office/devices/:deviceId/approve",
  audience: "office",
  permission: "FieldOperative.Approve",
  summary: "Let a further device of an engineer work, where devices have to be approved",
  params: deviceParams,
  response: z.object({ deviceId: id, awaitsApproval: z.boolean() }),
});

export const wipeDevice = defineCall({
  name: "wipeDevice",
  method: "POST",
  path: "/api/office/devices/:deviceId/wipe",
  audience: "office",
  permission: "FieldOperative.Delete",
  summary:
    "Make a device send what it has and then delete everything of its engineer; without sending only with a confirmation",
  params: deviceParams,
  body: z.nullish(
    z.object({
      /**
       * Delete also what cannot be sent. The first answer is 409 `confirmation-needed` with what is lost; the request is
       * then repeated with the token of that answer.
       */
      withoutSending: z.optional(z.boolean()),
      confirmation: z.optional(text(100)),
      /** The device as the caller has read it: 409 if its wipe was withdrawn, or another one was asked for, since. */
      expected: z.optional(
        z.object({
          /** Of the wipe that is not confirmed; null: there was none. */
          wipeId: z.nullable(id),
        }),
      ),
    }),
  ),
  response: z.object({ deviceId: id, wipe: deviceWipe }),
});

export const withdrawWipe = defineCall({
  name: "withdrawWipe",
  method: "POST",
  path: "/api/office/devices/:deviceId/wipe/withdraw",
  audience: "office",
  permission: "FieldOperative.Delete",
  summary:
    "Withdraw a wipe that the device has not begun; a device that has handed over works again",
  params: deviceParams,
  response: z.object({ deviceId: id }),
});

export const queueCommand = defineCall({
  name: "queueCommand",
  method: "POST",
  path: "/api/office/commands",
  audience: "office",
  permission: "FieldOperative.Edit",
  summary: "Queue any command for an engineer's device",
  body: z.object({
    fieldOperativeId: id,
    type: text(100).check(z.minLength(1)),
    jobId: z.optional(id),
    fieldOperativeAppointmentId: z.optional(id),
    details: z.optional(text(10_000)),
    /** Of a `JobUpdate`. */
    isComment: z.optional(z.boolean()),
    force: z.optional(z.boolean()),
  }),
  response: z.object({ commandId: id }),
});

export const listCommands = defineCall({
  name: "listCommands",
  method: "GET",
  path: "/api/office/commands",
  audience: "office",
  permission: "FieldOperative.ViewList",
  summary: "Commands with their outcomes, newest first, at most 500",
  query: z.object({
    fieldOperativeId: z.optional(id),
    /** The `commandId` of the last command of the answer before. */
    after: z.optional(id),
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  }),
  response: z.array(
    z.object({
      commandId: id,
      fieldOperativeId: id,
      type: text(100),
      jobId: z.nullable(id),
      /** Null: the command is about no job, or about one that is not stored. */
      formattedJobId: z.nullable(text(50)),
      createdOn: isoDateTime,
      acknowledgedOn: z.nullable(isoDateTime),
      outcome: z.nullable(text(50)),
      details: z.nullable(text(2000)),
      /** Of a `JobUpdate`: it is a comment. */
      isComment: z.optional(z.boolean()),
      /** Of a comment: when the engineer first opened it, by the clock of the phone. Null: not that a phone has said so. */
      readOn: z.optional(z.nullable(isoDateTime)),
      /** Of an `AccountNotice`: what happened to the account. */
      notice: z.optional(z.nullable(text(100))),
      /** Of the notice `permissions-changed`: what the engineer may do now, and what no longer. */
      granted: z.optional(z.nullable(z.array(text(100)))),
      withdrawn: z.optional(z.nullable(z.array(text(100)))),
      /** Of a `CancelJob`: `ended-elsewhere` if the engineer has ended the visit with another phone. */
      reason: z.optional(z.nullable(text(100))),
      /**
       * Why there is no answer. `waits`: a phone has still to fetch it. `no-phone`: the engineer has no phone that could answer.
       * `withdrawn`: no phone gets it any more. Null: a phone has answered.
       */
      unanswered: z.optional(z.nullable(z.enum(["waits", "no-phone", "withdrawn"]))),
    }),
  ),
});
