import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { aHeldJob, aJob } from "../testing/a-job.ts";
import { decideRemoval, removalOutcome, removalRejectionReason } from "./removal.ts";
import { jobStatuses } from "./status.ts";

const request = {
  jobId: "job-1",
  fieldOperativeAppointmentId: "appointment-1",
  force: false,
};

describe("Removal requests from the server", () => {
  it("for a job that is not on the device do nothing: not-found", () => {
    expect(decideRemoval(undefined, request)).toEqual({ outcome: "not-found" });
  });

  it("with a different appointment id do nothing, even when forced: ignored", () => {
    fc.assert(
      fc.property(fc.constantFrom(...jobStatuses), fc.boolean(), (status, force) => {
        const elsewhere = { ...request, fieldOperativeAppointmentId: "appointment-2", force };
        expect(decideRemoval(aJob({ status }), elsewhere)).toEqual({ outcome: "ignored" });
      }),
    );
  });

  test.each(jobStatuses)("that are forced delete the job, here at %s", (status) => {
    expect(decideRemoval(aJob({ status }), { ...request, force: true })).toEqual({
      outcome: "deleted",
    });
  });

  it("delete a job that is New", () => {
    expect(decideRemoval(aJob(), request)).toEqual({ outcome: "deleted" });
  });

  test.each([
    ["AccessGained", 3],
    ["Closed", 4],
  ] as const)("are rejected automatically at %s with reason %i", (status, reason) => {
    const decision = decideRemoval(aJob({ status }), request);
    expect(decision).toEqual({
      outcome: "rejected",
      reason,
      comment: "Request auto rejected due to status of job on device",
    });
    expect(removalOutcome(decision)).toBe("ignored");
  });

  test.each(["Travelling", "OnSite"] as const)(
    "at %s are shown to the engineer: alert",
    (status) => {
      const decision = decideRemoval(aJob({ status }), request);
      expect(decision).toEqual({ outcome: "alert" });
      expect(removalOutcome(decision)).toBe("alert");
    },
  );

  it("for a job on hold are shown to the engineer: alert", () => {
    expect(decideRemoval(aHeldJob(), request)).toEqual({ outcome: "alert" });
  });

  it("are rejected for 1 already on site, 2 in transit, 3 access gained, 4 closed", () => {
    expect(removalRejectionReason).toEqual({
      alreadyOnSite: 1,
      inTransit: 2,
      accessGained: 3,
      closed: 4,
    });
  });
});
