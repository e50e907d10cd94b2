import { randomUUID, randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { CallAnswer, PropertyTenant, z } from "@fieldfare/contract";
import type { createJob as call, jobDraft } from "@fieldfare/contract/office";
import type { Database, Orm } from "../../database/database.ts";
import * as schema from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { appoint, isOperative } from "./appointments.ts";

type JobDraft = z.output<typeof jobDraft>;

/** The same `jobId` again is the same job: it is answered as it stands, and nothing changes. */
export async function createJob(
  { orm }: Database,
  draft: JobDraft,
): Promise<CallAnswer<typeof call> | Refusal> {
  const { fieldOperativeId } = draft;
  const nameless = (draft.property.tenants ?? []).findIndex((tenant) => !tenant.fullName?.trim());
  if (nameless >= 0) {
    return refuse("invalid", {
      issues: [{ path: `property.tenants.${nameless}.fullName`, message: "Full name is required" }],
    });
  }
  return orm.transaction(async (transaction) => {
    if (fieldOperativeId !== null && !(await isOperative(transaction, fieldOperativeId))) {
      return refuse("invalid", {
        issues: [{ path: "fieldOperativeId", message: "No field engineer has this id" }],
      });
    }
    const jobId = draft.jobId ?? randomUUIDv7();
    const propertyId = draft.property.propertyId ?? randomUUIDv7();
    if (await isJob(transaction, jobId)) return standing(transaction, jobId);
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
      })
      .onConflictDoNothing()
      .returning({ jobId: schema.job.jobId });
    // Raised by another request in this moment: that one decides.
    if (stored.length === 0) return standing(transaction, jobId);
    if (fieldOperativeId !== null) await appoint(transaction, jobId, fieldOperativeId);
    return standing(transaction, jobId);
  });
}

async function isJob(orm: Orm, jobId: string): Promise<boolean> {
  const found = await orm
    .select({ jobId: schema.job.jobId })
    .from(schema.job)
    .where(eq(schema.job.jobId, jobId));
  return found.length > 0;
}

async function standing(orm: Orm, jobId: string): Promise<CallAnswer<typeof call>> {
  const [row] = await orm
    .select({
      jobId: schema.job.jobId,
      fieldOperativeAppointmentId: schema.job.fieldOperativeAppointmentId,
    })
    .from(schema.job)
    .where(eq(schema.job.jobId, jobId));
  if (!row) throw new Error(`Job ${jobId} is gone`);
  return row;
}

/**
 * A property that is known takes the address of the draft; what is known of it already, notices and people,
 * is added to and never taken away.
 */
async function storeProperty(orm: Orm, propertyId: string, draft: JobDraft["property"]) {
  const address = {
    addressLine1: draft.addressLine1,
    addressLine2: draft.addressLine2 ?? null,
    addressLine3: draft.addressLine3 ?? null,
    addressLine4: draft.addressLine4 ?? null,
    postcode: draft.postcode,
    ...(draft.coordinatesLatitude !== undefined && {
      coordinatesLatitude: draft.coordinatesLatitude,
    }),
    ...(draft.coordinatesLongitude !== undefined && {
      coordinatesLongitude: draft.coordinatesLongitude,
    }),
  };
  await orm
    .insert(schema.property)
    .values({ propertyId, ...address })
    .onConflictDoUpdate({ target: schema.property.propertyId, set: address });
  await addNotifications(orm, propertyId, draft.notifications ?? []);
  await addTenants(orm, propertyId, draft.tenants ?? []);
}

async function addNotifications(
  orm: Orm,
  propertyId: string,
  drafts: NonNullable<JobDraft["property"]["notifications"]>,
) {
  const { propertyNotification } = schema;
  const known = await orm
    .select()
    .from(propertyNotification)
    .where(eq(propertyNotification.propertyId, propertyId));
  const added = drafts.filter(
    (draft) =>
      !known.some((row) => row.code === draft.code && row.description === draft.description),
  );
  if (added.length === 0) return;
  await orm
    .insert(propertyNotification)
    .values(added.map((draft) => ({ propertyNotificationId: randomUUID(), propertyId, ...draft })));
}

/** A full name is unique in a property, whatever its case. */
async function addTenants(
  orm: Orm,
  propertyId: string,
  drafts: NonNullable<JobDraft["property"]["tenants"]>,
) {
  const { propertyTenant } = schema;
  const known = await orm
    .select()
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyId, propertyId));
  const names = new Set(known.map(({ row }) => nameOf(row as PropertyTenant)));
  const now = new Date().toISOString();
  const added = drafts
    .filter((draft) => !names.has(nameOf(draft)))
    .map((draft): PropertyTenant => ({
      propertyTenantId: draft.propertyTenantId ?? randomUUID(),
      propertyId,
      fullName: draft.fullName ?? "",
      isPrimaryTenant: draft.isPrimaryTenant ?? false,
      contactType: draft.contactType ?? null,
      emailAddress: draft.emailAddress ?? null,
      contactMethodType: draft.contactMethodType ?? 0,
      phones: draft.phones ?? [],
      addedByEngineer: false,
      flagDeleted: false,
      createdOn: draft.createdOn ?? now,
      modifiedOn: draft.modifiedOn ?? now,
    }));
  if (added.length === 0) return;
  await orm
    .insert(propertyTenant)
    .values(added.map((row) => ({ propertyTenantId: row.propertyTenantId, propertyId, row })))
    .onConflictDoNothing();
}

function nameOf(tenant: { readonly fullName?: string | undefined }): string {
  return (tenant.fullName ?? "").trim().toLowerCase();
}
