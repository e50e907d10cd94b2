import { sql } from "drizzle-orm";
import type { Orm } from "./database.ts";

/** Tells every server, with the commit, that the access of these accounts or machines has changed: their open streams are checked. */
export async function notifyOfAccess(orm: Orm, ids: ReadonlySet<string>): Promise<void> {
  for (const id of ids) await orm.execute(sql`select pg_notify('office_access', ${id})`);
}

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
