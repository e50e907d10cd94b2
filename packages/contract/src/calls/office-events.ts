import { partOrderStates } from "@fieldfare/domain";
import { defineCall } from "../call.ts";
import { jobStatus } from "../entities/job.ts";
import { commandOutcome } from "../messages/standalone.ts";
import { id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

/** The message of a phone that was recorded. */
const ofMessage = {
  messageId: id,
  fieldOperativeId: id,
  deviceId: id,
  /** When the engineer did it, by the phone; null: the message does not say. */
  happenedOn: z.nullable(isoDateTime),
  /** Why the message was unexpected, as the job shows it; empty: it was expected. */
  flags: z.array(text(500)),
};
const ofJobMessage = { ...ofMessage, jobId: id, fieldOperativeAppointmentId: id };

const ofJob = { jobId: id };
const ofDevice = { deviceId: id, fieldOperativeId: z.nullable(id) };
const ofAccount = { accountId: id, fieldOperativeId: z.nullable(id) };
const ofEngineer = { fieldOperativeId: id };
const ofProperty = { propertyId: id };
const ofTenant = { propertyTenantId: id };
const ofAbsence = { absenceId: id, fieldOperativeId: z.nullable(id) };

/**
 * The types of events, in the order of docs/integration.md: when one is written, and what it carries. Data are ids, numbers
 * and times: texts about people are read with the calls that check who may read them. `database/migrations` writes them.
 */
export const eventTypes = {
  "job.raised": {
    means: "the office, a system or an engineer raised a job",
    data: z.object({
      ...ofJob,
      formattedJobId: text(50),
      propertyId: id,
      /** The engineer who has it; null: nobody. */
      fieldOperativeId: z.nullable(id),
      appointmentDateTime: isoDateTime,
      /** True: an engineer raised it on site. */
      isQuickJob: z.boolean(),
    }),
  },
  "job.changed": {
    means: "the office changed what a job says",
    data: z.object({
      ...ofJob,
      /** The names of the values that changed, as the call that reads a job names them. */
      changed: z.array(text(100)),
    }),
  },
  "job.assigned": {
    means: "a job was given to an engineer, moved to another one or to another time",
    data: z.object({
      ...ofJob,
      fieldOperativeId: id,
      /** The engineer who had it; null: nobody. */
      previousFieldOperativeId: z.nullable(id),
      appointmentDateTime: z.nullable(isoDateTime),
    }),
  },
  "job.removal-requested": {
    means: "the office asked for a job to be taken off its engineer",
    data: z.object({
      ...ofJob,
      /** The engineer of whom it was asked. */
      fieldOperativeId: z.nullable(id),
      isForced: z.boolean(),
      /** True: no phone had the job, so that nobody has it now. */
      isUnassigned: z.boolean(),
    }),
  },
  "job.cancellation-requested": {
    means:
      "the office asked to cancel a job that an engineer has: it is cancelled when a phone removes it",
    data: z.object({ ...ofJob, fieldOperativeId: z.nullable(id), isForced: z.boolean() }),
  },
  "job.cancelled": {
    means: "a job was cancelled: it is Closed with this outcome, and nobody has it",
    data: z.object({ ...ofJob, outcomeId: lookupId }),
  },
  "job.acknowledged": {
    means: "a phone has fetched a job",
    data: z.object(ofJobMessage),
  },
  "job.reset": {
    means: "an engineer cancelled a visit that had begun: the job is New again",
    data: z.object(ofJobMessage),
  },
  "job.status-changed": {
    means: "an engineer went a step further: travelling, on site, access gained, closed",
    data: z.object({ ...ofJobMessage, status: jobStatus }),
  },
  "job.held": {
    means: "an engineer put a job on hold",
    data: z.object({ ...ofJobMessage, holdReasonId: z.nullable(lookupId) }),
  },
  "job.resumed": {
    means: "an engineer went on with a job that was on hold",
    data: z.object(ofJobMessage),
  },
  "job.no-access": {
    means: "a visit ended without access",
    data: z.object({ ...ofJobMessage, noAccessReasonId: lookupId }),
  },
  "job.closed": {
    means: "a visit ended with the work done or an outcome that says why not",
    data: z.object({ ...ofJobMessage, outcomeId: lookupId }),
  },
  "job.removed": {
    means: "an engineer gave a job back after the office asked for it",
    data: z.object(ofJobMessage),
  },
  "job.removal-rejected": {
    means: "an engineer has begun a job and keeps it",
    data: z.object({ ...ofJobMessage, reason: z.literal([1, 2, 3, 4]) }),
  },
  "job.delivered": {
    means: "every image of an ending has arrived: its documents are made now",
    data: z.object({ ...ofJob, messageId: id, fieldOperativeAppointmentId: id }),
  },
  "job.reduced": {
    means: "retention deleted what was recorded in a job",
    data: z.object(ofJob),
  },
  "job.notice-confirmed": {
    means: "an engineer confirmed a warning or the notice that parts are required",
    data: z.object({
      ...ofJobMessage,
      notice: z.enum(["Warning", "PartsRequired"]),
      propertyNotificationId: z.nullable(id),
    }),
  },
  "job.note-recorded": {
    means: "a note of a job is new or changed",
    data: z.object({ ...ofJob, engineeringNoteId: id, isNew: z.boolean() }),
  },
  "job.photo-recorded": {
    means: "a photo of a job has arrived",
    data: z.object({ ...ofJobMessage, imageId: id, entityId: id }),
  },
  "job.form-recorded": {
    means: "answers of a form of a job are new or changed",
    data: z.object({
      ...ofJob,
      customFormId: id,
      customFormDefinitionId: id,
      isComplete: z.boolean(),
    }),
  },
  "job.part-recorded": {
    means: "a part of a job is new or changed",
    data: z.object({ ...ofJob, jobPartId: id, isNew: z.boolean() }),
  },
  "job.part-removed": {
    means: "an engineer removed a part that an engineer had added",
    data: z.object({ ...ofJob, jobPartId: id }),
  },
  "job.part-collected": {
    means: "an engineer collected a part",
    data: z.object({
      ...ofJobMessage,
      jobPartId: id,
      /** How many were collected now. */
      qty: z.int32(),
      /** How many were collected so far. */
      qtyCollected: z.int32(),
    }),
  },
  "job.sor-recorded": {
    means: "a code of the schedule of rates of a job is new or changed",
    data: z.object({ ...ofJob, sorCodeId: lookupId, isNew: z.boolean() }),
  },
  "document.filed": {
    means: "a document of a visit was made, and can be read",
    data: z.object({ ...ofJob, documentId: id, kind: text(50) }),
  },
  "document.removed": {
    means: "a document was deleted, by retention or an erasure",
    data: z.object({ ...ofJob, documentId: id, kind: text(50) }),
  },
  "message.refused": {
    means: "the server refused what a phone sent; a repetition is no new event",
    data: z.object({
      fieldOperativeId: id,
      deviceId: z.nullable(id),
      messageId: z.nullable(id),
      jobId: z.nullable(id),
      /** The type of the message. */
      messageType: text(100),
      /** The code of the refusal. */
      code: text(100),
    }),
  },
  "part-order.requested": {
    means: "an engineer asks for a part to be ordered",
    data: z.object({ ...ofJob, jobPartId: id }),
  },
  "part-order.changed": {
    means: "a part was ordered, waits at a store, was collected or is not needed",
    data: z.object({ ...ofJob, jobPartId: id, state: z.enum(partOrderStates) }),
  },
  "absence.requested": { means: "an engineer asks for an absence", data: z.object(ofAbsence) },
  "absence.cancelled": {
    means: "an engineer withdrew a request, or asks to cancel an approved absence",
    data: z.object(ofAbsence),
  },
  "absence.decided": {
    means: "the office approved or rejected an absence",
    data: z.object({ ...ofAbsence, status: z.literal([1, 2, 3]) }),
  },
  "absence.cancellation-decided": {
    means: "the office decided on the cancellation of an absence",
    data: z.object({ ...ofAbsence, status: z.literal([1, 2, 3]) }),
  },
  "mileage.recorded": {
    means: "an engineer recorded or corrected mileage",
    data: z.object({ ...ofMessage, clientFieldOperativeMileageId: id }),
  },
  "mileage.removed": {
    means: "an engineer removed an entry of mileage",
    data: z.object({ ...ofMessage, clientFieldOperativeMileageId: id }),
  },
  "command.answered": {
    means: "a phone answered a command",
    data: z.object({ ...ofMessage, commandId: id, outcome: commandOutcome }),
  },
  "engineer.added": { means: "an engineer was added", data: z.object(ofEngineer) },
  "engineer.changed": { means: "the details of an engineer changed", data: z.object(ofEngineer) },
  "engineer.recorded-work-accepted": {
    means: "what phones of an engineer recorded while the account was disabled takes effect now",
    data: z.object(ofEngineer),
  },
  "account.added": { means: "an office account was added", data: z.object(ofAccount) },
  "account.changed": { means: "an account changed, such as its roles", data: z.object(ofAccount) },
  "account.disabled": { means: "an account was disabled", data: z.object(ofAccount) },
  "account.enabled": { means: "an account was enabled", data: z.object(ofAccount) },
  "device.registered": { means: "an engineer registered a phone", data: z.object(ofDevice) },
  "device.approved": { means: "the office approved a further phone", data: z.object(ofDevice) },
  "device.locked": { means: "the office locked a phone", data: z.object(ofDevice) },
  "device.unlocked": { means: "the office unlocked a phone", data: z.object(ofDevice) },
  "device.wipe-requested": {
    means: "the office asked for a phone to be wiped",
    data: z.object(ofDevice),
  },
  "device.wipe-withdrawn": {
    means: "the office withdrew the wipe of a phone before it began to delete",
    data: z.object(ofDevice),
  },
  "device.wiped": {
    means: "a phone said that it has deleted everything",
    data: z.object(ofDevice),
  },
  "property.added": { means: "a home was added", data: z.object(ofProperty) },
  "property.changed": {
    means:
      "a home, its appliances or its warnings changed, other than by what was recorded in a job",
    data: z.object(ofProperty),
  },
  "properties.imported": {
    means:
      "an import added homes, or changed them or their contacts; an event names 200 homes at most, and there is none of its own for each",
    data: z.object({ importId: id, added: z.array(id), changed: z.array(id) }),
  },
  "property.removed": { means: "a home was removed", data: z.object(ofProperty) },
  "tenant.changed": { means: "the office corrected a contact of a home", data: z.object(ofTenant) },
  "tenant.removed": { means: "the office removed a contact of a home", data: z.object(ofTenant) },
  "tenant.erased": {
    means: "a tenant's data were erased: delete your copies too",
    data: z.object(ofTenant),
  },
  "damp-case.changed": {
    means: "the office recorded what was done in a case of damp and mould, or took that back",
    data: z.object({ caseId: text(200) }),
  },
  "damp-case.closed": {
    means: "the office closed a case of damp and mould",
    data: z.object({ caseId: text(200) }),
  },
  "data-set.changed": {
    means: "reference data changed",
    data: z.object({ dataSet: text(100) }),
  },
  "alarm.raised": {
    means: "something needs the office's attention",
    data: z.object({ alarmId: z.int(), kind: text(100) }),
  },
  "data.restored": {
    means:
      "the database is back from a backup: what happened after the backup is gone, so read again what you have",
    data: z.object({}),
  },
} as const satisfies Record<string, { readonly means: string; readonly data: z.ZodMiniType }>;

export type EventType = keyof typeof eventTypes;

/** Every type, in the order of the table. */
export const eventTypeNames: readonly EventType[] =
  // The keys of the table are its names.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  Object.keys(eventTypes) as EventType[];

/** What every event has. */
const eventHead = {
  /** Grows with every event, with gaps. It is the cursor of the feed. */
  sequence: z.int(),
  /** The same wherever the event is read or sent. */
  eventId: id,
  /** When the server recorded it. */
  at: isoDateTime,
};

/** An event as it is sent. A newer server of the same database may write types that this one does not know. */
export const feedEvent = z.object({
  ...eventHead,
  type: text(100),
  data: z.record(z.string(), z.unknown()),
});
export type FeedEvent = z.output<typeof feedEvent>;

const cursor = z.string().check(z.regex(/^(latest|\d{1,15})$/));

export const listEvents = defineCall({
  name: "listEvents",
  method: "GET",
  path: "/api/office/events",
  audience: "office",
  permission: "Unspecified.Export",
  summary:
    "What happened, in one order, after a sequence number; on request the answer waits until something happens",
  query: z.object({
    /** `next` of the answer before; `latest`: from now on; absent: from the oldest stored event. */
    after: z.optional(cursor),
    /** At most 500; absent: 100. */
    limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/))),
    /** For how many seconds, at most 60, the answer waits for the next event; absent: not. */
    wait: z.optional(z.string().check(z.regex(/^([0-5]?\d|60)$/))),
  }),
  response: z.object({
    events: z.array(feedEvent),
    /** Ask with this as `after` for what comes later. */
    next: z.int(),
  }),
});

export const streamEvents = defineCall({
  name: "streamEvents",
  method: "GET",
  path: "/api/office/events/stream",
  audience: "office",
  permission: "Unspecified.Export",
  summary:
    "The same events as server-sent events, each with its sequence number as id, until the token expires or the session ends",
  query: z.object({
    /** As for the list. The header `Last-Event-ID` says the same, and counts more. */
    after: z.optional(cursor),
  }),
  response: z.unknown(),
});

/** The event of one type, with its data. */
function eventOf(type: EventType) {
  return namedSchema(
    eventSchemaName(type),
    z.object({ ...eventHead, type: z.literal(type), data: eventTypes[type].data }),
  );
}

/** `job.no-access` becomes `JobNoAccessEvent`. */
function eventSchemaName(type: EventType): string {
  const words = type.split(/[.-]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join("")}Event`;
}

const [firstType, ...otherTypes] = eventTypeNames.map(eventOf);
if (!firstType) throw new Error("There are no types of events");

/** An event of one of the types, with the data of its type. */
export const knownEvent = namedSchema(
  "Event",
  z.discriminatedUnion("type", [firstType, ...otherTypes]),
);
