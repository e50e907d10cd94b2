import { and, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { CallAnswer, CallBody, CallQuery } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { type ImportStatus, maxCsvBytes, type ReferenceImport } from "@fieldfare/contract/office";
import { referenceTable, type ReferenceTableName, suggestColumns } from "@fieldfare/domain";
import type { AuditSource, Change } from "../../../database/audit.ts";
import type { Database, Orm } from "../../../database/database.ts";
import { referenceImport, referenceImportLine } from "../../../database/schema.ts";
import type { ImportTask } from "../../../database/task-queue.ts";
import { csvLine } from "../../../http/csv.ts";
import { type Refusal, refuse } from "../../../http/problem.ts";
import { ok } from "../../../http/routes.ts";
import {
  type CsvFormat,
  findUndecodableLine,
  guessFormat,
  readRecords,
  type UnreadableFile,
} from "../../../import/csv-file.ts";
import { readStoredLines } from "./stored-lines.ts";

/** The columns of an import that answers show. The bytes of its file are not read with them. */
const shown = {
  importId: referenceImport.importId,
  table: referenceImport.tableName,
  fileName: referenceImport.fileName,
  status: referenceImport.status,
  progress: referenceImport.progress,
  lines: referenceImport.lines,
  counts: referenceImport.counts,
  notUndone: referenceImport.notUndone,
  uploadedBy: referenceImport.uploadedBy,
  uploadedOn: referenceImport.uploadedOn,
  appliedBy: referenceImport.appliedBy,
  appliedOn: referenceImport.appliedOn,
  undoneBy: referenceImport.undoneBy,
  undoneOn: referenceImport.undoneOn,
};

type ShownImport = Pick<
  typeof referenceImport.$inferSelect,
  Exclude<keyof typeof shown, "table">
> & { readonly table: ReferenceTableName };

const problemsOfFiles: Record<UnreadableFile, string> = {
  empty: "The file is empty. Choose another file.",
  spreadsheet:
    "This is a workbook of a spreadsheet program. Save the sheet as CSV (UTF-8) there, and choose that file.",
  "not-text": "This is no text file. Save the sheet as CSV (UTF-8), and choose that file.",
};

/** Stores an uploaded file. */
export async function uploadImport(
  { orm, record }: Change,
  { table, fileName, content }: CallBody<typeof office.uploadReferenceImport>,
  uploadedBy: string,
): Promise<ReferenceImport | Refusal> {
  const bytes = Buffer.from(content, "base64");
  if (bytes.length > maxCsvBytes) return refuse("too-large");
  const guess = guessFormat(bytes);
  if (!guess.ok)
    return refuse("invalid", {
      detail: problemsOfFiles[guess.refusal],
      issues: [{ path: "content", message: problemsOfFiles[guess.refusal] }],
    });
  const importId = randomUUID();
  const [row] = await orm
    .insert(referenceImport)
    .values({
      importId,
      tableName: table,
      fileName,
      content: bytes,
      status: "uploaded",
      uploadedBy,
    })
    .returning(shown);
  if (!row) throw new Error("The import was not stored");
  record({
    action: "reference-import-uploaded",
    objectType: "reference-import",
    objectId: importId,
    after: { table, fileName, bytes: bytes.length },
  });
  return toAnswer(row);
}

/** Lists imports, the latest first. */
export async function listImports(
  { orm }: Database,
  { table, after, limit }: CallQuery<typeof office.listReferenceImports>,
): Promise<ReferenceImport[]> {
  const [last] = after
    ? await orm
        .select({ importId: referenceImport.importId, uploadedOn: referenceImport.uploadedOn })
        .from(referenceImport)
        .where(eq(referenceImport.importId, after))
    : [];
  if (after && !last) return [];
  const rows = await orm
    .select(shown)
    .from(referenceImport)
    .where(
      and(
        table && eq(referenceImport.tableName, table),
        last &&
          or(
            lt(referenceImport.uploadedOn, last.uploadedOn),
            and(
              eq(referenceImport.uploadedOn, last.uploadedOn),
              lt(referenceImport.importId, last.importId),
            ),
          ),
      ),
    )
    .orderBy(desc(referenceImport.uploadedOn), desc(referenceImport.importId))
    .limit(Number(limit ?? defaultLimit));
  return rows.map(toAnswer);
}

const defaultLimit = 50;

/** Reads an import; null: unknown. */
export async function findImport(orm: Orm, importId: string): Promise<ReferenceImport | null> {
  const [row] = await orm
    .select(shown)
    .from(referenceImport)
    .where(eq(referenceImport.importId, importId));
  return row ? toAnswer(row) : null;
}

/** Reads the headings and the first lines of a file in an encoding. */
export async function previewImport(
  { orm }: Database,
  importId: string,
  chosen: CallQuery<typeof office.previewReferenceImport>,
): Promise<CallAnswer<typeof office.previewReferenceImport> | Refusal> {
  const [row] = await orm
    .select({ content: referenceImport.content, table: referenceImport.tableName })
    .from(referenceImport)
    .where(eq(referenceImport.importId, importId));
  if (!row) return refuse("not-found");
  if (!row.content) return refuse("conflict", { detail: "The file is no longer stored." });
  const guess = guessFormat(row.content);
  if (!guess.ok) return refuse("conflict", { detail: problemsOfFiles[guess.refusal] });
  const format: CsvFormat = {
    encoding: chosen.encoding ?? guess.value.encoding,
    delimiter: chosen.delimiter ?? guess.value.delimiter,
  };
  const [headings = [], ...lines] = await readFirst(row.content, format, 6);
  const shortened = headings.slice(0, maxColumns).map(shorten);
  return {
    ...format,
    isSurelyUtf8: guess.value.isSurelyUtf8,
    undecodableLine: findUndecodableLine(row.content, format.encoding),
    headings: shortened,
    lines: lines.map((cells) => cells.slice(0, maxColumns).map(shorten)),
    columns: suggestColumns(row.table, shortened),
  };
}

const maxColumns = 200;
/** A preview needs no more of a file, however long it is. */
const previewBytes = 200_000;

async function readFirst(bytes: Buffer, format: CsvFormat, count: number): Promise<string[][]> {
  const records: string[][] = [];
  for await (const { cells } of readRecords(bytes.subarray(0, previewBytes), format)) {
    records.push([...cells]);
    if (records.length === count) break;
  }
  return records;
}

function shorten(cell: string): string {
  return cell.slice(0, 1000).toWellFormed();
}

/** Begins the check of a file. */
export async function beginCheck(
  change: Change,
  importId: string,
  { encoding, delimiter, columns }: CallBody<typeof office.checkReferenceImport>,
  source: AuditSource,
): Promise<ReferenceImport | Refusal> {
  const { orm } = change;
  const [row] = await orm
    .select({ content: referenceImport.content, table: referenceImport.tableName })
    .from(referenceImport)
    .where(eq(referenceImport.importId, importId));
  if (!row) return refuse("not-found");
  const issues = checkColumns(row.table, columns);
  if (issues.length > 0) return refuse("invalid", { issues });
  if (!row.content) return refuseStatus();
  const line = findUndecodableLine(row.content, encoding);
  if (line !== null) {
    const message = `Line ${line} is not in UTF-8. Choose Windows-1252, and check in the preview that its letters are right.`;
    return refuse("invalid", { detail: message, issues: [{ path: "encoding", message }] });
  }
  const [headings = []] = await readFirst(row.content, { encoding, delimiter }, 1);
  return begin(change, source, { importId, step: "check" }, ["uploaded", "checked"], {
    encoding,
    delimiter,
    columns,
    headings: headings.map(shorten),
    counts: null,
  });
}

function checkColumns(table: ReferenceTableName, columns: readonly (string | null)[]) {
  const { columns: known, identity, key } = referenceTable(table);
  const names = columns.filter((name) => name !== null);
  const issues = names.flatMap((name, index) => {
    if (!known.some((column) => column.name === name))
      return [{ path: "columns", message: `No column has the name ${name}` }];
    return names.indexOf(name) < index
      ? [{ path: "columns", message: `${name} is chosen for two columns of the file` }]
      : [];
  });
  const titles = known.filter(({ name }) => identity.includes(name)).map(({ title }) => title);
  if (!names.includes(key) && !identity.every((name) => names.includes(name)))
    issues.push({
      path: "columns",
      message: `Say which column is ${titles.join(" and which is ")}: the rows are recognised by it`,
    });
  return issues;
}

/** Begins to apply a checked import, if it adds or changes something. */
export async function beginApply(
  change: Change,
  importId: string,
  source: AuditSource,
): Promise<ReferenceImport | Refusal> {
  const found = await findImport(change.orm, importId);
  if (!found) return refuse("not-found");
  if (found.status === "checked" && !found.counts?.new && !found.counts?.changed)
    return refuse("conflict", { detail: "No line of the file adds or changes anything." });
  return begin(change, source, { importId, step: "apply" }, ["checked"], {});
}

/** Begins to undo an applied import. */
export async function beginUndo(
  change: Change,
  importId: string,
  leaveChanged: boolean,
  source: AuditSource,
): Promise<ReferenceImport | Refusal> {
  const found = await findImport(change.orm, importId);
  if (!found) return refuse("not-found");
  if (found.status === "applied" && !(await hasLines(change.orm, importId)))
    return refuse("conflict", {
      detail:
        "The lines of this import were deleted after their period, so it can no longer be undone. Change the rows, or import a file with the values of before.",
    });
  return begin(change, source, { importId, step: "undo", leaveChanged }, ["applied"], {});
}

/** Whether the lines that an import has applied are still stored. */
async function hasLines(orm: Orm, importId: string): Promise<boolean> {
  const rows = await orm
    .select({ line: referenceImportLine.line })
    .from(referenceImportLine)
    .where(
      and(
        eq(referenceImportLine.importId, importId),
        inArray(referenceImportLine.outcome, ["new", "changed", "not-undone"]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

const statusOfStep = { check: "checking", apply: "applying", undo: "undoing" } as const;

/** Sets the status and adds the task, unless somebody else was faster. */
async function begin(
  { orm, record }: Change,
  source: AuditSource,
  task: Omit<ImportTask, "source">,
  from: ImportStatus[],
  more: Partial<typeof referenceImport.$inferInsert>,
): Promise<ReferenceImport | Refusal> {
  const { importId, step } = task;
  const [row] = await orm
    .update(referenceImport)
    .set({ ...more, status: statusOfStep[step], progress: 0 })
    .where(and(eq(referenceImport.importId, importId), inArray(referenceImport.status, from)))
    .returning(shown);
  if (!row) return refuseStatus();
  const content: ImportTask = { ...task, source };
  await orm.execute(sql`select add_task('reference-imports', ${JSON.stringify(content)}::jsonb)`);
  record({
    action: `reference-import-${step}`,
    objectType: "reference-import",
    objectId: importId,
    after: { table: row.table, fileName: row.fileName },
  });
  return toAnswer(row);
}

function refuseStatus(): Refusal {
  return refuse("conflict", {
    detail: "The import has gone on since, or somebody else is working on it. Look at it again.",
  });
}

/** Deletes an import that has changed nothing. */
export async function discardImport(
  { orm, record }: Change,
  importId: string,
): Promise<CallAnswer<typeof office.discardReferenceImport> | Refusal> {
  if (!(await findImport(orm, importId))) return refuse("not-found");
  const [row] = await orm
    .delete(referenceImport)
    .where(
      and(
        eq(referenceImport.importId, importId),
        inArray(referenceImport.status, ["uploaded", "checking", "checked"]),
      ),
    )
    .returning(shown);
  if (!row) return refuse("conflict", { detail: "The import was applied. Undo it instead." });
  record({
    action: "reference-import-discarded",
    objectType: "reference-import",
    objectId: importId,
    before: { table: row.table, fileName: row.fileName },
  });
  return ok;
}

/** Lists lines of an import. */
export async function listLines(
  { orm }: Database,
  importId: string,
  { outcome, cause, column, after, limit }: CallQuery<typeof office.listImportLines>,
): Promise<CallAnswer<typeof office.listImportLines> | Refusal> {
  if (!(await findImport(orm, importId))) return refuse("not-found");
  const issue = { ...(cause && { cause }), ...(column !== undefined && { column }) };
  const rows = await orm
    .select()
    .from(referenceImportLine)
    .where(
      and(
        eq(referenceImportLine.importId, importId),
        outcome && eq(referenceImportLine.outcome, outcome),
        cause || column !== undefined
          ? sql`${referenceImportLine.issues} @> ${JSON.stringify([issue])}::jsonb`
          : undefined,
        gt(referenceImportLine.line, Number(after ?? 0)),
      ),
    )
    .orderBy(referenceImportLine.line)
    .limit(Number(limit ?? defaultLimit));
  return rows.map((row) => ({
    line: row.line,
    outcome: row.outcome,
    values: row.after && toValues(row.after),
    before: row.before && toValues(row.before),
    issues: row.issues ?? [],
  }));
}

type Values = NonNullable<CallAnswer<typeof office.listImportLines>[number]["values"]>;

function toValues(row: NonNullable<(typeof referenceImportLine.$inferSelect)["after"]>): Values {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null ? [...value] : value,
    ]),
  );
}

/** Groups the bad lines by column and cause. */
export async function groupLines(
  { orm }: Database,
  importId: string,
): Promise<CallAnswer<typeof office.groupImportLines> | Refusal> {
  if (!(await findImport(orm, importId))) return refuse("not-found");
  const { rows } = await orm.execute<CallAnswer<typeof office.groupImportLines>[number]>(sql`
    with bad as (
      select line, issue ->> 'column' as "column", issue ->> 'cause' as cause, issue ->> 'reason' as reason
        from reference_import_line, jsonb_array_elements(issues) issue
       where import_id = ${importId} and outcome = 'bad'
    ), by_reason as (
      select "column", cause, reason, count(*)::int as lines, min(line) as first_line,
             (array_agg(line order by line))[1:5] as first_lines
        from bad group by 1, 2, 3
    ), by_cause as (
      select "column", cause, count(*)::int as lines, (array_agg(line order by line))[1:20] as first_lines
        from bad group by 1, 2
    )
    select c."column", c.cause, c.lines, c.first_lines as "firstLines",
           r.reasons -> 0 ->> 'reason' as example, r.reasons, r.reason_count as "reasonCount"
      from by_cause c cross join lateral (
             select count(*)::int as reason_count,
                    coalesce(jsonb_agg(jsonb_build_object(
                      'reason', reason, 'lines', lines, 'firstLines', first_lines
                    ) order by place) filter (where place <= 5), '[]') as reasons
               from (select *, row_number() over (order by first_line, reason) as place
                       from by_reason
                      where cause = c.cause and "column" is not distinct from c."column") reasons) r
     order by c.lines desc, c."column", c.cause`);
  return rows;
}

/** Writes the bad lines as CSV: what is wrong, and the cells, so that the corrected file can be imported. */
export async function exportBadLines(
  { orm }: Database,
  importId: string,
): Promise<{ bytes: Buffer; fileName: string } | Refusal> {
  const [found] = await orm
    .select({ headings: referenceImport.headings, fileName: referenceImport.fileName })
    .from(referenceImport)
    .where(eq(referenceImport.importId, importId));
  if (!found) return refuse("not-found");
  const lines = [`\u{feff}${csvLine(["Line", "Reasons", ...(found.headings ?? [])])}`];
  for await (const page of readStoredLines(orm, importId, ["bad"]))
    for (const { line, issues, cells } of page) {
      const reasons = (issues ?? []).map(({ reason }) => reason).join(" ");
      lines.push(csvLine([line, reasons, ...(cells ?? [])]));
    }
  return { bytes: Buffer.from(lines.join("")), fileName: found.fileName };
}

function toAnswer({ uploadedOn, appliedOn, undoneOn, ...row }: ShownImport): ReferenceImport {
  return {
    ...row,
    uploadedOn: uploadedOn.toISOString(),
    appliedOn: appliedOn?.toISOString() ?? null,
    undoneOn: undoneOn?.toISOString() ?? null,
  };
}
