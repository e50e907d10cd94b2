import { and, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import type { Property } from "@fieldfare/contract";
import type { Database, Orm } from "../database/database.ts";
import * as schema from "../database/schema.ts";
import { hashSecret } from "../database/secrets.ts";
import type { DayJob } from "./day.ts";
import { idOf } from "./ids.ts";
import { londonMoment } from "./london.ts";
import type { Engineer, Person } from "./people.ts";

export async function insertPeople(
  { orm }: Database,
  engineers: readonly Engineer[],
  office: Person,
  password: string,
): Promise<void> {
  const passwordHash = await hashSecret(password);
  const accountOf = ({ accountId, name, email, perms }: Person) => ({
    accountId,
    name,
    email,
    passwordHash,
    perms: [...perms],
  });
  await orm.transaction(async (transaction) => {
    await transaction
      .insert(schema.fieldOperative)
      .values(
        engineers.map(({ fieldOperativeId, recordsMileage }) => ({
          fieldOperativeId,
          recordsMileage,
        })),
      )
      .onConflictDoNothing();
    await transaction
      .insert(schema.account)
      .values([
        ...engineers.map((engineer) => ({
          ...accountOf(engineer),
          userType: 1,
          fieldOperativeId: engineer.fieldOperativeId,
        })),
        { ...accountOf(office), userType: 2 },
      ])
      .onConflictDoNothing();
  });
}

/** Jobs with their properties, in one transaction; a job that is there already stays as it is. */
export async function insertJobs({ orm }: Database, jobs: readonly DayJob[]): Promise<void> {
  await orm.transaction(async (transaction) => {
    await insertProperties(
      transaction,
      jobs.map(({ job }) => job.property),
    );
    const inserted = await transaction
      .insert(schema.job)
      .values(
        jobs.map(({ job: { description, property, ...job } }) => ({
          ...job,
          ...description,
          propertyId: property.propertyId,
          appointmentDateTime: new Date(job.appointmentDateTime),
        })),
      )
      .onConflictDoNothing()
      .returning({ jobId: schema.job.jobId });
    const fresh = new Set(inserted.map(({ jobId }) => jobId));
    const added = jobs.filter(({ job }) => fresh.has(job.jobId));
    const parts = added.flatMap(({ job }) => job.parts);
    const sors = added.flatMap(({ job }) => job.plannedSors);
    if (added.length > 0) {
      await transaction.insert(schema.appointment).values(
        added.map(({ job: { jobId, fieldOperativeAppointmentId }, fieldOperativeId }) => ({
          jobId,
          fieldOperativeAppointmentId,
          fieldOperativeId,
        })),
      );
    }
    if (parts.length > 0) {
      await transaction
        .insert(schema.jobPart)
        .values(parts.map((row) => ({ jobPartId: row.jobPartId, jobId: row.jobId, row })));
    }
    if (sors.length > 0) {
      await transaction
        .insert(schema.jobSor)
        .values(sors.map((row) => ({ jobId: row.jobId, sorCodeId: row.sorCodeId, row })));
    }
  });
}

type Transaction = Parameters<Parameters<Orm["transaction"]>[0]>[0];

async function insertProperties(transaction: Transaction, all: readonly Property[]): Promise<void> {
  const inserted = await transaction
    .insert(schema.property)
    .values(all.map(({ notifications: _n, assets: _a, tenants: _t, ...property }) => property))
    .onConflictDoNothing()
    .returning({ propertyId: schema.property.propertyId });
  const fresh = new Set(inserted.map(({ propertyId }) => propertyId));
  const added = all.filter(({ propertyId }) => fresh.has(propertyId));
  const notifications = added.flatMap(({ propertyId, notifications: rows }) =>
    rows.map((row) => ({ ...row, propertyId })),
  );
  const assets = added.flatMap((property) => property.assets);
  const tenants = added.flatMap((property) => property.tenants);
  if (notifications.length > 0)
    await transaction.insert(schema.propertyNotification).values(notifications);
  if (assets.length > 0) {
    await transaction.insert(schema.propertyAsset).values(
      assets.map((row) => ({
        propertyAssetId: row.propertyAssetId,
        propertyId: row.propertyId,
        row,
      })),
    );
  }
  if (tenants.length > 0) {
    await transaction.insert(schema.propertyTenant).values(
      tenants.map((row) => ({
        propertyTenantId: row.propertyTenantId,
        propertyId: row.propertyId,
        row,
      })),
    );
  }
}

/** Takes jobs of an earlier day back that nobody has begun and no device holds. */
export async function retireJobs({ orm }: Database, jobIds: readonly string[]): Promise<void> {
  const { job, appointment, jobAcknowledgement } = schema;
  await orm.transaction(async (transaction) => {
    const held = transaction
      .select({ one: sql`1` })
      .from(jobAcknowledgement)
      .where(eq(jobAcknowledgement.fieldOperativeAppointmentId, job.fieldOperativeAppointmentId));
    const idle = await transaction
      .update(job)
      .set({ fieldOperativeAppointmentId: null })
      .where(and(inArray(job.jobId, [...jobIds]), eq(job.status, "New"), notExists(held)))
      .returning({ jobId: job.jobId });
    await transaction
      .update(appointment)
      .set({ endedOn: sql`now()`, endedReason: "removed" })
      .where(
        and(
          inArray(
            appointment.jobId,
            idle.map(({ jobId }) => jobId),
          ),
          isNull(appointment.endedOn),
        ),
      );
  });
}

/** What Sam's van stood at on the working days of the two weeks before `day`. */
export async function insertMileage({ orm }: Database, day: string, fieldOperativeId: string) {
  const before = (days: number) =>
    new Date(londonMoment(day, "17:30").getTime() - days * 86_400_000);
  const rows = [1, 2, 3, 6, 7, 8, 9, 10].map((days, index) => ({
    fieldOperativeId,
    clientFieldOperativeMileageId: idOf(`mileage/${index}`),
    vehicle: { vehicleId: 1, registration: "YK21 FLD" },
    currentMileage: 48_210 - days * 63,
    dateRecorded: before(days),
    createdOn: before(days),
    modifiedOn: before(days),
  }));
  await orm.insert(schema.mileage).values(rows).onConflictDoNothing();
}
