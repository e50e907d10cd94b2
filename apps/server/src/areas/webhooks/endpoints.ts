import { randomUUIDv7 } from "node:crypto";
import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import {
  type addWebhookSecret,
  maxWebhooks,
  type putWebhook as putCall,
  type Webhook,
} from "@fieldfare/contract/office";
import type { ServerConfig } from "../../config.ts";
import { advisoryLock } from "../../database/advisory-locks.ts";
import type { Change } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { readFeedPosition } from "../../database/events.ts";
import { webhook, webhookDelivery, webhookSecret } from "../../database/schema.ts";
import { createAddressRule, mayNameHost } from "../../http/addresses.ts";
import type { EscrowKeys } from "../../http/escrow-keys.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import { makeVersion, refuseStale } from "../../http/versions.ts";
import { newWebhookSecret } from "./sign.ts";

type Row = typeof webhook.$inferSelect;

/** With the one that is made now. */
const maxSecrets = 4;

/** What a change answers: the endpoint and its version, for the header. */
interface Versioned {
  readonly answer: Webhook;
  readonly version: string;
}

/** Lists the endpoints, the oldest first. */
export async function listWebhooks({ orm }: Pick<Database, "orm">): Promise<Webhook[]> {
  const rows = await orm.select().from(webhook).orderBy(asc(webhook.createdOn));
  return describeAll(orm, rows);
}

/** Reads an endpoint. */
export async function readWebhook(orm: Orm, webhookId: string): Promise<Versioned | Refusal> {
  const [row] = await orm.select().from(webhook).where(eq(webhook.webhookId, webhookId));
  return row ? describe(orm, row) : refuse("not-found");
}

/** Adds an endpoint, which begins with the next event, or changes one that has the version which the caller names. */
export async function putWebhook(
  { orm, record }: Change,
  { webhooks: settings }: Pick<ServerConfig, "webhooks">,
  webhookId: string,
  { isEnabled, ...body }: CallBody<typeof putCall>,
  ifMatch: string | null,
): Promise<Versioned | Refusal> {
  const problem = findUrlProblem(body.url, settings);
  if (problem) return refuse("invalid", { issues: [{ path: "url", message: problem }] });
  const values = { ...body, types: [...new Set(body.types)].toSorted() };
  // Two requests that add it wait for each other, and the maximum holds.
  await orm.execute(sql`select pg_advisory_xact_lock(${advisoryLock.webhooks})`);
  const before = await lockWebhook(orm, webhookId);
  const stale = refuseStale(ifMatch, before ? versionOf(before) : "");
  if (stale) return before ? stale : refuse("not-found");
  const { lastSequence, deletedUntil } = await readFeedPosition(orm);
  const disabled = { disabledOn: sql`now()`, disabledReason: "office" } as const;
  if (!before) {
    if ((await orm.$count(webhook)) >= maxWebhooks)
      return refuse("conflict", { detail: `There are ${maxWebhooks} endpoints: delete one first` });
    const [added] = await orm
      .insert(webhook)
      .values({ webhookId, ...values, position: lastSequence, ...(!isEnabled && disabled) })
      .returning();
    record({ ...about(webhookId), action: "webhook-added", after: { ...values, isEnabled } });
    return added ? describe(orm, added) : refuse("conflict");
  }
  const wasEnabled = before.disabledOn === null;
  const enabled = {
    disabledOn: null,
    disabledReason: null,
    failingSince: null,
    failures: 0,
    lastError: null,
    pausedUntil: null,
    // Retention may have deleted events since.
    position: Math.max(before.position, deletedUntil),
  };
  const [changed] = await orm
    .update(webhook)
    .set({
      ...values,
      ...(isEnabled && !wasEnabled && enabled),
      ...(!isEnabled && wasEnabled && disabled),
    })
    .where(eq(webhook.webhookId, webhookId))
    .returning();
  record({
    ...about(webhookId),
    action: "webhook-changed",
    before: { ...readValues(before), isEnabled: wasEnabled },
    after: { ...values, isEnabled },
  });
  return changed ? describe(orm, changed) : refuse("not-found");
}

/** Deletes an endpoint with its secrets and deliveries. */
export async function removeWebhook(
  { orm, record }: Change,
  webhookId: string,
  ifMatch: string | null,
): Promise<typeof ok | Refusal> {
  const before = await lockWebhook(orm, webhookId);
  if (!before) return refuse("not-found");
  const stale = refuseStale(ifMatch, versionOf(before));
  if (stale) return stale;
  await orm.delete(webhook).where(eq(webhook.webhookId, webhookId));
  record({ ...about(webhookId), action: "webhook-removed", before: readValues(before) });
  return ok;
}

/** Makes a secret. The earlier ones sign as well for the hours of the overlap. */
export async function addSecret(
  { orm, record }: Change,
  escrowKeys: EscrowKeys,
  webhookId: string,
  { overlapHours }: CallBody<typeof addWebhookSecret>,
): Promise<CallAnswer<typeof addWebhookSecret> | Refusal> {
  const before = await lockWebhook(orm, webhookId);
  if (!before) return refuse("not-found");
  const own = eq(webhookSecret.webhookId, webhookId);
  if (overlapHours === 0) await orm.delete(webhookSecret).where(own);
  await orm.delete(webhookSecret).where(sql`${own} and ${webhookSecret.expiresOn} <= now()`);
  const end = sql`now() + ${overlapHours} * interval '1 hour'`;
  const others = await orm
    .update(webhookSecret)
    .set({ expiresOn: sql`least(${webhookSecret.expiresOn}, ${end})` })
    .where(own)
    .returning({ secretId: webhookSecret.secretId });
  if (others.length >= maxSecrets)
    return refuse("conflict", {
      detail: `${maxSecrets} secrets sign at the moment. Wait until one has expired, or end them all with an overlap of 0 hours`,
    });
  const secretId = randomUUIDv7();
  const secret = newWebhookSecret();
  const sealed = await escrowKeys.sealText(secret);
  await orm.insert(webhookSecret).values({ secretId, webhookId, sealed });
  record({
    ...about(webhookId),
    action: "webhook-secret-added",
    after: { secretId, overlapHours },
  });
  return { webhookId, secretId, secret };
}

/** Locks an endpoint, so that no delivery of it is added or ends before the end of the transaction. */
export async function lockWebhook(orm: Orm, webhookId: string): Promise<Row | undefined> {
  const [row] = await orm
    .select()
    .from(webhook)
    .where(eq(webhook.webhookId, webhookId))
    .for("update");
  return row;
}

/** Why no event can be sent to an address, as far as it says so itself. A connection checks what its name resolves to. */
function findUrlProblem(
  text: string,
  { allowsHttp, networks }: ServerConfig["webhooks"],
): string | null {
  if (!URL.canParse(text)) return "This is no address";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(allowsHttp && url.protocol === "http:"))
    return "The address begins with https://";
  if (url.username !== "" || url.password !== "")
    return "The address has no user name and no password";
  if (!mayNameHost(createAddressRule(networks), url))
    return "The address is of a network to which this server sends nothing";
  return null;
}

/** Reads the secrets of endpoints that sign now, the newest first. */
export function readSecrets(orm: Orm, webhookIds: readonly string[]) {
  return orm
    .select()
    .from(webhookSecret)
    .where(
      and(
        inArray(webhookSecret.webhookId, webhookIds),
        or(isNull(webhookSecret.expiresOn), gt(webhookSecret.expiresOn, sql`now()`)),
      ),
    )
    .orderBy(sql`${webhookSecret.expiresOn} desc nulls first, ${webhookSecret.createdOn} desc`);
}

/** Names an endpoint in an audit entry. */
export function about(webhookId: string) {
  return { objectType: "webhook", objectId: webhookId } as const;
}

function readValues({ url, description, types }: Row) {
  return { url, description, types };
}

function versionOf(row: Row): string {
  return makeVersion({ ...readValues(row), isEnabled: row.disabledOn === null });
}

async function describe(orm: Orm, row: Row): Promise<Versioned | Refusal> {
  const [answer] = await describeAll(orm, [row]);
  return answer ? { answer, version: versionOf(row) } : refuse("not-found");
}

async function describeAll(orm: Orm, rows: readonly Row[]): Promise<Webhook[]> {
  const ids = rows.map(({ webhookId }) => webhookId);
  const counts = await orm
    .select({
      webhookId: webhookDelivery.webhookId,
      waiting: sql<number>`count(*) filter (where ${webhookDelivery.state} = 'waiting')::int`,
      failed: sql<number>`count(*) filter (where ${webhookDelivery.state} = 'failed')::int`,
    })
    .from(webhookDelivery)
    .where(
      sql`${inArray(webhookDelivery.webhookId, ids)} and ${webhookDelivery.state} in ('waiting', 'failed')`,
    )
    .groupBy(webhookDelivery.webhookId);
  const secrets = await readSecrets(orm, ids);
  return rows.map((row) => {
    const count = counts.find(({ webhookId }) => webhookId === row.webhookId);
    const own = secrets.filter(({ webhookId }) => webhookId === row.webhookId);
    return {
      webhookId: row.webhookId,
      url: row.url,
      description: row.description,
      types: row.types,
      isEnabled: row.disabledOn === null,
      disabledOn: row.disabledOn?.toISOString() ?? null,
      disabledReason: row.disabledReason,
      createdOn: row.createdOn.toISOString(),
      position: row.position,
      secrets: own.map(({ secretId, createdOn, expiresOn }) => ({
        secretId,
        createdOn: createdOn.toISOString(),
        expiresOn: expiresOn?.toISOString() ?? null,
      })),
      waiting: count?.waiting ?? 0,
      failed: count?.failed ?? 0,
      lastDeliveredOn: row.lastDeliveredOn?.toISOString() ?? null,
      failingSince: row.failingSince?.toISOString() ?? null,
      lastError: row.lastError,
      pausedUntil: row.pausedUntil?.toISOString() ?? null,
    };
  });
}
