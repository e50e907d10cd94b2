import { z } from "@fieldfare/contract";
import { done, refused, type Result, type SyncedType, syncedTypes } from "@fieldfare/domain";
import type { StorageRefusal } from "../database/unit.ts";
import { compactJournal, isQuotaError } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { exportFormat, exportVersion, parseLine } from "../export/content.ts";
import { newId } from "../ids.ts";
import { openRescueFile, type RescueContent, type RescueFileRefusal } from "../rescue/content.ts";
import { isCoveredByRescue } from "../rescue/unsent.ts";
import { readOwner } from "../session/session.ts";
import { fullContent } from "../reference-data/answer.ts";
import { type ReferenceRow, dataSetTables } from "../reference-data/blocks.ts";
import { readBytes } from "./read-bytes.ts";
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
  withoutOtherOwners,
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
const endLine = z.object({ end: z.literal(true), rows: z.int() });

/**
 * Replaces the signed-in engineer's database by an exported one. The file is first read to its end
 * and every row is validated, apart from the existing rows. Then one transaction replaces the old
 * rows. Whatever fails before that transaction commits, a killed page included, leaves the device
 * unchanged.
 */
export async function importDatabase(
  device: Device,
  file: Blob,
  report: (progress: ImportProgress) => void,
  rescue: ProvidedRescueFile | null = null,
): Promise<Result<{ readonly rows: number }, ImportRefusal>> {
  if (file.size > maxFileBytes) return refused("too-large");
  const { database } = device;
  const ownerId = await readOwner(device);
  if (ownerId === null) return refused("signed-out");
  const openedRescue = rescue && (await openRescueFile(device, rescue.file, rescue.passphrase));
  if (openedRescue && !openedRescue.ok) return openedRescue;
  const backup = openedRescue?.value ?? null;
  if (!(await isCoveredByRescue(device, ownerId, backup)))
    return refused(backup ? "rescue-file-other" : "unsent-work");
  const start = await readBytes(file.slice(0, gzipMark.length));
  if (!start) return refused("unreadable");
  if (!gzipMark.every((byte, index) => start[index] === byte)) return refused("not-an-export");
  try {
    await clearStage(database);
    const checked = await checkFile(device, file, ownerId, report);
    if (!checked.ok) return checked;
    await replaceAll(device, ownerId, checked.value.rows, backup, report);
    await compactJournal(device);
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
  ownerId: string,
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
      if (head.data.version !== exportVersion || head.data.databaseVersion > database.verno)
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
    if (!areValidRows(database, table, batch.data.rows)) return refused("damaged");
    const importedRows = assignOwner(table, batch.data.rows, fileOwner, ownerId);
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

/**
 * A colleague's database is imported only to be looked at, so their unsent messages are left out.
 */
function assignOwner(
  table: string,
  rows: readonly Row[],
  fileOwner: string,
  ownerId: string,
): readonly Row[] {
  if (table === "messageQueue")
    return fileOwner === ownerId
      ? rows
          .filter((row) => row["ownerId"] === ownerId)
          .map(({ id: _id, ...row }) => ({ ...row, status: "queued", isImported: true }))
      : [];
  if (table === "parkedLane" || table === "polling")
    return fileOwner === ownerId
      ? rows.filter((row) => (row["ownerId"] ?? ownerId) === ownerId)
      : [];
  const isWork = table === "job" || table === "image" || table === "draft";
  return rows.map((row) => ({
    ...row,
    ...("ownerId" in row && { ownerId }),
    ...(isWork && { isImported: true }),
  }));
}

class UnsentWork extends Error {}

async function replaceAll(
  device: Device,
  ownerId: string,
  total: number,
  backup: RescueContent | null,
  report: (progress: ImportProgress) => void,
): Promise<void> {
  const { database } = device;
  await database.transaction("rw", database.tables, async () => {
    if ((await database.token.get(1))?.ownerId !== ownerId)
      throw new Error("Somebody else has signed in");
    // Checked again, because another tab may have recorded something while the file was read.
    if (!(await isCoveredByRescue(device, ownerId, backup))) throw new UnsentWork();
    await deleteOwnRows(device, ownerId);
    const rowsByDataSet = new Map<SyncedType, ReferenceRow[]>();
    let stored = 0;
    await forEachStaged(database, async ({ table, rows }) => {
      if (isDataSet(table))
        rowsByDataSet.set(table, [...(rowsByDataSet.get(table) ?? []), ...rows]);
      else
        await putFileRows(
          database,
          table,
          await withoutOtherOwners(database, table, rows, ownerId),
        );
      stored += rows.length;
      report({ step: "replace", done: stored, total });
    });
    for (const [type, rows] of rowsByDataSet) await storeDataSet(device, type, rows);
    const setting = await database.setting.get(1);
    // The counters are gone with the old rows: a new client generation tells the server so.
    if (setting) await database.setting.put({ ...setting, incarnation: newId(device.ports) });
    await database.counter.where("name").startsWith("lane:").delete();
    await database.importRow.clear();
  });
}

/**
 * Deletes the rows of this engineer and those of nobody in particular. A row with another owner
 * stays.
 */
async function deleteOwnRows({ database }: Device, ownerId: string): Promise<void> {
  for (const { name } of database.tables) {
    if (!isImported(database, name)) continue;
    await database
      .table<Row, unknown>(name)
      .filter((row) => (row["ownerId"] ?? ownerId) === ownerId)
      .delete();
  }
  const imageIds = new Set<unknown>(await database.image.toCollection().primaryKeys());
  const bytesIds = await database.imageBytes.toCollection().primaryKeys();
  await database.imageBytes.bulkDelete(bytesIds.filter((imageId) => !imageIds.has(imageId)));
  await database.referenceOverlay.clear();
  await database.referenceSearch.clear();
  for (const type of syncedTypes) await database.table(dataSetTables[type]).clear();
}

/** Stores the rows as a sync does: in blocks, with the search column. */
async function storeDataSet(
  { database }: Device,
  type: SyncedType,
  rows: readonly ReferenceRow[],
): Promise<void> {
  const { blocks, column } = fullContent(type, rows);
  await database.table(dataSetTables[type]).bulkPut([...blocks]);
  await database.referenceSearch.bulkPut(column.map((text, piece) => ({ type, piece, text })));
}
