import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CallAnswer, PropertyTenant } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import { formatAddress } from "../../database/format-address.ts";
import type { Database, Orm } from "../../database/database.ts";
import { notifyJobsOfHome } from "../../database/notify-office.ts";
import { removedText } from "../../database/retention-rules.ts";
import {
  erasure,
  job,
  jobImage,
  property,
  propertyNotification,
  propertyTenant,
  recordedAnswer,
} from "../../database/schema.ts";
import { listDocuments } from "../../documents/documents.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { findContact, findReference, removeContact } from "./contacts.ts";
import { raiseImageAlarms, readLateMessages } from "./erasure-alarms.ts";
import { lockProperty } from "./homes.ts";
import { reduceRecords, removeDocuments, removeImages } from "./erased-records.ts";
import {
  isOutSql,
  type PersonSearch,
  readJobRecords,
  readSettledRecords,
  searchForPerson,
} from "./naming-records.ts";

type TenantExport = CallAnswer<typeof office.exportTenant>;

/** Reads the contact, and the records of the home's jobs that name them. Null: there is no such contact. */
export async function readTenantExport(
  database: Database,
  propertyTenantId: string,
  now: Date,
): Promise<TenantExport | null> {
  const { orm } = database;
  const tenant = await findContact(orm, propertyTenantId);
  if (!tenant) return null;
  const { propertyId } = tenant;
  const person = searchForPerson(tenant, await listOthers(orm, tenant));
  const named = (await readJobRecords(orm, propertyId)).filter(
    ({ record }) => person.reduce(record) !== null,
  );
  const jobIds = [...new Set(named.map(({ jobId }) => jobId))];
  const jobs = await orm
    .select()
    .from(job)
    .where(inArray(job.jobId, jobIds))
    .orderBy(job.appointmentDateTime, job.jobId);
  const [home] = await orm.select().from(property).where(eq(property.propertyId, propertyId));
  const warnings = await orm
    .select({ description: propertyNotification.description })
    .from(propertyNotification)
    .where(eq(propertyNotification.propertyId, propertyId));
  const answer: TenantExport["jobs"] = [];
  for (const { jobId, formattedJobId, appointmentDateTime } of jobs)
    answer.push({
      jobId,
      formattedJobId,
      appointmentDateTime: appointmentDateTime.toISOString(),
      records: named
        .filter((one) => one.jobId === jobId)
        .map(({ kind, record }) => ({ kind, record })),
      images: await listImageNames(orm, jobId),
      documents: (await listDocuments(database, jobId)).map(({ documentId, name }) => ({
        id: documentId,
        name,
      })),
    });
  return {
    exportedOn: now.toISOString(),
    tenant,
    reference: await findReference(orm, propertyTenantId),
    address: home ? formatAddress(home) : "",
    warnings: warnings
      .map(({ description }) => description)
      .filter((description) => person.reduce(description) !== null),
    jobs: answer,
  };
}

async function listImageNames(
  orm: Orm,
  jobId: string,
): Promise<TenantExport["jobs"][number]["images"]> {
  const rows = await orm
    .select()
    .from(jobImage)
    .where(and(eq(jobImage.jobId, jobId), isNull(jobImage.removedOn)))
    .orderBy(jobImage.takenOn, jobImage.imageId);
  return rows.map(({ imageId, contentType }) => ({
    id: imageId,
    name: `${imageId}.${contentType === "image/png" ? "png" : "jpg"}`,
  }));
}

/**
 * Erases a tenant's data. Refused while an engineer has a job at the home: the phone would send the data again.
 */
export async function eraseTenant(
  { orm, record }: Change,
  propertyTenantId: string,
  imageIds: readonly string[],
): Promise<CallAnswer<typeof office.eraseTenant> | Refusal> {
  const contact = await findContact(orm, propertyTenantId);
  if (!contact) return refuse("not-found");
  const { propertyId } = contact;
  await lockHome(orm, propertyId);
  // Whoever was erased before is still found by what that erasure remembers.
  const [earlier] = await orm
    .select({ person: erasure.person })
    .from(erasure)
    .where(eq(erasure.propertyTenantId, propertyTenantId));
  const tenant = { ...contact, ...earlier?.person };
  const { fullName, emailAddress, phones } = tenant;
  const { rows: out } = await orm.execute<{ formattedJobId: string }>(sql`
    select j.formatted_job_id as "formattedJobId" from job j
     where j.property_id = ${propertyId} and ${sql.raw(isOutSql)}
     order by j.formatted_job_id`);
  const [open] = out;
  if (open)
    return refuse("conflict", {
      detail: `An engineer has the job ${open.formattedJobId} at this home: erase when it has ended`,
    });
  if (!(await areImagesOfHome(orm, propertyId, imageIds)))
    return refuse("invalid", {
      issues: [{ path: "imageIds", message: "One of them is no image of a job at this home" }],
    });
  const others = await listOthers(orm, tenant);
  const person = searchForPerson(tenant, others);
  // Read before this erasure takes the time of the earlier one.
  const late = earlier ? await readLateMessages(orm, propertyTenantId) : [];
  const reduced = await reduceRecords(orm, person, await readSettledRecords(orm, propertyId));
  const warnings = await reduceWarnings(orm, propertyId, person);
  const { jobIds, signatures } = reduced;
  const images = await removeImages(orm, propertyId, { imageIds, signatures, jobIds });
  const { documents, kept } = await removeDocuments(orm, [
    ...new Set([...jobIds, ...images.map(({ jobId }) => jobId)]),
  ]);
  const reference = await findReference(orm, propertyTenantId);
  await removeContact(orm, propertyTenantId);
  await notifyJobsOfHome(orm, propertyId);
  // What requests about the home were answered may name its people.
  await orm.delete(recordedAnswer).where(eq(recordedAnswer.propertyId, propertyId));
  await orm
    .insert(erasure)
    .values({
      propertyTenantId,
      propertyId,
      person: fullName === removedText ? null : { fullName, emailAddress, phones },
      keptJobIds: kept.map(({ jobId }) => jobId),
      imageIds: [...imageIds],
      signatures,
      reference,
      otherIds: others.map((other) => other.propertyTenantId),
    })
    .onConflictDoUpdate({
      target: erasure.propertyTenantId,
      set: {
        erasedOn: sql`now()`,
        person: sql`excluded.person`,
        keptJobIds: joinLists(erasure.keptJobIds),
        imageIds: joinLists(erasure.imageIds),
        signatures: joinLists(erasure.signatures),
        reference: sql`coalesce(excluded.reference, ${erasure.reference})`,
      },
    });
  const imageIdsRemoved = new Set(images.map(({ imageId }) => imageId));
  await raiseImageAlarms(orm, propertyTenantId, late, imageIdsRemoved);
  const answer = {
    reduced: reduced.count + warnings,
    images: images.length,
    documents,
    kept,
  };
  record({
    action: "tenant-erased",
    objectType: "tenant",
    objectId: propertyTenantId,
    after: { propertyId, ...answer, imageIds: [...imageIdsRemoved] },
  });
  return answer;
}

/** The values of a list in the stored row and in the new one, each once. */
const joinLists = (column: PgColumn) =>
  sql`(select coalesce(array_agg(distinct one), '{}') from unnest(${column} || excluded.${sql.identifier(column.name)}) one)`;

/** Locks a home and its jobs, so that none of them is assigned meanwhile. */
export async function lockHome(orm: Orm, propertyId: string) {
  await lockProperty(orm, propertyId);
  await orm.execute(
    sql`select 1 from job where property_id = ${propertyId} order by job_id for update`,
  );
}

/** The other contacts of the tenant's home. */
export async function listOthers(
  orm: Orm,
  { propertyId, propertyTenantId }: Pick<PropertyTenant, "propertyId" | "propertyTenantId">,
): Promise<PropertyTenant[]> {
  const rows = await orm
    .select({ row: propertyTenant.row })
    .from(propertyTenant)
    .where(
      and(
        eq(propertyTenant.propertyId, propertyId),
        ne(propertyTenant.propertyTenantId, propertyTenantId),
      ),
    );
  return rows.map(({ row }) => row);
}

/** Whether each is an image of a job at the home, or will be once it arrives. */
async function areImagesOfHome(
  orm: Orm,
  propertyId: string,
  imageIds: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(imageIds)];
  if (ids.length === 0) return true;
  const { rows } = await orm.execute<{ known: number }>(sql`
    with home as (select job_id from job where property_id = ${propertyId})
    select count(*)::int as known from (
      select i.image_id::text as id from job_image i join home using (job_id)
       union
      select lower(e ->> 'imageId') from job_closing c join home using (job_id), jsonb_array_elements(c.manifest) e) images
     where id = any(${sql.param(ids)}::text[])`);
  return rows[0]?.known === ids.length;
}

async function reduceWarnings(orm: Orm, propertyId: string, person: PersonSearch): Promise<number> {
  const rows = await orm
    .select()
    .from(propertyNotification)
    .where(eq(propertyNotification.propertyId, propertyId));
  let count = 0;
  for (const { propertyNotificationId, description } of rows) {
    const reduced = person.reduce(description);
    if (typeof reduced?.value !== "string") continue;
    await orm
      .update(propertyNotification)
      .set({ description: reduced.value })
      .where(eq(propertyNotification.propertyNotificationId, propertyNotificationId));
    count += 1;
  }
  return count;
}
