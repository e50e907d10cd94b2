import type { JobStatus } from "../job/status.ts";

/** What the office has to see to in a job that an engineer raised on site. */
export const raisedJobNeeds = ["engineer", "completion-overdue", "response-overdue"] as const;
export type RaisedJobNeed = (typeof raisedJobNeeds)[number];

interface RaisedJob {
  readonly status: JobStatus;
  /** An engineer has it. */
  readonly isAssigned: boolean;
  readonly targetResponse: Date;
  readonly targetCompletion: Date;
}

/** Returns what the office has to see to now; null: nothing. A visit that has begun is a response. */
export function raisedJobNeed(job: RaisedJob, now: Date): RaisedJobNeed | null {
  const { status, isAssigned, targetResponse, targetCompletion } = job;
  if (status === "Closed") return null;
  if (!isAssigned) return "engineer";
  if (now > targetCompletion) return "completion-overdue";
  return status === "New" && now > targetResponse ? "response-overdue" : null;
}
