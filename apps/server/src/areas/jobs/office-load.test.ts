import { afterAll, beforeAll, expect, it } from "vitest";
import { getCommands, getJobs } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { assignedJob } from "../../testing/jobs.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("twelve reads of the office that hang leave the phones their connections: polls answer", async () => {
  const engineer = await server.addEngineer("Noor");
  const { jobId } = await assignedJob(server, engineer);
  const { token, deviceId } = engineer;
  const lock = await server.database.pool.connect();
  let reads: Promise<{ status: number }>[] = [];
  try {
    // The list of jobs reads this table, a poll does not.
    await lock.query("begin; lock table job_closing in access exclusive mode");
    reads = Array.from({ length: 12 }, () => server.request(office.listJobs));
    await waitForBlocked(4);
    const polled = await server.request(getCommands, { token, deviceId });
    expect(polled).toMatchObject({ status: 200, body: { commands: [] } });
  } finally {
    await lock.query("rollback");
    lock.release();
  }
  for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
  expect(await server.request(getJobs, { token, deviceId })).toMatchObject({
    status: 200,
    body: { jobs: [{ jobId }] },
  });
});

/** Waits until so many statements of the office wait for the lock. */
async function waitForBlocked(count: number) {
  await expect
    .poll(
      async () => {
        const { rows } = await server.database.pool.query<{ blocked: number }>(
          "select count(*)::integer as blocked from pg_locks where not granted and relation = 'job_closing'::regclass",
        );
        return rows[0]?.blocked;
      },
      { timeout: 20_000 },
    )
    .toBe(count);
}
