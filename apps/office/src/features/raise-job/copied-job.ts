import type { ServerJob } from "@fieldfare/contract";
import type { JobInput } from "./draft.ts";

/** What another job like a given one says. */
export interface CopiedJob {
  readonly formattedJobId: string;
  readonly jobDetailTypeId: string;
  readonly taskDetails: string;
  readonly accessNotes: string;
  readonly jobPriority: string | null;
  readonly plannedSors: JobInput["plannedSors"];
}

type Copied = Pick<
  ServerJob,
  "formattedJobId" | "jobDetailTypeId" | "taskDetails" | "description" | "plannedSors"
>;

const planned = 1;

/** Takes what the office asked for. What the engineer added, when it was, and who went are of that visit alone. */
export function copyJob({ description, plannedSors, ...job }: Copied): CopiedJob {
  return {
    formattedJobId: job.formattedJobId,
    jobDetailTypeId: String(job.jobDetailTypeId),
    taskDetails: job.taskDetails ?? "",
    accessNotes: description.accessNotes ?? "",
    jobPriority: description.jobPriority,
    plannedSors: plannedSors
      .filter(({ usageType }) => usageType === planned)
      .map(({ sorCodeId, sorCode, shortDescription, qty }) => ({
        sorCodeId,
        sorCode,
        shortDescription,
        qty,
      })),
  };
}
