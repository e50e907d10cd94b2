import { createHash, randomUUID } from "node:crypto";
import {
  canonicalJson,
  type MessageOrder,
  type MessageType,
  messagePaths,
  messageAnswers,
  messagesPath,
  messageVersion,
  mobileVersion,
} from "@fieldfare/contract";
import type { Answer } from "./caller.ts";
import type { TestJob } from "./people.ts";
import type { InstalledEngineer } from "./in-process.ts";

export interface Message {
  readonly messageId: string;
  readonly type: MessageType;
  readonly payload: object;
  readonly [field: string]: unknown;
}

/** Builds a queued message as a device sends it. `more` overrides its fields. */
export function aMessage(type: MessageType, payload: object, more: object = {}): Message {
  return {
    messageId: randomUUID(),
    correlationId: null,
    type,
    payload,
    messageCreatedOn: "2026-11-21T10:00:00.000Z",
    mobileVersion,
    messageVersion,
    jobId: null,
    fieldOperativeAppointmentId: null,
    ...more,
  };
}

/** Several messages in one request. */
export const sendSeveral = {
  name: "sendMessages",
  method: "POST",
  path: messagesPath,
  audience: "engineer",
  summary: "Takes several messages",
  response: messageAnswers,
} as const;

/** Builds the message that a job got this status. `more` overrides fields of the message, not of its payload. */
export function aStatusChange(job: TestJob, currentStatus: string, more: object = {}): Message {
  return aMessage(
    "JobStatusChange",
    { ...pickJobIds(job), currentStatus, changeTimestamp: "2026-11-21T10:00:00.000Z" },
    { ...pickJobIds(job), ...more },
  );
}

/** Adds an ordering key and a sequence number to a message. */
export function ordered(message: Message, order: Partial<MessageOrder>): Message {
  return {
    ...message,
    order: {
      incarnation: "01890000-0000-7000-8000-000000000001",
      lane: "a lane",
      laneNumber: 1,
      deviceSequence: order.laneNumber ?? 1,
      payloadHash: sha256(canonicalJson(message.payload)),
      ...order,
    },
  };
}

/** Sends a message to the path of its type, with its id as the idempotency key. */
export function post(engineer: InstalledEngineer, message: Message): Promise<Answer> {
  return engineer.caller.post(messagePaths[message.type], message, {
    "Idempotency-Key": message.messageId,
  });
}

/** Returns the two ids that a payload about a job contains. */
export function pickJobIds({ jobId, fieldOperativeAppointmentId }: TestJob) {
  return { jobId, fieldOperativeAppointmentId };
}

/** Returns the hash in lowercase hexadecimal. A text is hashed as UTF-8. */
export function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}
