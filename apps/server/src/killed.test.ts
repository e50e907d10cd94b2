import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { header } from "@fieldfare/contract";
import { type Database, migrateDatabase, openDatabase } from "./database/database.ts";
import { createTestDatabase, type TestDatabase } from "./database/testing.ts";
import { anInstallation } from "./testing/in-process.ts";
import { aStatusChange, ordered } from "./testing/messages.ts";
import { createEngineer, createJob, type TestJob } from "./testing/people.ts";
import { startServerProcess } from "./testing/process.ts";

interface Sender {
  readonly deviceId: string;
  readonly token: string;
  readonly job: TestJob;
  number: number;
}

const senders = 12;
const kills = 3;

let testDatabase: TestDatabase;
let database: Database;
let folder: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.connectionString);
  await migrateDatabase(database);
  folder = await mkdtemp(join(tmpdir(), "fieldfare-kill-"));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

/** Starts the server on the test's database. */
const startProcess = (more: Record<string, string> = {}) =>
  startServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: testDatabase.connectionString,
    ...more,
  });

async function sendRequest(origin: string, path: string, body: object, sender?: Partial<Sender>) {
  const response = await fetch(`${origin}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(sender?.token && { authorization: `Bearer ${sender.token}` }),
      ...(sender?.deviceId && { [header.deviceId]: sender.deviceId }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function enrol(origin: string): Promise<Sender> {
  const engineer = await createEngineer(database);
  const job = await createJob(database, engineer);
  const { email, password } = engineer;
  const { body } = await sendRequest(origin, "/api/auth/token", { email, password });
  const { token } = body.tokenModel as { token: string };
  const deviceId = engineer.accountId;
  await sendRequest(origin, "/api/installation/register", anInstallation(deviceId), { token });
  return { deviceId, token, job, number: 0 };
}

/** Sends one message after the other, as a device does, until the server is gone. */
async function sendUntilGone(origin: string, sender: Sender, receipts: Set<string>) {
  for (;;) {
    const message = ordered(aStatusChange(sender.job, "Travelling"), {
      lane: sender.job.jobId,
      laneNumber: sender.number + 1,
    });
    try {
      const { status } = await sendRequest(origin, "/api/job/status", message, sender);
      if (status !== 200) throw new Error(`answered ${status}`);
      sender.number += 1;
      receipts.add(message.messageId);
    } catch {
      return;
    }
  }
}

/** Sets the number that the device would learn by sending the last message again. */
async function catchUp(sender: Sender) {
  const { rows } = await database.pool.query<{ last_number: number }>(
    "select last_number from lane where device_id = $1",
    [sender.deviceId],
  );
  sender.number = rows[0]?.last_number ?? 0;
}

it("A server that is killed while messages arrive has stored every message with a receipt", async () => {
  const receipts = new Set<string>();
  let enrolled: Sender[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startProcess();
    if (kill === 0)
      enrolled = await Promise.all(Array.from({ length: senders }, () => enrol(server.origin)));
    await Promise.all(enrolled.map(catchUp));
    const wanted = receipts.size + 150;
    const sending = enrolled.map((sender) => sendUntilGone(server.origin, sender, receipts));
    while (receipts.size < wanted) await new Promise((resolve) => setImmediate(resolve));
    server.process.kill("SIGKILL");
    await Promise.all(sending);
    if (server.process.exitCode === null && server.process.signalCode === null) {
      await once(server.process, "exit");
    }
  }
  const { rows } = await database.pool.query<{ message_id: string }>(
    "select message_id from message",
  );
  const storedIds = new Set(rows.map((row) => row.message_id));
  expect(receipts.size).toBeGreaterThanOrEqual(kills * 150);
  expect([...receipts].filter((messageId) => !storedIds.has(messageId))).toEqual([]);
  const orderingKeys = await database.pool.query<{ messages: number; last_number: number }>(
    `select l.last_number, count(m.message_id)::int as messages
       from lane l join message m on m.device_id = l.device_id group by l.device_id, l.last_number`,
  );
  for (const orderingKey of orderingKeys.rows)
    expect(orderingKey.messages).toBe(orderingKey.last_number);
}, 60_000);

it("A server that is stopped ends although a request hangs", async () => {
  const { process: child, origin } = await startProcess({ SHUTDOWN_SECONDS: "1" });
  const exited = once(child, "exit");
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query("lock table account in access exclusive mode");
    const email = "sam.taylor@fieldfare.example";
    const hanging = sendRequest(origin, "/api/auth/token", { email, password: "x" }).catch(
      () => "cut off",
    );
    const isWaiting = async () => {
      const { rows } = await client.query(
        `select 1 from pg_locks where not granted and relation = 'account'::regclass
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.length > 0;
    };
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
    child.kill("SIGTERM");
    expect(await exited).toEqual([1, null]);
    expect(await hanging).toBe("cut off");
  } finally {
    await client.query("rollback");
    client.release();
  }
}, 60_000);
