import type { FastifyRequest } from "fastify";
import {
  type Call,
  defineCall,
  header,
  type MessageType,
  messagePaths,
  messageTypes,
  queuedMessage,
  receipt,
  requestLimits,
} from "@fieldfare/contract";
import type { Database } from "../database/database.ts";
import { clockOffset, deviceStanding, namedDevice } from "../http/devices.ts";
import { isRefusal, type Refusal, refuse } from "../http/problem.ts";
import { type Asked, type Route, type RouteExtras, route } from "../http/routes.ts";
import type { Server } from "../http/server.ts";
import { accept, type Sender } from "./accept.ts";
import type { Arrival, Picture, Recorded } from "./arrival.ts";
import { readImageMessage } from "./image-message.ts";
import type { Intake } from "./intake.ts";
import { rememberRefusal } from "./refused.ts";
import { signatureRoute } from "./signature.ts";

/** Base64 makes three bytes four. */
const imageJsonBytes = Math.ceil((requestLimits.imageBytes * 4) / 3) + 65_536;

/** An engineer's device, each of the queued messages at its destination: recorded once, answered with its receipt. */
export function messageRoutes(server: Server, intake: Intake): Route[] {
  return messageTypes.map((type) => {
    const extras: RouteExtras = {
      readsBody: true,
      checksDevice: true,
      ...(type === "JobImage" && extrasOfImage),
      ...(contentTypes.has(type) && {
        bodyLimit: requestLimits.closeBytes,
        jsonDepth: requestLimits.closeDepth,
      }),
      onUnreadable: (request, error) => rememberUnreadable(server, type, request, error),
    };
    const take = (asked: Asked<MessageCall>) => receive(server, intake, type, asked);
    return type === "SignatureUpdate"
      ? signatureRoute(server, take, extras)
      : route(callOf(type), take, extras);
  });
}

/** What may carry all that was recorded inside a job. */
export const contentTypes: ReadonlySet<MessageType> = new Set([
  "JobClose",
  "JobNoAccess",
  "JobRemove",
  "JobStatusChange",
]);

const extrasOfImage: RouteExtras = {
  bodyLimit: imageJsonBytes,
  consumes: ["application/json", "multipart/form-data"],
};

type MessageCall = Call & {
  readonly audience: "engineer";
  readonly response: typeof receipt;
};

function callOf(type: MessageType): MessageCall {
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
  { request, who }: Asked<MessageCall>,
): Promise<Recorded | Refusal> {
  const deviceId = namedDevice(request);
  if (!deviceId) return refuse("device-unknown");
  const sender: Sender = {
    fieldOperativeId: who.fieldOperativeId,
    deviceId,
    idempotencyKey: idempotencyKeyOf(request),
    clockOffsetMs: clockOffset(request, server.config.now()),
  };
  const sent = await read(server, type, request, sender);
  const arrival = isRefusal(sent) ? sent : accept(type, sent.body, sender, sent.picture);
  const answer = isRefusal(arrival)
    ? arrival
    : await keep(server, intake, arrival, sent, (error) =>
        request.log.error({ err: error }, "an image could not be stored"),
      );
  if (!isRefusal(answer)) return answer;
  const body = isRefusal(sent) ? null : sent.body;
  await rememberRefusal(server.database, { ...sender, type, body }, answer);
  return answer;
}

/** What was sent; a picture with its bytes. */
interface Sent {
  readonly body: unknown;
  readonly picture: Picture | null;
  readonly bytes: Buffer | null;
}

/** Bytes are decoded and examined for a device of this engineer only: for a stranger they are not worth the time. */
async function read(
  server: Server,
  type: MessageType,
  request: FastifyRequest,
  { deviceId, fieldOperativeId }: Sender,
): Promise<Sent | Refusal> {
  if (type !== "JobImage") return { body: request.body, picture: null, bytes: null };
  const standing = await deviceStanding(server.database, deviceId, fieldOperativeId, server.use);
  return standing === "unknown" ? refuse("device-unknown") : readImageMessage(request);
}

/**
 * Bytes first: a receipt for a picture that is not kept would be a lie. But only for somebody whose
 * message will be taken, so that a stranger's request leaves nothing behind.
 */
async function keep(
  server: Server,
  intake: Intake,
  arrival: Arrival,
  sent: Sent | Refusal,
  onStoreFailure: (error: unknown) => void,
): Promise<Recorded | Refusal> {
  if (!isRefusal(sent) && sent.picture && sent.bytes) {
    if (!(await hasAppointment(server.database, arrival))) return refuse("not-found");
    try {
      await server.objects.put(sent.picture.sha256, sent.bytes);
    } catch (error) {
      onStoreFailure(error);
      return refuse("images-unavailable");
    }
  }
  return intake.receive(arrival);
}

async function hasAppointment({ pool }: Database, arrival: Arrival): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "image-appointment",
    text: `select 1 from appointment
            where field_operative_appointment_id = $1 and job_id = $2 and field_operative_id = $3`,
    values: [arrival.fieldOperativeAppointmentId, arrival.jobId, arrival.fieldOperativeId],
  });
  return rowCount === 1;
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const value = request.headers[header.idempotencyKey.toLowerCase()];
  return typeof value === "string" ? value : null;
}

async function rememberUnreadable(
  { database }: Server,
  type: MessageType,
  request: FastifyRequest,
  error: Error,
) {
  const fieldOperativeId = request.identity?.fieldOperativeId;
  if (!fieldOperativeId) return;
  const tooLarge = "statusCode" in error && error.statusCode === 413;
  await rememberRefusal(
    database,
    {
      fieldOperativeId,
      deviceId: namedDevice(request),
      type,
      body: null,
      idempotencyKey: idempotencyKeyOf(request),
    },
    refuse(tooLarge ? "too-large" : "invalid", { detail: error.message }),
  );
}
