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

const reason = { holdReasonId: 1, holdDescription: null };

/** What each tap does to the selected job. */
const onSelected: Record<
  Exclude<Tap, "select" | "release">,
  (job: Job, jobs: readonly Job[], time: Date) => { ok: true; value: Job } | { ok: false }
> = {
  advance,
  cancel: (job, _jobs, time) => cancel(job, time),
  hold: (job, _jobs, time) => placeHold(job, reason, [], time),
  close: (job, _jobs, time) => close(job, time),
  "no-access": (job, _jobs, time) => closeWithoutAccess(job, time),
};

/** Taps as the screens do: a job is selected first, and every other tap acts on the selected job. */
function applyTap(jobs: readonly Job[], tap: Tap, index: number, minutes: number): readonly Job[] {
  if (tap !== "select" && tap !== "release") {
    const selected = jobs.find((job) => job.isSelected);
    return selected ? applyResult(jobs, onSelected[tap](selected, jobs, at(minutes))) : jobs;
  }
  const target = jobs[index];
  const chosen = target && select(target, jobs);
  if (!chosen?.ok) return jobs;
  const after = replaceJobs(jobs, chosen.value);
  const job = after[index];
  return tap === "release" && job ? applyResult(after, releaseHold(job, after)) : after;
}

test("whatever is tapped, at most one job is active and every job's times fit its status", () => {
  fc.assert(
    fc.property(taps, (sequence) => {
      let jobs: readonly Job[] = [0, 1, 2, 3].map((id) => aJob({ jobId: `job-${id}` }));
      sequence.forEach(({ tap, job }, minutes) => {
        const before = jobs;
        jobs = applyTap(jobs, tap, job, minutes);
        expect(jobs.filter(isWorking).length).toBeLessThanOrEqual(1);
        expect(jobs.filter((one) => one.isSelected).length).toBeLessThanOrEqual(1);
        jobs.forEach((one, index) => {
          expectTimesToFit(one);
          const earlier = before[index];
          // Opening a closed job selects it and changes nothing else.
          const isUnchanged = isSame(one, earlier);
          expect(earlier?.status !== "Closed" || isUnchanged).toBe(true);
        });
      });
    }),
    { numRuns: 300 },
  );
});

function isSame(job: Job, earlier: Job | undefined): boolean {
  return (
    earlier !== undefined &&
    JSON.stringify(job) === JSON.stringify({ ...earlier, isSelected: job.isSelected })
  );
}

function expectTimesToFit(job: Job): void {
  for (const status of jobStatuses) {
    const isTimed = job.statusTimestamps[status] !== undefined;
    expect(!isTimed || hasReached(job.status, status)).toBe(true);
  }
  expect(job.statusTimestamps[job.status]).toBeDefined();
  expect(job.hold === null || job.status === "OnSite").toBe(true);
}

function replaceJobs(jobs: readonly Job[], changed: readonly Job[]): readonly Job[] {
  return jobs.map((job) => changed.find((other) => other.jobId === job.jobId) ?? job);
}

function applyResult(
  jobs: readonly Job[],
  result: { ok: true; value: Job } | { ok: false },
): readonly Job[] {
  return result.ok ? replaceJobs(jobs, [result.value]) : jobs;
}
