import type pg from "pg";
import type { PartitionedTable } from "../database/partitions.ts";

export const partitionedTables = ["audit_entry", "event"] as const satisfies PartitionedTable[];

/**
 * Gives the tables the partitions that they would have if the server had been installed then: the first one ends with the quarter
 * before it. It must have no row of a later time.
 */
export async function addPartitionsSince(pool: pg.Pool, installedOn: Date): Promise<void> {
  const { rows } = await pool.query<{ table: PartitionedTable; startsOn: Date }>(
    `select t as table, starts_on as "startsOn" from unnest($1::text[]) t, list_partitions(t) where starts_on is not null`,
    [partitionedTables],
  );
  const existing = new Set(rows.map(({ table, startsOn }) => `${table} ${startsOn.toISOString()}`));
  const quarters = listQuarters(installedOn, new Date());
  for (const table of partitionedTables) {
    const first = `${table}_earlier`;
    await pool.query(`alter table ${table} detach partition ${first}`);
    await pool.query(
      `alter table ${table} attach partition ${first} for values from (minvalue) to ('${quarters[0]}')`,
    );
    for (const startsOn of quarters)
      if (!existing.has(`${table} ${startsOn}`))
        await pool.query("select add_partition($1, $2)", [table, startsOn]);
  }
}

/** When the quarters begin, from that of the first day to that of the last one. */
function listQuarters(first: Date, last: Date): string[] {
  const from = countQuarters(first);
  return Array.from({ length: countQuarters(last) - from + 1 }, (_, index) =>
    new Date(Date.UTC(first.getUTCFullYear(), ((from % 4) + index) * 3)).toISOString(),
  );
}

const countQuarters = (day: Date) => day.getUTCFullYear() * 4 + Math.floor(day.getUTCMonth() / 3);
