import type { Database } from "../../database/database.ts";

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
