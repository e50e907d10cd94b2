import { randomUUIDv7 } from "node:crypto";
import type { Database } from "../database/database.ts";
import type { DocumentKind } from "../database/schema.ts";

/** A paper of a job; null hash: not made yet. */
export interface StoredDocument {
  readonly documentId: string;
  readonly messageId: string;
  readonly jobId: string;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly sha256: string | null;
  readonly createdOn: Date;
}

const columns = `document_id as "documentId", message_id as "messageId", job_id as "jobId", kind, name, sha256,
  created_on as "createdOn"`;

/** The papers of a job. What a delivered closing lacks is given its place, and is made when it is read. */
export async function listDocuments(database: Database, jobId: string): Promise<StoredDocument[]> {
  await placeDocuments(database, jobId);
  const { rows } = await database.pool.query<StoredDocument>(
    `select ${columns} from document where job_id = $1 order by created_on, document_id`,
    [jobId],
  );
  return rows;
}

export async function findDocument(
  { pool }: Database,
  documentId: string,
): Promise<StoredDocument | null> {
  const { rows } = await pool.query<StoredDocument>(
    `select ${columns} from document where document_id = $1`,
    [documentId],
  );
  return rows[0] ?? null;
}

export async function keepMade(
  { pool }: Database,
  documentId: string,
  sha256: string,
  bytes: number,
) {
  await pool.query("update document set sha256 = $2, bytes = $3 where document_id = $1", [
    documentId,
    sha256,
    bytes,
  ]);
}

/** Delivered closings whose papers nobody has made yet, the longest waiting first. */
export async function closingsToFile(
  { pool }: Database,
  except: readonly string[],
): Promise<{ messageId: string; jobId: string }[]> {
  const { rows } = await pool.query<{ messageId: string; jobId: string }>(
    `select message_id as "messageId", job_id as "jobId" from job_closing
      where delivered_on is not null and filed_on is null and message_id <> all($1::uuid[])
      order by delivered_on limit 20`,
    [except],
  );
  return rows;
}

export async function keepFiled({ pool }: Database, messageId: string) {
  await pool.query("update job_closing set filed_on = now() where message_id = $1", [messageId]);
}

/** Two servers may do it at the same time: the first one's place counts. */
async function placeDocuments({ pool }: Database, jobId: string) {
  const { rows } = await pool.query<{ message_id: string; formatted_job_id: string }>(
    `select c.message_id, j.formatted_job_id
       from job_closing c join job j on j.job_id = c.job_id
      where c.job_id = $1 and c.delivered_on is not null
        and not exists (
          select 1 from document d where d.message_id = c.message_id and d.kind = 'job-sheet')`,
    [jobId],
  );
  for (const row of rows) {
    await pool.query(
      `insert into document (document_id, message_id, job_id, kind, name)
       values ($1, $2, $3, 'job-sheet', $4) on conflict (message_id, kind) do nothing`,
      [randomUUIDv7(), row.message_id, jobId, `Job sheet ${row.formatted_job_id}`],
    );
  }
}
