import { expect, test } from "vitest";
import { describeIssues } from "./form.tsx";

test("An issue is described at its field; a field without an issue has no text", () => {
  const issues: { reason?: "reason-missing"; notes?: "notes-missing" } = {
    reason: "reason-missing",
  };
  const strings = {
    "reason-missing": "Please provide a reason.",
    "notes-missing": "Please provide notes.",
  };
  expect(describeIssues(issues, strings)).toEqual({ reason: "Please provide a reason." });
});
