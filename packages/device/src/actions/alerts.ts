import type { Command } from "@fieldfare/contract";
import { done, type JobChange, typedText } from "@fieldfare/domain";
import type {
  AbsenceAlertRow,
  AccountAlertRow,
  AlertKind,
  AlertRow,
  DraftRow,
  JobAlertRow,
  JobRow,
  UnsavedText,
} from "../database/rows.ts";
import { readServerTime } from "../database/server-time.ts";
import type { Device } from "../device.ts";
import { formDraftKind, parseFormDraft } from "../drafts/form-drafts.ts";
import { queueMessage } from "../outbox/queue.ts";
import { isJobAlert } from "../reading/alerts.ts";
import { type Actor, act } from "./act.ts";
import { formatAddress } from "./address.ts";

export interface NewAlert {
  readonly kind: AlertKind;
  /** The id of the command that brought the alert, or a new one. Missing: that of the job's appointment. */
  readonly alertId?: string;
  readonly details?: string;
  readonly changes?: readonly JobChange[];
  readonly mustConfirm?: boolean;
  readonly unsaved?: readonly UnsavedText[];
  readonly reason?: "ended-elsewhere";
  readonly isMoved?: boolean;
  readonly isComment?: boolean;
  readonly closedVisit?: "counts" | "evidence";
}

/**
 * Stores an alert in the transaction that changes the job. The alert of a removal marks the earlier
 * alerts of the job as read.
 */
export async function addAlert(
  actor: Actor,
  job: JobRow,
  {
    kind,
    alertId = job.fieldOperativeAppointmentId,
    details,
    changes = [],
    mustConfirm = false,
    unsaved = [],
    reason,
    isMoved = false,
    isComment = false,
    closedVisit,
  }: NewAlert,
): Promise<void> {
  if (kind === "job-removed") await readAlertsOfJob(actor, job.jobId, "removed-since");
  const alert: JobAlertRow = {
    // A job is new once for each of its appointments.
    alertId,
    kind,
    jobId: job.jobId,
    formattedJobId: job.formattedJobId,
    address: formatAddress(job.property),
    appointmentDateTime: job.appointmentDateTime,
    details: details ?? null,
    changes,
    mustConfirm,
    unsaved,
    ...(reason && { reason }),
    ...(isMoved && { isMoved }),
    ...(isComment && { isComment }),
    ...(closedVisit && { closedVisit }),
    receivedOn: actor.at.toISOString(),
    readOn: null,
  };
  await actor.unit.put("alert", alert);
}

/** Stores an alert about the engineer's account, in the transaction that handles its command. */
export async function addAccountAlert(
  actor: Actor,
  {
    messageId,
    notice,
    happenedOn,
    deviceName,
    granted,
    withdrawn,
  }: Extract<Command, { readonly type: "AccountNotice" }>,
): Promise<void> {
  await actor.unit.put("alert", {
    alertId: messageId,
    kind: "account",
    jobId: null,
    notice,
    happenedOn,
    ...(deviceName !== undefined && { deviceName }),
    ...(granted && { granted }),
    ...(withdrawn && { withdrawn }),
    mustConfirm: false,
    receivedOn: actor.at.toISOString(),
    readOn: null,
  } satisfies AccountAlertRow);
}

/** Stores an alert about a decision on an absence, in the transaction that handles its command. */
export async function addAbsenceAlert(
  actor: Actor,
  { messageId, type: _type, ...decided }: AbsenceCommand,
): Promise<void> {
  await actor.unit.put("alert", {
    alertId: messageId,
    kind: "absence",
    jobId: null,
    ...decided,
    mustConfirm: false,
    receivedOn: actor.at.toISOString(),
    readOn: null,
  } satisfies AbsenceAlertRow);
}

type AbsenceCommand = Extract<Command, { readonly type: "AbsenceDecision" }>;

/**
 * Reads the text that was typed into the screens of a job and not saved, before the job ends or is deleted. Saved work, every
 * photo and the answers of forms in progress go to the office with the ending, and so do the `sent` answers.
 */
export async function readUnsavedText(
  actor: Actor,
  job: JobRow,
  sent: unknown = null,
): Promise<readonly UnsavedText[]> {
  const { draft, formKit } = actor.unit.database;
  const drafts: DraftRow[] = await draft.where("jobId").equals(job.jobId).toArray();
  const bundles = await formKit.where("jobId").equals(job.jobId).toArray();
  return drafts
    .filter((row) => !isSentWithEnding(job, row))
    .flatMap(({ kind, values }) => {
      const [thing = "", id] = kind.split(":");
      const saved = job.customForms.find(({ customFormId }) => customFormId === id)?.completedForm;
      const text = typedText(thing, values, thing === "form" ? saved : sent);
      const bundle = bundles.find(({ customFormId }) => customFormId === id);
      const name = bundle?.kit.definition.definition.name;
      return text === "" ? [] : [{ thing, text, ...(name !== undefined && { name }) }];
    });
}

/** True for the answers of a form that `readLatestForms` puts into the message of the ending. */
function isSentWithEnding(job: JobRow, { kind, values }: DraftRow): boolean {
  if (job.status === "Closed" || parseFormDraft(values) === null) return false;
  return job.customForms.some(
    ({ customFormId, completionStatus }) =>
      completionStatus === "InProgress" && kind === formDraftKind(customFormId),
  );
}

/** Marks alerts as read. An alert that must be confirmed is marked by `confirmAlert` only. */
export function markAlertsRead(device: Device, alertIds: readonly string[]) {
  return act(device, ["alert", "job", "counter"], async (actor) => {
    const rows = await actor.unit.database.alert.bulkGet([...alertIds]);
    for (const row of rows)
      if (row?.readOn === null && !row.mustConfirm) {
        await markRead(actor, row);
        await reportRead(device, actor, row);
      }
    return done(true);
  });
}

/**
 * Marks the alerts of a job as read because the engineer has opened it. Writes nothing when all are
 * read.
 */
export async function markJobAlertsRead(device: Device, jobId: string): Promise<void> {
  if (!device.engineer) return;
  const rows = await device.engineer.alert.where("jobId").equals(jobId).toArray();
  const unread = rows.filter(({ readOn }) => readOn === null).map(({ alertId }) => alertId);
  if (unread.length > 0) await markAlertsRead(device, unread);
}

/**
 * Marks one alert as read, also one that must be confirmed. Succeeds too when the alert is gone.
 */
export function confirmAlert(device: Device, alertId: string) {
  return act(device, ["alert"], async (actor) => {
    const row = await actor.unit.database.alert.get(alertId);
    if (row) await markRead(actor, row);
    return done(true);
  });
}

/**
 * Marks the alerts of a job as read because it is removed or decided: they no longer matter. Requests to remove it say from
 * then on what became of them.
 */
export async function readAlertsOfJob(
  actor: Actor,
  jobId: string,
  answer: NonNullable<JobAlertRow["answer"]>,
): Promise<void> {
  const rows = await actor.unit.database.alert.where("jobId").equals(jobId).toArray();
  for (const row of rows.filter(({ mustConfirm }) => !mustConfirm)) {
    const isOpenRequest = row.kind === "removal-requested" && row.answer === undefined;
    // The job is the engineer's again, so an answer to the earlier removal no longer counts.
    const isGivenBack = answer === "given-back" && "isMoved" in row;
    const readOn = row.readOn ?? actor.at.toISOString();
    if (isOpenRequest || isGivenBack) await actor.unit.put("alert", { ...row, answer, readOn });
    else await markRead(actor, row);
  }
}

async function markRead(actor: Actor, row: AlertRow): Promise<void> {
  if (row.readOn !== null) return;
  await actor.unit.put("alert", { ...row, readOn: actor.at.toISOString() });
}

/** The server has the comments on a job for at least 28 days after the job closed. What is queued has a week to arrive. */
const reportedDays = 21;

/**
 * Acknowledges a comment a second time, with the time at which the engineer opened it. Long after its job has left the phone
 * the server may no longer have the comment, and would refuse the message.
 */
async function reportRead(device: Device, actor: Actor, row: AlertRow): Promise<void> {
  if (!isJobAlert(row) || !row.isComment) return;
  const { alertId: commandId, jobId, receivedOn: acknowledgedOn } = row;
  const { database } = actor.unit;
  if (!(await database.job.get(jobId))) {
    const now = await readServerTime(database);
    if (now === null || now - Date.parse(acknowledgedOn) > reportedDays * dayMs) return;
  }
  await queueMessage(
    device,
    actor.unit,
    "CommandAcknowledgement",
    { correlationId: commandId },
    { commandId, outcome: "alert", acknowledgedOn, readOn: actor.at.toISOString() },
  );
}

const retentionDays = 30;
const dayMs = 86_400_000;

/** Deletes alerts a month after they were read. */
export function purgeAlerts(device: Device) {
  return act(device, ["alert"], async (actor) => {
    const limit = new Date(actor.at.getTime() - retentionDays * dayMs).toISOString();
    const rows = await actor.unit.database.alert.toArray();
    const old = rows.filter(({ readOn }) => readOn !== null && readOn < limit);
    for (const { alertId } of old) await actor.unit.remove("alert", alertId);
    return done(old.length);
  });
}
