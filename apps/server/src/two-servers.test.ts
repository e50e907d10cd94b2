import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateDatabase, openDatabase } from "./database/database.ts";
import { putRows } from "./database/data-sets.ts";
import { createTestDatabase } from "./database/testing.ts";
import {
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "./testing/in-process.ts";
import { aStatusChange, ordered, post } from "./testing/messages.ts";

let server: InProcessServer;
let other: FastifyInstance;
let sam: InstalledEngineer;
let samElsewhere: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
  other = await server.startAnother();
  sam = await server.installed();
  samElsewhere = { ...sam, caller: sam.caller.with({}, other) };
});
afterAll(() => server.close());

describe("two servers on one database behave as one", () => {
  it("both may migrate an empty database at the same time", async () => {
    const empty = await createTestDatabase();
    const databases = [openDatabase(empty.connectionString), openDatabase(empty.connectionString)];
    await Promise.all(databases.map(migrateDatabase));
    const { rows } = await (databases[0]?.pool.query("select 1 from message") ?? { rows: [1] });
    expect(rows).toEqual([]);
    await Promise.all(databases.map((database) => database.close()));
    await empty.drop();
  });

  it("a token of one server is valid at the other, and so is its refresh token", async () => {
    expect(await samElsewhere.caller.get("/api/job")).toMatchObject({ status: 200 });
    const { refreshToken } = sam.caller;
    expect(await samElsewhere.caller.post("/api/auth/refresh", { refreshToken })).toMatchObject({
      status: 200,
    });
  });

  it("one message that reaches both at the same moment, many times, is recorded once", async () => {
    const job = await server.job(sam);
    for (let round = 0; round < 25; round += 1) {
      const message = ordered(aStatusChange(job, "Travelling"), {
        incarnation: randomUUID(),
        lane: job.jobId,
      });
      const answers = await Promise.all(
        [sam, samElsewhere, sam, samElsewhere].map((at) => post(at, message)),
      );
      const outcomes = answers.map(({ body }) => (body as { outcome: string }).outcome).sort();
      expect(outcomes).toEqual([
        "already-recorded",
        "already-recorded",
        "already-recorded",
        "recorded",
      ]);
    }
  });

  it("of two messages with the same number of an ordering key, one at each server, one is recorded and the other is refused", async () => {
    const job = await server.job(sam);
    for (let round = 0; round < 25; round += 1) {
      const order = { incarnation: randomUUID(), lane: job.jobId };
      const answers = await Promise.all([
        post(sam, ordered(aStatusChange(job, "Travelling"), order)),
        post(samElsewhere, ordered(aStatusChange(job, "OnSite"), order)),
      ]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    }
  });

  it("an ordering key continues at whichever server the device reaches", async () => {
    const job = await server.job(sam);
    const clientGeneration = randomUUID();
    for (let sequenceNumber = 1; sequenceNumber <= 10; sequenceNumber += 1) {
      const at = sequenceNumber % 2 ? sam : samElsewhere;
      const message = ordered(aStatusChange(job, "Travelling"), {
        incarnation: clientGeneration,
        lane: job.jobId,
        laneNumber: sequenceNumber,
      });
      expect(await post(at, message)).toMatchObject({ status: 200 });
    }
  });

  it("what one server writes into a data set the other serves, whatever it has cached", async () => {
    const body = { warnSizeInMb: null, isFullSync: true, data: [{ type: "JobStage", date: null }] };
    await samElsewhere.caller.post("/api/sync", body);
    const row = { jobStageId: 1, name: "Survey", sortOrder: 1 };
    await putRows(server.database, "JobStage", [row]);
    const answer = await samElsewhere.caller.post("/api/sync", body);
    expect(answer.body).toMatchObject({ payload: [{ rows: [row] }] });
  });

  it("a lock by one server holds at the other at once", async () => {
    await server.rows("update device set locked = true where device_id = $1", [sam.deviceId]);
    expect(await samElsewhere.caller.get("/api/job")).toMatchObject({ status: 403 });
    await server.rows("update device set locked = false where device_id = $1", [sam.deviceId]);
  });
});
