import { readField } from "@fieldfare/domain";
import type { Database } from "../database/database.ts";
import { storableJson } from "../database/storable.ts";
import { z } from "@fieldfare/contract";
import type { Refusal } from "../http/problem.ts";

/**
 * Refusals that the office need not see: a gap closes automatically, a device that is not the sender's proves
 * nothing, and an image that cannot be stored now comes again, like a message behind a refused one.
 */
const transientRefusals = new Set([
  "lane-gap",
  "not-tried",
  "device-unknown",
  "device-locked",
  "device-unapproved",
  "too-many-attempts",
  "images-unavailable",
]);

interface RefusedMessage {
  readonly fieldOperativeId: string;
  readonly deviceId: string | null;
  readonly type: string;
  readonly body: unknown;
  /** Replaces the messageId of a body that could not be read. */
  readonly idempotencyKey: string | null;
}

const uuid = z.guid();

/** Stores a refused message of an engineer, once per message and reason. */
export async function recordRefusal({ pool }: Database, refused: RefusedMessage, refusal: Refusal) {
  if (transientRefusals.has(refusal.refusal)) return;
  const { body } = refused;
  await pool.query(
    `insert into refused_message (field_operative_id, device_id, message_id, type, job_id, code, reason)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (message_id, field_operative_id, code)
       do update set times = refused_message.times + 1, last_received_on = now()`,
    [
      refused.fieldOperativeId,
      refused.deviceId,
      parseId(readField(body, "messageId")) ?? parseId(refused.idempotencyKey),
      refused.type,
      parseId(readField(body, "jobId")) ?? parseId(readField(body, "payload", "jobId")),
      refusal.refusal,
      storableJson(formatReason(refusal)).slice(1, -1).slice(0, 2000),
    ],
  );
}

function formatReason({ refusal, detail, issues }: Refusal): string {
  const issueTexts = issues?.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return detail ?? (issueTexts || refusal);
}

function parseId(value: unknown): string | null {
  const parsed = z.safeParse(uuid, value);
  return parsed.success ? parsed.data : null;
}
