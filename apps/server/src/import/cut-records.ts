/** Some records of a file, as they are in it. */
export interface CutPiece {
  /** The line of the file on which it begins, from 1. */
  readonly firstLine: number;
  /** How many records it has. Empty lines are none. */
  readonly records: number;
  readonly bytes: Buffer;
}

export interface CutOptions {
  /** The delimiter of a CSV file, in which a cell in quotation marks may have line breaks. Null: each line is a record. */
  readonly delimiter: string | null;
  readonly recordsAtOnce: number;
}

/** More bytes in one record are the sign of a quotation mark that is not closed. */
const maxRecordBytes = 1_000_000;

/** A record is longer than any: in a CSV file a quotation mark is not closed. */
export class RecordTooLong extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`The record on line ${line} does not end`);
    this.line = line;
  }
}

const [quote, newLine, carriageReturn, space, tab] = [0x22, 0x0a, 0x0d, 0x20, 0x09];

/**
 * Cuts a file into pieces between two records while it arrives, so that it is never in memory as a whole and each piece can
 * be read by itself. The encodings of CSV files have the same bytes for what it looks for. Throws `RecordTooLong`.
 */
export async function* cutRecords(
  chunks: AsyncIterable<Buffer>,
  { delimiter, recordsAtOnce }: CutOptions,
): AsyncGenerator<CutPiece> {
  const delimiterByte = delimiter === null ? null : delimiter.charCodeAt(0);
  let parts: Buffer[] = [];
  let records = 0;
  let line = 1;
  let firstLine = 1;
  let recordLine = 1;
  let recordBytes = 0;
  let hasContent = false;
  let isCellStart = true;
  let isQuoted = false;
  /** The last byte was a quotation mark in a quoted cell: it ends the cell, or stands for itself. */
  let wasQuote = false;
  let wasReturn = false;

  const endRecord = () => {
    if (hasContent) records += 1;
    recordLine = line;
    recordBytes = 0;
    hasContent = false;
    isCellStart = true;
  };

  const isPieceFull = () => records >= recordsAtOnce;
  const endPiece = (last: Buffer): CutPiece => {
    const piece = { firstLine, records, bytes: Buffer.concat([...parts, last]) };
    parts = [];
    records = 0;
    firstLine = line;
    return piece;
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (wasReturn) {
        wasReturn = false;
        if (byte !== newLine) {
          line += 1;
          if (!isQuoted) {
            endRecord();
            if (isPieceFull()) {
              yield endPiece(chunk.subarray(start, index));
              start = index;
            }
          }
        }
      }
      recordBytes += 1;
      if (recordBytes > maxRecordBytes) throw new RecordTooLong(recordLine);
      if (isQuoted) {
        if (byte === newLine) line += 1;
        if (byte === quote) {
          wasQuote = !wasQuote;
          continue;
        }
        if (!wasQuote) {
          wasReturn = byte === carriageReturn;
          continue;
        }
        wasQuote = false;
        isQuoted = false;
        // The line break was counted above.
        if (byte === newLine) line -= 1;
      }
      if (byte === newLine) {
        line += 1;
        endRecord();
        if (isPieceFull()) {
          yield endPiece(chunk.subarray(start, index + 1));
          start = index + 1;
        }
      } else if (byte === carriageReturn) wasReturn = true;
      else if (byte === delimiterByte) isCellStart = true;
      else if (byte === quote && isCellStart && delimiterByte !== null) {
        isQuoted = true;
        isCellStart = false;
        hasContent = true;
      } else {
        isCellStart = false;
        if (byte !== space && byte !== tab) hasContent = true;
      }
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (isQuoted && !wasQuote) throw new RecordTooLong(recordLine);
  endRecord();
  const bytes = Buffer.concat(parts);
  if (records > 0) yield { firstLine, records, bytes };
}
