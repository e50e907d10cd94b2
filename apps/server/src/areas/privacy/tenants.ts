import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { CallAnswer, PropertyTenant } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { isGasSafetyRecordNeeded, gasSafetyRecordDays } from "../../database/retention-rules.ts";
import {
  erasure,
  job,
  jobImage,
  property,
  propertyNotification,
  propertyTenant,
  unusedObject,
} from "../../database/schema.ts";
import { listDocuments } from "../../documents/documents.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { findContact, removeContact } from "./contacts.ts";
import { lockProperty } from "./homes.ts";
import {
  type JobRecord,
  isOutSql,
  listPictures,
  type PersonSearch,
  readJobRecords,
  searchForPerson,
  writeJobRecord,
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
    address: home
      ? [home.addressLine1, home.addressLine2, home.addressLine3, home.addressLine4, home.postcode]
          .filter(Boolean)
          .join(", ")
      : "",
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
  const tenant = await findContact(orm, propertyTenantId);
  if (!tenant) return refuse("not-found");
  const { propertyId } = tenant;
  await lockProperty(orm, propertyId);
  // So that no job of the home is assigned meanwhile.
  await orm.execute(
    sql`select 1 from job where property_id = ${propertyId} order by job_id for update`,
  );
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
  const person = searchForPerson(tenant, await listOthers(orm, tenant));
  const reduced: JobRecord[] = [];
  const pictures: Buffer[] = [];
  for (const one of await readJobRecords(orm, propertyId)) {
    const change = person.reduce(one.record);
    if (!change) continue;
    const left = new Set(listPictures(change.value).map((bytes) => bytes.toString("base64")));
    pictures.push(
      ...listPictures(one.record).filter((bytes) => !left.has(bytes.toString("base64"))),
    );
    reduced.push({ ...one, record: change.value });
  }
  for (const one of reduced) await writeJobRecord(orm, one);
  const warnings = await reduceWarnings(orm, propertyId, person);
  const signatures = pictures.map((bytes) => createHash("sha256").update(bytes).digest("hex"));
  const jobIds = reduced.map(({ jobId }) => jobId);
  const images = await removeImages(orm, propertyId, { imageIds, signatures, jobIds });
  const { documents, kept } = await removeDocuments(orm, [
    ...new Set([...jobIds, ...images.map(({ jobId }) => jobId)]),
  ]);
  await removeContact(orm, propertyTenantId);
  const keptJobIds = kept.map(({ jobId }) => jobId);
  await orm
    .insert(erasure)
    .values({ propertyTenantId, propertyId, keptJobIds })
    .onConflictDoUpdate({
      target: erasure.propertyTenantId,
      set: {
        erasedOn: sql`now()`,
        keptJobIds: sql`(select coalesce(array_agg(distinct id), '{}') from unnest(${erasure.keptJobIds} || excluded.kept_job_ids) id)`,
      },
    });
  const answer = {
    reduced: reduced.length + warnings,
    images: images.length,
    documents,
    kept,
  };
  record({
    action: "tenant-erased",
    objectType: "tenant",
    objectId: propertyTenantId,
    after: { propertyId, ...answer, imageIds: images.map(({ imageId }) => imageId) },
  });
  return answer;
}

/** The other contacts of the tenant's home. */
async function listOthers(
  orm: Orm,
  { propertyId, propertyTenantId }: PropertyTenant,
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

async function areImagesOfHome(
  orm: Orm,
  propertyId: string,
  imageIds: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(imageIds)];
  if (ids.length === 0) return true;
  const known = await orm
    .select({ imageId: jobImage.imageId })
    .from(jobImage)
    .innerJoin(job, eq(job.jobId, jobImage.jobId))
    .where(and(eq(job.propertyId, propertyId), inArray(jobImage.imageId, ids)));
  return known.length === ids.length;
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

/** Removes the images that the office named, and the signatures of the reduced records. */
async function removeImages(
  orm: Orm,
  propertyId: string,
  {
    imageIds,
    signatures,
    jobIds,
  }: {
    readonly imageIds: readonly string[];
    readonly signatures: readonly string[];
    readonly jobIds: readonly string[];
  },
): Promise<{ imageId: string; jobId: string }[]> {
  const { rows } = await orm.execute<{ imageId: string; jobId: string; sha256: string }>(sql`
    update job_image i set removed_on = now(), latitude = null, longitude = null
      from job j
     where j.job_id = i.job_id and j.property_id = ${propertyId} and i.removed_on is null
       and (i.image_id = any(${sql.param([...imageIds])}::uuid[])
            or i.job_id = any(${sql.param([...jobIds])}::uuid[]) and i.sha256 = any(${sql.param([...signatures])}::text[]))
    returning i.image_id as "imageId", i.job_id as "jobId", i.sha256`);
  await markObjects(
    orm,
    rows.map(({ sha256 }) => sha256),
  );
  return rows;
}

/**
 * Removes the files of the documents of jobs that lost something; they are drawn again from what is left when somebody reads them. A
 * gas safety record that the law still asks for stays as it was signed.
 */
async function removeDocuments(orm: Orm, jobIds: readonly string[]) {
  const { rows } = await orm.execute<{
    documentId: string;
    jobId: string;
    sha256: string;
    isKept: boolean;
    until: string;
  }>(sql`
    select d.document_id as "documentId", d.job_id as "jobId", d.sha256,
        d.kind = 'gas-safety-record' and ${sql.raw(isGasSafetyRecordNeeded)} as "isKept",
        (c.received_on + interval '${sql.raw(String(gasSafetyRecordDays))} days')::timestamptz(3) as until
      from document d join job_closing c on c.message_id = d.message_id join job j on j.job_id = d.job_id
     where d.job_id = any(${sql.param([...jobIds])}::uuid[]) and d.sha256 is not null
     order by d.document_id for update of d`);
  const removed = rows.filter(({ isKept }) => !isKept);
  await orm.execute(sql`
    update document set sha256 = null, bytes = null, removed_on = case when reduced.job_id is null then null else now() end
      from (select d.document_id, j.job_id from document d
              left join job j on j.job_id = d.job_id and j.reduced_on is not null) reduced
     where document.document_id = reduced.document_id
       and document.document_id = any(${sql.param(removed.map(({ documentId }) => documentId))}::uuid[])`);
  await markObjects(
    orm,
    removed.map(({ sha256 }) => sha256),
  );
  return {
    documents: removed.length,
    kept: rows
      .filter(({ isKept }) => isKept)
      .map(({ documentId, jobId, until }) => ({
        documentId,
        jobId,
        reason:
          "A gas safety record is kept for two years and until two further checks: Gas Safety (Installation and Use) Regulations 1998, reg. 36(3)(c)",
        until: new Date(until).toISOString(),
      })),
  };
}

async function markObjects(orm: Orm, sums: readonly string[]) {
  if (sums.length === 0) return;
  await orm
    .insert(unusedObject)
    .values([...new Set(sums)].map((sha256) => ({ sha256 })))
    .onConflictDoUpdate({ target: unusedObject.sha256, set: { markedOn: sql`now()` } });
}
