import { id, isoDateTime, lookupId, imageDataUrl, text, z } from "../schema.ts";

export const signatureUpdate = z.object({ signature: imageDataUrl });

export const contactFavouriteChange = z.object({
  contactId: id,
  isFavourite: z.boolean(),
  changeTimestamp: isoDateTime,
});

export const commandOutcome = z.enum([
  "not-found",
  "ignored",
  "deleted",
  "alert",
  "closed",
  "done",
  "failed",
  "unsupported",
]);

export const commandAcknowledgement = z.object({
  commandId: id,
  outcome: commandOutcome,
  details: z.optional(text(2000)),
  acknowledgedOn: isoDateTime,
  /**
   * Of a comment: when the engineer opened it. A phone acknowledges it a second time then. Absent: not yet, or a build that does
   * not report it.
   */
  readOn: z.optional(isoDateTime),
});

export const memoryProfile = z.object({
  takenOn: isoDateTime,
  usedBytes: z.nullable(z.number()),
  limitBytes: z.nullable(z.number()),
  storageUsageBytes: z.nullable(z.number()),
  storageQuotaBytes: z.nullable(z.number()),
});

const vehicle = z.object({
  vehicleId: z.nullable(z.union([id, lookupId])),
  registration: text(12),
});

/** In miles; no vehicle has ten digits. */
export const mileageCount = z.int32().check(z.minimum(0), z.maximum(999_999_999));

const mileageFields = {
  timestamp: isoDateTime,
  clientFieldOperativeMileageId: id,
  dateRecorded: isoDateTime,
  currentMileage: mileageCount,
  vehicle,
  previousVehicleMileage: z.optional(z.nullable(mileageCount)),
  previousVehicle: z.optional(z.nullable(vehicle)),
};

export const mileageAdd = z.object({ type: z.literal("add"), ...mileageFields });

export const mileageUpdate = z.object({
  type: z.literal("update"),
  ...mileageFields,
  fieldOperativeMileageId: z.nullable(z.union([id, lookupId])),
  /** Why an entry is corrected after its day. */
  correctionReason: z.optional(text(500)),
});

export const mileageRemove = z.object({
  type: z.literal("remove"),
  timestamp: isoDateTime,
  clientFieldOperativeMileageId: id,
  fieldOperativeMileageId: z.nullable(z.union([id, lookupId])),
});
