import { expect, test } from "vitest";
import { inWords } from "./form.tsx";

test("A fault is said at its field; a field without one says nothing", () => {
  const faults: { reason?: "reason-missing"; notes?: "notes-missing" } = {
    reason: "reason-missing",
  };
  const words = {
    "reason-missing": "Please provide a reason.",
    "notes-missing": "Please provide notes.",
  };
  expect(inWords(faults, words)).toEqual({ reason: "Please provide a reason." });
});
