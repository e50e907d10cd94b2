import { describe, expect, it } from "vitest";
import { decodeImageText } from "./inspect-image.ts";

describe("the bytes of an image that came as base64", () => {
  it.each([
    ["plain", "aGVsbG8=", "hello"],
    ["without its padding", "aGVsbG8", "hello"],
    ["with the head of a data URL", "data:image/png;base64,aGVsbG8=", "hello"],
    ["in lines", "aGVs\r\nbG8=\n", "hello"],
  ])("are read %s", (_, text, bytes) => {
    expect(decodeImageText(text)?.toString()).toBe(bytes);
  });

  it.each(["", "=", "data:image/png;base64,", "aGVs=bG8", "hello!", "data:image/png,abc", " \n"])(
    "are not read from %j",
    (text) => {
      expect(decodeImageText(text)).toBeNull();
    },
  );

  it("are looked for in one pass: a long text that is no base64 costs what its length says", () => {
    // The pattern that went back over white space needed minutes for each of these.
    for (const text of [`a${" ".repeat(1_400_000)}!`, `${"a ".repeat(700_000)}!`]) {
      expect(decodeImageText(text)).toBeNull();
    }
  });
});
