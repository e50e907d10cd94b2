import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../testing/caller.ts";
import { openStreamAt } from "../../testing/event-stream.ts";
import { type InProcessServer, startInProcessServer } from "../../testing/in-process.ts";

let server: InProcessServer;
let streaming: FastifyInstance;
let office: Caller;

beforeAll(async () => {
  // No heartbeat comes while the test runs.
  server = await startInProcessServer({ heartbeatSeconds: 3_600 });
  streaming = await server.startAnother();
  await streaming.listen({ port: 0 });
  office = await server.office();
});
afterAll(() => server.close());

/** Reads a stream until it ends, and returns the reason. */
async function readReason(events: Awaited<ReturnType<typeof openStreamAt>>["events"]) {
  for await (const { event, data } of events) if (event === "ended") return data;
  throw new Error("The stream ended without a reason");
}

const disable = (id: string) => office.post(`/api/office/accounts/${id}/disable`, {});
const resetPassword = (id: string) =>
  office.post(`/api/office/accounts/${id}/password`, { password: "Another-password" });
const takeRole = (id: string, { name, email }: { name: string; email: string }) =>
  office.put(`/api/office/accounts/${id}`, { name, email, roles: ["viewer"] });

const changes = "/api/office/changes";
const events = "/api/office/events/stream";

describe("A stream at another server", () => {
  it.each([
    [changes, "account-disabled", "its account is disabled", disable],
    [changes, "unauthorised", "its password is reset", resetPassword],
    [events, "account-disabled", "its account is disabled", disable],
    [events, "unauthorised", "its password is reset", resetPassword],
    // Every role follows changes.
    [events, "permission-missing", "its role is taken away", takeRole],
  ])("(%s) ends at once with %s when %s", async (path, reason, _name, change) => {
    const caller = await server.office();
    const { body } = await caller.get("/api/office/account");
    const own = body as { accountId: string; name: string; email: string };
    const authorization = `Bearer ${caller.token ?? ""}`;
    const stream = await openStreamAt(streaming, path, { authorization });
    expect(stream.status).toBe(200);
    expect(await change(own.accountId, own)).toMatchObject({ status: 200 });
    expect(await readReason(stream.events)).toEqual({ reason });
  });
});
