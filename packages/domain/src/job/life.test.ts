import { describe, expect, it, test } from "vitest";
import { aHeldJob, aHold, aJob, at, aWorkingJob } from "../testing/a-job.ts";
import type { Job } from "./job.ts";
import {
  advance,
  cancel,
  close,
  closeWithoutAccess,
  placeHold,
  releaseHold,
  reset,
} from "./life.ts";
import { jobStatuses, nextStep } from "./status.ts";

const reason = { holdReasonId: 7, holdDescription: null };
const reasons = [
  { value: 7, requiresAdditionalText: false },
  { value: 8, requiresAdditionalText: true },
];

describe("A step moves the job to the next status only", () => {
  test.each(["New", "Travelling", "OnSite", "AccessGained"] as const)(
    "from %s, with a timestamp for the status that was reached",
    (status) => {
      const job = aJob({ status, isSelected: true });
      const moved = value(advance(job, [job], at(30)));
      const { to } = nextStep[status];
      expect(moved.status).toBe(to);
      expect(moved.statusTimestamps).toEqual({
        ...job.statusTimestamps,
        [to]: at(30).toISOString(),
      });
    },
  );

  it("selects the job that is started", () => {
    const job = aJob();
    expect(value(advance(job, [job], at())).isSelected).toBe(true);
  });

  it("is refused once the job is closed", () => {
    const job = aJob({ status: "Closed" });
    expect(advance(job, [job], at())).toEqual({ ok: false, refusal: "already-closed" });
  });

  it("is refused while the job is on hold", () => {
    const job = aHeldJob();
    expect(advance(job, [job], at())).toEqual({ ok: false, refusal: "on-hold" });
  });

  it("is refused while another job is active", () => {
    const job = aJob();
    const other = aWorkingJob({ jobId: "job-2" });
    expect(advance(job, [job, other], at())).toEqual({
      ok: false,
      refusal: "another-job-active",
    });
  });

  it("does not change the job object that it was given", () => {
    const job = Object.freeze(aJob());
    advance(job, [job], at());
    expect(job.status).toBe("New");
  });
});

describe("Closing", () => {
  it("deselects the job and records when", () => {
    const closed = value(close(aJob({ status: "AccessGained", isSelected: true }), at(40)));
    expect(closed.status).toBe("Closed");
    expect(closed.isSelected).toBe(false);
    expect(closed.statusTimestamps.Closed).toBe(at(40).toISOString());
  });

  it("also deselects the job when the next step closes it", () => {
    const job = aJob({ status: "AccessGained", isSelected: true });
    expect(value(advance(job, [job], at())).isSelected).toBe(false);
  });

  test.each(["New", "Travelling", "OnSite"] as const)(
    "with an outcome is refused at %s: access is not gained",
    (status) => {
      expect(close(aJob({ status }), at())).toEqual({ ok: false, refusal: "access-not-gained" });
    },
  );

  it("a second time is refused", () => {
    const closed = aJob({ status: "Closed" });
    expect(close(closed, at())).toEqual({ ok: false, refusal: "already-closed" });
    expect(closeWithoutAccess(closed, at())).toEqual({ ok: false, refusal: "already-closed" });
  });

  it("of a job on hold is refused", () => {
    expect(close(aHeldJob(), at())).toEqual({ ok: false, refusal: "on-hold" });
    expect(closeWithoutAccess(aHeldJob(), at())).toEqual({ ok: false, refusal: "on-hold" });
  });
});

describe("Closing without access", () => {
  it("closes and deselects a job at OnSite, with a timestamp for Closed and none for AccessGained", () => {
    const closed = value(closeWithoutAccess(aJob({ status: "OnSite", isSelected: true }), at(9)));
    expect(closed).toMatchObject({ status: "Closed", isSelected: false });
    expect(closed.statusTimestamps.Closed).toBe(at(9).toISOString());
    expect(closed.statusTimestamps.AccessGained).toBeUndefined();
  });

  test.each(["New", "Travelling", "AccessGained"] as const)("is refused from %s", (status) => {
    expect(closeWithoutAccess(aJob({ status }), at())).toEqual({
      ok: false,
      refusal: "not-on-site",
    });
  });
});

describe("Setting a job to New is a reset", () => {
  test.each(jobStatuses)("from %s: it clears the status timestamps and deselects", (status) => {
    const back = reset(aJob({ status, isSelected: true }), at(20));
    expect(back).toMatchObject({ status: "New", isSelected: false, hold: null });
    expect(back.statusTimestamps).toEqual({ New: at(20).toISOString() });
  });
});

describe("Cancel", () => {
  test.each(["Travelling", "OnSite"] as const)("is available at %s and resets", (status) => {
    const job = aJob({ status, isSelected: true });
    expect(value(cancel(job, at(5)))).toEqual(reset(job, at(5)));
  });

  test.each([
    ["New", "not-started"],
    ["AccessGained", "access-gained"],
    ["Closed", "already-closed"],
  ] as const)("is refused at %s", (status, refusal) => {
    expect(cancel(aJob({ status }), at())).toEqual({ ok: false, refusal });
  });

  it("is refused while the job is on hold", () => {
    expect(cancel(aHeldJob(), at())).toEqual({ ok: false, refusal: "on-hold" });
  });
});

describe("Hold", () => {
  it("sets the status back to OnSite, removes the AccessGained timestamp and stores the details", () => {
    const job = aJob({ status: "AccessGained", isSelected: true });
    const held = value(placeHold(job, reason, reasons, at(15)));
    expect(held.status).toBe("OnSite");
    expect(held.statusTimestamps).toEqual({
      New: job.statusTimestamps.New,
      Travelling: job.statusTimestamps.Travelling,
      OnSite: job.statusTimestamps.OnSite,
    });
    expect(held.hold).toEqual({ ...reason, timestamp: at(15).toISOString() });
  });

  test.each(["New", "Travelling", "OnSite", "Closed"] as const)(
    "is available only at AccessGained, not at %s",
    (status) => {
      expect(placeHold(aJob({ status }), reason, reasons, at())).toEqual({
        ok: false,
        refusal: "access-not-gained",
      });
    },
  );

  it("is refused without an explanation if the reason requires one", () => {
    const job = aJob({ status: "AccessGained", isSelected: true });
    for (const holdDescription of [null, " "])
      expect(placeHold(job, { holdReasonId: 8, holdDescription }, reasons, at())).toEqual({
        ok: false,
        refusal: "details-missing",
      });
    const explained = { holdReasonId: 8, holdDescription: "The valve is seized" };
    expect(value(placeHold(job, explained, reasons, at())).hold).toMatchObject(explained);
  });

  it("is refused while the job is on hold already", () => {
    expect(placeHold(aHeldJob(), reason, reasons, at())).toEqual({ ok: false, refusal: "on-hold" });
  });
});

describe("Remove Hold", () => {
  it("clears the hold and makes the job the selected one", () => {
    const job = aHeldJob();
    expect(value(releaseHold(job, [job]))).toEqual({ ...job, hold: null, isSelected: true });
  });

  it("is refused while another job is active", () => {
    const job = aHeldJob();
    const other = aWorkingJob({ jobId: "job-2" });
    expect(releaseHold(job, [job, other])).toEqual({ ok: false, refusal: "another-job-active" });
  });

  test.each([
    ["New", aJob({ jobId: "job-2", isSelected: true })],
    ["on hold", aJob({ jobId: "job-2", status: "OnSite", isSelected: true, hold: aHold })],
    ["not selected", aJob({ jobId: "job-2", status: "OnSite" })],
    ["closed", aJob({ jobId: "job-2", status: "Closed" })],
  ])("is not refused for another job that is %s", (_name, other) => {
    const job = aHeldJob();
    expect(releaseHold(job, [job, other]).ok).toBe(true);
  });

  it("is refused when the job is not on hold", () => {
    const job = aJob({ status: "OnSite" });
    expect(releaseHold(job, [job])).toEqual({ ok: false, refusal: "not-on-hold" });
  });
});

function value(result: { ok: true; value: Job } | { ok: false; refusal: string }): Job {
  if (!result.ok) throw new Error(`Refused: ${result.refusal}`);
  return result.value;
}
