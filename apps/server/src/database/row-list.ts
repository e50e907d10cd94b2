import { type GetColumnData, getTableColumns, getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** Columns of the schema by the names that our rows use. */
export type RowColumns = Readonly<Record<string, PgColumn>>;

/** A row as the driver returns it. Do not use it for `bigint`, which the driver returns as a text. */
export type Row<Columns extends RowColumns> = {
  readonly [Name in keyof Columns]: GetColumnData<Columns[Name]>;
};

/** A row as it is sent in a list: times are ISO 8601, bytes are `\x` and hex digits. */
export type SentRow<Columns extends RowColumns> = {
  readonly [Name in keyof Columns]: SentValue<GetColumnData<Columns[Name]>>;
};

type SentValue<Value> = Value extends Date | Uint8Array ? string : Value;

type ColumnsOf<Table extends PgTable> = Table["_"]["columns"];

/** Returns the columns of a table, without some. */
export function columnsWithout<
  Table extends PgTable,
  const Names extends readonly (keyof ColumnsOf<Table>)[],
>(table: Table, ...names: Names): Omit<ColumnsOf<Table>, Names[number]> {
  const columns: ColumnsOf<Table> = { ...getTableColumns(table) };
  for (const name of names) delete columns[name];
  return columns;
}

/** Returns SQL that reads a list of rows from a parameter, as `r`. */
export function listSql(columns: RowColumns, parameter = "$1"): string {
  return `jsonb_to_recordset(${parameter}) as r(${fieldsSql(columns)})`;
}

/** Returns the names and types of the fields of a list. */
export function fieldsSql(columns: RowColumns): string {
  return Object.entries(columns)
    .map(([name, column]) => `"${name}" ${column.getSQLType()}`)
    .join(", ");
}

/** Returns SQL that inserts a list of rows into the table of its columns. Conditions and conflicts may follow it. */
export function insertSql(columns: RowColumns, parameter = "$1"): string {
  const [first] = Object.values(columns);
  if (!first) throw new Error("A list needs a column");
  const names = Object.values(columns).map((column) => `"${column.name}"`);
  const values = Object.keys(columns).map((name) => `r."${name}"`);
  return `insert into ${getTableName(first.table)} (${names.join(", ")})
    select ${values.join(", ")} from ${listSql(columns, parameter)}`;
}

/** Returns SQL that sets columns to the values of a list's row: `name = r."name"`. */
export function setSql(columns: RowColumns): string {
  return Object.entries(columns)
    .map(([name, column]) => `"${column.name}" = r."${name}"`)
    .join(", ");
}

/** Returns SQL that selects columns of a table under our names, for a statement that is written by hand. */
export function selectSql(columns: RowColumns, table: string): string {
  return Object.entries(columns)
    .map(([name, column]) => `${table}."${column.name}" as "${name}"`)
    .join(", ");
}
