import type pg from "pg";
import type { PartitionedTable } from "../database/partitions.ts";

export const partitionedTables = ["audit_entry", "event"] as const satisfies PartitionedTable[];

/**
 * Gives the tables the partitions that they would have if the server had been installed then: the first one ends with the quarter
 * before it. It must have no row of a later time.
 */
export async function addPartitionsSince(pool: pg.Pool, installedOn: Date): Promise<void> {
  const { rows: named } = await pool.query<{ partition: string }>(
    "select partition from unnest($1::text[]) t, list_partitions(t)",
    [partitionedTables],
  );
  const existing = new Set(named.map(({ partition }) => partition));
  const quarters = listQuarters(installedOn, new Date());
  for (const table of partitionedTables) {
    const first = `${table}_earlier`;
    await pool.query(`alter table ${table} detach partition ${first}`);
    await pool.query(
      `alter table ${table} attach partition ${first} for values from (minvalue) to ('${quarters[0]?.startsOn}')`,
    );
    for (const { name, startsOn } of quarters)
      if (!existing.has(`${table}_${name}`))
        await pool.query("select add_partition($1, $2)", [table, startsOn]);
  }
}

/** The quarters from that of the first day to that of the last one. */
function listQuarters(first: Date, last: Date) {
  const from = countQuarters(first);
  return Array.from({ length: countQuarters(last) - from + 1 }, (_, index) => {
    const [year, quarter] = [Math.floor((from + index) / 4), (from + index) % 4];
    return {
      name: `${year}_q${quarter + 1}`,
      startsOn: new Date(Date.UTC(year, quarter * 3)).toISOString(),
    };
  });
}

const countQuarters = (day: Date) => day.getUTCFullYear() * 4 + Math.floor(day.getUTCMonth() / 3);
