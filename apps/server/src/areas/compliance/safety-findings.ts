import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type { SafetyForm } from "@fieldfare/contract/office";
import type * as office from "@fieldfare/contract/office";
import {
  findingsOnForm,
  formIds,
  type JobStatus,
  type VisitForm,
  visitWarnings,
  withoutUnwrittenNotice,
} from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { createParameters } from "../../database/parameters.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { readPastVisits } from "../jobs/visit-warnings.ts";

type Filter = NonNullable<CallQuery<typeof office.listSafetyFindings>>;

const defaultLimit = 30;

const kinds = {
  [formIds.gasSafetyRecord]: "gas-safety-record",
  [formIds.warningNotice]: "warning-notice",
} as const;

/** The categories of jobs to which the gas safety record is offered; null: it is offered to all. */
const gasCategories = `
  gas_category as materialized (
    select (offer ->> 'jobCategoryId')::int as id
      from data_row d
     cross join lateral (
       select d.row as offer union all select jsonb_array_elements(coalesce(d.row -> 'offers', '[]'))) o
     where d.type = 'CustomForm' and d.row_id = '${formIds.gasSafetyRecord}' and not d.deleted)`;

/**
 * Whether the job `o` counts as work on a danger: it may have a gas safety record. A job of another trade at the home does not. Without
 * that form every job counts.
 */
const isGasJob = `(
  exists (select from gas_category c where c.id is null or c.id = o.job_category_id)
  or not exists (select from gas_category)
  or exists (select from job_form g where g.job_id = o.job_id and g.custom_form_id = '${formIds.gasSafetyRecord}'))`;

/**
 * Lists forms with findings, newest first. The table knows which forms may have one; the domain reads the answers, so a
 * page may be shorter than its limit.
 */
export async function listSafetyFindings(
  database: Database,
  { jobId, kind, classification, open, after, limit }: Filter,
): Promise<CallAnswer<typeof office.listSafetyFindings> | Refusal> {
  const parameters = createParameters();
  const ids = Object.entries(kinds).flatMap(([id, name]) => (kind && kind !== name ? [] : [id]));
  const size = limit === undefined ? defaultLimit : Number(limit);
  const position = after === undefined ? null : readPosition(after);
  if (position === undefined)
    return refuse("invalid", { issues: [{ path: "after", message: "This is no position" }] });
  const older =
    position === null
      ? "true"
      : `(s.completed_on, s.job_id, s.custom_form_id) < (${parameters.add(position.completedOn)}::timestamptz,
          ${parameters.add(position.jobId)}::uuid, ${parameters.add(position.formId)}::uuid)`;
  const ofJob = jobId === undefined ? "true" : `s.job_id = ${parameters.add(jobId)}::uuid`;
  const count = parameters.add(size);
  // One index scan for each form: together they could not be read in order.
  const newest = ids.map(
    (id) => `(select * from safety_form s
       where s.custom_form_id = ${parameters.add(id)}::uuid and s.has_findings and ${ofJob} and ${older}
       order by s.completed_on desc nulls first, s.job_id desc limit ${count})`,
  );
  const { rows } = await database.pool.query<FormRow>(
    `with ${gasCategories}
     select s.job_id, s.custom_form_id, s.property_id, s.completed_on, j.formatted_job_id, p.postcode, p.uprn,
         array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address,
         f.row -> 'completedForm' as answers, n.row as notice, k.name as engineer_name, next.job
       from (select * from (${newest.join(" union all ")}) s
              order by s.completed_on desc, s.job_id desc, s.custom_form_id desc limit ${count}) s
       join job j on j.job_id = s.job_id
       join property p on p.property_id = s.property_id
       left join job_form f on f.job_id = s.job_id and f.custom_form_id = s.custom_form_id
       left join job_form n on n.job_id = s.job_id and n.custom_form_id = '${formIds.warningNotice}'
       left join account k on k.field_operative_id = j.field_operative_id
       left join lateral (
         select jsonb_build_object('jobId', o.job_id, 'formattedJobId', o.formatted_job_id,
             'appointmentDateTime', to_char(o.appointment_date_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'status', o.status, 'fieldOperativeId', o.field_operative_id, 'categoryName', o.category_name,
             'detailTypeName', o.detail_type_name) as job
           from job o where o.property_id = s.property_id and o.status <> 'Closed' and ${isGasJob}
          order by o.appointment_date_time, o.job_id limit 1) next on true
      order by s.completed_on desc, s.job_id desc, s.custom_form_id desc`,
    [...parameters.values],
  );
  const openDangers = await readOpenDangers(database, rows);
  const forms = rows
    .map((row) => toSafetyForm(row, openDangers.get(row.property_id) ?? []))
    .filter(
      ({ findings, isOpen }) =>
        findings.length > 0 &&
        (open === undefined || isOpen) &&
        (!classification || findings.some((finding) => finding.classification === classification)),
    );
  const last = rows.at(-1);
  return { forms, next: last && rows.length === size ? writePosition(last) : null };
}

/** Reads the dangers of the homes of these forms that no later visit has ended. */
async function readOpenDangers(
  database: Database,
  rows: readonly FormRow[],
): Promise<ReadonlyMap<string, SafetyForm["openDangers"]>> {
  const propertyIds = [...new Set(rows.map(({ property_id }) => property_id))];
  const visits = await readPastVisits(database, propertyIds);
  return new Map(
    propertyIds.map((propertyId) => [
      propertyId,
      visitWarnings(visits.get(propertyId) ?? []).flatMap((warning) =>
        warning.kind === "danger"
          ? [{ classification: warning.classification, name: warning.name }]
          : [],
      ),
    ]),
  );
}

interface FormRow {
  readonly job_id: string;
  readonly custom_form_id: keyof typeof kinds;
  readonly property_id: string;
  readonly completed_on: Date;
  readonly formatted_job_id: string;
  readonly postcode: string;
  readonly uprn: string | null;
  readonly address: readonly (string | null)[];
  /** Null: retention has deleted them. */
  readonly answers: Readonly<Record<string, unknown>> | null;
  /** The warning notice of the visit; null: it has none. */
  readonly notice: VisitForm | null;
  readonly engineer_name: string | null;
  readonly job: (SafetyForm["job"] & { readonly status: JobStatus }) | null;
}

function toSafetyForm(row: FormRow, openDangers: SafetyForm["openDangers"]): SafetyForm {
  return {
    kind: kinds[row.custom_form_id],
    jobId: row.job_id,
    formattedJobId: row.formatted_job_id,
    propertyId: row.property_id,
    address: row.address.filter(Boolean).join(", "),
    postcode: row.postcode,
    uprn: row.uprn,
    completedOn: row.completed_on.toISOString(),
    engineerName: row.engineer_name,
    findings: findingsOfVisit(row),
    isOpen: openDangers.length > 0,
    openDangers,
    job: row.job,
  };
}

function findingsOfVisit({ custom_form_id, answers, notice, formatted_job_id }: FormRow) {
  const form = { customFormId: custom_form_id, completedForm: answers };
  const visit = [{ ...form, completionStatus: "Complete" as const }];
  const [found] = withoutUnwrittenNotice(
    notice && custom_form_id !== formIds.warningNotice ? [...visit, notice] : visit,
    formatted_job_id,
  );
  return findingsOnForm(found ?? form);
}

function writePosition({ completed_on, job_id, custom_form_id }: FormRow): string {
  return [completed_on.toISOString(), job_id, custom_form_id].join("/");
}

/** Undefined: it is none. */
function readPosition(after: string) {
  const [completedOn = "", jobId = "", formId = ""] = after.split("/");
  const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(completedOn);
  if (!isMoment || Number.isNaN(Date.parse(completedOn)) || !isId(jobId) || !isId(formId))
    return undefined;
  return { completedOn, jobId, formId };
}
