import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Orm } from "../../../database/database.ts";
import { referenceImportLine } from "../../../database/schema.ts";

type Line = typeof referenceImportLine.$inferSelect;

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
