import { describe, expect, it, test } from "vitest";
import { aHeldJob, aJob } from "../testing/a-job.ts";
import { checkEditable } from "./editing.ts";

describe("Editing inside a job", () => {
  it("is available once access is gained", () => {
    expect(checkEditable(aJob({ status: "AccessGained" })).ok).toBe(true);
  });

  test.each(["New", "Travelling", "OnSite"] as const)("is read-only at %s", (status) => {
    expect(checkEditable(aJob({ status }))).toEqual({ ok: false, refusal: "access-not-gained" });
  });

  it("is read-only on hold", () => {
    expect(checkEditable(aHeldJob())).toEqual({ ok: false, refusal: "on-hold" });
  });

  it("is read-only once the job is closed", () => {
    expect(checkEditable(aJob({ status: "Closed" }))).toEqual({
      ok: false,
      refusal: "already-closed",
    });
  });
});
