import { describe, expect, it, test } from "vitest";
import { hasReached, jobStatuses, nextStep, reportedStatus } from "./status.ts";

describe("Job status", () => {
  it("has the order New, Travelling, OnSite, AccessGained, Closed", () => {
    expect(jobStatuses).toEqual(["New", "Travelling", "OnSite", "AccessGained", "Closed"]);
  });

  test.each([
    ["New", "Travelling", "Start Travel"],
    ["Travelling", "OnSite", "On-Site"],
    ["OnSite", "AccessGained", "Access"],
    ["AccessGained", "Closed", "Close"],
  ] as const)("moves from %s to %s by %s", (from, to, label) => {
    expect(nextStep[from]).toEqual({ to, label });
  });

  it("ends with Closed", () => {
    expect(nextStep.Closed).toBeNull();
  });

  it("is reported under its own name, except that New is reported as Reset", () => {
    expect(jobStatuses.map(reportedStatus)).toEqual([
      "Reset",
      "Travelling",
      "OnSite",
      "AccessGained",
      "Closed",
    ]);
  });

  it("has reached itself and all before it, and none after it", () => {
    jobStatuses.forEach((current, here) => {
      jobStatuses.forEach((status, there) => {
        expect(hasReached(current, status)).toBe(here >= there);
      });
    });
  });
});
