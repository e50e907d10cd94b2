import { sql } from "drizzle-orm";
import { dataSets, type DataRow, z } from "@fieldfare/contract";
import { done, refused, type SyncedType } from "@fieldfare/domain";
import { type AuditSource, makeChange } from "./audit.ts";
import type { Database, Orm } from "./database.ts";
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

/** The audit entry of a change of more rows has only their number. */
const maxAuditedRows = 50;

/** So has the entry of a set that names people with their telephone numbers: an entry cannot be erased. */
const peopleSets: ReadonlySet<SyncedType> = new Set(["Contacts"]);

/**
 * Puts rows into a data set and deletes rows by id, all or nothing. Writers of one set wait for each other, so that
 * its dates follow the order of commits and no sync misses a row. No source: the server does it by itself.
 */
export async function putRows(
  database: Database,
  type: SyncedType,
  rows: readonly unknown[],
  deletedIds: readonly (string | number)[] = [],
  source: AuditSource | null = null,
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
  return makeChange(database, source, async ({ orm, record }) => {
    const writer = await openDataSet(orm, type);
    const ids = [...parsed.data.map((each) => String(each[dataSets[type].key])), ...deletedIds];
    const isAudited = ids.length <= maxAuditedRows && !peopleSets.has(type);
    const before = isAudited ? await readRowsById(orm, type, ids) : null;
    const changed = await writer.put(parsed.data);
    const deleted = await writer.remove(deletedIds);
    record({
      action: "data-changed",
      objectType: "data-set",
      objectId: type,
      ...(before && { before: { rows: before } }),
      after: before ? { rows: await readRowsById(orm, type, ids) } : { changed, deleted },
    });
    return done({ date: writer.date, changed, deleted });
  });
}

interface DataSetWriter {
  /** The data set's date after the change. */
  readonly date: string;
  /** Stores rows that fit the contract, and returns their number. Of two with one id the last one is stored. */
  put(rows: readonly Record<string, unknown>[]): Promise<number>;
  /** Deletes rows by id, and returns how many there were. */
  remove(ids: readonly (string | number)[]): Promise<number>;
}

/**
 * Locks a data set until the transaction ends, so that its dates follow the order of commits. What is written with it is one
 * change for phones.
 */
export async function openDataSet(orm: Orm, type: SyncedType): Promise<DataSetWriter> {
  const changedOn = await takeDate(orm, type);
  return {
    date: String(changedOn),
    put: (rows) => upsert(orm, type, rows, changedOn),
    remove: (ids) => remove(orm, type, ids, changedOn),
  };
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

async function readRowsById(orm: Orm, type: SyncedType, ids: readonly (string | number)[]) {
  const { rows } = await orm.execute<{ row: object }>(
    sql`select row from data_row
         where type = ${type} and not deleted and row_id = any(${sql.param(ids.map(String))}::text[])
         order by row_id`,
  );
  return rows.map(({ row }) => row);
}

/** Locks the set until the transaction ends, and takes a date later than every earlier one. */
async function takeDate(orm: Orm, type: SyncedType): Promise<number> {
  await orm.execute(
    sql`insert into data_set (type, changed_on) values (${type}, 0) on conflict (type) do nothing`,
  );
  const { rows } = await orm.execute<{ changed_on: string }>(sql`
    update data_set
       set changed_on = greatest(changed_on + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
     where type = ${type} returning changed_on`);
  return Number(rows[0]?.changed_on);
}

async function upsert(
  orm: Orm,
  type: SyncedType,
  rows: readonly Record<string, unknown>[],
  changedOn: number,
): Promise<number> {
  const { key } = dataSets[type];
  const byId = new Map(rows.map((row) => [String(row[key]), row]));
  const all = [...byId.values()];
  for (let from = 0; from < all.length; from += rowsAtOnce) {
    const part = storableJson(all.slice(from, from + rowsAtOnce));
    await orm.execute(sql`
      insert into data_row (type, row_id, row, changed_on, deleted)
      select ${type}, r ->> ${key}, r, ${changedOn}, false from jsonb_array_elements(${part}::jsonb) r
      on conflict (type, row_id) do update
        set row = excluded.row, changed_on = excluded.changed_on, deleted = false`);
  }
  return all.length;
}

async function remove(
  orm: Orm,
  type: SyncedType,
  ids: readonly (string | number)[],
  changedOn: number,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await orm.execute(sql`
    update data_row set deleted = true, changed_on = ${changedOn}
     where type = ${type} and row_id = any(${sql.param(ids.map(String))}::text[]) and not deleted`);
  return rowCount ?? 0;
}
