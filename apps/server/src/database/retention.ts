import { eq, sql } from "drizzle-orm";
import { makeChange } from "./audit.ts";
import type { Database } from "./database.ts";
import {
  readRetentionRules,
  type RetentionKind,
  type RetentionSettings,
} from "./retention-rules.ts";
import { retentionRun } from "./schema.ts";

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
  for (const { kind, days, statements } of readRetentionRules(settings)) {
    if (days === null) continue;
    let count = 0;
    for (const statement of statements) {
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

/** Runs retention, and writes the report of the run that the office reads. */
export async function runRetention(
  database: Database,
  settings: RetentionSettings,
  deleteObjects: () => Promise<number>,
): Promise<void> {
  const { orm, pool } = database;
  const [run] = await orm.insert(retentionRun).values({}).returning({ runId: retentionRun.runId });
  if (!run) throw new Error("The run was not stored");
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
