import type { CallAnswer } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { createParameters } from "../../database/parameters.ts";
import { escapeLike, findsByIndex, listWords } from "../../database/searchable-sql.ts";

type FoundHome = CallAnswer<typeof office.listHomes>[number];

const maxWords = 10;
/** Caps how many matches are sorted. */
const maxSorted = 300;
/** No index finds words of one or two letters, so a search that has no longer one ends after these. */
const maxUnindexed = 10_000;

const order = "p.postcode, length(p.address_line_1), p.address_line_1";

/**
 * Finds homes whose address, UPRN or tenants contain every word of `search`, at most `limit`. Those whose address begins
 * with it come first.
 */
export async function findHomes(
  { pool }: Database,
  search: string,
  limit: number,
): Promise<FoundHome[]> {
  const words = listWords(search).slice(0, maxWords);
  if (words.length === 0) return [];
  const source = findsByIndex(words)
    ? "property p"
    : `(select * from property order by property_id limit ${maxUnindexed}) p`;
  const select = async (patterns: readonly string[]) => {
    const parameters = createParameters();
    const matches = patterns.map((pattern) => `p.search_text like ${parameters.add(pattern)}`);
    const { rows } = await pool.query<FoundHome>(
      `select p.property_id as "propertyId", p.uprn, p.address_line_1 as "addressLine1",
          p.address_line_2 as "addressLine2", p.address_line_3 as "addressLine3",
          p.address_line_4 as "addressLine4", p.postcode, p.client_id as "clientId",
          (select nullif(left(string_agg(t."row" ->> 'fullName', ', ' order by t.property_tenant_id), 1000), '')
             from property_tenant t where t.property_id = p.property_id) as "tenantNames"
         from (select * from ${source} where ${matches.join(" and ")} limit ${maxSorted}) p
        order by ${order} limit ${limit}`,
      [...parameters.values],
    );
    return rows;
  };
  const first = await select([`${words.map(escapeLike).join(" ")}%`]);
  if (first.length === limit) return first;
  const others = await select(words.map((word) => `%${escapeLike(word)}%`));
  return [...new Map([...first, ...others].map((home) => [home.propertyId, home])).values()].slice(
    0,
    limit,
  );
}
