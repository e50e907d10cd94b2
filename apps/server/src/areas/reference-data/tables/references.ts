import {
  done,
  readValue,
  referenceTable,
  refused,
  type ReferenceColumn,
  type ReferenceRow,
  type ReferenceTableName,
  type Result,
} from "@fieldfare/domain";
import type { Orm } from "../../../database/database.ts";
import { findStore } from "./find-store.ts";

/** What the references and choices of a table may be. */
export interface References {
  /** Lists what a column may be, by name. */
  list(column: ReferenceColumn): NamedValue[];
  has(column: ReferenceColumn, value: number): boolean;
  /** The name that stands for a value; null: there is no such row. */
  nameOf(column: ReferenceColumn, value: number): string | null;
  /** Finds the value that a text of a file means: a number, or a name in any case. */
  resolve(
    column: ReferenceColumn,
    text: string,
  ): Result<number, "unknown-reference" | "several-references">;
}

interface NamedValue {
  readonly value: number;
  readonly name: string;
}

interface Named extends NamedValue {
  /** The name alone, where `name` also says what it belongs to. */
  readonly shortName: string;
}

/** Reads the rows that the columns of a table may refer to. */
export async function readReferences(orm: Orm, table: ReferenceTableName): Promise<References> {
  const columns = new Map<string, Choices>();
  for (const column of referenceTable(table).columns) {
    if (column.kind === "reference" || column.kind === "numbers")
      columns.set(column.name, createChoices(await readNamed(orm, column.table)));
    if (column.kind === "choice")
      columns.set(column.name, createChoices(await readList(orm, column.list)));
  }
  const choicesOf = ({ name }: ReferenceColumn) => columns.get(name) ?? noChoices;
  return {
    list: (column) => choicesOf(column).all,
    has: (column, value) => choicesOf(column).byValue.has(value),
    nameOf: (column, value) => choicesOf(column).byValue.get(value) ?? null,
    resolve(column, text) {
      const { byValue, byName } = choicesOf(column);
      const number = readValue(column, text);
      if (number.ok && typeof number.value === "number" && byValue.has(number.value))
        return done(number.value);
      const [value, ...others] = byName.get(text.trim().toLowerCase()) ?? [];
      if (value === undefined) return refused("unknown-reference");
      return others.length > 0 ? refused("several-references") : done(value);
    },
  };
}

interface Choices {
  readonly all: NamedValue[];
  readonly byValue: ReadonlyMap<number, string>;
  readonly byName: ReadonlyMap<string, ReadonlySet<number> | readonly number[]>;
}

const noChoices = { all: [], byValue: new Map<number, string>(), byName: new Map() };

function createChoices(named: readonly Named[]) {
  const byValue = new Map<number, string>();
  const byName = new Map<string, number[]>();
  for (const { value, name, shortName } of named) {
    // The same value may be in a list for several entities.
    if (byValue.has(value)) continue;
    byValue.set(value, name);
    for (const text of new Set([name.toLowerCase(), shortName.toLowerCase()]))
      byName.set(text, [...(byName.get(text) ?? []), value]);
  }
  const all = [...byValue].map(([value, name]) => ({ value, name }));
  return { all: all.toSorted((one, other) => one.name.localeCompare(other.name)), byValue, byName };
}

async function readList(orm: Orm, list: string): Promise<Named[]> {
  const rows = await findStore("lists").readColumns(orm, ["fieldName", "value", "text"]);
  return rows
    .filter(({ fieldName }) => fieldName === list)
    .map((row) => ({
      value: Number(row["value"]),
      name: String(row["text"]),
      shortName: String(row["text"]),
    }));
}

/** Reads the rows of a table with their names. Where a name is unique in a parent only, the parent is part of it. */
async function readNamed(orm: Orm, table: ReferenceTableName): Promise<Named[]> {
  const { key, label, identity, columns } = referenceTable(table);
  const parent = columns.find(
    (column) => column.kind === "reference" && identity.includes(column.name),
  );
  const parents = parent?.kind === "reference" ? await readNamed(orm, parent.table) : [];
  const parentNames = new Map(parents.map(({ value, name }) => [value, name]));
  const names = [...new Set([key, label, ...(parent ? [parent.name] : [])])];
  const describe = (row: ReferenceRow, shortName: string) => {
    const parentName = parent && parentNames.get(Number(row[parent.name]));
    return parentName === undefined ? shortName : `${shortName} (${parentName})`;
  };
  return (await findStore(table).readColumns(orm, names)).map((row) => {
    const shortName = String(row[label]);
    return { value: Number(row[key]), name: describe(row, shortName), shortName };
  });
}
