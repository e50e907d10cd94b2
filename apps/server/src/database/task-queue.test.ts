import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startInProcessServer, type InProcessServer } from "../testing/in-process.ts";
import { addScheduledTask, advanceTasks, listOpenTasks, withBoss } from "../testing/tasks.ts";
import { createTaskQueue, type TaskQueue } from "./task-queue.ts";

let server: InProcessServer;
const running: TaskQueue[] = [];

beforeAll(async () => {
  server = await startInProcessServer({ filesDocuments: false, checksForms: false });
});
afterAll(() => server.close());
afterEach(async () => {
  await Promise.all(running.splice(0).map((queue) => queue.close()));
  await server.rows("delete from pgboss.job");
  await server.rows("delete from alarm");
});

async function addTasks(count: number): Promise<string[]> {
  const messageIds = Array.from({ length: count }, () => randomUUID());
  await server.rows(
    "select add_task('form-checks', jsonb_build_object('messageId', id, 'jobId', id)) from unnest($1::text[]) id",
    [messageIds],
  );
  return messageIds;
}

interface QueueParts {
  readonly schedules: boolean;
  readonly failures: unknown[];
  readonly mayWork?: () => Promise<boolean>;
}

function aTaskQueue({ schedules, failures, mayWork = async () => true }: QueueParts) {
  const queue = createTaskQueue({
    database: server.database,
    mayWork,
    intervalSeconds: 15,
    schedules,
    onFailure: (error) => failures.push(error),
  });
  running.push(queue);
  return queue;
}

/** Starts a server's task queue. `work` gets the id of the message. */
async function aServer(work: (messageId: string) => Promise<void>) {
  const failures: unknown[] = [];
  const queue = aTaskQueue({ schedules: false, failures });
  queue.handle("form-checks", ({ messageId }) => work(messageId));
  await queue.start();
  return { trigger: () => queue.trigger("form-checks"), close: () => queue.close(), failures };
}

const outage = () =>
  Promise.reject(Object.assign(new Error("photo 7 of Mrs Example"), { code: "ECONNREFUSED" }));

const open = () => listOpenTasks(server.database, "form-checks");

const until = (check: () => unknown) => expect.poll(check, { timeout: 15_000 });

it("A server whose database another version has upgraded works on no task and leaves it to the others", async () => {
  await addTasks(1);
  const done: string[] = [];
  const earlier = aTaskQueue({ schedules: false, failures: [], mayWork: async () => false });
  earlier.handle("form-checks", async ({ messageId }) => void done.push(messageId));
  await earlier.start();
  await until(open).toMatchObject([{ code: "other-version", isActive: false }]);
  await earlier.close();
  expect(done).toEqual([]);

  const newer = await aServer(async (messageId) => void done.push(messageId));
  await advanceTasks(server.database, 1);
  newer.trigger();
  await until(() => done).toHaveLength(1);
});

describe("A task that failed", () => {
  it("waits, even over a restart, and is tried again when its time has come", async () => {
    await addTasks(1);
    const first = await aServer(outage);
    const failed = { attempts: 1, code: "ECONNREFUSED", isActive: false };
    await until(open).toMatchObject([failed]);
    await first.close();
    expect(first.failures).toHaveLength(1);

    const done: string[] = [];
    const next = await aServer(async (messageId) => void done.push(messageId));
    const [later] = await addTasks(1);
    next.trigger();
    await until(() => done).toEqual([later]);
    expect(await open()).toMatchObject([failed]);
    await advanceTasks(server.database, 1);
    next.trigger();
    await until(() => done).toHaveLength(2);
    await until(open).toEqual([]);
  });

  it("delays no other task", async () => {
    const [failing] = await addTasks(30);
    const done: string[] = [];
    const one = await aServer(async (messageId) => {
      if (messageId === failing) await outage();
      done.push(messageId);
    });
    await until(() => done).toHaveLength(29);
    expect(one.failures).toHaveLength(1);
  });

  it("waits a quarter to half a minute at first, and up to five minutes later", async () => {
    await addTasks(1);
    const one = await aServer(outage);
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await until(open).toMatchObject([{ attempts: attempt, isActive: false }]);
      const [task] = await open();
      delays.push((task?.seconds ?? 0) / 60);
      await advanceTasks(server.database, 61);
      one.trigger();
    }
    for (const [index, minutes] of delays.entries()) {
      const longest = 0.5 * 2 ** index;
      expect(minutes).toBeLessThanOrEqual(Math.min(5, longest));
      expect(minutes).toBeGreaterThan(Math.min(5, longest / 2) - 0.2);
    }
  });

  it("raises one alarm after eight failures; the alarm and the queue contain a code and no value", async () => {
    const [messageId] = await addTasks(1);
    const one = await aServer(outage);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await until(open).toMatchObject([{ attempts: attempt, isActive: false }]);
      await advanceTasks(server.database, 61);
      one.trigger();
    }
    await until(() => one.failures.length).toBeGreaterThan(10);
    expect(await server.rows("select kind, details from alarm")).toEqual([
      {
        kind: "background-work-failing",
        details: {
          kind: "form-checks",
          messageId,
          jobId: messageId,
          attempts: 8,
          code: "ECONNREFUSED",
        },
      },
    ]);
    const stored = await server.rows("select j::text as job from pgboss.job j");
    expect(JSON.stringify(stored)).not.toContain("Mrs Example");
  });
});

describe("A server that", () => {
  it("closes finishes the task in progress", async () => {
    await addTasks(1);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const one = await aServer(() => {
      begun.resolve();
      return end.promise;
    });
    await begun.promise;
    expect(await open()).toMatchObject([{ isActive: true }]);
    const closing = one.close();
    end.resolve();
    await closing;
    expect(one.failures).toEqual([]);
    expect(await open()).toEqual([]);
  });

  it("was killed leaves its task to the others", async () => {
    const [messageId] = await addTasks(1);
    const never = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const killed = await aServer(() => {
      begun.resolve();
      return never.promise;
    });
    await begun.promise;
    await server.rows("update pgboss.job set heartbeat_on = now() - interval '2 minutes'");
    const done: string[] = [];
    const other = await aServer(async (id) => void done.push(id));
    // Every server does this each minute.
    await withBoss(server.database, (boss) => boss.supervise());
    await until(open).toMatchObject([{ attempts: 1, isActive: false }]);
    await advanceTasks(server.database, 1);
    other.trigger();
    await until(() => done).toEqual([messageId]);
    never.resolve();
    await killed.close();
    expect(await open()).toEqual([]);
  });
});

it("A task that ends its server each time is given up after five times, with an alarm", async () => {
  const [messageId] = await addTasks(1);
  const never = Promise.withResolvers<void>();
  for (let kill = 1; kill <= 5; kill += 1) {
    const begun = Promise.withResolvers<void>();
    await aServer(() => {
      begun.resolve();
      return never.promise;
    });
    await begun.promise;
    await server.rows("update pgboss.job set heartbeat_on = now() - interval '2 minutes'");
    await server.rows("update pgboss.queue set monitor_claim_on = null, monitor_on = null");
    await withBoss(server.database, (boss) => boss.supervise());
    await until(open).toMatchObject([{ attempts: kill, isActive: false }]);
    expect(await server.rows("select kind from alarm")).toEqual([]);
    await advanceTasks(server.database, 61);
  }
  const done: string[] = [];
  await aServer(async (id) => void done.push(id));
  await until(open).toEqual([]);
  expect(done).toEqual([]);
  const details = { kind: "form-checks", messageId, attempts: 5, code: "interrupted" };
  expect(await server.rows("select kind, details from alarm")).toMatchObject([
    { kind: "background-work-given-up", details },
  ]);
  never.resolve();
});

it("Two servers share the tasks: each task is worked on once", async () => {
  const messageIds = await addTasks(50);
  const done: string[] = [];
  const work = async (messageId: string) => void done.push(messageId);
  await aServer(work);
  await aServer(work);
  await until(open).toEqual([]);
  expect(done.toSorted()).toEqual(messageIds.toSorted());
});

describe("A scheduled task", () => {
  const openScheduled = () => listOpenTasks(server.database, "old-rows");
  const addScheduled = () => addScheduledTask(server.database, "old-rows");

  async function aScheduler(work: () => Promise<void>, schedules = true) {
    const queue = aTaskQueue({ schedules, failures: [] });
    queue.handle("old-rows", work);
    await queue.start();
    return { trigger: () => queue.trigger("old-rows") };
  }

  it("that the database does not take is a failure of the queue, and the server goes on", async () => {
    const failures: unknown[] = [];
    const queue = aTaskQueue({ schedules: false, failures });
    await queue.start();
    await server.rows(`create function pgboss.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no task is taken'; end $$`);
    await server.rows(
      "create trigger refuse before insert on pgboss.job for each row execute function pgboss.refuse()",
    );
    queue.addScheduled("old-rows");
    await until(() => failures.map(String)).toEqual([expect.stringContaining("no task is taken")]);
    await server.rows("drop function pgboss.refuse cascade");
    expect(await openScheduled()).toEqual([]);
    queue.addScheduled("old-rows");
    await until(openScheduled).toHaveLength(1);
  });

  it("is added by its schedule and is worked on by one of two servers; meanwhile no other one is added", async () => {
    expect(await server.rows("select name, cron from pgboss.schedule order by name")).toEqual([
      { name: "old-rows", cron: "7 * * * *" },
      { name: "reporting-exports", cron: "*/10 * * * *" },
    ]);
    await server.rows("update pgboss.schedule set cron = '* * * * *' where name = 'old-rows'");
    const end = Promise.withResolvers<void>();
    let begun = 0;
    const work = () => {
      begun += 1;
      return end.promise;
    };
    const servers = [await aScheduler(work), await aScheduler(work)];
    const trigger = () => servers.forEach((each) => each.trigger());
    await until(async () => {
      trigger();
      return openScheduled();
    }).toMatchObject([{ isActive: true }]);

    expect(await addScheduled()).toBe(false);
    trigger();
    expect(await openScheduled()).toHaveLength(1);
    expect(begun).toBe(1);
    end.resolve();
    await server.rows("update pgboss.schedule set cron = '7 * * * *' where name = 'old-rows'");
    await until(openScheduled).toEqual([]);
  });

  it("that failed is tried again, and raises one alarm each time that failing goes on", async () => {
    let isDown = true;
    const done: string[] = [];
    const one = await aScheduler(async () => {
      if (isDown) await outage();
      done.push("run");
    }, false);
    for (const failing of [1, 2]) {
      isDown = true;
      expect(await addScheduled()).toBe(true);
      one.trigger();
      for (let attempt = 1; attempt <= 9; attempt += 1) {
        await until(openScheduled).toMatchObject([{ attempts: attempt, isActive: false }]);
        expect(await addScheduled()).toBe(false);
        if (attempt === 9) isDown = false;
        await advanceTasks(server.database, 61);
        one.trigger();
      }
      await until(openScheduled).toEqual([]);
      expect(done).toHaveLength(failing);
    }
    const details = { kind: "old-rows", attempts: 8, code: "ECONNREFUSED" };
    const raised = { kind: "background-work-failing", details: { ...details, addedOn: date } };
    expect(await server.rows("select kind, details from alarm")).toEqual([raised, raised]);
  });
});

const date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

it("A task is added with the change that causes it, or not at all", async () => {
  const { orm } = server.database;
  const change = orm.transaction(async (transaction) => {
    await transaction.execute("select add_task('form-checks', '{}')");
    throw new Error("refused");
  });
  await expect(change).rejects.toThrow("refused");
  expect(await open()).toEqual([]);
});

it.each(["documents", "form-checks", "visit-updates", "push"])(
  "A task of the queue %s is added as the library adds it",
  async (queue) => {
    await server.rows("select add_task($1, '{}')", [queue]);
    await withBoss(server.database, (boss) => boss.insert(queue, [{ data: {} }]));
    const [ours, theirs, ...others] = await server.rows(
      `select to_jsonb(j) - 'id' - 'created_on' - 'start_after' - 'keep_until' as job,
            round(extract(epoch from keep_until - now())) as seconds
       from pgboss.job j where name = $1 order by created_on`,
      [queue],
    );
    expect(ours).toEqual(theirs);
    expect(others).toEqual([]);
  },
);

it("A task for a queue that does not exist is an error", async () => {
  await expect(server.rows("select add_task('unknown', '{}')")).rejects.toThrow(
    /retry_limit|null value/,
  );
});
