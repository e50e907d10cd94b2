import type { FastifyRequest } from "fastify";
import {
  type Call,
  defineCall,
  type MessageType,
  messagePaths,
  messageTypes,
  queuedMessage,
  receipt,
  requestLimits,
} from "@fieldfare/contract";
import type { Database } from "../database/database.ts";
import { readAuditSource } from "../http/audit-source.ts";
import { readDeviceStatus, readDeviceId } from "../http/devices.ts";
import { isRefusal, type Refusal, refuse } from "../http/problem.ts";
import { type Route, type RouteOptions, route } from "../http/routes.ts";
import type { Server } from "../http/server.ts";
import { accept, type Sender } from "./accept.ts";
import { storeObject } from "../objects/unused-objects.ts";
import type { InboundMessage, ImageDetails, Recorded } from "./inbound-message.ts";
import { readImageMessage } from "./image-message.ts";
import type { Intake } from "./intake.ts";
import {
  countMessage,
  hasContent,
  jsonDepthOf,
  readIdempotencyKey,
  readSender,
} from "./receive.ts";
import { recordRefusal } from "./record-refusal.ts";
import { reportCopies } from "./report-copies.ts";
import { severalMessagesRoute } from "./several.ts";
import { type MessageInput, signatureRoute } from "./signature.ts";

/** Base64 turns three bytes into four. */
const imageJsonBytes = Math.ceil((requestLimits.imageBytes * 4) / 3) + 65_536;

/**
 * Returns a route for each type of queued message, at its own path, and one for several messages. A message is recorded
 * once and answered with its receipt.
 */
export function messageRoutes(server: Server, intake: Intake): Route[] {
  const single = messageTypes.map((type) => {
    const options: RouteOptions = {
      readsBody: true,
      checksDevice: true,
      takesSendingToken: true,
      ...(type === "JobImage" && imageRouteOptions),
      ...(hasContent(type) && { bodyLimit: requestLimits.closeBytes }),
      jsonDepth: jsonDepthOf(type),
      onUnreadable: (request, error) => recordUnreadable(server, type, request, error),
    };
    const handleMessage = (input: MessageInput) => receive(server, intake, type, input);
    return type === "SignatureUpdate"
      ? signatureRoute(server, handleMessage, options)
      : route(buildCall(type), handleMessage, options);
  });
  return [...single, severalMessagesRoute(server, intake)];
}

const imageRouteOptions: RouteOptions = {
  bodyLimit: imageJsonBytes,
  consumes: ["application/json", "multipart/form-data"],
};

type MessageCall = Call & {
  readonly audience: "engineer";
  readonly response: typeof receipt;
};

function buildCall(type: MessageType): MessageCall {
  return defineCall({
    name: `send${type}`,
    method: "POST",
    path: messagePaths[type],
    audience: "engineer",
    summary: `Take a ${type} message once; a repeat answers the same and changes nothing`,
    body: queuedMessage(type),
    response: receipt,
  });
}

async function receive(
  server: Server,
  intake: Intake,
  type: MessageType,
  { request, identity }: MessageInput,
): Promise<Recorded | Refusal> {
  const sender = readSender(server, request, identity);
  if (isRefusal(sender)) return sender;
  const sent = await readMessage(server, type, request, sender);
  const message = isRefusal(sent) ? sent : accept(type, sent.body, sender, sent.image);
  const answer = isRefusal(message)
    ? message
    : await storeMessage(server, intake, message, sent, (error) =>
        request.log.error({ err: error }, "an image could not be stored"),
      );
  countMessage(server, type, isRefusal(answer) ? answer.refusal : answer.outcome);
  if (!isRefusal(answer)) return answer;
  if (answer.refusal === "conflict" && answer.expectedLaneNumber !== undefined)
    await reportCopies(server.database, sender, readAuditSource(request), server.config.now());
  const body = isRefusal(sent) ? null : sent.body;
  await recordRefusal(server.database, { ...sender, type, body }, answer);
  return answer;
}

/** A message as it was sent, and the bytes of its image. */
interface SentMessage {
  readonly body: unknown;
  readonly image: ImageDetails | null;
  readonly bytes: Buffer | null;
}

/**
 * Decodes and examines the image's bytes only for a registered device of this engineer: other callers must not cost
 * that time.
 */
async function readMessage(
  server: Server,
  type: MessageType,
  request: FastifyRequest,
  { deviceId, fieldOperativeId }: Sender,
): Promise<SentMessage | Refusal> {
  if (type !== "JobImage") return { body: request.body, image: null, bytes: null };
  const deviceStatus = await readDeviceStatus(
    server.database,
    deviceId,
    fieldOperativeId,
    server.use,
  );
  return deviceStatus === "device-unknown" ? refuse("device-unknown") : readImageMessage(request);
}

/**
 * Stores the bytes before the message, so that no receipt confirms an image that is not stored. The appointment is
 * checked first: a refused message leaves no bytes behind.
 */
async function storeMessage(
  server: Server,
  intake: Intake,
  message: InboundMessage,
  sent: SentMessage | Refusal,
  onStoreFailure: (error: unknown) => void,
): Promise<Recorded | Refusal> {
  if (!isRefusal(sent) && sent.image && sent.bytes) {
    if (!(await hasAppointment(server.database, message))) return refuse("not-found");
    try {
      await storeObject(server.database, server.objects, sent.image.sha256, sent.bytes);
    } catch (error) {
      onStoreFailure(error);
      return refuse("images-unavailable");
    }
  }
  return intake.receive(message);
}

async function hasAppointment({ pool }: Database, message: InboundMessage): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "image-appointment",
    text: `select 1 from appointment
            where field_operative_appointment_id = $1 and job_id = $2 and field_operative_id = $3`,
    values: [message.fieldOperativeAppointmentId, message.jobId, message.fieldOperativeId],
  });
  return rowCount === 1;
}

async function recordUnreadable(
  server: Server,
  type: MessageType,
  request: FastifyRequest,
  error: Error,
) {
  const fieldOperativeId = request.identity?.fieldOperativeId;
  if (!fieldOperativeId) return;
  const tooLarge = "statusCode" in error && error.statusCode === 413;
  const refusal = refuse(tooLarge ? "too-large" : "invalid", { detail: error.message });
  countMessage(server, type, refusal.refusal);
  await recordRefusal(
    server.database,
    {
      fieldOperativeId,
      deviceId: readDeviceId(request),
      type,
      body: null,
      idempotencyKey: readIdempotencyKey(request),
    },
    refusal,
  );
}
