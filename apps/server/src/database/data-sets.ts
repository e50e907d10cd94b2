import { dataSets, type DataRow, z } from "@fieldfare/contract";
import { done, refused, type SyncedType } from "@fieldfare/domain";
import type pg from "pg";
import type { Database } from "./database.ts";
import { storableJson } from "./storable.ts";

interface PutResult {
  /** The data set's date after the change. */
  readonly date: string;
  readonly changed: number;
  readonly deleted: number;
}

export type PutRowsResult =
  | { readonly ok: true; readonly value: PutResult }
  | {
      readonly ok: false;
      readonly refusal: "invalid";
      readonly issues: readonly { path: string; message: string }[];
    };

/** The number of rows in one statement. It limits the memory that a large set takes. */
const rowsAtOnce = 5_000;

/**
 * Puts rows into a data set and deletes rows by id, all or nothing. Writers of one set wait for each other, so that
 * its dates follow the order of commits and no sync misses a row.
 */
export async function putRows(
  database: Database,
  type: SyncedType,
  rows: readonly unknown[],
  deletedIds: readonly (string | number)[] = [],
): Promise<PutRowsResult> {
  // The union of all rows is larger than the compiler takes; every row is an object.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const row = dataSets[type].row as z.ZodMiniType<Record<string, unknown>>;
  const parsed = z.safeParse(z.array(row), rows);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({
      path: ["rows", ...issue.path.map(String)].join("."),
      message: issue.message,
    }));
    return { ...refused("invalid"), issues };
  }
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    const changedOn = await takeDate(client, type);
    const changed = await upsert(client, type, parsed.data, changedOn);
    const deleted = await remove(client, type, deletedIds, changedOn);
    await client.query("commit");
    return done({ date: String(changedOn), changed, deleted });
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** Reads the current rows of a data set, sorted by id. The date of a set that was never written is `0`. */
export async function readRows<T extends SyncedType>(
  { pool }: Database,
  type: T,
): Promise<{ type: T; date: string; rows: DataRow<T>[] }> {
  const { rows } = await pool.query<{ date: string; row: DataRow<T> | null }>(
    `select s.changed_on::text as date, r.row
       from data_set s left join data_row r on r.type = s.type and not r.deleted
      where s.type = $1 order by r.row_id`,
    [type],
  );
  return {
    type,
    date: rows[0]?.date ?? "0",
    rows: rows.flatMap(({ row }) => (row === null ? [] : [row])),
  };
}

/** Locks the set until the transaction ends, and takes a date later than every earlier one. */
async function takeDate(client: pg.PoolClient, type: SyncedType): Promise<number> {
  await client.query(
    "insert into data_set (type, changed_on) values ($1, 0) on conflict (type) do nothing",
    [type],
  );
  const { rows } = await client.query<{ changed_on: string }>(
    `update data_set
        set changed_on = greatest(changed_on + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
      where type = $1 returning changed_on`,
    [type],
  );
  return Number(rows[0]?.changed_on);
}

async function upsert(
  client: pg.PoolClient,
  type: SyncedType,
  rows: readonly Record<string, unknown>[],
  changedOn: number,
): Promise<number> {
  const { key } = dataSets[type];
  const byId = new Map(rows.map((row) => [String(row[key]), row]));
  const all = [...byId.values()];
  for (let from = 0; from < all.length; from += rowsAtOnce) {
    await client.query(
      `insert into data_row (type, row_id, row, changed_on, deleted)
       select $1, r ->> $2, r, $3, false from jsonb_array_elements($4::jsonb) r
       on conflict (type, row_id) do update
         set row = excluded.row, changed_on = excluded.changed_on, deleted = false`,
      [type, key, changedOn, storableJson(all.slice(from, from + rowsAtOnce))],
    );
  }
  return all.length;
}

async function remove(
  client: pg.PoolClient,
  type: SyncedType,
  ids: readonly (string | number)[],
  changedOn: number,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await client.query(
    `update data_row set deleted = true, changed_on = $2
      where type = $1 and row_id = any($3::text[]) and not deleted`,
    [type, changedOn, ids.map(String)],
  );
  return rowCount ?? 0;
}
