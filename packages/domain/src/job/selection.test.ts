import { describe, expect, it, test } from "vitest";
import { aHeldJob, aHold, aJob, aWorkingJob } from "../testing/a-job.ts";
import { checkSelectable, isWorking, jobGroup, select, workingJob } from "./selection.ts";

const other = (of: Parameters<typeof aJob>[0]) => aJob({ jobId: "job-2", isSelected: true, ...of });

describe("One active job at a time", () => {
  it("a job is selectable if no job is selected", () => {
    const job = aJob();
    expect(checkSelectable(job, [job, other({ isSelected: false })]).ok).toBe(true);
  });

  test.each(["New", "Travelling", "OnSite", "AccessGained", "Closed"] as const)(
    "a job is selectable if it is the selected job, here at %s",
    (status) => {
      const job = aJob({ status, isSelected: true });
      expect(checkSelectable(job, [job]).ok).toBe(true);
    },
  );

  it("a job is selectable if the selected job is New", () => {
    const job = aJob();
    expect(checkSelectable(job, [job, other({ status: "New" })]).ok).toBe(true);
  });

  it("a job is selectable if the selected job is on hold", () => {
    const job = aJob();
    expect(checkSelectable(job, [job, other({ status: "OnSite", hold: aHold })]).ok).toBe(true);
  });

  test.each(["Travelling", "OnSite", "AccessGained"] as const)(
    "a job is not selectable while the selected job is at %s",
    (status) => {
      const job = aJob();
      expect(checkSelectable(job, [job, other({ status })])).toEqual({
        ok: false,
        refusal: "another-job-active",
      });
    },
  );

  it("selecting deselects the job that was selected", () => {
    const job = aJob();
    const earlier = other({ status: "New" });
    expect(select(job, [job, earlier])).toEqual({
      ok: true,
      value: [
        { ...earlier, isSelected: false },
        { ...job, isSelected: true },
      ],
    });
  });

  it("selecting the selected job changes nothing", () => {
    const job = aJob({ isSelected: true });
    expect(select(job, [job])).toEqual({ ok: true, value: [] });
  });
});

describe("A working job", () => {
  test.each(["Travelling", "OnSite", "AccessGained"] as const)(
    "is selected and at %s",
    (status) => {
      expect(isWorking(aJob({ status, isSelected: true }))).toBe(true);
      expect(isWorking(aJob({ status, isSelected: false }))).toBe(false);
    },
  );

  test.each([
    ["New", aJob({ isSelected: true })],
    ["Closed", aJob({ status: "Closed", isSelected: true })],
    ["on hold", aHeldJob({ isSelected: true })],
  ])("is not %s", (_name, job) => {
    expect(isWorking(job)).toBe(false);
  });

  it("is found among all jobs", () => {
    const working = aWorkingJob({ jobId: "job-2" });
    expect(workingJob([aJob(), working, aHeldJob({ jobId: "job-3" })])).toBe(working);
    expect(workingJob([aJob()])).toBeUndefined();
  });
});

describe("The job list", () => {
  test.each([
    ["current", aWorkingJob()],
    ["on-hold", aHeldJob({ isSelected: true })],
    ["scheduled", aJob({ isSelected: true })],
    ["scheduled", aJob()],
    ["closed", aJob({ status: "Closed", isSelected: true })],
  ] as const)("has a group %s", (group, job) => {
    expect(jobGroup(job)).toBe(group);
  });
});
