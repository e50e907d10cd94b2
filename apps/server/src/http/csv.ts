/**
 * Excel and its like read a cell that begins with one of these as a formula, some also with the wide form of one.
 * Apostrophes before it get one more, so that an import knows which of them was added.
 */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Writes a line of CSV as RFC 4180 says. An apostrophe before a text that could be a formula makes it harmless, since
 * the text may have been entered by somebody else than the person who opens the file.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const harmless = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
