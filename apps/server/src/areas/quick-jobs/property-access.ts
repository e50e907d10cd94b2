import { eq, sql } from "drizzle-orm";
import { engineerPermissions, isPermitted, londonDay } from "@fieldfare/domain";
import type { AuditSource } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { account, alarm } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { hasGivenVisitSql } from "../jobs/visits.ts";

/** What an engineer may do with properties, each with the permission that allows it. */
const neededPermission = {
  search: engineerPermissions.searchProperties,
  read: engineerPermissions.readProperty,
  add: engineerPermissions.addProperty,
  addContact: engineerPermissions.addContact,
} as const;

/**
 * Refuses an engineer without the permission, and names it. It is read from the account, not from the token, so a change
 * counts from the next call on.
 */
export async function refuseProperties(
  { orm }: Database,
  accountId: string,
  use: keyof typeof neededPermission,
): Promise<Refusal | undefined> {
  const [own] = await orm
    .select({ perms: account.perms })
    .from(account)
    .where(eq(account.accountId, accountId));
  if (isPermitted(own?.perms ?? [], ...neededPermission[use])) return undefined;
  const missing = neededPermission[use].join("#");
  return refuse("permission-missing", {
    detail: `This needs the permission ${missing}`,
    issues: [{ path: "permission", message: missing }],
  });
}

type Context = Pick<Server, "database" | "readLog" | "config" | "metrics">;

export interface Opening {
  readonly fieldOperativeId: string;
  readonly propertyId: string;
}

/**
 * Records that an engineer searched the properties of a client. The words themselves may name somebody, and an entry
 * cannot be erased.
 */
export async function recordSearch(
  { readLog, metrics }: Context,
  source: AuditSource,
  fieldOperativeId: string,
  search: { readonly clientId: number; readonly words: number; readonly found: number },
): Promise<void> {
  metrics.countPropertyAccess("search");
  await readLog.record({
    action: "property-searched",
    source,
    objectType: "client",
    objectId: String(search.clientId),
    fieldOperativeId,
    after: { words: search.words, found: search.found },
  });
}

/**
 * Records that an engineer opened a home where the office has given the engineer no job. An engineer who opens more
 * homes on a day than the setting allows raises an alarm, once.
 */
export async function recordOpening(
  { database, readLog, config, metrics }: Context,
  source: AuditSource,
  { fieldOperativeId, propertyId }: Opening,
): Promise<void> {
  const { rowCount } = await database.pool.query(
    `select 1 where ${hasGivenVisitSql("$1::uuid", "$2::uuid")}`,
    [propertyId, fieldOperativeId],
  );
  if (rowCount !== 0) return;
  metrics.countPropertyAccess("read");
  await readLog.record({
    action: "property-read",
    source,
    objectType: "property",
    objectId: propertyId,
    fieldOperativeId,
  });
  const day = londonDay(config.now());
  await database.orm.execute(sql`
    insert into ${alarm} (kind, details)
    select 'many-homes-opened',
      jsonb_build_object('fieldOperativeId', ${fieldOperativeId}::text, 'day', ${day}::text, 'homes', homes)
      from (select count(distinct object_id) as homes from audit_entry
             where field_operative_id = ${fieldOperativeId} and action = 'property-read'
               and occurred_on >= ${day}::date::timestamp at time zone 'Europe/London') as opened
     where homes > ${config.homesPerDay}
       and not exists (
         select from ${alarm} where kind = 'many-homes-opened'
           and details @> jsonb_build_object('fieldOperativeId', ${fieldOperativeId}::text, 'day', ${day}::text))`);
}
