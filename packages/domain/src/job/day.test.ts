import fc from "fast-check";
import { expect, test } from "vitest";
import { aJob, at } from "../testing/a-job.ts";
import type { Job } from "./job.ts";
import { advance, cancel, close, closeWithoutAccess, placeHold, releaseHold } from "./life.ts";
import { isWorking, select } from "./selection.ts";
import { hasReached, jobStatuses } from "./status.ts";

type Tap = "select" | "advance" | "cancel" | "hold" | "release" | "close" | "no-access";

const taps = fc.array(
  fc.record({
    tap: fc.constantFrom<Tap[]>(
      "select",
      "advance",
      "cancel",
      "hold",
      "release",
      "close",
      "no-access",
    ),
    job: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 80 },
);

/** As the screens do it: all but selecting and releasing is done to the selected job. */
function tapped(jobs: readonly Job[], tap: Tap, index: number, minutes: number): readonly Job[] {
  const aimed = jobs[index];
  const selected = jobs.find((job) => job.isSelected);
  const time = at(minutes);
  if (tap === "select" || tap === "release") {
    if (!aimed) return jobs;
    const chosen = select(aimed, jobs);
    if (!chosen.ok) return jobs;
    const after = replaced(jobs, chosen.value);
    const job = after[index];
    if (tap === "select" || !job) return after;
    return replacedBy(after, releaseHold(job, after));
  }
  if (!selected) return jobs;
  switch (tap) {
    case "advance":
      return replacedBy(jobs, advance(selected, jobs, time));
    case "cancel":
      return replacedBy(jobs, cancel(selected, time));
    case "hold":
      return replacedBy(
        jobs,
        placeHold(selected, { holdReasonId: 1, holdDescription: null }, time),
      );
    case "close":
      return replacedBy(jobs, close(selected, time));
    case "no-access":
      return replacedBy(jobs, closeWithoutAccess(selected, time));
  }
}

test("whatever is tapped, at most one job is active and every job's times fit its status", () => {
  fc.assert(
    fc.property(taps, (sequence) => {
      let jobs: readonly Job[] = [0, 1, 2, 3].map((id) => aJob({ jobId: `job-${id}` }));
      sequence.forEach(({ tap, job }, minutes) => {
        const before = jobs;
        jobs = tapped(jobs, tap, job, minutes);
        expect(jobs.filter(isWorking).length).toBeLessThanOrEqual(1);
        expect(jobs.filter((one) => one.isSelected).length).toBeLessThanOrEqual(1);
        jobs.forEach((one, index) => {
          expectTimesToFit(one);
          if (before[index]?.status === "Closed") expect(one).toEqual(before[index]);
        });
      });
    }),
    { numRuns: 300 },
  );
});

function expectTimesToFit(job: Job): void {
  for (const status of jobStatuses) {
    const isTimed = job.statusTimestamps[status] !== undefined;
    if (isTimed) expect(hasReached(job.status, status)).toBe(true);
  }
  expect(job.statusTimestamps[job.status]).toBeDefined();
  if (job.hold) expect(job.status).toBe("OnSite");
}

function replaced(jobs: readonly Job[], changed: readonly Job[]): readonly Job[] {
  return jobs.map((job) => changed.find((other) => other.jobId === job.jobId) ?? job);
}

function replacedBy(
  jobs: readonly Job[],
  result: { ok: true; value: Job } | { ok: false },
): readonly Job[] {
  return result.ok ? replaced(jobs, [result.value]) : jobs;
}
