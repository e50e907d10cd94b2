import { describe, expect, it, test } from "vitest";
import {
  holdDescription,
  validateHoldReason,
  validateNoAccess,
  validateRetain,
} from "./reasons.ts";

const reasons = [
  { value: 1, requiresAdditionalText: false },
  { value: 2, requiresAdditionalText: true },
];

describe("A hold", () => {
  it("needs a reason", () => {
    expect(validateHoldReason({ reason: null, details: "Fan on order" }, reasons)).toEqual({
      reason: "reason-missing",
    });
  });

  test.each(["", "  \n"])(
    "for a reason that requires an explanation is not explained by %j",
    (details) => {
      expect(validateHoldReason({ reason: 2, details }, reasons)).toEqual({
        details: "details-missing",
      });
    },
  );

  it("for any other reason needs no explanation, and stores none", () => {
    const answers = { reason: 1, details: "typed before the reason was changed" };
    expect(validateHoldReason({ ...answers, details: "" }, reasons)).toEqual({});
    expect(holdDescription(answers, reasons)).toBeNull();
  });

  it("stores the explanation without surrounding spaces", () => {
    expect(holdDescription({ reason: 2, details: " Fan on order " }, reasons)).toBe("Fan on order");
  });
});

describe("A visit without access", () => {
  it("needs a reason, a photo and notes", () => {
    expect(validateNoAccess({ reason: null, photos: 0, notes: "  " })).toEqual({
      reason: "reason-missing",
      photos: "photo-missing",
      notes: "notes-missing",
    });
    expect(validateNoAccess({ reason: 1, photos: 1, notes: "Nobody in" })).toEqual({});
  });
});

describe("Retaining a job", () => {
  it("needs a reason and a comment", () => {
    expect(validateRetain({ reason: null, comment: " " })).toEqual({
      reason: "reason-missing",
      comment: "comment-missing",
    });
    expect(validateRetain({ reason: 1, comment: "Nearly done" })).toEqual({});
  });
});
