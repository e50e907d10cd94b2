import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import {
  type CallAnswer,
  type CallBody,
  type CallQuery,
  exportCode,
  type exportComplete,
  exportLimits,
  type exportProgress,
  type exportTable,
} from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { recordAudits } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { readChangedPage } from "../../database/changed-page.ts";
import * as tables from "../../database/schema.ts";
import { deviceReport } from "../../database/schema.ts";
import { refuseWithChangedSince } from "../../http/changed-since.ts";
import { storableJson } from "../../database/storable.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Piece } from "./piece.ts";

/** The device and its engineer: every call here checks both. */
interface Sender {
  readonly fieldOperativeId: string;
  readonly deviceId: string;
}

/** Stores the rows of one table of a phone as a report. */
export async function storeTable(
  { orm }: Database,
  { fieldOperativeId, deviceId }: Sender,
  body: CallBody<typeof exportTable>,
): Promise<void> {
  await orm.insert(deviceReport).values({
    fieldOperativeId,
    deviceId,
    kind: "table",
    body: JSON.parse(storableJson(body)),
  });
}

/** Stores a piece. Returns nothing when it is stored, also when it was stored before. */
export async function storePiece(
  { pool }: Database,
  { fieldOperativeId, deviceId }: Sender,
  piece: Piece,
): Promise<Refusal | undefined> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const opened = await client.query(
      `insert into device_export (batch_id, field_operative_id, device_id) values ($1, $2, $3)
       on conflict do nothing`,
      [piece.batchId, fieldOperativeId, deviceId],
    );
    const replaced =
      opened.rowCount === 1 ? await deleteBeyondLimit(client, deviceId, piece.batchId) : [];
    const { rows } = await client.query<{ isOwn: boolean; isComplete: boolean }>(
      `select field_operative_id = $2 and device_id = $3 as "isOwn", completed_on is not null as "isComplete"
         from device_export where batch_id = $1 for update`,
      [piece.batchId, fieldOperativeId, deviceId],
    );
    const refusal = rows[0]?.isOwn
      ? await savePiece(client, piece, rows[0].isComplete)
      : refuse("not-found");
    if (!refusal)
      await recordAudits(
        drizzle(client, { schema: tables }),
        replaced.map((batchId) => ({
          action: "export-deleted",
          source: null,
          objectType: "export",
          objectId: batchId,
          fieldOperativeId,
          after: { replacedBy: piece.batchId },
        })),
      );
    await client.query(refusal ? "rollback" : "commit");
    return refusal;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Deletes the oldest exports of a device that are too many with a new one. Returns their ids. */
async function deleteBeyondLimit(
  client: PoolClient,
  deviceId: string,
  newBatchId: string,
): Promise<string[]> {
  const { rows } = await client.query<{ batchId: string }>(
    `delete from device_export where device_id = $1 and batch_id in (
       select batch_id from device_export where device_id = $1
        order by (batch_id = $2) desc, started_on desc, batch_id desc offset $3)
     returning batch_id as "batchId"`,
    [deviceId, newBatchId, exportLimits.perDevice],
  );
  return rows.map(({ batchId }) => batchId);
}

async function savePiece(
  client: PoolClient,
  { batchId, index, sha256, content }: Piece,
  isComplete: boolean,
): Promise<Refusal | undefined> {
  const { rows } = await client.query<{ sha256: string }>(
    `select sha256 from device_export_piece where batch_id = $1 and index = $2`,
    [batchId, index],
  );
  if (rows[0])
    return rows[0].sha256 === sha256
      ? undefined
      : refuse("conflict", { detail: `Piece ${index} was sent before with other content` });
  if (isComplete) return refuse("conflict", { detail: "This export is complete" });
  await client.query(
    `insert into device_export_piece (batch_id, index, sha256, size, content)
     values ($1, $2, $3, $4, $5)`,
    [batchId, index, sha256, content.length, content],
  );
  return undefined;
}

/** Which pieces of an export have arrived; null: this engineer's device began no such export. */
export async function readProgress(
  { pool }: Database,
  { fieldOperativeId, deviceId }: Sender,
  batchId: string,
): Promise<CallAnswer<typeof exportProgress> | null> {
  const { rows } = await pool.query<{ received: number[]; isComplete: boolean }>(
    `select e.completed_on is not null as "isComplete",
            array(select p.index from device_export_piece p where p.batch_id = e.batch_id order by p.index) as received
       from device_export e
      where e.batch_id = $1 and e.field_operative_id = $2 and e.device_id = $3`,
    [batchId, fieldOperativeId, deviceId],
  );
  return rows[0] ?? null;
}

/** Completes an export. A repeat has the same answer. */
export async function completeExport(
  database: Database,
  sender: Sender,
  body: CallBody<typeof exportComplete>,
): Promise<CallAnswer<typeof exportComplete> | Refusal> {
  const { batchId } = body;
  const progress = await readProgress(database, sender, batchId);
  if (!progress) return refuse("not-found");
  const { received } = progress;
  const pieces = body.pieces ?? (received.at(-1) ?? -1) + 1;
  const missing = missingPieces(received, pieces);
  if (missing.length > 0)
    return refuse("conflict", {
      detail: `Pieces are missing: ${missing.join(", ")}`,
      issues: missing.map((index) => ({ path: String(index), message: "This piece is missing" })),
    });
  if (received.length > pieces)
    return refuse("conflict", { detail: `There are more than ${pieces} pieces` });
  if (body.sha256 !== undefined && (await hashExport(database, batchId)) !== body.sha256)
    return refuse("hash-mismatch", { detail: "The pieces do not have this sha256" });
  const { rows } = await database.pool.query<{ completedOn: Date }>(
    `update device_export set completed_on = coalesce(completed_on, now()) where batch_id = $1
     returning completed_on as "completedOn"`,
    [batchId],
  );
  const [row] = rows;
  if (!row) return refuse("not-found");
  return {
    status: "ok",
    code: exportCode(batchId),
    completedOn: row.completedOn.toISOString(),
  };
}

function missingPieces(received: readonly number[], pieces: number): number[] {
  const receivedSet = new Set(received);
  return Array.from({ length: Math.max(pieces, 1) }, (_, index) => index).filter(
    (index) => !receivedSet.has(index),
  );
}

async function hashExport(database: Database, batchId: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const content of readContents(database, batchId)) hash.update(content);
  return hash.digest("hex");
}

/** Reads the export's pieces, one in memory at a time. */
async function* readContents({ pool }: Database, batchId: string): AsyncGenerator<Buffer> {
  for (let index = 0; ; index += 1) {
    const { rows } = await pool.query<{ content: Buffer }>(
      `select content from device_export_piece where batch_id = $1 and index = $2`,
      [batchId, index],
    );
    const [row] = rows;
    if (!row) return;
    yield row.content;
  }
}

interface ExportRow {
  readonly batchId: string;
  readonly fieldOperativeId: string;
  readonly operativeName: string;
  readonly deviceId: string;
  readonly startedOn: Date;
  readonly completedOn: Date | null;
  readonly changedOn: Date;
  readonly pieces: number;
  readonly bytes: number;
}

const maxExports = 500;

/**
 * Lists the newest exports first, at most 500, or those that changed since a time in the order of their changes. Refuses an
 * `after` that is no export with `invalid`.
 */
export async function listExports(
  database: Database,
  { fieldOperativeId, after, changedSince, limit }: CallQuery<typeof office.listExports>,
): Promise<CallAnswer<typeof office.listExports> | Refusal> {
  const { pool } = database;
  const pageSize = limit === undefined ? maxExports : Number(limit);
  if (changedSince !== undefined) {
    const refusal = refuseWithChangedSince({ after }, ["after"]);
    if (refusal) return refusal;
    return listChanged(database, { fieldOperativeId, changedSince, pageSize });
  }
  if (after !== undefined) {
    const found = await pool.query("select from device_export where batch_id = $1", [after]);
    if (found.rowCount === 0)
      return refuse("invalid", { issues: [{ path: "after", message: "There is no such export" }] });
  }
  const { rows } = await pool.query<ExportRow>(
    `${selectExports}
      where ($1::uuid is null or e.field_operative_id = $1)
        and ($2::uuid is null or (e.started_on, e.batch_id) <
          ((select started_on from device_export where batch_id = $2), $2))
      order by e.started_on desc, e.batch_id desc
      limit $3`,
    [fieldOperativeId ?? null, after ?? null, pageSize],
  );
  return rows.map(toAnswer);
}

interface ChangedQuery {
  readonly fieldOperativeId: string | undefined;
  readonly changedSince: string;
  readonly pageSize: number;
}

async function listChanged(
  database: Database,
  { fieldOperativeId, changedSince, pageSize }: ChangedQuery,
): Promise<CallAnswer<typeof office.listExports>> {
  const { until, limit } = await readChangedPage(database, "device_export", changedSince, pageSize);
  const { rows } = await database.pool.query<ExportRow>(
    `${selectExports}
      where ($1::uuid is null or e.field_operative_id = $1)
        and e.changed_on >= $2 and e.changed_on < $3
      order by e.changed_on, e.batch_id
      limit $4`,
    [fieldOperativeId ?? null, changedSince, until, limit],
  );
  return rows.map(toAnswer);
}

const selectExports = `
  select e.batch_id as "batchId", e.field_operative_id as "fieldOperativeId", a.name as "operativeName",
         e.device_id as "deviceId", e.started_on as "startedOn", e.completed_on as "completedOn",
         e.changed_on as "changedOn", p.pieces, p.bytes
    from device_export e
    join account a on a.field_operative_id = e.field_operative_id
    join lateral (
      select count(*)::integer as pieces, coalesce(sum(size), 0)::integer as bytes
        from device_export_piece where batch_id = e.batch_id) p on true`;

function toAnswer(row: ExportRow): CallAnswer<typeof office.listExports>[number] {
  return {
    ...row,
    code: exportCode(row.batchId),
    startedOn: row.startedOn.toISOString(),
    completedOn: row.completedOn?.toISOString() ?? null,
    changedOn: row.changedOn.toISOString(),
  };
}

/** Finds an export that has arrived as a whole. Null when there is none, or when some of its pieces are missing. */
export async function findCompleteExport(
  { pool }: Database,
  batchId: string,
): Promise<{ bytes: number; code: string; fieldOperativeId: string } | null> {
  const { rows } = await pool.query<{ bytes: number; fieldOperativeId: string }>(
    `select coalesce(sum(p.size), 0)::integer as bytes, e.field_operative_id as "fieldOperativeId"
       from device_export e join device_export_piece p on p.batch_id = e.batch_id
      where e.batch_id = $1 and e.completed_on is not null
      group by e.batch_id`,
    [batchId],
  );
  return rows[0] ? { ...rows[0], code: exportCode(batchId) } : null;
}

/** Streams the bytes of an export, piece after piece. */
export function streamExport(database: Database, batchId: string): Readable {
  return Readable.from(readContents(database, batchId));
}
