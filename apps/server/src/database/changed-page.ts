import type { Database } from "./database.ts";

/** Which rows of a list belong to a page of those that changed since a time, in the order of their changes. */
export interface ChangedPage {
  /** The time before which no change can still appear: later ones are on a page that is read later. */
  readonly until: string;
  readonly limit: number;
}

/**
 * Reads where a page of what changed since a time ends. What the caller has already does not count: a page of one row would be
 * the same one for ever.
 */
export async function readChangedPage(
  { pool }: Pick<Database, "pool">,
  table: "job" | "absence" | "device_export",
  changedSince: string,
  pageSize: number,
): Promise<ChangedPage> {
  const until = await readSettledTime({ pool });
  const { rows } = await pool.query<{ known: number }>(
    `select count(*)::int as known from ${table} where changed_on = $1`,
    [changedSince],
  );
  return { until, limit: pageSize + (rows[0]?.known ?? 0) };
}

/**
 * Reads the time before which no change can still appear: a transaction that is not committed yet may have set an
 * earlier time on a row than one that is. The row's trigger gives the transaction its number before it takes the time.
 */
async function readSettledTime({ pool }: Pick<Database, "pool">): Promise<string> {
  const { rows } = await pool.query<{ at: string }>(
    `select least(statement_timestamp(), min(xact_start))::text as at from pg_stat_activity
      where datname = current_database() and backend_xid is not null`,
  );
  return rows[0]?.at ?? "-infinity";
}
