import { outcomes } from "@fieldfare/domain";
import {
  engineeringNote,
  jobCustomForm,
  jobPart,
  plannedSor,
  propertyAppliance,
  propertyTenant,
  statusTimestamps,
} from "../entities/job.ts";
import {
  id,
  isoDateTime,
  lookupId,
  namedSchema,
  imageDataUrl,
  sha256,
  text,
  z,
} from "../schema.ts";

const ofJob = { jobId: id, fieldOperativeAppointmentId: id };

const removedWork = z.object({
  propertyAssetIds: z.array(id),
  propertyTenantIds: z.array(id),
  jobPartIds: z.array(id),
});
export type RemovedWork = z.output<typeof removedWork>;

/** All records of a job as the device has them. */
export const jobContent = namedSchema(
  "JobContent",
  z.object({
    statusTimestamps,
    notes: z.array(engineeringNote),
    parts: z.array(jobPart),
    plannedSors: z.array(plannedSor),
    /** The `ordersVersion` of the job that the phone knew. Absent: it knew none. */
    ordersVersion: z.optional(z.int()),
    customForms: z.array(jobCustomForm),
    propertyAssets: z.array(propertyAppliance),
    tenants: z.array(propertyTenant),
    formPhotoImageIds: z.array(id),
    /** Records that engineers had added, on this visit or an earlier one, and that this visit has removed. */
    removed: z.optional(removedWork),
  }),
);
export type JobContent = z.output<typeof jobContent>;

/** Setting a job to New is reported as Reset; New is accepted as the same. */
export const jobStatusChange = z.object({
  ...ofJob,
  currentStatus: z.enum(["New", "Reset", "Travelling", "OnSite", "AccessGained", "Closed"]),
  /**
   * Here and in the other messages: when the engineer did it, by the phone's clock with the correction of the
   * envelope.
   */
  changeTimestamp: isoDateTime,
  /**
   * With Reset: true if the phone has fetched the job, false if the engineer has cancelled it. Absent: an earlier build, whose
   * first Reset of an appointment says that it has fetched the job.
   */
  isAcknowledgement: z.optional(z.boolean()),
  /**
   * Set if the job was cancelled after something had been recorded in it, and, with an unchanged status, by a phone that
   * is wiped during the visit.
   */
  job: z.optional(jobContent),
});

export const jobHoldChange = z.object({
  ...ofJob,
  statusTimestamps,
  isOnHold: z.boolean(),
  holdReasonId: z.nullable(lookupId),
  holdDescription: z.nullable(text(2000)),
  timestamp: z.nullable(isoDateTime),
  changeTimestamp: isoDateTime,
});

/** The fields of an image without its bytes, which are sent separately. */
export const jobImageFields = z.object({
  /** The record that the image belongs to: a note, an appliance, a form (its `customFormId`), or the job. */
  entityId: id,
  imageId: id,
  ...ofJob,
  /** True for a photo of the job itself. */
  associateToJob: z.boolean(),
  timestamp: isoDateTime,
  /** Where the photo was taken, in degrees; null: not known. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** The hash of the bytes. */
  sha256: z.optional(sha256),
});

/** An image in JSON: base64, with or without the prefix of a data URL. */
export const jobImage = z.extend(jobImageFields, { image: text(1_500_000) });

/** One line of the manifest: an image that must arrive before the job counts as delivered. */
export const manifestEntry = z.object({ imageId: id, sha256 });

export const jobNoAccess = z.object({
  ...ofJob,
  noAccessReasonId: lookupId,
  notes: text(10_000).check(z.minLength(1)),
  imageIds: z.array(id).check(z.minLength(1)),
  statusTimestamps,
  manifest: z.optional(z.array(manifestEntry)),
  changeTimestamp: isoDateTime,
  /** Set if something was recorded before: access had been gained, and the job was on hold since. */
  job: z.optional(jobContent),
});

export const rootCauseAnswer = z.object({
  rootCauseId: lookupId,
  /** The description when it was chosen, because the list may change. */
  description: z.optional(text(500)),
  additionalText: z.nullable(text(2000)),
});

export const heatingStatus = z.object({
  isHeatingOperational: z.boolean(),
  hasHotWater: z.boolean(),
  wereTempHeatersLeft: z.boolean(),
  isThePropertyCapped: z.boolean(),
});

export const closeOutcome = z.object({
  outcomeId: z.literal(outcomes.map(({ outcomeId }) => outcomeId)),
  rootCauses: z.array(rootCauseAnswer),
  engineerSignOffAgreed: z.literal(true),
  customerSignature: z.object({
    customerName: text(200).check(z.minLength(1)),
    optOut: z.boolean(),
    dataUrl: z.nullable(imageDataUrl),
  }),
  /** The private note of this message that explains the unused parts. */
  partsNotUsed: z.nullable(z.object({ noteId: id })),
  /** The text of that note. */
  partsNotUsedNote: z.nullable(text(2000)),
  tenantReviewCompleted: z.boolean(),
  heatingStatus: z.nullable(heatingStatus),
});

/** Ends the job. Without sign-off, without a customer's name, or with an unknown outcome it is refused. */
export const jobClose = z.object({
  ...ofJob,
  job: jobContent,
  outcome: closeOutcome,
  /** Every image of the job with its hash. The job is delivered once all of them have arrived. */
  manifest: z.array(manifestEntry),
  /** This message and one for each image of the manifest. */
  numberOfMessages: z.int32().check(z.minimum(1)),
  changeTimestamp: isoDateTime,
});

export const jobRemove = z.object({
  ...ofJob,
  changeTimestamp: isoDateTime,
  /** Set if something was recorded in the job before it was removed. */
  job: z.optional(jobContent),
  /** The images that had been taken until then. */
  manifest: z.optional(z.array(manifestEntry)),
});

export const rejectRemoveRequest = z.object({
  ...ofJob,
  /** 1 already on site, 2 in transit, 3 access gained, 4 closed. */
  reason: z.literal([1, 2, 3, 4]),
  comment: text(2000).check(z.minLength(1)),
  changeTimestamp: isoDateTime,
});

export const propertyNotificationConfirm = z.object({
  ...ofJob,
  notice: z.enum(["Warning", "PartsRequired"]),
  /** Null for the Parts Required notice, which is not a notification of the property. */
  propertyNotificationId: z.nullable(id),
  confirmedOn: isoDateTime,
});

export const partCollected = z.object({
  ...ofJob,
  jobPartId: id,
  /** The quantity received now. */
  qty: z.int32().check(z.minimum(1)),
  /** The total quantity received so far. */
  qtyCollected: z.int32().check(z.minimum(0)),
  status: z.enum(["Collected", "Partial", "Excess"]),
  collectedDateTime: isoDateTime,
  supplierTicketNumber: z.nullable(text(100)),
  changeTimestamp: isoDateTime,
});
