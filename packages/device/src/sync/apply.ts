import { dataSetAnswer, dataSets, header, z } from "@fieldfare/contract";
import type { SyncedType } from "@fieldfare/domain";
import { readDeviceError } from "../api/request.ts";
import type { DeviceDatabase } from "../database/database.ts";
import { isQuotaError } from "../database/unit.ts";
import type { SyncOutcome, SyncProgress, SyncRequest } from "../ports.ts";
import {
  compareIds,
  fromBytes,
  idOf,
  type Overlay,
  overlayFromBytes,
  overlayToBytes,
  type ReferenceId,
  type ReferenceRow,
  searchColumn,
  tableOf,
  toBlocks,
} from "./blocks.ts";

/** The answer without its rows: they are looked at where they are stored. */
const answerHead = z.object({
  syncSizeInMb: z.number(),
  isSyncRequired: z.boolean(),
  isPartial: z.boolean(),
  payload: z.array(
    z.object({
      ...dataSetAnswer.shape,
      rows: z.array(z.unknown()),
    }),
  ),
});

type AppliedSet = z.output<typeof answerHead>["payload"][number];

/** Fetches one sync answer and stores it: each data set and its date land together. */
export async function applySyncAnswer(
  database: DeviceDatabase,
  fetchAnswer: (url: string, init: RequestInit) => Promise<Response>,
  request: SyncRequest,
  report: (progress: SyncProgress) => void,
): Promise<SyncOutcome> {
  let text: string;
  try {
    const response = await fetchAnswer(request.url, {
      ...request.init,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    });
    const deviceError = readDeviceError(response.headers.get(header.deviceError));
    if (response.status !== 200 || deviceError)
      return { kind: "status", status: response.status, deviceError };
    if (!/\bjson\b/.test(response.headers.get("Content-Type") ?? ""))
      return { kind: "nonsense", detail: "The answer is no JSON" };
    text = await readText(response, report);
  } catch {
    return { kind: "network" };
  }
  const parsed = parseAnswer(text);
  if ("detail" in parsed) return { kind: "nonsense", detail: parsed.detail };
  const total = parsed.payload.reduce((sum, set) => sum + set.rows.length, 0);
  let done = 0;
  try {
    for (const set of parsed.payload) {
      await storeSet(database, set);
      done += set.rows.length;
      report({ step: "store", done, total });
    }
  } catch (error) {
    if (isQuotaError(error)) return { kind: "storage-full" };
    throw error;
  }
  return {
    kind: "applied",
    sizeInMb: parsed.syncSizeInMb,
    isSyncRequired: parsed.isSyncRequired,
    isPartial: parsed.isPartial,
    rows: total,
  };
}

async function readText(
  response: Response,
  report: (progress: SyncProgress) => void,
): Promise<string> {
  const size = Number(response.headers.get(header.syncSize));
  const total = Number.isFinite(size) && size > 0 ? size : null;
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let done = 0;
  let told = 0;
  for (;;) {
    const piece = await reader.read();
    if (piece.done) break;
    done += piece.value.byteLength;
    text += decoder.decode(piece.value, { stream: true });
    if (done - told > 250_000) {
      told = done;
      report({ step: "download", done, total });
    }
  }
  report({ step: "download", done, total });
  return text + decoder.decode();
}

function parseAnswer(text: string): z.output<typeof answerHead> | { detail: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { detail: "The answer is no JSON" };
  }
  const head = answerHead.safeParse(value);
  if (!head.success) return { detail: z.prettifyError(head.error) };
  for (const set of head.data.payload) {
    const fault = firstFault(set);
    if (fault) return { detail: fault };
  }
  return head.data;
}

/** Every row is checked against the contract before any of its set is stored. */
function firstFault(set: AppliedSet): string | null {
  const { row } = dataSets[set.type];
  for (let index = 0; index < set.rows.length; index++) {
    const parsed = row.safeParse(set.rows[index]);
    if (!parsed.success) return `${set.type}, row ${index}: ${z.prettifyError(parsed.error)}`;
  }
  return null;
}

/** An overlay larger than this is merged into the blocks. */
const overlayLimit = 4_000;

async function storeSet(database: DeviceDatabase, set: AppliedSet): Promise<void> {
  const rows = set.rows as readonly ReferenceRow[];
  if (set.isFull) return writeAll(database, set.type, set.date, rows);
  if (rows.length === 0 && set.deletedIds.length === 0)
    return keepDate(database, set.type, set.date);
  const overlay = await readOverlay(database, set.type);
  for (const row of rows) overlay.set(idOf(set.type, row), row);
  for (const deleted of set.deletedIds) overlay.set(deleted, null);
  if (overlay.size > overlayLimit) {
    const merged = mergeRows(set.type, await readBlockRows(database, set.type), overlay);
    return writeAll(database, set.type, set.date, merged);
  }
  const tables = [database.referenceOverlay, database.synchronisedData];
  await database.transaction("rw", tables, async () => {
    await database.referenceOverlay.put({
      type: set.type,
      bytes: overlayToBytes(overlay),
      rows: overlay.size,
    });
    const before = await database.synchronisedData.get(set.type);
    await database.synchronisedData.put({
      type: set.type,
      date: set.date,
      rows: before?.rows ?? 0,
    });
  });
}

async function keepDate(database: DeviceDatabase, type: SyncedType, date: string): Promise<void> {
  const before = await database.synchronisedData.get(type);
  await database.synchronisedData.put({ type, date, rows: before?.rows ?? 0 });
}

async function writeAll(
  database: DeviceDatabase,
  type: SyncedType,
  date: string,
  rows: readonly ReferenceRow[],
): Promise<void> {
  const blocks = toBlocks(type, rows);
  const column = searchColumn(type, rows);
  const table = database.table(tableOf[type]);
  const others = [database.referenceOverlay, database.referenceSearch, database.synchronisedData];
  await database.transaction("rw", [table, ...others], async () => {
    await table.clear();
    await table.bulkPut([...blocks]);
    await database.referenceOverlay.delete(type);
    if (column === "") await database.referenceSearch.delete(type);
    else
      await database.referenceSearch.put({ type, column: new TextEncoder().encode(column).buffer });
    await database.synchronisedData.put({ type, date, rows: rows.length });
  });
}

export async function readOverlay(database: DeviceDatabase, type: SyncedType): Promise<Overlay> {
  const row = await database.referenceOverlay.get(type);
  return row ? overlayFromBytes(row.bytes) : new Map<ReferenceId, ReferenceRow | null>();
}

export async function readBlockRows(
  database: DeviceDatabase,
  type: SyncedType,
): Promise<readonly ReferenceRow[]> {
  const blocks: { bytes: ArrayBuffer }[] = await database.table(tableOf[type]).toArray();
  return blocks.flatMap((block) => fromBytes<ReferenceRow[]>(block.bytes));
}

export function mergeRows(
  type: SyncedType,
  rows: readonly ReferenceRow[],
  overlay: Overlay,
): readonly ReferenceRow[] {
  if (overlay.size === 0) return rows;
  const kept = rows.filter((row) => !overlay.has(idOf(type, row)));
  const changed = [...overlay.values()].filter((row) => row !== null);
  return [...kept, ...changed].sort((a, b) => compareIds(idOf(type, a), idOf(type, b)));
}
