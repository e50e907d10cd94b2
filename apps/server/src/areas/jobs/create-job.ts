import { createHash, randomUUIDv7 } from "node:crypto";
import { and, eq, ne, notInArray, sql } from "drizzle-orm";
import { type CallAnswer, canonicalJson, type z } from "@fieldfare/contract";
import type { createJob as call, jobDraft } from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import * as schema from "../../database/schema.ts";
import { addForms } from "../../forms/add-forms.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { addJobToDampCase, lockOpenDampCase } from "./damp-case-of-job.ts";
import { appoint, describeDisabled, isOperative } from "./appointments.ts";
import { addReferences, lockReferences, refuseTaken } from "./external-references.ts";
import { refuseKnownHome } from "./known-homes.ts";
import { findRepeatedSors, storeOrders } from "./ordered-work.ts";
import { storeProperty } from "./store-property.ts";
import {
  describeNeeds,
  pickNeeds,
  refuseUnknownNeeds,
  storeVisitNeeds,
  tidyNeeds,
} from "./visit-needs.ts";

type JobDraft = z.output<typeof jobDraft>;

/**
 * Raises a job. A repeat with the same `jobId`, or without one and with the same external reference, and with the same content
 * changes nothing and is answered with the existing job. With other content it is refused, because the content would be lost.
 * A caller who names the open jobs of the home (`expectedOpenJobIds`) raises none of a type of which there is another one, and
 * one who names the homes of a new address (`expectedPropertyIds`) adds none if there is another one. One who has seen that the
 * account of the engineer is enabled (`expectedEngineer`) raises none for a disabled account.
 */
export async function createJob(
  { orm, record }: Change,
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
  const repeated = findRepeatedSors(draft.plannedSors ?? []);
  if (repeated.length > 0) return refuse("invalid", { issues: repeated });
  if (fieldOperativeId !== null && !(await isOperative(orm, fieldOperativeId))) {
    return refuse("invalid", {
      issues: [{ path: "fieldOperativeId", message: "No field engineer has this id" }],
    });
  }
  const needs = tidyNeeds(pickNeeds(draft));
  const unknown = await refuseUnknownNeeds(orm, needs);
  if (unknown) return unknown;
  const references = draft.externalReferences ?? [];
  const taken = await lockReferences(orm, references);
  const jobId = draft.jobId ?? taken[0]?.jobId ?? randomUUIDv7();
  const other = taken.find((one) => one.jobId !== jobId);
  if (other) return refuseTaken(other);
  // Without the lock, a second request for the same job would store a property that no job uses.
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${jobId}, 0))`);
  const propertyId = draft.property.propertyId ?? randomUUIDv7();
  const draftHash = hashDraft(draft);
  const known = await findExistingJob(orm, jobId, draftHash);
  if (known) return known;
  const disabled = await refuseDisabled(orm, draft);
  if (disabled) return disabled;
  const repetition = await findRepetition(orm, propertyId, draft);
  if (repetition) return repetition;
  const knownHome = await refuseKnownHome(orm, draft);
  if (knownHome) return knownHome;
  const { dampCaseId } = draft;
  if (dampCaseId !== undefined && !(await lockOpenDampCase(orm, dampCaseId, propertyId)))
    return refuse("invalid", {
      issues: [
        { path: "dampCaseId", message: "No open case of damp and mould at the home has this id" },
      ],
    });
  await storeProperty({ orm, record }, propertyId, draft.property);
  const stored = await orm
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
  if (stored.length === 0) return (await findExistingJob(orm, jobId, draftHash)) ?? idTakenRefusal;
  await addReferences(orm, jobId, references);
  if (dampCaseId !== undefined) await addJobToDampCase(orm, dampCaseId, jobId);
  await storeOrders(orm, jobId, draft);
  const { jobCategoryId, jobDetailTypeId, jobStageId = null } = draft;
  const kind = { jobId, propertyId, jobCategoryId, jobDetailTypeId, jobStageId };
  await addForms(orm, [kind], new Date());
  await storeVisitNeeds(orm, kind, needs);
  if (fieldOperativeId !== null) await appoint(orm, jobId, fieldOperativeId);
  const { formattedJobId, appointmentDateTime, categoryName, detailTypeName } = draft;
  record({
    action: "job-raised",
    objectType: "job",
    objectId: jobId,
    fieldOperativeId,
    // Nothing about tenants: an entry cannot be erased.
    after: {
      formattedJobId,
      ...(references.length > 0 && { externalReferences: references }),
      ...describeNeeds(needs),
      ...(dampCaseId !== undefined && { dampCaseId }),
      propertyId,
      fieldOperativeId,
      appointmentDateTime,
      categoryName,
      detailTypeName,
    },
  });
  return (await findExistingJob(orm, jobId, draftHash)) ?? idTakenRefusal;
}

/** Undefined: the account of the engineer is enabled, or nobody asks. */
async function refuseDisabled(
  orm: Orm,
  { fieldOperativeId, expectedEngineer: expected }: JobDraft,
): Promise<Refusal | undefined> {
  if (fieldOperativeId === null || expected === undefined || expected.isDisabled) return undefined;
  const detail = await describeDisabled(orm, fieldOperativeId);
  if (detail === null) return undefined;
  return refuse("conflict", { detail, issues: [{ path: "expectedEngineer", message: detail }] });
}

/** Finds an open job of the same type at the home that the caller does not know; undefined: there is none, or nobody asks. */
async function findRepetition(
  orm: Orm,
  propertyId: string,
  { expectedOpenJobIds: expected, jobDetailTypeId }: JobDraft,
): Promise<Refusal | undefined> {
  if (expected === undefined) return undefined;
  // Two callers who ask at the same time: the second one waits for the job of the first one.
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${propertyId}, 0))`);
  const open = await orm
    .select({ jobId: schema.job.jobId, formattedJobId: schema.job.formattedJobId })
    .from(schema.job)
    .where(
      and(
        eq(schema.job.propertyId, propertyId),
        eq(schema.job.jobDetailTypeId, jobDetailTypeId),
        ne(schema.job.status, "Closed"),
        notInArray(schema.job.jobId, expected),
      ),
    )
    .orderBy(schema.job.appointmentDateTime, schema.job.jobId);
  if (open.length === 0) return undefined;
  const references = new Intl.ListFormat("en-GB").format(
    open.map(({ formattedJobId }) => formattedJobId),
  );
  const detail =
    open.length === 1
      ? `Job ${references} of the same type is open at this home.`
      : `Jobs ${references} of the same type are open at this home.`;
  return refuse("conflict", { detail, issues: [{ path: "expectedOpenJobIds", message: detail }] });
}

const idTakenRefusal = refuse("conflict", {
  detail: "Another job was raised under this jobId or one of its external references",
});

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

/** What the caller knew of other jobs, homes and the account is no content of this job: a repeat may know of more. */
function hashDraft({
  expectedOpenJobIds: _jobs,
  expectedPropertyIds: _homes,
  expectedEngineer: _engineer,
  ...draft
}: JobDraft): string {
  return createHash("sha256").update(canonicalJson(draft)).digest("hex");
}
