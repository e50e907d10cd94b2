import type { JobDetails } from "@fieldfare/contract/office";
import { parseLondonTime, writeLondonTime } from "../../ui/london-time.ts";
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
type TextName = (typeof texts)[number];
export type DetailName = (typeof names)[number];

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

/** The values to save. What was not touched stays as it was seen, to the second. Null: there is no such time. */
export function toDetails(fields: Fields, seen: JobDetails): JobDetails | null {
  const shown = makeFields(seen);
  const isTouched = (name: keyof Fields) => fields[name] !== shown[name];
  const appointmentDateTime = isTouched("time")
    ? parseLondonTime(fields.time)
    : seen.appointmentDateTime;
  if (appointmentDateTime === null) return null;
  const read = (name: TextName) => (isTouched(name) ? fields[name].trim() || null : seen[name]);
  return {
    appointmentDateTime,
    clientPreferredTimeName: read("clientPreferredTimeName"),
    taskDetails: read("taskDetails"),
    accessNotes: read("accessNotes"),
    jobPriority: read("jobPriority"),
  };
}

/**
 * The values that the user knows: those that were seen, and those that the user has sent and the job has now. The answer
 * to what was sent may have been lost.
 */
export function addSent(
  seen: JobDetails,
  sent: JobDetails | undefined,
  now: JobDetails,
): JobDetails {
  if (!sent) return seen;
  const pick = <Name extends DetailName>(name: Name) =>
    sent[name] === now[name] ? now[name] : seen[name];
  return {
    appointmentDateTime: pick("appointmentDateTime"),
    clientPreferredTimeName: pick("clientPreferredTimeName"),
    taskDetails: pick("taskDetails"),
    accessNotes: pick("accessNotes"),
    jobPriority: pick("jobPriority"),
  };
}

/** The names of the values that are different. */
export function listChanges(before: JobDetails, after: JobDetails): DetailName[] {
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
