import { and, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import type { Property } from "@fieldfare/contract";
import { formIds, londonDay } from "@fieldfare/domain";
import type { Database, Orm } from "../database/database.ts";
import * as schema from "../database/schema.ts";
import { hashCredential } from "../database/secrets.ts";
import type { DayJob } from "./day.ts";
import { addForms } from "../forms/add-forms.ts";
import { lastRecordRunsOutOn, yearlyService } from "./certified-homes.ts";
import { deterministicId } from "./ids.ts";
import { londonMoment } from "./london.ts";
import type { Engineer, OfficePerson, Person } from "./people.ts";

/** Adds the demo's people, all with the same password. */
export async function insertPeople(
  { orm }: Database,
  engineers: readonly Engineer[],
  office: readonly OfficePerson[],
  password: string,
): Promise<void> {
  const passwordHash = await hashCredential(password);
  const toAccountRow = ({ accountId, name, email, perms }: Person) => ({
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
        engineers.map(({ fieldOperativeId, recordsMileage, gasSafeIdCard }) => ({
          fieldOperativeId,
          recordsMileage,
          gasSafeIdCard,
        })),
      )
      .onConflictDoNothing();
    await transaction
      .insert(schema.account)
      .values([
        ...engineers.map((engineer) => ({
          ...toAccountRow(engineer),
          userType: 1,
          fieldOperativeId: engineer.fieldOperativeId,
        })),
        ...office.map((person) => ({
          ...toAccountRow(person),
          userType: 2,
          roles: [...person.roles],
        })),
      ])
      .onConflictDoNothing();
  });
}

/** Stores jobs with their properties and forms in one transaction. An existing job stays unchanged. */
export async function insertJobs(
  { orm }: Database,
  jobs: readonly DayJob[],
  at: Date,
): Promise<void> {
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
    const insertedIds = new Set(inserted.map(({ jobId }) => jobId));
    const added = jobs.filter(({ job }) => insertedIds.has(job.jobId));
    const kinds = added.map(({ job }) => ({ ...job, propertyId: job.property.propertyId }));
    await addForms(transaction, kinds, at);
    await storePreviousAnswers(transaction, added, at);
    const parts = added.flatMap(({ job }) => job.parts);
    const sors = added.flatMap(({ job }) => job.plannedSors);
    if (added.length > 0) {
      await transaction.insert(schema.appointment).values(
        added.map(({ job: { jobId, fieldOperativeAppointmentId, ...job }, fieldOperativeId }) => ({
          jobId,
          fieldOperativeAppointmentId,
          fieldOperativeId,
          appointmentDateTime: new Date(job.appointmentDateTime),
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

async function storePreviousAnswers(orm: Orm, jobs: readonly DayJob[], at: Date) {
  const serviced = jobs.filter(({ job }) => job.jobDetailTypeId === yearlyService);
  if (serviced.length === 0) return;
  const nextInspectionDue = lastRecordRunsOutOn(londonDay(at));
  const answers = JSON.stringify({ nextInspectionDue, isRented: "yes" });
  const { jobForm } = schema;
  await orm
    .update(jobForm)
    .set({ row: sql`jsonb_set(${jobForm.row}, '{previousAnswers}', ${answers}::jsonb)` })
    .where(
      and(
        eq(jobForm.customFormId, formIds.gasSafetyRecord),
        inArray(
          jobForm.jobId,
          serviced.map(({ job }) => job.jobId),
        ),
      ),
    );
}

type Transaction = Parameters<Parameters<Orm["transaction"]>[0]>[0];

/** Stores properties with their people, appliances and warnings. An existing one stays unchanged. */
export async function insertProperties(
  transaction: Transaction,
  all: readonly Property[],
): Promise<void> {
  const inserted = await transaction
    .insert(schema.property)
    .values(all.map(({ notifications: _n, assets: _a, tenants: _t, ...property }) => property))
    .onConflictDoNothing()
    .returning({ propertyId: schema.property.propertyId });
  const insertedIds = new Set(inserted.map(({ propertyId }) => propertyId));
  const added = all.filter(({ propertyId }) => insertedIds.has(propertyId));
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

/** Withdraws jobs of an earlier day that nobody has begun and no device has. */
export async function retireJobs({ orm }: Database, jobIds: readonly string[]): Promise<void> {
  const { job, appointment, jobAcknowledgement } = schema;
  await orm.transaction(async (transaction) => {
    const acknowledgedJobs = transaction
      .select({ one: sql`1` })
      .from(jobAcknowledgement)
      .where(eq(jobAcknowledgement.fieldOperativeAppointmentId, job.fieldOperativeAppointmentId));
    const idle = await transaction
      .update(job)
      .set({ fieldOperativeAppointmentId: null })
      .where(
        and(inArray(job.jobId, [...jobIds]), eq(job.status, "New"), notExists(acknowledgedJobs)),
      )
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

/**
 * Stores the mileage of Sam's vans on the working days of the three weeks before `day`. The van was changed in
 * between.
 */
export async function insertMileage({ orm }: Database, day: string, fieldOperativeId: string) {
  const before = (days: number) =>
    new Date(londonMoment(day, "17:30").getTime() - days * 86_400_000);
  const van = { vehicleId: 1, registration: "YK21 FLD" };
  const earlier = { vehicleId: 2, registration: "YJ18 KTV" };
  const daysOfVan = [1, 2, 3, 6, 7, 8, 9, 10];
  const rows = [...daysOfVan, 13, 14, 15, 16, 17, 20].map((days, index) => {
    const isVan = days <= 10;
    const isFirst = days === daysOfVan.at(-1);
    return {
      fieldOperativeId,
      clientFieldOperativeMileageId: deterministicId(`mileage/${index}`),
      vehicle: isVan ? van : earlier,
      currentMileage: (isVan ? 48_210 : 103_900) - days * 63,
      previousVehicle: isFirst ? earlier : null,
      previousVehicleMileage: isFirst ? 103_140 : null,
      dateRecorded: before(days),
      createdOn: before(days),
      modifiedOn: before(days),
    };
  });
  await orm.insert(schema.mileage).values(rows).onConflictDoNothing();
}
