import type pg from "pg";

/**
 * The tables that are stored in partitions by time, one for each quarter of a year. Only the database numbers their rows, so
 * nothing that a phone repeats months later has to be found by its key. A migration has the functions that are called here.
 */
export type PartitionedTable = "audit_entry" | "event";

/** Adds the partitions that the coming year needs. Several servers may call this at the same time. */
export async function addPartitions(
  database: Pick<pg.Pool | pg.ClientBase, "query">,
): Promise<void> {
  await database.query("select add_partitions()");
}

/**
 * Drops the partitions whose rows are all older than a number of days, and returns how many rows they had. One that
 * somebody is reading stays, and so do those after it.
 */
export async function dropOldPartitions(
  database: Pick<pg.Pool, "query">,
  table: PartitionedTable,
  days: number,
): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await database.query<{ count: number | null }>(
      "select drop_oldest_partition($1, now() - $2 * interval '1 day')::int as count",
      [table, days],
    );
    const count = rows[0]?.count ?? null;
    if (count === null) return total;
    total += count;
  }
}
