import type { CallAnswer, CallQuery, JobPart } from "@fieldfare/contract";
import type { PartOrderRow } from "@fieldfare/contract/office";
import type * as office from "@fieldfare/contract/office";
import { countCollected, nextPartOrderStates, type PartOrderState } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { isoSql } from "../../database/iso-sql.ts";
import { createParameters, type Parameters } from "../../database/parameters.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { buildSearch } from "../jobs/job-search.ts";

type Answer = CallAnswer<typeof office.listPartOrders>;
type Filter = NonNullable<CallQuery<typeof office.listPartOrders>>;

const defaultLimit = 50;

/** How many parts of each state are compared with a search: no index helps it. */
const compared = 10_000;
const countedUpTo = 1000;

const newestFirst = "o.requested_on desc nulls first, o.job_part_id";

/** Lists parts, the newest first, and counts those that wait for the office or for engineers. */
export async function listPartOrders(
  database: Database,
  filter: Filter,
): Promise<Answer | Refusal> {
  const { after, limit } = filter;
  const parameters = createParameters();
  const conditions = [filterSql(filter, parameters)];
  if (after !== undefined) {
    const requestedOn = await readPosition(database, after);
    if (requestedOn === undefined)
      return refuse("invalid", { issues: [{ path: "after", message: "There is no such part" }] });
    const on = `${parameters.add(requestedOn)}::timestamptz`;
    conditions.push(
      `o.requested_on <= ${on} and (o.requested_on < ${on} or o.job_part_id > ${parameters.add(after)}::uuid)`,
    );
  }
  const searched = filter.search === undefined ? null : buildSearch(filter.search);
  const source =
    searched === null
      ? `part_order o where ${conditions.join(" and ")}`
      : `(select o.* from part_order o where ${conditions.join(" and ")}
           order by ${newestFirst} limit ${compared}) o
         join job j on j.job_id = o.job_id join property p on p.property_id = j.property_id
        where ${searched.matches(parameters)}`;
  const size = limit === undefined ? defaultLimit : Number(limit);
  const page = `select o.* from ${source} order by ${newestFirst} limit ${parameters.add(size)}`;
  const [parts, waiting] = await Promise.all([
    readParts(database, page, parameters),
    countWaiting(database),
  ]);
  return { parts, waiting };
}

function filterSql({ state, fieldOperativeId, jobId }: Filter, parameters: Parameters): string {
  const conditions: string[] = ["true"];
  if (state !== undefined) conditions.push(`o.state = ${parameters.add(state)}`);
  if (jobId !== undefined) {
    const id = `${parameters.add(jobId)}::uuid`;
    conditions.push(
      `(o.job_id = ${id} or o.supplied_part_id in (select s.job_part_id from job_part s where s.job_id = ${id}))`,
    );
  }
  if (fieldOperativeId !== undefined) {
    const id = `${parameters.add(fieldOperativeId)}::uuid`;
    conditions.push(`exists (select from job e where e.field_operative_id = ${id} and (e.job_id = o.job_id
      or e.job_id = (select s.job_id from job_part s where s.job_part_id = o.supplied_part_id)))`);
  }
  return conditions.join(" and ");
}

/** Undefined: there is no such part. */
async function readPosition({ pool }: Database, jobPartId: string): Promise<Date | undefined> {
  const { rows } = await pool.query<{ requested_on: Date }>(
    "select requested_on from part_order where job_part_id = $1",
    [jobPartId],
  );
  return rows[0]?.requested_on;
}

async function countWaiting({ pool }: Database): Promise<Answer["waiting"]> {
  const count = (state: PartOrderState) =>
    `(select count(*)::integer from (select from part_order where state = '${state}' limit ${countedUpTo}) c)`;
  const { rows } = await pool.query<Answer["waiting"]>(
    `select ${count("to-order")} as "toOrder", ${count("ordered")} as ordered, ${count("ready")} as ready`,
  );
  return rows[0] ?? { toOrder: 0, ordered: 0, ready: 0 };
}

/** One part as the list shows it. Undefined: there is none. */
export async function readPartOrder(
  database: Pick<Database, "pool">,
  jobPartId: string,
): Promise<PartOrderRow | undefined> {
  const parameters = createParameters();
  const page = `select o.* from part_order o where o.job_part_id = ${parameters.add(jobPartId)}::uuid`;
  const [part] = await readParts(database, page, parameters);
  return part;
}

interface PartRow {
  readonly job_part_id: string;
  readonly is_request: boolean;
  readonly state: PartOrderState;
  readonly requested_on: Date;
  readonly purchase_order_id: number | null;
  readonly supplier_ticket_number: string | null;
  readonly expected_on: string | null;
  readonly location: JobPart["location"];
  /** The place from which the office moved it after it was collected, before it heard of that. */
  readonly collected_at: JobPart["location"];
  /** The office has moved it after it was collected. */
  readonly is_moved_since: boolean;
  readonly reason: string | null;
  readonly changed_on: Date;
  readonly part: JobPart;
  readonly supplied: JobPart | null;
  readonly job: PartOrderRow["job"];
  readonly collected_for: PartOrderRow["job"] | null;
  readonly open_jobs: PartOrderRow["openJobs"] | null;
  readonly property_id: string;
  readonly address: readonly (string | null)[];
}

const describeJob = (job: string) => `jsonb_build_object('jobId', ${job}.job_id,
  'formattedJobId', ${job}.formatted_job_id, 'status', ${job}.status, 'fieldOperativeId', ${job}.field_operative_id,
  'appointmentDateTime', ${isoSql(`${job}.appointment_date_time`)}, 'categoryName', ${job}.category_name,
  'detailTypeName', ${job}.detail_type_name)`;

/** What a row shows besides its order is read for the rows of the page alone. */
async function readParts(
  { pool }: Pick<Database, "pool">,
  page: string,
  parameters: Parameters,
): Promise<PartOrderRow[]> {
  const { rows } = await pool.query<PartRow>(
    `select o.job_part_id, o.is_request, o.state, o.requested_on, o.purchase_order_id, o.supplier_ticket_number,
       o.expected_on::text, o.location, m.location as collected_at, m.audited is not null as is_moved_since, o.reason, o.changed_on, t.row as part, s.row as supplied,
       ${describeJob("j")} as job, j.property_id,
       case when c.job_id is not null then ${describeJob("c")} end as collected_for,
       (select jsonb_agg(${describeJob("n")} order by n.appointment_date_time, n.job_id)
          from (select * from job n where n.property_id = j.property_id and n.status <> 'Closed'
                 order by n.appointment_date_time, n.job_id limit 10) n) as open_jobs,
       array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address
     from (${page}) o
     join job_part t on t.job_part_id = o.job_part_id
     join job j on j.job_id = o.job_id
     join property p on p.property_id = j.property_id
     left join job_part s on s.job_part_id = o.supplied_part_id
     left join job c on c.job_id = coalesce(s.job_id,
       case when not o.is_request and o.state in ('ready', 'collected') then o.job_id end)
     left join lateral (select a.sequence as audited, nullif(a.before -> 'location', 'null') as location
       from audit_entry a
      where o.state = 'collected' and a.object_id = o.job_part_id::text and a.action = 'part-ordered'
        and a.before ->> 'state' = 'ready' and a.before -> 'location' is distinct from a.after -> 'location'
        and a.occurred_on > (coalesce(s.row, t.row) ->> 'collectedDateTime')::timestamptz
      order by a.sequence limit 1) m on true
     order by ${newestFirst}`,
    [...parameters.values],
  );
  return rows.map(toPartOrder);
}

function toPartOrder(row: PartRow): PartOrderRow {
  const { part, supplied, state, is_request: isRequest } = row;
  // What was ordered in advance is collected itself, until its job closes.
  const collected = supplied ?? (isRequest ? null : part);
  const qtyCollected = countCollected(part, collected);
  const qtyCollectedThere = collected?.qtyCollected ?? 0;
  const isJobClosed = row.collected_for?.status === "Closed";
  return {
    jobPartId: row.job_part_id,
    state,
    isRequest,
    requestedOn: row.requested_on.toISOString(),
    shortDescription: part.shortDescription,
    comments: part.comments,
    manufacturerPartCode: part.manufacturerPartCode,
    internalPartCode: part.internalPartCode,
    qty: part.qty,
    qtyCollected,
    purchaseOrderId: row.purchase_order_id ?? collected?.purchaseOrderId ?? null,
    supplierTicketNumber: row.supplier_ticket_number ?? collected?.supplierTicketNumber ?? null,
    expectedOn: row.expected_on,
    location: row.is_moved_since ? row.collected_at : (row.location ?? collected?.location ?? null),
    reason: row.reason,
    job: row.job,
    propertyId: row.property_id,
    address: row.address.filter(Boolean).join(", "),
    collectedFor: row.collected_for,
    openJobs: row.open_jobs ?? [],
    changedOn: row.changed_on.toISOString(),
    next: [
      ...nextPartOrderStates({ state, isRequest, isJobClosed, qtyCollected, qtyCollectedThere }),
    ],
  };
}

/** Lists the places where parts waited most recently, each once. */
export async function listPartPlaces({
  pool,
}: Database): Promise<CallAnswer<typeof office.listPartPlaces>> {
  // Those of the parts that wait now count too: a job can be raised with a part and its place.
  const { rows } = await pool.query<{ location: NonNullable<JobPart["location"]> }>(
    `select location from (
       select l.location, max(l.changed_on) as used_on from (
         (select o.location, o.changed_on from part_order o where o.location is not null
           order by o.changed_on desc nulls first limit 1000)
         union all
         (select t.row -> 'location', o.changed_on from part_order o join job_part t on t.job_part_id = o.job_part_id
           where o.state = 'ready' and not o.is_request
           order by o.requested_on desc nulls first limit 1000)) l
        where jsonb_typeof(l.location) = 'object'
        group by l.location) l
      order by used_on desc, location ->> 'siteName' limit 50`,
  );
  return rows.map(({ location }) => location);
}
