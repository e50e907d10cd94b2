import { createHash, createHmac } from "node:crypto";
import { type Call, canonicalJson, header } from "@fieldfare/contract";
import { readField } from "@fieldfare/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import {
  findRecordedAnswer,
  KeyReused,
  type RepeatKey,
  type RepeatSubject,
  storeAnswer,
} from "../database/recorded-answers.ts";
import { isRefusal, type Refusal, refuse } from "./problem.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set if the caller may repeat the request, which is a change. */
    repeatKey: RepeatKey | null;
  }
}

/** Whether a call takes an `Idempotency-Key` of the office: it changes something, and its answer may be recorded. */
export function takesRepeatKey({ audience, method, answersSecret }: Call): boolean {
  return audience === "office" && method !== "GET" && !answersSecret;
}

/**
 * Answers a change of the office once for each `Idempotency-Key` of a caller: a repeat gets the first answer. Every other
 * request is answered as it is.
 */
export async function answerOnce(
  { database, call, readsBody }: { database: Database; call: Call; readsBody: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  if (call.audience !== "office" || call.method === "GET") return answer();
  const refusal = refuseUnusedVersion(call, request);
  if (refusal) return refusal;
  const onRepeat = () => void reply.header(header.idempotencyReplayed, "true");
  const key = readRepeatKey(call, request, onRepeat);
  if (key === null || isRefusal(key)) return key ?? answer();
  try {
    if (readsBody) {
      // What the key came with is known once the handler has read the body. The change then answers as it did before.
      request.repeatKey = key;
      return await answer();
    }
    const recorded = await findRecordedAnswer(database.orm, key);
    if (recorded?.isAnswer) {
      onRepeat();
      if (recorded.version !== null) reply.header(header.version, recorded.version);
      return recorded.value;
    }
    request.repeatKey = key;
    const value = await answer();
    if (typeof value === "symbol" || isRefusal(value)) return value;
    const version = reply.getHeader(header.version);
    await storeAnswer(database.orm, key, {
      value,
      isAnswer: true,
      version: typeof version === "string" ? version : null,
    });
    return value;
  } catch (error) {
    if (error instanceof KeyReused) return refuse("key-reused");
    throw error;
  }
}

/** A caller who names a version relies on its check. */
function refuseUnusedVersion({ takesVersion }: Call, request: FastifyRequest): Refusal | null {
  if (takesVersion || request.headers["if-match"] === undefined) return null;
  return refuse("invalid", {
    issues: [{ path: header.ifMatch, message: "This call does not compare versions" }],
  });
}

/** Null: the request has no key. */
function readRepeatKey(
  call: Call,
  request: FastifyRequest,
  onRepeat: () => void,
): RepeatKey | Refusal | null {
  const key = request.headers[header.idempotencyKey.toLowerCase()];
  if (key === undefined) return null;
  const issue = (message: string) =>
    refuse("invalid", { issues: [{ path: header.idempotencyKey, message }] });
  if (!takesRepeatKey(call))
    return issue("The answer of this call is not recorded: send the request without a key");
  if (typeof key !== "string" || !/^[\x21-\x7e]{8,255}$/.test(key))
    return issue("8 to 255 characters of ASCII without spaces are needed, such as a UUID");
  const caller = request.identity?.id ?? "";
  const content = canonicalJson([call.method, request.url, request.body ?? null]);
  return {
    keyHash: createHash("sha256").update(`${caller} ${key}`).digest("hex"),
    requestHash: createHmac("sha256", key).update(content).digest("hex"),
    subject: readSubject(request.params),
    onRepeat,
  };
}

function readSubject(params: unknown): RepeatSubject {
  const subject: { -readonly [Name in keyof RepeatSubject]: string } = {};
  for (const name of ["propertyId", "jobId", "jobPartId", "caseId"] as const) {
    const value = readField(params, name);
    if (typeof value === "string") subject[name] = value;
  }
  return subject;
}
