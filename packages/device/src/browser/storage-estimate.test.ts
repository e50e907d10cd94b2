import { describe, expect, it } from "vitest";
import { correctSpace } from "./storage-estimate.ts";

const quota = 15_000_000_000;
const measure = (bytes: number | null) => () => Promise.resolve(bytes);

describe("The storage that the browser reports", () => {
  it("is corrected if its counter of files went below zero", async () => {
    const reported = {
      usage: 4_295_860_026 + 18_000_000,
      quota,
      usageDetails: { fileSystem: 4_295_860_026, indexedDB: 18_000_000 },
    };
    expect(await correctSpace(reported, measure(892_730))).toEqual({ usage: 18_892_730, quota });
    expect(await correctSpace(reported, measure(null))).toEqual({ usage: null, quota });
  });

  it.each([
    { usage: 19_000_000, quota, usageDetails: { fileSystem: 900_000 } },
    { usage: 19_000_000, quota, usageDetails: {} },
    { usage: 4_300_000_000, quota },
  ])("is taken as it is otherwise: %j", async (reported) => {
    const { usage } = reported;
    expect(await correctSpace(reported, measure(1))).toEqual({ usage, quota });
  });

  it("may be missing", async () => {
    expect(await correctSpace(undefined, measure(1))).toEqual({ usage: null, quota: null });
  });
});
