import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { isGasSafetyRecordNeeded, gasSafetyRecordDays } from "../../database/retention-rules.ts";
import { unusedObject } from "../../database/schema.ts";
import {
  type JobRecord,
  listPictures,
  type PersonSearch,
  writeJobRecord,
} from "./naming-records.ts";

/**
 * Removes the person from those of the records that name them. Returns how many these were, with their jobs, and the
 * SHA-256 sums of the signatures that they lost.
 */
export async function reduceRecords(
  orm: Orm,
  person: PersonSearch,
  records: readonly JobRecord[],
): Promise<{ count: number; jobIds: string[]; signatures: string[] }> {
  const jobIds: string[] = [];
  const signatures: string[] = [];
  for (const one of records) {
    const change = person.reduce(one.record);
    if (!change) continue;
    const left = new Set(hashPictures(change.value));
    signatures.push(...hashPictures(one.record).filter((hash) => !left.has(hash)));
    jobIds.push(one.jobId);
    await writeJobRecord(orm, { ...one, record: change.value });
  }
  return { count: jobIds.length, jobIds: [...new Set(jobIds)], signatures };
}

const hashPictures = (record: unknown) =>
  listPictures(record).map((bytes) => createHash("sha256").update(bytes).digest("hex"));

/** Removes the images that the office named, and the signatures of the reduced records. */
export async function removeImages(
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
export async function removeDocuments(orm: Orm, jobIds: readonly string[]) {
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
     where d.sha256 is not null
       and (d.job_id = any(${sql.param([...jobIds])}::uuid[])
         or d.kind = 'access-attempts' and d.job_id in (
           select other.job_id from job own join job other on other.property_id = own.property_id
            where own.job_id = any(${sql.param([...jobIds])}::uuid[])))
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
