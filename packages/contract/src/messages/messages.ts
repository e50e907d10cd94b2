import { id, isoDateTime, lookupId, namedSchema, sha256, text, z } from "../schema.ts";
import * as absences from "./absences.ts";
import * as job from "./job.ts";
import { type MessageType, messageTypes } from "./paths.ts";
import * as standalone from "./standalone.ts";

/** The payload of each queued message; its path is in `messagePaths`. */
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

/** The payload as the server receives it, after it was parsed. */
export type Payload<T extends MessageType> = z.output<(typeof messagePayloads)[T]>;

/** The place of a message in its order. Third-party clients without an outbox may leave it out. */
export const messageOrder = z.object({
  /** The client generation. It changes when a device has lost all its data and starts numbering again. */
  incarnation: id,
  /** The ordering key: the job, or the owner and the kind. Messages with the same key are kept in order. */
  lane: text(200),
  /** 1, 2, 3 ... for each ordering key. */
  laneNumber: z.int32().check(z.minimum(1)),
  /** 1, 2, 3 ... for all messages that this device ever queued. */
  deviceSequence: z.int32().check(z.minimum(1)),
  /** The SHA-256 of the payload's canonical JSON. */
  payloadHash: sha256,
});
export type MessageOrder = z.output<typeof messageOrder>;

const envelope = {
  messageId: id,
  correlationId: z.nullable(id),
  messageCreatedOn: isoDateTime,
  /** The milliseconds that the device has added to its clock in `messageCreatedOn` and in the times of the payload. */
  clockCorrectionMs: z.optional(z.int()),
  mobileVersion: text(50),
  /** The version of the payload. The server takes the present one and the one before. */
  messageVersion: lookupId,
  jobId: z.nullable(id),
  fieldOperativeAppointmentId: z.nullable(id),
  order: z.optional(messageOrder),
};

/** The request body: the queued message without its local fields. */
export function queuedMessage<T extends MessageType>(type: T) {
  return z.object({
    ...envelope,
    type: z.literal(type),
    payload: messagePayloads[type],
  });
}

/** The fields that every message has, before its payload is parsed by type. */
export const messageEnvelope = z.object({
  ...envelope,
  type: z.enum(messageTypes),
  payload: z.unknown(),
});
export type MessageEnvelope = z.output<typeof messageEnvelope>;

export const maxMessagesInRequest = 50;

/** Several messages in one request. Each is parsed by itself, so that a wrong one does not refuse the others. */
export const severalMessages = namedSchema(
  "SeveralMessages",
  z.object({
    messages: z.array(messageEnvelope).check(z.minLength(1), z.maxLength(maxMessagesInRequest)),
  }),
);

/** The JSON part of a multipart JobImage: the same message, with its bytes in the part `image`. */
export const imageMessageHead = namedSchema(
  "ImageMessageHead",
  z.object({ ...envelope, type: z.literal("JobImage"), payload: job.jobImageFields }),
);
