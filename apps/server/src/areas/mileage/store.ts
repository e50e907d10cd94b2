import { and, desc, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { CallAnswer, CallQuery, MileageRecord } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import {
  type MileageNeighbours,
  validateRecordedMileage,
  type RegistrationFormat,
  registrationFormats,
} from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { account, dataRow, fieldOperative, mileage } from "../../database/schema.ts";

/** About two years of working days; a device stores the whole list. */
const maxRecords = 500;

/**
 * Reads the engineer's last 500 mileage records, the newest first; null for an engineer who does not record mileage.
 */
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
    .limit(maxRecords);
  return rows.map(toMileageRecord);
}

/** Mileage that fits the filters; days are those of London. Removed entries only if asked for. */
export async function listMileage(
  database: Database,
  query: NonNullable<CallQuery<typeof office.listMileage>>,
): Promise<CallAnswer<typeof office.listMileage>> {
  const conditions: SQL[] = [];
  if (query.fieldOperativeId) conditions.push(eq(mileage.fieldOperativeId, query.fieldOperativeId));
  if (query.from) conditions.push(gte(londonDate, query.from));
  if (query.to) conditions.push(lte(londonDate, query.to));
  if (query.registration !== undefined)
    conditions.push(eq(sql`${mileage.vehicle} ->> 'registration'`, query.registration));
  if (query.removed !== "true") conditions.push(isNull(mileage.removedOn));
  const rows = await database.orm
    .select({ mileage, operativeName: account.name })
    .from(mileage)
    .innerJoin(account, eq(account.fieldOperativeId, mileage.fieldOperativeId))
    .where(and(...conditions))
    .orderBy(...newestFirst)
    .limit(Number(query.limit ?? maxRecords));
  const current = rows.filter(({ mileage: row }) => row.removedOn === null);
  const neighbours = await readNeighbours(
    database,
    current.map(({ mileage: row }) => row.fieldOperativeMileageId),
  );
  const formats = await readFormats(database);
  return rows.map(({ mileage: row, operativeName }) => {
    const entry = {
      ...toMileageRecord(row),
      previousRegistration: row.previousVehicle?.registration ?? null,
    };
    const adjacent = neighbours.get(row.fieldOperativeMileageId);
    const issues = adjacent ? validateRecordedMileage(entry, adjacent, formats) : [];
    const { corrections } = row;
    return {
      ...entry,
      fieldOperativeId: row.fieldOperativeId,
      operativeName,
      removedOn: row.removedOn?.toISOString() ?? null,
      corrections,
      flags: [
        ...issues.map((issue) => `mileage: ${issue}`),
        ...corrections.map(({ reason }) => `mileage-corrected: ${reason}`.slice(0, 200)),
      ],
    };
  });
}

type Neighbour = MileageNeighbours["previous"];

/**
 * Reads the entries before and after each entry in time, by the server's id, independent of the office's filter.
 * Removed entries have none.
 */
async function readNeighbours(
  { pool }: Database,
  ids: readonly number[],
): Promise<Map<number, MileageNeighbours>> {
  const { rows } = await pool.query<{ id: string; previous: Neighbour; following: Neighbour }>(
    `select id, previous, following from (
       select field_operative_mileage_id as id, lag(reading) over w as previous, lead(reading) over w as following
         from mileage m, lateral jsonb_build_object(
           'registration', vehicle ->> 'registration', 'currentMileage', current_mileage) as reading
        where removed_on is null and field_operative_id in (
          select field_operative_id from mileage where field_operative_mileage_id = any($1::bigint[]))
       window w as (partition by field_operative_id
         order by date_recorded, created_on, client_field_operative_mileage_id)) a
      where id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ id, previous, following }) => [Number(id), { previous, following }]));
}

/** Reads the registration formats that the office allows besides the default. */
async function readFormats({ orm }: Database): Promise<readonly RegistrationFormat[]> {
  const rows = await orm
    .select({ text: sql<string>`${dataRow.row} ->> 'text'` })
    .from(dataRow)
    .where(
      and(
        eq(dataRow.type, "DomainData"),
        eq(dataRow.deleted, false),
        eq(sql`${dataRow.row} ->> 'fieldName'`, "RegistrationFormat"),
      ),
    );
  return registrationFormats(rows.map(({ text }) => text));
}

/** The day of the London calendar, which is the day that the engineer saw. */
const londonDate = sql`(${mileage.dateRecorded} at time zone 'Europe/London')::date`;

const newestFirst = [
  desc(mileage.dateRecorded),
  desc(mileage.createdOn),
  desc(mileage.clientFieldOperativeMileageId),
] as const;

function toMileageRecord(row: typeof mileage.$inferSelect): MileageRecord {
  const { vehicleId, registration } = row.vehicle;
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
