import { and, eq, isNotNull, sql } from "drizzle-orm";
import { raiseAlarm } from "../../database/alarms.ts";
import { type Change, makeChange } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { erasure } from "../../database/schema.ts";
import { reduceRecords, removeDocuments, removeImages } from "./erased-records.ts";
import { readSettledRecords, searchForPerson } from "./naming-records.ts";
import { listOthers, lockHome } from "./tenants.ts";

/**
 * Erases what phones have sent since an erasure about appointments from before it: the work of an engineer from whom the
 * job was moved, and images of a visit that had ended. Nobody has seen such an image, so one that the erasure did not name
 * stays and raises an alarm.
 */
export async function eraseLateArrivals(database: Database): Promise<void> {
  const erasures = await database.orm
    .select({ propertyTenantId: erasure.propertyTenantId, propertyId: erasure.propertyId })
    .from(erasure)
    .where(isNotNull(erasure.person));
  for (const one of erasures)
    if ((await readLate(database.orm, one.propertyTenantId)).length > 0)
      await makeChange(database, null, (change) => eraseLate(change, one));
}

interface LateMessage extends Record<string, unknown> {
  readonly messageId: string;
  readonly jobId: string;
  /** Null: the message has no image, or the image is removed. */
  readonly imageId: string | null;
}

/** The hour is for messages whose transaction began before the erasure and ended after it. */
async function readLate(orm: Orm, propertyTenantId: string): Promise<LateMessage[]> {
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

async function eraseLate(
  { orm, record }: Change,
  {
    propertyTenantId,
    propertyId,
  }: { readonly propertyTenantId: string; readonly propertyId: string },
): Promise<void> {
  await lockHome(orm, propertyId);
  const [erased] = await orm
    .select()
    .from(erasure)
    .where(and(eq(erasure.propertyTenantId, propertyTenantId), isNotNull(erasure.person)));
  if (!erased?.person) return;
  const late = await readLate(orm, propertyTenantId);
  const messageIds = new Set(late.map(({ messageId }) => messageId));
  const person = searchForPerson(
    { ...erased.person, propertyTenantId },
    await listOthers(orm, erased),
  );
  const records = (await readSettledRecords(orm, propertyId)).filter(
    ({ kind, key }) => (kind === "message" || kind === "outcome") && messageIds.has(key),
  );
  const reduced = await reduceRecords(orm, person, records);
  const images = await removeImages(orm, propertyId, {
    imageIds: erased.imageIds,
    signatures: [...erased.signatures, ...reduced.signatures],
    jobIds: late.map(({ jobId }) => jobId),
  });
  const { documents, kept } = await removeDocuments(orm, [
    ...new Set([...reduced.jobIds, ...images.map(({ jobId }) => jobId)]),
  ]);
  const removed = new Set(images.map(({ imageId }) => imageId));
  await raiseAlarms(
    orm,
    propertyTenantId,
    late.filter(({ imageId }) => imageId !== null && !removed.has(imageId)),
  );
  if (reduced.count + images.length === 0) return;
  await orm
    .update(erasure)
    .set({
      keptJobIds: [...new Set([...erased.keptJobIds, ...kept.map(({ jobId }) => jobId)])],
      signatures: [...new Set([...erased.signatures, ...reduced.signatures])],
    })
    .where(eq(erasure.propertyTenantId, propertyTenantId));
  record({
    action: "tenant-erased",
    objectType: "tenant",
    objectId: propertyTenantId,
    after: {
      propertyId,
      reduced: reduced.count,
      images: images.length,
      documents,
      kept,
      imageIds: [...removed],
    },
  });
}

/** Raises an alarm for each job with images that no alarm about this erasure has named yet. */
async function raiseAlarms(orm: Orm, propertyTenantId: string, late: readonly LateMessage[]) {
  for (const jobId of new Set(late.map((one) => one.jobId))) {
    const { rows } = await orm.execute<{ imageId: string }>(sql`
      select id as "imageId" from unnest(${sql.param(
        late.flatMap((one) => (one.jobId === jobId && one.imageId !== null ? [one.imageId] : [])),
      )}::text[]) id
       where not exists (
         select from alarm where kind = ${alarmKind}
           and details @> jsonb_build_object('propertyTenantId', ${propertyTenantId}::text, 'imageIds', jsonb_build_array(id)))`);
    if (rows.length > 0)
      await raiseAlarm(orm, alarmKind, {
        propertyTenantId,
        jobId,
        imageIds: rows.map(({ imageId }) => imageId),
      });
  }
}

const alarmKind = "image-after-erasure";
