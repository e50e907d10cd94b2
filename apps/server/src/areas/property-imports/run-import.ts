import { and, eq, sql } from "drizzle-orm";
import { type Change, makeChange } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import {
  propertyImport,
  propertyImportKey,
  propertyImportLine,
  propertyImportPiece,
  unusedObject,
} from "../../database/schema.ts";
import type { PropertyImportTask } from "../../database/task-queue.ts";
import { type ObjectStore, readObject } from "../../objects/objects.ts";
import { readCsvPiece, readJsonPiece } from "./read-piece.ts";
import { workOnPiece } from "./work-piece.ts";

type Import = typeof propertyImport.$inferSelect;

/** An event names so many homes at most, so that a webhook can carry it. */
const homesInEvent = 200;

/**
 * Does a step of an import, piece by piece. Each piece is one transaction, which also says that it is done: a server that
 * dies goes on at that piece, and a task that comes twice finds nothing to do.
 */
export async function runPropertyImport(
  database: Database,
  objects: ObjectStore,
  { importId, step, source }: PropertyImportTask,
): Promise<void> {
  for (;;) {
    const isDone = await makeChange(database, source, async (change) => {
      const [found] = await change.orm
        .select()
        .from(propertyImport)
        .where(eq(propertyImport.importId, importId))
        .for("update");
      if (found?.status !== (step === "check" ? "checking" : "applying")) return true;
      if (found.piecesDone < found.pieces) {
        await workOnNext(change, objects, found);
        return false;
      }
      await finish(change, found, source.actor?.name ?? "");
      return true;
    });
    if (isDone) return;
  }
}

async function workOnNext(change: Change, objects: ObjectStore, found: Import): Promise<void> {
  const { orm, record } = change;
  const { importId, piecesDone, status, counts } = found;
  const isApplying = status === "applying";
  const [piece] = await orm
    .select()
    .from(propertyImportPiece)
    .where(
      and(eq(propertyImportPiece.importId, importId), eq(propertyImportPiece.piece, piecesDone)),
    );
  if (!piece) throw new Error(`The import ${importId} has no piece ${piecesDone}`);
  const bytes = await readObject(objects, piece.sha256, `import ${importId}`);
  const { lines, unknown } = await readPiece(found, { bytes, firstLine: piece.firstLine });
  // One event for many homes is written below, instead of one for each audit entry.
  if (isApplying) await orm.execute(sql`select set_config('fieldfare.events', 'off', true)`);
  const result = await workOnPiece(change, lines, { importId, isApplying, now: new Date() });
  if (result.refused.length > 0)
    await orm
      .insert(propertyImportLine)
      .values(result.refused.map(({ line, issues }) => ({ importId, line, issues: [...issues] })));
  const { added, changed, unchanged, tenantsAdded, tenantsChanged, tenantsErased, refused } =
    result;
  await orm
    .update(propertyImport)
    .set({
      piecesDone: piecesDone + 1,
      unknownColumns: [...new Set([...found.unknownColumns, ...unknown])].slice(0, 50),
      counts: {
        read: counts.read + lines.length,
        added: counts.added + added,
        changed: counts.changed + changed,
        unchanged: counts.unchanged + unchanged,
        refused: counts.refused + refused.length,
        tenantsAdded: counts.tenantsAdded + tenantsAdded,
        tenantsChanged: counts.tenantsChanged + tenantsChanged,
        tenantsErased: counts.tenantsErased + tenantsErased,
      },
    })
    .where(eq(propertyImport.importId, importId));
  if (!isApplying || result.addedIds.length + result.changedIds.length === 0) return;
  await writeEvents(orm, importId, result);
  record({
    action: "properties-imported",
    objectType: "property-import",
    objectId: importId,
    // The ids of new homes; each that has changed has an entry of its own.
    after: {
      piece: piecesDone,
      added,
      changed,
      unchanged,
      tenantsAdded,
      tenantsChanged,
      tenantsErased,
      refused: refused.length,
      addedHomes: result.addedIds,
    },
  });
}

/** Reads the lines of a piece, and the names of members that nobody knows. */
export async function readPiece(
  { format, encoding, delimiter, headings }: Import,
  piece: { readonly bytes: Buffer; readonly firstLine: number },
) {
  if (format === "ndjson") return readJsonPiece(piece);
  const lines = await readCsvPiece(
    piece,
    { encoding, delimiter: delimiter ?? "," },
    headings ?? [],
  );
  return { lines, unknown: new Set<string>() };
}

async function writeEvents(
  orm: Orm,
  importId: string,
  { addedIds, changedIds }: { addedIds: readonly string[]; changedIds: readonly string[] },
): Promise<void> {
  const homes = [
    ...addedIds.map((id) => ({ id, isNew: true })),
    ...changedIds.map((id) => ({ id, isNew: false })),
  ];
  for (let start = 0; start < homes.length; start += homesInEvent) {
    const some = homes.slice(start, start + homesInEvent);
    const list = (isNew: boolean) => some.filter((one) => one.isNew === isNew).map(({ id }) => id);
    const data = { importId, added: list(true), changed: list(false) };
    await orm.execute(
      sql`insert into event_inbox (type, data) values ('properties.imported', ${JSON.stringify(data)}::jsonb)`,
    );
  }
}

/** Ends a step. An applied import needs its file no more. */
async function finish({ orm, record }: Change, found: Import, name: string): Promise<void> {
  const { importId, status, fileName, counts } = found;
  const isApplying = status === "applying";
  await orm.delete(propertyImportKey).where(eq(propertyImportKey.importId, importId));
  await orm
    .update(propertyImport)
    .set(
      isApplying
        ? { status: "applied", appliedBy: name, appliedOn: sql`now()` }
        : { status: "checked" },
    )
    .where(eq(propertyImport.importId, importId));
  if (!isApplying) return;
  await dropPieces(orm, importId);
  record({
    action: "property-import-applied",
    objectType: "property-import",
    objectId: importId,
    after: { fileName, ...counts },
  });
}

/** Deletes the file of an import. */
export async function dropPieces(orm: Orm, importId: string): Promise<void> {
  const gone = await orm
    .delete(propertyImportPiece)
    .where(eq(propertyImportPiece.importId, importId))
    .returning({ sha256: propertyImportPiece.sha256 });
  const hashes = [...new Set(gone.map(({ sha256 }) => sha256))];
  if (hashes.length > 0)
    await orm
      .insert(unusedObject)
      .values(hashes.map((sha256) => ({ sha256 })))
      .onConflictDoNothing();
}
