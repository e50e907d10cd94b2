import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { eq, getTableColumns } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { header, refresh, signIn } from "@fieldfare/contract";
import { account, job as jobTable, property, propertyTenant } from "../database/schema.ts";
import { demoPassword, engineers } from "../demo/people.ts";
import { aClose, aContact, aNote, sendImage, visitedOn } from "../testing/closings.ts";
import {
  anInstallation,
  type InProcessServer,
  startInProcessServer,
  testImage,
  testPin,
} from "../testing/in-process.ts";
import { aLog } from "../testing/log.ts";
import { aStatusChange, post } from "../testing/messages.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";

describe("Each request", () => {
  let server: InProcessServer;
  afterEach(() => server.close());

  it("has a line with the pattern of its route, who made it from which device, and its status", async () => {
    const log = aLog();
    server = await startInProcessServer(log.config);
    const engineer = await server.installed();
    const job = await server.job(engineer);
    const caller = await server.office();
    log.lines.length = 0;
    const answers = [
      await engineer.caller.get(`/api/job/${job.jobId}/history`),
      await post(engineer, aStatusChange(job, "New")),
      await caller.get(`/api/office/jobs/${job.jobId}?`),
      await server.anonymous.get(`/api/office/jobs/${job.jobId}`),
      await server.anonymous.get("/api/office/nothing/Pat%20Example"),
    ];
    const byEngineer = {
      actorKind: "engineer",
      actorId: engineer.accountId,
      deviceId: engineer.deviceId,
    };
    const nobody = { actorKind: null, actorId: null, deviceId: null };
    expect(log.requests()).toMatchObject([
      {
        method: "GET",
        route: "/api/job/:jobId/history",
        ...byEngineer,
        status: answers[0]?.status,
      },
      { method: "POST", route: "/api/job/status", ...byEngineer, status: 200 },
      { method: "GET", route: "/api/office/jobs/:jobId", actorKind: "office", status: 200 },
      { method: "GET", route: "/api/office/jobs/:jobId", ...nobody, status: 401 },
      { method: "GET", route: null, ...nobody, status: 404 },
    ]);
    for (const [index, line] of log.requests().entries()) {
      expect(line.requestId).toBe(answers[index]?.headers[header.requestId.toLowerCase()]);
      expect(line).toMatchObject({ level: "info", msg: "request", ms: expect.any(Number) });
      expect(new Date(String(line.time)).toISOString()).toBe(line.time);
    }
    expect(answers[3]?.body).toMatchObject({ requestId: log.requests()[3]?.requestId });
  });

  it("keeps a well-formed id of its caller, and gets a new one in place of anything else", async () => {
    const log = aLog();
    server = await startInProcessServer(log.config);
    const ask = async (requestId: string) => {
      const answer = await server.app.inject({
        url: "/api/nothing",
        headers: { [header.requestId]: requestId },
      });
      const given = answer.headers[header.requestId.toLowerCase()];
      expect(answer.json()).toMatchObject({ requestId: given });
      return given;
    };
    const uuid = randomUUID();
    const hex = uuid.replaceAll("-", "");
    expect(await ask(uuid)).toBe(uuid);
    expect(await ask(hex)).toBe(hex);
    for (const malformed of ["Pat Example", "", "x".repeat(32), `${uuid}0`, `${uuid}, ${uuid}`])
      expect(await ask(malformed)).not.toBe(malformed);
    expect(log.lines.join()).not.toContain("Pat Example");
  });

  it("that fails has a warning with the same id as the error", async () => {
    const log = aLog();
    server = await startInProcessServer({ ...log.config, logLevel: "warn" });
    const engineer = await server.installed();
    await server.rows("alter table command rename to command_away");
    const answer = await engineer.caller.get("/api/command");
    expect(answer.status).toBe(500);
    const requestId = answer.headers[header.requestId.toLowerCase()];
    expect(log.read()).toMatchObject([
      { level: "error", msg: "unexpected error", requestId },
      { level: "warn", msg: "request", route: "/api/command", status: 500, requestId },
    ]);
  });

  it.each([
    ["/api/job/status", "application/json", '{"type":'],
    [
      "/api/job/image",
      "multipart/form-data; boundary=cut",
      "--cut\r\nContent-Disposition: form-data",
    ],
  ])("to %s that its caller breaks off is no error of the server", async (path, type, begin) => {
    const log = aLog();
    server = await startInProcessServer(log.config);
    const engineer = await server.installed();
    const { port } = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
    const isRead = new Promise((resolve) =>
      server.app.server.once("request", (incoming: IncomingMessage) =>
        incoming.once("resume", resolve),
      ),
    );
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n` +
        `Authorization: Bearer ${engineer.caller.token}\r\nX-Device-Id: ${engineer.deviceId}\r\n` +
        `Content-Length: 900\r\n\r\n${begin}`,
    );
    await isRead;
    socket.destroy();
    await expect.poll(() => log.lines.join("")).toContain("the caller has broken off");
    expect(log.lines.filter((line) => line.includes("unexpected error"))).toEqual([]);
    expect(await server.rows("select 1 from refused_message")).toEqual([]);
  });

  it("is a line for people with the format text", async () => {
    const log = aLog();
    server = await startInProcessServer({ ...log.config, logFormat: "text" });
    await server.anonymous.get("/api/health");
    const line = log.lines.find((text) => text.includes("/api/health"));
    expect(line).toMatch(
      /^\S+Z info request requestId=\S+ method=GET route=\/api\/health .*status=200 ms=\S+\n$/,
    );
  });
});

describe("A whole visit", () => {
  let server: TestServer;
  afterEach(() => server.stop());

  it("leaves no name, address, telephone number, password, PIN or token in the log", async () => {
    const log = aLog();
    server = await startTestServer({ withDemo: true, config: log.config });
    const { origin, officeToken, database } = server;
    const [{ email, fieldOperativeId }] = engineers;
    const deviceId = randomUUID();
    const secrets = new Set([officeToken, demoPassword, testPin, "Pat Example", "A private note"]);
    const send = async (method: string, path: string, token?: string, body?: unknown) => {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          [header.deviceId]: deviceId,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    const readTokens = (answer: { text: string }) => {
      const { tokenModel } = JSON.parse(answer.text) as {
        tokenModel: { token: string; refreshToken: string };
      };
      secrets.add(tokenModel.token).add(tokenModel.refreshToken);
      return tokenModel;
    };

    await send("POST", signIn.path, undefined, { email, password: "Wrong-Password-1" });
    secrets.add("Wrong-Password-1");
    const { token, refreshToken } = readTokens(
      await send("POST", signIn.path, undefined, { email, password: demoPassword }),
    );
    await send("POST", "/api/installation/register", token, anInstallation(deviceId));
    const refreshed = await send("POST", refresh.path, undefined, { refreshToken });
    for (const secret of findTexts(JSON.parse(refreshed.text))) secrets.add(secret);
    const sam = { fieldOperativeId, deviceId, email, password: demoPassword, token };
    const { jobs } = JSON.parse((await send("GET", "/api/job", token)).text) as {
      jobs: { jobId: string; fieldOperativeAppointmentId: string }[];
    };
    const [job] = jobs;
    if (!job) throw new Error("Sam has no job");
    const { jobId, fieldOperativeAppointmentId } = job;
    const [home] = await database.orm
      .select({ ...getTableColumns(property) })
      .from(property)
      .innerJoin(jobTable, eq(jobTable.propertyId, property.propertyId))
      .where(eq(jobTable.jobId, jobId));
    if (!home) throw new Error("The job has no property");
    const { propertyId, postcode, addressLine1 } = home;
    const statuses = ["New", "Travelling", "OnSite", "AccessGained"] as const;
    for (const currentStatus of statuses) {
      const change = {
        jobId,
        fieldOperativeAppointmentId,
        currentStatus,
        changeTimestamp: visitedOn,
      };
      expect(await server.send(sam, "JobStatusChange", change)).toMatchObject({ status: 200 });
    }
    const photo = await sendImage(server, sam, job, testImage);
    const close = aClose(job, {
      job: {
        notes: [aNote(job, { description: "A private note", isPublic: false })],
        tenants: [aContact(propertyId, { fullName: "Pat Example" })],
      },
      manifest: [photo],
    });
    expect(await server.send(sam, "JobClose", close)).toMatchObject({ status: 200 });
    const failing = [
      () => server.send(sam, "JobClose", { ...close, outcome: "Pat Example" } as never),
      () => send("GET", `/api/property/postcode/${postcode}`, token),
      () => send("GET", `/api/property/search/1/${addressLine1}`, token),
      () => send("GET", `/api/job/${addressLine1}/history`, token),
      () =>
        send("GET", `/api/office/jobs?reference=${postcode}&unknown=Pat%20Example`, officeToken),
      () => send("GET", `/api/office/jobs/${jobId}`, officeToken),
      () => send("PUT", "/api/office/business", officeToken, "Pat Example"),
      () => send("GET", `/${addressLine1}?name=Pat%20Example`, officeToken),
    ];
    for (const call of failing) await call();
    // Errors of the server, too: the database refuses the statements.
    await database.pool.query("alter table property rename to property_away");
    for (const call of failing) await call();
    await database.pool.query("alter table property_away rename to property");

    const people = await database.orm.select().from(account);
    const homes = await database.orm.select().from(property);
    const contacts = await database.orm.select().from(propertyTenant);
    const written = [
      ...people.flatMap((person) => [person.name, person.email, person.passwordHash]),
      ...homes.flatMap((each) => [each.addressLine1, each.addressLine2, each.postcode]),
      ...contacts.flatMap(({ row }) => [
        row.fullName,
        row.emailAddress,
        ...row.phones.map(({ number }) => number),
      ]),
      ...engineers.map(({ mobileNumber }) => mobileNumber),
    ];
    for (const text of written) if (text) secrets.add(text);
    const text = log.lines.join("").toLowerCase();
    const found = [...secrets].filter((secret) => {
      const forms = [secret, encodeURIComponent(secret), secret.replaceAll(" ", "")];
      return forms.some((form) => text.includes(form.toLowerCase()));
    });
    expect(found).toEqual([]);
    expect(secrets.size).toBeGreaterThan(100);
    expect(log.requests().length).toBeGreaterThan(25);
    expect(log.requests()).toContainEqual(expect.objectContaining({ status: 500 }));
  });
});

/** Finds the long texts inside an answer: its tokens. */
function findTexts(value: unknown): string[] {
  if (typeof value === "string") return value.length > 20 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(findTexts) : [];
}
