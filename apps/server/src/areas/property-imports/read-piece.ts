import { type PropertyImportColumn } from "@fieldfare/contract/office";
import { type CsvFormat, readCell, readRecords, type UnusableCell } from "../../import/csv-file.ts";
import { findColumn } from "./columns.ts";
import { type LineIssue, type LineValues, readLine, type ReadLine } from "./read-line.ts";

/** A line of the file: what it says, or what is wrong with it. */
export type FileLine = { readonly number: number } & (
  | { readonly read: ReadLine }
  | { readonly issues: readonly LineIssue[] }
);

interface PieceOfFile {
  readonly bytes: Buffer;
  /** The line of the file on which it begins. */
  readonly firstLine: number;
}

const isOfTenant = (column: PropertyImportColumn) => column.startsWith("tenant");

/** Reads the lines of a piece of a CSV file. The headings are in the first line of the file. */
export async function readCsvPiece(
  { bytes, firstLine }: PieceOfFile,
  format: CsvFormat,
  headings: readonly string[],
): Promise<FileLine[]> {
  const columns = headings.map(findColumn);
  const lines: FileLine[] = [];
  for await (const { line, cells, isUnclosed } of readRecords(bytes, format)) {
    const number = firstLine + line - 1;
    if (number === 1) continue;
    if (isUnclosed) {
      const message = "A quotation mark on this line is not closed. Close it or take it out.";
      lines.push({ number, issues: [{ field: null, message }] });
      continue;
    }
    if (cells.slice(columns.length).some((cell) => cell.trim() !== "")) {
      const message =
        "The line has more cells than the headings. Put a cell that contains the delimiter in quotation marks.";
      lines.push({ number, issues: [{ field: null, message }] });
      continue;
    }
    const issues: LineIssue[] = [];
    const home = new Map<PropertyImportColumn, string>();
    const tenant = new Map<PropertyImportColumn, string>();
    for (const [index, column] of columns.entries()) {
      if (!column) continue;
      const cell = readCell(cells[index] ?? "");
      // A sheet has a cell for every column, also where nothing is known: an empty one says nothing.
      if (cell.ok && cell.value === "") continue;
      if (cell.ok) (isOfTenant(column) ? tenant : home).set(column, cell.value);
      else issues.push({ field: column, message: unusableCells[cell.refusal] });
    }
    lines.push(issues.length > 0 ? { number, issues } : toFileLine(number, home, [tenant]));
  }
  return lines;
}

const unusableCells: Readonly<Record<UnusableCell, string>> = {
  formula: "It contains a formula. Copy the cells and paste their values instead.",
  "spreadsheet-error": "The formula of the spreadsheet failed.",
  "unreadable-character":
    "It contains a character that could not be read. The file may be in another encoding.",
};

/** Names of members of a tenant in JSON, and the columns that they are. */
const tenantMembers: Readonly<Record<string, PropertyImportColumn>> = {
  reference: "tenantReference",
  fullName: "tenantName",
  isPrimaryTenant: "tenantIsPrimary",
  emailAddress: "tenantEmail",
  mobile: "tenantMobile",
  homePhone: "tenantHomePhone",
  otherPhone: "tenantOtherPhone",
  hasLeft: "tenantHasLeft",
};

/** Reads the lines of a piece of a NDJSON file, and the names of members that nobody knows. */
export function readJsonPiece({ bytes, firstLine }: PieceOfFile): {
  readonly lines: FileLine[];
  readonly unknown: ReadonlySet<string>;
} {
  const unknown = new Set<string>();
  const lines: FileLine[] = [];
  for (const [index, text] of new TextDecoder().decode(bytes).split(/\r?\n/).entries()) {
    if (text.trim() === "") continue;
    const number = firstLine + index;
    const object = parseObject(text);
    if (object === null) {
      const message =
        "This line is no JSON object. Each line needs one, without line breaks in it.";
      lines.push({ number, issues: [{ field: null, message }] });
      continue;
    }
    const issues: LineIssue[] = [];
    const home = new Map<PropertyImportColumn, string>();
    let tenants: LineValues[] = [];
    for (const [name, value] of Object.entries(object)) {
      const column = findColumn(name);
      if (name === "tenants") tenants = readTenants(value, unknown, issues);
      else if (column && !isOfTenant(column)) addText(home, column, name, value, issues);
      else unknown.add(name.slice(0, 100));
    }
    lines.push(issues.length > 0 ? { number, issues } : toFileLine(number, home, tenants));
  }
  return { lines, unknown };
}

function readTenants(value: unknown, unknown: Set<string>, issues: LineIssue[]): LineValues[] {
  if (value === null) return [];
  if (!Array.isArray(value)) {
    issues.push({ field: "tenants", message: "A list of tenants is needed." });
    return [];
  }
  return value.flatMap((one: unknown): LineValues[] => {
    if (!isObject(one)) {
      issues.push({ field: "tenants", message: "Each tenant has to be a JSON object." });
      return [];
    }
    const tenant = new Map<PropertyImportColumn, string>();
    for (const [name, member] of Object.entries(one)) {
      const column = tenantMembers[name];
      if (column) addText(tenant, column, `tenants.${name}`, member, issues);
      else unknown.add(`tenants.${name}`.slice(0, 100));
    }
    return [tenant];
  });
}

function addText(
  values: Map<PropertyImportColumn, string>,
  column: PropertyImportColumn,
  name: string,
  value: unknown,
  issues: LineIssue[],
): void {
  if (typeof value === "string") values.set(column, value.trim().toWellFormed());
  else if (typeof value === "number" && Number.isFinite(value)) values.set(column, String(value));
  else if (typeof value === "boolean") values.set(column, value ? "yes" : "no");
  else if (value === null) values.set(column, "");
  else issues.push({ field: name, message: "A text or a number is needed." });
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toFileLine(number: number, values: LineValues, tenants: readonly LineValues[]): FileLine {
  const result = readLine(values, tenants);
  return "line" in result ? { number, read: result.line } : { number, issues: result.issues };
}
