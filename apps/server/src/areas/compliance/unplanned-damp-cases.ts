import type { BoardDampCase } from "@fieldfare/contract/office";
import {
  assessDampCase,
  type DampClock,
  type DampEvent,
  type DampJob,
  findUnplannedClock,
  isInspectionType,
  isUrgentClock,
} from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { isoSql } from "../../database/iso-sql.ts";
import {
  createRules,
  type DampConfig,
  jobSql,
  openJobsSql,
  readOpenCases,
  type Rules,
} from "./damp-cases.ts";

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
  const cases = await readClocks(database, config, rules);
  const urgent = cases
    .flatMap(({ caseId, clocks }) => {
      // With the jobs, which are not read yet, this clock may turn out to be planned for.
      const clock = findUnplannedClock(clocks, [], rules.at);
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
        job: findNextJob(clock, home.jobs),
      });
    }
  }
  return found.slice(0, maxCases);
}

/** An inspection is named only if no other job could begin the works. */
function findNextJob({ name }: DampClock, jobs: HomeRow["jobs"]): BoardDampCase["job"] {
  const works = jobs.find(({ detailTypeName }) => !isInspectionType(detailTypeName));
  return (name === "works" ? works : undefined) ?? jobs[0] ?? null;
}

/** The urgent clocks of a case, as long as its events are these and none of its clocks runs out. */
interface Assessed {
  readonly events: string;
  readonly clocks: readonly DampClock[];
  /** ms since 1970. */
  readonly from: number;
  readonly until: number;
}

/** To compute the clocks costs more than to read the events, and boards are read all the time. */
const assessed = new WeakMap<DampConfig, ReadonlyMap<string, Assessed>>();

/** Reads the urgent clocks of the open cases. */
async function readClocks(database: Database, config: DampConfig, rules: Rules) {
  const rows = await readOpenCases(database);
  const at = rules.at.getTime();
  const known = assessed.get(config);
  const present = new Map(
    rows.map(({ case_id: caseId, events }) => {
      const before = known?.get(caseId);
      const isCurrent =
        before?.events === JSON.stringify(events) && before.from <= at && at < before.until;
      return [caseId, isCurrent ? before : assess(events, rules)] as const;
    }),
  );
  assessed.set(config, present);
  return [...present].map(([caseId, { clocks }]) => ({ caseId, clocks }));
}

function assess(events: readonly DampEvent[], rules: Rules): Assessed {
  const { clocks } = assessDampCase(events, rules);
  const running = clocks.filter(({ state }) => state === "running");
  return {
    events: JSON.stringify(events),
    clocks: clocks.filter(isUrgentClock),
    from: rules.at.getTime(),
    until: Math.min(...running.map(({ dueOn }) => Date.parse(dueOn))),
  };
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
          select coalesce(jsonb_agg(${jobSql} || jsonb_build_object('isOnHold', o.hold is not null,
              'statusOn', ${isoSql("read_moment(o.status_timestamps ->> o.status)")})
              order by o.appointment_date_time, o.job_id), '[]') as jobs
            from (${openJobsSql("c.case_id")}) o) open
       where c.case_id = any($1::uuid[])`,
    values: [caseIds],
  });
  return new Map(rows.map((row) => [row.case_id, row]));
}
