import type { Database } from "../../database/database.ts";
import type { Server } from "../../http/server.ts";
import { hasGivenVisitSql, hasRaisedVisitSql } from "../jobs/visits.ts";

/** What an engineer may read of a completed job. */
export interface ReadAccess {
  readonly photos: boolean;
  readonly documents: boolean;
}

/**
 * Returns what the engineer may read of a completed job, or null if nothing is known of it to them: everything of the
 * own work, and of every visit to a home while the office has given them a job there. A job that they raised themselves
 * opens what the setting allows. Nothing stays open after the job has ended.
 */
export async function readAccess(
  { database: { pool }, config }: Pick<Server, "database" | "config">,
  jobId: string,
  fieldOperativeId: string,
): Promise<ReadAccess | null> {
  const { rows } = await pool.query<{ isGiven: boolean; isRaised: boolean }>(
    `select exists (select from appointment c
               where c.field_operative_appointment_id = j.field_operative_appointment_id
                 and c.field_operative_id = $2)
            or ${hasGivenVisitSql("j.property_id", "$2")} as "isGiven",
            ${hasRaisedVisitSql("j.property_id", "$2")} as "isRaised"
       from job j
      where j.job_id = $1 and j.status = 'Closed'
        and exists (select from job_closing c where c.job_id = j.job_id)`,
    [jobId, fieldOperativeId],
  );
  const [row] = rows;
  if (row?.isGiven) return { photos: true, documents: true };
  if (!row?.isRaised) return null;
  return {
    photos: config.raisedJobHistory.includes("photos"),
    documents: config.raisedJobHistory.includes("documents"),
  };
}

interface JobImage {
  readonly jobId: string;
  readonly imageId: string;
  readonly sha256: string;
  readonly contentType: string;
  readonly takenOn: Date;
}

const imageColumns = `i.job_id as "jobId", i.image_id as "imageId", i.sha256, i.content_type as "contentType", i.taken_on as "takenOn"`;

/** Lists a job's images in the order in which they were taken. */
export async function listImages({ pool }: Database, jobId: string): Promise<JobImage[]> {
  const { rows } = await pool.query<JobImage>(
    `select ${imageColumns} from job_image i where i.job_id = $1 and i.removed_on is null order by i.taken_on, i.image_id`,
    [jobId],
  );
  return rows;
}

/** Finds an image. Null when there is none. */
export async function findImage({ pool }: Database, imageId: string): Promise<JobImage | null> {
  const { rows } = await pool.query<JobImage>(
    `select ${imageColumns} from job_image i where i.image_id = $1 and i.removed_on is null`,
    [imageId],
  );
  return rows[0] ?? null;
}
