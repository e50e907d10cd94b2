import type { CallAnswer } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { createParameters, type Parameters } from "../../database/parameters.ts";
import {
  escapeLike,
  findsByIndex,
  homeHasWordsSql,
  listWords,
} from "../../database/searchable-sql.ts";

type FoundHome = CallAnswer<typeof office.listHomes>[number];

const maxWords = 10;
/** Caps how many matches are sorted. */
const maxSorted = 300;
/** No index finds words of one or two letters, so a search that has no longer one ends after these. */
const maxUnindexed = 10_000;

const order = "p.postcode, length(p.address_line_1), p.address_line_1";

/**
 * Finds homes by their address, UPRN or tenants, at most `limit`. `homeHasWordsSql` says when the words of `search` find a
 * home. Those whose address begins with them come first.
 */
export async function findHomes(
  { pool }: Database,
  search: string,
  limit: number,
): Promise<FoundHome[]> {
  const words = listWords(search).slice(0, maxWords);
  if (words.length === 0) return [];
  const beginning = `${words.map(escapeLike).join(" ")}%`;
  const select = async (build: (parameters: Parameters) => { source: string; first?: string }) => {
    const parameters = createParameters();
    const { source, first } = build(parameters);
    const { rows } = await pool.query<FoundHome>(
      `select p.property_id as "propertyId", p.uprn, p.address_line_1 as "addressLine1",
          p.address_line_2 as "addressLine2", p.address_line_3 as "addressLine3",
          p.address_line_4 as "addressLine4", p.postcode, p.client_id as "clientId",
          (select nullif(left(string_agg(t."row" ->> 'fullName', ', ' order by t."row" ->> 'createdOn', t."row" ->> 'fullName'), 1000), '')
             from property_tenant t where t.property_id = p.property_id) as "tenantNames"
         from (${source}) p
        order by ${first === undefined ? "" : `${first}, `}${order} limit ${limit}`,
      [...parameters.values],
    );
    return rows;
  };
  const isIndexed = findsByIndex(words);
  const source = isIndexed
    ? "property p"
    : `(select * from property order by property_id limit ${maxUnindexed}) p`;
  const ids = isIndexed ? await findIds({ pool }, words) : null;
  if (ids && ids.length <= maxSorted)
    return select((parameters) => ({
      source: `select * from property where property_id = any(${parameters.add(ids)}::uuid[])`,
      first: `p.search_text not like ${parameters.add(beginning)}`,
    }));
  // Among so many the homes that come first are looked for on their own: not all can be sorted.
  const first = await select((parameters) => ({
    source: `select * from ${source} where p.search_text like ${parameters.add(beginning)} limit ${maxSorted}`,
  }));
  if (first.length === limit) return first;
  const others = await select((parameters) => ({
    source: ids
      ? `select * from property where property_id = any(${parameters.add(ids.slice(0, maxSorted))}::uuid[])`
      : `select * from ${source} where ${homeHasWordsSql("p.search_text", words, parameters)} limit ${maxSorted}`,
  }));
  return [...new Map([...first, ...others].map((home) => [home.propertyId, home])).values()].slice(
    0,
    limit,
  );
}

/** Finds the ids of homes that have the words, one more than can be sorted if there are so many. */
async function findIds({ pool }: Pick<Database, "pool">, words: readonly string[]) {
  const parameters = createParameters();
  const { rows } = await pool.query<{ id: string }>(
    `select p.property_id as id from property p
      where ${homeHasWordsSql("p.search_text", words, parameters)} limit ${maxSorted + 1}`,
    [...parameters.values],
  );
  return rows.map(({ id }) => id);
}
