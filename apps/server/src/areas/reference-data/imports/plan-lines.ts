import type { LineCause } from "@fieldfare/contract/office";
import {
  findExcess,
  identityOf,
  initialValue,
  readValue,
  referenceTable,
  type ReferenceColumn,
  type ReferenceRow,
  type ReferenceTableName,
  type ReferenceValue,
} from "@fieldfare/domain";
import type { Orm } from "../../../database/database.ts";
import type { LineIssue } from "../../../database/schema.ts";
import { type CsvRecord, readCell } from "../../../import/csv-file.ts";
import { describeIssue } from "../describe-issue.ts";
import { describeExcess, findUnknownReferences, isUnchangedRow } from "../row-changes.ts";
import { findStore } from "../tables/find-store.ts";
import type { TableState } from "../tables/table-state.ts";

/** What an import does with a line. */
type LinePlan =
  | { readonly outcome: "unchanged" }
  | { readonly outcome: "new"; readonly after: ReferenceRow }
  | { readonly outcome: "changed"; readonly after: ReferenceRow; readonly before: ReferenceRow }
  | { readonly outcome: "bad"; readonly issues: LineIssue[] };

export interface LinePlanner {
  /** Plans some lines, in the order of the file. The planner remembers what earlier lines do. */
  plan(orm: Orm, records: readonly CsvRecord[]): Promise<LinePlan[]>;
}

/** The values that a line gives, and what is wrong with it. */
interface ParsedLine {
  readonly given: Map<string, ReferenceValue>;
  readonly issues: LineIssue[];
}

/** Decides on each line of a file whether it adds a row, changes one or is bad. Nothing is written. */
export function createLinePlanner(
  table: ReferenceTableName,
  columnNames: readonly (string | null)[],
  state: TableState,
): LinePlanner {
  const definition = referenceTable(table);
  const { key, identity } = definition;
  const columns = columnNames.map(
    (name) => definition.columns.find((column) => column.name === name) ?? null,
  );
  const hasIdentity = identity.every((name) => columnNames.includes(name));
  /** The lines of the rows that the file has so far, by id and by what names them. */
  const linesById = new Map<number, number>();
  const linesByIdentity = new Map<string, number>();

  const issue = (
    cause: LineCause,
    column: ReferenceColumn | null = null,
    cell: string | null = null,
    line?: number,
  ): LineIssue => ({
    column: column?.name ?? null,
    cause,
    reason: describeIssue(cause, {
      table: definition,
      column,
      ...(cell !== null && { cell }),
      ...(line !== undefined && { line }),
    }),
    cell: cell === null ? null : cell.slice(0, 200).toWellFormed(),
  });
  const keyColumn = definition.columns[0] ?? null;

  function parseLine({ cells, isUnclosed, isBeyondMaximum, endLine }: CsvRecord): ParsedLine {
    const given = new Map<string, ReferenceValue>();
    const issues: LineIssue[] = [];
    if (isUnclosed) return { given, issues: [issue("open-quotation", null, null, endLine)] };
    if (isBeyondMaximum) return { given, issues: [issue("too-many-lines")] };
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ""))
      return { given, issues: [issue("too-many-cells")] };
    for (const [index, column] of columns.entries()) {
      if (!column) continue;
      const cell = cells[index] ?? "";
      const text = readCell(cell);
      if (!text.ok) {
        issues.push(issue(text.refusal, column, cell));
        continue;
      }
      const value = readColumn(column, text.value);
      if (value.ok) given.set(column.name, value.value);
      else issues.push(issue(value.refusal, column, cell));
    }
    return { given, issues };
  }

  function readColumn(column: ReferenceColumn, text: string) {
    const isReference = column.kind === "reference" || column.kind === "choice";
    return isReference && text !== ""
      ? state.references.resolve(column, text)
      : readValue(column, text);
  }

  /** Finds the row that a line is about: its id, null for a new row, or what is wrong. */
  function findRow(given: ReadonlyMap<string, ReferenceValue>): number | null | LineIssue {
    const rowId = given.get(key) ?? null;
    if (typeof rowId === "number") return rowId;
    if (!hasIdentity) return issue("missing", keyColumn);
    const found = state.findByIdentity(Object.fromEntries(given));
    return found.length > 1 ? issue("several-rows") : (found[0] ?? null);
  }

  function complete(
    line: number,
    rowId: number | null,
    given: ReadonlyMap<string, ReferenceValue>,
    before: ReferenceRow | null,
  ): LinePlan {
    const issues: LineIssue[] = [];
    const after: Record<string, ReferenceValue> = {};
    for (const column of definition.columns) {
      const { name } = column;
      const present = before ? (before[name] ?? null) : initialValue(column);
      const value = name === key ? rowId : given.has(name) ? given.get(name) : present;
      if (value === undefined) issues.push(issue("missing", column));
      else after[name] = isSameText(value, present) ? present : value;
      if (before && column.isFixed && value !== present)
        issues.push(issue("fixed", column, String(value)));
      // The name of a reference or a choice was looked up already.
      if (column.kind === "numbers")
        for (const unknown of findUnknownReferences(
          column,
          after[name] ?? null,
          before?.[name] ?? null,
          state.references,
        ))
          issues.push(issue("unknown-reference", column, String(unknown)));
    }
    const excess = issues.length > 0 ? null : findExcess(definition, after, before);
    if (excess)
      issues.push({
        column: excess.column.name,
        cause: "exceeds-other",
        reason: describeExcess(definition, excess),
        cell: String(excess.value),
      });
    if (issues.length > 0) return { outcome: "bad", issues };
    const identityText = identityOf(definition, after);
    const otherLine =
      (rowId === null ? undefined : linesById.get(rowId)) ?? linesByIdentity.get(identityText);
    if (otherLine !== undefined)
      return { outcome: "bad", issues: [issue("duplicate", null, null, otherLine)] };
    const isRenamed = !before || identityOf(definition, before) !== identityText;
    if (isRenamed && state.findByIdentity(after).some((other) => other !== rowId))
      return { outcome: "bad", issues: [issue("taken")] };
    if (rowId !== null) linesById.set(rowId, line);
    linesByIdentity.set(identityText, line);
    if (!before) return { outcome: "new", after };
    return isUnchangedRow(table, before, after)
      ? { outcome: "unchanged" }
      : { outcome: "changed", before, after };
  }

  return {
    async plan(orm, records) {
      const parsed = records.map((record) => {
        const { given, issues } = parseLine(record);
        const row = issues.length > 0 ? null : findRow(given);
        return { record, given, issues, row };
      });
      const ids = parsed.flatMap(({ row }) => (typeof row === "number" ? [row] : []));
      const stored = await findStore(table).read(orm, ids);
      return parsed.map(({ record, given, issues, row }): LinePlan => {
        if (issues.length > 0) return { outcome: "bad", issues };
        if (typeof row === "object" && row !== null) return { outcome: "bad", issues: [row] };
        const before = row === null ? null : (stored.get(row) ?? null);
        return complete(record.line, row, given, before);
      });
    },
  };
}

/** A file does not keep the spaces around a text. */
function isSameText(
  value: ReferenceValue,
  present: ReferenceValue | undefined,
): present is ReferenceValue {
  return (
    typeof value === "string" &&
    typeof present === "string" &&
    present.trim().replaceAll(/\r\n?/g, "\n") === value
  );
}

/** The cells of a bad line as they are stored. */
export function shortenCells(cells: readonly string[]): string[] {
  return cells.slice(0, 200).map((cell) => cell.slice(0, 4_000));
}
