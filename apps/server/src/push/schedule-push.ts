import { sql } from "drizzle-orm";
import type { Orm } from "../database/database.ts";

/** Records, in the transaction of a change, that the engineer's phones get a push message after the commit. */
export async function schedulePush(orm: Orm, fieldOperativeId: string): Promise<void> {
  await orm.execute(sql`
    select add_task('push', jsonb_build_object('fieldOperativeId', ${fieldOperativeId}::uuid))
     where exists (select from push_subscription where field_operative_id = ${fieldOperativeId}::uuid)`);
}
