import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { CallAnswer, CallQuery, PlannedSor, saveNewJob } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { raisedJobNeed } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import { formatAddress } from "../../database/format-address.ts";
import type { Database, Orm } from "../../database/database.ts";
import {
  account,
  appointment,
  job,
  jobSor,
  jobType,
  property,
  propertyTenant,
  type QuickJob,
  quickJob,
} from "../../database/schema.ts";
import { addForms } from "../../forms/add-forms.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { appoint, currentAppointment } from "../jobs/appointments.ts";
import { type ClientRow, findClient, computeTargets } from "./clients.ts";
import { refuseUnknown, refuseSavedBefore } from "./properties.ts";

/**
 * Saves a job that an engineer raises on site. The same job again changes nothing. Another job under the same id is
 * refused, because it would be lost.
 */
export async function saveQuickJob(
  { orm, record }: Change,
  fieldOperativeId: string,
  request: QuickJob,
  now: Date,
): Promise<CallAnswer<typeof saveNewJob> | Refusal> {
  const { jobId } = request;
  const findExisting = async () => {
    const existing = await findQuickJob(orm, jobId);
    if (!existing) return undefined;
    const isOwn = existing.fieldOperativeId === fieldOperativeId;
    return isOwn && isSame(existing.row, request)
      ? buildSavedAnswer(jobId)
      : isOwn
        ? refuseSavedBefore("jobId", "job")
        : idTakenRefusal;
  };
  const existing = await findExisting();
  if (existing) return existing;
  const references = await findReferences(orm, request);
  if ("refusal" in references) return references;
  const { client, type, priority } = references;
  const received = new Date(request.dateReceived);
  const targets = computeTargets(priority, received);
  const formattedJobId = `FF-${jobId.slice(-8).toUpperCase()}`;
  const stored = await orm
    .insert(job)
    .values({
      jobId,
      formattedJobId,
      propertyId: request.propertyId,
      appointmentDateTime: received,
      taskDetails: request.jobDetails.trim(),
      jobCategoryId: type.jobCategoryId,
      jobDetailTypeId: type.jobDetailTypeId,
      categoryName: type.categoryName,
      detailTypeName: type.name,
      jobPriority: priority.name,
    })
    .onConflictDoNothing()
    .returning({ jobId: job.jobId });
  // Another request has just saved the job: its content decides.
  if (stored.length === 0) return (await findExisting()) ?? idTakenRefusal;
  const sors = plannedSors(client, request);
  if (sors.length > 0)
    await orm.insert(jobSor).values(sors.map((row) => ({ jobId, sorCodeId: row.sorCodeId, row })));
  const { jobCategoryId, jobDetailTypeId } = type;
  const { propertyId } = request;
  const kind = { jobId, propertyId, jobCategoryId, jobDetailTypeId, jobStageId: null };
  await addForms(orm, [kind], now);
  await orm.insert(quickJob).values({
    jobId,
    fieldOperativeId,
    row: {
      ...request,
      jobId,
      clientName: client.name,
      clientJobPriorityName: priority.name,
      priorityDescription: priority.description,
      targetResponseDate: targets.targetResponseDateTime,
      targetCompletionDate: targets.targetCompletionDateTime,
    },
  });
  record({
    action: "job-raised",
    objectType: "job",
    objectId: jobId,
    fieldOperativeId,
    after: {
      formattedJobId,
      propertyId,
      fieldOperativeId: null,
      appointmentDateTime: request.dateReceived,
      categoryName: type.categoryName,
      detailTypeName: type.name,
    },
  });
  return buildSavedAnswer(jobId);
}

/** Books a saved job once: a second request waits for the first and answers with its appointment. */
export async function bookQuickJob(
  { orm, record }: Change,
  fieldOperativeId: string,
  jobId: string,
) {
  const existing = await findQuickJob(orm, jobId);
  if (!existing || existing.fieldOperativeId !== fieldOperativeId) return refuse("not-found");
  if (existing.bookedOn === null) {
    await orm
      .update(quickJob)
      .set({ bookedOn: sql`now()` })
      .where(eq(quickJob.jobId, jobId));
    // If the office has assigned the job meanwhile, that engineer keeps it: else two engineers would go.
    await orm.select().from(job).where(eq(job.jobId, jobId)).for("update");
    const current = await currentAppointment(orm, jobId);
    if (current) return { jobId, fieldOperativeAppointmentId: current.fieldOperativeAppointmentId };
    const fieldOperativeAppointmentId = await appoint(orm, jobId, fieldOperativeId);
    record({
      action: "job-assigned",
      objectType: "job",
      objectId: jobId,
      fieldOperativeId,
      before: { fieldOperativeId: null },
      after: { fieldOperativeId },
    });
    return { jobId, fieldOperativeAppointmentId };
  }
  const [first] = await orm
    .select()
    .from(appointment)
    .where(eq(appointment.jobId, jobId))
    .orderBy(appointment.assignedOn)
    .limit(1);
  if (!first) throw new Error(`The quick job ${jobId} was booked without an appointment`);
  return { jobId, fieldOperativeAppointmentId: first.fieldOperativeAppointmentId };
}

const defaultLimit = 500;

/** The newest quick jobs, of one engineer or of all, each with what the office has to see to. */
export async function listQuickJobs(
  { orm }: Database,
  { fieldOperativeId, open, after, limit }: NonNullable<CallQuery<typeof office.listQuickJobs>>,
  now: Date,
): Promise<CallAnswer<typeof office.listQuickJobs> | Refusal> {
  const [last] =
    after === undefined ? [] : await orm.select().from(quickJob).where(eq(quickJob.jobId, after));
  if (after !== undefined && !last)
    return refuse("invalid", { issues: [{ path: "after", message: "There is no such job" }] });
  const rows = await orm
    .select({ quickJob, operativeName: account.name, job, property })
    .from(quickJob)
    .innerJoin(account, eq(account.fieldOperativeId, quickJob.fieldOperativeId))
    .innerJoin(job, eq(job.jobId, quickJob.jobId))
    .innerJoin(property, eq(property.propertyId, job.propertyId))
    .where(
      and(
        fieldOperativeId ? eq(quickJob.fieldOperativeId, fieldOperativeId) : undefined,
        open ? ne(job.status, "Closed") : undefined,
        last
          ? sql`(${quickJob.receivedOn}, ${quickJob.jobId}) < (${last.receivedOn.toISOString()}::timestamptz, ${last.jobId}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(quickJob.receivedOn), desc(quickJob.jobId))
    .limit(limit === undefined ? defaultLimit : Number(limit));
  return rows.map(({ quickJob: row, operativeName, job: raised, property: home }) => ({
    ...row.row,
    fieldOperativeId: row.fieldOperativeId,
    operativeName,
    receivedOn: row.receivedOn.toISOString(),
    bookedOn: row.bookedOn?.toISOString() ?? null,
    formattedJobId: raised.formattedJobId,
    status: raised.status,
    cancelledOn: raised.cancelledOn?.toISOString() ?? null,
    assignedTo: raised.fieldOperativeId,
    address: formatAddress(home),
    categoryName: raised.categoryName,
    detailTypeName: raised.detailTypeName,
    need: raisedJobNeed(
      {
        status: raised.status,
        isAssigned: raised.fieldOperativeId !== null,
        targetResponse: new Date(row.row.targetResponseDate),
        targetCompletion: new Date(row.row.targetCompletionDate),
      },
      now,
    ),
  }));
}

const idTakenRefusal = refuse("conflict", { detail: "Another job has this id" });
/** Ignores names and target dates, which the server sets itself. */
function isSame(one: QuickJob, other: QuickJob): boolean {
  const comparableText = (job: QuickJob) =>
    JSON.stringify([
      job.propertyId,
      job.propertyContactId,
      job.clientId,
      job.jobDetailType,
      job.jobDetails.trim(),
      job.clientJobPriorityId,
      job.contractSors.map(({ sorPrice, quantity }) => [sorPrice.sorPriceId, quantity]),
      Date.parse(job.dateReceived),
    ]);
  return comparableText(one) === comparableText(other);
}

const buildSavedAnswer = (jobId: string) => ({ jobResult: { jobId } });

async function findQuickJob(orm: Orm, jobId: string) {
  const [row] = await orm.select().from(quickJob).where(eq(quickJob.jobId, jobId)).for("update");
  return row;
}

/** Checks that everything the job refers to exists and belongs together. */
async function findReferences(orm: Orm, request: QuickJob) {
  const client = await findClient(orm, request.clientId);
  if (!client) return refuseUnknown("clientId", "client");
  const [propertyRow] = await orm
    .select()
    .from(property)
    .where(eq(property.propertyId, request.propertyId));
  // Null: no client of the home is known, and the engineer, who is there, says whose it is.
  const isClients = (propertyRow?.clientId ?? client.clientId) === client.clientId;
  if (!propertyRow || !isClients) return refuseUnknown("propertyId", "property of this client");
  const [contactRow] = await orm
    .select()
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyTenantId, request.propertyContactId));
  if (!contactRow || contactRow.propertyId !== propertyRow.propertyId)
    return refuseUnknown("propertyContactId", "contact at this property");
  const [type] = await orm
    .select()
    .from(jobType)
    .where(eq(jobType.jobDetailTypeId, request.jobDetailType));
  if (!type) return refuseUnknown("jobDetailType", "type of job");
  const priority = client.priorities.find(
    ({ priorityId }) => priorityId === request.clientJobPriorityId,
  );
  if (!priority) return refuseUnknown("clientJobPriorityId", "priority of this client");
  const existing = new Set(listSors(client).map(({ sorPriceId }) => sorPriceId));
  if (request.contractSors.some(({ sorPrice }) => !existing.has(sorPrice.sorPriceId)))
    return refuseUnknown("contractSors", "SOR in this client's contracts");
  return { client, type, priority };
}

function listSors(client: ClientRow) {
  return client.contracts.flatMap(({ sors }) => sors);
}

/** A job has each SOR code once: the quantities of a code that the contract lists twice add up. */
function plannedSors(client: ClientRow, request: QuickJob): PlannedSor[] {
  const prices = new Map(listSors(client).map((sor) => [sor.sorPriceId, sor]));
  const planned = new Map<number, PlannedSor>();
  for (const { sorPrice, quantity } of request.contractSors) {
    const sor = prices.get(sorPrice.sorPriceId);
    if (!sor) continue;
    const before = planned.get(sor.sorCodeId)?.qty ?? 0;
    planned.set(sor.sorCodeId, {
      jobId: request.jobId,
      sorCodeId: sor.sorCodeId,
      sorCode: sor.sorCode,
      shortDescription: sor.shortDescription,
      qty: Math.round((before + quantity) * 100) / 100,
      qtyUsed: 0,
      usageType: 1,
      updatedOnDateTime: request.dateReceived,
    });
  }
  return [...planned.values()];
}
