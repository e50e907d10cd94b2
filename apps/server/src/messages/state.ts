import {
  type Hold,
  type JobStatus,
  jobStatuses,
  type MessageFlag,
  nextStep,
  type StatusTimestamps,
} from "@fieldfare/domain";

/** A job's recorded state. The messages of a group change it. */
export interface JobState {
  readonly jobId: string;
  readonly propertyId: string;
  /** How often the office has changed what is planned and ordered. */
  readonly ordersVersion: number;
  fieldOperativeAppointmentId: string | null;
  status: JobStatus;
  statusTimestamps: StatusTimestamps;
  hold: Hold | null;
  outcomeId: number | null;
  /** What the office has asked for. Null: it has not asked to cancel the job. */
  cancellation: { readonly outcomeId: number } | null;
  /** ISO 8601. */
  cancelledOn: string | null;
  partRequiredConfirmed: boolean;
  /** ISO 8601, the device's time. */
  stateChangedOn: string | null;
  isChanged: boolean;
  /** What ended the visit of the current appointment. Null: it has not ended. Undefined: not read yet. */
  visitEnd?: VisitEnd | null;
  /** The device that made the last step. Null or undefined: there is none, or it is not read yet. */
  lastStepDeviceId?: string | null;
}

/** The message that ended a visit. */
export interface VisitEnd {
  readonly deviceId: string;
  /** The images that the ending names. Null: only the status has arrived, and the ending itself follows. */
  readonly imageIds: readonly string[] | null;
}

type ReceivedStatus = JobStatus | "Reset";

interface StatusStep {
  readonly received: ReceivedStatus;
  /** ISO 8601, the device's time. */
  readonly at: string;
  readonly deviceId: string;
}

/** Applies the device's status. Returns what is unexpected about the step. */
export function applyStatus(job: JobState, { received, at, deviceId }: StatusStep): MessageFlag[] {
  const to = received === "Reset" ? "New" : received;
  const isAgain = isBegunAgain(job, to, deviceId);
  const flags: MessageFlag[] = isAgain
    ? [`begun-again: ${describeStatus(job)} > ${to}`]
    : findUnexpectedStep(job, to);
  job.status = to;
  job.statusTimestamps =
    to === "New" ? { New: at } : { ...timestampsBefore(job.statusTimestamps, to), [to]: at };
  if (to === "New" || isAgain) job.hold = null;
  job.lastStepDeviceId = deviceId;
  markChanged(job, at);
  return flags;
}

/** Marks the job's row to be written with the group. `at` is the device's time. */
export function markChanged(job: JobState, at: string) {
  job.stateChangedOn = at;
  job.isChanged = true;
}

/**
 * A further phone of the engineer has the job as New while another one is in the visit, which may be lost. The visit goes on
 * there from the beginning.
 */
function isBegunAgain({ status, lastStepDeviceId }: JobState, to: JobStatus, deviceId: string) {
  const isUnderWay = status !== "New" && status !== "Closed";
  const isElsewhere = Boolean(lastStepDeviceId) && lastStepDeviceId !== deviceId;
  return to === "Travelling" && isUnderWay && isElsewhere;
}

function describeStatus({ status, hold }: JobState): string {
  return hold === null ? status : `${status} on hold`;
}

/**
 * The close and its status are two messages, and a reset acknowledges a job that is New. Both repeat a status,
 * which is expected.
 */
function findUnexpectedStep(job: JobState, to: JobStatus): MessageFlag[] {
  const from = job.status;
  if (from === to && (to === "New" || to === "Closed")) return [];
  if (job.hold !== null) return [`unexpected-step: ${describeStatus(job)} > ${to}`];
  const isStep = nextStep[from]?.to === to;
  const isCancel = to === "New" && (from === "Travelling" || from === "OnSite");
  // A no-access visit sends its status before its own message.
  const isNoAccess = to === "Closed" && from === "OnSite";
  return isStep || isCancel || isNoAccess ? [] : [`unexpected-step: ${from} > ${to}`];
}

/** A step back removes the later timestamps. */
function timestampsBefore(timestamps: StatusTimestamps, status: JobStatus): StatusTimestamps {
  const reached = jobStatuses.slice(0, jobStatuses.indexOf(status));
  return Object.fromEntries(
    Object.entries(timestamps).filter(([key]) => reached.some((status) => status === key)),
  );
}
