import { and, eq, gt, sql } from "drizzle-orm";
import type { AuditSource } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { auditEntry, command } from "../../database/schema.ts";
import { findCountedNetwork } from "../../http/ip-addresses.ts";
import type { Refusal } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { recordAccountEvent } from "./account-events.ts";
import type { Person } from "./store.ts";

const action = "attempts-used-up";
/** The number of entries about an account, or about a device, within the window: nobody is to fill the audit. */
const maxEntries = 20;
const dayMs = 86_400_000;

interface Tries {
  readonly person: Pick<Person, "accountId" | "fieldOperativeId">;
  /** The engineer's own device on which they are counted; null: they are counted for the account and its address. */
  readonly device: { readonly deviceId: string } | null;
  readonly secret: "password" | "pin" | "pin-without-key";
  readonly refusal: Refusal;
  readonly source: AuditSource;
}

/**
 * Records that further tries of a secret are refused, once for each address in the time for which they are: a caller that
 * is refused may try as often as it likes. Other refusals are not recorded. The engineer is told once a day, since anybody
 * can try, and not at all if it was the limit of the address: others' secrets were tried there.
 */
export async function recordRefusedTries(
  { database: { orm }, config }: Pick<Server, "database" | "config">,
  { person, device, secret, refusal, source }: Tries,
): Promise<void> {
  const code = refusal.refusal;
  if (code !== "too-many-attempts" && code !== "pin-locked") return;
  const objectId = device?.deviceId ?? person.accountId;
  // Only a phone's own PIN is locked without the limit of an attempt.
  const after = { secret, code, limit: refusal.limit ?? "device" };
  const network = findCountedNetwork(source.address);
  const windowMs = config.signInWindowMinutes * 60_000;
  const isRecorded = async (reader: Orm): Promise<boolean> => {
    const entries = await reader
      .select({ address: auditEntry.address })
      .from(auditEntry)
      .where(
        and(
          eq(auditEntry.action, action),
          eq(auditEntry.objectId, objectId),
          sql`${auditEntry.after} @> ${JSON.stringify(after)}::jsonb`,
          gt(auditEntry.occurredOn, new Date(Date.now() - windowMs)),
        ),
      )
      .limit(maxEntries);
    return (
      entries.length === maxEntries ||
      entries.some((entry) => findCountedNetwork(entry.address ?? "") === network)
    );
  };
  // Most of many tries wait for nobody.
  if (await isRecorded(orm)) return;
  await orm.transaction(async (transaction) => {
    // Of many at once one is recorded.
    const key = `${action} ${person.accountId}`;
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    if (await isRecorded(transaction)) return;
    const at = config.now();
    await recordAccountEvent(
      transaction,
      {
        action,
        isQuiet:
          after.limit === "address" ||
          (await wasTold(transaction, person, new Date(at.getTime() - dayMs))),
        source,
        objectType: device ? "device" : "account",
        objectId,
        fieldOperativeId: person.fieldOperativeId,
        after,
      },
      at,
    );
  });
}

async function wasTold(
  orm: Orm,
  { fieldOperativeId }: Tries["person"],
  since: Date,
): Promise<boolean> {
  if (fieldOperativeId === null) return true;
  const [told] = await orm
    .select({ commandId: command.commandId })
    .from(command)
    .where(
      and(
        eq(command.fieldOperativeId, fieldOperativeId),
        eq(command.type, "AccountNotice"),
        gt(command.createdOn, since),
        sql`${command.body} @> ${JSON.stringify({ notice: action })}::jsonb`,
      ),
    )
    .limit(1);
  return told !== undefined;
}
