import { Readable } from "node:stream";
import { type CsvDelimiter, csvDelimiters, type CsvEncoding } from "@fieldfare/contract/office";
import { done, refused, type Result } from "@fieldfare/domain";
import { type CsvError, parse } from "csv-parse";

export interface CsvFormat {
  readonly encoding: CsvEncoding;
  readonly delimiter: CsvDelimiter;
}

/** One record of a file. Empty lines are left out. */
export interface CsvRecord {
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The line on which it ends: a cell in quotation marks may contain line breaks. */
  readonly endLine: number;
  readonly cells: readonly string[];
  /** Set if a quotation mark is opened in the record and never closed. `cells` is then empty. */
  readonly isUnclosed?: true;
  /** Set if the file has more records than are read. This one and those after it are left out. */
  readonly isBeyondMaximum?: true;
}

/** What a file seems to be. A person confirms it: Windows-1252 cannot be told for certain. */
export interface CsvGuess extends CsvFormat {
  /** Whether the bytes are valid UTF-8 with letters outside of ASCII: then they are hardly Windows-1252. */
  readonly isSurelyUtf8: boolean;
}

export type UnreadableFile = "empty" | "spreadsheet" | "not-text";

/** Guesses how a file is written. It is refused if it is no text, such as a workbook of a spreadsheet program. */
export function guessFormat(bytes: Buffer): Result<CsvGuess, UnreadableFile> {
  if (bytes.length === 0) return refused("empty");
  // The first bytes of a ZIP archive (xlsx, ods) and of an old workbook (xls).
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    return refused("spreadsheet");
  if (bytes.includes(0)) return refused("not-text");
  const isUtf8 = isValidUtf8(bytes);
  const encoding = isUtf8 ? "utf-8" : "windows-1252";
  const [firstLine = ""] = decode(bytes.subarray(0, 10_000), encoding).split(/\r\n|\r|\n/, 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  // A heading may contain a comma more easily than a semicolon or a tab.
  const [delimiter = ","] = csvDelimiters
    .toReversed()
    .toSorted((one, other) => count(other) - count(one));
  return done({
    encoding,
    delimiter,
    isSurelyUtf8: isUtf8 && bytes.some((byte) => byte > 0x7f),
  });
}

/** Returns the line of the first byte that is not valid in the encoding; null: all are. */
export function findUndecodableLine(bytes: Buffer, encoding: CsvEncoding): number | null {
  if (encoding !== "utf-8" || isValidUtf8(bytes)) return null;
  const text = decode(bytes, encoding);
  const [before = ""] = text.split("\u{fffd}", 1);
  return before.split(/\r\n|\r|\n/).length;
}

/** More characters in one record are the sign of a quotation mark that is not closed. */
const maxRecordLength = 1_000_000;

/**
 * Reads the records of a file, the headings first. A byte-order mark is left out. A quotation mark inside a cell that
 * does not begin with one is part of the text, as in `="00123"`.
 */
export async function* readRecords(
  bytes: Buffer,
  { encoding, delimiter }: CsvFormat,
): AsyncGenerator<CsvRecord> {
  const skipped: CsvError[] = [];
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
    // An error of the stream would lose the records that are read already.
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error) skipped.push(error);
    },
  });
  // The parser counts both characters of a line break in a cell.
  const text = decode(bytes, encoding).replaceAll(/\r\n?/g, "\n");
  let lastLine = 0;
  for await (const parsed of Readable.from(cutText(text)).pipe(parser)) {
    const { record, info }: { record: string[]; info: { lines: number } } = parsed;
    const breaks = record.join("").split("\n").length - 1;
    yield { line: info.lines - breaks, endLine: info.lines, cells: record };
    lastLine = info.lines;
  }
  const [error] = skipped;
  if (error) {
    const endLine = typeof error["lines"] === "number" ? error["lines"] : lastLine + 1;
    yield { line: lastLine + 1, endLine, cells: [], isUnclosed: true };
  }
}

/** The number of records that are worked on together. */
const recordsAtOnce = 1_000;

/** Reads the records after the headings, some at a time. If there are more than `maximum`, the last one says so. */
export async function* readLines(
  bytes: Buffer,
  format: CsvFormat,
  maximum: number,
): AsyncGenerator<CsvRecord[]> {
  let chunk: CsvRecord[] = [];
  let isHeading = true;
  let count = 0;
  for await (const record of readRecords(bytes, format)) {
    if (isHeading && !record.isUnclosed) {
      isHeading = false;
      continue;
    }
    count += 1;
    chunk.push(count > maximum ? { ...record, isBeyondMaximum: true } : record);
    if (count > maximum) break;
    if (chunk.length < recordsAtOnce) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

export type UnusableCell = "formula" | "spreadsheet-error" | "unreadable-character";

/**
 * Returns the text of a cell without what spreadsheets add: spaces around it, `="00123"` for a text of digits, and the
 * apostrophe before a text that could be a formula, as our own files have it. A formula and the error of a formula are
 * refused: what they should say is not in the file.
 */
export function readCell(cell: string): Result<string, UnusableCell> {
  const text = cell.trim();
  const [, quoted] = /^="((?:[^"]|"")*)"$/.exec(text) ?? [];
  if (quoted !== undefined) return readCell(quoted.replaceAll('""', '"'));
  if (text.startsWith("=")) return refused("formula");
  if (/^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!)$/.test(text))
    return refused("spreadsheet-error");
  // U+FFFD stands where a program could not read a letter; a control character is no text.
  // oxlint-disable-next-line no-control-regex
  if (/[\u{fffd}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u.test(text))
    return refused("unreadable-character");
  return done((/^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text).toWellFormed());
}

function isValidUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decode(bytes: Buffer, encoding: CsvEncoding): string {
  // The decoder leaves a byte-order mark out.
  return new TextDecoder(encoding).decode(bytes);
}

/** Other requests are answered between two pieces. */
function* cutText(text: string): Generator<string> {
  const length = 65_536;
  for (let from = 0; from < text.length; from += length) yield text.slice(from, from + length);
}

function startsWith(bytes: Buffer, first: readonly number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte);
}
