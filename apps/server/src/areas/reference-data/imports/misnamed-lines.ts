import { and, eq, inArray } from "drizzle-orm";
import { maxCsvLines } from "@fieldfare/contract/office";
import { referenceTable } from "@fieldfare/domain";
import type { Orm } from "../../../database/database.ts";
import {
  type LineIssue,
  type referenceImport,
  referenceImportLine,
} from "../../../database/schema.ts";
import { type CsvFormat, readLines } from "../../../import/csv-file.ts";
import { describeMisnamed, readGroupedRows } from "../group-names.ts";
import { shortenCells } from "./plan-lines.ts";
import { insertLines, type Line, readGoodLines } from "./stored-lines.ts";

type Import = Pick<typeof referenceImport.$inferSelect, "importId" | "tableName" | "content">;

/**
 * Finds the good lines of an import that give a row another name of its group than the other rows have after the import, by
 * their numbers. `choose` returns those of some lines that are still written, as they are.
 */
export async function findMisnamedLines(
  orm: Orm,
  { importId, tableName: table }: Import,
  choose: (lines: readonly Line[]) => readonly Line[] | Promise<readonly Line[]>,
): Promise<Map<number, LineIssue>> {
  const misnamed = new Map<number, LineIssue>();
  if (!referenceTable(table).group) return misnamed;
  const lines: Line[] = [];
  for await (const page of readGoodLines(orm, importId)) lines.push(...(await choose(page)));
  const found = describeMisnamed(table, lines, await readGroupedRows(orm, table));
  for (const [index, issue] of found) {
    const line = lines[index];
    if (line) misnamed.set(line.line, issue);
  }
  return misnamed;
}

/** Makes such lines of a file that is checked bad. Returns what each of them was before. */
export async function rejectMisnamedLines(
  orm: Orm,
  found: Import,
  format: CsvFormat,
): Promise<("new" | "changed")[]> {
  const { importId, content } = found;
  const outcomes: ("new" | "changed")[] = [];
  const misnamed = await findMisnamedLines(orm, found, (lines) => lines);
  if (misnamed.size === 0 || !content) return outcomes;
  // A good line is stored without its cells.
  for await (const records of readLines(content, format, maxCsvLines)) {
    const bad = records.flatMap(({ line, cells }) => {
      const issue = misnamed.get(line);
      return issue
        ? [
            {
              line,
              outcome: "bad" as const,
              after: null,
              before: null,
              issues: [issue],
              cells: shortenCells(cells),
            },
          ]
        : [];
    });
    if (bad.length === 0) continue;
    const removed = await orm
      .delete(referenceImportLine)
      .where(
        and(
          eq(referenceImportLine.importId, importId),
          inArray(
            referenceImportLine.line,
            bad.map(({ line }) => line),
          ),
        ),
      )
      .returning({ before: referenceImportLine.before });
    outcomes.push(...removed.map(({ before }) => (before ? "changed" : "new")));
    await insertLines(orm, importId, bad);
  }
  return outcomes;
}
