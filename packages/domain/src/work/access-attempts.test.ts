import { describe, expect, it } from "vitest";
import { attemptsInARow, lastAccessOn } from "./access-attempts.ts";

const attempt = (endedOn: string) => ({ endedOn, isAttempt: true });
const access = (endedOn: string) => ({ endedOn, isAttempt: false });

describe("Attempts without access in a row", () => {
  it("are all of them where access was never gained, oldest first", () => {
    const visits = [attempt("2026-11-20T10:00:00.000Z"), attempt("2026-11-02T10:00:00.000Z")];
    expect(attemptsInARow(visits)).toEqual(visits.toReversed());
    expect(lastAccessOn(visits)).toBeNull();
  });

  it("begin again when access was gained", () => {
    const visits = [
      attempt("2026-09-01T10:00:00.000Z"),
      access("2026-10-01T10:00:00.000Z"),
      attempt("2026-11-20T10:00:00.000Z"),
    ];
    expect(attemptsInARow(visits)).toEqual([attempt("2026-11-20T10:00:00.000Z")]);
    expect(lastAccessOn(visits)).toBe("2026-10-01T10:00:00.000Z");
  });

  it("are none when the last visit had access, whatever the offset of its time", () => {
    const visits = [attempt("2026-11-20T10:30:00.000+01:00"), access("2026-11-20T10:00:00.000Z")];
    expect(attemptsInARow(visits)).toEqual([]);
  });

  it("are none of no visit", () => {
    expect(attemptsInARow([])).toEqual([]);
  });
});
