import { eq, sql } from "drizzle-orm";
import { maxCsvLines } from "@fieldfare/contract/office";
import {
  identityOf,
  referenceTable,
  type ReferenceRow,
  type ReferenceTableName,
  type ReferenceValue,
} from "@fieldfare/domain";
import { makeChange } from "../../../database/audit.ts";
import type { Database, Orm } from "../../../database/database.ts";
import {
  type ImportCounts,
  type LineIssue,
  referenceImport,
  referenceImportLine,
} from "../../../database/schema.ts";
import { storableJson } from "../../../database/storable.ts";
import type { ImportTask } from "../../../database/task-queue.ts";
import { readLines } from "../../../import/csv-file.ts";
import { describeIssue } from "../describe-issue.ts";
import { findUnknownReferences, findUsedRows, isUnchangedRow } from "../row-changes.ts";
import { findStore } from "../tables/find-store.ts";
import type { RowChange } from "../tables/store.ts";
import { readTableState, type TableState } from "../tables/table-state.ts";
import { findMisnamedLines, rejectMisnamedLines } from "./misnamed-lines.ts";
import { createLinePlanner, shortenCells } from "./plan-lines.ts";
import { insertLines, type Line, readGoodLines } from "./stored-lines.ts";

type Import = typeof referenceImport.$inferSelect;

/**
 * Does a step of an import. Each is one transaction that also sets the next status, so a task that runs again after its server
 * was killed begins from the start, and one that was done does nothing.
 */
export async function runImportTask(database: Database, task: ImportTask): Promise<void> {
  const { importId, step, source } = task;
  await makeChange(database, source, async (change) => {
    const { orm } = change;
    // One task at a time, also if two servers have it. The row stays free: it shows the progress.
    await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${importId}, 4600015))`);
    const [found] = await orm
      .select()
      .from(referenceImport)
      .where(eq(referenceImport.importId, importId));
    if (found?.status === "checking" && step === "check") await checkFile(database, orm, found);
    if (found?.status === "applying" && step === "apply") {
      const counts = await applyLines(database, orm, found);
      await orm
        .update(referenceImport)
        .set({
          status: "applied",
          counts,
          content: null,
          appliedBy: source.actor?.name ?? "",
          appliedOn: sql`now()`,
        })
        .where(eq(referenceImport.importId, importId));
      change.record({
        action: "reference-import-applied",
        objectType: "reference-import",
        objectId: importId,
        after: { table: found.tableName, fileName: found.fileName, ...counts },
      });
    }
    if (found?.status === "undoing" && step === "undo") {
      const undone = await undoLines(database, orm, found, task.leaveChanged ?? false);
      await orm
        .update(referenceImport)
        .set({
          notUndone: undone.notUndone,
          ...(undone.isDone
            ? { status: "undone", undoneBy: source.actor?.name ?? "", undoneOn: sql`now()` }
            : { status: "applied" }),
        })
        .where(eq(referenceImport.importId, importId));
      if (undone.isDone)
        change.record({
          action: "reference-import-undone",
          objectType: "reference-import",
          objectId: importId,
          after: {
            table: found.tableName,
            fileName: found.fileName,
            undone: undone.undone,
            notUndone: undone.notUndone,
          },
        });
    }
  });
}

/**
 * Shows how far the work is. Other connections write it, since the transaction of the work is seen at its end only. The work does
 * not wait for it: the pool may be in use.
 */
function createProgress({ pool }: Database, importId: string) {
  let isWriting = false;
  return (progress: number, lines?: number): void => {
    if (isWriting) return;
    isWriting = true;
    const values = [importId, progress, lines ?? null];
    pool
      .query(
        "update reference_import set progress = $2, lines = coalesce($3, lines) where import_id = $1 and status in ('checking', 'applying', 'undoing')",
        values,
      )
      // What it says is a help for people, and the next piece of work says it again.
      .catch(() => undefined)
      .finally(() => (isWriting = false));
  };
}

async function checkFile(database: Database, orm: Orm, found: Import): Promise<void> {
  const { importId, tableName, content, columns, encoding, delimiter } = found;
  if (!content || !columns || !encoding || !delimiter) return;
  await orm.delete(referenceImportLine).where(eq(referenceImportLine.importId, importId));
  const planner = createLinePlanner(tableName, columns, await readTableState(orm, tableName));
  const counts = { new: 0, changed: 0, unchanged: 0, bad: 0, skipped: 0 };
  const showProgress = createProgress(database, importId);
  let lines = 0;
  for await (const records of readLines(content, { encoding, delimiter }, maxCsvLines)) {
    const plans = await planner.plan(orm, records);
    const stored = plans.flatMap((plan, index): Omit<Line, "importId">[] => {
      const record = records[index];
      counts[plan.outcome] += 1;
      if (!record || plan.outcome === "unchanged") return [];
      const isBad = plan.outcome === "bad";
      return [
        {
          line: record.line,
          outcome: plan.outcome,
          after: isBad ? null : plan.after,
          before: plan.outcome === "changed" ? plan.before : null,
          issues: isBad ? plan.issues : null,
          cells: isBad ? shortenCells(record.cells) : null,
        },
      ];
    });
    await insertLines(orm, importId, stored);
    lines += records.length;
    showProgress(lines, lines);
  }
  for (const outcome of await rejectMisnamedLines(orm, found, { encoding, delimiter })) {
    counts[outcome] -= 1;
    counts.bad += 1;
  }
  await orm
    .update(referenceImport)
    .set({ status: "checked", counts, lines })
    .where(eq(referenceImport.importId, importId));
}

async function updateLines(
  orm: Orm,
  importId: string,
  lines: readonly Pick<Line, "line" | "outcome" | "after" | "issues">[],
): Promise<void> {
  if (lines.length === 0) return;
  await orm.execute(sql`
    update reference_import_line i
       set outcome = l.outcome, after = nullif(l.after, 'null'), issues = nullif(l.issues, 'null')
      from jsonb_to_recordset(${storableJson(lines)}::jsonb)
           as l (line int, outcome text, after jsonb, issues jsonb)
     where i.import_id = ${importId} and i.line = l.line`);
}

/** Writes the good lines. One whose row was changed since the check is skipped, and says why. */
async function applyLines(database: Database, orm: Orm, found: Import): Promise<ImportCounts> {
  const { importId, tableName: table } = found;
  const store = findStore(table);
  const write = await store.openWriter(orm);
  const state = await readTableState(orm, table);
  const { key } = referenceTable(table);
  state.reserve(await readGivenIds(orm, importId, key));
  const misnamed = await findMisnamedLines(orm, found, async (page) => {
    const present = await store.read(orm, listIds(page, key));
    return page.filter(({ after, before }) => {
      if (!after) return false;
      const current = present.get(readId(after[key])[0] ?? Number.NaN) ?? null;
      return findObstacle(table, { after, before, current }, state) === null;
    });
  });
  const counts = { ...(found.counts ?? noCounts), new: 0, changed: 0, skipped: 0 };
  const showProgress = createProgress(database, importId);
  let progress = 0;
  for await (const lines of readGoodLines(orm, importId)) {
    const present = await store.read(orm, listIds(lines, key));
    const changes: RowChange[] = [];
    const updated: Pick<Line, "line" | "outcome" | "after" | "issues">[] = [];
    for (const { line, after, before } of lines) {
      if (!after) continue;
      const current = present.get(readId(after[key])[0] ?? Number.NaN) ?? null;
      const issue = misnamed.get(line) ?? findObstacle(table, { after, before, current }, state);
      if (issue) {
        counts.skipped += 1;
        updated.push({ line, outcome: "skipped", after, issues: [issue] });
        continue;
      }
      const row = after[key] === null ? { ...after, [key]: state.takeId() } : after;
      state.note(row);
      counts[before ? "changed" : "new"] += 1;
      changes.push({ before, after: row });
      if (row !== after)
        updated.push({ line, outcome: before ? "changed" : "new", after: row, issues: null });
    }
    await write(changes);
    await updateLines(orm, importId, updated);
    progress += lines.length;
    showProgress(progress);
  }
  return counts;
}

/** Reads the ids that new lines give, so that no line without one gets an id of a later line. */
async function readGivenIds(orm: Orm, importId: string, key: string): Promise<number[]> {
  const { rows } = await orm.execute<{ id: number }>(sql`
    select (after ->> ${key})::int as id from reference_import_line
     where import_id = ${importId} and outcome = 'new' and after ->> ${key} is not null`);
  return rows.map(({ id }) => id);
}

const noCounts: ImportCounts = { new: 0, changed: 0, unchanged: 0, bad: 0, skipped: 0 };

function listIds(lines: readonly Line[], key: string): number[] {
  return lines.flatMap(({ after }) => readId(after?.[key]));
}

function readId(value: ReferenceValue | undefined): number[] {
  return typeof value === "number" ? [value] : [];
}

interface Planned {
  readonly after: ReferenceRow;
  readonly before: ReferenceRow | null;
  /** The row as it is now. */
  readonly current: ReferenceRow | null;
}

/** Says why a line that was good when it was checked can no longer be applied; null: it can. */
function findObstacle(
  table: ReferenceTableName,
  { after, before, current }: Planned,
  state: TableState,
): LineIssue | null {
  const definition = referenceTable(table);
  const ownId = readId(after[definition.key])[0];
  if (!isUnchangedRow(table, before, current)) return makeIssue(table, "changed-since");
  const isRenamed = !before || identityOf(definition, before) !== identityOf(definition, after);
  if (isRenamed && state.findByIdentity(after).some((other) => other !== ownId))
    return makeIssue(table, "taken");
  for (const column of definition.columns) {
    const [unknown] = findUnknownReferences(
      column,
      after[column.name] ?? null,
      before?.[column.name] ?? null,
      state.references,
    );
    if (unknown !== undefined)
      return makeIssue(table, "unknown-reference", column.name, String(unknown));
  }
  return null;
}

function makeIssue(
  table: ReferenceTableName,
  cause: LineIssue["cause"],
  columnName: string | null = null,
  cell: string | null = null,
): LineIssue {
  const definition = referenceTable(table);
  const column = definition.columns.find(({ name }) => name === columnName) ?? null;
  const details = { table: definition, column, ...(cell !== null && { cell }) };
  return { column: columnName, cause, reason: describeIssue(cause, details), cell };
}

interface Undone {
  readonly isDone: boolean;
  readonly undone: number;
  readonly notUndone: number;
}

/**
 * Brings the rows of an import back to what they were. A row that was changed since, or to which others refer now, stays as
 * it is. Without `leaveChanged` one such row is enough to undo nothing.
 */
async function undoLines(
  database: Database,
  orm: Orm,
  found: Import,
  leaveChanged: boolean,
): Promise<Undone> {
  const { importId, tableName: table } = found;
  const write = await findStore(table).openWriter(orm);
  const state = await readTableState(orm, table);
  const blocked = new Set<number>();
  for await (const lines of readGoodLines(orm, importId)) {
    const obstacles = await findUndoObstacles(orm, table, lines, state);
    const updated = lines.map(({ line, after, before }) => {
      const issue = obstacles.get(line);
      if (issue) blocked.add(line);
      return {
        line,
        after,
        outcome: issue ? ("not-undone" as const) : before ? ("changed" as const) : ("new" as const),
        issues: issue ? [issue] : null,
      };
    });
    await updateLines(orm, importId, updated);
  }
  const misnamed = await findMisnamedLines(orm, found, (page) =>
    page
      .filter(({ line }) => !blocked.has(line))
      .map(({ before, after, ...line }) => ({ ...line, before: after, after: before })),
  );
  if (misnamed.size > 0)
    for await (const lines of readGoodLines(orm, importId))
      await updateLines(
        orm,
        importId,
        lines.flatMap(({ line, after }) => {
          const issue = misnamed.get(line);
          return issue ? [{ line, after, outcome: "not-undone" as const, issues: [issue] }] : [];
        }),
      );
  for (const line of misnamed.keys()) blocked.add(line);
  if (blocked.size > 0 && !leaveChanged)
    return { isDone: false, undone: 0, notUndone: blocked.size };
  const showProgress = createProgress(database, importId);
  let progress = 0;
  let undone = 0;
  for await (const lines of readGoodLines(orm, importId)) {
    const changes = lines.flatMap(({ line, before, after }) =>
      blocked.has(line) ? [] : [{ before: after, after: before }],
    );
    await write(changes);
    undone += changes.length;
    progress += lines.length;
    showProgress(progress);
  }
  return { isDone: true, undone, notUndone: blocked.size };
}

/** Finds why lines of an applied import cannot be undone, by their numbers. */
async function findUndoObstacles(
  orm: Orm,
  table: ReferenceTableName,
  lines: readonly Line[],
  state: TableState,
): Promise<Map<number, LineIssue>> {
  const definition = referenceTable(table);
  const { key } = definition;
  const current = await findStore(table).read(orm, listIds(lines, key));
  const added = lines.flatMap(({ before, after }) => (before ? [] : readId(after?.[key])));
  const used = await findUsedRows(orm, table, added);
  const obstacles = new Map<number, LineIssue>();
  for (const { line, before, after } of lines) {
    const rowId = readId(after?.[key])[0];
    const present = rowId === undefined ? null : (current.get(rowId) ?? null);
    if (rowId === undefined || !isUnchangedRow(table, after, present))
      obstacles.set(line, makeIssue(table, "changed-since"));
    else if (!before && used.has(rowId)) obstacles.set(line, makeIssue(table, "in-use"));
    else if (before) {
      const isTaken =
        after &&
        identityOf(definition, before) !== identityOf(definition, after) &&
        state.findByIdentity(before).length > 0;
      const [gone] = definition.columns.flatMap((column) =>
        findUnknownReferences(
          column,
          before[column.name] ?? null,
          after?.[column.name] ?? null,
          state.references,
        ).map((unknown) => ({ column, unknown })),
      );
      if (isTaken) obstacles.set(line, makeIssue(table, "taken"));
      else if (gone)
        obstacles.set(
          line,
          makeIssue(table, "unknown-reference", gone.column.name, String(gone.unknown)),
        );
    }
  }
  return obstacles;
}
