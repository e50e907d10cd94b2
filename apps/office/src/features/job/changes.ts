import type { JobDetails } from "@fieldfare/contract/office";
import { writeLondonTime } from "../../ui/london-time.ts";
import type { FieldJob } from "./queries.ts";

/** What is typed. An empty text stands for nothing. */
export interface Fields {
  readonly time: string;
  readonly clientPreferredTimeName: string;
  readonly taskDetails: string;
  readonly accessNotes: string;
  readonly jobPriority: string;
}

const texts = ["clientPreferredTimeName", "taskDetails", "accessNotes", "jobPriority"] as const;
const names = ["appointmentDateTime", ...texts] as const;

/** What can be changed of a job, as it is. */
export function readDetails(job: FieldJob["job"]): JobDetails {
  const { appointmentDateTime, clientPreferredTimeName, taskDetails, description } = job;
  const { accessNotes, jobPriority } = description;
  return { appointmentDateTime, clientPreferredTimeName, taskDetails, accessNotes, jobPriority };
}

/** The fields with the values of a job. */
export function makeFields(details: JobDetails): Fields {
  return {
    time: writeLondonTime(details.appointmentDateTime),
    clientPreferredTimeName: details.clientPreferredTimeName ?? "",
    taskDetails: details.taskDetails ?? "",
    accessNotes: details.accessNotes ?? "",
    jobPriority: details.jobPriority ?? "",
  };
}

/** The values to save. */
export function toDetails(fields: Fields, appointmentDateTime: string): JobDetails {
  return {
    appointmentDateTime,
    clientPreferredTimeName: fields.clientPreferredTimeName.trim() || null,
    taskDetails: fields.taskDetails.trim() || null,
    accessNotes: fields.accessNotes.trim() || null,
    jobPriority: fields.jobPriority.trim() || null,
  };
}

/** The names of the values that are different. */
export function listChanges(before: JobDetails, after: JobDetails): (keyof JobDetails)[] {
  return names.filter((name) => before[name] !== after[name]);
}

/** Takes over what somebody else has changed, except where the user has typed something too. */
export function takeOver(fields: Fields, before: JobDetails, now: JobDetails): Fields {
  const [was, is] = [makeFields(before), makeFields(now)];
  const pick = (name: keyof Fields) => (fields[name] === was[name] ? is[name] : fields[name]);
  return {
    time: pick("time"),
    clientPreferredTimeName: pick("clientPreferredTimeName"),
    taskDetails: pick("taskDetails"),
    accessNotes: pick("accessNotes"),
    jobPriority: pick("jobPriority"),
  };
}
