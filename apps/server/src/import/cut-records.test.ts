import { expect, it } from "vitest";
import { cutRecords, RecordTooLong } from "./cut-records.ts";

async function cut(text: string, delimiter: string | null, recordsAtOnce = 2, chunkBytes = 3) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes);
  }
  const pieces: [line: number, records: number, text: string][] = [];
  for await (const piece of cutRecords(chunks(), { delimiter, recordsAtOnce }))
    pieces.push([piece.firstLine, piece.records, piece.bytes.toString()]);
  return pieces;
}

it("cuts between records, and counts lines of the file", async () => {
  expect(await cut("a\nb\n\nc\nd", ",")).toEqual([
    [1, 2, "a\nb\n"],
    [3, 2, "\nc\nd"],
  ]);
});

it("does not cut a cell in quotation marks that has line breaks and quotation marks", async () => {
  const record = '"1, ""The\r\nMews"""\r\n';
  expect(await cut(`a,b\n${record}c,d\ne,f\n`, ",")).toEqual([
    [1, 2, `a,b\n${record}`],
    [4, 2, "c,d\ne,f\n"],
  ]);
});

it("takes a quotation mark inside a cell for a letter", async () => {
  expect(await cut('a,5" pipe\nb,c\nd,e\n', ",")).toEqual([
    [1, 2, 'a,5" pipe\nb,c\n'],
    [3, 1, "d,e\n"],
  ]);
});

it("ends lines at each kind of line break", async () => {
  expect(await cut("a\rb\rc", ",", 9)).toEqual([[1, 3, "a\rb\rc"]]);
  expect(await cut("a\rb\rc", ",")).toEqual([
    [1, 2, "a\rb\r"],
    [3, 1, "c"],
  ]);
  expect(await cut("a\r\nb\r\nc\r\n", ",", 9)).toEqual([[1, 3, "a\r\nb\r\nc\r\n"]]);
});

it("takes quotation marks of JSON for what they are", async () => {
  expect(await cut('{"a":"\\""}\n{"b":1}\n{"c":1}', null)).toEqual([
    [1, 2, '{"a":"\\""}\n{"b":1}\n'],
    [3, 1, '{"c":1}'],
  ]);
});

it("says on which line a quotation mark is not closed", async () => {
  await expect(cut(`a,b\n"c,d\ne,f\n`, ",")).rejects.toMatchObject({ line: 2 });
  const long = cut(`a\nb\n"${"x".repeat(1_000_001)}`, ",", 2, 65_536);
  await expect(long).rejects.toBeInstanceOf(RecordTooLong);
});
