import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { aHeldJob, aHold, aJob, at } from "../testing/a-job.ts";
import { isAvailable, mainAction } from "./actions.ts";
import type { Job } from "./job.ts";
import { advance, cancel, close, closeWithoutAccess, placeHold, releaseHold } from "./life.ts";
import { jobStatuses } from "./status.ts";

const anyJob: fc.Arbitrary<Job> = fc
  .record({
    status: fc.constantFrom(...jobStatuses),
    isSelected: fc.boolean(),
    hold: fc.constantFrom(null, aHold),
  })
  .map(aJob);

describe("Footer actions depend on the status", () => {
  test.each([
    ["New", "advance", "Start Travel"],
    ["Travelling", "advance", "On-Site"],
    ["OnSite", "gain-access", "Access"],
    ["AccessGained", "close", "Close"],
  ] as const)("at %s the main one is %s: %s", (status, action, label) => {
    expect(mainAction(aJob({ status }))).toEqual({ action, label });
  });

  it("on hold the main one is Remove Hold", () => {
    expect(mainAction(aHeldJob())).toEqual({ action: "release-hold", label: "Remove Hold" });
  });

  it("a closed job has none", () => {
    expect(mainAction(aJob({ status: "Closed" }))).toBeNull();
  });

  it("the main one is always available", () => {
    fc.assert(
      fc.property(anyJob, (job) => {
        const main = mainAction(job);
        expect(main === null || isAvailable(main.action, job)).toBe(true);
      }),
    );
  });
});

describe("Only actions that the rules allow are offered", () => {
  const reason = { holdReasonId: 1, holdDescription: null };
  test.each([
    ["cancel", (job: Job) => cancel(job, at()).ok],
    ["hold", (job: Job) => placeHold(job, reason, [], at()).ok],
    ["release-hold", (job: Job) => job.status !== "Closed" && releaseHold(job, [job]).ok],
    ["close", (job: Job) => close(job, at()).ok],
    ["close-without-access", (job: Job) => closeWithoutAccess(job, at()).ok],
  ] as const)("%s", (action, isAllowed) => {
    fc.assert(
      fc.property(anyJob, (job) => {
        expect(isAvailable(action, job)).toBe(isAllowed(job));
      }),
    );
  });

  it("the next step only", () => {
    fc.assert(
      fc.property(anyJob, (job) => {
        const steps = ["advance", "gain-access", "close"] as const;
        const offered = steps.some((action) => isAvailable(action, job));
        expect(offered).toBe(advance(job, [job], at()).ok);
      }),
    );
  });
});

describe("Editing inside a job", () => {
  it("is available only once access is gained, and not on hold", () => {
    fc.assert(
      fc.property(anyJob, (job) => {
        expect(isAvailable("edit-work", job)).toBe(
          job.status === "AccessGained" && job.hold === null,
        );
      }),
    );
  });

  it("photos are taken once the job is started and until it is closed", () => {
    expect(jobStatuses.filter((status) => isAvailable("photograph", aJob({ status })))).toEqual([
      "Travelling",
      "OnSite",
      "AccessGained",
    ]);
    expect(isAvailable("photograph", aHeldJob())).toBe(true);
  });
});
