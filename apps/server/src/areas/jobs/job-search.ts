import { normaliseForSearch } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { createParameters, type Parameters } from "../../database/parameters.ts";
import { escapeLike, findsByIndex, searchableSql } from "../../database/searchable-sql.ts";

/** A search for jobs by their reference, or by the address, the UPRN and the tenants of their home. */
export interface JobSearch {
  /** SQL condition for a job `j` at a property `p`. */
  matches(parameters: Parameters): string;
  /** SQL that selects the `job_id` of every job that is found. Each part of it uses an index. */
  findJobs(parameters: Parameters): string;
  /** Whether an index can find one of its words. */
  readonly isIndexed: boolean;
  /** Whether it finds so few homes and references that their jobs are quickly sorted. */
  findsFew(database: Database): Promise<boolean>;
}

/** A home has about ten jobs in five years. */
const few = 300;
const maxWords = 10;

/** Returns null when there is no word to search for. */
export function buildSearch(text: string): JobSearch | null {
  const words = normaliseForSearch(text).split(/\s+/).filter(Boolean).slice(0, maxWords);
  if (words.length === 0) return null;
  const containsAll = (column: string, parameters: Parameters) =>
    words.map((word) => `${column} like ${parameters.add(`%${escapeLike(word)}%`)}`).join(" and ");
  const isReference = (parameters: Parameters) =>
    containsAll(searchableSql("j.formatted_job_id"), parameters);
  const isHome = (parameters: Parameters) => containsAll("p.search_text", parameters);
  const findReferences = (parameters: Parameters) =>
    `select j.job_id from job j where ${isReference(parameters)}`;
  const findHomes = (parameters: Parameters) =>
    `select p.property_id from property p where ${isHome(parameters)}`;
  const isIndexed = findsByIndex(words);
  return {
    isIndexed,
    matches: (parameters) => `((${isReference(parameters)}) or (${isHome(parameters)}))`,
    findJobs: (parameters) =>
      `${findReferences(parameters)}
       union
       select j.job_id from job j join (${findHomes(parameters)}) home on home.property_id = j.property_id`,
    async findsFew({ pool }) {
      if (!isIndexed) return false;
      const parameters = createParameters();
      const counts = [findReferences, findHomes].map(
        (find) => `(select count(*) from (${find(parameters)} limit ${few + 1}) found)`,
      );
      const { rows } = await pool.query<{ most: string }>(
        `select greatest(${counts.join(", ")}) as most`,
        [...parameters.values],
      );
      return Number(rows[0]?.most) <= few;
    },
  };
}
