import type { FastifyRequest } from "fastify";
import { header, type MessageType, messageTypes, requestLimits } from "@fieldfare/contract";
import { readClockOffset, readDeviceId } from "../http/devices.ts";
import { type Refusal, refuse } from "../http/problem.ts";
import type { Server } from "../http/server.ts";
import type { Sender } from "./accept.ts";
import type { MessageInput } from "./signature.ts";

const knownTypes: ReadonlySet<unknown> = new Set(messageTypes);

/** Whether the value names a type of message. */
export function isMessageType(value: unknown): value is MessageType {
  return knownTypes.has(value);
}

/** Messages that may carry everything that was recorded inside a job. */
const messageTypesWithContent: ReadonlySet<MessageType> = new Set([
  "JobClose",
  "JobNoAccess",
  "JobRemove",
  "JobStatusChange",
]);

/** Whether messages of this type may carry everything that was recorded inside a job. */
export function hasContent(type: MessageType): boolean {
  return messageTypesWithContent.has(type);
}

/** Returns how deep the JSON of a message may be nested. */
export function jsonDepthOf(type: MessageType): number {
  return hasContent(type) ? requestLimits.closeDepth : requestLimits.jsonDepth;
}

/** Returns who sends a request, and from which device. */
export function readSender(
  server: Server,
  request: FastifyRequest,
  identity: MessageInput["identity"],
): Sender | Refusal {
  const deviceId = readDeviceId(request);
  if (!deviceId) return refuse("device-unknown");
  return {
    fieldOperativeId: identity.fieldOperativeId,
    deviceId,
    familyId: identity.familyId,
    idempotencyKey: readIdempotencyKey(request),
    clockOffsetMs: readClockOffset(request, server.config.now()),
  };
}

/** Returns the Idempotency-Key header. Null when it is missing. */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const value = request.headers[header.idempotencyKey.toLowerCase()];
  return typeof value === "string" ? value : null;
}

/** Counts a message and what became of it. Training data say nothing about the work. */
export function countMessage(
  { metrics, use }: Server,
  type: MessageType | "unknown",
  outcome: string,
): void {
  if (use === "live") metrics.countMessage(type, outcome);
}
