import {
  type MessageAnswer,
  messageAnswers,
  type MessageEnvelope,
  messagesPath,
  type Receipt,
} from "@fieldfare/contract";
import type { Answer } from "../api/failure.ts";
import { fail, type RawRequest } from "../api/request.ts";
import { readImageId } from "../database/image-messages.ts";
import type { OutboxRow } from "../database/rows.ts";

/** The characters of the messages of a request. As UTF-8 they are at most three times as many bytes. */
const maxCharacters = 80_000;

/** A line that takes less than this many characters a second counts as dead. */
const charactersPerSecond = 4_000;

/** A message, and its JSON as it is sent. */
export interface MessageText {
  readonly row: OutboxRow;
  readonly text: string;
}

/**
 * Takes up to `maxMessages` of these messages for one request. The order within each ordering key is kept: a message with
 * bytes, or one that does not fit, also keeps back those behind it.
 */
export function pickTogether(
  rows: readonly OutboxRow[],
  maxMessages: number,
): readonly MessageText[] {
  const together: MessageText[] = [];
  const waitingKeys = new Set<string>();
  let characters = 0;
  for (const row of rows) {
    if (together.length >= maxMessages) break;
    if (waitingKeys.has(row.lane)) continue;
    const text = readImageId(row) === null ? JSON.stringify(toEnvelope(row)) : null;
    if (text === null || characters + text.length > maxCharacters) waitingKeys.add(row.lane);
    else {
      characters += text.length;
      together.push({ row, text });
    }
  }
  return together;
}

/** Adds to a photo the next one of another ordering key, so that two go at a time. Any other message goes alone. */
export function pickUploads(rows: readonly OutboxRow[], first: OutboxRow): readonly OutboxRow[] {
  if (readImageId(first) === null) return [first];
  const keys = new Set([first.lane]);
  for (const row of rows) {
    if (keys.has(row.lane)) continue;
    if (readImageId(row) !== null) return [first, row];
    keys.add(row.lane);
  }
  return [first];
}

/**
 * Sends several messages in one request. Returns the answer for each of them, in the same order, or why the request as a
 * whole has none. Only our server's receipt for this very message, with its hash, counts.
 */
export async function sendTogether(
  send: (request: RawRequest) => Promise<Answer<unknown>>,
  together: readonly MessageText[],
): Promise<Answer<readonly Answer<Receipt>[]>> {
  const body = `{"messages":[${together.map(({ text }) => text).join(",")}]}`;
  const timeoutMs = 30_000 + Math.ceil(body.length / charactersPerSecond) * 1_000;
  const answer = await send({ method: "POST", path: messagesPath, body, timeoutMs });
  if (!answer.ok) return answer;
  const parsed = messageAnswers.safeParse(answer.value);
  if (!parsed.success) return fail({ kind: "malformed", status: 200 });
  return { ok: true, value: together.map(({ row }) => findAnswer(row, parsed.data.answers)) };
}

function findAnswer(row: OutboxRow, answers: readonly MessageAnswer[]): Answer<Receipt> {
  for (const answer of answers)
    if ("receipt" in answer) {
      const { receipt, payloadHash } = answer;
      if (receipt.messageId === row.messageId && payloadHash === row.payloadHash)
        return { ok: true, value: receipt };
    } else if (answer.messageId === row.messageId) {
      const { problem } = answer;
      return fail({ kind: "problem", status: problem.status, problem });
    }
  return fail({ kind: "malformed", status: 200 });
}

/** Builds the wire form of a queued message, without its local fields. */
export function toEnvelope(row: OutboxRow): MessageEnvelope {
  return {
    messageId: row.messageId,
    correlationId: row.correlationId,
    type: row.type,
    payload: row.payload,
    messageCreatedOn: row.messageCreatedOn,
    ...(row.clockCorrectionMs !== undefined && { clockCorrectionMs: row.clockCorrectionMs }),
    mobileVersion: row.mobileVersion,
    messageVersion: row.messageVersion,
    jobId: row.jobId,
    fieldOperativeAppointmentId: row.fieldOperativeAppointmentId,
    order: {
      incarnation: row.incarnation,
      lane: row.lane,
      laneNumber: row.laneNumber,
      deviceSequence: row.deviceSequence,
      payloadHash: row.payloadHash,
    },
  };
}
