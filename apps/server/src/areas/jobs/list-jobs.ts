import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { addDays, followOnOutcomes, startOfLondonDay } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { readChangedPage } from "../../database/changed-page.ts";
import { isEndedElsewhere } from "../../database/evidence.ts";
import { createParameters, type Parameters } from "../../database/parameters.ts";
import { refuseWithChangedSince } from "../../http/changed-since.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { buildSearch, type FoundFew, type JobSearch } from "./job-search.ts";

type ListedJob = CallAnswer<typeof office.listJobs>[number];
type Filter = NonNullable<CallQuery<typeof office.listJobs>>;

/** Writes a condition on a job `j` in SQL, and adds its values to the parameters of the query. */
type Condition = (parameters: Parameters) => string;

const defaultLimit = 100;

/**
 * How many jobs are compared, in their order, with a search that no index helps. Without the limit, letters that hardly
 * any home has would keep a connection of the office busy for as long as it takes to read all jobs.
 */
const comparedWithoutIndex = 10_000;

/**
 * How many homes a search may find so that their jobs are sorted, about ten of each home in five years: the index has what they
 * are sorted by, and a filter needs the jobs themselves.
 */
const sortedHomes = { unfiltered: 1_000, filtered: 300 } as const;

/** Lists jobs in the requested order, or those that changed since a time in the order of their changes. */
export async function listJobs(database: Database, filter: Filter): Promise<ListedJob[] | Refusal> {
  const { changedSince, after, search, order = "newest" } = filter;
  if (filter.externalSource !== undefined && filter.externalReference === undefined)
    return refuse("invalid", {
      issues: [{ path: "externalReference", message: "Needed with externalSource" }],
    });
  const limit = filter.limit === undefined ? defaultLimit : Number(filter.limit);
  if (changedSince !== undefined) {
    const refusal = refuseWithChangedSince(filter, ["after", "order", "search", "followOn"]);
    if (refusal) return refusal;
    const page = await readChangedPage(database, "job", changedSince, limit);
    const isChanged: Condition = (parameters) =>
      `j.changed_on >= ${parameters.add(changedSince)} and j.changed_on < ${parameters.add(page.until)}`;
    return readPage(database, (parameters) => ({
      source: "job j",
      where: joinConditions([isChanged, ...buildFilters(filter)])(parameters),
      order: "j.changed_on, j.job_id",
      limit: page.limit,
    }));
  }
  const last = after === undefined ? null : await readPosition(database, after);
  if (last === undefined)
    return refuse("invalid", { issues: [{ path: "after", message: "There is no such job" }] });
  const filters = buildFilters(filter);
  const conditions = joinConditions(
    last ? [...filters, (to) => isAfter[order](last, to)] : filters,
  );
  const searched = search === undefined ? null : buildSearch(search);
  const isFiltered = filters.length > 0;
  const maxHomes = isFiltered ? sortedHomes.filtered : sortedHomes.unfiltered;
  const found = (await searched?.findFew(database, maxHomes)) ?? null;
  return readPage(database, (parameters) => ({
    ...buildSource(
      { searched, found, isFiltered, conditions, order: sortedBy[order], limit },
      parameters,
    ),
    order: sortedBy[order],
    limit,
  }));
}

/**
 * A search that finds few homes takes their jobs. One that finds many would have to sort all of theirs, so it goes through
 * the jobs in their order until the page is full, which is soon.
 */
function buildSource(
  {
    searched: search,
    found,
    isFiltered,
    conditions,
    order,
    limit,
  }: {
    readonly searched: JobSearch | null;
    readonly found: FoundFew | null;
    /** There are conditions besides the position at which the page begins. */
    readonly isFiltered: boolean;
    readonly conditions: Condition;
    readonly order: string;
    readonly limit: number;
  },
  parameters: Parameters,
): Pick<Page, "source" | "where"> {
  if (!search) return { source: "job j", where: conditions(parameters) };
  if (found && !isFiltered)
    return {
      source: `(select j.job_id from (${selectFound(found, parameters)}) j where ${conditions(parameters)}
                order by ${order} limit ${parameters.add(limit)}) page join job j using (job_id)`,
      where: noCondition,
    };
  if (found)
    return {
      // Without the offset they might be looked for in the order of all jobs, through years in which there are none.
      source: `(select * from job where job_id = any(${parameters.add(found.jobIds)}::uuid[])
                or property_id = any(${parameters.add(found.propertyIds)}::uuid[]) offset 0) j`,
      where: conditions(parameters),
    };
  if (!search.isIndexed)
    return {
      source: `(select j.* from job j where ${conditions(parameters)} order by ${order} limit ${comparedWithoutIndex}) j
        join property p on p.property_id = j.property_id`,
      where: search.matches(parameters),
    };
  return {
    source: "job j join property p on p.property_id = j.property_id",
    where: `${conditions(parameters)} and ${search.matches(parameters)}`,
  };
}

/** SQL that selects what the jobs are sorted by, which the indexes have. */
function selectFound({ jobIds, propertyIds }: FoundFew, parameters: Parameters): string {
  const columns = "job_id, formatted_job_id, appointment_date_time";
  return `select ${columns} from job where property_id = any(${parameters.add(propertyIds)}::uuid[])
    union select ${columns} from job where job_id = any(${parameters.add(jobIds)}::uuid[])`;
}

/** The SQL of no condition. */
const noCondition = "true";

const joinConditions =
  (conditions: readonly Condition[]): Condition =>
  (parameters) =>
    conditions.length > 0
      ? conditions.map((condition) => condition(parameters)).join(" and ")
      : noCondition;

/** A condition for each filter. */
function buildFilters(filter: Filter): readonly Condition[] {
  const { fieldOperativeId, assigned, status, cancelled, jobCategoryId, from, to } = filter;
  const { externalReference, externalSource, outcome, followOn, propertyId, open } = filter;
  const filters: Condition[] = [];
  const add = (condition: Condition) => filters.push(condition);
  if (externalReference !== undefined)
    add((parameters) => {
      const isFrom =
        externalSource === undefined ? "" : ` and r.source = ${parameters.add(externalSource)}`;
      return `j.job_id in (select r.job_id from external_reference r where r.reference = ${parameters.add(externalReference)}${isFrom})`;
    });
  if (fieldOperativeId)
    add((parameters) => `j.field_operative_id = ${parameters.add(fieldOperativeId)}::uuid`);
  if (propertyId) add((parameters) => `j.property_id = ${parameters.add(propertyId)}::uuid`);
  if (open) add(() => `j.status ${open === "yes" ? "<>" : "="} 'Closed'`);
  if (assigned === "yes") add(() => "j.field_operative_id is not null");
  if (assigned === "no") add(() => "j.field_operative_id is null");
  if (status) add((parameters) => `j.status = ${parameters.add(status)}`);
  if (cancelled === "yes") add(() => "j.cancelled_on is not null");
  if (cancelled === "no" || (cancelled === undefined && assigned === "no"))
    add(() => "j.cancelled_on is null");
  if (outcome === "no-access") add(() => isNoAccess);
  else if (outcome) add((parameters) => `j.outcome_id = ${parameters.add(Number(outcome))}`);
  if (followOn) add(() => lacksFollowOn);
  if (jobCategoryId)
    add((parameters) => `j.job_category_id = ${parameters.add(Number(jobCategoryId))}`);
  if (from)
    add((parameters) => `j.appointment_date_time >= ${parameters.add(startOfLondonDay(from))}`);
  if (to)
    add(
      (parameters) =>
        `j.appointment_date_time < ${parameters.add(startOfLondonDay(addDays(to, 1)))}`,
    );
  return filters;
}

/** The job `j` was closed without an outcome. A close of which only the status has arrived is that too. */
const isClosedWithoutOutcome =
  "j.status = 'Closed' and j.cancelled_on is null and j.outcome_id is null";

/** A value per job, and no join: the closings of all jobs would be read. */
const isNoAccess = `(${isClosedWithoutOutcome} and (
  select true from job_closing c
   where c.job_id = j.job_id and c.field_operative_appointment_id = j.field_operative_appointment_id
     and c.kind = 'JobNoAccess' and not ${isEndedElsewhere("c.message_id")}
   limit 1))`;

/** A visit may have been made before or after the day that was planned. */
const startOfVisitDay = `date_trunc('day',
  coalesce((j.status_timestamps ->> 'Closed')::timestamptz, j.appointment_date_time), 'Europe/London')`;

/**
 * Somebody has to come again to the home of job `j`, and there is no next job: one that was raised on the day of the
 * visit or later, and is planned for that day or later. What is older than a year is not looked at. With `is null`
 * in place of `coalesce` PostgreSQL takes such jobs for rare, and looks at all of the year before it sorts them.
 */
const lacksFollowOn = `(
  j.status = 'Closed' and j.cancelled_on is null and (j.outcome_id is null or j.outcome_id in (${followOnOutcomes.join(", ")}))
  and j.appointment_date_time >= now() - interval '1 year'
  and (j.outcome_id is not null or ${isNoAccess})
  and not coalesce((
    select true from job n
     where n.property_id = j.property_id and n.job_id <> j.job_id and n.cancelled_on is null
       and n.appointment_date_time >= ${startOfVisitDay} and n.created_on >= ${startOfVisitDay}
     limit 1), false))`;

const sortedBy: Readonly<Record<office.JobOrder, string>> = {
  newest: "j.appointment_date_time desc, j.formatted_job_id, j.job_id",
  oldest: "j.appointment_date_time, j.formatted_job_id, j.job_id",
  reference: "j.formatted_job_id, j.job_id",
};

/** The job with which a page ended. */
interface Position {
  readonly job_id: string;
  readonly formatted_job_id: string;
  readonly appointment_date_time: Date;
}

/** Returns undefined for a job that does not exist. */
async function readPosition({ pool }: Database, jobId: string): Promise<Position | undefined> {
  const { rows } = await pool.query<Position>(
    "select job_id, formatted_job_id, appointment_date_time from job where job_id = $1",
    [jobId],
  );
  return rows[0];
}

/** SQL conditions for the jobs after a position. Those on the time alone are what an index can begin with. */
const isAfter: Readonly<Record<office.JobOrder, (last: Position, to: Parameters) => string>> = {
  newest: (last, parameters) => {
    const on = `${parameters.add(last.appointment_date_time)}::timestamptz`;
    return `j.appointment_date_time <= ${on}
      and (j.appointment_date_time < ${on} or ${isLaterReference(last, parameters)})`;
  },
  oldest: (last, parameters) => {
    const on = `${parameters.add(last.appointment_date_time)}::timestamptz`;
    return `j.appointment_date_time >= ${on}
      and (j.appointment_date_time > ${on} or ${isLaterReference(last, parameters)})`;
  },
  reference: isLaterReference,
};

function isLaterReference(last: Position, parameters: Parameters): string {
  return `(j.formatted_job_id, j.job_id) > (${parameters.add(last.formatted_job_id)}, ${parameters.add(last.job_id)}::uuid)`;
}

interface JobRow {
  readonly job_id: string;
  readonly formatted_job_id: string;
  readonly status: string;
  readonly is_on_hold: boolean;
  readonly cancelled_on: Date | null;
  readonly outcome_id: number | null;
  readonly is_no_access: boolean;
  readonly field_operative_id: string | null;
  readonly appointment_date_time: Date;
  readonly job_detail_type_id: number;
  readonly category_name: string;
  readonly detail_type_name: string;
  readonly job_priority: string | null;
  readonly changed_on: string;
  readonly address: readonly (string | null)[];
  readonly delivered_on: Date | null;
  readonly closed_since: Date | null;
  readonly missing: number | null;
}

interface Page {
  /** SQL after `from`, with the job as `j`. */
  readonly source: string;
  readonly where: string;
  readonly order: string;
  readonly limit: number;
}

/** What a row shows besides its job is read for the rows of the page alone. */
async function readPage(
  { pool }: Database,
  build: (parameters: Parameters) => Page,
): Promise<ListedJob[]> {
  const parameters = createParameters();
  const { source, where, order, limit } = build(parameters);
  const { rows } = await pool.query<JobRow>(
    `select j.job_id, j.formatted_job_id, j.status, j.hold is not null as is_on_hold, j.cancelled_on, j.outcome_id,
       ${isClosedWithoutOutcome} and c.kind is not distinct from 'JobNoAccess' as is_no_access, j.field_operative_id,
       j.appointment_date_time, j.job_detail_type_id, j.category_name, j.detail_type_name, j.job_priority,
       to_char(j.changed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed_on,
       array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address,
       c.delivered_on, c.received_on as closed_since, ${missingImages} as missing
     from (select j.* from ${source} where ${where} order by ${order} limit ${parameters.add(limit)}) j
     join property p on p.property_id = j.property_id
     left join lateral (
       select * from job_closing c
        where c.job_id = j.job_id and c.field_operative_appointment_id = j.field_operative_appointment_id
          and c.kind in ('JobClose', 'JobNoAccess') and not ${isEndedElsewhere("c.message_id")}
        order by c.received_on desc limit 1) c on true
     order by ${order}`,
    [...parameters.values],
  );
  return rows.map(toListedJob);
}

/** The number of images of closing `c`'s manifest that have not arrived, or arrived with another hash. */
const missingImages = `(
  select count(*)::integer from jsonb_array_elements(c.manifest) line
   where c.delivered_on is null and not exists (
     select 1 from job_image image
      where image.image_id = (line ->> 'imageId')::uuid and image.job_id = c.job_id
        and (line ->> 'sha256' is null or image.sha256 = line ->> 'sha256')))`;

function toListedJob(row: JobRow): ListedJob {
  return {
    jobId: row.job_id,
    formattedJobId: row.formatted_job_id,
    status: row.status,
    isOnHold: row.is_on_hold,
    cancelledOn: row.cancelled_on?.toISOString() ?? null,
    outcomeId: row.outcome_id,
    isNoAccess: row.is_no_access,
    fieldOperativeId: row.field_operative_id,
    appointmentDateTime: row.appointment_date_time.toISOString(),
    address: row.address.filter(Boolean).join(", "),
    jobDetailTypeId: row.job_detail_type_id,
    categoryName: row.category_name,
    detailTypeName: row.detail_type_name,
    jobPriority: row.job_priority,
    delivered: row.delivered_on !== null,
    missing:
      row.closed_since !== null && row.delivered_on === null
        ? { images: row.missing ?? 0, since: row.closed_since.toISOString() }
        : null,
    changedOn: row.changed_on,
  };
}
