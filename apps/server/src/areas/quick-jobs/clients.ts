import { asc, eq, ne, sql } from "drizzle-orm";
import type { CallAnswer, CallBody, getServiceLevel } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { endOfLondonDay, normaliseForSearch, serviceLevelDays } from "@fieldfare/domain";
import type { Database, Orm } from "../../database/database.ts";
import { client, jobType, property } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

export type ClientRow = typeof client.$inferSelect;

export function readClients({ orm }: Database): Promise<ClientRow[]> {
  return orm.select().from(client).orderBy(asc(client.name), asc(client.clientId));
}

export async function findClient(orm: Orm, clientId: number): Promise<ClientRow | null> {
  const [row] = await orm.select().from(client).where(eq(client.clientId, clientId));
  return row ?? null;
}

/** A priority is asked for by its id alone: no two clients may have one of the same id. */
export async function putClient(
  { orm }: Database,
  clientId: number,
  body: CallBody<typeof office.putClient>,
): Promise<CallAnswer<typeof office.putClient> | Refusal> {
  return orm.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${client} in share row exclusive mode`);
    const others = await transaction.select().from(client).where(ne(client.clientId, clientId));
    const taken = new Set(
      others.flatMap(({ priorities }) => priorities.map(({ priorityId }) => priorityId)),
    );
    for (const { priorityId } of body.priorities) {
      if (taken.has(priorityId))
        return refuse("conflict", { detail: `There is another priority ${priorityId} already` });
      taken.add(priorityId);
    }
    await transaction
      .insert(client)
      .values({ clientId, ...body })
      .onConflictDoUpdate({ target: client.clientId, set: body });
    return { clientId, ...body };
  });
}

/** The list takes the place of the one before. */
export async function putJobTypes(
  { orm }: Database,
  types: CallBody<typeof office.putJobTypes>,
): Promise<CallAnswer<typeof office.putJobTypes>> {
  const unique = [...new Map(types.map((row) => [row.jobDetailTypeId, row])).values()];
  await orm.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${jobType} in share row exclusive mode`);
    await transaction.delete(jobType);
    if (unique.length > 0) await transaction.insert(jobType).values(unique);
  });
  return unique;
}

/** The domain's `searchable`, for a piece of SQL that is text. */
export function searchableSql(text: string): string {
  return `regexp_replace(lower(${text}), '[''\u2018\u2019\u201B\u02BC\u02B9\u2032\u0060\u00B4\uFF07]', '', 'g')`;
}

/** At most 30, those that begin with the words first. */
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

/** Null: all. A property that is only being added is not known here yet. */
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

/** Null when no client has the priority. */
export async function findServiceLevel(
  database: Database,
  priorityId: number,
  received: Date,
): Promise<CallAnswer<typeof getServiceLevel> | null> {
  const clients = await readClients(database);
  const priority = clients
    .flatMap(({ priorities }) => priorities)
    .find((each) => each.priorityId === priorityId);
  return priority ? computeTargets(priority, received) : null;
}

export function computeTargets(priority: ClientRow["priorities"][number], received: Date) {
  const { targetResponseDay, targetCompletionDay } = serviceLevelDays(received, priority);
  return {
    targetResponseDateTime: endOfLondonDay(targetResponseDay).toISOString(),
    targetCompletionDateTime: endOfLondonDay(targetCompletionDay).toISOString(),
  };
}
