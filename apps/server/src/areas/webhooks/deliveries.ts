import { randomUUID } from "node:crypto";
import { and, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { CallAnswer, CallBody, CallQuery } from "@fieldfare/contract";
import {
  type listWebhookDeliveries,
  pingType,
  type pingWebhook,
  type replayWebhook,
  type WebhookDelivery,
} from "@fieldfare/contract/office";
import { readTextField } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { readFeedPosition } from "../../database/events.ts";
import { webhook, webhookDelivery } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { about, lockWebhook } from "./endpoints.ts";
import { releaseKeys, sentAgain } from "./fan-out.ts";

type Row = typeof webhookDelivery.$inferSelect;

const defaultLimit = 50;

/** Lists the deliveries of an endpoint, the newest first. */
export async function listDeliveries(
  { orm }: Pick<Database, "orm">,
  webhookId: string,
  { state, type, before, limit }: CallQuery<typeof listWebhookDeliveries>,
): Promise<CallAnswer<typeof listWebhookDeliveries>> {
  const rows = await orm
    .select()
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.webhookId, webhookId),
        state && eq(webhookDelivery.state, state),
        type === undefined ? undefined : eq(webhookDelivery.type, type),
        before === undefined ? undefined : lt(webhookDelivery.deliveryId, Number(before)),
      ),
    )
    .orderBy(desc(webhookDelivery.deliveryId))
    .limit(limit === undefined ? defaultLimit : Number(limit));
  return { deliveries: rows.map(toAnswer) };
}

/** Sends one delivery again, even one that was received, with the same `webhook-id`. */
export async function replayDelivery(
  { orm, record }: Change,
  webhookId: string,
  deliveryId: number,
): Promise<WebhookDelivery | Refusal> {
  const endpoint = await lockWebhook(orm, webhookId);
  const isThis = and(
    eq(webhookDelivery.webhookId, webhookId),
    eq(webhookDelivery.deliveryId, deliveryId),
  );
  const [before] = endpoint ? await orm.select().from(webhookDelivery).where(isThis) : [];
  if (!before) return refuse("not-found");
  const { eventId, type, state } = before;
  const waiting = { attempts: 0, replayedOn: sql`now()`, nextAttemptOn: null, claim: null };
  await orm
    .update(webhookDelivery)
    .set(state === "waiting" ? waiting : sentAgain)
    .where(isThis);
  await releaseKeys(orm, webhookId, [before]);
  record({ ...about(webhookId), action: "webhook-replayed", after: { deliveryId, eventId, type } });
  const [row] = await orm.select().from(webhookDelivery).where(isThis);
  return row ? toAnswer(row) : refuse("not-found");
}

/** Sends again what was given up, or lets the endpoint go on from an earlier place of the feed. */
export async function replayEvents(
  { orm, record }: Change,
  webhookId: string,
  { failed, afterSequence, since }: CallBody<typeof replayWebhook>,
): Promise<CallAnswer<typeof replayWebhook> | Refusal> {
  const named = [failed, afterSequence, since].filter((value) => value !== undefined);
  if (named.length !== 1)
    return refuse("invalid", {
      issues: [{ path: "", message: "Name one of failed, afterSequence and since" }],
    });
  const endpoint = await lockWebhook(orm, webhookId);
  if (!endpoint) return refuse("not-found");
  if (failed) {
    const replayed = await replayFailed(orm, webhookId);
    record({ ...about(webhookId), action: "webhook-replayed", after: { failed: replayed } });
    return { replayed, position: endpoint.position };
  }
  const { lastSequence, deletedUntil } = await readFeedPosition(orm);
  const start = afterSequence ?? (await findStart(orm, since ?? "", lastSequence));
  // An endpoint that has not got so far yet does not skip what it has to get.
  const position = Math.min(Math.max(start, deletedUntil), endpoint.position);
  await orm.update(webhook).set({ position }).where(eq(webhook.webhookId, webhookId));
  record({
    ...about(webhookId),
    action: "webhook-replayed",
    before: { position: endpoint.position },
    after: { position },
  });
  return { replayed: null, position };
}

/** Adds a test, which is sent once and before everything that waits. */
export async function addPing(
  { orm, record }: Change,
  webhookId: string,
): Promise<CallAnswer<typeof pingWebhook> | Refusal> {
  const endpoint = await lockWebhook(orm, webhookId);
  if (!endpoint) return refuse("not-found");
  if (endpoint.disabledOn)
    return refuse("conflict", { detail: "The endpoint is disabled: enable it first" });
  const eventId = randomUUID();
  const [added] = await orm
    .insert(webhookDelivery)
    .values({
      webhookId,
      eventId,
      sequence: 0,
      type: pingType,
      occurredOn: sql`now()`,
      data: {},
      orderingKey: `ping ${eventId}`,
      nextAttemptOn: new Date(0),
    })
    .returning({ deliveryId: webhookDelivery.deliveryId });
  if (!added) return refuse("conflict");
  record({ ...about(webhookId), action: "webhook-pinged", after: { eventId } });
  return added;
}

async function replayFailed(orm: Orm, webhookId: string): Promise<number> {
  const rows = await orm
    .update(webhookDelivery)
    .set(sentAgain)
    .where(
      and(
        eq(webhookDelivery.webhookId, webhookId),
        eq(webhookDelivery.state, "failed"),
        ne(webhookDelivery.type, pingType),
      ),
    )
    .returning({ orderingKey: webhookDelivery.orderingKey });
  await releaseKeys(orm, webhookId, rows);
  return rows.length;
}

/** Returns the position before the first event that was numbered at a moment or later. */
async function findStart(orm: Orm, since: string, lastSequence: number): Promise<number> {
  const { rows } = await orm.execute<{ first: string | null }>(
    sql`select min(sequence)::text as first from event where numbered_on >= ${since}::timestamptz`,
  );
  const first = rows[0]?.first ?? null;
  return first === null ? lastSequence : Number(first) - 1;
}

function toAnswer(row: Row): WebhookDelivery {
  const isWaiting = row.state === "waiting" && row.type !== pingType;
  return {
    deliveryId: row.deliveryId,
    eventId: row.eventId,
    sequence: row.type === pingType ? null : row.sequence,
    type: row.type,
    jobId: readTextField(row.data, "jobId") ?? null,
    state: row.state,
    createdOn: row.createdOn.toISOString(),
    replayedOn: row.replayedOn?.toISOString() ?? null,
    endedOn: row.endedOn?.toISOString() ?? null,
    nextAttemptOn: (isWaiting && row.nextAttemptOn?.toISOString()) || null,
    attemptCount: row.attempts,
    attempts: row.log.map((attempt) => ({ ...attempt })),
  };
}
