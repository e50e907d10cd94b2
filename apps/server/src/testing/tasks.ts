import type { Database } from "../database/database.ts";
import type { QueueName } from "../database/queues.ts";

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
