import { expect, it } from "vitest";
import { formatCount } from "./count.ts";

it.each([
  [0, "0 events"],
  [1, "1 event"],
  [2, "2 events"],
  [1500, "1,500 events"],
])("writes a count of %i", (count, text) => {
  expect(formatCount(count, "event")).toBe(text);
});

it("takes a plural of its own", () => {
  expect(formatCount(1, "entry", "entries")).toBe("1 entry");
  expect(formatCount(2, "image is missing", "images are missing")).toBe("2 images are missing");
});
