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

  it("are searched in one pass: a long text that is no base64 takes only as long as its length", () => {
    // A pattern that tried white space again and again needed minutes for each of these.
    for (const text of [`a${" ".repeat(1_400_000)}!`, `${"a ".repeat(700_000)}!`]) {
      expect(decodeImageText(text)).toBeNull();
    }
  });
});
