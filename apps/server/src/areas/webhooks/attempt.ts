import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { pingType, type WebhookAttempt, type WebhookMessage } from "@fieldfare/contract/office";
import { hasAlarmSince, raiseAlarm } from "../../database/alarms.ts";
import { type Change, makeChange } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { webhook, webhookDelivery, webhookSecret } from "../../database/schema.ts";
import type { EscrowKeys } from "../../http/escrow-keys.ts";
import { about, lockWebhook, readSecrets } from "./endpoints.ts";
import { releaseKeys } from "./fan-out.ts";
import type { PostRequest, PostResult } from "./post.ts";
import { signContent } from "./sign.ts";

/** How long a server has for an attempt. Then it was killed, and another one tries. */
const claimSeconds = 60;
/** How many deliveries of an endpoint one server sends at the same time, and to one that only fails. */
const atOnce = { working: 4, failing: 1 };
const failuresOfFailing = 5;

/**
 * The delays after each attempt in seconds, as the Standard Webhooks specification proposes: ten attempts in three days. Up to
 * a fifth is added at random, so that what failed together is not tried together.
 */
const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const jitter = 0.2;
/** What a receiver asks for counts up to this long. */
const maxRetryAfterSeconds = 86_400;
const maxLoggedAttempts = 20;
const maxErrorText = 300;

export type ClaimedDelivery = typeof webhookDelivery.$inferSelect & { readonly claim: string };

/**
 * Takes the due deliveries that this server may send now, at most one of each ordering key. `busy`: how many it sends to each
 * endpoint already. No other server gets them before they end or the time of the claim is over.
 */
export async function claimDeliveries(
  { orm }: Pick<Database, "orm">,
  busy: ReadonlyMap<string, number>,
): Promise<ClaimedDelivery[]> {
  const claim = randomUUID();
  const { rows } = await orm.execute<{ deliveryId: string }>(sql`
    with due as (
      select d.delivery_id
        from ${webhook} w
        left join unnest(${sql.param([...busy.keys()])}::uuid[], ${sql.param([...busy.values()])}::int[])
          as b(webhook_id, count) on b.webhook_id = w.webhook_id
       cross join lateral (
         select o.delivery_id from ${webhookDelivery} o
          where o.webhook_id = w.webhook_id and o.state = 'waiting' and o.next_attempt_on <= now()
            and not exists (
              select from ${webhookDelivery} e
               where e.webhook_id = o.webhook_id and e.ordering_key = o.ordering_key and e.state = 'waiting'
                 and e.sequence < o.sequence)
          order by o.next_attempt_on
          limit greatest(0, case when w.failures < ${failuresOfFailing} then ${atOnce.working}::int
                                 else ${atOnce.failing}::int end - coalesce(b.count, 0))
            for update of o skip locked) d
       where w.disabled_on is null and (w.paused_until is null or w.paused_until <= now())
         and exists (select from ${webhookSecret} s
                      where s.webhook_id = w.webhook_id and (s.expires_on is null or s.expires_on > now())))
    update ${webhookDelivery} c
       set claim = ${claim}, next_attempt_on = now() + ${claimSeconds} * interval '1 second'
      from due where c.delivery_id = due.delivery_id
    returning c.delivery_id::text as "deliveryId"`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ deliveryId }) => Number(deliveryId));
  const claimed = await orm
    .select()
    .from(webhookDelivery)
    .where(and(inArray(webhookDelivery.deliveryId, ids), eq(webhookDelivery.claim, claim)));
  return claimed.map((row) => ({ ...row, claim }));
}

/**
 * Builds the request of an attempt, signed with every secret of the endpoint that is valid now. The text says why it cannot
 * be built. Null: the endpoint was deleted.
 */
export async function buildRequest(
  { database, escrowKeys, now }: { database: Database; escrowKeys: EscrowKeys; now: () => Date },
  delivery: ClaimedDelivery,
): Promise<PostRequest | string | null> {
  const { orm } = database;
  const [endpoint] = await orm
    .select({ url: webhook.url })
    .from(webhook)
    .where(eq(webhook.webhookId, delivery.webhookId));
  if (!endpoint) return null;
  const stored = await readSecrets(orm, [delivery.webhookId]);
  const opened = await Promise.all(stored.map(({ sealed }) => escrowKeys.openText(sealed)));
  const secrets = opened.filter((secret) => secret !== null);
  if (secrets.length === 0)
    return "This server cannot open the secret of the endpoint. Make a new secret";
  const { eventId } = delivery;
  const message: WebhookMessage = {
    type: delivery.type,
    timestamp: delivery.occurredOn.toISOString(),
    eventId,
    sequence: isPing(delivery) ? null : delivery.sequence,
    previousSequence: delivery.previousSequence,
    data: { ...delivery.data },
  };
  const body = JSON.stringify(message);
  const timestamp = Math.floor(now().getTime() / 1000);
  return {
    url: endpoint.url,
    headers: {
      "content-type": "application/json",
      "user-agent": "Fieldfare-Webhooks/1.0",
      "webhook-id": eventId,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signContent(secrets, { eventId, timestamp, body }),
    },
    body,
  };
}

type Outcome = "delivered" | "retried" | "given-up" | "lost";

/**
 * Records an attempt, and decides what follows: the next event of the key, another attempt, or the end of the endpoint.
 * `lost`: another server has taken the delivery over, or the endpoint was deleted.
 */
export function recordAttempt(
  database: Pick<Database, "orm">,
  delivery: ClaimedDelivery,
  result: PostResult,
  disableDays: number,
): Promise<Outcome> {
  return makeChange(database, null, async (change) => {
    const { orm } = change;
    const { webhookId, deliveryId, claim } = delivery;
    const endpoint = await lockWebhook(orm, webhookId);
    if (!endpoint) return "lost";
    const attempts = delivery.attempts + 1;
    const isTaken = result.error === null;
    const isGone = result.status === 410;
    const retryAfter = Math.min(result.retryAfterSeconds ?? 0, maxRetryAfterSeconds);
    const delay = isPing(delivery) ? undefined : retrySeconds[attempts - 1];
    // The endpoint is disabled then: what waits goes on when it is enabled.
    const isRetried = !isTaken && (delay !== undefined || (isGone && !isPing(delivery)));
    const seconds = Math.max((delay ?? 0) * (1 + Math.random() * jitter), retryAfter);
    const ended = {
      state: isTaken ? "delivered" : "failed",
      nextAttemptOn: null,
      endedOn: sql`now()`,
    } as const;
    const retried = {
      nextAttemptOn: isGone ? sql`now()` : sql`now() + ${seconds} * interval '1 second'`,
    };
    const changed = await orm
      .update(webhookDelivery)
      .set({
        attempts,
        claim: null,
        log: [...delivery.log, describeAttempt(result)].slice(-maxLoggedAttempts),
        ...(isRetried ? retried : ended),
      })
      .where(and(eq(webhookDelivery.deliveryId, deliveryId), eq(webhookDelivery.claim, claim)))
      .returning({ deliveryId: webhookDelivery.deliveryId });
    if (changed.length === 0) return "lost";
    if (!isRetried) await releaseKeys(orm, webhookId, [delivery]);
    const isPause = retryAfter > 0 && (result.status === 429 || result.status === 503);
    await orm
      .update(webhook)
      .set(
        isTaken
          ? {
              lastDeliveredOn: sql`now()`,
              failingSince: null,
              failures: 0,
              lastError: null,
              pausedUntil: null,
            }
          : {
              failingSince: sql`coalesce(${webhook.failingSince}, now())`,
              failures: sql`least(${webhook.failures} + 1, 1000000)`,
              lastError: result.error?.slice(0, maxErrorText) ?? null,
              ...(isPause && { pausedUntil: sql`now() + ${retryAfter} * interval '1 second'` }),
            },
      )
      .where(eq(webhook.webhookId, webhookId));
    if (isTaken) return "delivered";
    const isFailing =
      endpoint.failingSince !== null &&
      Date.now() - endpoint.failingSince.getTime() > disableDays * 86_400_000;
    if (isGone || isFailing) await disable(change, endpoint, isGone ? "gone" : "failing");
    else if (!isRetried && !isPing(delivery)) await raiseGivenUp(orm, delivery, result);
    return isRetried ? "retried" : "given-up";
  });
}

/** Gives a delivery back that this server has not tried. */
export async function returnDelivery(
  { orm }: Pick<Database, "orm">,
  { deliveryId, claim }: ClaimedDelivery,
): Promise<void> {
  await orm
    .update(webhookDelivery)
    .set({ claim: null, nextAttemptOn: sql`now()` })
    .where(and(eq(webhookDelivery.deliveryId, deliveryId), eq(webhookDelivery.claim, claim)));
}

async function disable(
  { orm, record }: Change,
  { webhookId, description, disabledOn }: typeof webhook.$inferSelect,
  reason: "gone" | "failing",
): Promise<void> {
  if (disabledOn) return;
  await orm
    .update(webhook)
    .set({ disabledOn: sql`now()`, disabledReason: reason })
    .where(eq(webhook.webhookId, webhookId));
  await raiseAlarm(orm, "webhook-disabled", { webhookId, description, reason });
  record({
    ...about(webhookId),
    action: "webhook-disabled",
    before: { isEnabled: true },
    after: { isEnabled: false, reason },
  });
}

/** One alarm a day for each endpoint: the list of deliveries has them all. */
async function raiseGivenUp(
  orm: Orm,
  { webhookId, deliveryId, type }: ClaimedDelivery,
  { error }: PostResult,
): Promise<void> {
  const dayAgo = new Date(Date.now() - 86_400_000);
  if (await hasAlarmSince(orm, "webhook-delivery-failed", { webhookId }, dayAgo)) return;
  await raiseAlarm(orm, "webhook-delivery-failed", { webhookId, deliveryId, type, error });
}

function describeAttempt({ durationMs, status, error, answer }: PostResult): WebhookAttempt {
  return {
    at: new Date(Date.now() - durationMs).toISOString(),
    durationMs,
    status,
    error: error?.slice(0, maxErrorText) ?? null,
    answer,
  };
}

function isPing({ type }: ClaimedDelivery): boolean {
  return type === pingType;
}
