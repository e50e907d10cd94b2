import { listKeys } from "@fieldfare/domain";
import { type ConstructorOptions, type Db, PgBoss, type QueuePolicy } from "pg-boss";
import type pg from "pg";

const day = 86_400;

/** The delay after a failure is between one and two times `retryDelay`, and doubles up to `retryDelayMax`. */
const retries = { retryDelay: 15, retryBackoff: true, retryDelayMax: 300 };

/** Documents and checks are never given up: the law asks for some of the documents. */
const untilDone = { ...retries, retryLimit: 1_000_000_000, retentionSeconds: 50 * 365 * day };

/** A server that sends no heartbeats was killed: other servers take its tasks over. */
const limits = { expireInSeconds: 300, heartbeatSeconds: 60, deleteAfterSeconds: day };

/** The queues, each with its retries and limits. */
const queues = {
  documents: { ...untilDone, ...limits },
  "form-checks": { ...untilDone, ...limits },
  "visit-updates": { ...untilDone, ...limits },
  /** A push message only wakes the app, which polls anyway. */
  push: { ...retries, ...limits, retryLimit: 4, retentionSeconds: day },
  "reference-imports": { ...untilDone, ...limits, expireInSeconds: 3_600 },
  "property-imports": { ...untilDone, ...limits, expireInSeconds: 7_200 },
  /** Messages to the housing system. The sender gives each of them up by itself. */
  hact: { ...untilDone, ...limits, retryDelayMax: 3_600 },
  /** A failure of an export is counted in its row, which gives it up. */
  "reporting-exports": {
    ...untilDone,
    ...limits,
    retryDelayMax: 3_600,
    expireInSeconds: 6 * 3_600,
  },
  "old-rows": { ...untilDone, ...limits, expireInSeconds: 3_600 },
} as const;

export type QueueName = keyof typeof queues;

export const queueNames: readonly QueueName[] = listKeys(queues);

/** How many tasks of a queue there may be, where there is a limit. The library cannot change it later. */
const policies: { readonly [Name in QueueName]?: QueuePolicy } = {
  /** One, whether it waits, runs or is tried again: the time for the next one then passes without a task. */
  "reporting-exports": "exclusive",
  "old-rows": "exclusive",
};

/** When the library adds a task, as a cron expression in UTC. The servers of one database add one together. */
const schedules: { readonly [Name in QueueName]?: string } = {
  "reporting-exports": "*/10 * * * *",
  "old-rows": "7 * * * *",
};

/** Whether the library adds the tasks of a queue regularly. Such tasks have no content. */
export function isScheduled(name: QueueName): boolean {
  return schedules[name] !== undefined;
}

/** The options of each connection to the queue. */
export const queueOptions = {
  registerInstance: false,
  openTelemetry: { enabled: false },
  // Both may need more rights or more time than our connections have, and the tables stay small.
  reindex: false,
  monitorVacuum: false,
} as const satisfies ConstructorOptions;

/** Brings the queue's own tables up to date, and our queues with their options. */
export async function migrateQueues(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    ...queueOptions,
    db: createQueueAdapter(client),
    supervise: false,
    schedule: false,
  });
  let failure: unknown;
  boss.on("error", (error) => (failure ??= error));
  await boss.start();
  for (const name of queueNames) {
    const [policy, cron] = [policies[name], schedules[name]];
    await boss.createQueue(name, { ...queues[name], ...(policy && { policy }) });
    await boss.updateQueue(name, queues[name]);
    // "once": a time at which no server ran is made up for at the next start.
    if (cron) await boss.schedule(name, cron, {}, { missed: "once" });
  }
  await boss.stop({ close: false });
  if (failure) throw failure;
}

/** Lets the queue use our connections. A text without values may have several statements, and then several results. */
export function createQueueAdapter(client: Pick<pg.Pool | pg.Client, "query">): Db {
  return {
    async executeSql(text, values) {
      const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, values);
      return { rows: Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows };
    },
  };
}
