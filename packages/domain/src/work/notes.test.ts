import { describe, expect, it, test } from "vitest";
import { noteFaults } from "./notes.ts";

describe("An engineering note", () => {
  it("requires Public or Private and a description", () => {
    expect(noteFaults({ isPublic: null, description: " " })).toEqual({
      isPublic: "visibility-missing",
      description: "description-missing",
    });
  });

  test.each([true, false])("is fine with isPublic %s and a description", (isPublic) => {
    expect(noteFaults({ isPublic, description: "Flue cleared" })).toEqual({});
  });

  it("has at most 10,000 characters", () => {
    expect(noteFaults({ isPublic: true, description: "x".repeat(10_000) })).toEqual({});
    expect(noteFaults({ isPublic: true, description: "x".repeat(100_000) })).toEqual({
      description: "description-too-long",
    });
  });
});
