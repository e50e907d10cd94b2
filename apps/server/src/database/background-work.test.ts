import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startInProcessServer, type InProcessServer } from "../testing/in-process.ts";
import {
  type BackgroundWork,
  createBackgroundWork,
  isDueNow,
  retryDelayMs,
} from "./background-work.ts";

let server: InProcessServer;
const running: BackgroundWork[] = [];

beforeAll(async () => {
  server = await startInProcessServer({ filesDocuments: false, checksForms: false });
});
afterAll(() => server.close());
afterEach(async () => {
  await Promise.all(running.splice(0).map((work) => work.close()));
  await server.rows("delete from form_check_due");
});

async function wait(count: number): Promise<string[]> {
  const messageIds = Array.from({ length: count }, () => randomUUID());
  await server.rows(
    "insert into form_check_due (message_id, job_id) select id, id from unnest($1::uuid[]) id",
    [messageIds],
  );
  return messageIds;
}

/** Starts a server's background work. `work` gets the id of the message. */
function aServer(work: (messageId: string) => Promise<void>) {
  const failures: unknown[] = [];
  const { database } = server;
  const backgroundWork = createBackgroundWork({
    database,
    kind: "form-checks",
    async listDue() {
      const { rows } = await database.pool.query<{ messageId: string }>(
        `select message_id as "messageId" from form_check_due where ${isDueNow} limit 20`,
      );
      return rows;
    },
    async work({ messageId }) {
      await work(messageId);
      await database.pool.query("delete from form_check_due where message_id = $1", [messageId]);
    },
    onFailure: (error) => failures.push(error),
  });
  running.push(backgroundWork);
  const tryAll = async () => {
    backgroundWork.trigger();
    await backgroundWork.settled();
  };
  return { tryAll, close: () => backgroundWork.close(), failures };
}

const outage = () =>
  Promise.reject(Object.assign(new Error("photo 7 of Mrs Example"), { code: "ECONNREFUSED" }));

const rows = () =>
  server.rows(`select attempts, error_code, next_attempt_on > now() as waits,
    extract(epoch from next_attempt_on - now())::float as seconds from form_check_due`);

const advanceClock = (minutes: number) =>
  server.rows(
    "update form_check_due set next_attempt_on = next_attempt_on - $1 * interval '1 minute'",
    [minutes],
  );

describe("Background work that failed", () => {
  it("waits, even over a restart, and is tried again when its time has come", async () => {
    await wait(1);
    const first = aServer(outage);
    await first.tryAll();
    await first.tryAll();
    expect(first.failures).toHaveLength(1);
    expect(await rows()).toMatchObject([{ attempts: 1, error_code: "ECONNREFUSED", waits: true }]);
    await first.close();

    const done: string[] = [];
    const next = aServer(async (messageId) => void done.push(messageId));
    await next.tryAll();
    expect(done).toEqual([]);
    await advanceClock(1);
    await next.tryAll();
    expect(done).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it("delays no other row", async () => {
    const [failing] = await wait(30);
    const done: string[] = [];
    const one = aServer(async (messageId) => {
      if (messageId === failing) await outage();
      done.push(messageId);
    });
    await one.tryAll();
    expect(done).toHaveLength(29);
    expect(one.failures).toHaveLength(1);
  });

  it("raises one alarm after eight failures; the alarm names a code and no value", async () => {
    const [messageId] = await wait(1);
    const one = aServer(outage);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await one.tryAll();
      await advanceClock(60);
    }
    expect(one.failures).toHaveLength(10);
    expect(await server.rows("select kind, details from alarm")).toEqual([
      {
        kind: "background-work-failing",
        details: { kind: "form-checks", messageId, attempts: 8, code: "ECONNREFUSED" },
      },
    ]);
  });

  it("is released at once by a server that closes, and after five minutes by one that was killed", async () => {
    await wait(1);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const one = aServer(() => {
      begun.resolve();
      return end.promise;
    });
    const trying = one.tryAll();
    await begun.promise;
    // A killed server would leave the row like this.
    expect(await rows()).toMatchObject([{ attempts: 1, waits: true }]);
    const closing = one.close();
    end.reject(new Error("The server is closing"));
    await Promise.all([trying, closing]);
    expect(one.failures).toEqual([]);
    expect(await rows()).toMatchObject([{ attempts: 0, waits: null }]);
  });
});

it("Two servers share the work: each row is worked on once", async () => {
  const messageIds = await wait(50);
  const done: string[] = [];
  const work = async (messageId: string) => void done.push(messageId);
  const [one, other] = [aServer(work), aServer(work)];
  await Promise.all([one.tryAll(), other.tryAll()]);
  expect(done.toSorted()).toEqual(messageIds.toSorted());
});

it("The delay doubles from half a minute up to an hour, and is shortened at random by up to a half", () => {
  const minutes = (attempts: number, random: number) => retryDelayMs(attempts, random) / 60_000;
  expect([1, 2, 3, 4, 7, 8, 9, 1000].map((attempts) => minutes(attempts, 1))).toEqual([
    0.5, 1, 2, 4, 32, 60, 60, 60,
  ]);
  expect(minutes(1, 0)).toBe(0.25);
  expect(minutes(1000, 0)).toBe(30);
});
