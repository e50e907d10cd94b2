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

function listQuarters(first: Date, last: Date) {
  const quarters: { readonly name: string; readonly startsOn: string }[] = [];
  const start = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - (first.getUTCMonth() % 3)),
  );
  for (; start <= last; start.setUTCMonth(start.getUTCMonth() + 3))
    quarters.push({
      name: `${start.getUTCFullYear()}_q${start.getUTCMonth() / 3 + 1}`,
      startsOn: start.toISOString(),
    });
  return quarters;
}
