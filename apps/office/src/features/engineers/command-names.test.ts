import { expect, it } from "vitest";
import { describeAnswer, nameCommand } from "./command-names.ts";

const answer = { type: "JobUpdate", outcome: "alert", details: null };

it("says that an engineer is asked about a removal, and told of anything else", () => {
  expect(describeAnswer({ ...answer, type: "CancelJob" })).toBe("The engineer is asked");
  expect(describeAnswer(answer)).toBe("The engineer is told");
});

it("adds what the phone has said", () => {
  const failed = { type: "DataDump", outcome: "failed", details: "No room" };
  expect(describeAnswer(failed)).toBe("It failed: No room");
  expect(describeAnswer({ ...answer, outcome: null })).toBe("");
});

it("shows what it does not know as it is", () => {
  expect(nameCommand("SomethingNew")).toBe("SomethingNew");
  expect(describeAnswer({ ...answer, outcome: "later" })).toBe("later");
});
