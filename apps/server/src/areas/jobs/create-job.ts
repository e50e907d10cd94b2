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
 * The same `jobId` with the same content again is the same job: it is answered as it stands, and nothing changes.
 * With other content it is refused: answered as raised, it would be lost.
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
    // The same order twice in a moment: the second would leave a property behind that no job has.
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
    // Raised by another request in this moment: that one decides.
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

/** Undefined while there is no such job. */
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
  // Before hashes were stored the office raised jobs without one: a retry across that upgrade is honest.
  const isSame = known === null ? quickJobId === null : known === draftHash;
  return isSame ? answer : idTakenRefusal;
}

function hashDraft(draft: JobDraft): string {
  return createHash("sha256").update(canonicalJson(draft)).digest("hex");
}
