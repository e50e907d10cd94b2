import { done, refused, type Result } from "../result.ts";
import type { ReferenceColumn, ReferenceRow, ReferenceTable, ReferenceValue } from "./tables.ts";

/** What may be wrong with one value. */
export const valueIssues = [
  "missing",
  "too-long",
  "line-break",
  "shortened-number",
  "not-a-number",
  "out-of-range",
  "not-yes-or-no",
  "wrong-type",
] as const;
export type ValueIssue = (typeof valueIssues)[number];

const maxNumber = 2_147_483_647;
const maxNumbers = 1_000;

/**
 * Reads the value of a column from a text of a file or a field. A reference and a choice are read from the number of their
 * row here; the name of a row is looked up by the caller.
 */
export function readValue(
  column: ReferenceColumn,
  text: string,
): Result<ReferenceValue, ValueIssue> {
  const trimmed = text.trim();
  if (trimmed === "") return checkValue(column, column.kind === "yes-no" ? false : null);
  switch (column.kind) {
    case "code":
    case "text":
      return checkValue(column, trimmed);
    case "yes-no":
      if (/^(?:yes|y|true|1)$/i.test(trimmed)) return done(true);
      return /^(?:no|n|false|0)$/i.test(trimmed) ? done(false) : refused("not-yes-or-no");
    case "numbers": {
      const parts = trimmed.split(/[\s,;]+/).filter((part) => part !== "");
      return parts.every((part) => isInteger(part))
        ? checkValue(column, [...new Set(parts.map(Number))])
        : refused("not-a-number");
    }
    case "id":
    case "number":
    case "reference":
    case "choice":
      return isInteger(trimmed) ? checkValue(column, Number(trimmed)) : refused("not-a-number");
    default:
      return column satisfies never;
  }
}

/** Checks a value of a row. An empty value of a column that may be empty is `null`. */
export function checkValue(
  column: ReferenceColumn,
  value: unknown,
): Result<ReferenceValue, ValueIssue> {
  if (value === null || value === undefined || value === "")
    return column.isOptional || column.kind === "id" ? done(null) : refused("missing");
  switch (column.kind) {
    case "code":
    case "text": {
      if (typeof value !== "string") return refused("wrong-type");
      if (value.trim() === "") return checkValue(column, null);
      if (column.kind === "code" && /[\n\r\t]/.test(value)) return refused("line-break");
      // A spreadsheet writes the code 123456789012 so when its column is narrow.
      if (column.kind === "code" && /^\d+(?:[.,]\d+)?E\+\d+$/i.test(value))
        return refused("shortened-number");
      return value.length > column.maxLength ? refused("too-long") : done(value);
    }
    case "yes-no":
      return typeof value === "boolean" ? done(value) : refused("wrong-type");
    case "numbers":
      if (!Array.isArray(value)) return refused("wrong-type");
      if (value.length > maxNumbers) return refused("too-long");
      return readNumbers(value);
    case "id":
    case "reference":
    case "choice":
      return checkNumber(value, column.kind === "id" ? 0 : -maxNumber - 1, maxNumber);
    case "number":
      return checkNumber(value, column.minimum, column.maximum);
    default:
      return column satisfies never;
  }
}

function readNumbers(values: readonly unknown[]): Result<ReferenceValue, ValueIssue> {
  const numbers = values.filter((each) => typeof each === "number");
  if (numbers.length < values.length) return refused("wrong-type");
  const isInRange = numbers.every((each) => Number.isInteger(each) && Math.abs(each) <= maxNumber);
  return isInRange ? done(numbers.length === 0 ? null : numbers) : refused("out-of-range");
}

function checkNumber(
  value: unknown,
  minimum: number,
  maximum: number,
): Result<ReferenceValue, ValueIssue> {
  if (typeof value !== "number") return refused("wrong-type");
  if (!Number.isInteger(value)) return refused("not-a-number");
  return value < minimum || value > maximum ? refused("out-of-range") : done(value);
}

function isInteger(text: string): boolean {
  return /^-?\d{1,15}$/.test(text);
}

/** The value of a column in a new row for which nothing is given. Undefined: a value is needed. */
export function initialValue(column: ReferenceColumn): ReferenceValue | undefined {
  if (column.kind === "yes-no") return false;
  if (column.kind === "number" && column.initial !== undefined) return column.initial;
  return column.isOptional || column.kind === "id" ? null : undefined;
}

/**
 * Returns the text that two rows share if they name the same thing: the values of the columns of `identity`, in which upper
 * and lower case are the same.
 */
export function identityOf({ identity }: ReferenceTable, row: ReferenceRow): string {
  return JSON.stringify(
    identity.map((name) => {
      const value = row[name] ?? null;
      return typeof value === "string" ? value.trim().toLowerCase() : value;
    }),
  );
}

/** Whether two rows of a table say the same. Spaces around a text do not count: a file does not keep them. */
export function isSameRow(
  { columns }: ReferenceTable,
  one: ReferenceRow,
  other: ReferenceRow,
): boolean {
  return columns.every(({ name }) => normalise(one[name]) === normalise(other[name]));
}

function normalise(value: ReferenceValue | undefined): string {
  if (typeof value === "string")
    return JSON.stringify(value.trim().replaceAll(/\r\n?/g, "\n") || null);
  return JSON.stringify(Array.isArray(value) && value.length === 0 ? null : (value ?? null));
}

/** A value that is more than that of the column which it must not exceed. */
interface Excess {
  readonly column: ReferenceColumn;
  readonly value: number;
  readonly other: ReferenceColumn;
  readonly otherValue: number;
}

/** Finds whether the numbers of two columns are the wrong way round. A row that had the same numbers before may keep them. */
export function findExcess(
  { ascending, columns }: ReferenceTable,
  row: ReferenceRow,
  before: ReferenceRow | null,
): Excess | null {
  if (!ascending) return null;
  const [value, otherValue] = ascending.map((name) => row[name]);
  const [column, other] = ascending.map((name) => columns.find((each) => each.name === name));
  if (typeof value !== "number" || typeof otherValue !== "number" || !column || !other) return null;
  if (value <= otherValue || ascending.every((name) => before?.[name] === row[name])) return null;
  return { column, value, other, otherValue };
}
