import type { CallAnswer } from "@fieldfare/contract";
import type { ReferenceRowAnswer } from "@fieldfare/contract/office";
import type * as office from "@fieldfare/contract/office";
import {
  normaliseForSearch,
  referenceTable,
  referenceTableNames,
  type ReferenceColumn,
  type ReferenceTableName,
  type ReferenceValue,
} from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { listWords } from "../../database/searchable-sql.ts";
import { csvLine } from "../../http/csv.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { describeRow } from "./row-changes.ts";
import { findStore } from "./tables/find-store.ts";
import { readReferences, type References } from "./tables/references.ts";
import type { RowPlace } from "./tables/store.ts";

/** Counts the rows of each table. */
export async function listTables({
  orm,
}: Database): Promise<CallAnswer<typeof office.listReferenceTables>> {
  const tables = [];
  for (const table of referenceTableNames)
    tables.push({ table, rows: await findStore(table).count(orm) });
  return tables;
}

interface ListQuery {
  readonly search?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: string | undefined;
}

const defaultLimit = 100;

/** Lists a page of the rows of a table. */
export async function listRows(
  { orm }: Database,
  table: ReferenceTableName,
  { search, after, limit }: ListQuery,
): Promise<CallAnswer<typeof office.listReferenceRows> | Refusal> {
  const place = after === undefined ? null : parsePlace(after);
  if (place === undefined)
    return refuse("invalid", {
      issues: [{ path: "after", message: "This is not the `next` of an answer" }],
    });
  const max = Number(limit ?? defaultLimit);
  const found = await findStore(table).list(orm, {
    words: listWords(search),
    after: place,
    limit: max + 1,
  });
  const page = found.slice(0, max);
  const references = await readReferences(orm, table);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => describeRow(table, row, references)),
    next: found.length > max && last ? formatPlace(last.place) : null,
  };
}

/** Reads one row. */
export async function readRow(
  { orm }: Database,
  table: ReferenceTableName,
  rowId: number,
): Promise<ReferenceRowAnswer | Refusal> {
  const row = (await findStore(table).read(orm, [rowId])).get(rowId);
  return row ? describeRow(table, row, await readReferences(orm, table)) : refuse("not-found");
}

/** Lists what a column may refer to, at most 200. */
export async function listChoices(
  { orm }: Database,
  table: ReferenceTableName,
  { column: name, search }: { readonly column: string; readonly search?: string | undefined },
): Promise<CallAnswer<typeof office.listReferenceChoices> | Refusal> {
  const column = referenceTable(table).columns.find((each) => each.name === name);
  if (column?.kind !== "reference" && column?.kind !== "choice") return refuse("not-found");
  const words = listWords(search);
  const references = await readReferences(orm, table);
  return references
    .list(column)
    .filter((choice) => {
      const text = normaliseForSearch(choice.name);
      return words.every((word) => text.includes(word));
    })
    .slice(0, 200);
}

const rowsAtOnce = 5_000;

/** Writes the rows of a table as CSV, with the headings that an import suggests its columns by. */
export async function exportRows(
  { orm }: Database,
  table: ReferenceTableName,
  search: string | undefined,
): Promise<Buffer> {
  const { columns } = referenceTable(table);
  const references = await readReferences(orm, table);
  // Spreadsheets read a file without a byte-order mark in another encoding.
  const lines = [`\u{feff}${csvLine(columns.map(({ title }) => title))}`];
  let after: RowPlace | null = null;
  for (;;) {
    const page = await findStore(table).list(orm, {
      words: listWords(search),
      after,
      limit: rowsAtOnce,
    });
    for (const { row } of page)
      lines.push(
        csvLine(columns.map((column) => formatCell(column, row[column.name] ?? null, references))),
      );
    after = page.at(-1)?.place ?? null;
    if (page.length < rowsAtOnce) break;
  }
  return Buffer.from(lines.join(""));
}

/** Writes a value so that an import reads the same. */
function formatCell(
  column: ReferenceColumn,
  value: ReferenceValue,
  references: References,
): string | number | null {
  if (value === null) return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  if (typeof value !== "number") return value.join(" ");
  const name = references.nameOf(column, value);
  if (name === null) return value;
  const resolved = references.resolve(column, name);
  return resolved.ok && resolved.value === value ? name : value;
}

function formatPlace({ label, rowId }: RowPlace): string {
  return `${rowId}.${Buffer.from(label).toString("base64url")}`;
}

/** Undefined: the text is not a place. */
function parsePlace(text: string): RowPlace | undefined {
  const [, rowId, label] = /^(-?\d{1,10})\.([A-Za-z0-9_-]*)$/.exec(text) ?? [];
  if (rowId === undefined || label === undefined) return undefined;
  const decoded = Buffer.from(label, "base64url").toString();
  return decoded.includes("\0") ? undefined : { rowId: Number(rowId), label: decoded };
}
