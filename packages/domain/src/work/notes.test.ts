import { describe, expect, it, test } from "vitest";
import { aHold, aJob } from "../testing/a-job.ts";
import { mayReadNotes, validateNote } from "./notes.ts";

describe("Engineering notes", () => {
  it("can be edited while access is held, and read once the job is closed", () => {
    expect(mayReadNotes(aJob({ status: "AccessGained" }))).toBe(true);
    expect(mayReadNotes(aJob({ status: "Closed" }))).toBe(true);
  });

  it("are not available once access is lost", () => {
    expect(mayReadNotes(aJob({ status: "New" }))).toBe(false);
    expect(mayReadNotes(aJob({ status: "OnSite", hold: aHold }))).toBe(false);
  });
});

describe("An engineering note", () => {
  it("requires Public or Private and a description", () => {
    expect(validateNote({ isPublic: null, description: " " })).toEqual({
      isPublic: "visibility-missing",
      description: "description-missing",
    });
  });

  test.each([true, false])("is valid with isPublic %s and a description", (isPublic) => {
    expect(validateNote({ isPublic, description: "Flue cleared" })).toEqual({});
  });

  it("has at most 10,000 characters", () => {
    expect(validateNote({ isPublic: true, description: "x".repeat(10_000) })).toEqual({});
    expect(validateNote({ isPublic: true, description: "x".repeat(100_000) })).toEqual({
      description: "description-too-long",
    });
  });
});
