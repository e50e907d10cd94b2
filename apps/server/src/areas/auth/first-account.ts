import { randomBytes, randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { account } from "../../database/schema.ts";
import { hashSecret } from "../../database/secrets.ts";

interface FirstAccount {
  readonly email: string;
  readonly password: string;
}

/**
 * Adds the first office account, an administrator, to an empty system. Returns its password, which is stored only as a hash; null when
 * the office already has an account.
 */
export async function ensureOfficeAccount(
  { orm }: Database,
  address: string,
): Promise<FirstAccount | null> {
  const email = address.trim().toLowerCase();
  const password = randomBytes(12).toString("base64url");
  const found = await orm
    .select({ accountId: account.accountId })
    .from(account)
    .where(eq(account.userType, 2))
    .limit(1);
  if (found.length > 0) return null;
  const inserted = await orm
    .insert(account)
    .values({
      accountId: randomUUIDv7(),
      name: "Office",
      email,
      passwordHash: await hashSecret(password),
      userType: 2,
      roles: ["administrator"],
    })
    .onConflictDoNothing()
    .returning({ accountId: account.accountId });
  return inserted.length > 0 ? { email, password } : null;
}
