import { and, count, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database, Orm } from "../../database/database.ts";
import { signInFailure } from "../../database/schema.ts";
import { findCountedNetwork } from "../../http/ip-addresses.ts";
import type { AttemptLimit } from "../../http/problem.ts";

/** The key under which attempts are counted, for all servers of a database together. */
export interface AttemptKey {
  /** An e-mail address, with what is tried and on which device; empty: every account. */
  readonly email: string;
  /** The network address; empty: every address. */
  readonly address: string;
  /** The number of failed attempts that are allowed within the window. */
  readonly max: number;
}

/** The limit that is used up. */
interface UsedUp {
  readonly usedUp: AttemptLimit;
}

/** An attempt that counts as a failure until it is forgiven. */
export interface Attempt {
  /** Forgets this attempt and all earlier failures under the first key. */
  forgive(): Promise<void>;
  /** Forgets this attempt alone. */
  withdraw(): Promise<void>;
}

/**
 * Counts an attempt under every key before it is checked, so that many at once, on any number of servers, cannot pass
 * the limit. When one of the keys is used up nothing is counted, so that a lock-out ends even while
 * somebody keeps trying.
 */
export function takeAttempt(
  { orm }: Pick<Database, "orm">,
  given: readonly [AttemptKey, ...AttemptKey[]],
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<Attempt | UsedUp> {
  const keys = given.map((key) => ({ ...key, address: findCountedNetwork(key.address) }));
  return orm.transaction(async (transaction) => {
    // Every caller orders its keys from one account to all accounts, so that the locks cannot deadlock.
    for (const key of keys) {
      await transaction.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`${key.email} ${key.address}`}, 1))`,
      );
      if ((await countFailures(transaction, key, since)) >= key.max)
        return { usedUp: nameLimit(key) };
    }
    const rows = keys.map(({ email, address }) => ({ email, address, failedOn: at }));
    const inserted = await transaction
      .insert(signInFailure)
      .values(rows)
      .returning({ failureId: signInFailure.failureId });
    const ids = inserted.map(({ failureId }) => failureId);
    const withdraw = async () => {
      await orm.delete(signInFailure).where(inArray(signInFailure.failureId, ids));
    };
    return {
      withdraw,
      async forgive() {
        await withdraw();
        const [first] = keys;
        if (first) await forgetFailures({ orm }, first);
      },
    };
  });
}

export function isUsedUp(attempt: Attempt | UsedUp): attempt is UsedUp {
  return "usedUp" in attempt;
}

function nameLimit({ email, address }: AttemptKey): AttemptLimit {
  if (email === "") return "address";
  return address === "" ? "device" : "account";
}

/** Forgets the wrong passwords of an account from one address, after the right one. False: there were none. */
export async function forgetFailures(
  { orm }: { readonly orm: Orm },
  { email, address }: Pick<AttemptKey, "email" | "address">,
): Promise<boolean> {
  const deleted = await orm
    .delete(signInFailure)
    .where(and(eq(signInFailure.email, email), eq(signInFailure.address, address)))
    .returning({ failureId: signInFailure.failureId });
  return deleted.length > 0;
}

/** Ends the lock-outs of an account at every network address. */
export async function forgetFailuresAnywhere(orm: Orm, email: string): Promise<void> {
  await orm.delete(signInFailure).where(eq(signInFailure.email, email));
}

async function countFailures(
  orm: Orm,
  { email, address }: AttemptKey,
  since: Date,
): Promise<number> {
  const [row] = await orm
    .select({ failures: count() })
    .from(signInFailure)
    .where(
      and(
        eq(signInFailure.email, email),
        eq(signInFailure.address, address),
        gt(signInFailure.failedOn, since),
      ),
    );
  return row?.failures ?? 0;
}

/** Returns the key of a PIN or password that is tried on the engineer's own device, whatever its network address. */
export function deviceAttemptKey(
  email: string,
  kind: "pin" | "pin-without-key" | "password",
  { deviceId }: { readonly deviceId: string },
): Pick<AttemptKey, "email" | "address"> {
  return { email: `${email} ${kind} ${deviceId}`, address: "" };
}

/** Forgets the wrong PINs of an engineer's own device, also those that were tried without its key. False: there were none. */
export async function forgetWrongPins(
  database: { readonly orm: Orm },
  email: string,
  device: { readonly deviceId: string },
): Promise<boolean> {
  let hadFailures = false;
  for (const kind of ["pin", "pin-without-key"] as const)
    if (await forgetFailures(database, deviceAttemptKey(email, kind, device))) hadFailures = true;
  return hadFailures;
}

/** Returns the key of all accounts that are tried from one network address. */
export function addressAttemptKey(address: string, max: number): AttemptKey {
  return { email: "", address, max };
}
