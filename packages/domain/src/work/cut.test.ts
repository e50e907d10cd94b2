import { expect, test } from "vitest";
import { cutText } from "./cut.ts";

test.each([
  ["Fan", 3, "Fan"],
  ["Fan gasket", 3, "Fan"],
  ["Fan 👷", 5, "Fan "],
  ["Fan 👷", 6, "Fan 👷"],
])("%j cut to %d characters is %j", (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});
