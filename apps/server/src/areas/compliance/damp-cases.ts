import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { CallAnswer, CallBody, CallQuery } from "@fieldfare/contract";
import type { DampCase, DampCaseDetails } from "@fieldfare/contract/office";
import type * as office from "@fieldfare/contract/office";
import {
  assessDampCase,
  createWorkingDays,
  type DampCaseStatus,
  dampOfficeEvents,
  type DampEvent,
  type DampEventKind,
  type DampHazard,
  formIds,
  earliestDampEvent,
  findActsWithoutEffect,
  findLaterAwareness,
  findLaterInspection,
  isCalendarDay,
  isReportedEarlier,
  type WorkingDays,
} from "@fieldfare/domain";
import type { ServerConfig } from "../../config.ts";
import type { Change } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { databaseError } from "../../database/errors.ts";
import { isoSql } from "../../database/iso-sql.ts";
import { auditEntry, dampCase, dampCaseEvent } from "../../database/schema.ts";
import { formatOfficeTime } from "../../http/office-time.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

/** What cases read of the settings. */
export type DampConfig = Pick<ServerConfig, "now" | "dampPeriods" | "bankHolidays">;
type Filter = NonNullable<CallQuery<typeof office.listDampCases>>;
type List = CallAnswer<typeof office.listDampCases>;

const defaultLimit = 30;
/** A clock of the office that is fast by so much is believed. */
const fastMs = 300_000;

interface Position {
  /** Empty: no clock runs. Of closed cases, when they were closed. */
  readonly at: string;
  readonly caseId: string;
}

/**
 * Lists cases. All open ones are read, since the domain computes what runs out first, and one page of them is
 * described: a provider has few open cases.
 */
export async function listDampCases(
  database: Database,
  { state, clock, after, limit }: Filter,
  config: DampConfig,
): Promise<List | Refusal> {
  const position = after === undefined ? null : readPosition(after);
  if (position === undefined || (state === "closed" && position?.at === ""))
    return refuse("invalid", { issues: [{ path: "after", message: "This is no position" }] });
  const size = limit === undefined ? defaultLimit : Number(limit);
  const statuses = await readOpenStatuses(database, createRules(config));
  const counts = { overdue: 0, soon: 0, running: 0, stopped: 0 };
  for (const { status } of statuses) counts[status.state] += 1;
  if (state === "closed") {
    const closed = await readClosedIds(database, position, size);
    const last = closed.at(-1);
    return {
      cases: await describeCases(
        database,
        closed.map(({ caseId }) => caseId),
        config,
      ),
      counts,
      next: last && closed.length === size ? writePosition(last) : null,
    };
  }
  const chosen = statuses
    .filter(({ status }) => (!state || status.state === state) && (!clock || runs(status, clock)))
    .map(({ caseId, status }) => ({ caseId, at: status.nextDueOn ?? "" }))
    .toSorted(comparePositions);
  const rest = position ? chosen.filter((one) => comparePositions(one, position) > 0) : chosen;
  const page = rest.slice(0, size);
  const last = page.at(-1);
  return {
    cases: await describeCases(
      database,
      page.map(({ caseId }) => caseId),
      config,
    ),
    counts,
    next: last && rest.length > size ? writePosition(last) : null,
  };
}

function runs({ clocks }: DampCaseStatus, name: NonNullable<Filter["clock"]>): boolean {
  return clocks.some((clock) => clock.name === name && clock.stoppedOn === null);
}

/** Cases without a running clock come last. */
function comparePositions(one: Position, other: Position): number {
  if (one.at !== other.at) {
    if (one.at === "") return 1;
    if (other.at === "") return -1;
    return one.at < other.at ? -1 : 1;
  }
  return one.caseId < other.caseId ? -1 : one.caseId > other.caseId ? 1 : 0;
}

function writePosition({ at, caseId }: Position): string {
  return `${at}/${caseId}`;
}

/** Undefined: it is none. */
function readPosition(after: string): Position | undefined {
  const [at = "", caseId = ""] = after.split("/");
  const isMoment = at === "" || (/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(at) && Date.parse(at) > 0);
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(caseId);
  return isMoment && isId ? { at, caseId } : undefined;
}

/** By what clocks are computed, and for which moment. */
export interface Rules {
  readonly periods: ServerConfig["dampPeriods"];
  readonly days: WorkingDays;
  readonly at: Date;
}

/** The rules by which this server counts, at this moment. */
export function createRules({ now, dampPeriods, bankHolidays }: DampConfig): Rules {
  return { periods: dampPeriods, days: createWorkingDays(bankHolidays), at: now() };
}

interface EventRow extends DampEvent {
  readonly kind: DampEventKind;
  readonly hazard: DampHazard | null;
}

interface CaseOfEvents {
  readonly case_id: string;
  readonly events: readonly EventRow[];
}

/** In the order in which they were recorded, without what was taken back. */
const eventsSql = (caseId: string) => `
  select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'happenedOn', ${isoSql("e.happened_on")},
      'hazard', e.hazard, 'jobType', (select j.detail_type_name from job j where j.job_id = e.job_id))
      order by e.recorded_on, e.event_id), '[]')
    from damp_case_event e where e.case_id = ${caseId} and e.taken_back_on is null`;

/** The open jobs of a case: its form is required there, or found the hazard, or the office raised the job from the case. */
export const openJobsSql = (caseId: string) => `
  select o.* from job o
   where o.status <> 'Closed' and o.job_id in (
     select e.job_id from damp_case_event e where e.case_id = ${caseId} and e.kind in ('reported', 'raised'))`;

/** Reads the events of all open cases. */
export async function readOpenCases({ pool }: Database): Promise<readonly CaseOfEvents[]> {
  const { rows } = await pool.query<CaseOfEvents>({
    name: "open-damp-cases",
    text: `select c.case_id, (${eventsSql("c.case_id")}) as events
             from damp_case c where c.closed_on is null`,
  });
  return rows;
}

async function readOpenStatuses(database: Database, rules: Rules) {
  const rows = await readOpenCases(database);
  return rows.map(({ case_id: caseId, events }) => ({
    caseId,
    status: assessDampCase(events, rules),
  }));
}

async function readClosedIds({ pool }: Database, position: Position | null, size: number) {
  const { rows } = await pool.query<{ at: string; case_id: string }>(
    `select c.case_id, ${isoSql("c.closed_on")} as at from damp_case c
      where c.closed_on is not null
        and ($1::timestamptz is null or c.closed_on < $1 or (c.closed_on = $1 and c.case_id > $2))
      order by c.closed_on desc nulls first, c.case_id limit $3`,
    [position?.at ?? null, position?.caseId ?? null, size],
  );
  return rows.map(({ at, case_id: caseId }) => ({ at, caseId }));
}

interface CaseRow extends CaseOfEvents {
  readonly property_id: string;
  readonly address: readonly (string | null)[];
  readonly postcode: string;
  readonly uprn: string | null;
  readonly closed_on: Date | null;
  readonly closed_reason: DampCase["closedReason"];
  readonly job: DampCase["job"];
  readonly other_job: DampCase["otherJob"];
  /** What inspections say of the first report, since the office last said when it became aware. By day. */
  readonly reports: readonly NonNullable<DampCase["earlierReport"]>[];
}

/** What lists of cases show of a job `o`. */
export const jobSql = `jsonb_build_object('jobId', o.job_id, 'formattedJobId', o.formatted_job_id,
              'appointmentDateTime', ${isoSql("o.appointment_date_time")}, 'status', o.status,
              'fieldOperativeId', o.field_operative_id, 'detailTypeName', o.detail_type_name)`;

async function describeCases(
  database: Database,
  caseIds: readonly string[],
  config: DampConfig,
): Promise<DampCase[]> {
  const found = await readCases(database, caseIds, config);
  return found.map((one) => one.case);
}

async function readCases(
  { pool }: Database,
  caseIds: readonly string[],
  config: DampConfig,
): Promise<Pick<DampCaseDetails, "case" | "mayClose" | "mayBeNoCase">[]> {
  if (caseIds.length === 0) return [];
  const { rows } = await pool.query<CaseRow>({
    name: "damp-cases",
    text: `
      select c.case_id, c.property_id, c.closed_on, c.closed_reason, p.postcode, p.uprn, next.job, other.job as other_job, dated.reports,
          array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address,
          (${eventsSql("c.case_id")}) as events
        from unnest($1::uuid[]) with ordinality as page(case_id, place)
        join damp_case c on c.case_id = page.case_id
        join property p on p.property_id = c.property_id
        left join lateral (
          select ${jobSql} as job
            from (${openJobsSql("c.case_id")}) o where c.closed_on is null
           order by o.appointment_date_time, o.job_id limit 1) next on true
        left join lateral (
          select ${jobSql} as job
            from job o where o.property_id = c.property_id and o.status <> 'Closed' and c.closed_on is null
             and not exists (
               select from damp_case_event e where e.case_id = c.case_id and e.job_id = o.job_id)
           order by o.appointment_date_time, o.job_id limit 1) other on true
        cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('jobId', e.job_id, 'formattedJobId', j.formatted_job_id,
              'reportedOn', f.row #>> '{completedForm,reportedOn}') order by f.row #>> '{completedForm,reportedOn}'), '[]') as reports
            from damp_case_event e
            join job j on j.job_id = e.job_id
            join job_form f on f.job_id = e.job_id and f.custom_form_id = '${formIds.dampAndMould}'
           where e.case_id = c.case_id and e.kind = 'inspected' and c.closed_on is null
             and f.row #>> '{completedForm,reportedOn}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
             and not exists (
               select from damp_case_event a
                where a.case_id = c.case_id and a.kind = 'aware' and a.taken_back_on is null
                  and a.recorded_on >= e.recorded_on)) dated
       order by page.place`,
    values: [caseIds],
  });
  const rules = createRules(config);
  return rows.map((row) => {
    const at = row.closed_on ?? rules.at;
    const { mayClose, mayBeNoCase, ...status } = assessDampCase(row.events, { ...rules, at });
    return {
      case: {
        caseId: row.case_id,
        propertyId: row.property_id,
        address: row.address.filter(Boolean).join(", "),
        postcode: row.postcode,
        uprn: row.uprn,
        ...status,
        clocks: [...status.clocks],
        closedOn: row.closed_on?.toISOString() ?? null,
        closedReason: row.closed_reason,
        earlierReport: findEarlierReport(row),
        job: row.job,
        otherJob: row.other_job,
      },
      mayClose: row.closed_on === null && mayClose,
      mayBeNoCase: row.closed_on === null && mayBeNoCase,
    };
  });
}

function findEarlierReport({ reports, events }: CaseRow): DampCase["earlierReport"] {
  const dated = reports.find(
    ({ reportedOn }) =>
      reportedOn >= earliestDampEvent.slice(0, 10) &&
      isCalendarDay(reportedOn) &&
      isReportedEarlier(events, reportedOn),
  );
  return dated ?? null;
}

/** Reads a case with what happened in it, its jobs and their documents. Refused with `not-found`. */
export async function readDampCase(
  database: Database,
  caseId: string,
  config: DampConfig,
): Promise<DampCaseDetails | Refusal> {
  const [found] = await readCases(database, [caseId], config);
  if (!found) return refuse("not-found");
  return {
    ...found,
    events: await readEvents(database, caseId, createRules(config)),
    jobs: await readJobs(database, caseId),
    closedBy: found.case.closedOn === null ? null : await readCloser(database, caseId),
    periods: config.dampPeriods,
  };
}

/** The account or machine that closed the case last. Null: the entry of the audit is no longer kept. */
async function findCloser(orm: Orm, caseId: string): Promise<string | null> {
  const [entry] = await orm
    .select({ actorId: auditEntry.actorId })
    .from(auditEntry)
    .where(and(eq(auditEntry.objectId, caseId), eq(auditEntry.action, "damp-case-closed")))
    .orderBy(desc(auditEntry.sequence))
    .limit(1);
  return entry?.actorId ?? null;
}

async function readCloser({ orm, pool }: Database, caseId: string): Promise<string | null> {
  const { rows } = await pool.query<{ name: string | null }>(
    `select coalesce((select k.name from account k where k.account_id = $1),
        (select c.name from api_client c where c.client_id = $1)) as name`,
    [await findCloser(orm, caseId)],
  );
  return rows[0]?.name ?? null;
}

/** Who of the office recorded the event `e`, of the account `k` or of another system. */
const recordedBySql =
  "coalesce(k.name, (select a.name from api_client a where a.client_id = e.account_id))";

type Told = Omit<DampCaseDetails["events"][number], "isIdle"> & Pick<DampEvent, "jobType">;

async function readEvents(
  { pool }: Database,
  caseId: string,
  rules: Rules,
): Promise<DampCaseDetails["events"]> {
  const { rows } = await pool.query<Told>(
    `select e.event_id as "eventId", e.kind, ${isoSql("e.happened_on")} as "happenedOn",
        ${isoSql("e.recorded_on")} as "recordedOn", e.hazard, e.job_id as "jobId",
        j.formatted_job_id as "formattedJobId", j.detail_type_name as "jobType",
        ${recordedBySql} as "recordedBy",
        ${isoSql("e.taken_back_on")} as "takenBackOn"
       from damp_case_event e
       left join job j on j.job_id = e.job_id
       left join account k on k.account_id = e.account_id
      where e.case_id = $1
      order by e.recorded_on, e.event_id`,
    [caseId],
  );
  const counted = rows.filter(({ takenBackOn }) => takenBackOn === null);
  const withoutEffect = findActsWithoutEffect(counted, rules);
  return rows
    .map(({ jobType: _jobType, ...event }) => ({
      ...event,
      isIdle: counted.some(
        ({ eventId }, place) => eventId === event.eventId && withoutEffect.has(place),
      ),
    }))
    .toSorted((one, other) => one.happenedOn.localeCompare(other.happenedOn));
}

async function readJobs({ pool }: Database, caseId: string): Promise<DampCaseDetails["jobs"]> {
  const { rows } = await pool.query<DampCaseDetails["jobs"][number]>(
    `select j.job_id as "jobId", j.formatted_job_id as "formattedJobId",
        ${isoSql("j.appointment_date_time")} as "appointmentDateTime", j.status,
        j.field_operative_id as "fieldOperativeId", k.name as "engineerName",
        j.detail_type_name as "detailTypeName",
        (select coalesce(jsonb_agg(jsonb_build_object('documentId', d.document_id, 'name', d.name)
            order by d.created_on, d.document_id), '[]')
           from document d where d.job_id = j.job_id and d.removed_on is null) as documents
       from job j
       left join account k on k.field_operative_id = j.field_operative_id
      where j.job_id in (
        select e.job_id from damp_case_event e where e.case_id = $1 and e.kind in ('reported', 'raised'))
      order by j.appointment_date_time, j.job_id`,
    [caseId],
  );
  return rows;
}

/** The transaction of a change, and its moment. */
export interface Writer {
  readonly change: Change;
  readonly at: Date;
}

/**
 * Records an event of the office. Refused if the case is closed, if somebody has recorded the same that the caller has not
 * seen, if the moment is in the future or before 2000, if it changes no clock because it comes before an inspection, or if it is
 * before the day on which the landlord became aware. One for which no clock waits yet is recorded: a phone without a network
 * may still have the inspection.
 */
export async function recordDampEvent(
  { change: { orm, record }, at }: Writer,
  caseId: string,
  { eventId, kind, happenedOn, expected }: CallBody<typeof office.recordDampEvent>,
  accountId: string,
  config: DampConfig,
): Promise<Refusal | null> {
  const found = await lockCase(orm, caseId);
  if (!found) return refuse("not-found");
  if (Date.parse(happenedOn) > at.getTime() + fastMs)
    return refuse("invalid", {
      issues: [{ path: "happenedOn", message: "It has not happened yet" }],
    });
  if (Date.parse(happenedOn) < Date.parse(earliestDampEvent))
    return refuse("invalid", {
      issues: [{ path: "happenedOn", message: "It is before the year 2000" }],
    });
  const [known] = await orm.select().from(dampCaseEvent).where(eq(dampCaseEvent.eventId, eventId));
  if (known) {
    const isSame =
      known.caseId === caseId &&
      known.kind === kind &&
      known.happenedOn.getTime() === Date.parse(happenedOn);
    return isSame ? null : refuse("conflict", { detail: "Another event has this eventId" });
  }
  if (found.closedOn) return refuse("conflict", { detail: "The case is closed" });
  const unseen = expected && (await describeUnseen(orm, { caseId, kind }, expected.eventIds));
  if (unseen) return refuse("conflict", { detail: unseen });
  const told = await readCountedEvents(orm, caseId);
  const act = { kind, happenedOn, hazard: null, jobType: null };
  const inspection = findLaterInspection([...told, act], createRules(config));
  if (inspection)
    return refuse("invalid", {
      issues: [
        {
          path: "happenedOn",
          message: `It is before the inspection of ${formatOfficeTime(new Date(inspection.happenedOn))}, so it changes no clock`,
        },
      ],
    });
  const aware = findLaterAwareness([...told, act]);
  if (aware !== null)
    return refuse("invalid", {
      issues: [
        {
          path: "happenedOn",
          message: `It is before ${formatOfficeTime(new Date(aware))}, when you became aware. If that is wrong, record first when you became aware`,
        },
      ],
    });
  await orm
    .insert(dampCaseEvent)
    .values({ eventId, caseId, kind, happenedOn: new Date(happenedOn), accountId });
  record({
    action: "damp-event-recorded",
    objectType: "damp-case",
    objectId: caseId,
    after: { eventId, kind, happenedOn },
  });
  return null;
}

/** Says who has recorded the same, of which the caller has not heard; null: nobody. */
async function describeUnseen(
  orm: Orm,
  { caseId, kind }: { readonly caseId: string; readonly kind: DampEventKind },
  seen: readonly string[],
): Promise<string | null> {
  const { rows } = await orm.execute<{ happenedOn: string; recordedBy: string | null }>(sql`
    select ${sql.raw(isoSql("e.happened_on"))} as "happenedOn", ${sql.raw(recordedBySql)} as "recordedBy"
      from damp_case_event e left join account k on k.account_id = e.account_id
     where e.case_id = ${caseId} and e.kind = ${kind} and e.taken_back_on is null
       and e.event_id <> all (${sql.param([...seen])}::uuid[])
     order by e.recorded_on desc, e.event_id limit 1`);
  const [event] = rows;
  if (!event) return null;
  const time = formatOfficeTime(new Date(event.happenedOn));
  return `Meanwhile ${event.recordedBy ?? "somebody"} has recorded the same, with the time ${time}`;
}

/** Takes back what the office recorded. What a job tells cannot be taken back. */
export async function takeBackDampEvent(
  { change: { orm, record }, at }: Writer,
  { caseId, eventId }: { readonly caseId: string; readonly eventId: string },
): Promise<Refusal | null> {
  const found = await lockCase(orm, caseId);
  if (!found) return refuse("not-found");
  const [event] = await orm
    .select()
    .from(dampCaseEvent)
    .where(and(eq(dampCaseEvent.caseId, caseId), eq(dampCaseEvent.eventId, eventId)));
  if (!event) return refuse("not-found");
  if (!dampOfficeEvents.some((kind) => kind === event.kind))
    return refuse("conflict", { detail: "A job tells this: it is corrected there" });
  if (event.takenBackOn) return null;
  if (found.closedOn) return refuse("conflict", { detail: "The case is closed" });
  await orm
    .update(dampCaseEvent)
    .set({ takenBackOn: at })
    .where(and(eq(dampCaseEvent.eventId, eventId), isNull(dampCaseEvent.takenBackOn)));
  record({
    action: "damp-event-taken-back",
    objectType: "damp-case",
    objectId: caseId,
    before: { eventId, kind: event.kind, happenedOn: event.happenedOn.toISOString() },
  });
  return null;
}

/** Closes a case. With `done` it is refused while a clock runs, and with `no-case` if an inspection found a hazard. */
export async function closeDampCase(
  { change: { orm, record }, at }: Writer,
  caseId: string,
  { reason }: CallBody<typeof office.closeDampCase>,
  config: DampConfig,
): Promise<Refusal | null> {
  const found = await lockCase(orm, caseId);
  if (!found) return refuse("not-found");
  if (found.closedOn)
    return found.closedReason === reason
      ? null
      : refuse("conflict", { detail: "The case is closed for another reason" });
  const { mayClose, mayBeNoCase } = assessDampCase(
    await readCountedEvents(orm, caseId),
    createRules(config),
  );
  if (reason === "done" && !mayClose)
    return refuse("conflict", { detail: "The case is not investigated, or a clock still runs" });
  if (reason === "no-case" && !mayBeNoCase)
    return refuse("conflict", { detail: "The last inspection found a hazard" });
  await orm
    .update(dampCase)
    .set({ closedOn: at, closedReason: reason })
    .where(eq(dampCase.caseId, caseId));
  record({
    action: "damp-case-closed",
    objectType: "damp-case",
    objectId: caseId,
    after: { reason },
  });
  return null;
}

/** Opens a closed case again, as if it had not been closed; that it was stays among what happened. */
export async function reopenDampCase(
  { change: { orm, record }, at }: Writer,
  caseId: string,
  accountId: string,
): Promise<Refusal | null> {
  const found = await lockCase(orm, caseId);
  if (!found) return refuse("not-found");
  const { closedOn, closedReason } = found;
  if (closedOn === null) return null;
  if (!(await markOpen(orm, caseId)))
    return refuse("conflict", { detail: "Another case is open at this home: go on there" });
  await orm.insert(dampCaseEvent).values([
    {
      caseId,
      kind: "closed",
      happenedOn: closedOn,
      recordedOn: closedOn,
      accountId: await findCloser(orm, caseId),
    },
    { caseId, kind: "reopened", happenedOn: at, accountId },
  ]);
  record({
    action: "damp-case-reopened",
    objectType: "damp-case",
    objectId: caseId,
    before: { closedOn: closedOn.toISOString(), reason: closedReason },
  });
  return null;
}

/** False: another case is open at the home, maybe since this moment. Only the unique index sees one that is opened meanwhile. */
async function markOpen(orm: Orm, caseId: string): Promise<boolean> {
  try {
    // A savepoint: without it the violation would end the whole transaction.
    await orm.transaction((part) =>
      part
        .update(dampCase)
        .set({ closedOn: null, closedReason: null })
        .where(eq(dampCase.caseId, caseId)),
    );
    return true;
  } catch (error) {
    if (databaseError(error)?.constraint === "damp_case_open") return false;
    throw error;
  }
}

async function readCountedEvents(orm: Orm, caseId: string): Promise<readonly EventRow[]> {
  const { rows } = await orm.execute<{ events: readonly EventRow[] }>(
    sql`select (${sql.raw(eventsSql("c.case_id"))}) as events from damp_case c where c.case_id = ${caseId}`,
  );
  return rows[0]?.events ?? [];
}

async function lockCase(orm: Orm, caseId: string) {
  const [found] = await orm
    .select()
    .from(dampCase)
    .where(eq(dampCase.caseId, caseId))
    .for("update");
  return found;
}
