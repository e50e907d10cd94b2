import { and, desc, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { CallAnswer, CallQuery, MileageRecord } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import {
  addDays,
  type MileageNeighbours,
  validateRecordedMileage,
  type RegistrationFormat,
  registrationFormats,
  startOfLondonDay,
} from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { account, dataRow, fieldOperative, mileage } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

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

const [firstDay, lastDay] = ["0001-01-01", "9999-12-31"];

/**
 * Mileage that fits the filters, the newest first; days are those of London. Removed entries only if asked for. Refuses an
 * `after` that is no entry with `invalid`.
 */
export async function listMileage(
  database: Database,
  query: NonNullable<CallQuery<typeof office.listMileage>>,
): Promise<CallAnswer<typeof office.listMileage> | Refusal> {
  const last = query.after === undefined ? null : await readPosition(database, query.after);
  if (last === undefined)
    return refuse("invalid", { issues: [{ path: "after", message: "There is no such record" }] });
  const conditions: SQL[] = last
    ? [
        sql`(${mileage.dateRecorded}, ${mileage.createdOn}, ${mileage.clientFieldOperativeMileageId}, ${mileage.fieldOperativeId})
          < (${last.dateRecorded.toISOString()}, ${last.createdOn.toISOString()}, ${last.clientId}::uuid, ${last.fieldOperativeId}::uuid)`,
      ]
    : [];
  if (query.fieldOperativeId) conditions.push(eq(mileage.fieldOperativeId, query.fieldOperativeId));
  // The first and the last day that can be written mean no bound; the moments next to them cannot be written.
  if (query.from && query.from > firstDay)
    conditions.push(gte(mileage.dateRecorded, startOfLondonDay(query.from)));
  if (query.to && query.to < lastDay)
    conditions.push(lt(mileage.dateRecorded, startOfLondonDay(addDays(query.to, 1))));
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

/** Undefined: there is no such record. */
async function readPosition({ orm }: Database, serverId: string) {
  const [position] = await orm
    .select({
      dateRecorded: mileage.dateRecorded,
      createdOn: mileage.createdOn,
      clientId: mileage.clientFieldOperativeMileageId,
      fieldOperativeId: mileage.fieldOperativeId,
    })
    .from(mileage)
    .where(eq(mileage.fieldOperativeMileageId, Number(serverId)));
  return position;
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
    `select m.field_operative_mileage_id as id, p.reading as previous, f.reading as following
       from mileage m
       left join lateral (select ${reading} as reading from mileage o
         where ${isOfEngineer} and ${position("o")} < ${position("m")}
         order by o.date_recorded desc, o.created_on desc, o.client_field_operative_mileage_id desc limit 1) p on true
       left join lateral (select ${reading} as reading from mileage o
         where ${isOfEngineer} and ${position("o")} > ${position("m")}
         order by o.date_recorded, o.created_on, o.client_field_operative_mileage_id limit 1) f on true
      where m.field_operative_mileage_id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ id, previous, following }) => [Number(id), { previous, following }]));
}

const reading =
  "jsonb_build_object('registration', o.vehicle ->> 'registration', 'currentMileage', o.current_mileage)";
const isOfEngineer = "o.field_operative_id = m.field_operative_id and o.removed_on is null";
const position = (entry: string) =>
  `(${entry}.date_recorded, ${entry}.created_on, ${entry}.client_field_operative_mileage_id)`;

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

const newestFirst = [
  desc(mileage.dateRecorded),
  desc(mileage.createdOn),
  desc(mileage.clientFieldOperativeMileageId),
  desc(mileage.fieldOperativeId),
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
