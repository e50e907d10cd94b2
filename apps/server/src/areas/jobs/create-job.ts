import { createHash, randomUUIDv7 } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type CallAnswer, canonicalJson, type z } from "@fieldfare/contract";
import type { createJob as call, jobDraft } from "@fieldfare/contract/office";
import type { Database, Orm } from "../../database/database.ts";
import * as schema from "../../database/schema.ts";
import { addForms } from "../../forms/add-forms.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { appoint, isOperative } from "./appointments.ts";
import { storeProperty } from "./store-property.ts";

type JobDraft = z.output<typeof jobDraft>;

/**
 * Raises a job. A repeat with the same `jobId` and content changes nothing and is answered with the existing job. With
 * other content it is refused, because the content would be lost.
 */
export async function createJob(
  { orm }: Database,
  draft: JobDraft,
): Promise<CallAnswer<typeof call> | Refusal> {
  const { fieldOperativeId } = draft;
  const namelessIndex = (draft.property.tenants ?? []).findIndex(
    (tenant) => !tenant.fullName?.trim(),
  );
  if (namelessIndex >= 0) {
    return refuse("invalid", {
      issues: [
        { path: `property.tenants.${namelessIndex}.fullName`, message: "Full name is required" },
      ],
    });
  }
  return orm.transaction(async (transaction) => {
    if (fieldOperativeId !== null && !(await isOperative(transaction, fieldOperativeId))) {
      return refuse("invalid", {
        issues: [{ path: "fieldOperativeId", message: "No field engineer has this id" }],
      });
    }
    const jobId = draft.jobId ?? randomUUIDv7();
    // Without the lock, a second request for the same job would store a property that no job uses.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${jobId}, 0))`);
    const propertyId = draft.property.propertyId ?? randomUUIDv7();
    const draftHash = hashDraft(draft);
    const known = await findExistingJob(transaction, jobId, draftHash);
    if (known) return known;
    await storeProperty(transaction, propertyId, draft.property);
    const stored = await transaction
      .insert(schema.job)
      .values({
        jobId,
        propertyId,
        formattedJobId: draft.formattedJobId ?? `FF-${jobId.slice(-8).toUpperCase()}`,
        appointmentDateTime: new Date(draft.appointmentDateTime),
        clientPreferredTimeName: draft.clientPreferredTimeName ?? null,
        taskDetails: draft.taskDetails ?? null,
        jobCategoryId: draft.jobCategoryId,
        jobDetailTypeId: draft.jobDetailTypeId,
        jobStageId: draft.jobStageId ?? null,
        categoryName: draft.categoryName,
        detailTypeName: draft.detailTypeName,
        accessNotes: draft.accessNotes ?? null,
        jobPriority: draft.jobPriority ?? null,
        draftHash,
      })
      .onConflictDoNothing()
      .returning({ jobId: schema.job.jobId });
    // Another request has just raised the job: its content decides.
    if (stored.length === 0)
      return (await findExistingJob(transaction, jobId, draftHash)) ?? idTakenRefusal;
    const { jobCategoryId, jobDetailTypeId, jobStageId = null } = draft;
    const kind = { jobId, propertyId, jobCategoryId, jobDetailTypeId, jobStageId };
    await addForms(transaction, [kind], new Date());
    if (fieldOperativeId !== null) await appoint(transaction, jobId, fieldOperativeId);
    return (await findExistingJob(transaction, jobId, draftHash)) ?? idTakenRefusal;
  });
}

const idTakenRefusal = refuse("conflict", { detail: "Another job was raised under this jobId" });

/** Undefined when there is no such job. */
async function findExistingJob(
  orm: Orm,
  jobId: string,
  draftHash: string,
): Promise<CallAnswer<typeof call> | Refusal | undefined> {
  const [row] = await orm
    .select({
      jobId: schema.job.jobId,
      fieldOperativeAppointmentId: schema.job.fieldOperativeAppointmentId,
      draftHash: schema.job.draftHash,
      quickJobId: schema.quickJob.jobId,
    })
    .from(schema.job)
    .leftJoin(schema.quickJob, eq(schema.quickJob.jobId, schema.job.jobId))
    .where(eq(schema.job.jobId, jobId));
  if (!row) return undefined;
  const { draftHash: known, quickJobId, ...answer } = row;
  // Jobs that were raised before hashes were stored have none: a retry after the upgrade is accepted.
  const isSame = known === null ? quickJobId === null : known === draftHash;
  return isSame ? answer : idTakenRefusal;
}

function hashDraft(draft: JobDraft): string {
  return createHash("sha256").update(canonicalJson(draft)).digest("hex");
}
