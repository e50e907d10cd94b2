import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type { BoardEngineer, BoardJob } from "@fieldfare/contract/office";
import type * as office from "@fieldfare/contract/office";
import {
  addDays,
  findBoardIssues,
  type Hold,
  type JobStatus,
  londonDay,
  startOfLondonDay,
  type StatusTimestamps,
} from "@fieldfare/domain";
import type { ServerConfig } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { isoSql } from "../../database/iso-sql.ts";
import { readUnplannedDampCases } from "../compliance/unplanned-damp-cases.ts";
import {
  earlierVisitColumns,
  type EarlierVisitRow,
  joinEarlierVisit,
  toEarlierVisit,
} from "../jobs/earlier-visit.ts";

/** Of the earlier jobs that nobody has, so many are on the board. */
const maxEarlierUnassigned = 500;
/** The board of today has visits of jobs that were moved to another day within so many days: a phone may have been without a network. */
const movedDays = 7;

/** Reads the board of a day in London, with what needs attention now. */
export async function readBoard(
  database: Database,
  { day: asked }: NonNullable<CallQuery<typeof office.readBoard>>,
  config: Pick<ServerConfig, "now" | "dampPeriods" | "bankHolidays">,
): Promise<CallAnswer<typeof office.readBoard>> {
  const at = config.now();
  const today = londonDay(at);
  const day = asked ?? today;
  const [rows, moved, everybody, dampCases] = await Promise.all([
    readJobRows(database, day, today),
    readMovedJobs(database, day, today, null),
    readEngineers(database, day),
    day === today ? readUnplannedDampCases(database, config) : [],
  ]);
  const jobs = rows.map(toBoardJob);
  const earlier = jobs.filter(
    ({ fieldOperativeId, appointmentDateTime }) =>
      fieldOperativeId === null && londonDay(new Date(appointmentDateTime)) < day,
  );
  const hasMoreUnassigned = earlier.length > maxEarlierUnassigned;
  const oldest = hasMoreUnassigned ? earlier[0]?.jobId : undefined;
  const shown = jobs.filter(({ jobId }) => jobId !== oldest);
  const movedJobs = leaveOut(moved, shown);
  const busy = new Set([
    ...shown.map(({ fieldOperativeId }) => fieldOperativeId),
    ...[...shown, ...movedJobs].map(({ earlierVisit }) => earlierVisit?.fieldOperativeId),
  ]);
  const engineers = everybody.filter(
    ({ fieldOperativeId, isDisabled }) => !isDisabled || busy.has(fieldOperativeId),
  );
  return {
    day,
    at: at.toISOString(),
    engineers,
    jobs: shown,
    movedJobs,
    hasMoreUnassigned,
    dampCases,
    issues: findBoardIssues(engineers, shown, movedJobs, at.getTime(), dampCases),
  };
}

/** Reads those of some jobs that are on the board of a day. */
export async function readBoardJobs(
  database: Database,
  { day, jobIds }: CallQuery<typeof office.readBoardJobs>,
  at: Date,
): Promise<CallAnswer<typeof office.readBoardJobs>> {
  const today = londonDay(at);
  const ids = jobIds.split(",");
  const some = database.pool.query<JobRow>({
    name: "board-some-jobs",
    text: `select ${columns}
      from (
        select * from job
         where job_id = any($4::uuid[])
           and (appointment_date_time >= $1 and appointment_date_time < $2
             or status in ('Travelling', 'OnSite', 'AccessGained') and $3::boolean
             or status <> 'Closed' and field_operative_id is null and appointment_date_time < $1)) j
      ${joins}
     order by j.appointment_date_time, j.job_id`,
    values: [...boundsOf(day, today), ids],
  });
  const [{ rows }, moved] = await Promise.all([some, readMovedJobs(database, day, today, ids)]);
  const jobs = rows.map(toBoardJob);
  return { jobs, movedJobs: leaveOut(moved, jobs) };
}

/** The jobs that are not among the others. */
function leaveOut(jobs: readonly BoardJob[], others: readonly BoardJob[]): BoardJob[] {
  const known = new Set(others.map(({ jobId }) => jobId));
  return jobs.filter(({ jobId }) => !known.has(jobId));
}

/** The beginning and the end of the day, and whether it is today: then what is under way is on the board too. */
function boundsOf(day: string, today: string) {
  return [startOfLondonDay(day), startOfLondonDay(addDays(day, 1)), day === today] as const;
}

async function readJobRows({ pool }: Database, day: string, today: string): Promise<JobRow[]> {
  const { rows } = await pool.query<JobRow>({
    name: "board-jobs",
    text: `select ${columns}
      from (
        (select * from job where appointment_date_time >= $1 and appointment_date_time < $2)
        union all
        (select * from job
          where $3::boolean and status in ('Travelling', 'OnSite', 'AccessGained')
            and not (appointment_date_time >= $1 and appointment_date_time < $2))
        union all
        (select * from job
          where status <> 'Closed' and field_operative_id is null and appointment_date_time < $1
            and status not in ('Travelling', 'OnSite', 'AccessGained')
          order by appointment_date_time desc limit ${maxEarlierUnassigned + 1})) j
      ${joins}
     order by j.appointment_date_time, j.job_id`,
    values: [...boundsOf(day, today)],
  });
  return rows;
}

/**
 * Reads the jobs that were moved or taken away on the day, for today within the last days, with whose visit the engineer
 * goes on. The job itself may be of any day. `jobIds`: only these; null: all.
 */
async function readMovedJobs(
  { pool }: Database,
  day: string,
  today: string,
  jobIds: readonly string[] | null,
): Promise<BoardJob[]> {
  const { rows } = await pool.query<JobRow>({
    name: "board-moved-jobs",
    text: `select ${columns}
      from (
        select o.* from job o
         where ($3::uuid[] is null or o.job_id = any($3::uuid[]))
           and o.job_id in (
             select a.job_id from appointment a where a.ended_on >= $1 and a.ended_on < $2)) j
      ${joins}
     where earlier.ended_on >= $1 and earlier.ended_on < $2
     order by j.appointment_date_time, j.job_id`,
    values: [
      startOfLondonDay(day === today ? addDays(day, 1 - movedDays) : day),
      startOfLondonDay(addDays(day, 1)),
      jobIds,
    ],
  });
  return rows.map(toBoardJob);
}

const columns = `
  j.job_id, j.formatted_job_id, j.field_operative_id, j.field_operative_appointment_id, j.appointment_date_time,
  j.client_preferred_time_name, j.status, j.status_timestamps, j.cancelled_on, j.hold, j.category_name, j.detail_type_name,
  j.job_priority, home.address, home.postcode, home.on_phone, removal.requested_on, removal.force,
  case when j.status <> 'Closed' then j.cancellation ->> 'requestedOn' end as cancellation_requested_on,
  ${earlierVisitColumns}`;

/** What belongs to each job `j` is looked up by its keys: to join whole tables would read all of them. */
const joins = `
  cross join lateral (
    select array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address,
        p.postcode,
        exists (
          select from device d
            join job_acknowledgement k on k.device_id = d.device_id
             and k.field_operative_appointment_id = j.field_operative_appointment_id
           where d.field_operative_id = j.field_operative_id) as on_phone
      from property p where p.property_id = j.property_id limit 1) home
  left join lateral (
    select c.created_on as requested_on, coalesce((c.body ->> 'force')::boolean, false) as force
      from command c
     where c.job_id = j.job_id and c.type = 'CancelJob' and j.status <> 'Closed'
       and c.field_operative_id = j.field_operative_id
       and c.body ->> 'fieldOperativeAppointmentId' = j.field_operative_appointment_id::text
       and not c.body ? 'withdrawnOn'
       and not exists (select from command_acknowledgement k where k.command_id = c.command_id)
     order by c.created_on desc limit 1) removal on true
  ${joinEarlierVisit}`;

interface JobRow extends EarlierVisitRow {
  readonly job_id: string;
  readonly formatted_job_id: string;
  readonly field_operative_id: string | null;
  readonly field_operative_appointment_id: string | null;
  readonly appointment_date_time: Date;
  readonly client_preferred_time_name: string | null;
  readonly status: JobStatus;
  readonly status_timestamps: StatusTimestamps;
  readonly cancelled_on: Date | null;
  readonly hold: Hold | null;
  readonly category_name: string;
  readonly detail_type_name: string;
  readonly job_priority: string | null;
  readonly address: readonly (string | null)[];
  readonly postcode: string;
  readonly on_phone: boolean;
  readonly requested_on: Date | null;
  readonly force: boolean | null;
  /** ISO 8601 */
  readonly cancellation_requested_on: string | null;
}

function toBoardJob(row: JobRow): BoardJob {
  return {
    jobId: row.job_id,
    formattedJobId: row.formatted_job_id,
    fieldOperativeId: row.field_operative_id,
    fieldOperativeAppointmentId: row.field_operative_appointment_id,
    appointmentDateTime: row.appointment_date_time.toISOString(),
    clientPreferredTimeName: row.client_preferred_time_name,
    status: row.status,
    statusTimestamps: row.status_timestamps,
    cancelledOn: row.cancelled_on?.toISOString() ?? null,
    hold: row.hold,
    address: row.address.filter(Boolean).join(", "),
    postcode: row.postcode,
    categoryName: row.category_name,
    detailTypeName: row.detail_type_name,
    jobPriority: row.job_priority,
    isOnPhone: row.on_phone,
    removal: row.requested_on && {
      requestedOn: row.requested_on.toISOString(),
      force: row.force ?? false,
    },
    cancellationRequestedOn: row.cancellation_requested_on,
    earlierVisit: toEarlierVisit(row),
  };
}

interface EngineerRow {
  readonly field_operative_id: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly absences: BoardEngineer["absences"] | null;
  readonly devices: BoardEngineer["devices"] | null;
}

async function readEngineers({ pool }: Database, day: string): Promise<BoardEngineer[]> {
  const { rows } = await pool.query<EngineerRow>({
    name: "board-engineers",
    text: `
      select a.field_operative_id, a.name, a.disabled_on is not null as disabled, away.absences, phones.devices
        from account a
        left join (
          select b.field_operative_id,
                 jsonb_agg(jsonb_build_object('absenceId', b.absence_id, 'type', b.type, 'status', b.status)
                   order by b.requested_on) as absences
            from absence b
           where b.removed_on is null and b.status in (1, 2) and last_absence_day(b.days) >= $1
             and exists (
               select from jsonb_array_elements(b.days) range
                where $1 between range ->> 'dateFrom' and range ->> 'dateTo')
           group by b.field_operative_id) away on away.field_operative_id = a.field_operative_id
        left join lateral (
          select jsonb_agg(jsonb_build_object('deviceId', d.device_id, 'name', d.name, 'locked', d.locked,
                   'lastContactOn', ${isoSql("d.last_contact_on")}, 'unsentMessages', d.unsent_messages,
                   'unsentSince', ${isoSql("d.unsent_since")}, 'blockedKeys', d.blocked_keys)
                   order by d.registered_on) as devices
            from device d
           where d.field_operative_id = a.field_operative_id
             and d.installation ->> 'isTraining' is distinct from 'true') phones on true
       where a.field_operative_id is not null
       order by a.name, a.field_operative_id`,
    values: [day],
  });
  return rows.map((row) => ({
    fieldOperativeId: row.field_operative_id,
    name: row.name,
    isDisabled: row.disabled,
    absences: row.absences ?? [],
    devices: row.devices ?? [],
  }));
}
