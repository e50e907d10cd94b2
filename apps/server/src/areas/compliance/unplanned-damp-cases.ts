import type { BoardDampCase } from "@fieldfare/contract/office";
import { type DampJob, findUnplannedClock, isUrgentClock } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { isoSql } from "../../database/iso-sql.ts";
import { createRules, type DampConfig, openJobsSql, readOpenStandings } from "./damp-cases.ts";

/** So many cases are on the board: the list of cases has all of them. */
const maxCases = 100;

/**
 * Reads the open cases with an emergency or a clock that has run out, for which nobody has planned work in time. Emergencies
 * come first, then what ran out first.
 */
export async function readUnplannedDampCases(
  database: Database,
  config: DampConfig,
): Promise<BoardDampCase[]> {
  const rules = createRules(config);
  const standings = await readOpenStandings(database, rules);
  const urgent = standings
    .flatMap(({ caseId, standing: { clocks } }) => {
      // With the jobs, which are not read yet, this clock may turn out to be planned for.
      const clock = findUnplannedClock(clocks.filter(isUrgentClock), [], rules.at);
      return clock ? [{ caseId, clocks, clock }] : [];
    })
    .toSorted(
      (one, other) =>
        Number(other.clock.name === "emergency") - Number(one.clock.name === "emergency") ||
        one.clock.dueOn.localeCompare(other.clock.dueOn) ||
        one.caseId.localeCompare(other.caseId),
    );
  const found: BoardDampCase[] = [];
  for (let from = 0; from < urgent.length && found.length < maxCases; from += maxCases) {
    const some = urgent.slice(from, from + maxCases);
    const homes = await readHomes(
      database,
      some.map(({ caseId }) => caseId),
    );
    for (const { caseId, clocks } of some) {
      const home = homes.get(caseId);
      const clock = home && findUnplannedClock(clocks, home.jobs, rules.at);
      if (!clock) continue;
      found.push({
        caseId,
        propertyId: home.property_id,
        address: home.address.filter(Boolean).join(", "),
        clock: clock.name,
        dueOn: clock.dueOn,
        job: home.jobs[0] ?? null,
      });
    }
  }
  return found.slice(0, maxCases);
}

interface HomeRow {
  readonly case_id: string;
  readonly property_id: string;
  readonly address: readonly (string | null)[];
  /** By their time. */
  readonly jobs: readonly (DampJob & NonNullable<BoardDampCase["job"]>)[];
}

async function readHomes({ pool }: Database, caseIds: readonly string[]) {
  const { rows } = await pool.query<HomeRow>({
    name: "homes-of-damp-cases",
    text: `
      select c.case_id, c.property_id, open.jobs,
          array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address
        from damp_case c
        join property p on p.property_id = c.property_id
        cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('jobId', o.job_id, 'formattedJobId', o.formatted_job_id,
              'appointmentDateTime', ${isoSql("o.appointment_date_time")}, 'status', o.status,
              'fieldOperativeId', o.field_operative_id, 'detailTypeName', o.detail_type_name)
              order by o.appointment_date_time, o.job_id), '[]') as jobs
            from (${openJobsSql("c.case_id")}) o) open
       where c.case_id = any($1::uuid[])`,
    values: [caseIds],
  });
  return new Map(rows.map((row) => [row.case_id, row]));
}
