import { defineCall } from "../call.ts";
import { ping } from "../calls/auth.ts";
import { problem } from "../problem.ts";
import { id, namedSchema, sha256, z } from "../schema.ts";
import { receipt } from "./receipt.ts";

/**
 * Takes several queued messages in one request. `maxMessages` of the ping's answer says that the server has it. Only the
 * sender needs it: what a phone loads first does not have this file.
 */
export const messagesPath = "/api/device/messages";

/** The ping with what the sender needs of it. */
export const sendingPing = defineCall({
  ...ping,
  response: z.extend(ping.response, {
    /** The number of messages that the server takes in one request. Absent: it takes them one at a time. */
    maxMessages: z.optional(z.int()),
  }),
});

/** What happened to one of several messages of a request: its receipt, or the problem that its own path would answer. */
const messageAnswer = namedSchema(
  "MessageAnswer",
  z.union([
    z.object({
      receipt,
      /** The SHA-256 of the canonical JSON of the payload that the server has recorded. */
      payloadHash: sha256,
    }),
    z.object({
      /** Null: the message has no id that can be read. */
      messageId: z.nullable(id),
      problem,
    }),
  ]),
);
export type MessageAnswer = z.output<typeof messageAnswer>;

/** One answer for each message of the request, in the same order. */
export const messageAnswers = namedSchema(
  "MessageAnswers",
  z.object({ answers: z.array(messageAnswer) }),
);
