import type { FastifyRequest } from "fastify";
import {
  defineCall,
  maxMessagesInRequest,
  type MessageAnswer,
  type MessageType,
  messageAnswers,
  messagesPath,
  requestLimits,
  severalMessages,
  z,
} from "@fieldfare/contract";
import { readField } from "@fieldfare/domain";
import { readAuditSource } from "../http/audit-source.ts";
import { readDeviceStatus } from "../http/devices.ts";
import { isDatabaseUnavailable } from "../http/errors.ts";
import { checkNesting } from "../http/json-body.ts";
import { buildProblem, formatIssues, isRefusal, type Refusal, refuse } from "../http/problem.ts";
import { type Route, route } from "../http/routes.ts";
import type { Server } from "../http/server.ts";
import { accept, hashPayload, type Sender } from "./accept.ts";
import type { IntakeAnswer, Sequence } from "./inbound-message.ts";
import type { Intake } from "./intake.ts";
import { countMessage, isMessageType, jsonDepthOf, readSender } from "./receive.ts";
import { recordRefusal } from "./record-refusal.ts";
import { reportCopies } from "./report-copies.ts";

const sendMessages = defineCall({
  name: "sendMessages",
  method: "POST",
  path: messagesPath,
  audience: "engineer",
  summary:
    "Take several messages once each, and answer each; within an ordering key up to the first one that is refused",
  body: severalMessages,
  response: messageAnswers,
});

/** The list alone: each message is parsed with the schema of its type. */
const messageList = z.object({
  messages: z.array(z.unknown()).check(z.minLength(1), z.maxLength(maxMessagesInRequest)),
});

/** What the device itself is refused with: all messages of the request are. */
const deviceRefusals: ReadonlySet<string> = new Set(["device-unknown", "device-unapproved"]);

/**
 * Returns the route that takes several messages of one device in a request. Each is recorded, refused and counted as at
 * the path of its type. One that is refused stops its own ordering key only.
 */
export function severalMessagesRoute(server: Server, intake: Intake): Route {
  return route(
    sendMessages,
    async ({ request, identity }) => {
      const sender = readSender(server, request, identity);
      if (isRefusal(sender)) return sender;
      const { deviceId, fieldOperativeId } = sender;
      const device = await readDeviceStatus(
        server.database,
        deviceId,
        fieldOperativeId,
        server.use,
      );
      if (device === "device-unknown" || device === "device-unapproved") return refuse(device);
      const parsed = z.safeParse(messageList, request.body);
      if (!parsed.success) return refuse("invalid", { issues: formatIssues(parsed.error) });
      return receiveSeveral(server, intake, request, sender, parsed.data.messages);
    },
    {
      readsBody: true,
      checksDevice: true,
      takesSendingToken: true,
      // Each message is checked with the depth of its type.
      jsonDepth: requestLimits.dataSetDepth,
      // No more messages a minute than one at a time.
      perMinute: Math.ceil(server.config.requestsPerMinute / maxMessagesInRequest),
    },
  );
}

async function receiveSeveral(
  server: Server,
  intake: Intake,
  request: FastifyRequest,
  sender: Sender,
  bodies: readonly unknown[],
): Promise<{ answers: MessageAnswer[] } | Refusal> {
  const sequences = new Map<string, Sequence>();
  /** The ordering keys of messages that the contract refuses. Those before them are still recorded. */
  const stoppedKeys = new Set<string>();
  // The calls of the intake are made in the order of the request, without a pause between them.
  const received = await Promise.allSettled(
    bodies.map(async (body, n) => {
      const orderingKey = readField(body, "order", "lane");
      const name = typeof orderingKey === "string" ? orderingKey : `${n}`;
      const sequence = sequences.get(name) ?? { isStopped: false };
      sequences.set(name, sequence);
      if (stoppedKeys.has(name)) return refuse("not-tried");
      const message = acceptOne(sender, body);
      if (!isRefusal(message)) return intake.receive(message, sequence);
      stoppedKeys.add(name);
      return message;
    }),
  );
  const failed = received.filter((one) => one.status === "rejected");
  for (const { reason } of failed) request.log.error({ err: reason }, "a message was not recorded");
  if (failed[0] && failed.length === received.length) throw failed[0].reason;
  const answers = received.map((one) =>
    one.status === "fulfilled"
      ? one.value
      : refuse(isDatabaseUnavailable(one.reason) ? "unavailable" : "unexpected"),
  );
  await reportRefused(server, request, sender, bodies, answers);
  const ofDevice = answers
    .filter((answer) => isRefusal(answer))
    .find(({ refusal }) => deviceRefusals.has(refusal));
  return ofDevice ?? { answers: answers.map((answer, n) => toAnswer(answer, bodies[n])) };
}

function acceptOne(sender: Sender, body: unknown) {
  const type = readField(body, "type");
  if (!isMessageType(type) || type === "JobImage")
    return refuse("invalid", {
      issues: [{ path: "type", message: "A type of message, but not JobImage" }],
    });
  try {
    checkNesting(body, jsonDepthOf(type));
  } catch (error) {
    return refuse("invalid", { detail: error instanceof Error ? error.message : "Too deep" });
  }
  return accept(type, body, sender);
}

/** Counts each message, and records the refusals for the office. */
async function reportRefused(
  server: Server,
  request: FastifyRequest,
  sender: Sender,
  bodies: readonly unknown[],
  answers: readonly IntakeAnswer[],
): Promise<void> {
  let hasCopies = false;
  for (const [n, answer] of answers.entries()) {
    const body = bodies[n];
    const type = readField(body, "type");
    const name: MessageType | "unknown" = isMessageType(type) ? type : "unknown";
    countMessage(server, name, isRefusal(answer) ? answer.refusal : answer.outcome);
    if (!isRefusal(answer)) continue;
    if (answer.refusal === "conflict" && answer.expectedLaneNumber !== undefined) hasCopies = true;
    await recordRefusal(server.database, { ...sender, type: name, body }, answer);
  }
  if (hasCopies)
    await reportCopies(server.database, sender, readAuditSource(request), server.config.now());
}

function toAnswer(answer: IntakeAnswer, body: unknown): MessageAnswer {
  if (!isRefusal(answer)) return { receipt: answer, payloadHash: hashPayload(body) };
  const messageId = z.safeParse(z.guid(), readField(body, "messageId"));
  return {
    messageId: messageId.success ? messageId.data.toLowerCase() : null,
    problem: buildProblem(answer),
  };
}
