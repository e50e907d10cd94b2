import type { HomeDue } from "@fieldfare/contract/office";
import { earliestCheckOn, londonDay } from "@fieldfare/domain";
import { formatDay, formatForFile } from "../../ui/dates.ts";
import { strings } from "./strings.ts";

type EngineerName = (fieldOperativeId: string | null) => string;

/** What a file says of a home, column by column. */
export const homeColumns: readonly {
  readonly label: string;
  readonly read: (home: HomeDue, engineerName: EngineerName) => string;
}[] = [
  { label: strings.runsOut, read: ({ record }) => record?.dueOn ?? strings.missing },
  { label: strings.address, read: ({ address }) => address },
  { label: strings.uprn, read: ({ uprn }) => uprn ?? "" },
  { label: strings.lastRecord, read: ({ record }) => record?.checkedOn ?? "" },
  { label: strings.checkFrom, read: ({ record }) => (record ? earliestCheckOn(record.dueOn) : "") },
  { label: strings.attempts, read: ({ attempts }) => String(attempts) },
  { label: strings.job, read: ({ job }) => job?.formattedJobId ?? "" },
  {
    label: strings.moreJobs,
    read: ({ moreJobs }) => moreJobs.map(({ formattedJobId }) => formattedJobId).join(" "),
  },
  { label: "Appointment", read: ({ job }) => (job ? formatForFile(job.appointmentDateTime) : "") },
  {
    label: strings.engineer,
    read: ({ job }, engineerName) => (job ? engineerName(job.fieldOperativeId) : ""),
  },
];

/** Whether the raised job is planned for after the record has run out, though it has not yet. */
export function isPlannedTooLate({ record, job }: HomeDue, today: string): boolean {
  if (!record || !job || record.dueOn < today) return false;
  return londonDay(new Date(job.appointmentDateTime)) > record.dueOn;
}

/** A week as its first day: "30 Nov". */
export function formatWeek(monday: string): string {
  return formatDay(monday)
    .replace(/^\w+, /, "")
    .replace(/ \d{4}$/, "");
}
