import { sql } from "drizzle-orm";
import type { DataRow } from "@fieldfare/contract";
import type { KindProperty, KnownKinds } from "@fieldfare/domain";
import type { Orm } from "../database/database.ts";

/**
 * Reads which of the categories, job types and stages that forms name there are. Jobs that another system sends may have some
 * that are not in the tables. A table without rows says nothing about them.
 */
export async function readKnownKinds(
  orm: Orm,
  forms: readonly DataRow<"CustomForm">[],
): Promise<KnownKinds> {
  const offers = forms.flatMap((form) => [form, ...(form.offers ?? [])]);
  const listNamed = (property: KindProperty) =>
    sql.param(offers.flatMap((offer) => offer[property] ?? []));
  const { rows } = await orm.execute<Record<KindProperty, number[] | null>>(sql`
    with type_rows as (select job_category_id, job_detail_type_id from job_type),
         -- A number that no table has is looked for in the newest jobs alone: there are millions of them.
         newest as materialized (
           select job_category_id, job_detail_type_id, job_stage_id from job order by changed_on desc limit 10000
         ),
         stage_rows as (
           select (row ->> 'jobStageId')::int as job_stage_id from data_row where type = 'JobStage' and not deleted
         )
    select case when exists (select 1 from type_rows) then array(
             select id from unnest(${listNamed("jobCategoryId")}::int[]) id
              where id in (select job_category_id from type_rows)
                 or id in (select job_category_id from newest)) end as "jobCategoryId",
           case when exists (select 1 from type_rows) then array(
             select id from unnest(${listNamed("jobDetailTypeId")}::int[]) id
              where id in (select job_detail_type_id from type_rows)
                 or id in (select job_detail_type_id from newest)) end as "jobDetailTypeId",
           case when exists (select 1 from stage_rows) then array(
             select id from unnest(${listNamed("jobStageId")}::int[]) id
              where id in (select job_stage_id from stage_rows)
                 or id in (select job_stage_id from newest)) end as "jobStageId"`);
  const [found] = rows;
  const toSet = (ids: number[] | null | undefined) => (ids ? new Set(ids) : null);
  return {
    jobCategoryId: toSet(found?.jobCategoryId),
    jobDetailTypeId: toSet(found?.jobDetailTypeId),
    jobStageId: toSet(found?.jobStageId),
  };
}
