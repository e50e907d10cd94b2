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

  it("say why no phone has answered them yet", async () => {
    const engineer = await server.addEngineer("Sybil");
    const { fieldOperativeId, deviceId } = engineer;
    const queue = async (exceptDeviceId: string | null) => {
      const { commandId } = await server.call(office.queueCommand, {
        body: { fieldOperativeId, type: "DataDump" },
      });
      await server.database.pool.query(
        "update command set body = jsonb_strip_nulls(jsonb_build_object('exceptDeviceId', $2::text)) where command_id = $1",
        [commandId, exceptDeviceId],
      );
      return commandId;
    };
    const read = async () => {
      const commands = await server.call(office.listCommands, { query: { fieldOperativeId } });
      return commands.map(({ unanswered }) => unanswered);
    };
    const waiting = await queue(null);
    await queue(deviceId);
    expect(await read()).toEqual(["no-phone", "waits"]);
    await server.addPhone(engineer);
    expect(await read()).toEqual(["waits", "waits"]);
    await server.database.pool.query(
      `insert into device_wipe (wipe_id, device_id, requested_on, confirmed_on)
       select gen_random_uuid(), device_id, now(), now() + interval '1 second'
         from device where field_operative_id = $1 and device_id <> $2`,
      [fieldOperativeId, deviceId],
    );
    expect(await read()).toEqual(["no-phone", "waits"]);
    await server.send(engineer, "CommandAcknowledgement", {
      commandId: waiting,
      outcome: "done",
      acknowledgedOn: at,
    });
    expect(await read()).toEqual(["no-phone", null]);
    await server.database.pool.query(
      "update command set body = body || jsonb_build_object('withdrawnOn', now()) where field_operative_id = $1",
      [fieldOperativeId],
    );
    expect(await read()).toEqual(["withdrawn", null]);
  });

  it("say which notice about the account they are, and why a job is removed", async () => {
    const { fieldOperativeId, deviceId } = await server.addEngineer("Trudy");
    await server.call(office.lockDevice, { params: { deviceId } });
    await server.call(office.queueCommand, { body: { fieldOperativeId, type: "DataDump" } });
    expect(await server.call(office.listCommands, { query: { fieldOperativeId } })).toMatchObject([
      { type: "DataDump", notice: null, reason: null },
      { type: "AccountNotice", notice: "device-locked" },
    ]);
  });
});
