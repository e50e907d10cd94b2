import { sql } from "drizzle-orm";
import type { DataRow } from "@fieldfare/contract";
import { advisoryLock } from "../database/advisory-locks.ts";
import type { Database, Orm } from "../database/database.ts";
import { storableJson } from "../database/storable.ts";
import type { WrittenForm } from "./read-folder.ts";

type Form = DataRow<"CustomForm">;

export interface StoredVersion {
  /** As it was published: without `withdrawnOn`. */
  readonly row: Form;
  readonly contentHash: string;
  /** The file of the version. Null: the office put it over the API. */
  readonly file: string | null;
}

/** The form a job gets now, and whether it is withdrawn. */
export interface CurrentForm {
  readonly row: Form;
  /** Null: it is published. */
  readonly withdrawn: { readonly on: Date; readonly by: string | null } | null;
}

/**
 * Makes the writers of forms wait for each other until the transaction ends, on all servers: each of them decides by what
 * it reads here.
 */
export async function lockForms(orm: Orm): Promise<void> {
  await orm.execute(sql`select pg_advisory_xact_lock(${advisoryLock.forms})`);
}

/** Reads every version of the forms, the newest of each first. */
export async function readVersions(
  { orm }: { readonly orm: Orm },
  formIds?: readonly string[],
): Promise<StoredVersion[]> {
  const { rows } = await orm.execute<{ row: Form; contentHash: string; file: string | null }>(sql`
    select row, content_hash as "contentHash", file from form_definition
     where ${formIds === undefined ? sql`true` : sql`custom_form_id = any(${sql.param(formIds)}::uuid[])`}
     order by custom_form_id, version desc`);
  return rows;
}

/** Reads the current version of every form, sorted by id, with those that are withdrawn. */
export async function readCurrentForms(orm: Orm): Promise<CurrentForm[]> {
  const { rows } = await orm.execute<{ row: Form; on: Date | null; by: string | null }>(sql`
    select r.row, w.withdrawn_on as "on", w.withdrawn_by as "by"
      from data_row r left join withdrawn_form w on w.custom_form_id::text = r.row_id
     where r.type = 'CustomForm' and not r.deleted order by r.row_id`);
  return rows.map(({ row, on, by }) => ({
    row,
    withdrawn: on === null ? null : { on: new Date(on), by },
  }));
}

/** Marks forms as withdrawn. One that is withdrawn already stays as it is. */
export async function markWithdrawn(
  orm: Orm,
  formIds: readonly string[],
  at: Date,
  by: string | null,
): Promise<void> {
  if (formIds.length === 0) return;
  await orm.execute(sql`
    insert into withdrawn_form (custom_form_id, withdrawn_on, withdrawn_by)
    select id, ${at.toISOString()}::timestamptz, ${by} from unnest(${sql.param(formIds)}::uuid[]) id
    on conflict (custom_form_id) do nothing`);
}

/** Marks forms as published. */
export async function markPublished(orm: Orm, formIds: readonly string[]): Promise<void> {
  if (formIds.length === 0) return;
  await orm.execute(
    sql`delete from withdrawn_form where custom_form_id = any(${sql.param(formIds)}::uuid[])`,
  );
}

/** Finds the version that answers belong to. Null: it was never issued. */
export async function findVersion(
  { pool }: Database,
  {
    customFormId,
    customFormDefinitionId,
    version,
  }: Pick<Form, "customFormId" | "customFormDefinitionId" | "version">,
): Promise<Form | null> {
  const { rows } = await pool.query<{ row: Form }>(
    `select row from form_definition
      where (custom_form_id = $1 and version = $2) or custom_form_definition_id = $3
      order by custom_form_definition_id = $3 desc limit 1`,
    [customFormId, version, customFormDefinitionId],
  );
  return rows[0]?.row ?? null;
}

/** Finds a version by its number. Null: there is no such version. */
export async function findStoredVersion(
  { pool }: Database,
  formId: string,
  version: number,
): Promise<Form | null> {
  const { rows } = await pool.query<{ row: Form }>(
    "select row from form_definition where custom_form_id = $1 and version = $2",
    [formId, version],
  );
  return rows[0]?.row ?? null;
}

/**
 * Stores versions for ever: answers may arrive long after a form was changed or withdrawn. A version that is stored
 * already stays as it is, with who published it.
 */
export async function saveVersions(
  orm: Orm,
  forms: readonly (WrittenForm & { readonly file: string | null; readonly by: string | null })[],
): Promise<void> {
  if (forms.length === 0) return;
  await orm.execute(sql`
    insert into form_definition
      (custom_form_id, version, custom_form_definition_id, content_hash, row, file, published_by)
    select (row ->> 'customFormId')::uuid, (row ->> 'version')::integer,
      (row ->> 'customFormDefinitionId')::uuid, "contentHash", row, file, by
      from jsonb_to_recordset(${storableJson(forms)}::jsonb)
        as r("contentHash" text, row jsonb, file text, by text)
    on conflict (custom_form_id, version) do nothing`);
}

/** Returns why a version may not be stored. Null: it may, or it is stored already. Version numbers only grow. */
export function validateVersion(
  { row, contentHash }: WrittenForm,
  stored: readonly StoredVersion[],
): string | null {
  const own = stored.filter(({ row: { customFormId } }) => customFormId === row.customFormId);
  const last = newestVersion(own);
  const next = `give it the version ${last + 1}`;
  if (row.version > last) return null;
  if (row.version < last)
    return `Version ${row.version} is older than ${last}, which was issued: ${next}`;
  const same = own.find(({ row: { version } }) => version === last);
  return same?.contentHash === contentHash
    ? null
    : `The form has changed and its version is still ${last}: ${next}`;
}

function newestVersion(versions: readonly StoredVersion[]): number {
  return Math.max(0, ...versions.map(({ row }) => row.version));
}
