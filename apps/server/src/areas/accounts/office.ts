import { isDeepStrictEqual } from "node:util";
import { and, arrayContains, asc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { advisoryLock } from "../../database/advisory-locks.ts";
import { type AuditSource, makeChange } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { account } from "../../database/schema.ts";
import { hashCredential, verifyCredential } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { isSameMoment } from "../../http/same-moment.ts";
import type { Server } from "../../http/server.ts";
import { forgetFailuresAnywhere } from "../auth/attempts.ts";
import { endReasons, endSessionsOfAccount } from "../auth/sessions.ts";

export type OfficeAccount = CallAnswer<typeof office.putAccount>;

const columns = {
  accountId: account.accountId,
  name: account.name,
  email: account.email,
  roles: account.roles,
  disabledOn: account.disabledOn,
  mustChangePassword: account.mustChangePassword,
  passwordSetOn: account.passwordSetOn,
  createdOn: account.createdOn,
  usesOidc: sql<boolean>`${account.oidcSubject} is not null`,
};

/** The office accounts by name, disabled ones included. */
export async function listAccounts({ orm }: Database): Promise<OfficeAccount[]> {
  const rows = await selectAccounts(orm).where(eq(account.userType, 2)).orderBy(asc(account.name));
  return rows.map(toAnswer);
}

/** An office account; null: unknown, or an engineer's account. */
export async function findAccount(orm: Orm, accountId: string): Promise<OfficeAccount | null> {
  const [row] = await selectAccounts(orm).where(
    and(eq(account.accountId, accountId), eq(account.userType, 2)),
  );
  return row ? toAnswer(row) : null;
}

/**
 * Adds or changes an account. The owner of a new one has to change the password that it gets here. A change is refused if
 * somebody has changed any of the values of `expected` since, unless the account is as the change says already.
 */
export async function putAccount(
  { database, config }: Pick<Server, "database" | "config">,
  source: AuditSource,
  accountId: string,
  { name, email, roles, password, expected }: CallBody<typeof office.putAccount>,
): Promise<OfficeAccount | Refusal> {
  const present = await readPasswordHash(database, accountId);
  const isKept = password !== undefined && (await verifyCredential(password, present));
  const passwordHash = password === undefined || isKept ? null : await hashCredential(password);
  return makeChange(database, source, async ({ orm: transaction, record }) => {
    await lockAccounts(transaction);
    const rows = await transaction
      .select({ ...columns, userType: account.userType })
      .from(account)
      .where(or(eq(account.accountId, accountId), eq(account.email, email)));
    const own = rows.find((row) => row.accountId === accountId);
    if (rows.some((row) => row !== own))
      return refuse("conflict", { detail: "Another account has this email address" });
    if (own && own.userType !== 2)
      return refuse("conflict", { detail: "This account is an engineer's" });
    if (!own && passwordHash === null) return refusePassword("A new account needs a password");
    if (own && passwordHash !== null)
      return refusePassword("Only a new account gets one here: reset it below /password");
    const values = { name, email, roles: [...new Set(roles)] };
    if (own && expected && !isAs(own, values) && !isAs(own, expected))
      return refuse("conflict", { detail: "Meanwhile somebody has changed this account." });
    if (own && !values.roles.includes("administrator")) {
      const refusal = await refuseLastAdministrator(transaction, accountId);
      if (refusal) return refusal;
    }
    if (own) await transaction.update(account).set(values).where(eq(account.accountId, accountId));
    else
      await transaction.insert(account).values({
        ...values,
        accountId,
        passwordHash: passwordHash ?? "",
        passwordSetOn: config.now(),
        userType: 2,
        mustChangePassword: true,
      });
    const before = own && { name: own.name, email: own.email, roles: own.roles };
    record({
      action: own ? "account-changed" : "account-added",
      objectType: "account",
      objectId: accountId,
      ...(before && { before }),
      after: values,
    });
    return readAccount(transaction, accountId);
  });
}

/** Disables or enables an account. Disabling ends all its sessions. A repetition changes nothing. */
export async function setDisabled(
  { database, config }: Pick<Server, "database" | "config">,
  source: AuditSource,
  accountId: string,
  isDisabled: boolean,
): Promise<OfficeAccount | Refusal> {
  const at = config.now();
  return makeChange(database, source, async ({ orm: transaction, record }) => {
    await lockAccounts(transaction);
    const own = await findAccount(transaction, accountId);
    if (!own) return refuse("not-found");
    if ((own.disabledOn !== null) === isDisabled) return own;
    const refusal = isDisabled && (await refuseLastAdministrator(transaction, accountId));
    if (refusal) return refusal;
    const disabledOn = isDisabled ? at : null;
    await transaction.update(account).set({ disabledOn }).where(eq(account.accountId, accountId));
    if (isDisabled)
      await endSessionsOfAccount(transaction, accountId, at, endReasons.accountDisabled);
    else await forgetFailuresAnywhere(transaction, own.email);
    record({
      action: isDisabled ? "account-disabled" : "account-enabled",
      objectType: "account",
      objectId: accountId,
      before: { disabledOn: own.disabledOn },
      after: { disabledOn },
    });
    return readAccount(transaction, accountId);
  });
}

/**
 * Changes of office accounts run one at a time: of two administrators who take the role from each other, one would
 * otherwise not see the other's change.
 */
export async function lockAccounts(transaction: Orm): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${advisoryLock.accounts})`);
}

/** Refuses a change that would leave nobody who can administer accounts. */
export async function refuseLastAdministrator(
  orm: Orm,
  accountId: string,
): Promise<Refusal | null> {
  const isOther = and(
    eq(account.userType, 2),
    isNull(account.disabledOn),
    arrayContains(account.roles, ["administrator"]),
    ne(account.accountId, accountId),
  );
  const others = await orm
    .select({ accountId: account.accountId })
    .from(account)
    .where(isOther)
    .limit(1);
  if (others.length > 0) return null;
  return refuse("conflict", { detail: "Somebody has to be an administrator: name another first" });
}

/** The same for an account that the transaction has just changed. Throws if it is gone. */
export async function readAccount(orm: Orm, accountId: string): Promise<OfficeAccount> {
  const found = await findAccount(orm, accountId);
  if (!found) throw new Error("The account that was changed is gone");
  return found;
}

/** The hash of an account's password; null: there is no such account. */
export async function readPasswordHash(
  { orm }: Database,
  accountId: string,
): Promise<string | null> {
  const [row] = await orm
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.accountId, accountId));
  return row?.passwordHash ?? null;
}

function selectAccounts(orm: Orm) {
  return orm.select(columns).from(account).$dynamic();
}

type StoredOtherwise = "roles" | "disabledOn" | "createdOn" | "passwordSetOn";
type AccountRow = Omit<OfficeAccount, StoredOtherwise> &
  Pick<typeof account.$inferSelect, StoredOtherwise>;

function toAnswer(stored: AccountRow): OfficeAccount {
  const { roles, disabledOn, createdOn, passwordSetOn, ...row } = stored;
  return {
    ...row,
    roles: office.officeRoles.filter((role) => roles.includes(role)),
    disabledOn: disabledOn?.toISOString() ?? null,
    createdOn: createdOn.toISOString(),
    passwordSetOn: passwordSetOn?.toISOString() ?? null,
  };
}

type Values = NonNullable<CallBody<typeof office.putAccount>["expected"]>;

/** Whether an account has these values. What is absent does not count, nor does the order of the roles. */
function isAs(
  own: Pick<AccountRow, "name" | "email" | "roles" | "disabledOn">,
  { name, email, roles, disabledOn }: Values,
): boolean {
  return (
    (name === undefined || name === own.name) &&
    (email === undefined || email === own.email) &&
    (roles === undefined || isDeepStrictEqual(new Set<string>(roles), new Set(own.roles))) &&
    (disabledOn === undefined || isSameMoment(disabledOn, own.disabledOn?.toISOString() ?? null))
  );
}

function refusePassword(message: string): Refusal {
  return refuse("invalid", { issues: [{ path: "password", message }] });
}
