import { type LineCause, maxCsvLines } from "@fieldfare/contract/office";
import type { ReferenceColumn, ReferenceTable } from "@fieldfare/domain";

interface Details {
  readonly table: ReferenceTable;
  readonly column: ReferenceColumn | null;
  /** The text of the cell, or the value. */
  readonly cell?: string;
  /** The line that has the same row, of a duplicate; the last line, of an open quotation mark. */
  readonly line?: number;
  /** The column whose value is less, of a number that exceeds it. */
  readonly other?: { readonly title: string; readonly value: number };
  /** The group of the row with the name that its other rows have. */
  readonly group?: { readonly title: string; readonly id: string; readonly name: string };
}

/** Says in a sentence what is wrong with a value or a line, and what to do. */
export function describeIssue(
  cause: LineCause,
  { table: { rowName, identity, columns }, column, cell = "", line, other, group }: Details,
): string {
  const title = column?.title ?? "The line";
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
  const named = columns
    .filter(({ name }) => identity.includes(name))
    .map((each) => each.title.toLowerCase())
    .join(" and ");
  switch (cause) {
    case "missing":
      return `${title} is empty.`;
    case "too-long": {
      const max = column && "maxLength" in column ? ` at most ${column.maxLength} characters` : "";
      return `${title} is too long:${max || " too many numbers"}.`;
    }
    case "line-break":
      return `${title} has a line break or a tab in it.`;
    case "shortened-number":
      return `${title} says "${shown}": a spreadsheet has shortened the number. Format the column as text, and type the whole code.`;
    case "not-a-number":
      return `${title} says "${shown}", which is not a whole number.`;
    case "out-of-range":
      return column?.kind === "number" && column.maximum < 1_000_000
        ? `${title} must be from ${column.minimum} to ${column.maximum}.`
        : `${title} is too small or too large.`;
    case "not-yes-or-no":
      return `${title} says "${shown}": write yes or no.`;
    case "wrong-type":
      return `${title} is not of the right type.`;
    case "formula":
      return `${title} contains a formula. Copy the cells and paste their values instead.`;
    case "spreadsheet-error":
      return `${title} says "${shown}": the formula of the spreadsheet failed.`;
    case "unreadable-character":
      return `${title} contains a character that could not be read. The file may be in another encoding.`;
    case "unknown-reference":
      return `${title} says "${shown}", which does not exist.`;
    case "several-references":
      return `${title} says "${shown}", and several have this name. Write the number instead.`;
    case "exceeds-other":
      return `${title} is ${cell}, more than ${other?.title} (${other?.value}). Make it at most ${other?.value}, or ${other?.title} at least ${cell}.`;
    case "differs-from-group":
      return `${title} says "${shown}", but the other rows with ${group?.title} ${group?.id} say "${group?.name}". Write that name, or another ${group?.title}.`;
    case "duplicate":
      return `Line ${line} of the file has the same ${rowName}.`;
    case "taken":
      return `Another ${rowName} has the same ${named}.`;
    case "several-rows":
      return `Several rows have the same ${named}. Add the column ${columns[0]?.title ?? "of the id"} to say which one is meant.`;
    case "fixed":
      return `${title} cannot change. Withdraw the ${rowName} and add another one.`;
    case "too-many-cells":
      return "The line has more cells than there are headings.";
    case "too-many-lines":
      return `A file has at most ${maxCsvLines.toLocaleString("en-GB")} lines. This line and those after it were not read: put them into another file.`;
    case "open-quotation":
      return `A quotation mark is opened on this line and not closed: the lines up to ${line} cannot be read.`;
    case "changed-since":
      return `This ${rowName} was changed since.`;
    case "in-use":
      return `Other rows refer to this ${rowName}.`;
    default:
      return cause satisfies never;
  }
}
