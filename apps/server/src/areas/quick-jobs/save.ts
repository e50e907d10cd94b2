import { desc, eq, sql } from "drizzle-orm";
import type { CallAnswer, CallBody, PlannedSor, saveNewJob } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database, Orm } from "../../database/database.ts";
import {
  account,
  appointment,
  job,
  jobSor,
  jobType,
  property,
  propertyTenant,
  quickJob,
} from "../../database/schema.ts";
import { addForms } from "../../forms/new-jobs.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { appoint, currentAppointment } from "../office/appointments.ts";
import { type ClientRow, findClient, targetsOf } from "./clients.ts";
import { noSuch, savedBefore } from "./properties.ts";

type QuickJob = CallBody<typeof saveNewJob>;

/**
 * The same job again changes nothing. Another one under an id that is taken is refused: answered as saved, it would
 * be lost.
 */
export async function saveQuickJob(
  { orm }: Database,
  fieldOperativeId: string,
  asked: QuickJob,
  now: Date,
): Promise<CallAnswer<typeof saveNewJob> | Refusal> {
  const { jobId } = asked;
  return orm.transaction(async (transaction) => {
    const standing = async () => {
      const known = await findQuickJob(transaction, jobId);
      if (!known) return undefined;
      const isOwn = known.fieldOperativeId === fieldOperativeId;
      return isOwn && isSame(known.row as QuickJob, asked)
        ? saved(jobId)
        : isOwn
          ? savedBefore("jobId", "job")
          : taken;
    };
    const known = await standing();
    if (known) return known;
    const checked = await check(transaction, asked);
    if ("refusal" in checked) return checked;
    const { client, type, priority } = checked;
    const received = new Date(asked.dateReceived);
    const targets = targetsOf(priority, received);
    const stored = await transaction
      .insert(job)
      .values({
        jobId,
        formattedJobId: `FF-${jobId.slice(-8).toUpperCase()}`,
        propertyId: asked.propertyId,
        appointmentDateTime: received,
        taskDetails: asked.jobDetails.trim(),
        jobCategoryId: type.jobCategoryId,
        jobDetailTypeId: type.jobDetailTypeId,
        categoryName: type.categoryName,
        detailTypeName: type.name,
        jobPriority: priority.name,
      })
      .onConflictDoNothing()
      .returning({ jobId: job.jobId });
    // Saved by another request in this moment: that one decides.
    if (stored.length === 0) return (await standing()) ?? taken;
    const sors = plannedSors(client, asked);
    if (sors.length > 0)
      await transaction
        .insert(jobSor)
        .values(sors.map((row) => ({ jobId, sorCodeId: row.sorCodeId, row })));
    const { jobCategoryId, jobDetailTypeId } = type;
    const { propertyId } = asked;
    const kind = { jobId, propertyId, jobCategoryId, jobDetailTypeId, jobStageId: null };
    await addForms(transaction, [kind], now);
    await transaction.insert(quickJob).values({
      jobId,
      fieldOperativeId,
      row: {
        ...asked,
        jobId,
        clientName: client.name,
        clientJobPriorityName: priority.name,
        priorityDescription: priority.description,
        targetResponseDate: targets.targetResponseDateTime,
        targetCompletionDate: targets.targetCompletionDateTime,
      },
    });
    return saved(jobId);
  });
}

/** Once: a second request waits for the first and answers its appointment. */
export async function bookQuickJob({ orm }: Database, fieldOperativeId: string, jobId: string) {
  return orm.transaction(async (transaction) => {
    const known = await findQuickJob(transaction, jobId);
    if (!known || known.fieldOperativeId !== fieldOperativeId) return refuse("not-found");
    if (known.bookedOn === null) {
      await transaction
        .update(quickJob)
        .set({ bookedOn: sql`now()` })
        .where(eq(quickJob.jobId, jobId));
      // Whom the office has given it meanwhile keeps it: two would go.
      await transaction.select().from(job).where(eq(job.jobId, jobId)).for("update");
      const held = await currentAppointment(transaction, jobId);
      return {
        jobId,
        fieldOperativeAppointmentId:
          held?.fieldOperativeAppointmentId ??
          (await appoint(transaction, jobId, fieldOperativeId)),
      };
    }
    const [first] = await transaction
      .select()
      .from(appointment)
      .where(eq(appointment.jobId, jobId))
      .orderBy(appointment.assignedOn)
      .limit(1);
    if (!first) throw new Error(`The quick job ${jobId} was booked without an appointment`);
    return { jobId, fieldOperativeAppointmentId: first.fieldOperativeAppointmentId };
  });
}

export async function listQuickJobs(
  { orm }: Database,
  fieldOperativeId: string | undefined,
): Promise<CallAnswer<typeof office.listQuickJobs>> {
  const rows = await orm
    .select({ quickJob, operativeName: account.name })
    .from(quickJob)
    .innerJoin(account, eq(account.fieldOperativeId, quickJob.fieldOperativeId))
    .where(fieldOperativeId ? eq(quickJob.fieldOperativeId, fieldOperativeId) : undefined)
    .orderBy(desc(quickJob.receivedOn), desc(quickJob.jobId))
    .limit(500);
  return rows.map(({ quickJob: row, operativeName }) => ({
    ...(row.row as QuickJob),
    fieldOperativeId: row.fieldOperativeId,
    operativeName,
    receivedOn: row.receivedOn.toISOString(),
    bookedOn: row.bookedOn?.toISOString() ?? null,
  }));
}

const taken = refuse("conflict", { detail: "Another job has this id" });
/** Names and target dates are the server's to say. */
function isSame(one: QuickJob, other: QuickJob): boolean {
  const said = (job: QuickJob) =>
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
  return said(one) === said(other);
}

const saved = (jobId: string) => ({ jobResult: { jobId } });

async function findQuickJob(orm: Orm, jobId: string) {
  const [row] = await orm.select().from(quickJob).where(eq(quickJob.jobId, jobId)).for("update");
  return row;
}

/** Everything that the job names is there and belongs together. */
async function check(orm: Orm, asked: QuickJob) {
  const client = await findClient(orm, asked.clientId);
  if (!client) return noSuch("clientId", "client");
  const [place] = await orm
    .select()
    .from(property)
    .where(eq(property.propertyId, asked.propertyId));
  if (!place || place.clientId !== client.clientId)
    return noSuch("propertyId", "property of this client");
  const [person] = await orm
    .select()
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyTenantId, asked.propertyContactId));
  if (!person || person.propertyId !== place.propertyId)
    return noSuch("propertyContactId", "contact at this property");
  const [type] = await orm
    .select()
    .from(jobType)
    .where(eq(jobType.jobDetailTypeId, asked.jobDetailType));
  if (!type) return noSuch("jobDetailType", "type of job");
  const priority = client.priorities.find(
    ({ priorityId }) => priorityId === asked.clientJobPriorityId,
  );
  if (!priority) return noSuch("clientJobPriorityId", "priority of this client");
  const known = new Set(sorsOf(client).map(({ sorPriceId }) => sorPriceId));
  if (asked.contractSors.some(({ sorPrice }) => !known.has(sorPrice.sorPriceId)))
    return noSuch("contractSors", "SOR in this client's contracts");
  return { client, type, priority };
}

function sorsOf(client: ClientRow) {
  return client.contracts.flatMap(({ sors }) => sors);
}

/** A code stands once in a job: two prices of one code add up. */
function plannedSors(client: ClientRow, asked: QuickJob): PlannedSor[] {
  const prices = new Map(sorsOf(client).map((sor) => [sor.sorPriceId, sor]));
  const planned = new Map<number, PlannedSor>();
  for (const { sorPrice, quantity } of asked.contractSors) {
    const sor = prices.get(sorPrice.sorPriceId);
    if (!sor) continue;
    const before = planned.get(sor.sorCodeId)?.qty ?? 0;
    planned.set(sor.sorCodeId, {
      jobId: asked.jobId,
      sorCodeId: sor.sorCodeId,
      sorCode: sor.sorCode,
      shortDescription: sor.shortDescription,
      qty: Math.round((before + quantity) * 100) / 100,
      qtyUsed: 0,
      usageType: 1,
      updatedOnDateTime: asked.dateReceived,
    });
  }
  return [...planned.values()];
}
