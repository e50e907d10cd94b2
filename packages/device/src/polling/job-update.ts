import {
  type Command,
  getJobs,
  type JobPart,
  type KeySafe,
  type PlannedSor,
  type PropertyTenant,
  type ServerJob,
} from "@fieldfare/contract";
import {
  addedSorUsage,
  isFormBegun,
  isNoLongerOrdered,
  isPartRecorded,
  type JobChange,
  type JobDetails,
  type LeftOut,
  listJobChanges,
  partUsage,
  replanSors,
  takeOverOrder,
  type VisitWarning,
} from "@fieldfare/domain";
import type { Actor } from "../actions/act.ts";
import { formatAddress } from "../actions/address.ts";
import { addAlert, readAlertsOfJob } from "../actions/alerts.ts";
import { callServer } from "../api/call.ts";
import { isFinalRefusal } from "../api/failure.ts";
import type { JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import type { CommandOutcome } from "./acknowledge.ts";
import { putAppliances, putNewer } from "./jobs.ts";
import { readReceivedVisits, selectVisitsAt } from "./received-visits.ts";
import { readRemovedIds, withoutRemoved } from "./removed-rows.ts";

type JobUpdate = Extract<Command, { type: "JobUpdate" }>;

/** The open jobs as the office has them, and the visits of this phone that the server had by then. */
export interface OfficeJobs {
  readonly jobs: readonly ServerJob[];
  readonly receivedVisits: ReadonlySet<string>;
}

/**
 * Fetches the open jobs as the office has them now. Returns an empty list when our server refuses
 * to tell, and null after any other failure: another attempt may get an answer.
 */
export async function fetchOfficeJobs(device: Device): Promise<OfficeJobs | null> {
  const receivedVisits = await readReceivedVisits(device);
  const answer = await callServer(device, getJobs, { query: { recovery: "true" } });
  if (answer.ok) return { jobs: answer.value.jobs, receivedVisits };
  return isFinalRefusal(answer.failure) ? { jobs: [], receivedVisits } : null;
}

/** Takes over what the office has changed in a job, and adds an alert that names it. */
export async function applyJobUpdate(
  actor: Actor,
  received: JobUpdate,
  { jobs, receivedVisits }: OfficeJobs,
): Promise<CommandOutcome> {
  const job = await actor.unit.database.job.get(received.jobId);
  if (!job) return "not-found";
  if (received.isGivenBack) await dropRemovalRequests(actor, received);
  const { messageId: commandId, details, isComment = false } = received;
  if (job.status === "Closed") {
    // The engineer has read that the visit does not count until then.
    if (received.isGivenBack)
      await addAlert(actor, job, { kind: "job-changed", alertId: commandId, details });
    return "closed";
  }
  const server = jobs.find(
    ({ jobId, fieldOperativeAppointmentId }) =>
      jobId === job.jobId && fieldOperativeAppointmentId === job.fieldOperativeAppointmentId,
  );
  const { row, changes } = server
    ? await takeOver(actor, job, {
        server: withoutRemoved(server, await readRemovedIds(actor)),
        receivedVisits,
      })
    : { row: job, changes: [] };
  const receivedOn = actor.at.toISOString();
  const officeUpdates = [...row.officeUpdates, { commandId, details, receivedOn, changes }];
  const updated = { ...row, officeUpdates };
  await actor.unit.put("job", updated);
  await addAlert(actor, updated, {
    kind: "job-changed",
    alertId: commandId,
    details,
    changes,
    isComment,
  });
  return "alert";
}

/** The office has given the job back to the engineer: its earlier requests to remove it no longer count. */
async function dropRemovalRequests(
  actor: Actor,
  { jobId, fieldOperativeAppointmentId }: JobUpdate,
): Promise<void> {
  const removals = await actor.unit.database.jobRemoval.where("jobId").equals(jobId).toArray();
  for (const removal of removals)
    if (removal.fieldOperativeAppointmentId === fieldOperativeAppointmentId)
      await actor.unit.remove("jobRemoval", removal.jobRemovalId);
  await actor.unit.remove("draft", [jobId, "removal"]);
  await readAlertsOfJob(actor, jobId, "given-back");
}

/**
 * Takes over the fields that the office decides on. The job's status and what was recorded in it
 * stay the engineer's.
 */
async function takeOver(
  actor: Actor,
  job: JobRow,
  {
    server,
    receivedVisits,
  }: { readonly server: ServerJob; readonly receivedVisits: ReadonlySet<string> },
): Promise<{ readonly row: JobRow; readonly changes: readonly JobChange[] }> {
  const { propertyId } = job.property;
  const before = await readDetails(actor, job);
  const { assets, tenants, ...property } = server.property;
  await putAppliances(actor, property.propertyId, { assets, receivedVisits });
  for (const tenant of tenants)
    await putNewer(actor, "propertyTenant", tenant.propertyTenantId, tenant);
  const isReordered = (server.ordersVersion ?? 0) > (job.ordersVersion ?? 0);
  const leftOut = isReordered ? await findLeftOut(actor, job, server) : {};
  const leftOutParts = isReordered && (await takeOverParts(actor, job, server.parts));
  if (!isReordered) await takeOverPlaces(actor, server.parts);
  const { appointmentDateTime, clientPreferredTimeName, taskDetails, description } = server;
  const { jobCategoryId, jobDetailTypeId, jobStageId } = server;
  const row: JobRow = {
    ...job,
    appointmentDateTime,
    clientPreferredTimeName,
    taskDetails,
    description,
    jobCategoryId,
    jobDetailTypeId,
    jobStageId,
    contactId: server.contactId ?? null,
    ...takeOverNeeds(server),
    ...(isReordered && {
      ...(await takeOverSors(actor, job, server.plannedSors)),
      ordersVersion: server.ordersVersion,
      ...(leftOutParts && { leftOutParts }),
    }),
    customForms: takeOverForms(job.customForms, server.customForms),
    property: { ...property, notifications: keepConfirmed(job, property.notifications) },
    ...(server.visitWarnings && {
      visitWarnings: server.visitWarnings,
      warnedVisits: await selectVisitsAt(actor, propertyId, receivedVisits),
      deletedVisits: (job.deletedVisits ?? []).filter(({ jobId }) => !receivedVisits.has(jobId)),
    }),
  };
  return { row, changes: listJobChanges(before, await readDetails(actor, row), leftOut) };
}

/** An older server names none of them: then they stay as they are. */
function takeOverNeeds({ keySafe, visitContacts, attachments }: ServerJob) {
  return {
    ...(keySafe !== undefined && { keySafe }),
    ...(visitContacts !== undefined && { visitContacts }),
    ...(attachments !== undefined && { attachments }),
  };
}

/**
 * Takes over which forms the office asks for. What the engineer has begun or added stays; only a form that nobody has
 * touched, and that the office no longer asks for, goes.
 */
function takeOverForms(
  here: JobRow["customForms"],
  office: ServerJob["customForms"],
): JobRow["customForms"] {
  const ofOffice = new Map(office.map((form) => [form.customFormId, form]));
  const stayed = here.flatMap((form) => {
    const known = ofOffice.get(form.customFormId);
    if (known && !known.addedByUser) {
      const { usageRequirement, addedByUser, optional } = known;
      return [{ ...form, usageRequirement, addedByUser, optional }];
    }
    return !known && !form.addedByUser && !isFormBegun(form) ? [] : [form];
  });
  const present = new Set(here.map(({ customFormId }) => customFormId));
  const added = office.filter((form) => !form.addedByUser && !present.has(form.customFormId));
  return [...stayed, ...added];
}

/**
 * Takes over which SORs the office plans. Quantities used and typed stay, as do SORs that the engineer added; one that the
 * engineer removed does not come back, unless the office has taken it out and plans it again.
 */
async function takeOverSors(
  actor: Actor,
  job: JobRow,
  office: ServerJob["plannedSors"],
): Promise<Pick<JobRow, "plannedSors" | "removedSors">> {
  const drafts = await Promise.all(
    job.plannedSors.map(async ({ sorCodeId }) =>
      (await hasDraft(actor, job.jobId, `sor:${sorCodeId}`)) ? [sorCodeId] : [],
    ),
  );
  const planned = office.filter(isPlannedSor);
  const isPlanned = (code: number) => planned.some(({ sorCodeId }) => sorCodeId === code);
  const removedSors = (job.removedSors ?? []).filter(isPlanned);
  const work = { removed: removedSors, typed: drafts.flat() };
  return { plannedSors: [...replanSors(job.plannedSors, planned, work)], removedSors };
}

/** Finds the planned SORs and the ordered parts that the office has taken out since the phone last took them over. */
async function findLeftOut(actor: Actor, job: JobRow, server: ServerJob): Promise<LeftOut> {
  const parts = await actor.unit.database.jobPart.where("jobId").equals(job.jobId).toArray();
  const planned = new Set(
    server.plannedSors.filter(isPlannedSor).map(({ sorCodeId }) => sorCodeId),
  );
  const ordered = new Set(server.parts.filter(isOrderedPart).map(({ jobPartId }) => jobPartId));
  return {
    plannedSors: inOneText(
      job.plannedSors
        .filter((sor) => isPlannedSor(sor) && !planned.has(sor.sorCodeId))
        .map((sor) => `${describeSor(sor)}${sor.qtyUsed > 0 ? usedText : ""}`),
    ),
    orderedParts: inOneText(
      parts
        .filter((part) => isOrderedPart(part) && !ordered.has(part.jobPartId))
        .filter((part) => !isNoLongerOrdered(job, part))
        .map((part) => `${describePart(part)}${describeUse(part)}`),
    ),
  };
}

const usedText = ", which you have used";

function describeUse({ qtyUsed, qtyCollected }: JobPart): string {
  if (qtyUsed > 0) return usedText;
  return qtyCollected > 0 ? ", which you have collected" : "";
}

const isPlannedSor = ({ usageType }: PlannedSor) => usageType !== addedSorUsage;
const isOrderedPart = ({ usageType }: JobPart) => usageType === partUsage.preordered;

function describeSor({ qty, sorCode, shortDescription }: PlannedSor): string {
  return `${qty} x ${sorCode} ${shortDescription}`;
}

function describePart({ qty, shortDescription }: JobPart): string {
  return `${qty} x ${shortDescription}`;
}

/**
 * Takes over which parts the office has ordered. What was collected and used stays the engineer's, and so does a part of
 * which anything was recorded or typed. Returns the ids of those that the office has left out.
 */
async function takeOverParts(
  actor: Actor,
  { jobId }: JobRow,
  office: ServerJob["parts"],
): Promise<readonly string[]> {
  const { jobPart } = actor.unit.database;
  const ordered = office.filter(isOrderedPart);
  const present = await jobPart.where("jobId").equals(jobId).toArray();
  for (const part of ordered) {
    const here = present.find(({ jobPartId }) => jobPartId === part.jobPartId);
    await actor.unit.put("jobPart", here ? takeOverOrder(here, part) : part);
  }
  const leftOut: string[] = [];
  for (const part of present) {
    const { jobPartId } = part;
    if (!isOrderedPart(part)) continue;
    if (ordered.some((one) => one.jobPartId === jobPartId)) continue;
    if (isPartRecorded(part) || (await hasDraft(actor, jobId, `part:${jobPartId}`)))
      leftOut.push(jobPartId);
    else await actor.unit.remove("jobPart", jobPartId);
  }
  return leftOut;
}

/** Whether something is typed and not saved yet. */
async function hasDraft(actor: Actor, jobId: string, kind: string): Promise<boolean> {
  return (await actor.unit.database.draft.get([jobId, kind])) !== undefined;
}

/** Takes over where the ordered parts wait. What was collected and used stays the engineer's. */
async function takeOverPlaces(actor: Actor, parts: ServerJob["parts"]): Promise<void> {
  const { jobPart } = actor.unit.database;
  for (const part of parts) {
    if (!isOrderedPart(part)) continue;
    const here = (await jobPart.get(part.jobPartId)) ?? part;
    const { location, purchaseOrderId, supplierTicketNumber } = part;
    const status = here.status === "NotApplicable" ? part.status : here.status;
    const ordered = { location, purchaseOrderId, supplierTicketNumber, status };
    await actor.unit.put("jobPart", { ...here, ...ordered });
  }
}

type Notifications = JobRow["property"]["notifications"];

/**
 * Notices that the engineer has confirmed stay confirmed: the confirmation may still wait to be
 * sent.
 */
function keepConfirmed(job: JobRow, notifications: Notifications): Notifications {
  const here = new Map(
    job.property.notifications.map((one) => [one.propertyNotificationId, one] as const),
  );
  return notifications.map((one) => {
    const { confirmedRead, confirmedReadTimestamp } = here.get(one.propertyNotificationId) ?? one;
    return confirmedRead ? { ...one, confirmedRead, confirmedReadTimestamp } : one;
  });
}

async function readContacts(actor: Actor, propertyId: string): Promise<readonly PropertyTenant[]> {
  const { propertyTenant } = actor.unit.database;
  const rows = await propertyTenant.where("propertyId").equals(propertyId).toArray();
  return rows.filter(({ flagDeleted }) => !flagDeleted);
}

async function readDetails(actor: Actor, job: JobRow): Promise<JobDetails> {
  const contacts = await readContacts(actor, job.property.propertyId);
  const parts = await actor.unit.database.jobPart.where("jobId").equals(job.jobId).toArray();
  const { categoryName, detailTypeName, jobPriority, accessNotes } = job.description;
  return {
    appointment: job.appointmentDateTime,
    preferredTime: job.clientPreferredTimeName,
    address: formatAddress(job.property),
    jobType: `${categoryName} - ${detailTypeName}`,
    priority: jobPriority,
    description: job.taskDetails,
    accessNotes,
    keySafe: describeKeySafe(job.keySafe ?? null),
    visitContacts: inOneText(
      (job.visitContacts ?? []).map(({ fullName, role, telephone, emailAddress }) =>
        [fullName, role, telephone, emailAddress].filter(Boolean).join(", "),
      ),
    ),
    documents: inOneText((job.attachments ?? []).map(({ name }) => name)),
    plannedSors: inOneText(job.plannedSors.filter(isPlannedSor).map(describeSor)),
    orderedParts: inOneText(
      parts
        .filter((part) => isOrderedPart(part) && !isNoLongerOrdered(job, part))
        .map(describePart),
    ),
    contacts: inOneText(
      contacts.map(({ fullName, phones, emailAddress }) =>
        [fullName, ...phones.map(({ number }) => number), emailAddress].filter(Boolean).join(", "),
      ),
    ),
    warnings: inOneText(job.property.notifications.map(({ description }) => description)),
    earlierVisits: inOneText((job.visitWarnings ?? []).map(describeWarning)),
  };
}

function describeKeySafe(keySafe: KeySafe | null): string | null {
  return [keySafe?.location, keySafe?.code].filter(Boolean).join(", ") || null;
}

const classNames = { ID: "Immediately Dangerous", AR: "At Risk" } as const;

function describeWarning(warning: VisitWarning): string {
  if (warning.kind === "danger") return `${warning.name}: ${classNames[warning.classification]}`;
  const day = warning.visitedOn;
  return warning.reason ? `No access on ${day}: ${warning.reason}` : `No access on ${day}`;
}

/** Sorts the texts, so that another order is no change. */
function inOneText(texts: readonly string[]): string | null {
  return [...texts].sort().join("; ") || null;
}
