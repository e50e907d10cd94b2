import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import {
  abandonedOutcomes,
  addDays,
  classifyUnsent,
  fixedOutcomes,
  type JobStatus,
  jobStatuses,
  londonDay,
  startOfLondonDay,
  startOfWeek,
  type UnsentAge,
  unsentAges,
} from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { isEndedElsewhere } from "../../database/evidence.ts";

type Figures = CallAnswer<typeof office.readFigures>;

const defaultWeeks = 13;
const daysBefore = 7;
const dayCount = 14;

/** Reads the figures of the last weeks, of the jobs around today, and of what phones have not sent. */
export async function readFigures(
  database: Database,
  { weeks }: NonNullable<CallQuery<typeof office.readFigures>>,
  at: Date,
): Promise<Figures> {
  const today = londonDay(at);
  const [visits, days, unsent] = await Promise.all([
    readFirstVisits(database, today, weeks === undefined ? defaultWeeks : Number(weeks)),
    readDays(database, today),
    readUnsent(database, at),
  ]);
  return { today, weeks: visits, days, unsent };
}

interface WeekRow {
  readonly monday: string;
  readonly visits: number;
  readonly gained: number;
  readonly wanted: number;
  readonly fixed: number;
}

async function readFirstVisits({ pool }: Database, today: string, count: number) {
  const first = addDays(startOfWeek(today), -7 * (count - 1));
  const { rows } = await pool.query<WeekRow>({
    name: "first-visits",
    text: `
      select to_char(date_trunc('week', c.received_on at time zone 'Europe/London'), 'YYYY-MM-DD') as monday,
          count(*)::int as visits,
          count(*) filter (where c.kind = 'JobClose')::int as gained,
          count(*) filter (where c.kind = 'JobClose' and (c.outcome_id = any($2)) is not true)::int as wanted,
          count(*) filter (where c.kind = 'JobClose' and c.outcome_id = any($3))::int as fixed
        -- An outcome is long, and stored apart: it is read once for each visit.
        from (
          select message_id, job_id, kind, received_on, outcome ->> 'outcomeId' as outcome_id
            from job_closing where received_on >= $1 offset 0
        ) c
       where not ${isEndedElsewhere("c.message_id")}
         and not exists (
           select from job_closing earlier
            where earlier.job_id = c.job_id and (earlier.received_on, earlier.message_id) < (c.received_on, c.message_id))
       group by date_trunc('week', c.received_on at time zone 'Europe/London')`,
    values: [startOfLondonDay(first), abandonedOutcomes.map(String), fixedOutcomes.map(String)],
  });
  const byMonday = new Map(rows.map((row) => [row.monday, row]));
  return Array.from({ length: count }, (_, index) => {
    const monday = addDays(first, 7 * index);
    return byMonday.get(monday) ?? { monday, visits: 0, gained: 0, wanted: 0, fixed: 0 };
  });
}

async function readDays({ pool }: Database, today: string): Promise<Figures["days"]> {
  const first = addDays(today, -daysBefore);
  const { rows } = await pool.query<{ day: string; status: JobStatus; jobs: number }>({
    name: "jobs-by-day",
    text: `
      select to_char(j.appointment_date_time at time zone 'Europe/London', 'YYYY-MM-DD') as day, j.status,
          count(*)::int as jobs
        from job j
       where j.appointment_date_time >= $1 and j.appointment_date_time < $2 and j.cancelled_on is null
       group by 1, 2`,
    values: [startOfLondonDay(first), startOfLondonDay(addDays(first, dayCount))],
  });
  return Array.from({ length: dayCount }, (_, index) => {
    const day = addDays(first, index);
    const count = (status: JobStatus) =>
      rows.find((row) => row.day === day && row.status === status)?.jobs ?? 0;
    return { day, states: jobStatuses.map((status) => ({ status, jobs: count(status) })) };
  });
}

interface PhoneRow {
  readonly unsent_since: Date | null;
  readonly unsent_messages: number | null;
  readonly has_reported: boolean;
}

/** Of the phones of engineers whose account is not disabled. Phones of training are left out. */
async function readUnsent({ pool }: Database, at: Date): Promise<Figures["unsent"]> {
  const { rows } = await pool.query<PhoneRow>({
    name: "unsent-work",
    text: `
      select d.unsent_since, d.unsent_messages, d.unsent_reported_on is not null as has_reported
        from device d
        join account a on a.field_operative_id = d.field_operative_id and a.disabled_on is null
       where d.installation ->> 'isTraining' is distinct from 'true'`,
  });
  const reported = rows.filter((row) => row.has_reported);
  const ages = new Map<UnsentAge, PhoneRow[]>();
  for (const phone of reported) {
    const age = classifyUnsent(phone.unsent_since, at);
    ages.set(age, [...(ages.get(age) ?? []), phone]);
  }
  return {
    unknown: rows.length - reported.length,
    ages: unsentAges.map((age) => {
      const phones = ages.get(age) ?? [];
      return {
        age,
        phones: phones.length,
        messages: phones.reduce((sum, { unsent_messages: waiting }) => sum + (waiting ?? 0), 0),
      };
    }),
  };
}
