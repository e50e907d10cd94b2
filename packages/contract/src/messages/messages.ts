import { id, isoDateTime, lookupId, named, sha256, text, z } from "../schema.ts";
import * as job from "./job.ts";
import * as standalone from "./standalone.ts";

/** Every queued message: where it is sent and what it carries. */
export const messageTypes = {
  JobStatusChange: { path: "/api/job/status", payload: job.jobStatusChange },
  JobHoldChange: { path: "/api/job/hold", payload: job.jobHoldChange },
  JobImage: { path: "/api/job/image", payload: job.jobImage },
  JobNoAccess: { path: "/api/job/noaccess", payload: job.jobNoAccess },
  JobClose: { path: "/api/job/return", payload: job.jobClose },
  JobRemove: { path: "/api/job/remove", payload: job.jobRemove },
  RejectRemoveRequest: { path: "/api/job/reject", payload: job.rejectRemoveRequest },
  SignatureUpdate: { path: "/api/installation/signature", payload: standalone.signatureUpdate },
  PartCollected: { path: "/api/part/collected", payload: job.partCollected },
  PropertyNotificationConfirm: {
    path: "/api/job/notice/confirm",
    payload: job.propertyNotificationConfirm,
  },
  ContactFavouriteChange: {
    path: "/api/contact/favourite",
    payload: standalone.contactFavouriteChange,
  },
  CommandAcknowledgement: {
    path: "/api/command/acknowledge",
    payload: standalone.commandAcknowledgement,
  },
  MemoryProfile: { path: "/api/log/memory", payload: standalone.memoryProfile },
  MileageAdd: { path: "/api/mileage/fieldoperative/add", payload: standalone.mileageAdd },
  MileageUpdate: { path: "/api/mileage/fieldoperative/edit", payload: standalone.mileageUpdate },
  MileageRemove: { path: "/api/mileage/fieldoperative/remove", payload: standalone.mileageRemove },
} as const;

export type MessageType = keyof typeof messageTypes;

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

/** Only this removes a message from the device. */
export const receipt = named(
  "Receipt",
  z.object({
    messageId: id,
    outcome: z.enum(["recorded", "already-recorded"]),
    receivedOn: isoDateTime,
  }),
);
export type Receipt = z.output<typeof receipt>;
