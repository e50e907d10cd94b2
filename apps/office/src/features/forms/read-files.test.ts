import { expect, it } from "vitest";
import { parseFile } from "./read-files.ts";

it("a file is one JSON object, with or without a byte-order mark", () => {
  expect(parseFile("a.json", '{"version": 1}')).toMatchObject({
    content: { version: 1 },
    error: null,
  });
  expect(parseFile("a.json", '\u{feff}{"version": 1}').error).toBeNull();
});

it.each(["[]", "3", '"text"', "null"])("%s is no form", (text) => {
  expect(parseFile("a.json", text)).toMatchObject({
    content: null,
    error: expect.stringContaining("has no form"),
  });
});

it("a file that is not JSON says what is wrong with it", () => {
  expect(parseFile("a.json", '{"version": }').error).toMatch(/^This is not JSON: .*}/);
});
