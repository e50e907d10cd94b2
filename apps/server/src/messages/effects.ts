import { randomUUIDv7 } from "node:crypto";
import type { MessageType, Payload } from "@fieldfare/contract";
import {
  jobStatuses,
  type JobStatus,
  type MessageFlag,
  removalRejectionReason,
} from "@fieldfare/domain";
import type { jobClosing } from "../database/schema.ts";
import { applyContent } from "./content-effects.ts";
import type { EffectContext } from "./effect-context.ts";
import type { InboundMessage } from "./inbound-message.ts";
import { flagUnexpectedMileage, storeMileage } from "./mileage-effects.ts";
import { brokenCollectionRules, validateClose, validateHold } from "./rules.ts";
import { applyStatus, type JobState, markChanged } from "./state.ts";

type Effect<T extends MessageType> = (payload: Payload<T>, context: EffectContext) => void;

/** The effect of each message, besides being recorded. */
export const effects: { readonly [T in MessageType]: Effect<T> } = {
  JobStatusChange(payload, context) {
    const { message, job, isCurrent, endedElsewhere, flag } = context;
    const isAppointmentEnded = job !== null && !isCurrent && endedElsewhere === null;
    const isAcknowledgement = acknowledge(payload, context);
    // A cancel carries work only if something was recorded before it. A phone that is wiped hands over, with the unchanged
    // status, what was recorded in a visit; that goes on.
    if (payload.job && payload.currentStatus === "Reset")
      recordClosing(context, payload, {
        kind: "JobStatusChange",
        numberOfMessages: 1,
        manifest: [],
        outcome: {},
        formPhotoImageIds: payload.job.formPhotoImageIds,
      });
    if (isAppointmentEnded && isNew(payload) && !isAcknowledgement)
      requestRemovalAgain(context, payload);
    if (!job || !isCurrent || isLate(message, job, payload.changeTimestamp, flag)) return;
    // Another device has begun the visit, or it did so before this one lost its data.
    if (isAcknowledgement && job.status !== "New") return;
    const isHandOver = payload.job !== undefined && payload.currentStatus === job.status;
    if (!isHandOver)
      for (const reason of applyStatus(job, {
        received: payload.currentStatus,
        at: payload.changeTimestamp,
        deviceId: message.deviceId,
      }))
        flag(reason);
    if (job.status !== "Closed") job.visitEnd = null;
    else job.visitEnd ??= { deviceId: message.deviceId, imageIds: null };
    if (payload.job) applyContent(payload.job, context);
  },

  JobHoldChange(payload, { message, job, isCurrent, holdReasons, flag }) {
    if (!job || !isCurrent || isLate(message, job, payload.changeTimestamp, flag)) return;
    for (const issue of validateHold(payload, holdReasons)) flag(issue);
    if (payload.isOnHold) {
      if (job.status !== "AccessGained") flag(`unexpected-hold: ${job.status}`);
      job.status = "OnSite";
      job.hold = {
        holdReasonId: payload.holdReasonId ?? 0,
        holdDescription: payload.holdDescription,
        timestamp: payload.timestamp ?? payload.changeTimestamp,
      };
    } else {
      if (job.hold === null) flag("unexpected-release");
      job.hold = null;
    }
    job.statusTimestamps = payload.statusTimestamps;
    job.lastStepDeviceId = message.deviceId;
    markChanged(job, payload.changeTimestamp);
  },

  JobImage(payload, context) {
    storeImage(payload, context);
    context.batch.deliveries.set(payload.jobId, { jobId: payload.jobId });
  },

  JobNoAccess(payload, context) {
    const { noAccessReasonId, notes, imageIds } = payload;
    const manifest = payload.manifest ?? imageIds.map((imageId) => ({ imageId, sha256: null }));
    applyEnding(context, payload, "OnSite", {
      kind: "JobNoAccess",
      numberOfMessages: manifest.length + 1,
      manifest,
      outcome: { noAccessReasonId, notes, imageIds },
      formPhotoImageIds: payload.job?.formPhotoImageIds ?? [],
      statusTimestamps: payload.statusTimestamps,
    });
    if (payload.job) applyContent(payload.job, context);
  },

  JobClose(payload, context) {
    const { job: content, outcome } = payload;
    const expectedCount = payload.manifest.length + 1;
    if (payload.numberOfMessages !== expectedCount)
      context.flag(
        `number-of-messages: ${payload.numberOfMessages}, by its manifest ${expectedCount}`,
      );
    applyEnding(context, payload, "AccessGained", {
      kind: "JobClose",
      numberOfMessages: payload.numberOfMessages,
      manifest: payload.manifest,
      outcome,
      formPhotoImageIds: content.formPhotoImageIds,
      statusTimestamps: content.statusTimestamps,
    });
    if (context.job && context.isCurrent) context.job.outcomeId = outcome.outcomeId;
    if (context.isCurrent)
      for (const issue of validateClose(payload, context.rootCauses)) context.flag(issue);
    applyContent(content, context);
  },

  JobRemove(payload, context) {
    const { batch, job, isCurrent, receivedOn } = context;
    const appointmentId = payload.fieldOperativeAppointmentId;
    // Another device of the engineer has ended the visit or is in it: this one has removed only its copy of the job.
    const isCopy = context.endedElsewhere !== null || (isCurrent && isInVisit(context));
    if (!isCopy) batch.endings.set(appointmentId, { fieldOperativeAppointmentId: appointmentId });
    const { job: content, manifest = [] } = payload;
    if (content || manifest.length > 0)
      recordClosing(context, payload, {
        kind: "JobRemove",
        numberOfMessages: manifest.length + 1,
        manifest,
        outcome: {},
        formPhotoImageIds: content?.formPhotoImageIds ?? [],
      });
    if (content) applyContent(content, context);
    // Finished work stays with the engineer who did it.
    if (!job || !isCurrent || isCopy || job.status === "Closed") return;
    endElsewhere(context, payload);
    Object.assign(job, {
      fieldOperativeAppointmentId: null,
      status: "New",
      statusTimestamps: {},
      hold: null,
      partRequiredConfirmed: false,
      // The office may have asked for the removal because the job is cancelled.
      ...(job.cancellation && {
        status: "Closed",
        outcomeId: job.cancellation.outcomeId,
        cancelledOn: receivedOn,
      }),
    });
    markChanged(job, payload.changeTimestamp);
  },

  RejectRemoveRequest(payload, { message, batch, job, isCurrent }) {
    const { changeTimestamp, ...fields } = payload;
    const { messageId, fieldOperativeId, deviceId } = message;
    batch.rejections.set(messageId, { ...fields, messageId, rejectedOn: changeTimestamp });
    // The end of a visit has an alarm of its own.
    if (job && !isCurrent && payload.reason !== removalRejectionReason.closed)
      batch.alarms.set(messageId, {
        kind: "moved-job-kept",
        details: { jobId: payload.jobId, messageId, fieldOperativeId, deviceId },
      });
  },

  SignatureUpdate(payload, { message, batch }) {
    const { fieldOperativeId } = message;
    batch.signatures.set(fieldOperativeId, { fieldOperativeId, signature: payload.signature });
  },

  PartCollected(payload, { batch, job, isCurrent, ordered, flag }) {
    if (!isCurrent) return;
    // The office has taken it out of the job meanwhile. The message that ends the visit has it, and brings it back.
    if (job && job.ordersVersion > 0 && !ordered) flag("collection: no longer ordered");
    for (const issue of brokenCollectionRules(payload, ordered)) flag(issue);
    const { status, qtyCollected, collectedDateTime, supplierTicketNumber } = payload;
    batch.collections.set(payload.jobPartId, {
      jobPartId: payload.jobPartId,
      jobId: payload.jobId,
      changes: { status, qtyCollected, collectedDateTime, supplierTicketNumber },
    });
  },

  PropertyNotificationConfirm(payload, { message, batch, job, isCurrent }) {
    const { messageId } = message;
    batch.notices.set(messageId, { ...payload, messageId });
    if (!job || !isCurrent || payload.notice !== "PartsRequired") return;
    job.partRequiredConfirmed = true;
    job.isChanged = true;
  },

  ContactFavouriteChange(payload, { message, batch }) {
    const { fieldOperativeId } = message;
    batch.favourites.set(`${fieldOperativeId} ${payload.contactId}`, {
      ...payload,
      fieldOperativeId,
    });
  },

  CommandAcknowledgement(payload, { message, batch }) {
    const { deviceId } = message;
    const { details = null } = payload;
    const key = `${payload.commandId} ${deviceId}`;
    const readOn = batch.commandOutcomes.get(key)?.readOn ?? payload.readOn ?? null;
    batch.commandOutcomes.set(key, { ...payload, details, readOn, deviceId });
  },

  MemoryProfile(payload, { message, batch }) {
    const { fieldOperativeId, deviceId } = message;
    batch.reports.set(message.messageId, {
      fieldOperativeId,
      deviceId,
      kind: "memory",
      body: payload,
    });
  },

  AbsenceRequest(payload, { message, batch }) {
    const { fieldOperativeId } = message;
    const { id: absenceId, type, days, comment, changeTimestamp } = payload;
    batch.absences.set(absenceId, {
      absenceId,
      fieldOperativeId,
      type,
      days,
      comment,
      requestedOn: changeTimestamp,
    });
  },

  AbsenceCancel(payload, { message, batch }) {
    const { fieldOperativeId } = message;
    const { absenceRequestId: absenceId, comment, changeTimestamp } = payload;
    batch.absenceCancels.set(`${fieldOperativeId} ${absenceId}`, {
      absenceId,
      fieldOperativeId,
      comment,
      cancelledOn: changeTimestamp,
    });
  },

  MileageAdd: storeMileage,
  MileageUpdate: storeMileage,
  MileageRemove(payload, context) {
    const { message, batch } = context;
    const { fieldOperativeId } = message;
    flagUnexpectedMileage(context);
    const id = payload.clientFieldOperativeMileageId;
    batch.mileageRemovals.set(`${fieldOperativeId} ${id}`, {
      fieldOperativeId,
      clientFieldOperativeMileageId: id,
      removedOn: payload.timestamp,
    });
  },
};

/**
 * Lets the engineer's other devices give up a visit that has ended. Each message that ends a visit is recorded once, so it
 * adds one command.
 */
function endElsewhere(
  { message, batch }: EffectContext,
  { jobId, fieldOperativeAppointmentId }: EndingPayload,
) {
  const { messageId, fieldOperativeId, deviceId } = message;
  const commandId = randomUUIDv7();
  const ids = { jobId, fieldOperativeAppointmentId, fieldOperativeId, deviceId, commandId };
  batch.visitEnds.set(messageId, ids);
}

/**
 * Requests the removal of a job that is no longer the engineer's, when its visit is set back to New. The phone has answered the
 * request of the move already, or has asked the engineer, and now removes the job without asking.
 */
function requestRemovalAgain(
  { message, batch }: EffectContext,
  { jobId, fieldOperativeAppointmentId }: Payload<"JobStatusChange">,
) {
  const { fieldOperativeId } = message;
  const commandId = randomUUIDv7();
  const ids = { jobId, fieldOperativeAppointmentId, fieldOperativeId, commandId };
  batch.removalRequests.set(fieldOperativeAppointmentId, ids);
}

const isNew = ({ currentStatus }: Payload<"JobStatusChange">) =>
  currentStatus === "New" || currentStatus === "Reset";

/**
 * Records that the device has the job. Returns whether the message only says so: setting a job to New is reported in the
 * same way, and earlier builds do not say which it is.
 */
function acknowledge(
  payload: Payload<"JobStatusChange">,
  { message: { deviceId }, batch, hasAcknowledged }: EffectContext,
): boolean {
  const { fieldOperativeAppointmentId, isAcknowledgement } = payload;
  if (!isNew(payload)) return false;
  const key = `${deviceId} ${fieldOperativeAppointmentId}`;
  const isFirst = !hasAcknowledged && !batch.acknowledgements.has(key);
  batch.acknowledgements.set(key, { deviceId, fieldOperativeAppointmentId });
  return payload.job === undefined && (isAcknowledgement ?? isFirst);
}

/** Stores what is known of an image, whose bytes are stored already. */
export function storeImage(
  { timestamp, ...fields }: Payload<"JobImage">,
  { message: { messageId, image }, batch, receivedOn }: EffectContext,
) {
  if (!image) throw new Error("An image message has no image");
  batch.images.set(fields.imageId, {
    ...fields,
    ...image,
    takenOn: timestamp,
    messageId,
    receivedOn,
  });
}

/**
 * A third-party client without an ordering key is ordered by its clock. With an ordering key, its sequence decides.
 */
function isLate(
  message: InboundMessage,
  job: JobState,
  at: string,
  flag: (flag: MessageFlag) => void,
): boolean {
  if (message.order !== null || job.stateChangedOn === null) return false;
  const isOlder = Date.parse(at) < Date.parse(job.stateChangedOn);
  if (isOlder) flag("late");
  return isOlder;
}

type Closing = Pick<
  typeof jobClosing.$inferInsert,
  "kind" | "numberOfMessages" | "manifest" | "outcome"
> & { readonly formPhotoImageIds: string[] };

interface Ending extends Closing {
  readonly statusTimestamps: JobState["statusTimestamps"];
}

interface EndingPayload {
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  readonly changeTimestamp: string;
}

/**
 * Records the end of a visit, even when its appointment is no longer current: delivery and documents depend on it.
 */
function recordClosing(
  { message, batch, receivedOn }: EffectContext,
  payload: EndingPayload,
  closing: Closing,
) {
  const { messageId } = message;
  const { jobId } = payload;
  batch.closings.set(messageId, {
    ...closing,
    messageId,
    jobId,
    fieldOperativeAppointmentId: payload.fieldOperativeAppointmentId,
    closedOn: payload.changeTimestamp,
    receivedOn,
  });
  batch.visitUpdates.set(messageId, { messageId, jobId });
  batch.deliveries.set(jobId, { jobId });
}

/** Whether the engineer is in the visit with another device. */
function isInVisit({ job, isBegunElsewhere }: EffectContext): boolean {
  return isBegunElsewhere && job !== null && job.status !== "New" && job.status !== "Closed";
}

function applyEnding(
  context: EffectContext,
  payload: EndingPayload,
  from: "OnSite" | "AccessGained",
  { statusTimestamps, ...closing }: Ending,
) {
  recordClosing(context, payload, closing);
  const { message, batch, job, isCurrent, endedElsewhere, flag } = context;
  const { messageId, fieldOperativeId, deviceId } = message;
  const details = { jobId: payload.jobId, messageId, fieldOperativeId, deviceId };
  if (endedElsewhere)
    batch.alarms.set(messageId, {
      kind: "visit-ended-twice",
      details: { ...details, endedByDeviceId: endedElsewhere.deviceId },
    });
  else if (job && !isCurrent) batch.alarms.set(messageId, { kind: "moved-visit-ended", details });
  if (!job || !isCurrent) return;
  endElsewhere(context, payload);
  if (job.status !== from && (job.status !== "Closed" || isOtherEnding(job, from)))
    flag(`unexpected-step: ${lastStatus(job)} > Closed`);
  job.status = "Closed";
  job.visitEnd = {
    deviceId: message.deviceId,
    imageIds: closing.manifest.map(({ imageId }) => imageId.toLowerCase()),
  };
  job.statusTimestamps = statusTimestamps;
  job.hold = null;
  markChanged(job, payload.changeTimestamp);
}

/**
 * The status message of a close may follow "on site" or "access gained", because a visit without access sends the same
 * one. Which of them was right is known with the ending itself.
 */
function isOtherEnding(job: JobState, from: "OnSite" | "AccessGained"): boolean {
  return lastStatus(job) === (from === "OnSite" ? "AccessGained" : "OnSite");
}

/** The status before the job was closed. */
function lastStatus({ status, statusTimestamps }: JobState): JobStatus {
  if (status !== "Closed") return status;
  const reached = jobStatuses.filter((one) => one !== "Closed" && statusTimestamps[one]);
  return reached.at(-1) ?? "New";
}
