import type { Database } from "./database.ts";

/** A table whose rows are deleted once they are of no more use, and since when they are not. */
interface Rule {
  readonly table: string;
  readonly key: string;
  /** SQL over the table's columns. */
  readonly isOld: string;
}

/** Evidence and receipts are in none of these tables: a receipt is what makes a message count once. */
const rules: readonly Rule[] = [
  { table: "refresh_token", key: "token_hash", isOld: "expires_on < now() - interval '7 days'" },
  {
    table: "token_family",
    key: "family_id",
    isOld: `created_on < now() - interval '7 days'
      and not exists (select 1 from refresh_token t where t.family_id = token_family.family_id)`,
  },
  { table: "sign_in_failure", key: "failure_id", isOld: "failed_on < now() - interval '7 days'" },
  { table: "device_log", key: "log_id", isOld: "received_on < now() - interval '180 days'" },
  { table: "device_report", key: "report_id", isOld: "received_on < now() - interval '180 days'" },
  { table: "device_export", key: "batch_id", isOld: "started_on < now() - interval '90 days'" },
];

/** Small enough that nobody waits behind a statement. */
const rowsAtOnce = 5_000;

/** Deletes what is old by the database's clock. Several servers may do it at once. Answers how many rows went, by table. */
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

const everyMs = 3_600_000;

/** Deletes old rows now and every hour, until it is stopped. What fails is reported and tried again an hour later. */
export function deleteOldRowsHourly(
  database: Database,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  let run = Promise.resolve();
  const begin = () => {
    run = deleteOldRows(database).then(() => undefined, onFailure);
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await run;
    },
  };
}
