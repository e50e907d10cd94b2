import type { JobCustomForm } from "@fieldfare/contract";
import { type OutcomeId, outcomes } from "@fieldfare/domain";
import {
  type FormDefinition,
  type FormIssue,
  type FormBundle,
  IncompleteBundle,
  buildBundle,
  namedSubForms,
} from "@fieldfare/forms";
import type { Database } from "../database/database.ts";
import { storableJson } from "../database/storable.ts";
import type { MessageTask } from "../database/task-queue.ts";
import { findVersion, readVersions } from "./versions.ts";

/** A message whose forms are checked. */
export interface CheckedMessage {
  readonly receivedOn: Date;
  /** The outcome of the job's close. */
  readonly outcomeId: OutcomeId | null;
}

type CheckStatus = "checked" | "unknown-definition" | "unreadable" | "given-up";

/** The part of a form issue that the office reads. */
type CheckIssue = Pick<FormIssue, "severity" | "path" | "label" | "message">;

export interface Check {
  readonly customFormId: string;
  readonly version: number;
  readonly status: CheckStatus;
  readonly findings: readonly CheckIssue[];
}

/** Returns null when there is no such message. */
export async function readCheckedMessage(
  { pool }: Database,
  messageId: string,
): Promise<CheckedMessage | null> {
  const { rows } = await pool.query<{ readonly receivedOn: Date; readonly outcomeId: unknown }>(
    `select m.received_on as "receivedOn", c.outcome -> 'outcomeId' as "outcomeId"
       from message m left join job_closing c on c.message_id = m.message_id
      where m.message_id = $1`,
    [messageId],
  );
  const [row] = rows;
  return row ? { receivedOn: row.receivedOn, outcomeId: parseOutcome(row.outcomeId) } : null;
}

/** Returns null for an outcome that an earlier version of the server accepted without a check. */
function parseOutcome(value: unknown): OutcomeId | null {
  return outcomes.find(({ outcomeId }) => outcomeId === value)?.outcomeId ?? null;
}

/** Reads the forms of a job as they were last received. */
export async function readJobForms({ pool }: Database, jobId: string): Promise<JobCustomForm[]> {
  const { rows } = await pool.query<{ row: JobCustomForm }>(
    "select row from job_form where job_id = $1 order by custom_form_id",
    [jobId],
  );
  return rows.map(({ row }) => row);
}

/**
 * Finds the version of a form that its answers belong to, with its sub-forms; or a code that says why it is
 * missing.
 */
export async function findFormBundle(
  database: Database,
  form: JobCustomForm,
): Promise<FormBundle | "unknown-definition"> {
  const definition = await findVersion(database, form);
  if (!definition) return "unknown-definition";
  try {
    return buildBundle(definition, await readSubForms(database, definition));
  } catch (error) {
    if (error instanceof IncompleteBundle) return "unknown-definition";
    throw error;
  }
}

/** Reads every version of the sub-forms of a form, at any depth. */
export async function readSubForms(
  database: Database,
  form: FormDefinition,
): Promise<FormDefinition[]> {
  const subForms = new Map<string, FormDefinition>();
  let nextIds = listSubFormIds([form]);
  while (nextIds.length > 0) {
    const versions = await readVersions(database, nextIds);
    const newVersions = versions
      .map(({ row }) => row)
      .filter((row) => !subForms.has(versionKey(row)));
    for (const row of newVersions) subForms.set(versionKey(row), row);
    nextIds = listSubFormIds(newVersions);
  }
  return [...subForms.values()];
}

function listSubFormIds(forms: readonly FormDefinition[]): string[] {
  return [...new Set(forms.flatMap(namedSubForms).map(({ subForm }) => subForm))];
}

function versionKey({ customFormId, version }: FormDefinition): string {
  return `${customFormId} ${version}`;
}

/**
 * Saves the checks in place of earlier ones. A check that is retried late does not replace the check of a message that
 * arrived later: only the check of a close finds missing forms.
 */
export async function saveChecks(
  { pool }: Database,
  { messageId, jobId }: MessageTask,
  checks: readonly Check[],
): Promise<void> {
  await pool.query(
    `insert into form_check (job_id, custom_form_id, message_id, version, status, findings, checked_on)
     select $2, "customFormId", $1, version, status, findings, now()
       from jsonb_to_recordset($3) as r("customFormId" uuid, version integer, status text, findings jsonb)
     on conflict (job_id, custom_form_id) do update
       set message_id = excluded.message_id, version = excluded.version, status = excluded.status,
           findings = excluded.findings, checked_on = excluded.checked_on
       where not exists (
         select 1 from message checked join message late on late.message_id = excluded.message_id
          where checked.message_id = form_check.message_id and checked.arrival > late.arrival)`,
    [messageId, jobId, storableJson(checks)],
  );
}

/** Reads the last check of each form of a job. */
export async function readChecks(
  { pool }: Database,
  jobId: string,
): Promise<Map<string, Check & { readonly checkedOn: Date }>> {
  const { rows } = await pool.query<Check & { readonly checkedOn: Date }>(
    `select custom_form_id as "customFormId", version, status, findings, checked_on as "checkedOn"
       from form_check where job_id = $1`,
    [jobId],
  );
  return new Map(rows.map((row) => [row.customFormId, row]));
}
