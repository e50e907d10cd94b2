import { and, eq, inArray, sql } from "drizzle-orm";
import type { DataRow } from "@fieldfare/contract";
import { formsToAdd, newFormEntry, requirementFor } from "@fieldfare/domain";
import type { Orm } from "../database/database.ts";
import { dataRow, jobForm } from "../database/schema.ts";

/** A job, and what decides which forms it has. */
export interface NewJob {
  readonly jobId: string;
  readonly propertyId: string;
  readonly jobCategoryId: number;
  readonly jobDetailTypeId: number;
  readonly jobStageId: number | null;
}

/**
 * Adds the forms that are required and recommended for the kind of each new job, with the answers of the last
 * visit.
 */
export async function addForms(orm: Orm, jobs: readonly NewJob[], at: Date): Promise<void> {
  if (jobs.length === 0) return;
  const rows = await orm
    .select({ row: sql<DataRow<"CustomForm">>`${dataRow.row}` })
    .from(dataRow)
    .where(and(eq(dataRow.type, "CustomForm"), eq(dataRow.deleted, false)));
  const forms = rows.map(({ row }) => row);
  const wanted = jobs.map((job) => ({ job, forms: formsToAdd(forms, job) }));
  if (wanted.every((one) => one.forms.length === 0)) return;
  const answersByForm = await readLastAnswers(orm, wanted);
  const entries = wanted.flatMap(({ job, forms: added }) =>
    added.map((form) =>
      newFormEntry(form, {
        job,
        addedByUser: false,
        at,
        previousAnswers: answersByForm.get(`${job.propertyId} ${form.customFormId}`) ?? null,
      }),
    ),
  );
  await orm
    .insert(jobForm)
    .values(entries.map((row) => ({ jobId: row.jobId, customFormId: row.customFormId, row })))
    .onConflictDoNothing();
}

/** Finds published forms of jobs by their ids. What a form contains is no form of a job. */
export async function findPublishedForms(
  orm: Orm,
  customFormIds: readonly string[],
): Promise<DataRow<"CustomForm">[]> {
  if (customFormIds.length === 0) return [];
  const rows = await orm
    .select({ row: sql<DataRow<"CustomForm">>`${dataRow.row}` })
    .from(dataRow)
    .where(
      and(
        eq(dataRow.type, "CustomForm"),
        eq(dataRow.deleted, false),
        inArray(dataRow.rowId, [...customFormIds]),
      ),
    );
  return rows
    .map(({ row }) => row)
    .filter(({ definition, withdrawnOn }) => !definition.isSubForm && withdrawnOn === undefined);
}

/** Makes forms required at one job, whatever its kind asks for. One that it has already keeps its answers. */
export async function requireForms(
  orm: Orm,
  job: NewJob,
  customFormIds: readonly string[],
  at: Date,
): Promise<void> {
  const forms = await findPublishedForms(orm, customFormIds);
  if (forms.length === 0) return;
  const answersByForm = await readLastAnswers(orm, [{ job, forms }]);
  const entries = forms.map((form) =>
    newFormEntry(form, {
      job,
      addedByUser: false,
      isRequired: true,
      at,
      previousAnswers: answersByForm.get(`${job.propertyId} ${form.customFormId}`) ?? null,
    }),
  );
  await orm
    .insert(jobForm)
    .values(entries.map((row) => ({ jobId: row.jobId, customFormId: row.customFormId, row })))
    .onConflictDoUpdate({
      target: [jobForm.jobId, jobForm.customFormId],
      set: {
        row: sql`${jobForm.row} || '{"usageRequirement": 3, "addedByUser": false, "optional": false}'::jsonb`,
      },
    });
}

/**
 * Takes back that forms are required at one job. What its kind asks for stays, and so does a form that was begun; every
 * other one goes.
 */
export async function releaseForms(
  orm: Orm,
  job: NewJob,
  customFormIds: readonly string[],
): Promise<void> {
  const forms = await findPublishedForms(orm, customFormIds);
  for (const customFormId of customFormIds) {
    const form = forms.find((one) => one.customFormId === customFormId);
    const requirement = (form && requirementFor(form, job)) ?? 1;
    const ofJob = and(eq(jobForm.jobId, job.jobId), eq(jobForm.customFormId, customFormId));
    if (requirement === 1)
      await orm
        .delete(jobForm)
        .where(and(ofJob, sql`${jobForm.row} ->> 'completionStatus' = 'NotStarted'`));
    await orm
      .update(jobForm)
      .set({
        row: sql`${jobForm.row} || jsonb_build_object('usageRequirement', ${requirement}::int)`,
      })
      .where(ofJob);
  }
}

type Answers = Record<string, unknown>;

/** Reads the last completed answers, by property and form. */
async function readLastAnswers(
  orm: Orm,
  wanted: readonly { readonly job: NewJob; readonly forms: readonly DataRow<"CustomForm">[] }[],
): Promise<Map<string, Answers>> {
  const properties = [...new Set(wanted.map(({ job }) => job.propertyId))];
  const formIds = [
    ...new Set(wanted.flatMap(({ forms }) => forms.map(({ customFormId }) => customFormId))),
  ];
  const { rows } = await orm.execute<{ place: string; answers: Answers }>(sql`
    select distinct on (j.property_id, f.custom_form_id)
      j.property_id || ' ' || f.custom_form_id as place, f.row -> 'completedForm' as answers
    from job_form f join job j on j.job_id = f.job_id
    where ${inArray(sql`j.property_id`, properties)} and ${inArray(sql`f.custom_form_id`, formIds)}
      and f.row ->> 'completionStatus' = 'Complete' and jsonb_typeof(f.row -> 'completedForm') = 'object'
    order by j.property_id, f.custom_form_id, f.row ->> 'completedOn' desc nulls last`);
  return new Map(rows.map(({ place, answers }) => [place, fieldsWithoutImages(answers)]));
}

/** A longer text is a signature or an image and not something that a person typed. */
const maxCarriedLength = 2_000;

/** Photos and signatures belong to their visit, and they are large. */
function withoutImages(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutImages).filter((entry) => entry !== undefined);
  if (typeof value === "string") return value.length > maxCarriedLength ? undefined : value;
  if (typeof value !== "object" || value === null) return value;
  return "imageId" in value ? undefined : fieldsWithoutImages(value);
}

function fieldsWithoutImages(value: object): Answers {
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, entry]) => [key, withoutImages(entry)] as const)
      .filter(([, entry]) => entry !== undefined),
  );
}
