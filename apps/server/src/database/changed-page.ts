import type { Database } from "./database.ts";

/**
 * Reads the time before which no change can still appear: a transaction that is not committed yet may have set an
 * earlier time on a row than one that is. The row's trigger gives the transaction its number before it takes the time.
 */
export async function readSettledTime({ pool }: Pick<Database, "pool">): Promise<string> {
  const { rows } = await pool.query<{ at: string }>(
    `select least(statement_timestamp(), min(xact_start))::text as at from pg_stat_activity
      where datname = current_database() and backend_xid is not null`,
  );
  return rows[0]?.at ?? "-infinity";
}
