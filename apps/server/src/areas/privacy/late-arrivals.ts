import { and, eq, isNotNull } from "drizzle-orm";
import { type Change, makeChange } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { erasure, propertyTenant } from "../../database/schema.ts";
import { raiseContactAlarm, raiseImageAlarms, readLateMessages } from "./erasure-alarms.ts";
import { reduceRecords, removeDocuments, removeImages } from "./erased-records.ts";
import { readSettledRecords, searchForPerson } from "./naming-records.ts";
import { listOthers, lockHome } from "./tenants.ts";

/**
 * Erases what phones have sent since an erasure about appointments from before it: the work of an engineer from whom the
 * job was moved, and images of a visit that had ended. Nobody has seen such an image, so one that the erasure did not name
 * stays and raises an alarm.
 */
export async function eraseLateArrivals(database: Database): Promise<void> {
  const erasures = await database.orm.select().from(erasure).where(isNotNull(erasure.person));
  for (const one of erasures) {
    if ((await readLateMessages(database.orm, one.propertyTenantId)).length > 0)
      await makeChange(database, null, (change) => eraseLate(change, one));
    const contactIds = await findReturned(database.orm, one);
    if (contactIds.length > 0)
      await makeChange(database, null, ({ orm }) => raiseContactAlarm(orm, one, contactIds));
  }
}

/**
 * Finds contacts that the home has got since an erasure and that are named like the erased tenant: the housing system,
 * an engineer or the office may have entered the tenant again. Whether they may is the office's to decide.
 */
async function findReturned(
  orm: Orm,
  { person, propertyTenantId, propertyId, otherIds }: typeof erasure.$inferSelect,
): Promise<string[]> {
  if (person === null) return [];
  const contacts = await orm
    .select({ row: propertyTenant.row })
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyId, propertyId));
  const { known = [], later = [] } = Object.groupBy(
    contacts.map(({ row }) => row),
    (row) => (otherIds.includes(row.propertyTenantId) ? "known" : "later"),
  );
  const search = searchForPerson({ ...person, propertyTenantId }, known);
  return later
    .filter((row) => !row.flagDeleted && search.reduce(row) !== null)
    .map((row) => row.propertyTenantId);
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
  const late = await readLateMessages(orm, propertyTenantId);
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
  await raiseImageAlarms(orm, propertyTenantId, late, removed);
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
