/** Some programs take the wide forms too. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Writes rows as CSV for spreadsheets: with a byte-order mark, and with an apostrophe before a text that a spreadsheet
 * would take for a formula.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(writeCell).join(","));
  return `\u{feff}${lines.join("\r\n")}\r\n`;
}

function writeCell(value: string): string {
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
