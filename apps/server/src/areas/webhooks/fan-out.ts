import { and, asc, eq, gt, isNull, lte, ne, sql } from "drizzle-orm";
import { isRecord, readTextField } from "@fieldfare/domain";
import type { Database, Orm } from "../../database/database.ts";
import { readFeedPosition } from "../../database/events.ts";
import { event, webhook, webhookDelivery } from "../../database/schema.ts";

/** How many events are looked at in one transaction. */
const eventsAtOnce = 500;

/** What an event is about, the first that it names. Events about the same thing are delivered in their order. */
const subjects = [
  "jobId",
  "absenceId",
  "caseId",
  "clientFieldOperativeMileageId",
  "deviceId",
  "accountId",
  "propertyId",
  "propertyTenantId",
  "fieldOperativeId",
  "dataSet",
];

/** Returns the key within which an endpoint gets events in their order: their job, or what else they are about. */
function readOrderingKey(type: string, data: unknown): string {
  for (const subject of subjects) {
    const value = isRecord(data) ? readTextField(data, subject) : undefined;
    if (value) return `${subject} ${value}`;
  }
  return type;
}

/** Adds a delivery for each event that an endpoint has not had yet. Several servers may do it at the same time. */
export async function addDeliveries({ orm }: Pick<Database, "orm">): Promise<void> {
  for (;;) {
    const { lastSequence } = await readFeedPosition(orm);
    const behind = await orm
      .select({ webhookId: webhook.webhookId })
      .from(webhook)
      .where(and(isNull(webhook.disabledOn), sql`${webhook.position} < ${lastSequence}`));
    let hasMore = false;
    for (const { webhookId } of behind)
      hasMore = (await orm.transaction((page) => addPage(page, webhookId))) || hasMore;
    if (!hasMore) return;
  }
}

/** Returns whether there may be more events. */
async function addPage(orm: Orm, webhookId: string): Promise<boolean> {
  const [endpoint] = await orm
    .select()
    .from(webhook)
    .where(and(eq(webhook.webhookId, webhookId), isNull(webhook.disabledOn)))
    // Another server is adding them.
    .for("update", { skipLocked: true });
  if (!endpoint) return false;
  const { lastSequence } = await readFeedPosition(orm);
  const events = await orm
    .select()
    .from(event)
    .where(and(gt(event.sequence, endpoint.position), lte(event.sequence, lastSequence)))
    .orderBy(asc(event.sequence))
    .limit(eventsAtOnce);
  const isFull = events.length === eventsAtOnce;
  const position = (isFull && events.at(-1)?.sequence) || lastSequence;
  const isWanted = ({ type }: (typeof events)[number]) =>
    endpoint.types.length === 0 || endpoint.types.includes(type);
  await addRows(orm, webhookId, events.filter(isWanted));
  await orm.update(webhook).set({ position }).where(eq(webhook.webhookId, webhookId));
  return isFull;
}

/** Adds the deliveries of events. One that was sent before is sent again: the endpoint's position was set back. */
async function addRows(
  orm: Orm,
  webhookId: string,
  events: readonly (typeof event.$inferSelect)[],
): Promise<void> {
  const [first] = events;
  if (!first) return;
  let previous = await readPrevious(orm, webhookId, first.sequence);
  const rows = events.map(({ eventId, sequence, type, occurredOn, data }) => {
    const previousSequence = previous;
    previous = sequence;
    const orderingKey = readOrderingKey(type, data);
    return { webhookId, eventId, sequence, previousSequence, type, occurredOn, data, orderingKey };
  });
  await orm
    .insert(webhookDelivery)
    .values(rows)
    .onConflictDoUpdate({
      target: [webhookDelivery.webhookId, webhookDelivery.eventId],
      set: sentAgain,
      setWhere: ne(webhookDelivery.state, "waiting"),
    });
  await releaseKeys(orm, webhookId, rows);
}

/** What a delivery is when it is sent again. `releaseKeys` says when. */
export const sentAgain = {
  state: "waiting",
  attempts: 0,
  nextAttemptOn: null,
  claim: null,
  endedOn: null,
  replayedOn: sql`now()`,
} as const;

async function readPrevious(orm: Orm, webhookId: string, sequence: number): Promise<number | null> {
  const { rows } = await orm.execute<{ previous: string | null }>(sql`
    select max(sequence)::text as previous from ${webhookDelivery}
     where webhook_id = ${webhookId} and sequence > 0 and sequence < ${sequence}`);
  const previous = rows[0]?.previous ?? null;
  return previous === null ? null : Number(previous);
}

/**
 * Lets the first waiting delivery of each key of these deliveries be sent. The caller holds the lock of the endpoint's row, so that no delivery
 * is added or ends meanwhile.
 */
export async function releaseKeys(
  orm: Orm,
  webhookId: string,
  deliveries: readonly Pick<typeof webhookDelivery.$inferSelect, "orderingKey">[],
): Promise<void> {
  const keys = new Set(deliveries.map(({ orderingKey }) => orderingKey));
  await orm.execute(sql`
    update ${webhookDelivery} d set next_attempt_on = now()
      from unnest(${sql.param([...keys])}::text[]) as k(key)
     cross join lateral (
       select w.delivery_id from ${webhookDelivery} w
        where w.webhook_id = ${webhookId} and w.ordering_key = k.key and w.state = 'waiting'
        order by w.sequence limit 1) f
     where d.delivery_id = f.delivery_id and d.next_attempt_on is null`);
}
