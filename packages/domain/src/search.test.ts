import { describe, expect, it } from "vitest";
import { normaliseForSearch } from "./search.ts";

describe("A search", () => {
  it.each(["O'Brien", "O\u2019Brien", "O\u2018Brien", "O\u00B4Brien", "O\u0060Brien", "OBRIEN"])(
    "finds %s by the same letters",
    (name) => {
      expect(normaliseForSearch(name)).toBe("obrien");
    },
  );

  it("leaves everything else as it is", () => {
    expect(normaliseForSearch("St. Mary's Road, 3/4\u2033")).toBe("st. marys road, 3/4\u2033");
  });
});
