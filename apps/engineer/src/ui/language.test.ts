import { describe, expect, it } from "vitest";
import { chooseLanguage, defineStrings, formatSize, plural } from "./language.ts";

describe("sizes", () => {
  it.each([
    [0, "0 MB"],
    [1_540_000, "1.5 MB"],
    [999_940_000, "999.9 MB"],
    [999_960_000, "1 GB"],
    [10_700_000_000, "10.7 GB"],
  ])("%i bytes are %s", (bytes, shown) => {
    expect(formatSize(bytes)).toBe(shown);
  });
});

describe("strings", () => {
  const strings = defineStrings({ en: { hello: "Hello" } });

  it("are English when the wanted language has no translation", () => {
    chooseLanguage(["cy-GB", "pl"]);
    expect(strings().hello).toBe("Hello");
  });

  it("have a singular and a plural form", () => {
    const forms = { one: "# job", other: "# jobs" };
    expect(plural(0, forms)).toBe("0 jobs");
    expect(plural(1, forms)).toBe("1 job");
    expect(plural(1200, forms)).toBe("1,200 jobs");
  });
});
