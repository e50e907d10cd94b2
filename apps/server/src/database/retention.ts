import type { Database } from "./database.ts";

/** A table whose old rows are deleted, and when a row is old. */
interface Rule {
  readonly table: string;
  readonly key: string;
  /** SQL condition on the table's columns. */
  readonly isOld: string;
}

/** None of these tables holds evidence or receipts: a receipt is what makes a message count once. */
const rules: readonly Rule[] = [
  { table: "refresh_token", key: "token_hash", isOld: "expires_on < now() - interval '7 days'" },
  {
    table: "token_family",
    key: "family_id",
    isOld: `created_on < now() - interval '7 days'
      and not exists (select 1 from refresh_token t where t.family_id = token_family.family_id)`,
  },
  { table: "sign_in_failure", key: "failure_id", isOld: "failed_on < now() - interval '7 days'" },
  { table: "oidc_sign_in", key: "cookie_hash", isOld: "expires_on < now()" },
  { table: "pin_reset_code", key: "field_operative_id", isOld: "expires_on < now()" },
  { table: "device_log", key: "log_id", isOld: "received_on < now() - interval '180 days'" },
  { table: "device_report", key: "report_id", isOld: "received_on < now() - interval '180 days'" },
  { table: "device_export", key: "batch_id", isOld: "started_on < now() - interval '90 days'" },
];

/** Small enough that no other statement waits long. */
const rowsAtOnce = 5_000;

/**
 * Deletes rows that are old by the database's clock. Several servers may do it at the same time. Returns the number
 * of deleted rows by table.
 */
export async function deleteOldRows({ pool }: Database): Promise<Readonly<Record<string, number>>> {
  const deleted: Record<string, number> = {};
  for (const { table, key, isOld } of rules) {
    let last = 0;
    do {
      const { rowCount } = await pool.query(
        `delete from ${table} where ${key} in
           (select ${key} from ${table} where ${isOld} limit ${rowsAtOnce} for update skip locked)`,
      );
      last = rowCount ?? 0;
      deleted[table] = (deleted[table] ?? 0) + last;
    } while (last === rowsAtOnce);
  }
  return deleted;
}
