import type { Database } from "./database.ts";

/** A table whose old rows are deleted, and when a row is old. */
interface Rule {
  readonly table: string;
  /** SQL condition on the table's columns. */
  readonly isOld: string;
}

/** None of these tables holds evidence or receipts: a receipt is what makes a message count once. */
const rules: readonly Rule[] = [
  { table: "refresh_token", isOld: "expires_on < now() - interval '7 days'" },
  {
    table: "token_family",
    isOld: `created_on < now() - interval '7 days'
      and not exists (select 1 from refresh_token t where t.family_id = token_family.family_id)`,
  },
  { table: "sign_in_failure", isOld: "failed_on < now() - interval '7 days'" },
  { table: "oidc_sign_in", isOld: "expires_on < now()" },
  { table: "pin_reset_code", isOld: "expires_on < now()" },
  { table: "device_log", isOld: "received_on < now() - interval '180 days'" },
  { table: "device_report", isOld: "received_on < now() - interval '180 days'" },
  { table: "device_export", isOld: "started_on < now() - interval '90 days'" },
];

/** Small enough that no other statement waits long. */
const rowsAtOnce = 5_000;

/**
 * Deletes rows that are old by the database's clock. Several servers may do it at the same time. Returns the number
 * of deleted rows by table.
 */
export async function deleteOldRows({ pool }: Database): Promise<Readonly<Record<string, number>>> {
  const deleted: Record<string, number> = {};
  for (const { table, isOld } of rules) {
    let last = 0;
    do {
      const { rowCount } = await pool.query(
        // By the place of the rows: by their key, each batch would scan the whole table.
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where ${isOld} limit ${rowsAtOnce} for update skip locked))`,
      );
      last = rowCount ?? 0;
      deleted[table] = (deleted[table] ?? 0) + last;
    } while (last === rowsAtOnce);
  }
  return deleted;
}
