import { describe, expect, it } from "vitest";
import { isolateText } from "./text-direction.ts";

const name = "\u05E9\u05E8\u05D4 \u05DC\u05D5\u05D9 2nd";

describe("a value in a sentence", () => {
  it("is isolated if it has right-to-left text, and the sentence runs from left to right", () => {
    expect(isolateText(name)).toBe(`\u200E\u2068${name}\u2069`);
  });

  it("is unchanged without right-to-left text", () => {
    expect(isolateText("Ó Séaghdha, 2nd")).toBe("Ó Séaghdha, 2nd");
  });

  it("cannot end its isolation itself, and each of its lines is isolated", () => {
    expect(isolateText(`${name}\u2069\u202E\n3 Court`)).toBe(
      `\u200E\u2068${name}\u2069\n\u200E\u20683 Court\u2069`,
    );
  });
});
