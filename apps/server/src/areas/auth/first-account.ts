import { randomBytes, randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import { makeChange } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { account } from "../../database/schema.ts";
import { hashCredential } from "../../database/secrets.ts";

interface FirstAccount {
  readonly email: string;
  readonly password: string;
}

/**
 * Adds the first office account, an administrator, to an empty system. Returns its password, which is stored only as a hash and
 * has to be changed first: the output of a start may be in a log. Null when the office already has an account.
 */
export async function ensureOfficeAccount(
  database: Database,
  address: string,
): Promise<FirstAccount | null> {
  const { orm } = database;
  const email = address.trim().toLowerCase();
  const password = randomBytes(12).toString("base64url");
  const found = await orm
    .select({ accountId: account.accountId })
    .from(account)
    .where(eq(account.userType, 2))
    .limit(1);
  if (found.length > 0) return null;
  const accountId = randomUUIDv7();
  const values = { name: "Office", email, roles: ["administrator"] as const };
  const passwordHash = await hashCredential(password);
  return makeChange(database, null, async (change) => {
    const inserted = await change.orm
      .insert(account)
      .values({
        ...values,
        roles: [...values.roles],
        accountId,
        passwordHash,
        userType: 2,
        mustChangePassword: true,
      })
      .onConflictDoNothing()
      .returning({ accountId: account.accountId });
    if (inserted.length === 0) return null;
    change.record({
      action: "account-added",
      objectType: "account",
      objectId: accountId,
      after: values,
    });
    return { email, password };
  });
}
