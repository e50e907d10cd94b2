import type { Database } from "../../database/database.ts";

/**
 * SQL condition for a completed job `j` that the engineer `$2` may read: they have or had an appointment for it, or for
 * another job at the same property.
 */
const isReadableJobSql = `
  j.status = 'Closed'
  and exists (select 1 from job_closing c where c.job_id = j.job_id)
  and exists (
    select 1 from job o join appointment a on a.job_id = o.job_id
     where o.property_id = j.property_id and a.field_operative_id = $2)`;

export async function mayRead(
  { pool }: Database,
  jobId: string,
  fieldOperativeId: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from job j where j.job_id = $1 and ${isReadableJobSql}`,
    [jobId, fieldOperativeId],
  );
  return rowCount === 1;
}

interface JobImage {
  readonly imageId: string;
  readonly sha256: string;
  readonly contentType: string;
  readonly takenOn: Date;
}

const imageColumns = `i.image_id as "imageId", i.sha256, i.content_type as "contentType", i.taken_on as "takenOn"`;

/** Lists a job's images in the order in which they were taken. */
export async function listImages({ pool }: Database, jobId: string): Promise<JobImage[]> {
  const { rows } = await pool.query<JobImage>(
    `select ${imageColumns} from job_image i where i.job_id = $1 order by i.taken_on, i.image_id`,
    [jobId],
  );
  return rows;
}

/** Finds an image. Null when there is none, or when this engineer may not read it. */
export async function findImage(
  { pool }: Database,
  imageId: string,
  fieldOperativeId: string,
): Promise<JobImage | null> {
  const { rows } = await pool.query<JobImage>(
    `select ${imageColumns} from job_image i join job j on j.job_id = i.job_id
      where i.image_id = $1 and ${isReadableJobSql}`,
    [imageId, fieldOperativeId],
  );
  return rows[0] ?? null;
}
