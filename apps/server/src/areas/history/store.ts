import type { Database } from "../../database/database.ts";

/**
 * A completed job `j` that this engineer (`$2`) may look into: who has or had an appointment on it, or on
 * another job at the same property.
 */
const isCompletedAndTheirs = `
  j.status = 'Closed'
  and exists (select 1 from job_closing c where c.job_id = j.job_id)
  and exists (
    select 1 from job o join appointment a on a.job_id = o.job_id
     where o.property_id = j.property_id and a.field_operative_id = $2)`;

export async function isOpenTo(
  { pool }: Database,
  jobId: string,
  fieldOperativeId: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from job j where j.job_id = $1 and ${isCompletedAndTheirs}`,
    [jobId, fieldOperativeId],
  );
  return rowCount === 1;
}

interface Picture {
  readonly imageId: string;
  readonly sha256: string;
  readonly contentType: string;
  readonly takenOn: Date;
}

const pictureColumns = `i.image_id as "imageId", i.sha256, i.content_type as "contentType", i.taken_on as "takenOn"`;

/** In the order in which they were taken. */
export async function picturesOf({ pool }: Database, jobId: string): Promise<Picture[]> {
  const { rows } = await pool.query<Picture>(
    `select ${pictureColumns} from job_image i where i.job_id = $1 order by i.taken_on, i.image_id`,
    [jobId],
  );
  return rows;
}

/** Null when there is no such picture, or when it is not for this engineer. */
export async function findPicture(
  { pool }: Database,
  imageId: string,
  fieldOperativeId: string,
): Promise<Picture | null> {
  const { rows } = await pool.query<Picture>(
    `select ${pictureColumns} from job_image i join job j on j.job_id = i.job_id
      where i.image_id = $1 and ${isCompletedAndTheirs}`,
    [imageId, fieldOperativeId],
  );
  return rows[0] ?? null;
}
