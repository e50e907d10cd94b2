import { type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import { raiseTaskAlarm } from "./alarms.ts";
import type { AuditSource } from "./audit.ts";
import type { Database } from "./database.ts";
import { errorCode } from "./errors.ts";
import { createQueueAdapter, isScheduled, type QueueName, queueOptions } from "./queues.ts";

/**
 * The tasks of each queue. SQL adds them: `add_task(queue, task)`, in the transaction that causes the task. The library
 * adds the scheduled ones, which have no content.
 */
interface Tasks extends Record<QueueName, object> {
  readonly documents: MessageTask;
  readonly "form-checks": MessageTask;
  readonly "visit-updates": MessageTask;
  readonly push: { readonly fieldOperativeId: string };
  readonly "reference-imports": ImportTask;
  readonly "property-imports": PropertyImportTask;
  /** The messages to the housing system about one work order. */
  readonly hact: { readonly reference: string };
  readonly "reporting-exports": object;
  readonly "old-rows": object;
}

/** Work that follows a message of a job. */
export interface MessageTask {
  readonly messageId: string;
  readonly jobId: string;
}

/** The next step of an import of reference data, in the name of the person who began it. */
export interface ImportTask {
  readonly importId: string;
  readonly step: "check" | "apply" | "undo";
  readonly source: AuditSource;
  /** For `undo`: rows that were changed since stay as they are. */
  readonly leaveChanged?: boolean;
}

/** A step of an import of homes, in the name of the person who began it. */
export interface PropertyImportTask {
  readonly importId: string;
  readonly step: "check" | "apply";
  readonly source: AuditSource;
}

export interface TaskQueue {
  /**
   * Says how this server works on the tasks of a queue, before `start`. At most `batchSize` tasks are worked on at
   * the same time.
   */
  handle<Name extends QueueName>(
    name: Name,
    handler: TaskHandler<Name>,
    options?: { batchSize: number },
  ): void;
  /** Works on the due tasks of the queues with a handler, now and regularly until `close`. */
  start(): Promise<void>;
  /** Looks for due tasks at once, because one was added. The caller does not wait. */
  trigger(name: QueueName): void;
  /**
   * Adds a task of a queue with scheduled tasks now, unless one is not done, and looks for it at once. The caller does not
   * wait: if it cannot be added, the schedule adds it later.
   */
  addScheduled(name: QueueName): void;
  /** Finishes the tasks in progress. What takes longer than ten seconds is tried again later, by any server. */
  close(): Promise<void>;
}

/** Does the work or throws. A repeat must change nothing. */
type TaskHandler<Name extends QueueName> = (task: Tasks[Name]) => Promise<void>;

interface Parts {
  readonly database: Database;
  /** False: another version has upgraded the database, and this server must not work on tasks any more. */
  readonly mayWork: () => Promise<boolean>;
  /** How often this server looks for due tasks without a trigger. */
  readonly intervalSeconds: number;
  /** Whether this server adds the scheduled tasks, one for all servers of the database. */
  readonly schedules: boolean;
  /** Called when a task failed; it is tried again automatically. Null: the queue could not be read or written. */
  readonly onFailure: (error: unknown, task: FailedTask | null) => void;
}

type FetchedTask<Data extends object> = Pick<
  JobWithMetadata<Data & { readonly interruptions?: number }>,
  "id" | "data" | "retryCount" | "createdOn"
> & { readonly output: object | null };

type FailedTask = { readonly queue: QueueName } & Partial<MessageTask>;

/** Returns what an alarm says of a task besides its queue. Scheduled tasks differ only by when they were added. */
function describeTask<Data extends object>(
  queue: QueueName,
  { data, createdOn }: Pick<FetchedTask<Data>, "data" | "createdOn">,
): object {
  const { interruptions: _count, ...task } = data;
  return isScheduled(queue) ? { ...task, addedOn: createdOn.toISOString() } : task;
}

const otherVersion = { code: "other-version" };
const closeTimeoutMs = 10_000;
/** With the delays of `queues.ts` the alarm comes about twenty minutes after the first failure. */
const attemptsBeforeAlarm = 8;
/** After so many attempts that ended with their server, the task itself is likely to end it. */
const maxInterruptions = 5;

/** The servers of one database share the tasks: each task is given to one of them. */
export function createTaskQueue({
  database,
  mayWork,
  intervalSeconds,
  schedules,
  onFailure,
}: Parts): TaskQueue {
  const boss = new PgBoss({
    ...queueOptions,
    db: createQueueAdapter(database.pool),
    schedule: schedules,
  });
  const startWorkers: (() => Promise<void>)[] = [];
  const workerIds = new Map<QueueName, string>();
  let isClosed = false;
  let closing: Promise<void> | null = null;
  boss.on("error", (error) => {
    if (!isClosed) onFailure(error, null);
  });

  function trigger(name: QueueName) {
    const workerId = workerIds.get(name);
    if (workerId !== undefined) boss.notifyWorker(workerId);
  }

  function close(): Promise<void> {
    closing ??= boss.stop({ close: false, timeout: closeTimeoutMs }).then(() => {
      isClosed = true;
    });
    return closing;
  }

  /** Returns the code of the error, or null when the task is done. */
  async function attempt<Name extends QueueName>(
    queue: Name,
    fetched: FetchedTask<Tasks[Name]>,
    handler: TaskHandler<Name>,
  ): Promise<string | null> {
    const attempts = fetched.retryCount + 1;
    try {
      await handler(fetched.data);
      return null;
    } catch (error) {
      const code = errorCode(error);
      if (isClosed) return code;
      const task = describeTask(queue, fetched);
      const failed = { queue, ...task };
      onFailure(error, failed);
      if (attempts >= attemptsBeforeAlarm)
        await raiseTaskAlarm(database, "background-work-failing", {
          kind: queue,
          ...task,
          attempts,
          code,
        }).catch((alarmError: unknown) => onFailure(alarmError, failed));
      return code;
    }
  }

  /**
   * Counts the attempts that ended with their server, and gives a task up that has had too many: it would end the next
   * server too.
   */
  async function isGivenUp<Name extends QueueName>(
    queue: Name,
    fetched: FetchedTask<Tasks[Name]>,
  ): Promise<boolean> {
    const { id, data, retryCount, output } = fetched;
    // A failure of the task itself has a code.
    if (retryCount === 0 || (output !== null && "code" in output)) return false;
    const interruptions = (data.interruptions ?? 0) + 1;
    await database.pool.query(
      "update pgboss.job set data = data || jsonb_build_object('interruptions', $3::int) where name = $1 and id = $2",
      [queue, id, interruptions],
    );
    if (interruptions < maxInterruptions) return false;
    const task = describeTask(queue, fetched);
    const details = { kind: queue, ...task, attempts: interruptions, code: "interrupted" };
    await raiseTaskAlarm(database, "background-work-given-up", details);
    return true;
  }

  return {
    handle(name, handler, { batchSize } = { batchSize: 1 }) {
      const options = {
        pollingIntervalSeconds: intervalSeconds,
        batchSize,
        includeMetadata: true,
        perJobResults: true,
      } as const;
      startWorkers.push(async () => {
        const workerId = await boss.work<Tasks[typeof name], void, typeof options>(
          name,
          options,
          async (jobs) => {
            if (!(await mayWork())) {
              // A server of the newer version tries them again.
              close().catch((error: unknown) => onFailure(error, null));
              return jobs.map(({ id }): JobResult => ({
                id,
                status: "failed",
                output: otherVersion,
              }));
            }
            // The next tasks are fetched right after these, not after the interval.
            trigger(name);
            return Promise.all(
              jobs.map(async (fetched): Promise<JobResult> => {
                const { id } = fetched;
                if (await isGivenUp(name, fetched))
                  return { id, status: "deadletter", output: { code: "interrupted" } };
                const code = await attempt(name, fetched, handler);
                return code === null
                  ? { id, status: "completed" }
                  : { id, status: "failed", output: { code } };
              }),
            );
          },
        );
        workerIds.set(name, workerId);
      });
    },
    async start() {
      await boss.start();
      for (const startWorker of startWorkers) await startWorker();
    },
    trigger,
    addScheduled(name) {
      boss.send(name, {}).then(
        () => trigger(name),
        (error: unknown) => {
          if (!isClosed) onFailure(error, null);
        },
      );
    },
    close,
  };
}
