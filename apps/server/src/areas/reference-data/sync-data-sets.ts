import { dataSets } from "@fieldfare/contract";
import type { SyncedType } from "@fieldfare/domain";
import type pg from "pg";
import type { Database } from "../../database/database.ts";
import { compress, joinSegments, type Segment } from "./gzip.ts";

/** The date that a device has for a set: the set's microseconds and the engineer's favourites. */
export interface Since {
  readonly changedOn: number;
  readonly favourites: number;
}

export interface Versions {
  readonly sets: ReadonlyMap<string, number>;
  readonly favourites: number;
}

/** When each data set last changed, and the version of this engineer's favourites. */
export async function readVersions(
  { pool }: Database,
  fieldOperativeId: string,
): Promise<Versions> {
  // One row: fifty devices that ask at once wait for each other's rows to be read.
  const { rows } = await pool.query<{ sets: Record<string, number>; favourites: number }>({
    name: "sync-versions",
    text: `select coalesce((select jsonb_object_agg(type, changed_on) from data_set), '{}') as sets,
                  coalesce((select favourites_version from field_operative where field_operative_id = $1), 0) as favourites`,
    values: [fieldOperativeId],
  });
  const [versions] = rows;
  return {
    sets: new Map(Object.entries(versions?.sets ?? {})),
    favourites: versions?.favourites ?? 0,
  };
}

/** Number of rows that are read, serialised and compressed together: limits memory and how long other requests wait. */
const rowsAtOnce = 1_000;

/**
 * A line of the answer ends between two rows after this many characters: a device stores the text of a whole line
 * without serialising its rows again.
 */
const lineLength = 100_000;

/**
 * Builds a data set of the answer as compressed JSON. Date and rows come from one snapshot: neither contains what is
 * not committed. `fieldOperativeId` is set when the rows include that engineer's favourites.
 */
export async function makeDataSet(
  { pool }: Database,
  type: SyncedType,
  since: Since | null,
  fieldOperativeId: string | null,
): Promise<Segment> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query("begin isolation level repeatable read read only");
    const segment = await readDataSet(client, type, since, fieldOperativeId);
    await client.query("commit");
    return segment;
  } catch (error) {
    await client.query("rollback").catch((lost: Error) => (connectionError = lost));
    throw error;
  } finally {
    client.release(connectionError);
  }
}

async function readDataSet(
  client: pg.PoolClient,
  type: SyncedType,
  since: Since | null,
  fieldOperativeId: string | null,
): Promise<Segment> {
  const date = await readDate(client, type, fieldOperativeId);
  const head = `{"type":"${type}","date":"${date}","isFull":${since === null},"rows":[`;
  const segments: Segment[] = [];
  let text = `${head}\n`;
  let lineStart = text.length;
  let isFirst = true;
  for await (const rows of readPages(client, type, since, fieldOperativeId)) {
    for (const row of rows) {
      const isLong = text.length - lineStart > lineLength;
      if (!isFirst) text += isLong ? ",\n" : ",";
      if (isLong) lineStart = text.length;
      text += JSON.stringify(row);
      isFirst = false;
    }
    segments.push(await compress(text));
    lineStart -= text.length;
    text = "";
  }
  const deletedIds = since ? await readDeleted(client, type, since) : [];
  segments.push(await compress(`${text}\n],"deletedIds":${JSON.stringify(deletedIds)}}`));
  return joinSegments(segments);
}

async function readDate(client: pg.PoolClient, type: SyncedType, fieldOperativeId: string | null) {
  const { rows } = await client.query<{ changed_on: string | null; favourites: number | null }>(
    `select (select changed_on from data_set where type = $1) as changed_on,
            (select favourites_version from field_operative where field_operative_id = $2) as favourites`,
    [type, fieldOperativeId],
  );
  const [versions] = rows;
  const changedOn = versions?.changed_on ?? "0";
  return versions?.favourites ? `${changedOn}.${versions.favourites}` : changedOn;
}

/** Reads rows in the order of their ids, numbers by value, which is the order on the device. */
async function* readPages(
  client: pg.PoolClient,
  type: SyncedType,
  since: Since | null,
  fieldOperativeId: string | null,
): AsyncGenerator<unknown[]> {
  const values = [type, since?.changedOn ?? null];
  await (fieldOperativeId === null
    ? client.query(changedRows, values)
    : client.query(changedContacts, [...values, fieldOperativeId, since?.favourites ?? 0]));
  for (;;) {
    const { rows } = await client.query<{ row: unknown }>(`fetch ${rowsAtOnce} from changed_rows`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < rowsAtOnce) break;
  }
}

const changedRows = `
  declare changed_rows no scroll cursor for
  select r.row from data_row r
   where r.type = $1 and not r.deleted and ($2::bigint is null or r.changed_on > $2)
   order by length(r.row_id), r.row_id`;

const changedContacts = `
  declare changed_rows no scroll cursor for
  select case when f.is_favourite is null then r.row
         else r.row || jsonb_build_object('isFavourite', f.is_favourite) end as row
    from data_row r
    left join contact_favourite f on f.field_operative_id = $3::uuid and f.contact_id::text = r.row_id
   where r.type = $1 and not r.deleted
     and ($2::bigint is null or r.changed_on > $2 or f.version > $4)
   order by length(r.row_id), r.row_id`;

async function readDeleted(client: pg.PoolClient, type: SyncedType, since: Since) {
  const { rows } = await client.query<{ id: string | number }>(
    `select row -> $3 as id from data_row
      where type = $1 and deleted and changed_on > $2 order by length(row_id), row_id`,
    [type, since.changedOn, dataSets[type].key],
  );
  return rows.map(({ id }) => id);
}
