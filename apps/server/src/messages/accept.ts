import { readField } from "@fieldfare/domain";
import { createHash } from "node:crypto";
import {
  canonicalJson,
  imageMessageHead,
  messageEnvelope,
  type MessageEnvelope,
  type MessageType,
  messageVersion,
  queuedMessage,
  type Schema,
  z,
} from "@fieldfare/contract";
import { isRefusal, formatIssues, type Refusal, refuse } from "../http/problem.ts";
import type { InboundMessage, ImageDetails } from "./inbound-message.ts";

/** The sender of a message and the device it came from. */
export interface Sender {
  readonly fieldOperativeId: string;
  readonly deviceId: string;
  /** The sign-in of the token. */
  readonly familyId: string;
  /** The Idempotency-Key header. Null when it is missing. */
  readonly idempotencyKey: string | null;
  readonly clockOffsetMs: number | null;
}

/** The schema of a message and its payload, built once for each type. */
const schemas = new Map<string, Schema>();

/**
 * Checks a message against the contract and its own hashes. `image` describes the bytes of a JobImage, whose
 * payload is stored with their hash and without the bytes.
 */
export function accept(
  type: MessageType,
  body: unknown,
  sender: Sender,
  image: ImageDetails | null = null,
): InboundMessage | Refusal {
  const message = parse(type, body);
  if (isRefusal(message)) return message;
  const { order, payload } = message;
  const refusal = findMismatch(message, sender);
  if (refusal) return refusal;

  const sent = readField(body, "payload");
  const payloadText = canonicalJson(sent);
  if (order && hashText(payloadText) !== order.payloadHash) {
    return refuse("hash-mismatch", { detail: "order.payloadHash is not the payload's hash" });
  }
  if (image && payload.sha256 !== undefined && payload.sha256 !== image.sha256) {
    return refuse("hash-mismatch", { detail: "payload.sha256 is not the hash of the bytes" });
  }
  const { image: _bytes, ...fields } = payload;
  const stored = image ? { ...fields, sha256: image.sha256 } : fields;
  const { jobId, fieldOperativeAppointmentId } = readJobIds(message);
  return {
    messageId: message.messageId,
    type,
    payload: stored,
    contentHash: hashText(
      canonicalJson({
        type,
        payload: image ? stored : sent,
        jobId: message.jobId,
        fieldOperativeAppointmentId: message.fieldOperativeAppointmentId,
        messageCreatedOn: message.messageCreatedOn,
      }),
    ),
    jobId,
    fieldOperativeAppointmentId,
    fieldOperativeId: sender.fieldOperativeId,
    deviceId: sender.deviceId,
    familyId: sender.familyId,
    correlationId: message.correlationId,
    messageCreatedOn: message.messageCreatedOn,
    mobileVersion: message.mobileVersion,
    messageVersion: message.messageVersion,
    order: order ?? null,
    clockOffsetMs: sender.clockOffsetMs,
    clockCorrectionMs: message.clockCorrectionMs ?? null,
    image,
  };
}

/** The version is checked before the payload, because another version may have another shape. */
function parse(type: MessageType, body: unknown): ParsedMessage | Refusal {
  const parsed = z.safeParse(findSchema(type, body), body);
  const envelope = parsed.success ? parsed : z.safeParse(messageEnvelope, body);
  const version = readField(envelope.data, "messageVersion");
  if (version !== undefined && version !== messageVersion && version !== messageVersion - 1) {
    return refuse("unsupported-version", { detail: `This server takes version ${messageVersion}` });
  }
  if (!parsed.success) return refuse("invalid", { issues: formatIssues(parsed.error) });
  // Only the schema of this one type knows the payload.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return parsed.data as ParsedMessage;
}

interface ParsedMessage extends MessageEnvelope {
  readonly payload: Readonly<Record<string, unknown>> & {
    readonly jobId?: string;
    readonly fieldOperativeAppointmentId?: string;
  };
}

function findSchema(type: MessageType, body: unknown): Schema {
  // A multipart message has the image's bytes in another part and not in its payload.
  if (type === "JobImage" && !hasImageText(body)) return imageMessageHead;
  const stored = schemas.get(type);
  if (stored) return stored;
  const created = queuedMessage(type);
  schemas.set(type, created);
  return created;
}

function hasImageText(body: unknown): boolean {
  const payload = readField(body, "payload");
  return typeof payload === "object" && payload !== null && "image" in payload;
}

/** Refuses a message whose parts do not match each other. */
function findMismatch(message: ParsedMessage, { idempotencyKey }: Sender): Refusal | undefined {
  const { messageId, payload } = message;
  if (idempotencyKey !== null && idempotencyKey.toLowerCase() !== messageId) {
    return refuseMismatch("Idempotency-Key", "This is not the messageId");
  }
  for (const key of ["jobId", "fieldOperativeAppointmentId"] as const) {
    const outside = message[key];
    const inside = payload[key];
    if (outside && inside && outside !== inside)
      return refuseMismatch(`payload.${key}`, `This is not the message's ${key}`);
  }
  return undefined;
}

function refuseMismatch(path: string, message: string): Refusal {
  return refuse("invalid", { issues: [{ path, message }] });
}

/** A message belongs to the job that its payload names. The envelope repeats the id only for convenience. */
function readJobIds({ payload }: ParsedMessage) {
  return {
    jobId: payload.jobId ?? null,
    fieldOperativeAppointmentId: payload.fieldOperativeAppointmentId ?? null,
  };
}

/** Returns the hash of a sent message's payload, as the device calculates it. */
export function hashPayload(body: unknown): string {
  return hashText(canonicalJson(readField(body, "payload")));
}

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
