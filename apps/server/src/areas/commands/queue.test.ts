import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { startTestServer, type TestServer } from "../../testing/server.ts";

const at = "2026-11-21T09:00:00.000Z";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

describe("commands that the office queues", () => {
  it("may have a type that no build knows", async () => {
    const engineer = await server.addEngineer("Olivia");
    const { fieldOperativeId } = engineer;
    const { commandId } = await server.call(office.queueCommand, {
      body: { fieldOperativeId, type: "Sing", details: "A song" },
    });
    await server.send(engineer, "CommandAcknowledgement", {
      commandId,
      outcome: "unsupported",
      acknowledgedOn: at,
    });
    expect(
      await server.call(office.listCommands, {
        query: { fieldOperativeId },
      }),
    ).toMatchObject([{ type: "Sing", outcome: "unsupported" }]);
  });

  it("are listed page by page without a gap, the newest first", async () => {
    const { fieldOperativeId } = await server.addEngineer("Quentin");
    const other = await server.addEngineer("Rita");
    const queued: string[] = [];
    for (const operative of [
      fieldOperativeId,
      fieldOperativeId,
      other.fieldOperativeId,
      fieldOperativeId,
    ]) {
      const { commandId } = await server.call(office.queueCommand, {
        body: { fieldOperativeId: operative, type: "DataDump" },
      });
      if (operative === fieldOperativeId) queued.unshift(commandId);
    }
    // Of the same time, they are in the order of their ids.
    await server.database.pool.query(
      "update command set created_on = '2026-11-21T09:00:00.123456Z' where field_operative_id = $1",
      [fieldOperativeId],
    );
    queued.sort().reverse();
    const list = (query: Record<string, string>) =>
      server.call(office.listCommands, { query: { fieldOperativeId, ...query } });
    const read: string[] = [];
    for (;;) {
      const last = read.at(-1);
      const page = await list({ limit: "2", ...(last !== undefined && { after: last }) });
      if (page.length === 0) break;
      read.push(...page.map(({ commandId }) => commandId));
    }
    expect(read).toEqual(queued);
    expect(
      await server.request(office.listCommands, { query: { after: randomUUID() } }),
    ).toMatchObject({ status: 400, body: { code: "invalid", issues: [{ path: "after" }] } });
  });

  it("must have the fields of a known type", async () => {
    const { fieldOperativeId } = await server.addEngineer("Peggy");
    const body = { fieldOperativeId, type: "CancelJob", jobId: randomUUID() };
    expect(await server.request(office.queueCommand, { body })).toMatchObject({
      status: 400,
      body: { code: "invalid" },
    });
    expect(
      await server.request(office.queueCommand, {
        body: { fieldOperativeId: randomUUID(), type: "DataDump" },
      }),
    ).toMatchObject({ status: 404 });
  });
});
