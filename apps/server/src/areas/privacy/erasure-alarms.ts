import { desc, eq, sql } from "drizzle-orm";
import { hasAlarm, raiseAlarm } from "../../database/alarms.ts";
import type { Orm } from "../../database/database.ts";
import { job } from "../../database/schema.ts";

export interface LateMessage extends Record<string, unknown> {
  readonly messageId: string;
  readonly jobId: string;
  /** Null: the message has no image, or the image is removed. */
  readonly imageId: string | null;
}

/**
 * Reads what has arrived since an erasure about appointments from before it. The hour is for messages whose transaction
 * began before the erasure and ended after it.
 */
export async function readLateMessages(orm: Orm, propertyTenantId: string): Promise<LateMessage[]> {
  const { rows } = await orm.execute<LateMessage>(sql`
    select m.message_id as "messageId", m.job_id as "jobId",
        case when i.received_on > e.erased_on and i.removed_on is null then i.image_id end as "imageId"
      from erasure e
      join job j on j.property_id = e.property_id
      join message m on m.job_id = j.job_id and m.received_on > e.erased_on - interval '1 hour'
      join appointment a on a.field_operative_appointment_id = m.field_operative_appointment_id
       and a.assigned_on <= e.erased_on
      left join job_image i on i.job_id = m.job_id and i.message_id = m.message_id
     where e.property_tenant_id = ${propertyTenantId}`);
  return rows;
}

/** Raises an alarm for each job with late images that the erasure did not remove. */
export async function raiseImageAlarms(
  orm: Orm,
  propertyTenantId: string,
  late: readonly LateMessage[],
  removedIds: ReadonlySet<string>,
): Promise<void> {
  for (const jobId of new Set(late.map((one) => one.jobId))) {
    const ids = late.flatMap((one) =>
      one.jobId === jobId && one.imageId !== null && !removedIds.has(one.imageId)
        ? [one.imageId]
        : [],
    );
    const named = { list: "imageIds", ids } as const;
    await raiseOnce(orm, "image-after-erasure", { propertyTenantId, jobId }, named);
  }
}

/** Raises an alarm about contacts of the home that are named like the erased tenant, with the home's latest job. */
export async function raiseContactAlarm(
  orm: Orm,
  { propertyTenantId, propertyId }: { propertyTenantId: string; propertyId: string },
  ids: readonly string[],
): Promise<void> {
  const [latest] = await orm
    .select({ jobId: job.jobId })
    .from(job)
    .where(eq(job.propertyId, propertyId))
    .orderBy(desc(job.appointmentDateTime))
    .limit(1);
  const about = { propertyTenantId, propertyId, ...latest };
  await raiseOnce(orm, "contact-after-erasure", about, { list: "contactIds", ids });
}

/** Raises an alarm with the ids that no alarm of the kind about this erasure has named yet. */
async function raiseOnce(
  orm: Orm,
  kind: string,
  about: { readonly propertyTenantId: string; readonly jobId?: string },
  { list, ids }: { readonly list: "imageIds" | "contactIds"; readonly ids: readonly string[] },
): Promise<void> {
  const { propertyTenantId } = about;
  const named: string[] = [];
  for (const id of ids)
    if (!(await hasAlarm(orm, kind, { propertyTenantId, [list]: [id] }))) named.push(id);
  if (named.length > 0) await raiseAlarm(orm, kind, { ...about, [list]: named });
}
