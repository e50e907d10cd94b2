import { desc } from "drizzle-orm";
import type { CallAnswer } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { readRetentionRules, type RetentionSettings } from "../../database/retention-rules.ts";
import { retentionRun } from "../../database/schema.ts";

const maxRuns = 100;

/** Reads how long each kind of data is kept, and what the last runs deleted. */
export async function readRetention(
  { orm }: Database,
  settings: RetentionSettings,
): Promise<CallAnswer<typeof office.readRetention>> {
  const runs = await orm
    .select()
    .from(retentionRun)
    .orderBy(desc(retentionRun.runId))
    .limit(maxRuns);
  return {
    rules: readRetentionRules(settings).map(({ kind, days, effect }) => ({ kind, days, effect })),
    runs: runs.map(({ startedOn, endedOn, counts }) => ({
      startedOn: startedOn.toISOString(),
      endedOn: endedOn?.toISOString() ?? null,
      counts: { ...counts },
    })),
  };
}
