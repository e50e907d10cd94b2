import type { ServerJob } from "@fieldfare/contract";
import type { Database } from "../../database/database.ts";
import { isWipedSql } from "../../database/wiped-device.ts";
import { endedElsewhereFlag, isVisitStep } from "../../database/evidence.ts";

/** Finds those of the jobs whose last step was made with another device than this one, and where their visits stand. */
export async function findBegunElsewhere(
  { pool }: Database,
  jobIds: readonly string[],
  deviceId: string,
): Promise<ReadonlyMap<string, NonNullable<ServerJob["begunElsewhere"]>>> {
  const { rows } = await pool.query<{
    jobId: string;
    status: ServerJob["status"];
    isOnHold: boolean;
    since: Date | null;
    isWiped: boolean;
  }>(
    `select j.job_id as "jobId", j.status, j.hold is not null as "isOnHold",
       coalesce(j.hold ->> 'timestamp', j.status_timestamps ->> j.status)::timestamptz as since,
       exists (select from device d where d.device_id = last_step.device_id and ${isWipedSql("d")}) as "isWiped"
       from job j
       cross join lateral (
         select m.device_id from message m
          where m.job_id = j.job_id and m.field_operative_appointment_id = j.field_operative_appointment_id
            and ${isVisitStep("m")}
            and not $3 = any(m.flags)
          order by m.arrival desc limit 1) last_step
      where j.job_id = any($1::uuid[]) and j.status not in ('New', 'Closed') and last_step.device_id <> $2`,
    [jobIds, deviceId, endedElsewhereFlag],
  );
  return new Map(
    rows.flatMap(({ jobId, since, isWiped, ...step }) =>
      since
        ? [[jobId, { ...step, since: since.toISOString(), ...(isWiped && { isWiped }) }] as const]
        : [],
    ),
  );
}

/** Finds those of the jobs that the engineer who has them raised. */
export async function findOwnRaised(
  { pool }: Database,
  jobIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ jobId: string }>(
    `select q.job_id as "jobId"
       from quick_job q
       join job j on j.job_id = q.job_id
       join appointment a on a.field_operative_appointment_id = j.field_operative_appointment_id
      where q.job_id = any($1::uuid[]) and q.field_operative_id = a.field_operative_id`,
    [jobIds],
  );
  return new Set(rows.map(({ jobId }) => jobId));
}

/** SQL condition: the engineer has an open job at the property that somebody else than the engineer raised. */
export const hasGivenVisitSql = (propertyId: string, fieldOperativeId: string) =>
  hasVisitSql(propertyId, fieldOperativeId, "not exists");

/** SQL condition: the engineer has an open job at the property that the engineer raised. */
export const hasRaisedVisitSql = (propertyId: string, fieldOperativeId: string) =>
  hasVisitSql(propertyId, fieldOperativeId, "exists");

function hasVisitSql(
  propertyId: string,
  fieldOperativeId: string,
  wasRaised: "exists" | "not exists",
): string {
  return `exists (
    select from job o
      join appointment a on a.field_operative_appointment_id = o.field_operative_appointment_id
     where o.property_id = ${propertyId} and o.status <> 'Closed'
       and a.field_operative_id = ${fieldOperativeId} and a.ended_on is null
       and ${wasRaised} (select from quick_job q
         where q.job_id = o.job_id and q.field_operative_id = a.field_operative_id))`;
}
