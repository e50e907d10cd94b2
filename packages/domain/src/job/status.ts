export const jobStatuses = ["New", "Travelling", "OnSite", "AccessGained", "Closed"] as const;

export type JobStatus = (typeof jobStatuses)[number];

export interface Step {
  readonly to: JobStatus;
  readonly label: string;
}

/** The only table of steps: from which status to which, and the label of the button. */
export const nextStep = {
  New: { to: "Travelling", label: "Start Travel" },
  Travelling: { to: "OnSite", label: "On-Site" },
  OnSite: { to: "AccessGained", label: "Access" },
  AccessGained: { to: "Closed", label: "Close" },
  Closed: null,
} as const satisfies Record<JobStatus, Step | null>;

/** The status in a status message: setting a job to New is reported as a reset. */
export type ReportedStatus = Exclude<JobStatus, "New"> | "Reset";

/** Returns the status that a message reports: New is reported as Reset. */
export function reportedStatus(status: JobStatus): ReportedStatus {
  return status === "New" ? "Reset" : status;
}

/** Whether the job has come at least as far as `status`. */
export function hasReached(current: JobStatus, status: JobStatus): boolean {
  return jobStatuses.indexOf(current) >= jobStatuses.indexOf(status);
}
