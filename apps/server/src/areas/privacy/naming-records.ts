import type { PropertyTenant } from "@fieldfare/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { removedText } from "../../database/retention-rules.ts";
import type { ErasedPerson } from "../../database/schema.ts";

/** A record of a job that may name a person. */
export interface JobRecord {
  readonly jobId: string;
  readonly kind: RecordKind;
  /** The text of the row's key. */
  readonly key: string;
  readonly record: unknown;
}

interface Source {
  readonly table: string;
  /** What the office calls it. */
  readonly kind: string;
  readonly key: string;
  /** The column with what was recorded: JSON, or plain text. */
  readonly column: string;
  readonly isText?: true;
  /** More that is set when the column changes. */
  readonly also?: string;
}

/** Where the records of a job may name a person. docs/privacy.md says what else there is. */
const sources = [
  { table: "job", kind: "task", key: "job_id", column: "task_details", isText: true },
  { table: "job", kind: "access-notes", key: "job_id", column: "access_notes", isText: true },
  {
    table: "job",
    kind: "preferred-time",
    key: "job_id",
    column: "client_preferred_time_name",
    isText: true,
  },
  { table: "job", kind: "key-safe", key: "job_id", column: "key_safe" },
  { table: "job", kind: "visit-contacts", key: "job_id", column: "visit_contacts" },
  { table: "job", kind: "cancellation", key: "job_id", column: "cancellation" },
  { table: "job", kind: "hold", key: "job_id", column: "hold" },
  {
    table: "appointment",
    kind: "ended-visit",
    key: "field_operative_appointment_id",
    column: "ended_state",
  },
  { table: "quick_job", kind: "raised-job", key: "job_id", column: "row" },
  { table: "job_closing", kind: "outcome", key: "message_id", column: "outcome" },
  { table: "engineering_note", kind: "note", key: "engineering_note_id", column: "row" },
  { table: "job_form", kind: "form", key: "custom_form_id", column: "row" },
  { table: "form_check", kind: "form-check", key: "custom_form_id", column: "findings" },
  { table: "job_sor", kind: "planned-sor", key: "sor_code_id", column: "row" },
  { table: "job_part", kind: "part", key: "job_part_id", column: "row" },
  { table: "part_order", kind: "part-order", key: "job_part_id", column: "reason", isText: true },
  { table: "part_order", kind: "part-location", key: "job_part_id", column: "location" },
  {
    table: "removal_rejection",
    kind: "rejection",
    key: "message_id",
    column: "comment",
    isText: true,
  },
  {
    table: "refused_message",
    kind: "refused-message",
    key: "refused_id",
    column: "reason",
    isText: true,
  },
  { table: "command", kind: "command", key: "command_id", column: "body" },
  {
    table: "message",
    kind: "message",
    key: "message_id",
    column: "payload",
    also: ", reduced_on = now()",
  },
] as const satisfies readonly Source[];

type RecordKind = (typeof sources)[number]["kind"];

/** Whether an engineer has the job `j`, so that a phone may still send something about it. */
export const isOutSql = `(j.status <> 'Closed' and exists (
  select from appointment a
   where a.field_operative_appointment_id = j.field_operative_appointment_id and a.ended_on is null))`;

/** Reads every record of the jobs at a home. */
export function readJobRecords(orm: Orm, propertyId: string): Promise<JobRecord[]> {
  return readRecords(orm, sql`j.property_id = ${propertyId}`);
}

/** Reads every record of the jobs at a home that no engineer has. */
export function readSettledRecords(orm: Orm, propertyId: string): Promise<JobRecord[]> {
  return readRecords(orm, sql`j.property_id = ${propertyId} and not ${sql.raw(isOutSql)}`);
}

async function readRecords(orm: Orm, isWanted: SQL): Promise<JobRecord[]> {
  const selects = sources.map(
    ({ table, kind, key, column }) =>
      `select x.job_id as "jobId", '${kind}' as kind, x.${key}::text as key, to_jsonb(x.${column}) as record
         from ${table} x where x.job_id in (select job_id from wanted) and x.${column} is not null`,
  );
  const { rows } = await orm.execute<JobRecord & Record<string, unknown>>(
    sql`with wanted as (select j.job_id from job j where ${isWanted})
        ${sql.raw(selects.join("\n union all "))}`,
  );
  return rows;
}

/** Writes a record as it now is. */
export async function writeJobRecord(orm: Orm, { jobId, kind, key, record }: JobRecord) {
  const source: Source | undefined = sources.find((one) => one.kind === kind);
  if (!source) throw new Error(`There are no records of the kind ${kind}`);
  const value = source.isText ? sql`${String(record)}` : sql`${JSON.stringify(record)}::jsonb`;
  await orm.execute(
    sql`update ${sql.raw(source.table)} set ${sql.raw(source.column)} = ${value}${sql.raw(source.also ?? "")}
         where job_id = ${jobId} and ${sql.raw(source.key)}::text = ${key}`,
  );
}

/** Finds and removes what says who a person is. */
export interface PersonSearch {
  /** Null: the value does not name the person. */
  reduce(value: unknown): { readonly value: unknown } | null;
}

const title = "(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof)\\.?\\s+";

/**
 * Looks for the full name, the surname after a title, telephone numbers however they are grouped, the e-mail address,
 * and the contact's own row. What another contact of the home has as well says nothing about this one. A full name of
 * one word, such as "Tenant", is looked for after a title and as the whole of a name only: it may be a word of any text.
 * A record with the name loses its signatures as well: nothing says whose they are.
 */
export function searchForPerson(
  tenant: ErasedPerson & Pick<PropertyTenant, "propertyTenantId">,
  others: readonly PropertyTenant[] = [],
): PersonSearch {
  const words = readName(tenant);
  const surname = words.at(-1) ?? "";
  const isShared = (isSame: (other: PropertyTenant) => boolean) => others.some(isSame);
  const hasOwnSurname =
    surname.length > 1 && !isShared((other) => isSameText(readName(other).at(-1) ?? "", surname));
  const email = tenant.emailAddress ?? "";
  const hasOwnEmail =
    email !== "" && !isShared((other) => isSameText(other.emailAddress ?? "", email));
  const numbers = listNumbers(tenant).filter(
    (number) => !isShared((other) => listNumbers(other).includes(number)),
  );
  const patterns = [
    ...(words.length > 1 ? [`(?:${title})?${words.map(nameSource).join("\\s+")}`] : []),
    ...(hasOwnSurname ? [`${title}${nameSource(surname)}`] : []),
    ...(hasOwnEmail ? [escape(email)] : []),
    ...numbers.map((number) => `${countryCode}${Array.from(number).join("[\\s()-]*")}`),
  ];
  const oneWord = words.length === 1 && surname.length > 1 ? surname : null;
  const pattern =
    patterns.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`, "giu");

  function reduceText(text: string, key: string): string {
    if (oneWord !== null && holdsName.test(key) && isSameText(text, oneWord)) return removedText;
    return pattern === null || text.startsWith("data:")
      ? text
      : text.replaceAll(pattern, removedText);
  }

  function reduceValue(value: unknown, key = ""): unknown {
    if (typeof value === "string") return reduceText(value, key);
    if (Array.isArray(value)) return value.map((one) => reduceValue(one, key));
    if (typeof value !== "object" || value === null) return value;
    if ("propertyTenantId" in value && value.propertyTenantId === tenant.propertyTenantId)
      return { ...value, fullName: removedText, phones: [], emailAddress: null, contactType: null };
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, reduceValue(one, name)]),
    );
  }

  const isNamedIn = (value: unknown) =>
    JSON.stringify(reduceValue(value)) !== JSON.stringify(value);

  return {
    reduce(value) {
      if (!isNamedIn(value)) return null;
      const reduced = reduceValue(value);
      return {
        value: isNamedIn(withoutContacts(value)) ? withoutPictures(reduced) : reduced,
      };
    },
  };
}

/** The words of the full name without a title. None: the contact is reduced, so that nobody knows the name. */
function readName({ fullName }: ErasedPerson): string[] {
  const name = fullName.trim();
  return name === removedText
    ? []
    : name
        .replace(new RegExp(`^${title}`, "iu"), "")
        .split(/\s+/)
        .filter(Boolean);
}

/** The digits of the telephone numbers as they are dialled within the country, without the 0 at the beginning. */
const listNumbers = ({ phones }: ErasedPerson): string[] =>
  phones
    .map(({ number }) => number.replaceAll(/\D/g, "").replace(/^(?:(?:00)?44)?0?/, ""))
    .filter((digits) => digits.length >= 6);

const countryCode = "(?:(?:\\+|00)44[\\s()-]*)?(?:\\(?0[\\s()-]*)?";

/** The names of values that are the name of somebody. */
const holdsName = /name$|signer$/i;

const isSameText = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** A hyphen is no special character outside of a class: with the flag `u` an escaped one is an error. */
const escape = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, "\\$&");

/** The source of a pattern for a word of a name: others write it with another hyphen or apostrophe, or without. */
const nameSource = (word: string) =>
  escape(word)
    .replaceAll(/\p{Pd}+/gu, "(?:\\s*\\p{Pd}+\\s*|\\s+)")
    .replaceAll(/['\u2018\u2019\u02BC`\u00B4]/g, "['\u2018\u2019\u02BC`\u00B4]?");

function withoutContacts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutContacts);
  if (typeof value !== "object" || value === null) return value;
  if ("propertyTenantId" in value) return null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutContacts(one)]));
}

/** Signatures are pictures inside of a record. */
function withoutPictures(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("data:image/") ? null : value;
  if (Array.isArray(value)) return value.map(withoutPictures);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutPictures(one)]));
}

/** The SHA-256 sums of pictures that a record carries are found by their bytes. */
export function listPictures(value: unknown): Buffer[] {
  if (typeof value === "string")
    return value.startsWith("data:image/")
      ? [Buffer.from(value.slice(value.indexOf(",") + 1), "base64")]
      : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listPictures);
}
