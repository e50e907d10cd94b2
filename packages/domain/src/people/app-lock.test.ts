import { describe, expect, it } from "vitest";
import { isUnusedTooLong } from "./app-lock.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 2, 2, 12);

describe("The app has not been used for 15 minutes", () => {
  it.each([
    ["a moment after the last use", now - 1_000, 0, false],
    ["a moment before the time is over", now - 15 * minute + 1, 0, false],
    ["when the time is over", now - 15 * minute, 0, true],
    ["when the clock was set three days forwards", now - 3 * day, 0, true],
    ["when the clock was set three days back", now + 3 * day, 0, true],
    ["when the clock was set back by a minute", now + minute, 0, false],
    ["when the clock was set back while the app was open", now, 15 * minute, true],
  ])("%s", (_, usedAt, elapsedMs, expected) => {
    expect(isUnusedTooLong({ usedAt, elapsedMs }, now, 15)).toBe(expected);
  });
});
