import { expect } from "vitest";
import type { Database } from "../database/database.ts";

/**
 * Waits until every change that was made so far is listed by `changedSince`: such a list ends before the oldest transaction
 * that writes, which may be one of the server's own tasks.
 */
export async function untilChangesAreListed({ pool }: Pick<Database, "pool">): Promise<void> {
  const { rows } = await pool.query<{ now: string }>("select clock_timestamp()::text as now");
  const countEarlier = async () => {
    const earlier = await pool.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity
        where datname = current_database() and backend_xid is not null and xact_start <= $1`,
      [rows[0]?.now],
    );
    return earlier.rows[0]?.open;
  };
  await expect.poll(countEarlier, { timeout: 15_000 }).toBe(0);
}
