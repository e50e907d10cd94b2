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
