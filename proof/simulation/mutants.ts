import { randomUUID } from "node:crypto";
import {
  header,
  messageAnswers,
  messagePaths,
  messagesPath,
  receipt,
  reportWipe,
} from "@fieldfare/contract";
import type { Device, DrainResult, OutboxRow } from "@fieldfare/device";
import { sendSigned } from "../../packages/device/src/api/call.ts";
import { toEnvelope } from "../../packages/device/src/outbox/send-together.ts";
import { type Interceptor, readMessages, withoutContent } from "./network.ts";
import { olderServerWith } from "./older-server.ts";
import type { Mutant } from "./scenario-types.ts";
import { isMessagePath, isPost } from "./world.ts";

interface SenderDefects {
  /** Deletes the message from the queue before it is sent, as some well-known queues do. */
  readonly deletesBeforeReceipt?: true;
  /** Treats any 200 as a receipt. */
  readonly acceptsAnyAnswer?: true;
  /** Sends the newest message first, without the numbers that would show it to the server. */
  readonly sendsInReverse?: true;
}

/** A correct sender with one defect. */
function createDefectiveDrain(defects: SenderDefects): NonNullable<Mutant["drain"]> {
  return (device) =>
    device.ports.locks.hold("fieldfare-sender", async (): Promise<DrainResult> => {
      const { engineer } = device;
      const token = await engineer?.token.get(1);
      if (!engineer || !token?.tokenModel) return { kind: "blocked", sent: 0 };
      const { messageQueue } = engineer;
      const rows = await messageQueue.orderBy("id").toArray();
      let sent = 0;
      for (const row of defects.sendsInReverse ? rows.toReversed() : rows) {
        if (defects.deletesBeforeReceipt) await messageQueue.delete(row.id);
        if (!(await post(device, row, defects))) return { kind: "again", sent, cause: "network" };
        await messageQueue.delete(row.id);
        sent += 1;
      }
      return { kind: "empty", sent };
    });
}

async function post(device: Device, row: OutboxRow, defects: SenderDefects): Promise<boolean> {
  const { order, ...rest } = toEnvelope(row);
  const message = JSON.stringify(defects.sendsInReverse ? rest : { ...rest, order });
  const answer = await sendSigned(device, {
    method: "POST",
    path: messagePaths[row.type],
    body: row.type === "JobImage" ? await buildForm(device, row, message) : message,
    headers: { [header.idempotencyKey]: row.messageId },
  });
  if (answer.ok) return defects.acceptsAnyAnswer || receipt.safeParse(answer.value).success;
  return defects.acceptsAnyAnswer === true && "status" in answer.failure
    ? answer.failure.status === 200
    : false;
}

async function buildForm(device: Device, row: OutboxRow, message: string): Promise<FormData> {
  const { imageId } = row.payload as { imageId: string };
  const image = await device.database.imageBytes.get(imageId);
  const form = new FormData();
  form.set("message", message);
  form.set("image", new Blob([image?.bytes ?? new ArrayBuffer()]), "image.jpg");
  return form;
}

/** A server that does not recognise repeats: it records each of them as another message. */
function ignoreIdempotencyKey(): Interceptor {
  const seenIds = new Set<string>();
  return async (path, init, send) => {
    const sent = new Headers(init.headers).get(header.idempotencyKey);
    if (!isMessagePath(path) || sent === null) return send(init);
    if (!seenIds.has(sent)) {
      const answer = await send(init);
      if (answer.ok) seenIds.add(sent);
      return answer;
    }
    const other = randomUUID();
    const headers = { ...(init.headers as Record<string, string>), [header.idempotencyKey]: other };
    const answer = await send({ ...init, headers, body: withMessageId(init.body, other) });
    const body = JSON.parse(await answer.text()) as object;
    return Response.json({ ...body, messageId: sent }, { status: answer.status });
  };
}

function withMessageId(body: RequestInit["body"], messageId: string): string | FormData {
  return transformMessage(body, (message) => ({ ...message, messageId }));
}

/** A device that sends what the engineer recorded only when a job is closed. */
const dropContentExceptOnClose: Interceptor = (path, init, send) => {
  if (!isMessagePath(path) || !isPost(init)) return send(init);
  return send({
    ...init,
    body: transformMessage(init.body, (message) => {
      if (message.type === "JobClose") return message;
      const { job: _left, ...payload } = message.payload;
      return { ...message, payload };
    }),
  });
};

interface SentMessage {
  readonly type: string;
  readonly payload: { readonly job?: unknown };
  readonly order?: unknown;
}

/** Changes a message and removes its `order`, which also depends on the content. */
function transformMessage(
  body: RequestInit["body"],
  transform: (message: SentMessage) => SentMessage,
): string | FormData {
  const transformText = (text: unknown) => {
    const { order: _order, ...message } = JSON.parse(String(text)) as SentMessage;
    return JSON.stringify(transform(message));
  };
  if (!(body instanceof FormData)) return transformText(body);
  const form = new FormData();
  form.set("message", transformText(body.get("message")));
  form.set("image", body.get("image") ?? "");
  return form;
}

/** The phone is told that it may lose what it has not sent, which the office has not confirmed. */
const wipeWithoutSending: Interceptor = async (path, init, send) => {
  if (path !== reportWipe.path || typeof init.body !== "string") return send(init);
  const body = JSON.parse(init.body) as { unsent: object };
  const unsent = { ...body.unsent, messages: 0, images: 0 };
  const answer = await send({ ...init, body: JSON.stringify({ ...body, unsent }) });
  const { wipe } = (await answer.json()) as { wipe?: object | null };
  if (!wipe) return Response.json({ wipe: null }, { status: answer.status });
  return Response.json({ wipe: { ...wipe, withoutSending: true } }, { status: answer.status });
};

/** A server that refuses one message of each request with several, and answers with a receipt for all of them. */
const receiptAllTogether: Interceptor = async (path, init, send) => {
  const messages = path === messagesPath ? readMessages(init) : [];
  const refused = messages[Math.floor(messages.length / 2)];
  if (!refused) return send(init);
  const answer = await send(withoutContent(init, refused));
  if (!answer.ok) return answer;
  const { answers } = messageAnswers.parse(await answer.json());
  const receivedOn = new Date(0).toISOString();
  return Response.json({
    answers: answers.map((one, n) => {
      const { messageId = "", order } = messages[n] ?? {};
      const receipt = { messageId, outcome: "recorded", receivedOn };
      return "receipt" in one ? one : { receipt, payloadHash: order?.payloadHash };
    }),
  });
};

/** The defects that the simulation must detect, within how many seeds, and by which violation. */
export const mutants: readonly {
  readonly name: string;
  readonly mutant: () => Mutant;
  /** The first seed to try, where earlier seeds do not reach the defect. */
  readonly fromSeed?: number;
  readonly withinSeeds: number;
  readonly expectedViolation: RegExp;
}[] = [
  {
    name: "a sender that deletes before the receipt",
    mutant: () => ({ drain: createDefectiveDrain({ deletesBeforeReceipt: true }) }),
    withinSeeds: 3,
    expectedViolation: /left the queue without a receipt|never reached the server/,
  },
  {
    name: "a sender that accepts a captive portal's answer",
    mutant: () => ({
      drain: createDefectiveDrain({ acceptsAnyAnswer: true }),
      networkProfile: "proxy",
    }),
    withinSeeds: 15,
    expectedViolation: /left the queue without a receipt|never reached the server/,
  },
  {
    name: "a sender that breaks the order of an ordering key",
    mutant: () => ({ drain: createDefectiveDrain({ sendsInReverse: true }) }),
    withinSeeds: 5,
    expectedViolation: /overtook its ordering key/,
  },
  {
    name: "a server that ignores the idempotency key",
    mutant: () => ({
      intercept: olderServerWith(ignoreIdempotencyKey()),
      networkProfile: "flaky",
    }),
    withinSeeds: 15,
    expectedViolation: /no phone queued|rows for/,
  },
  {
    name: "a server that acknowledges all messages of a request of which it refused one",
    mutant: () => ({ intercept: receiptAllTogether }),
    withinSeeds: 5,
    expectedViolation: /never reached the server/,
  },
  {
    name: "a device that does not send what was recorded before a visit without access",
    mutant: () => ({ intercept: olderServerWith(dropContentExceptOnClose) }),
    withinSeeds: 40,
    expectedViolation: /was shown as saved and is not at the office/,
  },
  {
    name: "a phone that is wiped before it has sent everything",
    mutant: () => ({ intercept: wipeWithoutSending, wipesPhone: true }),
    withinSeeds: 15,
    expectedViolation: /never reached the server|was shown as saved and is not at the office/,
  },
  {
    name: "a device without its journal",
    mutant: () => ({
      ports: (ports) => ({
        ...ports,
        openJournal:
          ports.openJournal &&
          ((ownerId) => ({
            ...(ports.openJournal as NonNullable<typeof ports.openJournal>)(ownerId),
            append: async () => 0,
            appendRows: async () => 0,
            compact: async () => 0,
          })),
      }),
    }),
    fromSeed: 23,
    withinSeeds: 15,
    expectedViolation: /journal did not restore|neither sent nor queued/,
  },
];
