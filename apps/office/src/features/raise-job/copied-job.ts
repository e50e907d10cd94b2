import type { JobAttachment, ServerJob } from "@fieldfare/contract";
import type { VisitNeeds } from "@fieldfare/contract/office";
import { makeSors, type SorDraft } from "../../server/ordered-work/work.ts";
import { listNeeds, makeNeeds, type NeedsDraft } from "../../server/visit-needs/needs.ts";

/** What another job like a given one says. */
export interface CopiedJob {
  readonly formattedJobId: string;
  readonly jobDetailTypeId: string;
  readonly taskDetails: string;
  readonly accessNotes: string;
  readonly jobPriority: string | null;
  readonly plannedSors: readonly SorDraft[];
  readonly needs: NeedsDraft;
  /** The files that `needs` names. */
  readonly files: readonly JobAttachment[];
  /** The parts of the form that have something in them. */
  readonly opened: readonly string[];
}

type Copied = Pick<
  ServerJob,
  | "formattedJobId"
  | "jobDetailTypeId"
  | "taskDetails"
  | "description"
  | "plannedSors"
  | "attachments"
>;

const planned = 1;

/**
 * Takes what the office asked for. What the engineer added, when it was, and who went are of that visit alone, and so are
 * contacts for it. A key safe hangs where it is.
 */
export function copyJob(
  { description, plannedSors, attachments = [], ...job }: Copied,
  needs: VisitNeeds,
): CopiedJob {
  const sors = makeSors(plannedSors.filter(({ usageType }) => usageType === planned));
  const copiedNeeds = { ...needs, visitContacts: [] };
  return {
    formattedJobId: job.formattedJobId,
    jobDetailTypeId: String(job.jobDetailTypeId),
    taskDetails: job.taskDetails ?? "",
    accessNotes: description.accessNotes ?? "",
    jobPriority: description.jobPriority,
    plannedSors: sors,
    needs: makeNeeds(copiedNeeds),
    files: attachments,
    opened: [...(sors.length > 0 ? ["plannedSors"] : []), ...listNeeds(copiedNeeds)],
  };
}

export interface LeftOut {
  /** Codes of alerts. */
  readonly alertCodes: readonly string[];
  /** How many forms. */
  readonly forms: number;
}

/**
 * Leaves out of a copy what a new job cannot have: alerts that have been removed from the list, and forms that are no longer
 * published. Also says what that is.
 */
export function leaveOutRemoved<Job extends CopiedJob>(
  job: Job,
  known: { readonly alertCodes: readonly string[]; readonly formIds: readonly string[] },
): { readonly job: Job; readonly leftOut: LeftOut } {
  const { alertCodes, requiredForms } = job.needs;
  const codes = alertCodes.filter((code) => known.alertCodes.includes(code));
  const forms = requiredForms.filter((id) => known.formIds.includes(id));
  return {
    job: { ...job, needs: { ...job.needs, alertCodes: codes, requiredForms: forms } },
    leftOut: {
      alertCodes: alertCodes.filter((code) => !codes.includes(code)),
      forms: requiredForms.length - forms.length,
    },
  };
}
