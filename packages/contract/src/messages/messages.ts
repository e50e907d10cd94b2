import { id, isoDateTime, lookupId, namedSchema, sha256, text, z } from "../schema.ts";
import * as absences from "./absences.ts";
import * as job from "./job.ts";
import { type MessageType, messageTypes } from "./paths.ts";
import * as standalone from "./standalone.ts";

/** What each queued message carries; where it is sent is in `messagePaths`. */
export const messagePayloads = {
  JobStatusChange: job.jobStatusChange,
  JobHoldChange: job.jobHoldChange,
  JobImage: job.jobImage,
  JobNoAccess: job.jobNoAccess,
  JobClose: job.jobClose,
  JobRemove: job.jobRemove,
  RejectRemoveRequest: job.rejectRemoveRequest,
  SignatureUpdate: standalone.signatureUpdate,
  PartCollected: job.partCollected,
  PropertyNotificationConfirm: job.propertyNotificationConfirm,
  ContactFavouriteChange: standalone.contactFavouriteChange,
  CommandAcknowledgement: standalone.commandAcknowledgement,
  MemoryProfile: standalone.memoryProfile,
  MileageAdd: standalone.mileageAdd,
  MileageUpdate: standalone.mileageUpdate,
  MileageRemove: standalone.mileageRemove,
  AbsenceRequest: absences.absenceRequested,
  AbsenceCancel: absences.absenceCancelled,
} as const satisfies Record<MessageType, z.ZodMiniType>;

export type Payload<T extends MessageType> = z.output<(typeof messagePayloads)[T]>;

/** The place of a message in its order; what a peer without an outbox of ours may leave out. */
export const messageOrder = z.object({
  /** Changes when a device has lost all that it held and begins to count anew. */
  incarnation: id,
  /** The job, or the owner and the kind: order is kept within a lane. */
  lane: text(200),
  /** 1, 2, 3 ... within the lane. */
  laneNumber: z.int32().check(z.minimum(1)),
  /** 1, 2, 3 ... over all that this device ever queued. */
  deviceSequence: z.int32().check(z.minimum(1)),
  /** SHA-256 of the payload's canonical JSON. */
  payloadHash: sha256,
});
export type MessageOrder = z.output<typeof messageOrder>;

const envelope = {
  messageId: id,
  correlationId: z.nullable(id),
  messageCreatedOn: isoDateTime,
  /** What the device has added to its clock, ms, in `messageCreatedOn` and in the times that the payload records. */
  clockCorrectionMs: z.optional(z.int()),
  mobileVersion: text(50),
  messageVersion: lookupId,
  jobId: z.nullable(id),
  fieldOperativeAppointmentId: z.nullable(id),
  order: z.optional(messageOrder),
};

/** The body that is sent: the queued message without its local fields. */
export function queuedMessage<T extends MessageType>(type: T) {
  return z.object({
    ...envelope,
    type: z.literal(type),
    payload: messagePayloads[type],
  });
}

/** What every message has whatever its type, before its payload is looked at. */
export const messageEnvelope = z.object({
  ...envelope,
  type: z.enum(messageTypes),
  payload: z.unknown(),
});
export type MessageEnvelope = z.output<typeof messageEnvelope>;

/** The head of a multipart JobImage: the same message, its bytes in the part `image`. */
export const imageMessageHead = namedSchema(
  "ImageMessageHead",
  z.object({ ...envelope, type: z.literal("JobImage"), payload: job.jobImageFields }),
);
