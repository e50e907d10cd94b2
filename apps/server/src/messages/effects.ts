import type { JobContent, MessageType, Payload } from "@fieldfare/contract";
import type { HoldReason, RootCause } from "@fieldfare/domain";
import type { Arrival } from "./arrival.ts";
import type { Batch } from "./batch.ts";
import {
  brokenCloseRules,
  brokenCollectionRules,
  brokenContentRules,
  brokenHoldRules,
} from "./rules.ts";
import { follow, type JobState, touch } from "./state.ts";

/** What an effect may look at and change. */
export interface Situation {
  readonly arrival: Arrival;
  readonly batch: Batch;
  readonly receivedOn: string;
  /** Null on messages that belong to no job. */
  readonly job: JobState | null;
  /** False when the appointment has ended or another one counts: evidence, which moves no state. */
  readonly isCurrent: boolean;
  /** What the sender's profile says. */
  readonly recordsMileage: boolean;
  /** The office's list that the message chose from: reasons of a hold, causes of a close. */
  readonly list: readonly unknown[];
  /** Of a PartCollected: the part of the job as it was ordered. */
  readonly ordered: { readonly qty: number } | null;
  readonly flag: (flag: string) => void;
}

type Effect<T extends MessageType> = (payload: Payload<T>, situation: Situation) => void;

/** What each message does beside being remembered. */
export const effects: { readonly [T in MessageType]: Effect<T> } = {
  JobStatusChange(payload, situation) {
    const { arrival, batch, job, isCurrent, flag } = situation;
    if (payload.currentStatus === "New" || payload.currentStatus === "Reset") {
      batch.acknowledgements.set(`${arrival.deviceId} ${payload.fieldOperativeAppointmentId}`, {
        deviceId: arrival.deviceId,
        appointmentId: payload.fieldOperativeAppointmentId,
      });
    }
    if (!job || !isCurrent || isLate(arrival, job, payload.changeTimestamp, flag)) return;
    for (const reason of follow(job, payload.currentStatus, payload.changeTimestamp)) flag(reason);
    if (payload.job) takeContent(payload.job, situation);
  },

  JobHoldChange(payload, { arrival, job, isCurrent, list, flag }) {
    if (!job || !isCurrent || isLate(arrival, job, payload.changeTimestamp, flag)) return;
    for (const fault of brokenHoldRules(payload, list as readonly HoldReason[])) flag(fault);
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
    touch(job, payload.changeTimestamp);
  },

  JobImage(payload, { arrival, batch, receivedOn }) {
    batch.images.set(payload.imageId, {
      ...payload,
      ...arrival.picture,
      messageId: arrival.messageId,
      receivedOn,
    });
    batch.deliveries.set(payload.jobId, { jobId: payload.jobId });
  },

  JobNoAccess(payload, situation) {
    const { noAccessReasonId, notes, imageIds } = payload;
    const manifest = payload.manifest ?? imageIds.map((imageId) => ({ imageId, sha256: null }));
    end(situation, payload, "OnSite", {
      kind: "JobNoAccess",
      numberOfMessages: manifest.length + 1,
      manifest,
      outcome: { noAccessReasonId, notes, imageIds },
      formPhotoImageIds: payload.job?.formPhotoImageIds ?? [],
      statusTimestamps: payload.statusTimestamps,
    });
    if (payload.job) takeContent(payload.job, situation);
  },

  JobClose(payload, situation) {
    const { job: content, outcome } = payload;
    const counted = payload.manifest.length + 1;
    if (payload.numberOfMessages !== counted)
      situation.flag(`number-of-messages: ${payload.numberOfMessages}, by its manifest ${counted}`);
    end(situation, payload, "AccessGained", {
      kind: "JobClose",
      numberOfMessages: payload.numberOfMessages,
      manifest: payload.manifest,
      outcome,
      formPhotoImageIds: content.formPhotoImageIds,
      statusTimestamps: content.statusTimestamps,
    });
    if (situation.job && situation.isCurrent) situation.job.outcomeId = outcome.outcomeId;
    if (situation.isCurrent)
      for (const fault of brokenCloseRules(payload, situation.list as readonly RootCause[]))
        situation.flag(fault);
    takeContent(content, situation);
  },

  JobRemove(payload, situation) {
    const { batch, job, isCurrent } = situation;
    const appointmentId = payload.fieldOperativeAppointmentId;
    batch.endings.set(appointmentId, { appointmentId });
    const { job: content, manifest = [] } = payload;
    if (content || manifest.length > 0)
      recordClosing(situation, payload, {
        kind: "JobRemove",
        numberOfMessages: manifest.length + 1,
        manifest,
        outcome: {},
        formPhotoImageIds: content?.formPhotoImageIds ?? [],
      });
    if (content) takeContent(content, situation);
    // Work that is finished stays with who did it.
    if (!job || !isCurrent || job.status === "Closed") return;
    Object.assign(job, {
      fieldOperativeAppointmentId: null,
      status: "New",
      statusTimestamps: {},
      hold: null,
      partRequiredConfirmed: false,
    });
    touch(job, payload.changeTimestamp);
  },

  RejectRemoveRequest(payload, { arrival, batch }) {
    batch.rejections.set(arrival.messageId, { ...payload, messageId: arrival.messageId });
  },

  SignatureUpdate(payload, { arrival, batch }) {
    const { fieldOperativeId } = arrival;
    batch.signatures.set(fieldOperativeId, { fieldOperativeId, signature: payload.signature });
  },

  PartCollected(payload, { batch, isCurrent, ordered, flag }) {
    if (!isCurrent) return;
    for (const fault of brokenCollectionRules(payload, ordered)) flag(fault);
    const { status, qtyCollected, collectedDateTime, supplierTicketNumber } = payload;
    batch.collections.set(payload.jobPartId, {
      id: payload.jobPartId,
      jobId: payload.jobId,
      changes: { status, qtyCollected, collectedDateTime, supplierTicketNumber },
    });
  },

  PropertyNotificationConfirm(payload, { arrival, batch, job, isCurrent }) {
    batch.notices.set(arrival.messageId, { ...payload, messageId: arrival.messageId });
    if (!job || !isCurrent || payload.notice !== "PartsRequired") return;
    job.partRequiredConfirmed = true;
    job.isChanged = true;
  },

  ContactFavouriteChange(payload, { arrival, batch }) {
    const { fieldOperativeId } = arrival;
    batch.favourites.set(`${fieldOperativeId} ${payload.contactId}`, {
      ...payload,
      fieldOperativeId,
    });
  },

  CommandAcknowledgement(payload, { arrival, batch }) {
    const { deviceId } = arrival;
    batch.commandOutcomes.set(`${payload.commandId} ${deviceId}`, { ...payload, deviceId });
  },

  MemoryProfile(payload, { arrival, batch }) {
    const { fieldOperativeId, deviceId } = arrival;
    batch.reports.set(arrival.messageId, { fieldOperativeId, deviceId, body: payload });
  },

  AbsenceRequest(payload, { arrival, batch }) {
    const { fieldOperativeId } = arrival;
    batch.absences.set(payload.id, { ...payload, fieldOperativeId });
  },

  AbsenceCancel(payload, { arrival, batch }) {
    const { fieldOperativeId } = arrival;
    batch.absenceCancels.set(`${fieldOperativeId} ${payload.absenceRequestId}`, {
      ...payload,
      fieldOperativeId,
    });
  },

  MileageAdd: keepMileage,
  MileageUpdate: keepMileage,
  MileageRemove(payload, situation) {
    const { arrival, batch } = situation;
    const { fieldOperativeId } = arrival;
    expectMileage(situation);
    const id = payload.clientFieldOperativeMileageId;
    batch.mileageRemovals.set(`${fieldOperativeId} ${id}`, {
      fieldOperativeId,
      id,
      timestamp: payload.timestamp,
    });
  },
};

/** A peer that gives no order is ordered by its clock; one that does is ordered by its lane. */
function isLate(
  arrival: Arrival,
  job: JobState,
  at: string,
  flag: (flag: string) => void,
): boolean {
  if (arrival.order !== null || job.stateChangedOn === null) return false;
  const late = Date.parse(at) < Date.parse(job.stateChangedOn);
  if (late) flag("late");
  return late;
}

interface Closing {
  readonly kind: "JobClose" | "JobNoAccess" | "JobRemove";
  readonly numberOfMessages: number;
  readonly manifest: readonly object[];
  readonly outcome: object;
  readonly formPhotoImageIds: readonly string[];
}

interface Ending extends Closing {
  readonly statusTimestamps: JobState["statusTimestamps"];
}

interface EndingPayload {
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  readonly changeTimestamp: string;
}

/** What a visit ended with, whether or not its appointment still counts: delivery and papers go by it. */
function recordClosing(
  { arrival, batch, receivedOn }: Situation,
  payload: EndingPayload,
  closing: Closing,
) {
  batch.closings.set(arrival.messageId, {
    ...closing,
    messageId: arrival.messageId,
    jobId: payload.jobId,
    fieldOperativeAppointmentId: payload.fieldOperativeAppointmentId,
    closedOn: payload.changeTimestamp,
    receivedOn,
  });
  batch.deliveries.set(payload.jobId, { jobId: payload.jobId });
}

function end(
  situation: Situation,
  payload: EndingPayload,
  from: "OnSite" | "AccessGained",
  { statusTimestamps, ...closing }: Ending,
) {
  recordClosing(situation, payload, closing);
  const { job, isCurrent, flag } = situation;
  if (!job || !isCurrent) return;
  if (job.status !== from && job.status !== "Closed")
    flag(`unexpected-step: ${job.status} > Closed`);
  job.status = "Closed";
  job.statusTimestamps = statusTimestamps;
  job.hold = null;
  touch(job, payload.changeTimestamp);
}

/**
 * The job's records take over what the device held. What comes from an appointment that has ended stays evidence
 * alone, and so do rows that name another job or property.
 */
function takeContent(content: JobContent, { arrival, batch, job, isCurrent, flag }: Situation) {
  if (!job || !isCurrent) return;
  const { messageId, messageCreatedOn } = arrival;
  const { jobId, propertyId } = job;
  for (const fault of brokenContentRules(content, messageCreatedOn)) flag(fault);
  if (content.customForms.length > 0) batch.formChecks.set(messageId, { messageId, jobId });
  const ofJob = <R extends { jobId: string }>(rows: readonly R[]) =>
    own(rows, "jobId", jobId, flag);
  const ofProperty = <R extends { propertyId: string }>(rows: readonly R[]) =>
    own(rows, "propertyId", propertyId, flag);

  for (const row of ofJob(content.notes))
    batch.notes.set(row.engineeringNoteId, { id: row.engineeringNoteId, jobId, row });
  for (const row of ofJob(content.parts))
    batch.parts.set(row.jobPartId, { id: row.jobPartId, jobId, row });
  const kept = ofJob(content.plannedSors).map((row) => row.sorCodeId);
  batch.sorRemovals.set(jobId, { jobId, kept });
  for (const row of ofJob(content.plannedSors))
    batch.sors.set(`${jobId} ${row.sorCodeId}`, { id: row.sorCodeId, jobId, row });
  for (const row of ofJob(content.customForms))
    batch.forms.set(`${jobId} ${row.customFormId}`, { id: row.customFormId, jobId, row });
  for (const row of ofProperty(content.propertyAssets))
    setNewer(batch.assets, { id: row.propertyAssetId, propertyId, row });
  for (const row of ofProperty(content.tenants))
    setNewer(batch.tenants, { id: row.propertyTenantId, propertyId, row });
  const { removed } = content;
  for (const id of removed?.jobPartIds ?? []) batch.partRemovals.set(id, { id, jobId, messageId });
  for (const id of removed?.propertyAssetIds ?? [])
    batch.assetRemovals.set(id, { id, propertyId, messageId });
  for (const id of removed?.propertyTenantIds ?? [])
    batch.tenantRemovals.set(id, { id, propertyId, messageId });
}

interface PropertyRecord {
  readonly id: string;
  readonly propertyId: string;
  readonly row: { readonly modifiedOn: string };
}

/** The same record may come in several messages of one group, in any order. */
function setNewer(records: Map<string, object>, record: PropertyRecord) {
  const before = records.get(record.id) as PropertyRecord | undefined;
  if (before && Date.parse(before.row.modifiedOn) > Date.parse(record.row.modifiedOn)) return;
  records.set(record.id, record);
}

function own<Key extends string, R extends { readonly [K in Key]: string }>(
  rows: readonly R[],
  key: Key,
  owner: string | undefined,
  flag: (flag: string) => void,
): readonly R[] {
  const kept = rows.filter((row) => row[key] === owner);
  if (kept.length < rows.length) flag(`rows of another ${key === "jobId" ? "job" : "property"}`);
  return kept;
}

/** Several changes of one record in one group are one row: an edit does not say again what has not changed. */
function keepMileage(
  payload: Payload<"MileageAdd"> | Payload<"MileageUpdate">,
  situation: Situation,
) {
  const { arrival, batch } = situation;
  const { fieldOperativeId } = arrival;
  const id = payload.clientFieldOperativeMileageId;
  const key = `${fieldOperativeId} ${id}`;
  expectMileage(situation);
  if ("correctionReason" in payload && payload.correctionReason)
    situation.flag(`mileage-corrected: ${payload.correctionReason}`);
  const before = batch.mileages.get(key) as { timestamp: string } | undefined;
  if (before && Date.parse(before.timestamp) > Date.parse(payload.timestamp)) return;
  const createdOn = payload.timestamp;
  batch.mileages.set(key, { createdOn, ...before, ...payload, fieldOperativeId, id });
}

/** Recorded all the same: the profile may have changed since. */
function expectMileage({ recordsMileage, flag }: Situation) {
  if (!recordsMileage) flag("mileage-not-expected");
}
