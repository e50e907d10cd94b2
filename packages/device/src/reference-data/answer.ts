import { dataSetAnswer, dataSets, z } from "@fieldfare/contract";
import { isRecord } from "@fieldfare/domain";
import type { BlockRow } from "../database/rows.ts";
import {
  blockLength,
  compareIds,
  rowId,
  type ReferenceId,
  type ReferenceRow,
  parseRows,
  toBlocks,
} from "./blocks.ts";
import { createColumnWriter } from "./search-column.ts";
import { rowChecks } from "./row-checks.generated.ts";

const head = z.object({
  syncSizeInMb: z.number(),
  isSyncRequired: z.boolean(),
  isPartial: z.boolean(),
  payload: z.array(z.unknown()),
});
export type AnswerHead = Omit<z.output<typeof head>, "payload">;

const setHead = z.object({ ...dataSetAnswer.shape, rows: z.array(z.unknown()) });
type SetHead = Omit<z.output<typeof setHead>, "rows">;

/** A data set of the answer; every row of it fits the contract. */
export interface AnswerSet extends SetHead {
  readonly count: number;
  readonly content:
    | {
        readonly kind: "full";
        readonly blocks: readonly BlockRow[];
        readonly column: readonly string[];
      }
    | { readonly kind: "changes"; readonly rows: readonly ReferenceRow[] };
}

/** The answer does not match the contract. */
export class MalformedAnswerError extends Error {}

/**
 * Reads an answer while it arrives. Our server ends a line where rows may be split, so that a run
 * of rows is checked and stored as text. Any other JSON is read as a whole. `onSet` is called for
 * each set after its last row.
 */
export function readAnswer(onSet: (set: AnswerSet) => void): {
  push(chunk: Uint8Array<ArrayBuffer>): void;
  finish(): AnswerHead;
} {
  const decoder = new TextDecoder();
  let lines: LineReader | null = null;
  let isSingleDocument = false;
  let buffered = "";
  const push = (text: string) => {
    if (lines) return lines.push(text);
    buffered += text;
    if (isSingleDocument) return;
    const end = buffered.indexOf("\n");
    if (end < 0 && buffered.length < maxHeadLength) return;
    const first = buffered.slice(0, Math.max(end, 0));
    isSingleDocument = !first.endsWith('"payload":[');
    if (isSingleDocument) return;
    lines = readLines(parseHead(parseJson(`${first}]}`)).answer, onSet);
    lines.push(buffered.slice(end + 1));
    buffered = "";
  };
  return {
    push: (chunk) => push(decoder.decode(chunk, { stream: true })),
    finish() {
      push(decoder.decode());
      return lines ? lines.finish() : readWhole(buffered, onSet);
    },
  };
}

const maxHeadLength = 1_000;

interface LineReader {
  push(text: string): void;
  finish(): AnswerHead;
}

/**
 * The format: after the first line, `{..."rows":[`, lines of rows and `],...}` for each set, and
 * `]}` at the end.
 */
function readLines(answer: AnswerHead, onSet: (set: AnswerSet) => void): LineReader {
  let set: { readonly line: string; readonly builder: SetBuilder } | null = null;
  let remainder = "";

  const readLine = (line: string) => {
    if (!set) {
      if (!line.endsWith('"rows":['))
        throw new MalformedAnswerError("A data set does not begin with its line");
      set = { line, builder: createSetBuilder(parseSet(`${line}]}`, { deletedIds: [] })) };
    } else if (line.startsWith("]")) {
      onSet(set.builder.finish(parseSet(set.line + withoutComma(line), {})));
      set = null;
    } else set.builder.add(line);
  };

  return {
    push(text) {
      let start = 0;
      for (;;) {
        const end = text.indexOf("\n", start);
        if (end < 0) break;
        readLine(remainder + text.slice(start, end));
        remainder = "";
        start = end + 1;
      }
      remainder += text.slice(start);
    },
    finish() {
      if (set || remainder.trim() !== "]}") throw new MalformedAnswerError("The answer breaks off");
      return answer;
    },
  };
}

function withoutComma(line: string): string {
  return line.endsWith(",") ? line.slice(0, -1) : line;
}

interface SetBuilder {
  /** Adds complete rows, with commas between them and perhaps after the last. */
  add(line: string): void;
  finish(head: SetHead): AnswerSet;
}

function createSetBuilder({ type, isFull }: SetHead): SetBuilder {
  const blocks: BlockRow[] = [];
  const changes: ReferenceRow[] = [];
  const column = createColumnWriter(type);
  let pendingText = "";
  let count = 0;
  let isSorted = true;
  let last: ReferenceId | null = null;

  const flush = () => {
    if (pendingText === "") return;
    const text = `[${withoutComma(pendingText)}]`;
    const rows = checkRows(type, parseJson(text), count);
    pendingText = "";
    count += rows.length;
    const [first] = rows;
    if (!isFull) changes.push(...rows);
    if (!isFull || !first) return;
    for (const row of rows) {
      const id = rowId(type, row);
      if (last !== null && compareIds(last, id) > 0) isSorted = false;
      last = id;
    }
    column.add(rows);
    blocks.push({ firstId: rowId(type, first), text, rows: rows.length });
  };

  return {
    add(line) {
      pendingText += line;
      if (pendingText.length >= blockLength) flush();
    },
    finish(head) {
      flush();
      if (!isFull) return { ...head, count, content: { kind: "changes", rows: changes } };
      const sorted = isSorted
        ? blocks
        : toBlocks(
            type,
            blocks.flatMap((row) => parseRows(null, row)),
          );
      return { ...head, count, content: { kind: "full", blocks: sorted, column: column.finish() } };
    },
  };
}

function readWhole(text: string, onSet: (set: AnswerSet) => void): AnswerHead {
  const { answer, payload } = parseHead(parseJson(text));
  const sets = payload.map((entry) => {
    const parsed = setHead.safeParse(entry);
    if (!parsed.success) throw new MalformedAnswerError(z.prettifyError(parsed.error));
    const { rows: rawRows, ...set } = parsed.data;
    return { set, rows: checkRows(set.type, rawRows, 0) };
  });
  for (const { set, rows } of sets) onSet(toAnswerSet(set, rows));
  return answer;
}

function toAnswerSet(set: SetHead, rows: readonly ReferenceRow[]): AnswerSet {
  const count = rows.length;
  if (!set.isFull) return { ...set, count, content: { kind: "changes", rows } };
  return { ...set, count, content: fullContent(set.type, rows) };
}

/** Builds the blocks and the search column of a complete set. The rows must fit the contract. */
export function fullContent(
  type: SetHead["type"],
  rows: readonly ReferenceRow[],
): Extract<AnswerSet["content"], { kind: "full" }> {
  const column = createColumnWriter(type);
  for (let start = 0; start < rows.length; start += 400) column.add(rows.slice(start, start + 400));
  return { kind: "full", blocks: toBlocks(type, rows), column: column.finish() };
}

function checkRows(type: SetHead["type"], rows: unknown, before: number): readonly ReferenceRow[] {
  const { row } = dataSets[type];
  const isValid = rowChecks[type];
  const checkRow = (value: unknown, index: number): value is ReferenceRow => {
    if (isValid(value)) return true;
    const parsed = row.safeParse(value);
    if (parsed.success) return true;
    throw new MalformedAnswerError(
      `${type}, row ${before + index}: ${z.prettifyError(parsed.error)}`,
    );
  };
  if (Array.isArray(rows) && rows.every(checkRow)) return rows;
  throw new MalformedAnswerError(`${type}: the rows are no list`);
}

function parseSet(json: string, defaults: object): SetHead {
  const value = parseJson(json);
  const parsed = setHead.safeParse({ ...defaults, ...(isRecord(value) && value) });
  if (!parsed.success) throw new MalformedAnswerError(z.prettifyError(parsed.error));
  const { rows: _none, ...set } = parsed.data;
  return set;
}

function parseHead(value: unknown): {
  readonly answer: AnswerHead;
  readonly payload: readonly unknown[];
} {
  const parsed = head.safeParse(value);
  if (!parsed.success) throw new MalformedAnswerError(z.prettifyError(parsed.error));
  const { payload, ...answer } = parsed.data;
  return { answer, payload };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedAnswerError("The answer is no JSON");
  }
}
