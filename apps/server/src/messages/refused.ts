import type { Database } from "../database/database.ts";
import { storableJson } from "../database/storable.ts";
import { z } from "@fieldfare/contract";
import type { Refusal } from "../http/problem.ts";

/**
 * A gap closes by itself, a device that is not the sender's proves nothing, and an image that cannot be stored now
 * comes again: the office need not see them.
 */
const passing = new Set([
  "lane-gap",
  "device-unknown",
  "device-locked",
  "too-many-attempts",
  "images-unavailable",
]);

interface Refused {
  readonly fieldOperativeId: string;
  readonly deviceId: string | null;
  readonly type: string;
  readonly body: unknown;
  /** Stands in for the messageId of a body that could not be read. */
  readonly idempotencyKey: string | null;
}

const uuid = z.guid();

/** Remembers what an engineer sent in vain, once per message and reason. */
export async function rememberRefusal({ pool }: Database, refused: Refused, refusal: Refusal) {
  if (passing.has(refusal.refusal)) return;
  const body = refused.body as {
    messageId?: unknown;
    jobId?: unknown;
    payload?: { jobId?: unknown };
  } | null;
  await pool.query(
    `insert into refused_message (field_operative_id, device_id, message_id, type, job_id, code, reason)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (message_id, field_operative_id, code)
       do update set times = refused_message.times + 1, last_received_on = now()`,
    [
      refused.fieldOperativeId,
      refused.deviceId,
      idOf(body?.messageId) ?? idOf(refused.idempotencyKey),
      refused.type,
      idOf(body?.jobId) ?? idOf(body?.payload?.jobId),
      refusal.refusal,
      storableJson(reasonOf(refusal)).slice(1, -1).slice(0, 2000),
    ],
  );
}

function reasonOf({ refusal, detail, issues }: Refusal): string {
  const places = issues?.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return detail ?? (places || refusal);
}

function idOf(value: unknown): string | null {
  const parsed = z.safeParse(uuid, value);
  return parsed.success ? parsed.data : null;
}
