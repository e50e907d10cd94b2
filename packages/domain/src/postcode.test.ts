import { describe, expect, test } from "vitest";
import { parsePostcode } from "./postcode.ts";

describe("A UK postcode", () => {
  test.each([
    ["ls11aa", "LS1 1AA"],
    [" LS11 2BE ", "LS11 2BE"],
    ["ec1a-1bb", "EC1A 1BB"],
    ["W1A 0AX", "W1A 0AX"],
    ["m1 1ae", "M1 1AE"],
    ["GIR 0AA", "GIR 0AA"],
    ["gir0aa", "GIR 0AA"],
    ["BFPO 57", "BFPO 57"],
    ["bfpo5211", "BFPO 5211"],
    ["BF1 2AA", "BF1 2AA"],
  ])("may be typed as %o, and is %o", (typed, parsed) => {
    expect(parsePostcode(typed)).toBe(parsed);
  });

  test.each([
    "",
    "XX",
    "LS1",
    "1LS 1AA",
    "LS1 1A1",
    "LS1 1AA 2",
    "GIR 0AB",
    "BFPO",
    "BFPO 12345",
    "00000",
    "'; drop table",
  ])("is not %o", (typed) => {
    expect(parsePostcode(typed)).toBeNull();
  });
});
