import { done, refused, type Result } from "../result.ts";
import { type Hold, type Job, withStatus } from "./job.ts";
import { type HoldReason, validateHoldReason } from "./reasons.ts";
import { anotherIsWorking } from "./selection.ts";
import { nextStep } from "./status.ts";

export type AdvanceRefusal = "already-closed" | "another-job-active" | "on-hold";

/** Takes one step along New, Travelling, OnSite, AccessGained, Closed. Closing deselects the job. */
export function advance<J extends Job>(
  job: J,
  jobs: readonly Job[],
  at: Date,
): Result<J, AdvanceRefusal> {
  const step = nextStep[job.status];
  if (!step) return refused("already-closed");
  if (job.hold !== null) return refused("on-hold");
  if (anotherIsWorking(job, jobs)) return refused("another-job-active");
  const moved = withStatus(job, step.to, at);
  return done({ ...moved, isSelected: step.to !== "Closed" });
}

export type CloseRefusal = "already-closed" | "access-not-gained" | "on-hold";

/** Closes a job after the work. Allowed only once access is gained. */
export function close<J extends Job>(job: J, at: Date): Result<J, CloseRefusal> {
  if (job.status === "Closed") return refused("already-closed");
  if (job.hold !== null) return refused("on-hold");
  if (job.status !== "AccessGained") return refused("access-not-gained");
  return done({ ...withStatus(job, "Closed", at), isSelected: false });
}

export type NoAccessRefusal = "already-closed" | "not-on-site" | "on-hold";

/** Closes a job because nobody gave access. Allowed only on site. */
export function closeWithoutAccess<J extends Job>(job: J, at: Date): Result<J, NoAccessRefusal> {
  if (job.status === "Closed") return refused("already-closed");
  if (job.hold !== null) return refused("on-hold");
  if (job.status !== "OnSite") return refused("not-on-site");
  return done({ ...withStatus(job, "Closed", at), isSelected: false });
}

/** Sets a job back to New: clears the timestamps and the hold, and deselects it. */
export function reset<J extends Job>(job: J, at: Date): J {
  return {
    ...job,
    status: "New",
    statusTimestamps: { New: at.toISOString() },
    isSelected: false,
    hold: null,
  };
}

export type CancelRefusal = "not-started" | "access-gained" | "already-closed" | "on-hold";

/** Cancelling is available from Travelling through OnSite; a job on hold must be released first. */
export function checkCancellable(job: Job): Result<true, CancelRefusal> {
  if (job.status === "New") return refused("not-started");
  if (job.status === "Closed") return refused("already-closed");
  if (job.status === "AccessGained") return refused("access-gained");
  if (job.hold !== null) return refused("on-hold");
  return done(true);
}

/** Sets the job back to New. Allowed from Travelling to OnSite, and not on hold. */
export function cancel<J extends Job>(job: J, at: Date): Result<J, CancelRefusal> {
  const allowed = checkCancellable(job);
  return allowed.ok ? done(reset(job, at)) : allowed;
}

export type HoldRefusal = "access-not-gained" | "on-hold" | "details-missing";

/**
 * Places a hold. Available only at AccessGained: the job goes back to OnSite and loses the AccessGained timestamp. A
 * reason that requires an explanation is refused without one.
 */
export function placeHold<J extends Job>(
  job: J,
  reason: Omit<Hold, "timestamp">,
  reasons: readonly HoldReason[],
  at: Date,
): Result<J, HoldRefusal> {
  if (job.hold !== null) return refused("on-hold");
  if (job.status !== "AccessGained") return refused("access-not-gained");
  const answers = { reason: reason.holdReasonId, details: reason.holdDescription ?? "" };
  const { details: issue } = validateHoldReason(answers, reasons);
  if (issue) return refused(issue);
  const { AccessGained: _left, ...statusTimestamps } = job.statusTimestamps;
  return done({
    ...job,
    status: "OnSite",
    statusTimestamps,
    hold: { ...reason, timestamp: at.toISOString() },
  });
}

export type ReleaseRefusal = "not-on-hold" | "another-job-active";

/** Releases a hold. The job becomes the selected one again, so no other job may be active. */
export function releaseHold<J extends Job>(
  job: J,
  jobs: readonly Job[],
): Result<J, ReleaseRefusal> {
  if (job.hold === null) return refused("not-on-hold");
  if (anotherIsWorking(job, jobs)) return refused("another-job-active");
  return done({ ...job, hold: null, isSelected: true });
}
