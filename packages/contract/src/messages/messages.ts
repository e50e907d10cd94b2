import { id, isoDateTime, lookupId, named, sha256, text, z } from "../schema.ts";
import * as absences from "./absences.ts";
import * as job from "./job.ts";
import { messagePaths, type MessageType } from "./paths.ts";
import * as standalone from "./standalone.ts";

/** Every queued message: where it is sent and what it carries. */
export const messageTypes = {
  JobStatusChange: { path: messagePaths.JobStatusChange, payload: job.jobStatusChange },
  JobHoldChange: { path: messagePaths.JobHoldChange, payload: job.jobHoldChange },
  JobImage: { path: messagePaths.JobImage, payload: job.jobImage },
  JobNoAccess: { path: messagePaths.JobNoAccess, payload: job.jobNoAccess },
  JobClose: { path: messagePaths.JobClose, payload: job.jobClose },
  JobRemove: { path: messagePaths.JobRemove, payload: job.jobRemove },
  RejectRemoveRequest: { path: messagePaths.RejectRemoveRequest, payload: job.rejectRemoveRequest },
  SignatureUpdate: { path: messagePaths.SignatureUpdate, payload: standalone.signatureUpdate },
  PartCollected: { path: messagePaths.PartCollected, payload: job.partCollected },
  PropertyNotificationConfirm: {
    path: messagePaths.PropertyNotificationConfirm,
    payload: job.propertyNotificationConfirm,
  },
  ContactFavouriteChange: {
    path: messagePaths.ContactFavouriteChange,
    payload: standalone.contactFavouriteChange,
  },
  CommandAcknowledgement: {
    path: messagePaths.CommandAcknowledgement,
    payload: standalone.commandAcknowledgement,
  },
  MemoryProfile: { path: messagePaths.MemoryProfile, payload: standalone.memoryProfile },
  MileageAdd: { path: messagePaths.MileageAdd, payload: standalone.mileageAdd },
  MileageUpdate: { path: messagePaths.MileageUpdate, payload: standalone.mileageUpdate },
  MileageRemove: { path: messagePaths.MileageRemove, payload: standalone.mileageRemove },
  AbsenceRequest: { path: messagePaths.AbsenceRequest, payload: absences.absenceRequested },
  AbsenceCancel: { path: messagePaths.AbsenceCancel, payload: absences.absenceCancelled },
} as const satisfies Record<MessageType, { path: string; payload: z.ZodMiniType }>;

export type Payload<T extends MessageType> = z.output<(typeof messageTypes)[T]["payload"]>;

/** The place of a message in its order; what a peer without an outbox of ours may leave out. */
export const messageOrder = z.object({
  /** Changes when a device has lost all that it held and begins to count anew. */
  incarnation: id,
  /** The job, or the owner and the kind: order is kept within a lane. */
  lane: text(200),
  /** 1, 2, 3 ... within the lane. */
  laneNumber: z.int().check(z.minimum(1)),
  /** 1, 2, 3 ... over all that this device ever queued. */
  deviceSequence: z.int().check(z.minimum(1)),
  /** SHA-256 of the payload's canonical JSON. */
  payloadHash: sha256,
});
export type MessageOrder = z.output<typeof messageOrder>;

const envelope = {
  messageId: id,
  correlationId: z.nullable(id),
  messageCreatedOn: isoDateTime,
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
    payload: messageTypes[type].payload,
  });
}

/** What every message has whatever its type, before its payload is looked at. */
export const messageEnvelope = z.object({
  ...envelope,
  type: z.enum(Object.keys(messageTypes) as [MessageType, ...MessageType[]]),
  payload: z.unknown(),
});
export type MessageEnvelope = z.output<typeof messageEnvelope>;

/** The head of a multipart JobImage: the same message, its bytes in the part `image`. */
export const imageMessageHead = named(
  "ImageMessageHead",
  z.object({ ...envelope, type: z.literal("JobImage"), payload: job.jobImageFields }),
);
