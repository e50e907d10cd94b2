import { randomUUID } from "node:crypto";
import { type Call, header, signIn } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { migrateDatabase, openDatabase } from "./database/database.ts";
import { verifySecret } from "./database/secrets.ts";
import { createTestDatabase } from "./database/testing.ts";
import { assignedJob } from "./testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "./testing/server.ts";
import { ensureOfficeAccount } from "./areas/auth/first-account.ts";

const at = "2026-11-21T09:00:00.000Z";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const readCommands = ({ fieldOperativeId }: TestEngineer) =>
  server.call(office.listCommands, { query: { fieldOperativeId } });

const officeCalls = (Object.values(office) as unknown[]).filter(
  (value): value is Call =>
    typeof value === "object" &&
    value !== null &&
    "audience" in value &&
    value.audience === "office",
);

describe("access", () => {
  it.each(officeCalls.map((call) => [call.name, call] as const))(
    "%s is the office's alone",
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

  it("an office token opens no engineer's call", async () => {
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

describe("the OpenAPI document", () => {
  it("names every office call, and its examples run", async () => {
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
    const params = {
      jobId,
      deviceId: engineer.deviceId,
      fieldOperativeId: engineer.fieldOperativeId,
      type: "JobStage",
      clientId: "9",
      id: "2031",
    };
    const withExample = officeCalls.filter(({ example }) => example !== undefined);
    expect(withExample.length).toBeGreaterThan(1);
    for (const call of withExample) {
      const { status } = await server.request(call, { params, body: call.example });
      expect({ call: call.name, status }).toEqual({ call: call.name, status: 200 });
    }
  });
});

describe("devices and engineers", () => {
  it("locks a device, and unlocking forgives its wrong PINs", async () => {
    const { deviceId } = await server.addEngineer("Mallory");
    const params = { deviceId };
    await server.database.pool.query(
      "update device set pin_failed_count = 6 where device_id = $1",
      [deviceId],
    );
    expect(await server.call(office.lockDevice, { params })).toEqual({ deviceId, locked: true });
    const devices = await server.call(office.listDevices);
    expect(devices.find((device) => device.deviceId === deviceId)).toMatchObject({
      locked: true,
      operativeName: "Mallory",
    });
    const ping = await fetch(`${server.origin}/api/auth/ping`, {
      headers: { [header.deviceId]: deviceId },
    });
    expect(ping.headers.get(header.deviceError)).toBe("locked");
    expect(await server.call(office.unlockDevice, { params })).toEqual({ deviceId, locked: false });
    const { rows } = await server.database.pool.query(
      "select pin_failed_count from device where device_id = $1",
      [deviceId],
    );
    expect(rows).toEqual([{ pin_failed_count: 0 }]);
    expect(
      await server.request(office.lockDevice, { params: { deviceId: randomUUID() } }),
    ).toMatchObject({
      status: 404,
    });
  });

  it("asks an engineer for another signature", async () => {
    const { fieldOperativeId } = await server.addEngineer("Niaj");
    expect(await server.call(office.requestSignature, { params: { fieldOperativeId } })).toEqual({
      fieldOperativeId,
      requestSignature: true,
    });
    const operatives = await server.call(office.listOperatives);
    expect(operatives.map((operative) => operative.fieldOperativeId)).toContain(fieldOperativeId);
  });
});

describe("engineers' accounts", () => {
  const params = { fieldOperativeId: randomUUID() };
  const body = {
    name: "Rupert Field",
    email: `Rupert.${params.fieldOperativeId}@fieldfare.example`,
    password: "A-long-password",
    recordsMileage: true,
    mobileNumber: "07700900123",
    gasSafeIdCard: "0009123",
    perms: ["21#1"],
  };
  const signInWith = (password: string) =>
    server.request(signIn, { token: null, body: { email: body.email, password } });

  it("are added with a password, and can sign in", async () => {
    const { password: _password, ...without } = body;
    expect(await server.request(office.putOperative, { params, body: without })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "password" }] },
    });
    expect(await server.call(office.putOperative, { params, body })).toEqual({
      ...params,
      name: "Rupert Field",
      email: body.email.toLowerCase(),
      recordsMileage: true,
      mobileNumber: "07700900123",
      gasSafeIdCard: "0009123",
    });
    expect(await signInWith("A-long-password")).toMatchObject({
      status: 200,
      body: { recordsMileage: true },
    });
  });

  it("are changed by putting them again; what is left out stays", async () => {
    const { name, email } = { ...body, name: "Rupert Meadow" };
    await server.call(office.putOperative, { params, body: { name, email } });
    expect((await signInWith("A-long-password")).status).toBe(200);
    await server.call(office.putOperative, {
      params,
      body: { name, email, password: "Another-password" },
    });
    expect((await signInWith("A-long-password")).status).toBe(401);
    const operatives = await server.call(office.listOperatives);
    expect(operatives).toContainEqual({
      ...params,
      name: "Rupert Meadow",
      email: email.toLowerCase(),
      recordsMileage: true,
      mobileNumber: "07700900123",
      gasSafeIdCard: "0009123",
    });
  });

  it("never share an e-mail address", async () => {
    expect(
      await server.request(office.putOperative, {
        params: { fieldOperativeId: randomUUID() },
        body,
      }),
    ).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("of the office: an empty system gets one, with a password that is told once", async () => {
    const empty = await createTestDatabase();
    const database = openDatabase(empty.connectionString);
    try {
      await migrateDatabase(database);
      const made = await Promise.all(
        [1, 2].map(() => ensureOfficeAccount(database, "It@Landlord.example")),
      );
      const [first, ...others] = made.filter((account) => account !== null);
      expect(others).toEqual([]);
      expect(first?.email).toBe("it@landlord.example");
      const { rows } = await database.pool.query<{ password_hash: string; user_type: number }>(
        "select * from account",
      );
      expect(rows).toMatchObject([{ user_type: 2 }]);
      expect(await verifySecret(first?.password ?? "", rows[0]?.password_hash ?? null)).toBe(true);
      expect(await ensureOfficeAccount(database, "other@landlord.example")).toBeNull();
    } finally {
      await database.close();
      await empty.drop();
    }
  });
});

describe("commands", () => {
  it("of a type that no build knows are queued as they are", async () => {
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
    expect(await readCommands(engineer)).toMatchObject([{ type: "Sing", outcome: "unsupported" }]);
  });

  it("of a known type must have their fields", async () => {
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

describe("reference data", () => {
  const params = { type: "JobStage" };
  const stage = (jobStageId: number) => ({ jobStageId, name: `Stage ${jobStageId}`, sortOrder: 1 });

  it("are put, read back and deleted by id", async () => {
    const put = await server.call(office.putData, { params, body: { rows: [stage(1), stage(2)] } });
    expect(put).toMatchObject({ type: "JobStage", changed: 2, deleted: 0 });
    const later = await server.call(office.putData, {
      params,
      body: { rows: [], deletedIds: [1] },
    });
    expect(later).toMatchObject({ changed: 0, deleted: 1 });
    expect(Number(later.date)).toBeGreaterThan(Number(put.date));
    const read = await server.call(office.readData, { params });
    expect(read).toEqual({ type: "JobStage", date: later.date, rows: [stage(2)] });
  });

  it("are refused as a whole when one row does not fit", async () => {
    const before = await server.call(office.readData, { params });
    const body = { rows: [stage(7), { jobStageId: "eight" }] };
    const answer = await server.request(office.putData, { params, body });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
    expect(JSON.stringify(answer.body)).toContain("rows.1.");
    expect(await server.call(office.readData, { params })).toEqual(before);
    expect(
      await server.request(office.putData, { params: { type: "Nonsense" }, body }),
    ).toMatchObject({
      status: 400,
    });
  });

  it("may be larger than other requests", async () => {
    const rows = Array.from({ length: 4000 }, (_, index) => ({
      sorCodeId: index + 1,
      code: `GA${index}`,
      description: "d".repeat(100),
      unit: "NO",
    }));
    const put = await server.call(office.putData, { params: { type: "Sor" }, body: { rows } });
    expect(put.changed).toBe(4000);
  });
});
