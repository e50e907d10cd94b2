import { and, asc, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { PropertyImport } from "@fieldfare/contract/office";
import type { AuditSource, Change } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { propertyImport, propertyImportLine } from "../../database/schema.ts";
import type { PropertyImportTask } from "../../database/task-queue.ts";
import { csvLine } from "../../http/csv.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import { dropPieces } from "./run-import.ts";

type Row = typeof propertyImport.$inferSelect;

export const emptyCounts: PropertyImport["counts"] = {
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  tenantsAdded: 0,
  tenantsChanged: 0,
  tenantsErased: 0,
};

/** Adds the task of a step, in the transaction that begins it. */
export async function addTask(orm: Orm, task: PropertyImportTask): Promise<void> {
  await orm.execute(sql`select add_task('property-imports', ${JSON.stringify(task)}::jsonb)`);
}

/** Reads an import; undefined: unknown. */
export async function findImport(orm: Orm, importId: string): Promise<Row | undefined> {
  const [row] = await orm
    .select()
    .from(propertyImport)
    .where(eq(propertyImport.importId, importId));
  return row;
}

/** Lists imports, the latest first. */
export async function listImports(
  { orm }: Database,
  { after, limit }: CallQuery<typeof office.listPropertyImports>,
): Promise<PropertyImport[]> {
  const last = after ? await findImport(orm, after) : undefined;
  if (after && !last) return [];
  const rows = await orm
    .select()
    .from(propertyImport)
    .where(
      last &&
        or(
          lt(propertyImport.uploadedOn, last.uploadedOn),
          and(
            eq(propertyImport.uploadedOn, last.uploadedOn),
            lt(propertyImport.importId, last.importId),
          ),
        ),
    )
    .orderBy(desc(propertyImport.uploadedOn), desc(propertyImport.importId))
    .limit(Number(limit ?? defaultLimit));
  return rows.map(toAnswer);
}

const defaultLimit = 50;

/** Begins to apply a checked import, unless somebody else was faster. */
export async function beginApply(
  { orm, record }: Change,
  importId: string,
  source: AuditSource,
): Promise<PropertyImport | Refusal> {
  const [row] = await orm
    .update(propertyImport)
    .set({ status: "applying", piecesDone: 0, counts: emptyCounts })
    .where(and(eq(propertyImport.importId, importId), eq(propertyImport.status, "checked")))
    .returning();
  if (!row) return refuseStatus(orm, importId);
  await orm.delete(propertyImportLine).where(eq(propertyImportLine.importId, importId));
  await addTask(orm, { importId, step: "apply", source });
  record({
    action: "property-import-apply",
    objectType: "property-import",
    objectId: importId,
    after: { fileName: row.fileName },
  });
  return toAnswer(row);
}

/** Deletes an import that has changed nothing. */
export async function discardImport(
  { orm, record }: Change,
  importId: string,
): Promise<typeof ok | Refusal> {
  const [row] = await orm
    .select()
    .from(propertyImport)
    .where(
      and(
        eq(propertyImport.importId, importId),
        inArray(propertyImport.status, ["checking", "checked"]),
      ),
    )
    .for("update");
  if (!row) return refuseStatus(orm, importId);
  await dropPieces(orm, importId);
  await orm.delete(propertyImport).where(eq(propertyImport.importId, importId));
  record({
    action: "property-import-discarded",
    objectType: "property-import",
    objectId: importId,
    before: { fileName: row.fileName, lines: row.lines },
  });
  return ok;
}

async function refuseStatus(orm: Orm, importId: string): Promise<Refusal> {
  return (await findImport(orm, importId))
    ? refuse("conflict", {
        detail: "The import has gone on since, or is not checked yet. Look at it again.",
      })
    : refuse("not-found");
}

/** Lists the lines that are left out. */
export async function listRefused(
  { orm }: Database,
  importId: string,
  { after, limit }: CallQuery<typeof office.listRefusedLines>,
): Promise<CallAnswer<typeof office.listRefusedLines> | Refusal> {
  if (!(await findImport(orm, importId))) return refuse("not-found");
  return readLines(orm, importId, Number(after ?? 0), Number(limit ?? defaultLimit));
}

function readLines(orm: Orm, importId: string, after: number, limit: number) {
  return orm
    .select({ line: propertyImportLine.line, issues: propertyImportLine.issues })
    .from(propertyImportLine)
    .where(and(eq(propertyImportLine.importId, importId), gt(propertyImportLine.line, after)))
    .orderBy(asc(propertyImportLine.line))
    .limit(limit);
}

const linesAtOnce = 5_000;

/** Writes the lines that are left out as CSV, a row for each thing that is wrong. */
export async function exportRefused(
  { orm }: Database,
  importId: string,
): Promise<{ readonly bytes: Buffer; readonly fileName: string } | Refusal> {
  const found = await findImport(orm, importId);
  if (!found) return refuse("not-found");
  const lines = [`\u{feff}${csvLine(["Line", "Value", "What is wrong, and what to do"])}`];
  for (let after = 0; ;) {
    const page = await readLines(orm, importId, after, linesAtOnce);
    for (const { line, issues } of page)
      for (const { field, message } of issues) lines.push(csvLine([line, field ?? "", message]));
    after = page.at(-1)?.line ?? after;
    if (page.length < linesAtOnce) break;
  }
  return { bytes: Buffer.from(lines.join("")), fileName: found.fileName };
}

/** The import as answers show it. */
export function toAnswer({ uploadedOn, appliedOn, ...row }: Row): PropertyImport {
  const { importId, fileName, format, encoding, status, lines, counts, unknownColumns } = row;
  return {
    importId,
    fileName,
    format,
    encoding,
    status,
    lines,
    // An earlier version has not counted everything.
    counts: { ...emptyCounts, ...counts },
    unknownColumns,
    uploadedBy: row.uploadedBy,
    uploadedOn: uploadedOn.toISOString(),
    appliedBy: row.appliedBy,
    appliedOn: appliedOn?.toISOString() ?? null,
  };
}
