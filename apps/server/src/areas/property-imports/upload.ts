import { createHash, randomUUIDv7 } from "node:crypto";
import type { PropertyImport } from "@fieldfare/contract/office";
import { type AuditSource, makeChange } from "../../database/audit.ts";
import { extendRepeatKey } from "../../database/recorded-answers.ts";
import { propertyImport, propertyImportPiece } from "../../database/schema.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { type CsvGuess, guessFormat, readRecords } from "../../import/csv-file.ts";
import { cutRecords, RecordTooLong } from "../../import/cut-records.ts";
import { storeObject } from "../../objects/unused-objects.ts";
import { findColumn } from "./columns.ts";
import { addTask, emptyCounts, findImport, toAnswer } from "./store.ts";

/** How many lines are one piece, and one transaction. */
const linesAtOnce = 1_000;
/** The headings are looked for in so many bytes. */
const headBytes = 200_000;

interface UploadedFile {
  readonly fileName: string;
  readonly content: AsyncIterable<Buffer>;
}

interface Upload {
  readonly importId?: string | undefined;
  /** Applied without waiting for somebody to look at the check. */
  readonly isApplied: boolean;
  readonly source: AuditSource;
}

/** What is known of a file once it has arrived. */
interface StoredFile {
  readonly format: PropertyImport["format"];
  readonly encoding: PropertyImport["encoding"];
  readonly delimiter: CsvGuess["delimiter"] | null;
  readonly headings: readonly string[] | null;
  readonly sha256: string;
  readonly lines: number;
  readonly pieces: readonly { readonly firstLine: number; readonly sha256: string }[];
}

/**
 * Stores a file in pieces while it arrives, and begins to check it. A file that is too long is refused as soon as that is
 * known. The same import with the same file is answered as it is by now.
 */
export async function uploadPropertyImport(
  server: Server,
  file: UploadedFile,
  { importId = randomUUIDv7(), isApplied, source }: Upload,
): Promise<PropertyImport | Refusal> {
  const stored = await storeFile(server, file);
  if (isRefusal(stored)) return stored;
  const { pieces, ...about } = stored;
  extendRepeatKey(source, about.sha256);
  return makeChange(server.database, source, async ({ orm, record }) => {
    const known = await findImport(orm, importId);
    if (known)
      return known.sha256 === about.sha256
        ? toAnswer(known)
        : refuse("conflict", { detail: "Another file was uploaded under this importId" });
    const step = isApplied ? "apply" : "check";
    const [row] = await orm
      .insert(propertyImport)
      .values({
        importId,
        ...about,
        headings: about.headings && [...about.headings],
        fileName: file.fileName,
        status: isApplied ? "applying" : "checking",
        pieces: pieces.length,
        counts: emptyCounts,
        unknownColumns: (about.headings ?? []).filter((name) => findColumn(name) === null),
        uploadedBy: source.actor?.name ?? "",
      })
      .returning();
    if (!row) throw new Error("The import was not stored");
    await orm
      .insert(propertyImportPiece)
      .values(pieces.map((piece, number) => ({ importId, piece: number, ...piece })));
    await addTask(orm, { importId, step, source });
    record({
      action: "property-import-uploaded",
      objectType: "property-import",
      objectId: importId,
      after: { fileName: file.fileName, lines: about.lines, sha256: about.sha256, step },
    });
    return toAnswer(row);
  });
}

async function storeFile(server: Server, file: UploadedFile): Promise<StoredFile | Refusal> {
  const { database, objects, config } = server;
  const chunks = file.content[Symbol.asyncIterator]();
  const head = await readHead(chunks);
  const format = findFormat(file.fileName, head);
  const guess = guessFormat(head);
  if (!guess.ok) return refuseFile(problems[guess.refusal]);
  const delimiter = format === "csv" ? guess.value.delimiter : null;
  const headings = delimiter === null ? null : await readHeadings(head, guess.value);
  if (headings && isRefusal(headings)) return headings;
  const sums = createSums(config.propertyImportMegabytes * 1_000_000);
  const pieces: { firstLine: number; sha256: string }[] = [];
  let lines = headings ? -1 : 0;
  try {
    const bytes = sums.watch(joinChunks(head, chunks));
    for await (const piece of cutRecords(bytes, { delimiter, recordsAtOnce: linesAtOnce })) {
      lines += piece.records;
      if (lines > config.propertyImportLines) return refuseTooLong(config.propertyImportLines);
      const sha256 = createHash("sha256").update(piece.bytes).digest("hex");
      await storeObject(database, objects, sha256, piece.bytes);
      pieces.push({ firstLine: piece.firstLine, sha256 });
    }
  } catch (error) {
    if (error instanceof RecordTooLong)
      return refuseFile(
        `Line ${error.line} does not end within a million characters. A quotation mark on it is not closed.`,
      );
    if (error instanceof FileTooLarge)
      return refuse("too-large", {
        detail: `A file may have ${config.propertyImportMegabytes} MB. Split it, with the headings in each part.`,
      });
    if (error instanceof NotText) return refuseFile(problems["not-text"]);
    throw error;
  }
  if (lines < 1) return refuseFile("The file has no lines with a home. Choose another file.");
  if (format === "ndjson" && !sums.isUtf8())
    return refuseFile("The file is not in UTF-8, as JSON has to be. Save it in UTF-8.");
  return {
    format,
    encoding: sums.isUtf8() ? "utf-8" : "windows-1252",
    delimiter,
    headings,
    sha256: sums.sha256(),
    lines,
    pieces,
  };
}

const problems = {
  empty: "The file is empty. Choose another file.",
  spreadsheet:
    "This is a workbook of a spreadsheet program. Save the sheet as CSV (UTF-8) there, and send that file.",
  "not-text": "This is no text file in UTF-8 or Windows-1252. Save it as CSV (UTF-8).",
} as const;

function refuseFile(message: string): Refusal {
  return refuse("invalid", { detail: message, issues: [{ path: "file", message }] });
}

function refuseTooLong(most: number): Refusal {
  const limit = most.toLocaleString("en-GB");
  return refuse("too-large", {
    detail: `The file has more than ${limit} lines. Split it into files of at most ${limit} lines, with the headings in each.`,
  });
}

function findFormat(fileName: string, head: Buffer): PropertyImport["format"] {
  if (/\.(ndjson|jsonl)$/i.test(fileName)) return "ndjson";
  if (/\.csv$/i.test(fileName)) return "csv";
  return head.toString("latin1").trimStart().startsWith("{") ? "ndjson" : "csv";
}

async function readHeadings(head: Buffer, format: CsvGuess): Promise<string[] | Refusal> {
  const headings: string[] = [];
  for await (const { cells } of readRecords(head, format)) {
    headings.push(...cells.slice(0, 200).map((cell) => cell.trim().slice(0, 100).toWellFormed()));
    break;
  }
  const columns = headings.map(findColumn);
  if (!columns.includes("uprn"))
    return refuseFile(
      'The first line has no heading "uprn". The headings name what the cells below them are.',
    );
  const twice = columns.find((name, index) => name !== null && columns.indexOf(name) < index);
  return twice
    ? refuseFile(`Two headings of the file mean ${twice}. Take one of them out.`)
    : headings;
}

async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < headBytes) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(parts);
}

async function* joinChunks(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

class FileTooLarge extends Error {}
class NotText extends Error {}

/** What is found out of a file while it passes. */
function createSums(maxBytes: number) {
  const hash = createHash("sha256");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let length = 0;
  const decode = (chunk?: Buffer) => {
    if (!isUtf8) return;
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  return {
    async *watch(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        length += chunk.length;
        if (length > maxBytes) throw new FileTooLarge();
        if (chunk.includes(0)) throw new NotText();
        hash.update(chunk);
        decode(chunk);
        yield chunk;
      }
      decode();
    },
    isUtf8: () => isUtf8,
    sha256: () => hash.digest("hex"),
  };
}
