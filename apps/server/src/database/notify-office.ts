import { sql } from "drizzle-orm";
import type { Orm } from "./database.ts";

/**
 * Tells the office's screens, with the commit, that the jobs of a home have to be read again: their pages show its address
 * and its contacts. More jobs than a notification can name are not named.
 */
export async function notifyJobsOfHome(orm: Orm, propertyId: string): Promise<void> {
  await orm.execute(sql`
    select pg_notify('office_change', jsonb_build_object('kinds', '[]'::jsonb, 'jobIds', '[]'::jsonb,
        'recordedJobIds', case when count(*) <= 100 then coalesce(jsonb_agg(job_id), '[]') end)::text)
      from job where property_id = ${propertyId}`);
}
