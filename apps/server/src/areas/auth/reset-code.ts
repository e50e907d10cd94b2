import { randomInt } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { AuditSource } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { account, pinResetCode } from "../../database/schema.ts";
import { hashCredential, verifyCredential } from "../../database/secrets.ts";
import type { DeviceSource } from "../../http/audit-source.ts";
import { formatOfficeTime } from "../../http/office-time.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { recordAccountEvent } from "./account-events.ts";
import { forgetFailuresAnywhere } from "./attempts.ts";
import type { Person } from "./store.ts";

const lifeMs = 10 * 60_000;
const maxTries = 5;

/**
 * Makes the code with which an engineer who forgot the PIN sets a new one. It replaces an earlier code. It also ends
 * the engineer's lock-outs at network addresses, since an engineer who asks for a code has tried other ways before. It is
 * refused if somebody has made a code that can still be used since the caller read the engineer.
 */
export async function makeResetCode(
  { database, config }: Pick<Server, "database" | "config">,
  fieldOperativeId: string,
  source: AuditSource,
  { expected }: NonNullable<CallBody<typeof office.makeResetCode>> = {},
): Promise<CallAnswer<typeof office.makeResetCode> | Refusal> {
  if (!config.mayResetPin) return refuse("forbidden");
  const code = String(randomInt(100_000_000)).padStart(8, "0");
  const at = config.now();
  const expiresOn = new Date(at.getTime() + lifeMs);
  const codeHash = await hashCredential(code);
  return database.orm.transaction(async (orm) => {
    const [own] = await orm
      .select({
        accountId: account.accountId,
        email: account.email,
        disabledOn: account.disabledOn,
      })
      .from(account)
      .where(eq(account.fieldOperativeId, fieldOperativeId))
      .for("update");
    if (!own) return refuse("not-found");
    if (own.disabledOn) return refuse("account-disabled");
    const madeOn = expected && (await readOpenCode(orm, fieldOperativeId, at));
    const seen = expected?.resetCodeMadeOn ?? null;
    if (madeOn && madeOn.getTime() !== (seen === null ? null : Date.parse(seen)))
      return refuse("conflict", {
        detail: `Meanwhile somebody has made a code, on ${formatOfficeTime(madeOn)}, that is not used yet.`,
      });
    const values = { codeHash, expiresOn, failedCount: 0 };
    await orm
      .insert(pinResetCode)
      .values({ fieldOperativeId, ...values })
      .onConflictDoUpdate({ target: pinResetCode.fieldOperativeId, set: values });
    await forgetFailuresAnywhere(orm, own.email);
    await recordAccountEvent(
      orm,
      {
        action: "reset-code-made",
        source,
        objectType: "account",
        objectId: own.accountId,
        fieldOperativeId,
        after: { expiresOn },
      },
      config.now(),
    );
    return {
      code: `${code.slice(0, 4)} ${code.slice(4)}`,
      expiresOn: expiresOn.toISOString(),
      madeOn: at.toISOString(),
    };
  });
}

/** When the code was made, if it can still be used; null: it cannot. */
export function readMadeOn(
  { expiresOn, failedCount }: Pick<typeof pinResetCode.$inferSelect, "expiresOn" | "failedCount">,
  at: Date,
): Date | null {
  if (failedCount >= maxTries || expiresOn <= at) return null;
  return new Date(expiresOn.getTime() - lifeMs);
}

async function readOpenCode(orm: Orm, fieldOperativeId: string, at: Date): Promise<Date | null> {
  const [code] = await orm
    .select()
    .from(pinResetCode)
    .where(eq(pinResetCode.fieldOperativeId, fieldOperativeId));
  return code ? readMadeOn(code, at) : null;
}

interface CodeTry {
  readonly person: Person | null;
  readonly device: { readonly deviceId: string; readonly fieldOperativeId: string };
  readonly source: DeviceSource;
}

/**
 * Checks a code, and counts the try before. Null: it is not right. Refused when no code can be used any more. Each wrong try
 * of a code is recorded.
 */
export async function verifyResetCode(
  { database, config }: Pick<Server, "database" | "config">,
  { device: { deviceId, fieldOperativeId }, person, source: { proof: _proof, ...source } }: CodeTry,
  given: string,
): Promise<true | Refusal | null> {
  const [open] = await database.orm
    .update(pinResetCode)
    .set({ failedCount: sql`${pinResetCode.failedCount} + 1` })
    .where(
      and(
        eq(pinResetCode.fieldOperativeId, fieldOperativeId),
        lt(pinResetCode.failedCount, maxTries),
        gt(pinResetCode.expiresOn, config.now()),
      ),
    )
    .returning({ codeHash: pinResetCode.codeHash, tries: pinResetCode.failedCount });
  if (!open) return refuse("reset-code-ended");
  const isRight = await verifyCredential(given.replaceAll(/\D/g, ""), open.codeHash).catch(
    async (error: unknown) => {
      // A code that could not be checked is no wrong one.
      await database.orm
        .update(pinResetCode)
        .set({ failedCount: sql`${pinResetCode.failedCount} - 1` })
        .where(eq(pinResetCode.codeHash, open.codeHash));
      throw error;
    },
  );
  if (isRight) return true;
  await database.orm.transaction((orm) =>
    recordAccountEvent(
      orm,
      {
        action: "reset-code-wrong",
        // The first one and the last one.
        isQuiet: open.tries > 1 && open.tries < maxTries,
        source,
        objectType: person ? "account" : "device",
        objectId: person?.accountId ?? deviceId,
        fieldOperativeId,
        after: { tries: open.tries, isUsedUp: open.tries >= maxTries },
      },
      config.now(),
    ),
  );
  return null;
}

/** Deletes the code of an engineer. False: there was none. */
export async function deleteResetCode(orm: Orm, fieldOperativeId: string): Promise<boolean> {
  const deleted = await orm
    .delete(pinResetCode)
    .where(eq(pinResetCode.fieldOperativeId, fieldOperativeId))
    .returning({ fieldOperativeId: pinResetCode.fieldOperativeId });
  return deleted.length > 0;
}
