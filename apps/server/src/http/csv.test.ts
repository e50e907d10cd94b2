import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a line of CSV", () => {
  it("quotes what RFC 4180 says, and leaves out what is null", () => {
    expect(csvLine([1, "plain", null, 'a "word"', "one, two", "two\r\nlines"])).toBe(
      '1,plain,,"a ""word""","one, two","two\r\nlines"\r\n',
    );
  });

  it.each([
    "=1+1",
    "+44 7700 900123",
    "-2",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
  ])("makes the formula %j harmless", (text) => {
    expect(csvLine([text]).replace(/^"/, "")).toMatch(/^'/);
  });

  it("leaves a negative number a number", () => {
    expect(csvLine([-2])).toBe("-2\r\n");
  });
});
