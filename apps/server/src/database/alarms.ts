import { and, desc, eq, getTableColumns, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Database, Orm } from "./database.ts";
import { givenBackFlag } from "./evidence.ts";
import { alarm } from "./schema.ts";

/** Raises an alarm for the office. `docs/operations.md` has the kinds. */
export async function raiseAlarm(
  orm: Orm,
  kind: string,
  details: object,
  raisedOn?: Date,
): Promise<void> {
  await orm.insert(alarm).values({ kind, details, ...(raisedOn && { raisedOn }) });
}

/** Whether there is an alarm of this kind with these details that was raised after `moment`. */
export function hasAlarmSince(
  orm: Orm,
  kind: string,
  details: object,
  moment: Date,
): Promise<boolean> {
  return hasAlarmWith(orm, kind, details, gt(alarm.raisedOn, moment));
}

/** Whether there is an alarm of this kind with these details. */
export function hasAlarm(orm: Orm, kind: string, details: object): Promise<boolean> {
  return hasAlarmWith(orm, kind, details);
}

async function hasAlarmWith(
  orm: Orm,
  kind: string,
  details: object,
  condition?: SQL,
): Promise<boolean> {
  const isSame = sql`${alarm.kind} = ${kind} and ${alarm.details} @> ${JSON.stringify(details)}::jsonb`;
  const found = await orm
    .select({ alarmId: alarm.alarmId })
    .from(alarm)
    .where(and(isSame, condition))
    .limit(1);
  return found.length > 0;
}

interface FailingTask {
  /** The queue. */
  readonly kind: string;
  readonly attempts: number;
  /** The code of the last error, without values. */
  readonly code: string;
}

/** Raises an alarm for a task that keeps failing or is given up, once however often it is called. */
export async function raiseTaskAlarm(
  { orm }: Database,
  kind: "background-work-failing" | "background-work-given-up",
  failing: FailingTask,
): Promise<void> {
  const { attempts: _attempts, code: _code, ...task } = failing;
  await orm.execute(sql`
    insert into ${alarm} (kind, details)
    select ${kind}, ${JSON.stringify(failing)}::jsonb
     where not exists (
       select from ${alarm} where ${alarm.kind} = ${kind} and ${alarm.details} @> ${JSON.stringify(task)}::jsonb)`);
}

interface AlarmFilter {
  /** Only alarms before this one. */
  readonly before?: number | undefined;
  readonly kind?: string | undefined;
}

/** True: the job that the alarm is about was given back to its engineer meanwhile, so the message that raised it counts. */
const isSettled = sql<boolean>`case when ${alarm.kind} in ('moved-job-kept', 'moved-visit-ended')
  then exists (select from message m
    where m.message_id = (${alarm.details} ->> 'messageId')::uuid and ${givenBackFlag} = any(m.flags))
  else false end`;

const formattedJobId = sql<string | null>`(select j.formatted_job_id from job j
  where j.job_id = (${alarm.details} ->> 'jobId')::uuid)`;

/** Reads the newest alarms, newest first. */
export function newestAlarms(orm: Orm, { before, kind }: AlarmFilter, max: number) {
  return orm
    .select({ ...getTableColumns(alarm), formattedJobId, isSettled })
    .from(alarm)
    .where(
      and(
        before === undefined ? undefined : lt(alarm.alarmId, before),
        kind === undefined ? undefined : eq(alarm.kind, kind),
      ),
    )
    .orderBy(desc(alarm.alarmId))
    .limit(max);
}
