import type { Job } from "./job.ts";
import { type JobStatus, nextStep } from "./status.ts";

/** What an engineer may do with a job besides reading it. */
export type JobAction =
  | "advance"
  | "gain-access"
  | "close"
  | "close-without-access"
  | "cancel"
  | "hold"
  | "release-hold"
  | "photograph"
  | "edit-work";

/** The first action of each status is the main one: it takes the next step. */
const actionsAt = {
  New: ["advance"],
  Travelling: ["advance", "cancel", "photograph"],
  OnSite: ["gain-access", "close-without-access", "cancel", "photograph"],
  AccessGained: ["close", "hold", "edit-work", "photograph"],
  Closed: [],
} as const satisfies Record<JobStatus, readonly JobAction[]>;

const actionsOnHold = ["release-hold", "photograph"] as const satisfies readonly JobAction[];

function availableActions(job: Job): readonly JobAction[] {
  if (job.status === "Closed" || job.hold === null) return actionsAt[job.status];
  return actionsOnHold;
}

/** Whether the job allows the action in its present status. */
export function isAvailable(action: JobAction, job: Job): boolean {
  return availableActions(job).includes(action);
}

export type MainAction = "advance" | "gain-access" | "close" | "release-hold";

/** Returns the footer's main action and its button label; null once the job is closed. */
export function mainAction(
  job: Job,
): { readonly action: MainAction; readonly label: string } | null {
  const step = nextStep[job.status];
  if (!step || job.status === "Closed") return null;
  if (job.hold !== null) return { action: "release-hold", label: "Remove Hold" };
  return { action: actionsAt[job.status][0], label: step.label };
}
