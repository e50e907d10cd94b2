import { randomUUIDv7 } from "node:crypto";
import { sql } from "drizzle-orm";
import type { JobCustomForm } from "@fieldfare/contract";
import { type DocumentKind, findFormDocument } from "@fieldfare/documents";
import type { Database, Orm } from "../database/database.ts";
import {
  isEndedElsewhere,
  isEvidence as isEvidenceSql,
  outdatedOrdersFlag,
} from "../database/evidence.ts";

/** A document of a job. The hash is null until the document is made. */
export interface StoredDocument {
  readonly documentId: string;
  readonly messageId: string;
  readonly jobId: string;
  readonly kind: DocumentKind;
  readonly name: string;
  /** The name, which says whether the visit is evidence now: the office may give a job back later. */
  readonly title: string;
  /** The engineer of the visit. */
  readonly fieldOperativeId: string;
  readonly sha256: string | null;
  readonly createdOn: Date;
}

const evidenceMark = " (evidence)";

const columns = `d.document_id as "documentId", d.message_id as "messageId", d.job_id as "jobId", d.kind, d.name,
  case when ${isEvidenceSql("d.message_id")} and d.kind <> 'access-attempts' and right(d.name, ${evidenceMark.length}) <> '${evidenceMark}'
    then d.name || '${evidenceMark}' else d.name end as title,
  (select own.field_operative_id from message own where own.message_id = d.message_id) as "fieldOperativeId",
  d.sha256, d.created_on as "createdOn"`;

/** The order of the documents of one closing. */
const kindOrder: readonly DocumentKind[] = [
  "job-sheet",
  "gas-safety-record",
  "warning-notice",
  "access-attempts",
];

/**
 * Lists the documents of a job, closing by closing, those of evidence last. Adds rows for documents that delivered closings lack: they are
 * made when somebody reads them.
 */
export async function listDocuments(database: Database, jobId: string): Promise<StoredDocument[]> {
  await insertDocumentRows(database, jobId);
  const { rows } = await database.pool.query<StoredDocument>(
    `select ${columns} from document d join job_closing c on c.message_id = d.message_id
      where d.job_id = $1 and d.removed_on is null
      order by ${isEvidenceSql("c.message_id")}, c.closed_on, c.message_id, array_position($2::text[], d.kind), d.document_id`,
    [jobId, kindOrder],
  );
  return rows;
}

/** Finds a document that was not removed; null otherwise. */
export async function findDocument(
  { pool }: Database,
  documentId: string,
): Promise<StoredDocument | null> {
  const { rows } = await pool.query<StoredDocument>(
    `select ${columns} from document d where d.document_id = $1 and d.removed_on is null`,
    [documentId],
  );
  return rows[0] ?? null;
}

/**
 * SQL text that is another one after an erasure or retention has taken something away from the job `j`, or a visit of it that
 * did not know the office's last change counts.
 */
const reductionsSql = `concat_ws(' ', j.reduced_on, md5(coalesce(j.task_details, '')),
  (select max(m.reduced_on) from message m where m.job_id = j.job_id),
  (select count(*) from message m where m.job_id = j.job_id and '${outdatedOrdersFlag}' = any(m.flags)),
  (select count(*) from job_image i where i.job_id = j.job_id and i.removed_on is not null))`;

/** The evidence of access attempts is about all jobs of the home. */
const isOfDocument = (
  jobId: string,
  kind: string,
) => `(j.job_id = ${jobId} or ${kind} = 'access-attempts'
  and j.property_id = (select own.property_id from job own where own.job_id = ${jobId}))`;

/** Reads what `markGenerated` compares. It is read before the content of the document. */
export async function readReductions(
  { pool }: Database,
  { jobId, kind }: Pick<StoredDocument, "jobId" | "kind">,
): Promise<string> {
  const { rows } = await pool.query<{ reductions: string }>(
    `select string_agg(${reductionsSql}, ';' order by j.job_id) as reductions from job j
      where ${isOfDocument("$1::uuid", "$2::text")}`,
    [jobId, kind],
  );
  return rows[0]?.reductions ?? "";
}

/**
 * Names the file of a document. False: something was taken away from the job while the document was drawn, so it has to be
 * drawn again. An erasure waits for this transaction, and then removes the file.
 */
export async function markGenerated(
  { orm }: Database,
  { documentId, jobId, kind }: Pick<StoredDocument, "documentId" | "jobId" | "kind">,
  file: { readonly sha256: string; readonly bytes: number; readonly reductions: string },
): Promise<boolean> {
  return orm.transaction(async (transaction) => {
    const own = sql.raw(isOfDocument("wanted.job_id", "wanted.kind"));
    const wanted = sql`(select ${jobId}::uuid as job_id, ${kind}::text as kind) wanted`;
    await transaction.execute(
      sql`select 1 from job j join ${wanted} on ${own} order by j.job_id for share of j`,
    );
    const { rows } = await transaction.execute<{ same: boolean }>(
      sql`select string_agg(${sql.raw(reductionsSql)}, ';' order by j.job_id) = ${file.reductions} as same
            from job j join ${wanted} on ${own}`,
    );
    if (!rows[0]?.same) return false;
    await transaction.execute(
      sql`update document set sha256 = ${file.sha256}, bytes = ${file.bytes}
           where document_id = ${documentId} and removed_on is null`,
    );
    return true;
  });
}

/** A file that the server has signed. A document that was drawn again has several files. */
export interface FiledDocument {
  /** The number as printed on the document. */
  readonly number: string;
  readonly name: string;
  readonly sha256: string;
  readonly completedOn: Date;
  readonly signature: string;
}

/**
 * Lets the job sheets of an appointment be drawn again whose visit did not know the office's last change of the job: while the
 * visit was evidence, they did not say so.
 */
export async function drawOutdatedSheetsAgain(orm: Orm, fieldOperativeAppointmentId: string) {
  await orm.execute(sql`
    with outdated as (
      select d.document_id, d.job_id, d.message_id, d.sha256
        from appointment a
        join job_closing c on c.job_id = a.job_id and c.field_operative_appointment_id = a.field_operative_appointment_id
        join document d on d.message_id = c.message_id
        join message m on m.message_id = c.message_id
       where a.field_operative_appointment_id = ${fieldOperativeAppointmentId}
         and d.kind = 'job-sheet' and d.sha256 is not null and d.removed_on is null
         and ${outdatedOrdersFlag} = any(m.flags)
         for update of d),
    unmade as (
      update document d set sha256 = null, bytes = null from outdated o where d.document_id = o.document_id),
    unused as (
      insert into unused_object (sha256) select distinct sha256 from outdated
      on conflict (sha256) do update set marked_on = now())
    select add_task('documents', jsonb_build_object('messageId', message_id, 'jobId', job_id)) from outdated`);
}

/** Signatures are added and never changed, so a file that was genuine once stays genuine. */
export async function addSignature(
  { pool }: Database,
  filed: FiledDocument & { readonly documentId: string },
) {
  const { number, name, sha256, completedOn, signature, documentId } = filed;
  await pool.query(
    `insert into document_signature (number, name, sha256, completed_on, signature, document_id)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [number, name, sha256, completedOn, signature, documentId],
  );
}

/** Returns the files under a number, the oldest first. */
export async function findFiled({ pool }: Database, number: string): Promise<FiledDocument[]> {
  const { rows } = await pool.query<FiledDocument>(
    `select number, name, sha256, completed_on as "completedOn", signature from document_signature
      where number = $1 order by signed_on, sha256`,
    [number],
  );
  return rows;
}

/** Two servers may run this at the same time: the row of the first one counts. */
async function insertDocumentRows({ pool }: Database, jobId: string) {
  const { rows } = await pool.query<DeliveredClosing>(deliveredClosings, [jobId]);
  for (const { messageId, formattedJobId, isEvidence, forms, kinds } of rows) {
    const mark = isEvidence ? evidenceMark : "";
    const expectedDocuments: readonly { kind: DocumentKind; name: string }[] = [
      { kind: "job-sheet", name: "Job sheet" },
      ...forms.map(findFormDocument).filter((expected) => expected !== null),
    ];
    for (const { kind, name } of expectedDocuments.filter(
      (expected) => !kinds.includes(expected.kind),
    )) {
      await pool.query(
        `insert into document (document_id, message_id, job_id, kind, name)
         values ($1, $2, $3, $4, $5) on conflict (message_id, kind) do nothing`,
        [randomUUIDv7(), messageId, jobId, kind, `${name} ${formattedJobId}${mark}`],
      );
    }
  }
}

interface DeliveredClosing {
  readonly messageId: string;
  readonly formattedJobId: string;
  /** Another device of the engineer had ended the visit. */
  readonly isEvidence: boolean;
  readonly forms: readonly JobCustomForm[];
  /** The documents that have a row. */
  readonly kinds: readonly DocumentKind[];
}

const deliveredClosings = `
  select c.message_id as "messageId", j.formatted_job_id as "formattedJobId",
    ${isEndedElsewhere("c.message_id")} as "isEvidence",
    coalesce(m.payload -> 'job' -> 'customForms', '[]') as forms,
    array(select d.kind from document d where d.message_id = c.message_id) as kinds
  from job_closing c join job j on j.job_id = c.job_id join message m on m.message_id = c.message_id
  where c.job_id = $1 and c.delivered_on is not null and j.reduced_on is null`;
