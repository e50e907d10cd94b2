import { and, eq, gt, sql } from "drizzle-orm";
import { type AuditSource, recordAudit } from "../../database/audit.ts";
import { auditEntry } from "../../database/schema.ts";
import type { Refusal } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import type { Person } from "./store.ts";

interface Tries {
  readonly person: Pick<Person, "accountId" | "fieldOperativeId">;
  /** The engineer's own device on which they are counted; null: they are counted for the account and its address. */
  readonly device: { readonly deviceId: string } | null;
  readonly secret: "password" | "pin" | "pin-without-key";
  readonly refusal: Refusal;
  readonly source: AuditSource;
}

/**
 * Records that further tries of a secret are refused, once in the time for which they are: whoever is refused may try as
 * often as they like. Other refusals are not recorded.
 */
export async function recordRefusedTries(
  { database: { orm }, config }: Pick<Server, "database" | "config">,
  { person, device, secret, refusal, source }: Tries,
): Promise<void> {
  const code = refusal.refusal;
  if (code !== "too-many-attempts" && code !== "pin-locked") return;
  const action = "attempts-used-up";
  const objectId = device?.deviceId ?? person.accountId;
  const after = { secret, code };
  const windowMs = config.signInWindowMinutes * 60_000;
  await orm.transaction(async (transaction) => {
    const recorded = await transaction
      .select({ sequence: auditEntry.sequence })
      .from(auditEntry)
      .where(
        and(
          eq(auditEntry.action, action),
          eq(auditEntry.objectId, objectId),
          gt(auditEntry.occurredOn, new Date(Date.now() - windowMs)),
          sql`${auditEntry.after} @> ${JSON.stringify(after)}::jsonb`,
        ),
      )
      .limit(1);
    if (recorded.length > 0) return;
    await recordAudit(transaction, {
      action,
      source,
      objectType: device ? "device" : "account",
      objectId,
      fieldOperativeId: person.fieldOperativeId,
      after,
    });
  });
}
