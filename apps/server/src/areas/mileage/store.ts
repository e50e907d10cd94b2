import { and, desc, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { CallAnswer, CallQuery, MileageRecord } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { account, fieldOperative, mileage } from "../../database/schema.ts";

/** About two years of working days; a device keeps what the list holds. */
const mostRecords = 500;

interface Vehicle {
  readonly vehicleId: string | number | null;
  readonly registration: string;
}

/** Null for an engineer who does not record mileage. */
export async function readMileage(
  { orm }: Database,
  fieldOperativeId: string,
): Promise<MileageRecord[] | null> {
  const [operative] = await orm
    .select({ recordsMileage: fieldOperative.recordsMileage })
    .from(fieldOperative)
    .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId));
  if (!operative?.recordsMileage) return null;
  const rows = await orm
    .select()
    .from(mileage)
    .where(and(eq(mileage.fieldOperativeId, fieldOperativeId), isNull(mileage.removedOn)))
    .orderBy(...newestFirst)
    .limit(mostRecords);
  return rows.map(recordOf);
}

export async function listMileage(
  { orm }: Database,
  query: NonNullable<CallQuery<typeof office.listMileage>>,
): Promise<CallAnswer<typeof office.listMileage>> {
  const conditions: SQL[] = [];
  if (query.fieldOperativeId) conditions.push(eq(mileage.fieldOperativeId, query.fieldOperativeId));
  if (query.from) conditions.push(gte(londonDate, query.from));
  if (query.to) conditions.push(lte(londonDate, query.to));
  if (query.registration !== undefined)
    conditions.push(eq(sql`${mileage.vehicle} ->> 'registration'`, query.registration));
  if (query.removed !== "true") conditions.push(isNull(mileage.removedOn));
  const rows = await orm
    .select({ mileage, operativeName: account.name })
    .from(mileage)
    .innerJoin(account, eq(account.fieldOperativeId, mileage.fieldOperativeId))
    .where(and(...conditions))
    .orderBy(...newestFirst)
    .limit(Number(query.limit ?? mostRecords));
  return rows.map(({ mileage: row, operativeName }) => ({
    ...recordOf(row),
    fieldOperativeId: row.fieldOperativeId,
    operativeName,
    previousRegistration: (row.previousVehicle as Vehicle | null)?.registration ?? null,
    removedOn: row.removedOn?.toISOString() ?? null,
  }));
}

/** The calendar day in London, as the engineer saw it. */
const londonDate = sql`(${mileage.dateRecorded} at time zone 'Europe/London')::date`;

const newestFirst = [
  desc(mileage.dateRecorded),
  desc(mileage.createdOn),
  desc(mileage.clientFieldOperativeMileageId),
] as const;

function recordOf(row: typeof mileage.$inferSelect): MileageRecord {
  const { vehicleId, registration } = row.vehicle as Vehicle;
  return {
    clientFieldOperativeMileageId: row.clientFieldOperativeMileageId,
    fieldOperativeMileageId: row.fieldOperativeMileageId,
    vehicleId,
    registration,
    currentMileage: row.currentMileage,
    previousMileage: row.previousVehicleMileage,
    dateRecorded: row.dateRecorded.toISOString(),
    createdOn: row.createdOn.toISOString(),
    modifiedOn: row.modifiedOn.toISOString(),
  };
}
