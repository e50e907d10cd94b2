import { expect, it } from "vitest";
import { describeAnswer, nameCommand } from "./command-names.ts";

const answer = { type: "JobUpdate", outcome: "alert", details: null };

it("says what the phone shows, not what the engineer has read", () => {
  expect(describeAnswer({ ...answer, type: "CancelJob" }, "Sam Taylor")).toBe(
    "The phone has it, and asks the engineer: the answer is shown at the job",
  );
  expect(describeAnswer(answer, "Sam Taylor")).toBe("The phone has it, and shows an alert");
});

it("says who has read a comment, and when in London", () => {
  const read = { ...answer, readOn: "2026-06-28T13:05:00.000Z" };
  expect(describeAnswer(read, "Sam Taylor")).toBe("Read by Sam Taylor, Sun, 28 Jun 2026, 14:05");
});

it("says which notice about the account it is, and why a job is removed", () => {
  expect(nameCommand({ type: "AccountNotice", notice: "device-locked" })).toBe(
    "Notice about the account: A phone was locked",
  );
  const changed = { type: "AccountNotice", notice: "permissions-changed" };
  const what = "Notice about the account: The office changed what the engineer may do";
  expect(nameCommand(changed)).toBe(what);
  expect(nameCommand({ ...changed, granted: [], withdrawn: ["plan", "recordMileage"] })).toBe(
    `${what} (no longer: Planner, Records mileage)`,
  );
  expect(nameCommand({ ...changed, granted: ["addContact"], withdrawn: ["plan"] })).toBe(
    `${what} (now: Add contacts; no longer: Planner)`,
  );
  expect(nameCommand({ type: "CancelJob", reason: "ended-elsewhere" })).toBe(
    "Removal: the visit has ended with another phone",
  );
  expect(nameCommand({ type: "CancelJob", notice: null, reason: null })).toBe("Removal");
  expect(nameCommand({ type: "JobUpdate", isComment: true })).toBe("Comment");
});

it("adds what the phone has said", () => {
  const failed = { type: "DataDump", outcome: "failed", details: "No room" };
  expect(describeAnswer(failed, "Sam Taylor")).toBe("It failed: No room");
  expect(describeAnswer({ ...answer, outcome: null }, "Sam Taylor")).toBe("");
});

it("shows what it does not know as it is", () => {
  expect(nameCommand({ type: "SomethingNew" })).toBe("SomethingNew");
  expect(nameCommand({ type: "AccountNotice", notice: "something-new" })).toBe(
    "Notice about the account: something-new",
  );
  expect(describeAnswer({ ...answer, outcome: "later" }, "Sam Taylor")).toBe("later");
});
