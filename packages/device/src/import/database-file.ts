import { syncedType, z } from "@fieldfare/contract";
import { done, refused, type Result, type SyncedType, syncedTypes } from "@fieldfare/domain";
import {
  databaseVersion,
  type EngineerDatabase,
  type SharedDatabase,
} from "../database/database.ts";
import type { SynchronisedRow } from "../database/rows.ts";
import type { StorageRefusal } from "../database/unit.ts";
import { compactJournal, isQuotaError } from "../database/unit.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { exportFormat, exportVersion, parseLine } from "../export/content.ts";
import { newId } from "../ids.ts";
import { openRescueFile, type RescueContent, type RescueFileRefusal } from "../rescue/content.ts";
import { isCoveredByRescue } from "../rescue/unsent.ts";
import { readOwner } from "../session/session.ts";
import { fullContent } from "../reference-data/answer.ts";
import { type ReferenceRow, dataSetTables } from "../reference-data/blocks.ts";
import { readBytes } from "./read-bytes.ts";
import { isPlainRow } from "./row-rules.ts";
import { readLines, UnreadableFile } from "./lines.ts";
import {
  clearStage,
  forEachStaged,
  areValidRows,
  isDataSet,
  isImported,
  putFileRows,
  type Row,
  stage,
  toCurrentRow,
  withoutAutoKey,
} from "./stage.ts";

export type ImportRefusal =
  | "unreadable"
  | "not-an-export"
  | "wrong-version"
  | "damaged"
  | "too-large"
  | "unsent-work"
  | "rescue-file-other"
  | RescueFileRefusal
  | "signed-out"
  | StorageRefusal;

export interface ImportProgress {
  readonly step: "check" | "replace";
  /** Bytes while it checks, rows while it replaces. */
  readonly done: number;
  readonly total: number;
}

/** The rescue file with this phone's unsent work, which therefore may be replaced. */
export interface ProvidedRescueFile {
  readonly file: Blob;
  readonly passphrase: string;
}

const maxFileBytes = 150_000_000;
/** The first bytes of every gzip file. */
const gzipMark = [0x1f, 0x8b] as const;

const headLine = z.object({
  format: z.literal(exportFormat),
  version: z.int(),
  databaseVersion: z.number(),
  ownerId: z.guid(),
});
const rowsLine = z.object({ table: z.string(), rows: z.array(z.unknown()) });
const synchronisedRow = z.object({
  type: syncedType,
  date: z.string(),
  rows: z.number(),
  ownerId: z.optional(z.string()),
});
const endLine = z.object({ end: z.literal(true), rows: z.int() });

/**
 * Replaces the signed-in engineer's database by an exported one. The file is first read to its end
 * and every row is validated, apart from the existing rows. Then one transaction replaces the old
 * rows. Whatever fails before that transaction commits, a killed page included, leaves the device
 * unchanged.
 */
export async function importDatabase(
  unbound: Device,
  file: Blob,
  report: (progress: ImportProgress) => void,
  rescue: ProvidedRescueFile | null = null,
): Promise<Result<{ readonly rows: number }, ImportRefusal>> {
  if (file.size > maxFileBytes) return refused("too-large");
  const device = forCurrentEngineer(unbound);
  if ((await readOwner(device)) === null) return refused("signed-out");
  const { database } = device;
  const openedRescue = rescue && (await openRescueFile(device, rescue.file, rescue.passphrase));
  if (openedRescue && !openedRescue.ok) return openedRescue;
  const backup = openedRescue?.value ?? null;
  if (!(await isCoveredByRescue(device, backup)))
    return refused(backup ? "rescue-file-other" : "unsent-work");
  const start = await readBytes(file.slice(0, gzipMark.length));
  if (!start) return refused("unreadable");
  if (!gzipMark.every((byte, index) => start[index] === byte)) return refused("not-an-export");
  try {
    await clearStage(database);
    const checked = await checkFile(device, file, report);
    if (!checked.ok) return checked;
    await replaceAll(device, checked.value.rows, backup, report);
    await compactJournal(database);
    return checked;
  } catch (error) {
    if (error instanceof UnreadableFile) return refused(error.refusal);
    if (error instanceof UnsentWork) return refused("unsent-work");
    if (isQuotaError(error)) return refused("storage-full");
    throw error;
  } finally {
    await clearStage(database);
  }
}

async function checkFile(
  device: Device,
  file: Blob,
  report: (progress: ImportProgress) => void,
): Promise<Result<{ readonly rows: number }, ImportRefusal>> {
  const { database } = device;
  const lines = readLines(file, (read) => report({ step: "check", done: read, total: file.size }));
  let fileOwner: string | null = null;
  let rows = 0;
  let isComplete = false;
  for await (const text of lines) {
    const value = parse(text);
    if (fileOwner === null) {
      const head = headLine.safeParse(value);
      if (!head.success) return refused("not-an-export");
      if (head.data.version !== exportVersion || head.data.databaseVersion > databaseVersion)
        return refused("wrong-version");
      fileOwner = head.data.ownerId;
      continue;
    }
    if (isComplete) return refused("damaged");
    const end = endLine.safeParse(value);
    if (end.success) {
      isComplete = end.data.rows === rows;
      if (!isComplete) return refused("damaged");
      continue;
    }
    const batch = rowsLine.safeParse(value);
    if (!batch.success) return refused("damaged");
    const { table } = batch.data;
    rows += batch.data.rows.length;
    if (table === "setting") continue;
    if (table === "synchronisedData") {
      const synchronised = batch.data.rows.filter(isPlainRow);
      if (synchronised.length < batch.data.rows.length) return refused("damaged");
      await stage(database, { table, rows: synchronised });
      continue;
    }
    const ownRows = selectOwn(table, batch.data.rows, fileOwner);
    if (!areValidRows(database, table, ownRows)) return refused("damaged");
    const importedRows = markImported(database, table, ownRows, fileOwner);
    if (importedRows.length > 0) await stage(database, { table, rows: importedRows });
  }
  if (fileOwner === null) return refused("not-an-export");
  return isComplete ? done({ rows }) : refused("damaged");
}

function parse(text: string): unknown {
  try {
    return parseLine(text);
  } catch {
    throw new UnreadableFile("damaged");
  }
}

/** Returns the rows as this build stores them, without those of another owner than the file's. */
function selectOwn(table: string, rows: readonly unknown[], fileOwner: string): readonly unknown[] {
  const isOthers = (row: Row) => "ownerId" in row && row["ownerId"] !== fileOwner;
  return rows.flatMap((row) => {
    if (!isPlainRow(row)) return [row];
    return isDataSet(table) ? [row] : isOthers(row) ? [] : [toCurrentRow(table, row)];
  });
}

/**
 * Marks what was imported. A colleague's database is imported only to be looked at, so their unsent
 * messages are left out.
 */
function markImported(
  database: EngineerDatabase,
  table: string,
  rows: readonly Row[],
  fileOwner: string,
): readonly Row[] {
  if (isDataSet(table)) return rows;
  const isOwnersAlone = table === "messageQueue" || table === "parkedLane" || table === "polling";
  if (isOwnersAlone && fileOwner !== database.ownerId) return [];
  const isWork = ["job", "image", "draft", "messageQueue"].includes(table);
  return rows.map((row) => ({
    ...withoutAutoKey(database, table, row),
    ...(table === "messageQueue" && { status: "queued" }),
    ...(isWork && { isImported: true }),
  }));
}

class UnsentWork extends Error {}

/**
 * No transaction spans both databases. The reference data comes first: a page that is killed in
 * between has all of the engineer's rows, and the file's reference data, which the next
 * synchronisation brings up to date.
 */
async function replaceAll(
  device: Device,
  total: number,
  backup: RescueContent | null,
  report: (progress: ImportProgress) => void,
): Promise<void> {
  const { database } = device;
  await checkReplaceable(device, backup);
  await replaceReferenceData(device);
  await database.transaction("rw", database.tables, async () => {
    await checkReplaceable(device, backup);
    for (const { name } of database.tables)
      if (isImported(database, name)) await database.table(name).clear();
    await database.imageBytes.clear();
    let stored = 0;
    await forEachStaged(database, async ({ table, rows }) => {
      if (isImported(database, table)) await putFileRows(database, table, rows);
      stored += rows.length;
      report({ step: "replace", done: stored, total });
    });
    const setting = await database.setting.get(1);
    // The counters are gone with the old rows: a new client generation tells the server so.
    if (setting) await database.setting.put({ ...setting, incarnation: newId(device.ports) });
    await database.counter.where("name").startsWith("lane:").delete();
    await database.importRow.clear();
  });
}

/** Another tab may have recorded something while the file was read, or signed out. */
async function checkReplaceable(device: Device, backup: RescueContent | null): Promise<void> {
  if ((await readOwner(device)) === null) throw new Error("The engineer has signed out");
  if (!(await isCoveredByRescue(device, backup))) throw new UnsentWork();
}

async function replaceReferenceData({ database, shared }: Device): Promise<void> {
  const rowsByDataSet = new Map<SyncedType, ReferenceRow[]>();
  let synchronised: readonly SynchronisedRow[] = [];
  await forEachStaged(database, async ({ table, rows }) => {
    if (isDataSet(table)) rowsByDataSet.set(table, [...(rowsByDataSet.get(table) ?? []), ...rows]);
    if (table === "synchronisedData")
      synchronised = rows.flatMap((row) => {
        const parsed = synchronisedRow.safeParse(row);
        // A data set without its date is fetched again as a whole.
        if (!parsed.success) return [];
        const { ownerId, ...dated } = parsed.data;
        return [{ ...dated, ...(ownerId !== undefined && { ownerId: database.ownerId }) }];
      });
  });
  const { referenceOverlay, referenceSearch, synchronisedData } = shared;
  const blockTables = syncedTypes.map((type) => shared.table(dataSetTables[type]));
  const tables = [referenceOverlay, referenceSearch, synchronisedData, ...blockTables];
  await shared.transaction("rw", tables, async () => {
    for (const table of tables) await table.clear();
    await synchronisedData.bulkPut([...synchronised]);
    for (const [type, rows] of rowsByDataSet) await storeDataSet(shared, type, rows);
  });
}

/** Stores the rows as a sync does: in blocks, with the search column. */
async function storeDataSet(
  shared: SharedDatabase,
  type: SyncedType,
  rows: readonly ReferenceRow[],
): Promise<void> {
  const { blocks, column } = fullContent(type, rows);
  await shared.table(dataSetTables[type]).bulkPut([...blocks]);
  await shared.referenceSearch.bulkPut(column.map((text, piece) => ({ type, piece, text })));
}
