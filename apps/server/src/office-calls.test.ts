import { randomUUID } from "node:crypto";
import { type Call, header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { propertyTenant } from "./database/schema.ts";
import { aContact } from "./testing/closings.ts";
import { assignedJob } from "./testing/jobs.ts";
import { startTestServer, type TestServer } from "./testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const officeCalls = (Object.values(office) as unknown[]).filter(
  (value): value is Call =>
    typeof value === "object" &&
    value !== null &&
    "audience" in value &&
    value.audience === "office",
);

describe("access to the office calls", () => {
  it.each(officeCalls.map((call) => [call.name, call] as const))(
    "%s is for the office only",
    async (_name, call) => {
      const engineer = await server.addEngineer("Nosy");
      const params = {
        jobId: randomUUID(),
        imageId: randomUUID(),
        deviceId: randomUUID(),
        fieldOperativeId: randomUUID(),
        type: "Sor",
      };
      const body = call.method === "GET" ? undefined : {};
      expect(await server.request(call, { params, body, token: engineer.token })).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
      expect(await server.request(call, { params, body, token: null })).toMatchObject({
        status: 401,
      });
    },
  );

  it("an office token is refused by engineers' calls", async () => {
    for (const path of ["/api/job", "/api/command", "/api/installation"]) {
      const response = await fetch(`${server.origin}${path}`, {
        headers: { authorization: `Bearer ${server.officeToken}`, [header.deviceId]: randomUUID() },
      });
      expect(response.status).toBe(403);
    }
  });

  it("an engineer cannot sign in to the office", async () => {
    const engineer = await server.addEngineer("Curious");
    const { email, password } = engineer;
    const answer = await server.request(office.officeSignIn, { body: { email, password } });
    expect(answer).toMatchObject({ status: 401, body: { code: "bad-credentials" } });
  });
});

describe("A path with a version", () => {
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${server.officeToken}` };
    const response = await fetch(`${server.origin}${path}`, { headers });
    return { status: response.status, body: await response.json() };
  };

  it("answers as the path without one", async () => {
    const answer = await read("/api/v1/office/devices");
    expect(answer).toMatchObject({ status: 200 });
    expect(answer).toEqual(await read("/api/office/devices"));
    expect(await read("/api/v1/office/jobs?limit=1")).toMatchObject({ status: 200 });
    expect(await read("/api/v1/office/jobs?unknown=1")).toMatchObject({ status: 400 });
  });

  it("is there for the office only, and for this version only", async () => {
    for (const path of ["/api/v1/job", "/api/v1/officer", "/api/v2/office/devices"])
      expect(await read(path)).toMatchObject({ status: 404, body: { code: "not-found" } });
  });
});

describe("the OpenAPI document", () => {
  it("describes every office call, and its examples work", async () => {
    const response = await fetch(`${server.origin}/api/openapi.json`);
    const document = (await response.json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const named = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(named).toEqual(expect.arrayContaining(officeCalls.map(({ name }) => name)));
    const engineer = await server.addEngineer("Exemplary");
    const { jobId } = await assignedJob(server, engineer);
    const { job } = await server.call(office.readJob, { params: { jobId } });
    const contact = aContact(job.property.propertyId);
    await server.database.orm.insert(propertyTenant).values({ ...contact, row: contact });
    const webhookId = randomUUID();
    await server.call(office.putWebhook, {
      params: { webhookId },
      body: { ...office.putWebhook.example, types: ["job.closed"] },
    });
    const params = {
      jobId,
      webhookId,
      kind: "device-logs",
      propertyId: contact.propertyId,
      propertyTenantId: contact.propertyTenantId,
      deviceId: engineer.deviceId,
      fieldOperativeId: engineer.fieldOperativeId,
      type: "JobStage",
      clientId: "9",
      id: "2031",
      accountId: randomUUID(),
    };
    const withExample = officeCalls.filter(({ example }) => example !== undefined);
    expect(withExample.length).toBeGreaterThan(1);
    for (const call of withExample) {
      // Each call has a job of its own, since a cancelled job refuses every other change.
      const { jobId } = await assignedJob(server, engineer);
      const { status } = await server.request(call, {
        params: { ...params, jobId },
        body: call.example,
      });
      expect({ call: call.name, status }).toEqual({ call: call.name, status: 200 });
    }
  });
});
