import { asc, eq, sql } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { normaliseForSearch } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { client, jobType, property } from "../../database/schema.ts";
import { searchableSql } from "../../database/searchable-sql.ts";

/** Lists the job types by category, then by name. */
export function readJobTypes({ orm }: Database): Promise<CallAnswer<typeof office.listJobTypes>> {
  return orm.select().from(jobType).orderBy(asc(jobType.categoryName), asc(jobType.name));
}

/** Replaces the whole list. */
export async function putJobTypes(
  { orm, record }: Change,
  types: CallBody<typeof office.putJobTypes>,
): Promise<CallAnswer<typeof office.putJobTypes>> {
  const unique = [...new Map(types.map((row) => [row.jobDetailTypeId, row])).values()];
  await orm.execute(sql`lock table ${jobType} in share row exclusive mode`);
  const before = await orm.delete(jobType).returning();
  if (unique.length > 0) await orm.insert(jobType).values(unique);
  const sorted = (rows: typeof before) =>
    rows.toSorted((one, other) => one.jobDetailTypeId - other.jobDetailTypeId);
  record({
    action: "job-types-changed",
    objectType: "job-types",
    objectId: "job-types",
    before: sorted(before),
    after: sorted(unique),
  });
  return unique;
}

/** At most 30 job types whose category or name contains `words`; those whose name begins with them come first. */
export async function searchJobTypes(database: Database, propertyId: string, words: string) {
  const covered = await readCoveredTypes(database, propertyId);
  const { rows } = await database.pool.query<{
    jobDetailTypeId: number;
    name: string;
    categoryName: string;
  }>(
    `select job_detail_type_id as "jobDetailTypeId", name, category_name as "categoryName"
       from job_type
      where position($1 in ${searchableSql("category_name || ' ' || name")}) > 0
        and ($2::int[] is null or job_detail_type_id = any($2))
      order by position($1 in ${searchableSql("name")}) <> 1, category_name, name
      limit 30`,
    [normaliseForSearch(words.trim()), covered],
  );
  return rows;
}

/** Null: every job type is covered. That is also so for a property that the server does not know yet. */
async function readCoveredTypes({ orm }: Database, propertyId: string): Promise<number[] | null> {
  const [found] = await orm
    .select({ contracts: client.contracts, named: property.clientContracts })
    .from(property)
    .innerJoin(client, eq(client.clientId, property.clientId))
    .where(eq(property.propertyId, propertyId));
  const own = found?.named;
  const contracts = (found?.contracts ?? []).filter(
    ({ contractId }) => !own || own.includes(contractId),
  );
  const named = contracts.flatMap(({ jobDetailTypeIds }) => jobDetailTypeIds ?? []);
  const isRestricted = contracts.every(({ jobDetailTypeIds = [] }) => jobDetailTypeIds.length > 0);
  return isRestricted && named.length > 0 ? named : null;
}
