import { asc, gt, sql } from "drizzle-orm";
import type { Orm } from "./database.ts";
import { auditEntry } from "./schema.ts";

/** Who made a request, and from where. */
export interface AuditSource {
  /** Null: nobody was signed in. */
  readonly actor: { readonly id: string; readonly name: string } | null;
  readonly address: string;
  /** The device that the request named. */
  readonly deviceId: string | null;
}

export interface NewAuditEntry {
  readonly action: string;
  /** Null: the server did it by itself. */
  readonly source: AuditSource | null;
  readonly objectType: "account" | "api-client" | "device" | "operative" | "sign-in";
  readonly objectId: string;
  /** The engineer whom it is about. */
  readonly fieldOperativeId?: string | null;
  readonly before?: object;
  readonly after?: object;
}

/** An arbitrary fixed number. */
const auditLock = 4_600_003;

/**
 * Adds an entry in the transaction of the change that it describes. Call it last: the lock, which gives the entries
 * the order of their commits, so that no reader's cursor passes an entry that is still to come, holds until the commit.
 */
export async function recordAudit(transaction: Orm, entry: NewAuditEntry): Promise<void> {
  const { action, source, objectType, objectId, fieldOperativeId, before, after } = entry;
  await transaction.execute(sql`select pg_advisory_xact_lock(${auditLock})`);
  await transaction.insert(auditEntry).values({
    action,
    actorId: source?.actor?.id ?? null,
    actorName: source?.actor?.name ?? null,
    objectType,
    objectId,
    fieldOperativeId: fieldOperativeId ?? null,
    address: source?.address ?? null,
    deviceId: source?.deviceId ?? null,
    before: before ?? null,
    after: after ?? null,
  });
}

/** Reads the entries after a sequence number, oldest first. */
export function auditEntriesAfter(orm: Orm, after: number, max: number) {
  return orm
    .select()
    .from(auditEntry)
    .where(gt(auditEntry.sequence, after))
    .orderBy(asc(auditEntry.sequence))
    .limit(max);
}
