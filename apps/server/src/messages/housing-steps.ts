import type { PoolClient } from "pg";
import { endedElsewhereFlag } from "../database/evidence.ts";
import { afterDisablingFlag } from "./flags.ts";

/**
 * Adds the steps of work orders that stored messages are, in the order in which they came, for messages that take effect now
 * and did not when they were received. The triggers of the database add those of messages that take effect at once; the names
 * of the steps are the same. A step that is there is not added again.
 */
export async function addHousingSteps(
  client: PoolClient,
  messageIds: readonly string[],
): Promise<void> {
  await client.query(
    `select tell_housing_system(s.job_id, 'JobStatusUpdate', s.name, s.message_id, s.moment)
       from (
         select m.job_id, m.message_id, coalesce(read_moment(m.payload ->> 'changeTimestamp'), m.message_created_on) as moment,
             case m.type
               when 'JobStatusChange' then case m.payload ->> 'currentStatus'
                 when 'Travelling' then 'travelling' when 'OnSite' then 'onSite' when 'AccessGained' then 'accessGained'
                 when 'New' then case when m.payload -> 'isAcknowledgement' = 'false' then 'cancelled' end
                 when 'Reset' then case when m.payload -> 'isAcknowledgement' = 'false' then 'cancelled' end end
               when 'JobHoldChange' then case m.payload ->> 'isOnHold' when 'true' then 'held' when 'false' then 'resumed' end
               when 'JobNoAccess' then 'noAccess' when 'JobClose' then 'closed' when 'JobRemove' then 'removed' end as name
           from message m
           join appointment a on a.field_operative_appointment_id = m.field_operative_appointment_id
          where m.message_id = any($1::uuid[]) and (a.ended_on is null or m.type = 'JobRemove')
            and not m.flags && array['${endedElsewhereFlag}', '${afterDisablingFlag}']
          order by m.arrival) s
      where s.name is not null`,
    [messageIds],
  );
}

/** Adds that an engineer has the job again under an earlier appointment, which the command with this id names. */
export async function addHousingAssignment(
  client: PoolClient,
  jobId: string,
  commandId: string,
): Promise<void> {
  await client.query(
    "select tell_housing_system($1, 'JobStatusUpdate', 'assigned', $2, date_trunc('milliseconds', now()))",
    [jobId, commandId],
  );
}

/** Adds that a visit is complete, where its images had arrived before its close takes effect. */
export async function addHousingCompletions(
  client: PoolClient,
  messageIds: readonly string[],
): Promise<void> {
  await client.query(
    `select tell_housing_system(c.job_id, 'WorkOrderComplete', 'delivered', c.message_id, c.delivered_on)
       from job_closing c
       join job j on j.job_id = c.job_id and j.field_operative_appointment_id = c.field_operative_appointment_id
      where c.message_id = any($1::uuid[]) and c.kind = 'JobClose' and c.delivered_on is not null`,
    [messageIds],
  );
}
