import { expect, it } from "vitest";
import { writeCsv } from "./csv.ts";

it.each([
  ["plain", "plain"],
  ['say "no", twice', '"say ""no"", twice"'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+44 113", "'+44 113"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\n=1", '"\'\n=1"'],
  ["＝1+1", "'＝1+1"],
  [" padded", '" padded"'],
])("writes %j so that a spreadsheet shows just that", (value, written) => {
  expect(writeCsv([[value, "x"]])).toBe(`\u{feff}${written},x\r\n`);
});
