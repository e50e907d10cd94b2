import { PgBoss } from "pg-boss";
import type { Database } from "../database/database.ts";
import { createQueueAdapter, type QueueName, queueOptions } from "../database/queues.ts";

/** A task that is not done. */
export interface OpenTask {
  readonly task: { readonly messageId?: string; readonly jobId?: string };
  /** Finished attempts, and the code of the last failure. */
  readonly attempts: number;
  readonly code: string | null;
  /** Whether a server works on it now. */
  readonly isActive: boolean;
  /** How long it still waits. */
  readonly seconds: number;
}

/** Lists the tasks of a queue that wait or are being worked on, oldest first. Tasks that were given up are left out. */
export async function listOpenTasks({ pool }: Database, queue: QueueName): Promise<OpenTask[]> {
  const { rows } = await pool.query<OpenTask>(
    `select data as task, case when state = 'retry' then retry_count + 1 else retry_count end as attempts,
            output ->> 'code' as code, state = 'active' as "isActive",
            extract(epoch from start_after - now())::float8 as seconds
       from pgboss.job where name = $1 and state < 'completed' order by created_on, id`,
    [queue],
  );
  return rows;
}

/** Lets the tasks that wait after a failure become due earlier by some minutes. */
export async function advanceTasks({ pool }: Database, minutes: number): Promise<void> {
  await pool.query(
    "update pgboss.job set start_after = start_after - $1 * interval '1 minute' where state = 'retry'",
    [minutes],
  );
}

/** Calls the library itself. */
export async function withBoss<T>(
  { pool }: Database,
  work: (boss: PgBoss) => Promise<T>,
): Promise<T> {
  const db = createQueueAdapter(pool);
  const boss = new PgBoss({ ...queueOptions, db, supervise: false, schedule: false });
  await boss.start();
  const result = await work(boss);
  await boss.stop({ close: false });
  return result;
}

/** Adds a scheduled task as its schedule does. Returns false when there is one already. */
export async function addScheduledTask(database: Database, queue: QueueName): Promise<boolean> {
  return (await withBoss(database, (boss) => boss.send(queue, {}))) !== null;
}
