import fc from "fast-check";
import { expect, it } from "vitest";
import { documentNumber, readDocumentNumber } from "./document-code.ts";

it("phone and server build the same document number, and it is read however it is typed", () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const number = documentNumber("gas-safety-record", id);
      expect(number).toMatch(/^G(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
      expect(documentNumber("gas-safety-record", id.toUpperCase())).toBe(number);
      const typed = number.toLowerCase().replaceAll("-", " ").replaceAll("1", "l");
      expect(readDocumentNumber(typed)).toBe(number);
    }),
  );
});

it("two appointments of one millisecond have different numbers, and so do two kinds", () => {
  const numbers = [
    documentNumber("job-sheet", "0190a000-0000-7000-8000-000000000001"),
    documentNumber("job-sheet", "0190a000-0000-7000-8000-000000000002"),
    documentNumber("warning-notice", "0190a000-0000-7000-8000-000000000001"),
  ];
  expect(new Set(numbers).size).toBe(3);
});

it.each(["", "G", "X-0000-0000-0000-0000", "G-0000-0000-0000-000U", "J".repeat(10_000)])(
  "%j is not a number",
  (typed) => {
    expect(readDocumentNumber(typed)).toBeNull();
  },
);
