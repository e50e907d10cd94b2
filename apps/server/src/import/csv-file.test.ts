import { describe, expect, it } from "vitest";
import { csvLine } from "../http/csv.ts";
import {
  type CsvFormat,
  findUndecodableLine,
  guessFormat,
  readCell,
  readLines,
  readRecords,
} from "./csv-file.ts";

const bytes = (text: string) => Buffer.from(text);
const comma: CsvFormat = { encoding: "utf-8", delimiter: "," };

async function read(content: Buffer, format = comma) {
  const records = [];
  for await (const record of readRecords(content, format)) records.push(record);
  return records;
}

describe("lines", () => {
  const readAll = async (text: string) => {
    const lines = [];
    for await (const chunk of readLines(bytes(text), comma, 2)) lines.push(...chunk);
    return lines;
  };

  it("are the records after the headings", async () => {
    expect((await readAll("code\n1\n2\n")).map(({ cells }) => cells)).toEqual([["1"], ["2"]]);
  });

  it("beyond the largest number are left out, and the first of them says so", async () => {
    expect(await readAll("code\n1\n2\n3\n4\n")).toMatchObject([
      { line: 2 },
      { line: 3 },
      { line: 4, isBeyondMaximum: true },
    ]);
  });
});

describe("a file", () => {
  it.each([
    ["UTF-8", bytes("code,name\n1,Café"), { encoding: "utf-8", isSurelyUtf8: true }],
    ["plain ASCII", bytes("code,name\n1,Cafe"), { encoding: "utf-8", isSurelyUtf8: false }],
    ["UTF-8 with a byte-order mark", bytes("\u{feff}a,b\n"), { encoding: "utf-8" }],
    [
      "Windows-1252",
      Buffer.from("code;name\n1;Caf\xe9 \x80", "latin1"),
      { encoding: "windows-1252", delimiter: ";" },
    ],
    ["tabs", bytes("code\tname, long\n1\t2"), { delimiter: "\t" }],
  ])("in %s is recognised", (_name, content, expected) => {
    expect(guessFormat(content)).toMatchObject({ ok: true, value: expected });
  });

  it.each([
    ["empty", bytes("")],
    ["spreadsheet", Buffer.from("PK\u0003\u0004 workbook")],
    ["not-text", Buffer.from("a\0b")],
  ])("that is %s is refused", (refusal, content) => {
    expect(guessFormat(content)).toMatchObject({ ok: false, refusal });
  });

  it("names the line of the first byte that is no UTF-8", () => {
    const content = Buffer.from("a,b\r\n1,2\r\n3,Caf\xe9\r\n", "latin1");
    expect(findUndecodableLine(content, "utf-8")).toBe(3);
    expect(findUndecodableLine(content, "windows-1252")).toBeNull();
  });
});

describe("records", () => {
  it("have their line numbers, with empty lines and line breaks in cells", async () => {
    const text = '\u{feff}code,name\r\n1,"two\r\nlines"\r\n\r\n2,"a ""b"", c"\r\n';
    expect(await read(bytes(text))).toEqual([
      { line: 1, endLine: 1, cells: ["code", "name"] },
      { line: 2, endLine: 3, cells: ["1", "two\nlines"] },
      { line: 5, endLine: 5, cells: ["2", 'a "b", c'] },
    ]);
  });

  it("are read in Windows-1252 with semicolons", async () => {
    const content = Buffer.from("code;name\n1;Caf\xe9 \x80 5", "latin1");
    const [, record] = await read(content, { encoding: "windows-1252", delimiter: ";" });
    expect(record?.cells).toEqual(["1", "Café € 5"]);
  });

  it("may have quotation marks inside a cell, and more or fewer cells than headings", async () => {
    const records = await read(bytes('a,b\n="00123",22" pipe\n1\n1,2,3\n'));
    expect(records.map(({ cells }) => cells)).toEqual([
      ["a", "b"],
      ['="00123"', '22" pipe'],
      ["1"],
      ["1", "2", "3"],
    ]);
  });

  it("end with the one in which a quotation mark is not closed", async () => {
    expect(await read(bytes('a,b\n1,2\n3,"4\n5,6\n'))).toEqual([
      { line: 1, endLine: 1, cells: ["a", "b"] },
      { line: 2, endLine: 2, cells: ["1", "2"] },
      { line: 3, endLine: expect.any(Number), cells: [], isUnclosed: true },
    ]);
  });
});

describe("a cell", () => {
  it.each([
    ['="00123"', "00123"],
    ["  padded ", "padded"],
    ["'=1+1", "=1+1"],
    ["'+44 113 496 0000", "+44 113 496 0000"],
    ["''-1", "'-1"],
    ["'quoted'", "'quoted'"],
    ["-15 mm", "-15 mm"],
  ])("%j says %j", (cell, text) => {
    expect(readCell(cell)).toEqual({ ok: true, value: text });
  });

  it.each([
    ["=A1*2", "formula"],
    ['="=1+1"', "formula"],
    ['=HYPERLINK("http://example.org";"x")', "formula"],
    ["#REF!", "spreadsheet-error"],
    ["Caf\u{fffd}", "unreadable-character"],
    ["bell\u0007", "unreadable-character"],
  ])("%j is refused", (cell, refusal) => {
    expect(readCell(cell)).toMatchObject({ ok: false, refusal });
  });

  it.each(["=1+1", "'=1+1", "''@x", "＝1+1", "plain", "'quoted'", 'say "no", twice'])(
    "%j that the server has written is read back as it was",
    async (text) => {
      const [record] = await read(bytes(csvLine([text, "x"])));
      expect(readCell(record?.cells[0] ?? "")).toEqual({ ok: true, value: text });
    },
  );
});
