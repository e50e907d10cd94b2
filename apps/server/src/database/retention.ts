import { eq, sql } from "drizzle-orm";
import { makeChange } from "./audit.ts";
import type { Database } from "./database.ts";
import { databaseError } from "./errors.ts";
import { dropOldPartitions } from "./partitions.ts";
import {
  findRetentionRule,
  mayKeepForEver,
  readRetentionRules,
  type RetentionKind,
  type RetentionRule,
  type RetentionSettings,
} from "./retention-rules.ts";
import { retentionRun } from "./schema.ts";
import { type OfficeRetention, readSetting } from "./settings.ts";

/** Small enough that no other statement waits long. */
const rowsAtOnce = 500;

/** How much of each kind was deleted or reduced. */
export type RetentionCounts = Readonly<Partial<Record<RetentionKind, number>>>;

/**
 * Applies the rules in their order, by the database's clock. Several servers may do it at the same time. Returns the
 * numbers that are not 0.
 */
export async function applyRetention(
  { pool }: Pick<Database, "pool">,
  settings: RetentionSettings,
): Promise<RetentionCounts> {
  const counts: Partial<Record<RetentionKind, number>> = {};
  for (const { kind, days, steps, partitionsOf } of readRetentionRules(settings)) {
    if (days === null) continue;
    let count = partitionsOf ? await dropOldPartitions(pool, partitionsOf, days) : 0;
    for (const { statement } of steps) {
      let last = 0;
      do {
        const { rows } = await pool.query<{ count: number }>(statement, [days, rowsAtOnce]);
        last = rows[0]?.count ?? 0;
        count += last;
      } while (last > 0);
    }
    if (count > 0) counts[kind] = count;
  }
  return counts;
}

/** The largest count: beyond it the office reads "more than". */
export const maxDue = 100_000;

/** How long a count may take, in ms. */
const countMs = 4_000;

/**
 * Counts what the next run would delete or reduce of a kind with a period, up to `maxDue` + 1. Null: the count would take
 * too long.
 */
export async function countDue(
  { pool }: Pick<Database, "pool">,
  { steps }: RetentionRule,
  days: number | null,
): Promise<number | null> {
  if (days === null) return 0;
  const client = await pool.connect();
  try {
    await client.query("begin read only");
    await client.query(`set local statement_timeout = ${countMs}`);
    let total = 0;
    for (const { due } of steps) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from (select 1 from ${due} limit $2) as due`,
        [days, maxDue + 1],
      );
      total += rows[0]?.count ?? 0;
    }
    return Math.min(total, maxDue + 1);
  } catch (error) {
    // The statement was cancelled.
    if (databaseError(error)?.code === "57014") return null;
    throw error;
  } finally {
    await client.query("rollback").then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}

/**
 * The periods in force: those of the office before those of the environment. A period that this version no longer allows
 * is the shortest or longest that it does.
 */
export async function readRetentionSettings(
  database: Pick<Database, "orm">,
  environment: RetentionSettings,
): Promise<RetentionSettings> {
  const office = await readSetting(database, "retention");
  return office ? { ...environment, ...readOfficePeriods(office) } : environment;
}

function readOfficePeriods(office: OfficeRetention): RetentionSettings {
  const periods: Partial<Record<RetentionKind, number | null>> = {};
  for (const [kind, { days }] of Object.entries(office)) {
    const rule = findRetentionRule(kind);
    if (!rule) continue;
    const { minimumDays, maximumDays } = rule;
    if (days !== null) periods[rule.kind] = Math.min(Math.max(days, minimumDays), maximumDays);
    else if (mayKeepForEver(rule)) periods[rule.kind] = null;
  }
  return periods;
}

/** Runs retention with the periods in force, and writes the report of the run that the office reads. */
export async function runRetention(
  database: Database,
  environment: RetentionSettings,
  deleteObjects: () => Promise<number>,
): Promise<void> {
  const { orm, pool } = database;
  const [run] = await orm.insert(retentionRun).values({}).returning({ runId: retentionRun.runId });
  if (!run) throw new Error("The run was not stored");
  const settings = await readRetentionSettings(database, environment);
  const counts: Record<string, number> = { ...(await applyRetention({ pool }, settings)) };
  let failure: unknown;
  const objects = await deleteObjects().catch((error: unknown) => {
    failure = error;
    return 0;
  });
  if (objects > 0) counts.objects = objects;
  await makeChange(database, null, async (change) => {
    await change.orm
      .update(retentionRun)
      .set({ endedOn: sql`now()`, counts })
      .where(eq(retentionRun.runId, run.runId));
    if (Object.keys(counts).length > 0)
      change.record({
        action: "retention-run",
        objectType: "retention",
        objectId: String(run.runId),
        after: counts,
      });
  });
  // The task fails only now: what the run deleted is in the report.
  if (failure !== undefined) throw failure;
}
