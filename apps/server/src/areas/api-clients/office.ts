import { randomUUIDv7 } from "node:crypto";
import { and, asc, eq, gt, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { isSameName } from "@fieldfare/domain";
import { advisoryLock } from "../../database/advisory-locks.ts";
import { type AuditSource, makeChange, recordAudit } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { apiClient, apiClientSecret } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { hashClientSecret, newClientSecret } from "./secrets.ts";

type ApiClient = CallAnswer<typeof office.putApiClient>;
type Context = Pick<Server, "database" | "config">;

/** One works while the other one is brought to the machine. */
const maxSecrets = 2;

/** The API clients by name, with when each secret was made and ends. The secrets themselves are not stored. */
export async function listClients({ orm }: Database): Promise<ApiClient[]> {
  const clients = await orm.select().from(apiClient).orderBy(asc(apiClient.name));
  const secrets = await orm.select().from(apiClientSecret).orderBy(asc(apiClientSecret.createdOn));
  return clients.map((client) => toAnswer(client, secrets));
}

/** Adds an API client, or changes its name and permissions. Refuses with `conflict` if it has been revoked, or if another one has the name. */
export async function putClient(
  { database }: Context,
  source: AuditSource,
  clientId: string,
  { name, permissions }: CallBody<typeof office.putApiClient>,
): Promise<ApiClient | Refusal> {
  const values = { name, permissions: [...new Set(permissions)] };
  return makeChange(database, source, async ({ orm: transaction, record }) => {
    const own = await lockClient(transaction, clientId);
    if (own?.revokedOn) return refuse("conflict", { detail: "This machine has been revoked" });
    const namesake = await findNamesake(transaction, clientId, name);
    // Two that already have one name can still be changed.
    if (namesake && !(own && isSameName(own.name, name)))
      return refuse("conflict", {
        detail: `There is an API client with the name ${namesake.name}. Choose another name.`,
      });
    const stored = await transaction
      .insert(apiClient)
      .values({ clientId, ...values })
      .onConflictDoUpdate({ target: apiClient.clientId, set: values })
      .returning();
    const before = own && { name: own.name, permissions: own.permissions };
    record({
      ...about(clientId),
      action: own ? "api-client-changed" : "api-client-added",
      ...(before && { before }),
      after: values,
    });
    return answer(transaction, stored[0]);
  });
}

/** A machine that has been revoked is refused at once, at every server. A repetition changes nothing. */
export async function revokeClient(
  { database, config }: Context,
  source: AuditSource,
  clientId: string,
): Promise<ApiClient | Refusal> {
  const revokedOn = config.now();
  return makeChange(database, source, async ({ orm: transaction, record }) => {
    const revoked = await transaction
      .update(apiClient)
      .set({ revokedOn })
      .where(and(eq(apiClient.clientId, clientId), isNull(apiClient.revokedOn)))
      .returning();
    if (revoked.length > 0)
      record({
        ...about(clientId),
        action: "api-client-revoked",
        before: { revokedOn: null },
        after: { revokedOn },
      });
    return answer(transaction, await lockClient(transaction, clientId));
  });
}

/** Makes another secret. Expired ones are forgotten, so that there is room for it. */
export async function addSecret(
  { database, config }: Context,
  source: AuditSource,
  clientId: string,
  { expiresOn, othersExpireOn }: NonNullable<CallBody<typeof office.addApiClientSecret>>,
): Promise<CallAnswer<typeof office.addApiClientSecret> | Refusal> {
  const at = config.now();
  const past = Object.entries({ expiresOn, othersExpireOn }).filter(
    ([, moment]) => moment !== undefined && new Date(moment) <= at,
  );
  if (past.length > 0)
    return refuse("invalid", {
      issues: past.map(([path]) => ({ path, message: "A moment in the future" })),
    });
  const secretId = randomUUIDv7();
  const secret = newClientSecret();
  const expiry = expiresOn === undefined ? null : new Date(expiresOn);
  return database.orm.transaction(async (transaction) => {
    const client = await lockClient(transaction, clientId);
    if (!client) return refuse("not-found");
    if (client.revokedOn) return refuse("conflict", { detail: "This machine has been revoked" });
    const isOwn = eq(apiClientSecret.clientId, clientId);
    await transaction.delete(apiClientSecret).where(and(isOwn, lte(apiClientSecret.expiresOn, at)));
    const others = await transaction
      .select({ secretId: apiClientSecret.secretId })
      .from(apiClientSecret)
      .where(isOwn);
    if (others.length >= maxSecrets)
      return refuse("conflict", { detail: "Two secrets work already: remove one first" });
    await transaction.insert(apiClientSecret).values({
      secretId,
      clientId,
      secretHash: hashClientSecret(secretId, secret),
      expiresOn: expiry,
    });
    if (othersExpireOn !== undefined) {
      const end = new Date(othersExpireOn);
      const isLater = or(isNull(apiClientSecret.expiresOn), gt(apiClientSecret.expiresOn, end));
      await transaction
        .update(apiClientSecret)
        .set({ expiresOn: end })
        .where(and(isOwn, isLater, ne(apiClientSecret.secretId, secretId)));
    }
    await recordAudit(transaction, {
      ...about(clientId),
      source,
      action: "api-client-secret-added",
      after: { secretId, expiresOn: expiry, othersExpireOn: othersExpireOn ?? null },
    });
    return { clientId, secretId, secret, expiresOn: expiry?.toISOString() ?? null };
  });
}

/** Removes a secret: the tokens that it got end at once. Refuses with `not-found`. */
export async function removeSecret(
  { database }: Context,
  source: AuditSource,
  { clientId, secretId }: { readonly clientId: string; readonly secretId: string },
): Promise<ApiClient | Refusal> {
  return makeChange(database, source, async ({ orm: transaction, record }) => {
    const client = await lockClient(transaction, clientId);
    const removed = await transaction
      .delete(apiClientSecret)
      .where(and(eq(apiClientSecret.clientId, clientId), eq(apiClientSecret.secretId, secretId)))
      .returning({ secretId: apiClientSecret.secretId });
    if (removed.length === 0) return refuse("not-found");
    record({
      ...about(clientId),
      action: "api-client-secret-removed",
      before: { secretId },
    });
    return answer(transaction, client);
  });
}

function about(clientId: string) {
  return { objectType: "api-client", objectId: clientId } as const;
}

/** Finds another API client that has the name and is not revoked. */
async function findNamesake(orm: Orm, clientId: string, name: string) {
  await orm.execute(sql`select pg_advisory_xact_lock(${advisoryLock.apiClients})`);
  const others = await orm
    .select({ name: apiClient.name })
    .from(apiClient)
    .where(and(ne(apiClient.clientId, clientId), isNull(apiClient.revokedOn)));
  return others.find((other) => isSameName(other.name, name));
}

/** Changes of one machine run one at a time. */
async function lockClient(orm: Orm, clientId: string) {
  const [client] = await orm
    .select()
    .from(apiClient)
    .where(eq(apiClient.clientId, clientId))
    .for("update");
  return client;
}

async function answer(
  orm: Orm,
  client: typeof apiClient.$inferSelect | undefined,
): Promise<ApiClient | Refusal> {
  if (!client) return refuse("not-found");
  const secrets = await orm
    .select()
    .from(apiClientSecret)
    .where(eq(apiClientSecret.clientId, client.clientId))
    .orderBy(asc(apiClientSecret.createdOn));
  return toAnswer(client, secrets);
}

function toAnswer(
  { createdOn, revokedOn, ...client }: typeof apiClient.$inferSelect,
  secrets: readonly (typeof apiClientSecret.$inferSelect)[],
): ApiClient {
  return {
    ...client,
    createdOn: createdOn.toISOString(),
    revokedOn: revokedOn?.toISOString() ?? null,
    secrets: secrets
      .filter(({ clientId }) => clientId === client.clientId)
      .map((secret) => ({
        secretId: secret.secretId,
        createdOn: secret.createdOn.toISOString(),
        expiresOn: secret.expiresOn?.toISOString() ?? null,
        lastUsedOn: secret.lastUsedOn?.toISOString() ?? null,
      })),
  };
}
