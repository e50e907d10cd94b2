import { desc, sql } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { countDue, maxDue, readRetentionSettings } from "../../database/retention.ts";
import {
  findRetentionRule,
  mayKeepForEver,
  readRetentionRules,
  type RetentionKind,
  type RetentionRule,
  type RetentionSettings,
} from "../../database/retention-rules.ts";
import { retentionRun } from "../../database/schema.ts";
import {
  lockSettings,
  type OfficeRetention,
  readSetting,
  writeSetting,
} from "../../database/settings.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

const maxRuns = 100;

type RetentionReport = CallAnswer<typeof office.readRetention>;
type Period = RetentionReport["rules"][number];

/** Reads how long each kind of data is kept and who decided that, what the last runs deleted, and what comes next. */
export async function readRetention(
  { orm }: Pick<Database, "orm">,
  environment: RetentionSettings,
): Promise<RetentionReport> {
  const runs = await orm
    .select()
    .from(retentionRun)
    .orderBy(desc(retentionRun.runId))
    .limit(maxRuns);
  return {
    rules: await readPeriods({ orm }, environment),
    runs: runs.map(({ startedOn, endedOn, counts }) => ({
      startedOn: startedOn.toISOString(),
      endedOn: endedOn?.toISOString() ?? null,
      counts: { ...counts },
    })),
    nextRun: await readNextRun({ orm }),
  };
}

async function readPeriods(
  { orm }: Pick<Database, "orm">,
  environment: RetentionSettings,
): Promise<Period[]> {
  const chosen = (await readSetting({ orm }, "retention")) ?? {};
  const settings = await readRetentionSettings({ orm }, environment);
  return readRetentionRules(settings).map((rule) => toPeriod(rule, environment, chosen));
}

function toPeriod(
  rule: RetentionRule,
  environment: RetentionSettings,
  chosen: OfficeRetention,
): Period {
  const { kind, days, effect, minimumDays, maximumDays, law } = rule;
  const office = chosen[kind];
  return {
    kind,
    days,
    effect,
    minimumDays,
    maximumDays,
    mayKeepForEver: mayKeepForEver(rule),
    law,
    source: office ? "office" : environment[kind] === undefined ? "default" : "environment",
    otherwiseDays: readDays(kind, environment),
    changedOn: office?.changedOn ?? null,
  };
}

/** Reads the task that waits or runs; without one, when the next is due. */
async function readNextRun({ orm }: Pick<Database, "orm">): Promise<RetentionReport["nextRun"]> {
  const { rows } = await orm.execute<{ state: string | null; starts: Date }>(sql`
    select j.state::text as state,
           coalesce(case when j.state = 'active' then j.started_on else j.start_after end,
             date_trunc('hour', now() - interval '7 minutes') + interval '67 minutes') as starts
      from (select 1) one
      left join lateral (
        select state, started_on, start_after from pgboss.job
         where name = 'old-rows' and state in ('created', 'retry', 'active')
         order by created_on desc limit 1) j on true`);
  const [row] = rows;
  if (!row) throw new Error("The query answers one row");
  const states = { active: "running", retry: "failed" } as const;
  const state = row.state === "active" || row.state === "retry" ? states[row.state] : "due";
  return { state, startsOn: new Date(row.starts).toISOString() };
}

/** Counts what the next run would delete of a kind with a period; without one, with the period in force. */
export async function countRetention(
  database: Database,
  environment: RetentionSettings,
  kind: string,
  days?: number,
): Promise<CallAnswer<typeof office.countRetention> | Refusal> {
  const settings = await readRetentionSettings(database, environment);
  const rule = readRetentionRules(settings).find((one) => one.kind === kind);
  if (!rule) return refuse("not-found", { detail: "There is no such kind of data" });
  const count = await countDue(database, rule, days ?? rule.days);
  return {
    count: count === null ? null : Math.min(count, maxDue),
    isMore: count !== null && count > maxDue,
  };
}

/** What a change needs to know, which is read before its transaction because a count may take seconds. */
interface Counts {
  /** How much the period in force deletes at the next run, and the new one. Null: the count took too long. */
  readonly present: number | null;
  readonly next: number | null;
}

/** Counts for a change. Without `days`: the period that holds without the office's. */
export async function countForChange(
  database: Database,
  environment: RetentionSettings,
  kind: string,
  days?: number | null,
): Promise<Counts> {
  const rule = findRetentionRule(kind);
  if (!rule) return { present: 0, next: 0 };
  const settings = await readRetentionSettings(database, environment);
  const next = days === undefined ? readDays(rule.kind, environment) : days;
  if (next === null) return { present: 0, next: 0 };
  return {
    present: await countDue(database, rule, readDays(rule.kind, settings)),
    next: await countDue(database, rule, next),
  };
}

/**
 * Sets the period of a kind, or goes back to the one that holds without the office. What deletes more than before has to
 * be confirmed with the number that the caller has read.
 */
export async function putRetention(
  { orm, record }: Change,
  environment: RetentionSettings,
  kind: string,
  { days, presentDays, confirmedCount }: CallBody<typeof office.putRetention>,
  counts: Counts,
): Promise<Period | Refusal> {
  await lockSettings(orm);
  const rule = findRetentionRule(kind);
  const periods = await readPeriods({ orm }, environment);
  const before = periods.find((period) => period.kind === kind);
  if (!rule || !before) return refuse("not-found", { detail: "There is no such kind of data" });
  const issue = days === undefined ? null : findIssue(rule, days);
  if (issue !== null) return refuse("invalid", { issues: [{ path: "days", message: issue }] });
  if (before.days !== presentDays)
    return refuse("conflict", {
      detail: `Somebody else has changed this period: it is now ${describeDays(before.days)}`,
    });
  const next = days === undefined ? before.otherwiseDays : days;
  if (isShorter(next, before.days) && deletesMore(counts) && !isConfirmed(counts, confirmedCount))
    return refuse("confirmation-needed", {
      detail: `The next run would delete ${describeCount(counts.next)} that the present period leaves. This cannot be undone. Confirm the number.`,
    });
  const chosen = (await readSetting({ orm }, "retention")) ?? {};
  const { [kind]: _replaced, ...others } = chosen;
  const after =
    days === undefined
      ? others
      : { ...others, [kind]: { days, changedOn: new Date().toISOString() } };
  await writeSetting({ orm }, "retention", after);
  const period = toPeriod({ ...rule, days: next }, environment, after);
  record({
    action: "retention-period-changed",
    objectType: "retention",
    objectId: kind,
    before: { days: before.days, source: before.source },
    after: { days: period.days, source: period.source },
  });
  return period;
}

/** Returns the period of a kind by these settings, or else its own. */
function readDays(kind: RetentionKind, settings: RetentionSettings): number | null {
  const days = settings[kind];
  return days === undefined ? (findRetentionRule(kind)?.days ?? null) : days;
}

function findIssue(rule: RetentionRule, days: number | null): string | null {
  if (days === null)
    return mayKeepForEver(rule) ? null : "This kind of data cannot be kept for ever";
  if (days < rule.minimumDays) return `The shortest period is ${describeDays(rule.minimumDays)}`;
  return days > rule.maximumDays ? `The longest period is ${describeDays(rule.maximumDays)}` : null;
}

const isShorter = (days: number | null, than: number | null) =>
  days !== null && (than === null || days < than);

const deletesMore = ({ present, next }: Counts) =>
  present === null || next === null || next > present;

const isConfirmed = ({ next }: Counts, confirmed: number | undefined) =>
  confirmed !== undefined && (next === null || Math.min(next, maxDue) <= confirmed);

function describeDays(days: number | null): string {
  return days === null ? "for ever" : days === 1 ? "1 day" : `${days} days`;
}

function describeCount(count: number | null): string {
  if (count === null) return "a number of records that takes too long to count";
  return count > maxDue ? `more than ${maxDue} records` : `${count} records`;
}
