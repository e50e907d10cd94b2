import { isAvailable } from "../job/actions.ts";
import type { Job } from "../job/job.ts";
import { done, refused, type Result } from "../result.ts";

export type EditRefusal = "already-closed" | "on-hold" | "access-not-gained";

/** Whether the records of a job may be changed now. Otherwise they are read-only. */
export function checkEditable(job: Job): Result<true, EditRefusal> {
  if (isAvailable("edit-work", job)) return done(true);
  if (job.status === "Closed") return refused("already-closed");
  return refused(job.hold === null ? "access-not-gained" : "on-hold");
}
