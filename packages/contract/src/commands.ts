import { absenceDays, absenceType } from "./calls/absences.ts";
import { id, isoDateTime, namedSchema, text, z } from "./schema.ts";

const head = { messageId: id };

/** What happened to an engineer's account, as the phone tells the engineer. */
export const accountNotice = z.enum([
  "account-disabled",
  "account-enabled",
  "password-changed",
  "permissions-changed",
  "device-registered",
  "device-approved",
  "device-locked",
  "device-unlocked",
  "wipe-requested",
  "wipe-withdrawn",
  "device-wiped",
  "pin-changed",
  "reset-code-made",
  "reset-code-wrong",
  "attempts-used-up",
  "device-key-replaced",
  "signature-mismatch",
  "signed-in-without-key",
  "device-copied",
  "refresh-token-reused",
  "refresh-token-on-another-device",
]);
export type AccountNotice = z.output<typeof accountNotice>;

/** What the office has decided about an absence, or about the request to cancel one. */
export const absenceDecision = z.enum([
  "approved",
  "rejected",
  "cancellation-approved",
  "cancellation-rejected",
]);
export type AbsenceDecision = z.output<typeof absenceDecision>;

/** A command from the office, or from the server, to a device. `messageId` is the command's id. */
export const command = namedSchema(
  "Command",
  z.discriminatedUnion("type", [
    z.object({
      ...head,
      type: z.literal("CancelJob"),
      jobId: id,
      fieldOperativeAppointmentId: id,
      force: z.boolean(),
      /** `ended-elsewhere`: the engineer has ended the visit with another phone. Absent: the office removes the job. */
      reason: z.optional(z.literal("ended-elsewhere")),
      /** True: another engineer has the job now. */
      isMoved: z.optional(z.boolean()),
      /** True: what this appointment's phone records still counts for the job. Absent: the server is older than this build. */
      visitCounts: z.optional(z.boolean()),
    }),
    z.object({
      ...head,
      type: z.literal("JobUpdate"),
      jobId: id,
      fieldOperativeAppointmentId: id,
      details: text(10_000),
      /** True: the job was moved to another engineer and given back. */
      isGivenBack: z.optional(z.boolean()),
      /** True: `details` is a comment of the office. A further phone of the engineer gets it too, while the job is open. */
      isComment: z.optional(z.boolean()),
    }),
    z.object({ ...head, type: z.literal("DataDump"), details: z.optional(text(10_000)) }),
    z.object({ ...head, type: z.literal("ExportDatabase"), details: z.optional(text(10_000)) }),
    z.object({
      ...head,
      type: z.literal("AccountNotice"),
      notice: accountNotice,
      happenedOn: isoDateTime,
      /** The phone that it is about, as the office or its browser names it. Absent: no phone, or neither names it. */
      deviceName: z.optional(text(200)),
      /**
       * Of `permissions-changed`: what the engineer may do now and could not do before, and what no longer. A phone leaves out
       * what it does not know. Absent: the server is older than this build.
       */
      granted: z.optional(z.array(text(100))),
      withdrawn: z.optional(z.array(text(100))),
    }),
    z.object({
      ...head,
      type: z.literal("AbsenceDecision"),
      absenceRequestId: id,
      decision: absenceDecision,
      absenceType,
      days: z.array(absenceDays).check(z.minLength(1)),
      /** What the office says about its decision: the reason, or a comment. */
      reason: z.nullable(text(2000)),
    }),
    /** Contacts that the office has removed, with everything that says who they are. */
    z.object({ ...head, type: z.literal("ContactsRemoved"), propertyTenantIds: z.array(id) }),
  ]),
);
export type Command = z.output<typeof command>;
export type CommandType = Command["type"];

/** A command of a type that this build does not know. It is logged and acknowledged as unsupported. */
export const unknownCommand = z.object({ ...head, type: text(100) });
