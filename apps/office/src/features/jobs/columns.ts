import { formatCount } from "../../ui/count.ts";
import type { CallAnswer } from "@fieldfare/contract";
import type { jobOutcomes, listJobs } from "@fieldfare/contract/office";
import { jobStatuses, outcomes } from "@fieldfare/domain";
import { formatForFile } from "../../ui/dates.ts";

export type ListedJob = CallAnswer<typeof listJobs>[number];

/** How a column of the list is called, and what it says in a file. */
interface JobColumn {
  readonly id: string;
  readonly label: string;
  readonly read: (job: ListedJob, engineerName: (id: string | null) => string) => string;
}

export const jobColumns = [
  { id: "formattedJobId", label: "Reference", read: (job) => job.formattedJobId },
  {
    id: "appointmentDateTime",
    label: "Appointment",
    read: (job) => formatForFile(job.appointmentDateTime),
  },
  { id: "address", label: "Address", read: (job) => job.address },
  { id: "work", label: "Work", read: (job) => `${job.categoryName}: ${job.detailTypeName}` },
  { id: "jobPriority", label: "Priority", read: (job) => job.jobPriority ?? "" },
  {
    id: "engineer",
    label: "Engineer",
    read: (job, engineerName) => engineerName(job.fieldOperativeId),
  },
  { id: "status", label: "Status", read: (job) => describeStatus(job) },
  { id: "outcome", label: "Outcome", read: (job) => describeOutcome(job) },
  { id: "received", label: "Received", read: (job) => describeReceived(job) },
] as const satisfies readonly JobColumn[];

export type ColumnId = (typeof jobColumns)[number]["id"];
export const columnIds: readonly ColumnId[] = jobColumns.map(({ id }) => id);

/** How far jobs can be for the list: a cancelled one is not among those that are closed. */
export const listedStatuses = [...jobStatuses, "Cancelled"] as const;

/** How far a job is. */
export function readStatus({ status, cancelledOn }: ListedJob): string {
  return cancelledOn === null ? status : "Cancelled";
}

export const statusNames: Readonly<Record<string, string>> = {
  New: "New",
  Travelling: "Travelling",
  OnSite: "On site",
  AccessGained: "Access gained",
  Closed: "Closed",
  Cancelled: "Cancelled",
};

function describeStatus(job: ListedJob): string {
  const status = readStatus(job);
  const name = statusNames[status] ?? status;
  return job.isOnHold ? `${name}, on hold` : name;
}

/** What an outcome is called, as a value of the filter. */
export function nameOutcome(value: (typeof jobOutcomes)[number]): string {
  return outcomes.find(({ outcomeId }) => String(outcomeId) === value)?.name ?? noAccess;
}

const noAccess = "No access";

/** How a closed job ended; nothing for one that is open. */
function describeOutcome({ outcomeId, isNoAccess }: ListedJob): string {
  if (isNoAccess) return noAccess;
  return outcomes.find((outcome) => outcome.outcomeId === outcomeId)?.name ?? "";
}

/** What has arrived of a closed job: how many images are missing, that nothing is, or nothing for a job that is open. */
export function describeReceived({ delivered, missing }: ListedJob): string {
  if (missing) return formatCount(missing.images, "image missing", "images missing");
  return delivered ? "All received" : "";
}
