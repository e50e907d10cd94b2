import type { JobStatus } from "./status.ts";

/** When each status was reached, as ISO 8601 UTC. */
export type StatusTimestamps = Readonly<Partial<Record<JobStatus, string>>>;

export interface Hold {
  readonly holdReasonId: number;
  readonly holdDescription: string | null;
  /** ISO 8601 UTC */
  readonly timestamp: string;
}

/** The part of a job that the rules need. Rows have more properties; the rules leave those unchanged. */
export interface Job {
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  readonly status: JobStatus;
  readonly statusTimestamps: StatusTimestamps;
  readonly isSelected: boolean;
  readonly hold: Hold | null;
}

/** Returns the job in the status, with the time at which it was reached. Checks nothing: `advance` and `close` do. */
export function withStatus<J extends Job>(job: J, status: JobStatus, at: Date): J {
  return {
    ...job,
    status,
    statusTimestamps: { ...job.statusTimestamps, [status]: at.toISOString() },
  };
}
