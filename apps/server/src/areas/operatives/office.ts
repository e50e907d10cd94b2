import { randomUUIDv7 } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { asc, eq, or } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { compareRights, type UserPermissions, withPropertyPermission } from "@fieldfare/domain";
import { type AuditSource, type Change, makeChange } from "../../database/audit.ts";
import { type Database, withClient } from "../../database/database.ts";
import { account, fieldOperative, pinResetCode } from "../../database/schema.ts";
import { hashCredential, verifyCredential } from "../../database/secrets.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { acceptRecorded } from "../../messages/accept-recorded.ts";
import { recordAccountEvent } from "../auth/account-events.ts";
import { forgetFailuresAnywhere } from "../auth/attempts.ts";
import { refuseOtherPassword } from "../auth/other-password.ts";
import { readMadeOn } from "../auth/reset-code.ts";
import { endReasons, endSessionsOfAccount } from "../auth/sessions.ts";
import { storeCommand } from "../commands/store.ts";
import { requestWipeOfAll } from "../devices/wipe.ts";

/** Lists all engineers by name, disabled ones too. */
export async function listOperatives({
  database: { orm },
  config,
}: Pick<Server, "database" | "config">): Promise<CallAnswer<typeof office.listOperatives>> {
  const at = config.now();
  const rows = await orm
    .select({
      fieldOperativeId: fieldOperative.fieldOperativeId,
      name: account.name,
      email: account.email,
      recordsMileage: fieldOperative.recordsMileage,
      mobileNumber: fieldOperative.mobileNumber,
      gasSafeIdCard: fieldOperative.gasSafeIdCard,
      disabledOn: account.disabledOn,
      perms: account.perms,
      passwordSetOn: account.passwordSetOn,
      resetCode: pinResetCode,
    })
    .from(fieldOperative)
    .innerJoin(account, eq(account.fieldOperativeId, fieldOperative.fieldOperativeId))
    .leftJoin(pinResetCode, eq(pinResetCode.fieldOperativeId, fieldOperative.fieldOperativeId))
    .orderBy(asc(account.name));
  return rows.map(({ disabledOn, passwordSetOn, resetCode, ...row }) => ({
    ...row,
    disabledOn: disabledOn?.toISOString() ?? null,
    passwordSetOn: passwordSetOn?.toISOString() ?? null,
    resetCodeMadeOn: resetCode && (readMadeOn(resetCode, at)?.toISOString() ?? null),
  }));
}

/**
 * Adds or changes an engineer. An email address belongs to one account; a new engineer needs a password. A change is refused
 * if somebody has changed any of the values of `expected` since, unless the engineer is as the change says already.
 */
export async function putOperative(
  { database, config }: Pick<Server, "database" | "config">,
  source: AuditSource,
  fieldOperativeId: string,
  body: CallBody<typeof office.putOperative>,
): Promise<CallAnswer<typeof office.putOperative> | Refusal> {
  const { password, expected, passwordSetOn: _set, resetCodeMadeOn: _made, ...wanted } = body;
  const { name, email, recordsMileage, mobileNumber, gasSafeIdCard, perms } = wanted;
  const passwordHash =
    password === undefined ? null : await hashNewPassword(database, fieldOperativeId, password);
  return makeChange(database, source, async ({ orm: transaction, record }) => {
    const rows = await transaction
      .select()
      .from(account)
      .where(or(eq(account.fieldOperativeId, fieldOperativeId), eq(account.email, email)))
      .orderBy(asc(account.accountId))
      .for("update");
    const own = rows.find((row) => row.fieldOperativeId === fieldOperativeId);
    if (rows.some((row) => row !== own)) {
      return refuse("conflict", { detail: "Another account has this email address" });
    }
    // Of an engineer whose password stays, it does not matter when that was set.
    const refusal =
      own &&
      expected &&
      passwordHash !== null &&
      refuseOtherPassword(own.passwordSetOn?.toISOString(), expected);
    if (refusal) return refusal;
    const hash = passwordHash ?? own?.passwordHash;
    if (hash === undefined) {
      return refuse("invalid", {
        issues: [{ path: "password", message: "A new engineer needs a password" }],
      });
    }
    const [operativeBefore] = await transaction
      .select()
      .from(fieldOperative)
      .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId));
    const after = { ...wanted, perms: perms && withPropertyPermission(perms) };
    const before = own ? describeOperative(own, operativeBefore) : {};
    // A repeated request, whose first answer was lost, is done already.
    const { passwordSetOn: _checked, resetCodeMadeOn: _ignored, ...seen } = expected ?? {};
    if (expected && !hasValues(before, after) && !hasValues(before, seen))
      return refuse("conflict", { detail: "Meanwhile somebody has changed this engineer." });
    const [operative] = await transaction
      .insert(fieldOperative)
      .values({
        fieldOperativeId,
        recordsMileage: recordsMileage ?? false,
        mobileNumber: mobileNumber ?? null,
        gasSafeIdCard: gasSafeIdCard ?? null,
      })
      .onConflictDoUpdate({
        target: fieldOperative.fieldOperativeId,
        set: {
          fieldOperativeId,
          ...(recordsMileage !== undefined && { recordsMileage }),
          ...(mobileNumber !== undefined && { mobileNumber }),
          ...(gasSafeIdCard !== undefined && { gasSafeIdCard }),
        },
      })
      .returning();
    const changes = {
      name,
      email,
      passwordHash: hash,
      ...(passwordHash !== null && { passwordSetOn: config.now() }),
      ...(after.perms && { perms: after.perms }),
    };
    const [saved] = await transaction
      .insert(account)
      .values({
        accountId: randomUUIDv7(),
        userType: 1,
        fieldOperativeId,
        perms: withPropertyPermission([]),
        ...changes,
      })
      .onConflictDoUpdate({ target: account.fieldOperativeId, set: changes })
      .returning();
    if (own && passwordHash !== null) {
      const { accountId } = own;
      await endSessionsOfAccount(transaction, accountId, config.now(), endReasons.passwordChanged);
      await recordAccountEvent(
        transaction,
        {
          action: "password-changed",
          source,
          objectType: "account",
          objectId: accountId,
          fieldOperativeId,
        },
        config.now(),
      );
    }
    const isAllowedOther =
      operative?.recordsMileage !== operativeBefore?.recordsMileage ||
      !isDeepStrictEqual(saved?.perms, own?.perms);
    // The phone asks for its permissions when it hears of it, and the engineer knows why a tile is gone.
    if (own && isAllowedOther)
      await storeCommand(transaction, fieldOperativeId, "AccountNotice", {
        notice: "permissions-changed",
        happenedOn: config.now().toISOString(),
        ...compareRights(readPermissions(own, operativeBefore), readPermissions(saved, operative)),
      });
    record({
      action: own ? "operative-changed" : "operative-added",
      objectType: "operative",
      objectId: fieldOperativeId,
      fieldOperativeId,
      before,
      after: describeOperative(saved, operative),
    });
    return {
      fieldOperativeId,
      name,
      email,
      recordsMileage: operative?.recordsMileage ?? false,
      mobileNumber: operative?.mobileNumber ?? null,
      gasSafeIdCard: operative?.gasSafeIdCard ?? null,
      disabledOn: own?.disabledOn?.toISOString() ?? null,
      perms: saved?.perms ?? [],
      passwordSetOn: saved?.passwordSetOn?.toISOString() ?? null,
    };
  });
}

function readPermissions(
  of: Pick<typeof account.$inferSelect, "perms"> | undefined,
  operative: Pick<typeof fieldOperative.$inferSelect, "recordsMileage"> | undefined,
): UserPermissions {
  return { perms: of?.perms ?? [], recordsMileage: operative?.recordsMileage ?? false };
}

/** Whether all values of `some` are those of `all`. A value that is left out counts as any. */
function hasValues(all: Readonly<Record<string, unknown>>, some: object): boolean {
  return Object.entries(some).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(value, all[name]),
  );
}

/** Without the hash of the password: whoever reads the audit entries must not get it. */
function describeOperative(
  own: typeof account.$inferSelect | undefined,
  operative: typeof fieldOperative.$inferSelect | undefined,
) {
  return {
    name: own?.name,
    email: own?.email,
    perms: own?.perms,
    recordsMileage: operative?.recordsMileage,
    mobileNumber: operative?.mobileNumber,
    gasSafeIdCard: operative?.gasSafeIdCard,
  };
}

/**
 * Returns the hash of a password, or null if it is the present one: a system that puts its engineers again every night
 * must not end their sessions.
 */
async function hashNewPassword(
  { orm }: Database,
  fieldOperativeId: string,
  password: string,
): Promise<string | null> {
  const [own] = await orm
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.fieldOperativeId, fieldOperativeId));
  if (own && (await verifyCredential(password, own.passwordHash))) return null;
  return hashCredential(password);
}

/**
 * Disables or enables the account of an engineer. Disabling ends all its sessions; what its phones have recorded is
 * still taken, and if the office asks for it they are then wiped. A repetition changes nothing.
 */
export async function setDisabled(
  { database, config }: Pick<Server, "database" | "config">,
  fieldOperativeId: string,
  isDisabled: boolean,
  source: AuditSource,
  { wipeDevices = false }: NonNullable<CallBody<typeof office.disableOperative>> = {},
): Promise<CallAnswer<typeof office.disableOperative> | Refusal> {
  const at = config.now();
  return makeChange(database, source, async ({ orm: transaction }) => {
    const [own] = await transaction
      .select({
        accountId: account.accountId,
        email: account.email,
        disabledOn: account.disabledOn,
      })
      .from(account)
      .where(eq(account.fieldOperativeId, fieldOperativeId))
      .for("update");
    if (!own) return refuse("not-found");
    if (wipeDevices) await requestWipeOfAll(transaction, fieldOperativeId, source, at);
    if ((own.disabledOn !== null) === isDisabled)
      return { fieldOperativeId, disabledOn: own.disabledOn?.toISOString() ?? null };
    const disabledOn = isDisabled ? at : null;
    await transaction
      .update(account)
      .set({ disabledOn })
      .where(eq(account.accountId, own.accountId));
    if (isDisabled)
      await endSessionsOfAccount(transaction, own.accountId, at, endReasons.accountDisabled);
    else await forgetFailuresAnywhere(transaction, own.email);
    await recordAccountEvent(
      transaction,
      {
        action: isDisabled ? "account-disabled" : "account-enabled",
        source,
        objectType: "account",
        objectId: own.accountId,
        fieldOperativeId,
        before: { disabledOn: own.disabledOn },
        after: { disabledOn },
      },
      config.now(),
    );
    return { fieldOperativeId, disabledOn: disabledOn?.toISOString() ?? null };
  });
}

/** Enables an account, and if the office asks for it, lets take effect what was recorded meanwhile. */
export async function enable(
  server: Pick<Server, "database" | "config">,
  fieldOperativeId: string,
  source: AuditSource,
  { acceptRecorded: isAccepted = false }: NonNullable<CallBody<typeof office.enableOperative>>,
): Promise<CallAnswer<typeof office.enableOperative> | Refusal> {
  if (!isAccepted) return setDisabled(server, fieldOperativeId, false, source);
  // What arrives after this is recorded as any other work. To enable twice changes nothing: the key of a request belongs
  // to the change that follows.
  const enabled = await setDisabled(server, fieldOperativeId, false, { ...source });
  if (isRefusal(enabled)) return enabled;
  return withClient(server.database, (client, orm) =>
    makeChange({ orm }, source, async ({ record }) => {
      const accepted = await acceptRecorded(client, fieldOperativeId);
      if (accepted > 0)
        record({
          action: "recorded-work-accepted",
          objectType: "operative",
          objectId: fieldOperativeId,
          fieldOperativeId,
          after: { messages: accepted },
        });
      return { ...enabled, accepted };
    }),
  );
}

/** Makes the app ask the engineer for a new signature at the next contact. */
export async function requestSignature(
  { orm, record }: Change,
  fieldOperativeId: string,
): Promise<CallAnswer<typeof office.requestSignature> | Refusal> {
  const isOperative = eq(fieldOperative.fieldOperativeId, fieldOperativeId);
  const [before] = await orm
    .select({ requestSignature: fieldOperative.requestSignature })
    .from(fieldOperative)
    .where(isOperative)
    .for("update");
  if (!before) return refuse("not-found");
  const after = { requestSignature: true };
  await orm.update(fieldOperative).set(after).where(isOperative);
  record({
    action: "signature-requested",
    objectType: "operative",
    objectId: fieldOperativeId,
    fieldOperativeId,
    before,
    after,
  });
  return { fieldOperativeId, ...after };
}
