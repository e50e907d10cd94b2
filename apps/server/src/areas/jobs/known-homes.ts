import { sql } from "drizzle-orm";
import type { z } from "@fieldfare/contract";
import type { jobDraft } from "@fieldfare/contract/office";
import { normaliseAddress } from "@fieldfare/domain";
import type { Orm } from "../../database/database.ts";
import { formatAddress } from "../../database/format-address.ts";
import * as schema from "../../database/schema.ts";
import { escapeLike, listWords } from "../../database/searchable-sql.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

/** How many homes a refusal names. A block may have hundreds under one first line. */
const maxNamed = 10;

/**
 * Finds homes that have the address of a new one and that the caller does not know; undefined: there is none, or nobody asks.
 * A caller who asks waits for all others who are raising a job for a new home of the address.
 */
export async function refuseKnownHome(
  orm: Orm,
  {
    property,
    expectedPropertyIds: expected,
  }: Pick<z.output<typeof jobDraft>, "property" | "expectedPropertyIds">,
): Promise<Refusal | undefined> {
  const address = normaliseAddress(property);
  if (property.propertyId !== undefined || address === null) return undefined;
  const key = sql`hashtextextended(${`home ${address}`}, 0)`;
  if (expected === undefined) {
    // Those who do not ask need not wait for each other.
    await orm.execute(sql`select pg_advisory_xact_lock_shared(${key})`);
    return undefined;
  }
  await orm.execute(sql`select pg_advisory_xact_lock(${key})`);
  const unknown = (await findHomes(orm, address)).filter(
    ({ propertyId }) => !expected.includes(propertyId),
  );
  const [first, second] = unknown;
  if (!first) return undefined;
  const issues = unknown.slice(0, maxNamed).map((home) => ({
    path: "expectedPropertyIds",
    message: `Property ${home.propertyId}: ${formatAddress(home)}`,
  }));
  const detail = second
    ? `${unknown.length} homes with this address are known already, such as ${formatAddress(first)}`
    : `A home with this address is known already: ${formatAddress(first)}`;
  return refuse("conflict", { detail, issues });
}

/** The index of the search finds those that have all words of the address; the domain says which of them have the address. */
async function findHomes(orm: Orm, address: string) {
  const { property } = schema;
  const found = await orm
    .select({
      propertyId: property.propertyId,
      addressLine1: property.addressLine1,
      addressLine2: property.addressLine2,
      addressLine3: property.addressLine3,
      addressLine4: property.addressLine4,
      postcode: property.postcode,
    })
    .from(property)
    .where(
      sql.join(
        listWords(address).map(
          (word) => sql`${property.searchText} like ${`%${escapeLike(word)}%`}`,
        ),
        sql` and `,
      ),
    )
    .orderBy(property.createdOn, property.propertyId);
  return found.filter((home) => normaliseAddress(home) === address);
}
