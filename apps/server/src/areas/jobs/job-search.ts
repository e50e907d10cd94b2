import type { Database } from "../../database/database.ts";
import { createParameters, type Parameters } from "../../database/parameters.ts";
import {
  containsWordsSql,
  findsByIndex,
  homeHasWordsSql,
  listWords,
  searchableSql,
} from "../../database/searchable-sql.ts";

/** A search for jobs by their reference, or by the address, the UPRN and the tenants of their home. */
export interface JobSearch {
  /** SQL condition for a job `j` at a property `p`. */
  matches(parameters: Parameters): string;
  /** Whether an index can find one of its words. */
  readonly isIndexed: boolean;
  /** Finds the jobs by their reference and the homes. Null: there are more homes than `maxHomes`, or many jobs. */
  findFew(database: Database, maxHomes: number): Promise<FoundFew | null>;
}

/** What a search that finds few has found. */
export interface FoundFew {
  /** The jobs whose reference is found. */
  readonly jobIds: readonly string[];
  /** The homes that are found. All of their jobs count as found. */
  readonly propertyIds: readonly string[];
}

const maxJobs = 300;
const maxWords = 10;

/** Returns null when there is no word to search for. */
export function buildSearch(text: string): JobSearch | null {
  const words = listWords(text).slice(0, maxWords);
  if (words.length === 0) return null;
  const reference = searchableSql("j.formatted_job_id");
  const homeText = "p.search_text";
  const isIndexed = findsByIndex(words);
  return {
    isIndexed,
    matches: (parameters) =>
      `((${containsWordsSql(reference, words, parameters, "in-order")})
        or (${homeHasWordsSql(homeText, words, parameters, "in-order")}))`,
    async findFew({ pool }, maxHomes) {
      if (!isIndexed) return null;
      const parameters = createParameters();
      const { rows } = await pool.query<FoundFew>(
        `select
           array(select j.job_id from job j where ${containsWordsSql(reference, words, parameters)} limit ${maxJobs + 1}) as "jobIds",
           array(select p.property_id from property p where ${homeHasWordsSql(homeText, words, parameters)} limit ${maxHomes + 1}) as "propertyIds"`,
        [...parameters.values],
      );
      const [found] = rows;
      return found && found.jobIds.length <= maxJobs && found.propertyIds.length <= maxHomes
        ? found
        : null;
    },
  };
}
