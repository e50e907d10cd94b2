import { randomUUIDv7 } from "node:crypto";
import { eq, or } from "drizzle-orm";
import { tokenClaims, z } from "@fieldfare/contract";
import type { OfficeRole } from "@fieldfare/contract/office";
import { recordAudit } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { account } from "../../database/schema.ts";
import { hashCredential, newToken } from "../../database/secrets.ts";
import type { Server } from "../../http/server.ts";
import { lockAccounts, refuseLastAdministrator } from "../accounts/office.ts";
import { endReasons, endSessionsOfAccount } from "../auth/sessions.ts";
import type { OidcPerson } from "./provider.ts";

/** Why somebody whom the provider knows is not let in. The page of the office reads it in its address. */
export type OidcRefusal =
  | "no-role"
  | "no-email"
  | "other-account"
  | "account-disabled"
  | "last-administrator"
  | "failed";

/**
 * Finds the account of a person, and brings name, address and roles to what the provider says. A person without an
 * account gets one, or takes over the office account with the same address if the provider has checked the address; its
 * password ends then.
 */
export async function settleAccount(
  { database, config }: Pick<Server, "database" | "config">,
  person: OidcPerson,
  address: string,
): Promise<{ accountId: string } | OidcRefusal> {
  const roles = mapRoles(person.groups, config.oidc?.roles ?? {});
  if (roles.length === 0) {
    await withdrawRoles(database, person, address);
    return "no-role";
  }
  const email = z.safeParse(tokenClaims.shape.email, person.email);
  if (!email.success) return "no-email";
  const values = { name: person.name ?? email.data, email: email.data, roles };
  // Nobody knows it: this account is opened by the provider alone.
  const passwordHash = await hashCredential(newToken().token);
  return database.orm.transaction(async (transaction) => {
    await lockAccounts(transaction);
    const rows = await transaction
      .select()
      .from(account)
      .where(or(eq(account.oidcSubject, person.subject), eq(account.email, values.email)));
    const linked = rows.find(({ oidcSubject }) => oidcSubject === person.subject);
    // An engineer of that person signs in to the engineer's app, and gets no role here.
    if (linked && linked.userType !== 2) return "other-account";
    const sameEmail = rows.find((row) => row !== linked);
    if (sameEmail && (linked || !mayTakeOver(sameEmail, person))) return "other-account";
    const own = linked ?? sameEmail;
    if (own?.disabledOn) return "account-disabled";
    const isLast =
      own &&
      !roles.includes("administrator") &&
      (await refuseLastAdministrator(transaction, own.accountId)) !== null;
    if (isLast) return "last-administrator";
    const accountId = own?.accountId ?? randomUUIDv7();
    const stored = {
      ...values,
      oidcSubject: person.subject,
      ...(!linked && { passwordHash, mustChangePassword: false }),
    };
    if (own) await transaction.update(account).set(stored).where(eq(account.accountId, accountId));
    else
      await transaction.insert(account).values({ ...stored, accountId, passwordHash, userType: 2 });
    if (own && !linked)
      await endSessionsOfAccount(transaction, accountId, config.now(), endReasons.passwordChanged);
    await recordChange(transaction, { accountId, own, values, subject: person.subject, address });
    return { accountId };
  });
}

/** Takes the roles of a person whom the provider gives none any more: the open sessions may then do nothing. */
function withdrawRoles(
  { orm }: Server["database"],
  { subject }: OidcPerson,
  address: string,
): Promise<void> {
  return orm.transaction(async (transaction) => {
    await lockAccounts(transaction);
    const [own] = await transaction.select().from(account).where(eq(account.oidcSubject, subject));
    if (!own || own.roles.length === 0) return;
    if ((await refuseLastAdministrator(transaction, own.accountId)) !== null) return;
    const { accountId, name, email } = own;
    await transaction.update(account).set({ roles: [] }).where(eq(account.accountId, accountId));
    const values = { name, email, roles: [] };
    await recordChange(transaction, { accountId, own, values, subject, address });
  });
}

/** In the order of the roles of this build. */
function mapRoles(
  groups: readonly string[],
  roles: Readonly<Record<string, OfficeRole>>,
): OfficeRole[] {
  const found = groups.flatMap((group) =>
    Object.hasOwn(roles, group) ? (roles[group] ?? []) : [],
  );
  return [...new Set(found)].toSorted((a, b) => a.localeCompare(b));
}

/** Somebody else could register the address at the provider if it did not check addresses. */
function mayTakeOver(
  { userType, oidcSubject }: typeof account.$inferSelect,
  { isEmailVerified }: OidcPerson,
): boolean {
  return isEmailVerified && userType === 2 && oidcSubject === null;
}

interface Change {
  readonly accountId: string;
  readonly own: typeof account.$inferSelect | undefined;
  readonly values: { readonly name: string; readonly email: string; readonly roles: OfficeRole[] };
  readonly subject: string;
  readonly address: string;
}

async function recordChange(
  transaction: Orm,
  { accountId, own, values, subject, address }: Change,
): Promise<void> {
  const before = own && {
    name: own.name,
    email: own.email,
    roles: own.roles.toSorted((a, b) => a.localeCompare(b)),
    oidcSubject: own.oidcSubject,
  };
  const after = { ...values, oidcSubject: subject };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await recordAudit(transaction, {
    action: own ? "account-changed" : "account-added",
    source: { actor: { id: accountId, name: values.name }, address, deviceId: null },
    objectType: "account",
    objectId: accountId,
    ...(before && { before }),
    after,
  });
}
