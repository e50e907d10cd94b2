import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultSyncConfig, syncedTypes, warningSize } from "./sync.ts";

describe("Synchronisation", () => {
  it("warns at 5 MB, between 0 and 30 MB, and runs on start", () => {
    expect(defaultSyncConfig).toEqual({
      warnSizeInMb: 5,
      onStart: true,
      minSizeInMb: 0,
      maxSizeInMb: 30,
    });
    expect(warningSize(defaultSyncConfig)).toBe(5);
  });

  it("bounds the warning size by the configured minimum and maximum", () => {
    const size = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(size, size, size, (warnSizeInMb, one, other) => {
        const minSizeInMb = Math.min(one, other);
        const maxSizeInMb = Math.max(one, other);
        const bounded = warningSize({ warnSizeInMb, minSizeInMb, maxSizeInMb, onStart: true });
        expect(bounded).toBeGreaterThanOrEqual(minSizeInMb);
        expect(bounded).toBeLessThanOrEqual(maxSizeInMb);
        const isWithin = warnSizeInMb >= minSizeInMb && warnSizeInMb <= maxSizeInMb;
        expect(!isWithin || bounded === warnSizeInMb).toBe(true);
      }),
    );
  });

  it("covers the thirteen types of the specification", () => {
    expect(syncedTypes).toHaveLength(13);
    expect(new Set(syncedTypes).size).toBe(13);
  });
});
