import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { CallAnswer, HolidayYear } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import {
  absenceStatus,
  addDays,
  addMonths,
  clashes,
  type DayRange,
  findYearOfFirstDay,
  holidayLeft,
  isoWeekday,
  spanOf,
  startOfLondonDay,
} from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { absence, account } from "../../database/schema.ts";
import { describeAbsences } from "./office.ts";
import { type AbsenceRow, readYears } from "./store.ts";

type Calendar = CallAnswer<typeof office.readAbsenceCalendar>;
type Waiting = Calendar["toDecide"][number];

const maxWaiting = 200;
const maxOthers = 50;
/** A phone may send any days: what lies outside of these is no day of a job or of another absence. */
const firstDay = "1970-01-01";
const lastDay = "2199-12-31";

/** Reads the absences of a month, such as `2026-03`, and the requests that wait for the office's decision on the day `today`. */
export async function readAbsenceCalendar(
  database: Database,
  month: string,
  today: string,
): Promise<Calendar> {
  const range = { dateFrom: `${month}-01`, dateTo: addDays(addMonths(`${month}-01`, 1), -1) };
  const years = await readYears(database);
  const [engineers, absences, toDecide] = await Promise.all([
    readEngineers(database),
    readAbsencesOn(database, range),
    readWaiting(database, years, today),
  ]);
  const away = new Set(absences.map(({ fieldOperativeId }) => fieldOperativeId));
  return {
    month,
    nonWorkingDays: years
      .flatMap(({ nonWorkingDays }) => nonWorkingDays)
      .filter((day) => day.startsWith(month) && isoWeekday(day) <= 5)
      .toSorted(),
    engineers: engineers.filter(
      ({ fieldOperativeId, isDisabled }) => !isDisabled || away.has(fieldOperativeId),
    ),
    absences: absences.map(({ id, fieldOperativeId, type, status, cancelStatus, days }) => ({
      id,
      fieldOperativeId,
      type,
      status,
      isCancelling: cancelStatus === absenceStatus.pending,
      days,
    })),
    toDecide,
  };
}

async function readEngineers({ pool }: Database): Promise<Calendar["engineers"][number][]> {
  const { rows } = await pool.query<Calendar["engineers"][number]>({
    name: "absence-engineers",
    text: `select field_operative_id as "fieldOperativeId", name, disabled_on is not null as "isDisabled"
             from account where field_operative_id is not null order by name, field_operative_id`,
  });
  return rows;
}

interface AbsenceOnDays {
  readonly id: string;
  readonly fieldOperativeId: string;
  readonly name: string;
  readonly type: AbsenceRow["type"];
  readonly status: 1 | 2;
  readonly cancelStatus: AbsenceRow["cancelStatus"];
  readonly days: DayRange[];
}

/**
 * Reads the pending and approved absences with a day in the range. Nobody asks for a day more than two years before it,
 * so that older requests need not be looked at.
 */
async function readAbsencesOn(
  { pool }: Database,
  { dateFrom, dateTo }: DayRange,
): Promise<AbsenceOnDays[]> {
  const { rows } = await pool.query<AbsenceOnDays>({
    name: "absences-on-days",
    text: `
      select b.absence_id as id, b.field_operative_id as "fieldOperativeId", a.name, b.type, b.status,
             b.cancel_status as "cancelStatus", b.days
        from absence b join account a on a.field_operative_id = b.field_operative_id
       where b.received_on >= $1::date - interval '2 years' and b.removed_on is null and b.status in (1, 2)
         and last_absence_day(b.days) >= $1::text
         and exists (
           select from jsonb_array_elements(b.days) range
            where range ->> 'dateFrom' <= $2 and range ->> 'dateTo' >= $1::text)
       order by b.received_on, b.absence_id`,
    values: [dateFrom, dateTo],
  });
  return rows;
}

/** Those whose first day is next come first, and those of which no day is left come last. */
async function readWaiting(
  database: Database,
  years: readonly HolidayYear[],
  today: string,
): Promise<Waiting[]> {
  const rows = await database.orm
    .select({ absence, operativeName: account.name })
    .from(absence)
    .innerJoin(account, eq(account.fieldOperativeId, absence.fieldOperativeId))
    .where(
      and(
        isNull(absence.removedOn),
        or(
          eq(absence.status, absenceStatus.pending),
          eq(absence.cancelStatus, absenceStatus.pending),
        ),
      ),
    )
    .orderBy(
      sql`last_absence_day(${absence.days}) < ${today}`,
      sql`(select min(range ->> 'dateFrom') from jsonb_array_elements(${absence.days}) range)`,
      asc(absence.receivedOn),
      asc(absence.absenceId),
    )
    .limit(maxWaiting);
  if (rows.length === 0) return [];
  const ranges = rows.flatMap(({ absence: row }) => row.days.map(limit));
  const [described, others, own, planned] = await Promise.all([
    describeAbsences(database, rows, years),
    readAbsencesOn(database, spanOf(ranges)),
    readOwn(database, [...new Set(rows.map(({ absence: row }) => row.fieldOperativeId))]),
    countPlannedJobs(
      database,
      rows.map(({ absence: row }) => row),
    ),
  ]);
  return described.map((waiting) => {
    // A request outside of every year has the id of the last one, whose allowance it does not use.
    const year = findYearOfFirstDay(waiting.days, years);
    const rest = own.filter(
      ({ id, fieldOperativeId }) =>
        fieldOperativeId === waiting.fieldOperativeId && id !== waiting.id,
    );
    return {
      absence: waiting,
      daysLeft: waiting.type === "holiday" && year ? holidayLeft(rest, year) : null,
      others: others
        .filter(({ fieldOperativeId }) => fieldOperativeId !== waiting.fieldOperativeId)
        .filter((other) => clashes(waiting.days, other))
        .slice(0, maxOthers)
        .map(({ id, name, type, status, days }) => ({ id, name, type, status, days })),
      plannedJobs: planned.get(waiting.id) ?? 0,
    };
  });
}

function limit({ dateFrom, dateTo }: DayRange): DayRange {
  const within = (day: string) => (day < firstDay ? firstDay : day > lastDay ? lastDay : day);
  return { dateFrom: within(dateFrom), dateTo: within(dateTo) };
}

/** Reads the absences of some engineers that have not been withdrawn. */
async function readOwn({ pool }: Database, fieldOperativeIds: readonly string[]) {
  const { rows } = await pool.query<AbsenceOnDays>({
    name: "absences-of-engineers",
    text: `select absence_id as id, field_operative_id as "fieldOperativeId", type, status,
                  cancel_status as "cancelStatus", days
             from absence where field_operative_id = any($1) and removed_on is null`,
    values: [fieldOperativeIds],
  });
  return rows;
}

/** Counts the jobs on the days of each absence that are not closed, by the absence's id. */
async function countPlannedJobs(
  { pool }: Database,
  rows: readonly AbsenceRow[],
): Promise<ReadonlyMap<string, number>> {
  const ranges = rows.flatMap(({ absenceId, fieldOperativeId, days }) =>
    days.map(limit).map(({ dateFrom, dateTo }) => ({
      absenceId,
      fieldOperativeId,
      from: startOfLondonDay(dateFrom),
      until: startOfLondonDay(addDays(dateTo, 1)),
    })),
  );
  const { rows: counts } = await pool.query<{ id: string; jobs: number }>({
    name: "absence-planned-jobs",
    text: `
      select range."absenceId" as id, count(*)::int as jobs
        from jsonb_to_recordset($1) as range("absenceId" uuid, "fieldOperativeId" uuid, "from" timestamptz, until timestamptz)
        join job j on j.field_operative_id = range."fieldOperativeId" and j.appointment_date_time >= range."from"
          and j.appointment_date_time < range.until and j.status <> 'Closed'
       group by range."absenceId"`,
    values: [JSON.stringify(ranges)],
  });
  return new Map(counts.map(({ id, jobs }) => [id, jobs]));
}
