import type { Database } from "../database/database.ts";

/** Reads whether an account may no longer be used. An account that does not exist counts as disabled. */
export async function isAccountDisabled({ pool }: Database, accountId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "account-enabled",
    text: "select 1 from account where account_id = $1 and disabled_on is null",
    values: [accountId],
  });
  return rowCount === 0;
}
