import type { CallAnswer, DataRow } from "@fieldfare/contract";
import type {
  formStates,
  FormBundleAnswer,
  FormSummary,
  FormVersionSummary,
  readForm as readCall,
} from "@fieldfare/contract/office";
import { formLimits } from "@fieldfare/contract/office";
import { type JobStatus, normaliseForSearch } from "@fieldfare/domain";
import { namedSubForms } from "@fieldfare/forms";
import type { Database } from "../../database/database.ts";
import { describeChanges, findBundle } from "../../forms/check-forms.ts";
import { readSubForms } from "../../forms/check-store.ts";
import { type CurrentForm, findStoredVersion, readCurrentForms } from "../../forms/versions.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { readJobTypes } from "../quick-jobs/job-types.ts";
import { readRows } from "../../database/data-sets.ts";

type Form = DataRow<"CustomForm">;

interface Filter {
  readonly search?: string | undefined;
  readonly state?: (typeof formStates)[number] | undefined;
  readonly after?: string | undefined;
  readonly limit?: string | undefined;
}

const defaultLimit = 100;

/** Lists forms by name. */
export async function listForms(
  database: Database,
  { search, state, after, limit }: Filter,
): Promise<FormSummary[] | Refusal> {
  const forms = await readSummaries(database, null);
  const words = normaliseForSearch(search ?? "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const from = after === undefined ? -1 : forms.findIndex((form) => form.customFormId === after);
  if (after !== undefined && from < 0)
    return refuse("invalid", { issues: [{ path: "after", message: "There is no such form" }] });
  return forms
    .slice(from + 1)
    .filter((form) => state === undefined || (form.withdrawn !== null) === (state === "withdrawn"))
    .filter(({ name, description }) => {
      const text = normaliseForSearch(`${name} ${description}`);
      return words.every((word) => text.includes(word));
    })
    .slice(0, Number(limit ?? defaultLimit));
}

interface SummaryRow {
  readonly customFormId: string;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly isSubForm: boolean;
  readonly publishedOn: Date;
  readonly publishedBy: string | null;
  readonly source: "folder" | "office";
  readonly withdrawnOn: Date | null;
  readonly withdrawnBy: string | null;
  readonly openJobs: number;
}

/**
 * Reads the forms by name, or one of them. Their open jobs are counted from the jobs that are open, which are few: each
 * has few forms.
 */
async function readSummaries({ pool }: Database, formId: string | null): Promise<FormSummary[]> {
  const { rows } = await pool.query<SummaryRow>({
    name: "list-forms",
    text: `with open as materialized (
        select f.custom_form_id, count(*)::int as jobs
          from job j
         cross join lateral (
           select custom_form_id from job_form f
            where f.job_id = j.job_id and ($1::uuid is null or f.custom_form_id = $1::uuid) limit 1000) f
         where j.status <> 'Closed' group by f.custom_form_id)
      select r.row_id as "customFormId", f.version, f.definition ->> 'name' as name,
          f.definition ->> 'description' as description,
          (f.definition ->> 'isSubForm')::boolean as "isSubForm",
          coalesce(d.created_on, now()) as "publishedOn", d.published_by as "publishedBy",
          case when d.file is null then 'office' else 'folder' end as source,
          w.withdrawn_on as "withdrawnOn", w.withdrawn_by as "withdrawnBy", coalesce(o.jobs, 0) as "openJobs"
        from data_row r
       cross join lateral jsonb_to_record(r.row) as f(version int, definition jsonb)
        left join form_definition d on d.custom_form_id = r.row_id::uuid and d.version = f.version
        left join withdrawn_form w on w.custom_form_id::text = r.row_id
        left join open o on o.custom_form_id::text = r.row_id
       where r.type = 'CustomForm' and not r.deleted and ($1::uuid is null or r.row_id = $1::text)
       order by lower(f.definition ->> 'name'), r.row_id`,
    values: [formId],
  });
  return rows.map(({ withdrawnOn, withdrawnBy, publishedOn, ...row }) => ({
    ...row,
    publishedOn: publishedOn.toISOString(),
    withdrawn: withdrawnOn && { on: withdrawnOn.toISOString(), by: withdrawnBy },
  }));
}

/** Reads a form with the jobs that it is for and what uses it. */
export async function readForm(
  database: Database,
  formId: string,
): Promise<CallAnswer<typeof readCall> | Refusal> {
  const [form] = await readSummaries(database, formId);
  const current = await readCurrentForms(database.orm);
  const own = current.find(({ row }) => row.customFormId === formId);
  if (!form || !own) return refuse("not-found");
  return {
    form,
    offers: own.row.definition.isSubForm ? [] : await nameOffers(database, own.row),
    subForms: listSubForms(own.row, current),
    usedBy: listUsers(formId, current),
    openJobs: await listOpenJobs(database, formId),
    completed: await countCompleted(database, formId),
  };
}

async function nameOffers(database: Database, form: Form) {
  const types = await readJobTypes(database);
  const { rows: stages } = await readRows(database, "JobStage");
  const { offers = [] } = form;
  return [form, ...offers].map((offer) => {
    const { jobCategoryId, jobDetailTypeId, jobStageId, usageRequirement } = offer;
    const detail = types.find((type) => type.jobDetailTypeId === jobDetailTypeId);
    const category = types.find((type) => type.jobCategoryId === jobCategoryId) ?? detail;
    return {
      jobCategoryId,
      categoryName: category?.categoryName ?? null,
      jobDetailTypeId,
      detailTypeName: detail?.name ?? null,
      jobStageId,
      stageName: stages.find((stage) => stage.jobStageId === jobStageId)?.name ?? null,
      usageRequirement,
    };
  });
}

function listSubForms(form: Form, current: readonly CurrentForm[]) {
  const named = new Map(
    namedSubForms(form).map((one) => [`${one.subForm} ${one.subFormVersion}`, one]),
  );
  return [...named.values()].map(({ subForm, subFormVersion }) => ({
    customFormId: subForm,
    name:
      current.find(({ row }) => row.customFormId === subForm)?.row.definition.name ??
      "Unknown form",
    version: subFormVersion,
  }));
}

function listUsers(formId: string, current: readonly CurrentForm[]) {
  return current.flatMap(({ row, withdrawn }) => {
    const named = namedSubForms(row).find(({ subForm }) => subForm === formId);
    if (!named) return [];
    const { customFormId, definition } = row;
    return [
      {
        customFormId,
        name: definition.name,
        version: named.subFormVersion,
        isWithdrawn: withdrawn !== null,
      },
    ];
  });
}

async function listOpenJobs({ pool }: Database, formId: string) {
  const { rows } = await pool.query<{
    jobId: string;
    formattedJobId: string;
    status: JobStatus;
    appointmentDateTime: Date;
    version: number;
    completionStatus: "NotStarted" | "InProgress" | "Complete";
  }>({
    name: "open-jobs-of-form",
    text: `select j.job_id as "jobId", j.formatted_job_id as "formattedJobId", j.status,
        j.appointment_date_time as "appointmentDateTime", (f.row ->> 'version')::int as version,
        f.row ->> 'completionStatus' as "completionStatus"
      from job j
     cross join lateral (
       select row from job_form f where f.job_id = j.job_id and f.custom_form_id = $1 limit 1) f
     where j.status <> 'Closed'
     order by j.appointment_date_time, j.job_id limit ${formLimits.jobs}`,
    values: [formId],
  });
  return rows.map((row) => ({
    ...row,
    appointmentDateTime: row.appointmentDateTime.toISOString(),
  }));
}

async function countCompleted({ pool }: Database, formId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: "completed-forms",
    text: `select count(*)::int as count from (
        select from job_form where custom_form_id = $1 and row ->> 'completionStatus' = 'Complete'
         limit ${formLimits.completed}) f`,
    values: [formId],
  });
  return rows[0]?.count ?? 0;
}

/** Lists the versions of a form with what each changed, the newest first. */
export async function listFormVersions(
  { pool }: Database,
  formId: string,
  {
    before,
    limit = "20",
  }: { readonly before?: string | undefined; readonly limit?: string | undefined },
): Promise<FormVersionSummary[] | Refusal> {
  const max = Number(limit);
  const { rows } = await pool.query<{
    row: Form;
    publishedOn: Date;
    publishedBy: string | null;
    source: "folder" | "office";
  }>(
    `select row, created_on as "publishedOn", published_by as "publishedBy",
        case when file is null then 'office' else 'folder' end as source
       from form_definition where custom_form_id = $1 and ($2::int is null or version < $2)
      order by version desc limit $3`,
    [formId, before ?? null, max + 1],
  );
  if (rows.length === 0 && before === undefined) return refuse("not-found");
  return rows.slice(0, max).map(({ row, publishedOn, publishedBy, source }, index) => {
    const earlier = rows[index + 1];
    return {
      version: row.version,
      publishedOn: publishedOn.toISOString(),
      publishedBy,
      source,
      changes: earlier ? describeChanges(earlier.row, row) : null,
    };
  });
}

/** Reads a version of a form with its sub-forms. */
export async function readFormVersion(
  database: Database,
  formId: string,
  version: number,
): Promise<FormBundleAnswer | Refusal> {
  const form = await findStoredVersion(database, formId, version);
  if (!form) return refuse("not-found");
  return findBundle(form, await readSubForms(database, form)) ?? { definition: form, subForms: [] };
}
