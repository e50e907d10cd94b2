import { eq, or } from "drizzle-orm";
import { type ProviderResult, tokenClaims, z } from "@fieldfare/contract";
import { recordAudit } from "../../database/audit.ts";
import { account } from "../../database/schema.ts";
import type { Server } from "../../http/server.ts";
import { lockAccounts } from "../accounts/office.ts";
import type { OidcPerson } from "./provider.ts";

type EngineerRefusal = Exclude<ProviderResult, "done">;

/** How far the provider's clock may be behind the server's. */
const clockSkewMs = 60_000;

/**
 * Finds the account of an engineer whom the provider has named: the one that is linked to that person or, the first time,
 * the one with the same address, if the provider has checked the address. The office adds engineers, and their name and
 * address stay as they are here. Somebody who has picked up the phone may be signed in at the provider in its browser, so
 * the secret must have been given after the sign-in began.
 */
export async function settleEngineer(
  { database, config }: Pick<Server, "database" | "config">,
  person: OidcPerson,
  { begunOn, address }: { readonly begunOn: Date; readonly address: string },
): Promise<{ accountId: string } | EngineerRefusal> {
  const { subject, authenticatedOn, isEmailVerified } = person;
  if (!authenticatedOn || authenticatedOn.getTime() < begunOn.getTime() - clockSkewMs)
    return "not-asked-again";
  const values = config.oidc?.engineers ?? [];
  if (!person.groups.some((group) => values.includes(group))) return "no-role";
  const email = z.safeParse(tokenClaims.shape.email, person.email);
  return database.orm.transaction(async (transaction) => {
    await lockAccounts(transaction);
    const isPerson = eq(account.oidcSubject, subject);
    const rows = await transaction
      .select()
      .from(account)
      .where(email.success ? or(isPerson, eq(account.email, email.data)) : isPerson);
    const linked = rows.find(({ oidcSubject }) => oidcSubject === subject);
    if (!linked && !email.success) return "no-email";
    const own = linked ?? rows[0];
    if (!own) return "no-account";
    if (own.userType !== 1 || (!linked && own.oidcSubject !== null)) return "other-account";
    // Somebody else could register the address at a provider that does not check addresses.
    if (!linked && !isEmailVerified) return "email-unverified";
    const { accountId, name, fieldOperativeId } = own;
    if (!linked) {
      await transaction
        .update(account)
        .set({ oidcSubject: subject })
        .where(eq(account.accountId, accountId));
      await recordAudit(transaction, {
        action: "account-changed",
        source: { actor: { id: accountId, name }, address, deviceId: null },
        objectType: "account",
        objectId: accountId,
        fieldOperativeId,
        before: { oidcSubject: null },
        after: { oidcSubject: subject },
      });
    }
    return { accountId };
  });
}
