import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Orm } from "../../../database/database.ts";
import { referenceImportLine } from "../../../database/schema.ts";
import { storableJson } from "../../../database/storable.ts";

export type Line = typeof referenceImportLine.$inferSelect;

const linesAtOnce = 1_000;

/** Reads the stored lines of an import with one of the outcomes, in the order of the file, some at a time. */
export async function* readStoredLines(
  orm: Orm,
  importId: string,
  outcomes: readonly Line["outcome"][],
): AsyncGenerator<Line[]> {
  for (let after = 0; ;) {
    const page = await orm
      .select()
      .from(referenceImportLine)
      .where(
        and(
          eq(referenceImportLine.importId, importId),
          inArray(referenceImportLine.outcome, outcomes),
          gt(referenceImportLine.line, after),
        ),
      )
      .orderBy(asc(referenceImportLine.line))
      .limit(linesAtOnce);
    if (page.length > 0) yield page;
    after = page.at(-1)?.line ?? after;
    if (page.length < linesAtOnce) return;
  }
}

/** Reads the good lines of an import. */
export const readGoodLines = (orm: Orm, importId: string) =>
  readStoredLines(orm, importId, ["new", "changed", "not-undone"]);

/** Stores lines of an import. */
export async function insertLines(
  orm: Orm,
  importId: string,
  lines: readonly Omit<Line, "importId">[],
): Promise<void> {
  if (lines.length === 0) return;
  await orm.execute(sql`
    insert into reference_import_line (import_id, line, outcome, after, before, issues, cells)
    select ${importId}, l.line, l.outcome, nullif(l.after, 'null'), nullif(l.before, 'null'),
           nullif(l.issues, 'null'), nullif(l.cells, 'null')
      from jsonb_to_recordset(${storableJson(lines)}::jsonb)
           as l (line int, outcome text, after jsonb, before jsonb, issues jsonb, cells jsonb)`);
}
