import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type { HomeDue } from "@fieldfare/contract/office";
import type * as office from "@fieldfare/contract/office";
import { addDays, formIds, londonDay, startOfWeek } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { createParameters, type Parameters } from "../../database/parameters.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { countAttemptsSql } from "../../documents/valid-closings.ts";

type Weeks = CallAnswer<typeof office.readGasSafetyWeeks>;
type Filter = NonNullable<CallQuery<typeof office.listGasSafetyHomes>>;
type Group = NonNullable<Filter["group"]>;

const weekCount = 13;
const defaultLimit = 100;

/**
 * Jobs that are open and have the form of the record, by home, the next one first. They are few, so they are read from
 * the jobs that are open and not home by home. With the limit, their forms are looked up: a join would read every form
 * that there ever was.
 */
const raisedJobs = `
  raised as materialized (
    select j.property_id,
        jsonb_agg(jsonb_build_object('jobId', j.job_id, 'formattedJobId', j.formatted_job_id,
          'appointmentDateTime', j.appointment_date_time, 'status', j.status, 'fieldOperativeId', j.field_operative_id)
          order by j.appointment_date_time, j.job_id) as jobs
      from job j
     cross join lateral (
       select from job_form f where f.job_id = j.job_id and f.custom_form_id = '${formIds.gasSafetyRecord}' limit 1) f
     where j.status <> 'Closed'
     group by j.property_id)`;

/** Counts the homes by the day on which their record runs out. */
export async function readGasSafetyWeeks({ pool }: Database, at: Date): Promise<Weeks> {
  const today = londonDay(at);
  const monday = startOfWeek(today);
  const end = addDays(monday, 7 * weekCount);
  const { rows } = await pool.query<{ week: string | null; homes: number; with_job: number }>({
    name: "gas-safety-weeks",
    // Homes are counted by day from the index alone, and only then by week: there are few days, and many homes.
    text: `with ${raisedJobs},
      counted as (
        select due_on, count(*) as homes, 0 as with_job from home_gas where due_on is not null group by due_on
        union all
        select null, count(property_id), 0
          from (select property_id from home_gas where has_gas_appliance and due_on is null order by property_id) g
        union all
        select g.due_on, 0, count(*) from raised r join home_gas g on g.property_id = r.property_id
         where g.due_on is not null or g.has_gas_appliance group by g.due_on)
      select case when due_on is null then 'missing' when due_on < $1::date then 'overdue'
            when due_on >= $2::date then 'later' else to_char(date_trunc('week', due_on), 'YYYY-MM-DD') end as week,
          sum(homes)::int as homes, sum(with_job)::int as with_job
        from counted group by 1`,
    values: [today, end],
  });
  const count = (week: string) => {
    const { homes = 0, with_job: withJob = 0 } = rows.find((row) => row.week === week) ?? {};
    return { homes, withJob };
  };
  return {
    today,
    jobDetailTypeId: await readDetailType(pool),
    missing: count("missing"),
    overdue: count("overdue"),
    weeks: Array.from({ length: weekCount }, (_, index) => {
      const day = addDays(monday, 7 * index);
      return { monday: day, ...count(day) };
    }),
    later: { homes: count("later").homes },
  };
}

async function readDetailType(pool: Database["pool"]): Promise<number | null> {
  const { rows } = await pool.query<{ id: number | null }>(
    `select (row ->> 'jobDetailTypeId')::int as id from data_row
      where type = 'CustomForm' and row_id = $1 and not deleted`,
    [formIds.gasSafetyRecord],
  );
  return rows[0]?.id ?? null;
}

/** Lists homes by the day on which their record runs out, those without a record by their address. */
export async function listGasSafetyHomes(
  { pool }: Database,
  { group = "overdue", raised, after, limit }: Filter,
  at: Date,
): Promise<HomeDue[] | Refusal> {
  const parameters = createParameters();
  const conditions = [groupSql(group, londonDay(at), parameters)];
  if (after !== undefined) {
    const last = await readPosition(pool, after);
    if (!last)
      return refuse("invalid", { issues: [{ path: "after", message: "There is no such home" }] });
    const id = parameters.add(after);
    conditions.push(
      group === "missing"
        ? `g.property_id > ${id}::uuid`
        : `(g.due_on, g.property_id) > (${parameters.add(last.due_on)}::date, ${id}::uuid)`,
    );
  }
  if (raised)
    conditions.push(
      `${raised === "no" ? "not " : ""}exists (select from raised r where r.property_id = g.property_id)`,
    );
  const order = group === "missing" ? "g.property_id" : "g.due_on, g.property_id";
  const { rows } = await pool.query<HomeRow>(
    `with ${raisedJobs}
     select g.property_id, g.has_gas_appliance, g.record_job_id, to_char(g.checked_on, 'YYYY-MM-DD') as checked_on,
         to_char(g.due_on, 'YYYY-MM-DD') as due_on, k.formatted_job_id as record_reference, p.postcode, p.uprn,
         array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address,
         r.jobs,
         ${countAttemptsSql("g.property_id")} as attempts
       from (select g.* from home_gas g where ${conditions.join(" and ")}
              order by ${order} limit ${parameters.add(limit === undefined ? defaultLimit : Number(limit))}) g
       join property p on p.property_id = g.property_id
       left join job k on k.job_id = g.record_job_id
       left join raised r on r.property_id = g.property_id
      order by ${order}`,
    [...parameters.values],
  );
  return rows.map(toHome);
}

function groupSql(group: Group, today: string, parameters: Parameters): string {
  const monday = startOfWeek(today);
  const from = (day: string) => `g.due_on >= ${parameters.add(day)}::date`;
  const before = (day: string) => `g.due_on < ${parameters.add(day)}::date`;
  switch (group) {
    case "missing":
      return "g.has_gas_appliance and g.due_on is null";
    case "overdue":
      return before(today);
    case "later":
      return from(addDays(monday, 7 * weekCount));
    default: {
      const first = startOfWeek(group);
      const isThisWeek = first === monday;
      return `${from(isThisWeek ? today : first)} and ${before(addDays(first, 7))}`;
    }
  }
}

async function readPosition(pool: Database["pool"], propertyId: string) {
  const { rows } = await pool.query<{ due_on: string | null }>(
    "select to_char(due_on, 'YYYY-MM-DD') as due_on from home_gas where property_id = $1",
    [propertyId],
  );
  return rows[0];
}

interface HomeRow {
  readonly property_id: string;
  readonly has_gas_appliance: boolean;
  readonly record_job_id: string | null;
  readonly checked_on: string | null;
  readonly due_on: string | null;
  readonly record_reference: string | null;
  readonly postcode: string;
  readonly uprn: string | null;
  readonly address: readonly (string | null)[];
  /** Null: none is raised. */
  readonly jobs: readonly NonNullable<HomeDue["job"]>[] | null;
  readonly attempts: number;
}

function toHome(row: HomeRow): HomeDue {
  const { record_job_id: recordJobId, record_reference: recordReference } = row;
  const { checked_on: checkedOn, due_on: dueOn } = row;
  const [job, ...moreJobs] = (row.jobs ?? []).map((each) => ({
    ...each,
    appointmentDateTime: new Date(each.appointmentDateTime).toISOString(),
  }));
  return {
    propertyId: row.property_id,
    address: row.address.filter(Boolean).join(", "),
    postcode: row.postcode,
    uprn: row.uprn,
    hasGasAppliance: row.has_gas_appliance,
    record:
      recordJobId !== null && checkedOn !== null && dueOn !== null
        ? { jobId: recordJobId, formattedJobId: recordReference ?? "", checkedOn, dueOn }
        : null,
    job: job ?? null,
    moreJobs,
    attempts: row.attempts,
  };
}
