import { and, count, eq, gt, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import type { Database, Orm } from "../../database/database.ts";
import {
  account,
  device,
  fieldOperative,
  refreshToken,
  tokenFamily,
} from "../../database/schema.ts";

export interface Person {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly userType: number;
  readonly perms: string[];
  readonly roles: string[];
  readonly mustChangePassword: boolean;
  readonly fieldOperativeId: string | null;
  readonly disabledOn: Date | null;
  readonly requestSignature: boolean | null;
  readonly recordsMileage: boolean | null;
}

const personColumns = {
  accountId: account.accountId,
  name: account.name,
  email: account.email,
  passwordHash: account.passwordHash,
  userType: account.userType,
  perms: account.perms,
  roles: account.roles,
  mustChangePassword: account.mustChangePassword,
  fieldOperativeId: account.fieldOperativeId,
  disabledOn: account.disabledOn,
  requestSignature: fieldOperative.requestSignature,
  recordsMileage: fieldOperative.recordsMileage,
};

/** The account with an e-mail address, engineer or office; null: none. */
export async function personByEmail({ orm }: Database, email: string): Promise<Person | null> {
  const [row] = await selectPeople(orm).where(eq(account.email, email));
  return row ?? null;
}

/** The account with an id, engineer or office; null: none. */
export async function personById(orm: Orm, accountId: string): Promise<Person | null> {
  const [row] = await selectPeople(orm).where(eq(account.accountId, accountId));
  return row ?? null;
}

/**
 * Whether the account is enabled and has the same password still. Neither can change until the transaction ends.
 */
export async function isUnchanged(orm: Orm, { accountId, passwordHash }: Person): Promise<boolean> {
  const found = await orm
    .select({ accountId: account.accountId })
    .from(account)
    .where(
      and(
        eq(account.accountId, accountId),
        eq(account.passwordHash, passwordHash),
        isNull(account.disabledOn),
      ),
    )
    .for("share");
  return found.length > 0;
}

/** Whether the device is not locked. It cannot be locked until the transaction ends. */
export async function isUnlocked(orm: Orm, deviceId: string): Promise<boolean> {
  const found = await orm
    .select({ deviceId: device.deviceId })
    .from(device)
    .where(and(eq(device.deviceId, deviceId), eq(device.locked, false)))
    .for("share");
  return found.length > 0;
}

function selectPeople(orm: Orm) {
  return orm
    .select(personColumns)
    .from(account)
    .leftJoin(fieldOperative, eq(fieldOperative.fieldOperativeId, account.fieldOperativeId));
}

/** A device if it is registered to this engineer, otherwise null. */
export async function findOwnDevice(
  { orm }: Pick<Database, "orm">,
  deviceId: string,
  fieldOperativeId: string,
) {
  const [row] = await orm
    .select()
    .from(device)
    .where(and(eq(device.deviceId, deviceId), eq(device.fieldOperativeId, fieldOperativeId)));
  return row ?? null;
}

/** Counts a PIN attempt before it is checked, so that many at once cannot pass the limit. False when none is left. */
export async function takePinAttempt({ orm }: Database, deviceId: string, maxAttempts: number) {
  const taken = await orm
    .update(device)
    .set({ pinFailedCount: sql`${device.pinFailedCount} + 1` })
    .where(and(eq(device.deviceId, deviceId), lte(device.pinFailedCount, maxAttempts)))
    .returning({ deviceId: device.deviceId });
  return taken.length > 0;
}

/** Whether no try of the device's PIN is left. */
export async function hasUsedUpPin({ orm }: Database, deviceId: string, maxAttempts: number) {
  const usedUp = await orm
    .select({ deviceId: device.deviceId })
    .from(device)
    .where(and(eq(device.deviceId, deviceId), gt(device.pinFailedCount, maxAttempts)));
  return usedUp.length > 0;
}

/** Takes one wrong try of a PIN back: it was counted before it was checked. */
export async function giveBackPinAttempt({ orm }: Database, deviceId: string) {
  await orm
    .update(device)
    .set({ pinFailedCount: sql`greatest(${device.pinFailedCount} - 1, 0)` })
    .where(eq(device.deviceId, deviceId));
}

/** Sets the wrong tries of a device's PIN to none. */
export async function clearPinAttempts({ orm }: Database, deviceId: string) {
  await orm.update(device).set({ pinFailedCount: 0 }).where(eq(device.deviceId, deviceId));
}

/** Stores the hash of a new PIN of a device and sets its wrong tries to none. */
export async function storePin(
  { orm }: Pick<Database, "orm">,
  deviceId: string,
  pinHash: string,
  on: Date,
) {
  await orm
    .update(device)
    .set({ pinHash, pinFailedCount: 0, pinChangedOn: on })
    .where(eq(device.deviceId, deviceId));
}

/** Starts a family of refresh tokens: all that follow from one sign-in. */
export async function addFamily(
  orm: Orm,
  family: {
    familyId: string;
    accountId: string;
    deviceId: string | null;
    passwordGivenOn: Date | null;
    createdOn: Date;
  },
) {
  await orm.insert(tokenFamily).values(family);
}

/** Stores the hash of a refresh token. */
export async function addRefreshToken(
  orm: Orm,
  token: {
    tokenHash: Buffer;
    familyId: string;
    exchangedHash: Buffer | null;
    createdOn: Date;
    expiresOn: Date;
  },
) {
  await orm.insert(refreshToken).values(token);
}

/**
 * Reads the token with its family and locks both until the transaction ends: exchanges of one sign-in run one at a
 * time.
 */
export async function lockToken(orm: Orm, tokenHash: Buffer) {
  const [known] = await orm
    .select({ familyId: refreshToken.familyId })
    .from(refreshToken)
    .where(eq(refreshToken.tokenHash, tokenHash));
  if (!known) return null;
  const family = await lockFamily(orm, known.familyId);
  const [token] = await orm
    .select()
    .from(refreshToken)
    .where(eq(refreshToken.tokenHash, tokenHash));
  return family && token ? { family, token } : null;
}

/** Whether a token of the family that was issued after `moment` has been exchanged. */
export async function isLaterTokenUsed(orm: Orm, familyId: string, moment: Date): Promise<boolean> {
  const [row] = await orm
    .select({ used: count() })
    .from(refreshToken)
    .where(
      and(
        eq(refreshToken.familyId, familyId),
        gt(refreshToken.createdOn, moment),
        sql`${refreshToken.usedOn} is not null`,
      ),
    );
  return (row?.used ?? 0) > 0;
}

/** Whether another token that was given in exchange for the same one has been exchanged itself. */
export async function isSiblingUsed(
  orm: Orm,
  { familyId, tokenHash, exchangedHash }: typeof refreshToken.$inferSelect,
): Promise<boolean> {
  if (exchangedHash === null) return false;
  const [sibling] = await orm
    .select({ familyId: refreshToken.familyId })
    .from(refreshToken)
    .where(
      and(
        eq(refreshToken.familyId, familyId),
        eq(refreshToken.exchangedHash, exchangedHash),
        ne(refreshToken.tokenHash, tokenHash),
        isNotNull(refreshToken.usedOn),
      ),
    )
    .limit(1);
  return sibling !== undefined;
}

/** Marks a refresh token as exchanged. The first time counts. */
export async function markUsed(orm: Orm, tokenHash: Buffer, on: Date) {
  await orm
    .update(refreshToken)
    .set({ usedOn: on })
    .where(and(eq(refreshToken.tokenHash, tokenHash), isNull(refreshToken.usedOn)));
}

/** Retires the unused tokens of the family that were issued after `moment`: they are refused from now on. */
export async function retireAfter(orm: Orm, familyId: string, moment: Date, on: Date) {
  await orm
    .update(refreshToken)
    .set({ retiredOn: on })
    .where(and(eq(refreshToken.familyId, familyId), gt(refreshToken.createdOn, moment)));
}

/** Binds a family of tokens to the device that has registered with it. A family that has a device keeps it. */
export async function bindFamily(orm: Orm, familyId: string, deviceId: string) {
  await orm
    .update(tokenFamily)
    .set({ deviceId })
    .where(and(eq(tokenFamily.familyId, familyId), isNull(tokenFamily.deviceId)));
}

/** A family of refresh tokens; null: unknown. */
export async function findFamily(orm: Orm, familyId: string) {
  const [family] = await orm.select().from(tokenFamily).where(eq(tokenFamily.familyId, familyId));
  return family ?? null;
}

/** Reads a family of refresh tokens. It cannot be ended until the transaction ends. */
export async function lockFamily(orm: Orm, familyId: string) {
  const [family] = await orm
    .select()
    .from(tokenFamily)
    .where(eq(tokenFamily.familyId, familyId))
    .for("update");
  return family ?? null;
}

/** Ends a family of tokens, with the reason. One that has ended keeps its first reason. */
export async function revokeFamily(orm: Orm, familyId: string, on: Date, revokedReason: string) {
  await orm
    .update(tokenFamily)
    .set({ revokedOn: on, revokedReason })
    .where(and(eq(tokenFamily.familyId, familyId), isNull(tokenFamily.revokedOn)));
}
