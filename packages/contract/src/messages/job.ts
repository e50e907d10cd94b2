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

/** All that is recorded inside a job, as the device has it. */
export const jobContent = namedSchema(
  "JobContent",
  z.object({
    statusTimestamps,
    notes: z.array(engineeringNote),
    parts: z.array(jobPart),
    plannedSors: z.array(plannedSor),
    customForms: z.array(jobCustomForm),
    propertyAssets: z.array(propertyAppliance),
    tenants: z.array(propertyTenant),
    formPhotoImageIds: z.array(id),
    /** What engineers had added, on this visit or an earlier one, and this one has taken away. */
    removed: z.optional(removedWork),
  }),
);
export type JobContent = z.output<typeof jobContent>;

/** Setting a job to New is reported as Reset; New is taken as the same. */
export const jobStatusChange = z.object({
  ...ofJob,
  currentStatus: z.enum(["New", "Reset", "Travelling", "OnSite", "AccessGained", "Closed"]),
  changeTimestamp: isoDateTime,
  /** Of a job that was cancelled after something had been recorded inside it. */
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

/** The fields of an image without its bytes; the bytes travel beside them. */
export const jobImageFields = z.object({
  entityId: id,
  imageId: id,
  ...ofJob,
  associateToJob: z.boolean(),
  timestamp: isoDateTime,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** Hash of the bytes. */
  sha256: z.optional(sha256),
});

/** An image in JSON: base64, with or without the head of a data URL. */
export const jobImage = z.extend(jobImageFields, { image: text(1_500_000) });

/** One line of the manifest: what must arrive before the job counts as delivered. */
export const manifestEntry = z.object({ imageId: id, sha256 });

export const jobNoAccess = z.object({
  ...ofJob,
  noAccessReasonId: lookupId,
  notes: text(10_000).check(z.minLength(1)),
  imageIds: z.array(id).check(z.minLength(1)),
  statusTimestamps,
  manifest: z.optional(z.array(manifestEntry)),
  changeTimestamp: isoDateTime,
  /** Where something was recorded before: access had been gained, and the job was on hold since. */
  job: z.optional(jobContent),
});

export const rootCauseAnswer = z.object({
  rootCauseId: lookupId,
  /** What was read when it was chosen: the list may change. */
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
  /** The private note of this message that explains the parts that were not used. */
  partsNotUsed: z.nullable(z.object({ noteId: id })),
  /** The text of that note. */
  partsNotUsedNote: z.nullable(text(2000)),
  tenantReviewCompleted: z.boolean(),
  heatingStatus: z.nullable(heatingStatus),
});

export const jobClose = z.object({
  ...ofJob,
  job: jobContent,
  outcome: closeOutcome,
  /** Every image of the job with its hash: delivered means that all of these have arrived. */
  manifest: z.array(manifestEntry),
  /** This message and one for each image of the manifest. */
  numberOfMessages: z.int32().check(z.minimum(1)),
  changeTimestamp: isoDateTime,
});

export const jobRemove = z.object({
  ...ofJob,
  changeTimestamp: isoDateTime,
  /** Where something was recorded inside the job before it was taken back. */
  job: z.optional(jobContent),
  /** The images that had been taken by then. */
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
  /** Null on the Parts Required notice, which is no notification of the property. */
  propertyNotificationId: z.nullable(id),
  confirmedOn: isoDateTime,
});

export const partCollected = z.object({
  ...ofJob,
  jobPartId: id,
  /** Received now. */
  qty: z.int32().check(z.minimum(1)),
  /** All that was received so far. */
  qtyCollected: z.int32().check(z.minimum(0)),
  status: z.enum(["Collected", "Partial", "Excess"]),
  collectedDateTime: isoDateTime,
  supplierTicketNumber: z.nullable(text(100)),
  changeTimestamp: isoDateTime,
});
