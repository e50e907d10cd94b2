import { expect, it } from "vitest";
import { strings } from "./strings.ts";

it("isolates right-to-left access notes from their label", () => {
  const notes = "\u05D4\u05DE\u05E4\u05EA\u05D7, 3 Nasser Court";
  expect(strings().visit.access(notes)).toBe(`Access notes: \u200E\u2068${notes}\u2069`);
});
