import { describe, expect, it } from "vitest";
import { chooseLanguage, defineWords, plural } from "./language.ts";

describe("words", () => {
  const words = defineWords({ en: { hello: "Hello" } });

  it("are English where the wanted language is not spoken", () => {
    chooseLanguage(["cy-GB", "pl"]);
    expect(words().hello).toBe("Hello");
  });

  it("follow the number that they go with", () => {
    const forms = { one: "# job", other: "# jobs" };
    expect(plural(0, forms)).toBe("0 jobs");
    expect(plural(1, forms)).toBe("1 job");
    expect(plural(1200, forms)).toBe("1,200 jobs");
  });
});
