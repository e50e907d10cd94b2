import type { DataRow } from "@fieldfare/contract";
import type { Database } from "../database/database.ts";
import { storableJson } from "../database/storable.ts";
import type { WrittenForm } from "./read-folder.ts";

type Form = DataRow<"CustomForm">;

export interface StoredVersion {
  readonly row: Form;
  readonly contentHash: string;
  /** The file of the version. Null: the office put it over the API. */
  readonly file: string | null;
}

const columns = `row, content_hash as "contentHash", file`;

/** Reads every version of the forms, the newest of each first. */
export async function readVersions(
  { pool }: Database,
  formIds?: readonly string[],
): Promise<StoredVersion[]> {
  const { rows } = await pool.query<StoredVersion>(
    `select ${columns} from form_definition
      where $1::uuid[] is null or custom_form_id = any($1)
      order by custom_form_id, version desc`,
    [formIds ?? null],
  );
  return rows;
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

/** Stores versions for ever: answers may arrive long after a form was changed or withdrawn. */
export async function saveVersions(
  { pool }: Database,
  forms: readonly (WrittenForm & { readonly file: string | null })[],
): Promise<void> {
  if (forms.length === 0) return;
  await pool.query(
    `insert into form_definition (custom_form_id, version, custom_form_definition_id, content_hash, row, file)
     select (row ->> 'customFormId')::uuid, (row ->> 'version')::integer,
       (row ->> 'customFormDefinitionId')::uuid, "contentHash", row, file
       from jsonb_to_recordset($1) as r("contentHash" text, row jsonb, file text)
     on conflict (custom_form_id, version) do update
       set file = coalesce(excluded.file, form_definition.file)`,
    [storableJson(forms)],
  );
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
