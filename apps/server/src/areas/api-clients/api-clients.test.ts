import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../testing/caller.ts";
import { aServerWithClock } from "../../testing/clock.ts";
import type { InProcessServer } from "../../testing/in-process.ts";

const { clock, start } = aServerWithClock();
let server: InProcessServer;
let administrator: Caller;

beforeAll(async () => {
  server = await start();
  administrator = await server.office();
});

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

async function addClient(permissions: readonly string[] = ["13#1", "13#2", "13#3"]) {
  const clientId = randomUUID();
  const path = `/api/office/api-clients/${clientId}`;
  const name = `Housing ${clientId}`;
  expect((await administrator.put(path, { name, permissions })).status).toBe(200);
  return { clientId, path, name };
}

async function addSecret({ path }: { path: string }, body: object = {}) {
  const answer = await administrator.post(`${path}/secrets`, body);
  return answer.body as { secret: string; secretId: string; expiresOn: string | null };
}

interface Form {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly scope?: string;
  readonly grant_type?: string;
}

async function ask(
  form: Form | string,
  headers: Record<string, string> = {},
  at: FastifyInstance = server.app,
  remoteAddress = "127.0.0.1",
) {
  const payload =
    typeof form === "string"
      ? form
      : new URLSearchParams({ grant_type: "client_credentials", ...form }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const response = await at.inject({
    method: "POST",
    url: "/api/oauth/token",
    headers: { ...type, ...headers },
    payload,
    remoteAddress,
  });
  return { status: response.statusCode, headers: response.headers, body: response.json<Token>() };
}

interface Token {
  readonly access_token: string;
  readonly scope: string;
  readonly error?: string;
}

async function callerFor({ clientId }: { clientId: string }, secret: string, scope?: string) {
  const { body } = await ask({
    client_id: clientId,
    client_secret: secret,
    ...(scope && { scope }),
  });
  return server.anonymous.with({ token: body.access_token });
}

describe("a machine", () => {
  it("is refused with the name of another one, also in other letters and with spaces around it", async () => {
    const { path, name } = await addClient();
    const put = (other: string, called: string) =>
      administrator.put(other, { name: called, permissions: ["13#1"] });
    const another = `/api/office/api-clients/${randomUUID()}`;
    for (const same of [name, name.toUpperCase(), ` ${name}  `])
      expect(await put(another, same)).toMatchObject({
        status: 409,
        body: { code: "conflict", detail: expect.stringContaining(name) },
      });
    expect((await put(path, name.toUpperCase())).status).toBe(200);
    expect((await administrator.post(`${path}/revoke`, {})).status).toBe(200);
    expect((await put(another, name)).status).toBe(200);
  });

  it("gets a token with its id and secret, in the body or with HTTP Basic", async () => {
    const client = await addClient();
    const { secret } = await addSecret(client);
    const inBody = await ask({ client_id: client.clientId, client_secret: secret });
    expect(inBody).toMatchObject({
      status: 200,
      headers: { "cache-control": "no-store" },
      body: { token_type: "Bearer", expires_in: 900, scope: "13#1 13#2 13#3" },
    });
    const basic = Buffer.from(`${client.clientId}:${secret}`).toString("base64");
    const withBasic = await ask({}, { authorization: `Basic ${basic}` });
    for (const { body } of [inBody, withBasic]) {
      const caller = server.anonymous.with({ token: body.access_token });
      expect((await caller.get("/api/office/jobs")).status).toBe(200);
    }
  });

  it("may do what its permissions allow, and no more than the token asked for", async () => {
    const client = await addClient();
    const { secret } = await addSecret(client);
    const caller = await callerFor(client, secret);
    expect((await caller.get("/api/office/operatives")).body).toMatchObject({
      code: "permission-missing",
      issues: [{ message: "11#2" }],
    });
    expect((await caller.post("/api/office/jobs", {})).status).toBe(400);
    const narrow = await callerFor(client, secret, "13#2");
    expect((await narrow.get("/api/office/jobs")).status).toBe(200);
    expect((await narrow.post("/api/office/jobs", {})).status).toBe(403);
    expect(
      await ask({ client_id: client.clientId, client_secret: secret, scope: "13#2 11#2" }),
    ).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
  });

  it("neither assigns a new job nor cancels one by way of another permission", async () => {
    const client = await addClient(["13#3", "11#4"]);
    const { secret } = await addSecret(client);
    const caller = await callerFor(client, secret);
    const engineer = await server.engineer();
    const { jobId, fieldOperativeAppointmentId } = await server.job(engineer);
    const { fieldOperativeId } = engineer;
    const draft = {
      fieldOperativeId,
      appointmentDateTime: "2026-01-05T09:00:00.000Z",
      jobCategoryId: 2,
      jobDetailTypeId: 21,
      categoryName: "Gas repair",
      detailTypeName: "No heating",
      property: { addressLine1: "1 Example Street", postcode: "LS1 1AA" },
    };
    const command = { fieldOperativeId, type: "DataDump" };
    const cancel = {
      ...command,
      type: "CancelJob",
      jobId,
      fieldOperativeAppointmentId,
      force: true,
    };
    const missing = (permission: string) => ({
      status: 403,
      body: { code: "permission-missing", issues: [{ message: permission }] },
    });
    expect(await caller.post("/api/office/jobs", draft)).toMatchObject(missing("13#12"));
    expect(await caller.post("/api/office/commands", cancel)).toMatchObject(missing("13#13"));
    const unassigned = { ...draft, fieldOperativeId: null };
    expect((await caller.post("/api/office/jobs", unassigned)).status).toBe(200);
    expect((await caller.post("/api/office/commands", command)).status).toBe(200);
  });

  it("loses a permission at once, and its token gains none", async () => {
    const client = await addClient(["13#2", "11#2"]);
    const { secret } = await addSecret(client);
    const caller = await callerFor(client, secret);
    const change = (permissions: string[]) =>
      administrator.put(client.path, { name: client.name, permissions });
    await change(["13#2", "51#2"]);
    expect((await caller.get("/api/office/operatives")).status).toBe(403);
    expect((await caller.get("/api/office/mileage")).status).toBe(403);
    expect((await caller.get("/api/office/jobs")).status).toBe(200);
  });

  it("never gets what the role integration does not have, and has no account", async () => {
    const path = `/api/office/api-clients/${randomUUID()}`;
    for (const permission of ["0#29", "11#5", "99#1", "13#1,3"])
      expect(
        (await administrator.put(path, { name: "Greedy", permissions: [permission] })).status,
      ).toBe(400);
    const client = await addClient();
    const caller = await callerFor(client, (await addSecret(client)).secret);
    expect((await caller.get("/api/office/account")).status).toBe(403);
    const change = { password: "a password", newPassword: "another password" };
    expect((await caller.post("/api/office/account/password", change)).status).toBe(403);
    expect((await caller.get("/api/job")).status).toBe(403);
  });

  it("is refused at once at every server when it is revoked, and for ever", async () => {
    const client = await addClient();
    const { secret } = await addSecret(client);
    const caller = await callerFor(client, secret);
    const other = await server.startAnother();
    await administrator.post(`${client.path}/revoke`, {});
    expect((await caller.with({}, other).get("/api/office/jobs")).status).toBe(401);
    expect(
      await ask({ client_id: client.clientId, client_secret: secret }, {}, other),
    ).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect(
      (await administrator.put(client.path, { name: "Back", permissions: ["13#2"] })).status,
    ).toBe(409);
    expect((await administrator.post(`${client.path}/secrets`, {})).status).toBe(409);
  });
});

describe("the secrets of a machine", () => {
  it("are two at most, so that one replaces the other without a pause", async () => {
    const client = await addClient();
    const old = await addSecret(client);
    const replacement = await addSecret(client, { othersExpireOn: inHours(1) });
    expect((await administrator.post(`${client.path}/secrets`, {})).status).toBe(409);
    const before = await callerFor(client, old.secret);
    expect((await before.get("/api/office/jobs")).status).toBe(200);
    clock.aheadMs = hourMs + 1000;
    expect((await ask({ client_id: client.clientId, client_secret: old.secret })).status).toBe(401);
    const after = await callerFor(client, replacement.secret);
    expect((await after.get("/api/office/jobs")).status).toBe(200);
    // The expired one is gone.
    const later = await server.office();
    expect((await later.post(`${client.path}/secrets`, {})).status).toBe(200);
  });

  it("end the tokens that they got when they expire or are removed", async () => {
    const client = await addClient();
    const short = await addSecret(client, { expiresOn: inHours(0.1) });
    const long = await addSecret(client);
    const [first, second] = [
      await callerFor(client, short.secret),
      await callerFor(client, long.secret),
    ];
    clock.aheadMs = 0.1 * hourMs + 1000;
    expect((await first.get("/api/office/jobs")).status).toBe(401);
    expect((await second.get("/api/office/jobs")).status).toBe(200);
    expect((await administrator.delete(`${client.path}/secrets/${long.secretId}`)).status).toBe(
      200,
    );
    expect((await second.get("/api/office/jobs")).status).toBe(401);
  });

  it("are shown once and stored as hashes; the list says when they were used", async () => {
    const client = await addClient();
    const { secret, secretId } = await addSecret(client);
    const find = async () => {
      const { body } = await administrator.get("/api/office/api-clients");
      const clients = body as { clientId: string; secrets: { lastUsedOn: string | null }[] }[];
      return clients.find(({ clientId }) => clientId === client.clientId);
    };
    expect(await find()).toMatchObject({ secrets: [{ secretId, lastUsedOn: null }] });
    await callerFor(client, secret);
    expect(await find()).toMatchObject({ secrets: [{ lastUsedOn: expect.any(String) }] });
    const stored = await server.rows("select s::text from api_client_secret s");
    const audited = await server.rows("select after::text from audit_entry");
    expect(JSON.stringify([await find(), stored, audited])).not.toContain(secret);
  });

  it("do not begin in the past", async () => {
    const client = await addClient();
    for (const body of [{ expiresOn: inHours(-1) }, { othersExpireOn: inHours(-1) }])
      expect((await administrator.post(`${client.path}/secrets`, body)).status).toBe(400);
  });
});

describe("a wrong secret", () => {
  it("is limited as a wrong password is, and locks out nobody who has the right one", async () => {
    const client = await addClient();
    const { secret } = await addSecret(client);
    const guess = { client_id: client.clientId, client_secret: "a guess" };
    const address = "192.0.2.7";
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await ask(guess, {}, server.app, address)).status).toBe(401);
    const refused = await ask(guess, {}, server.app, address);
    expect(refused).toMatchObject({ status: 429, body: { error: "temporarily_unavailable" } });
    expect(refused.headers["retry-after"]).toBe("900");
    const right = { client_id: client.clientId, client_secret: secret };
    expect((await ask(right, {}, server.app, address)).status).toBe(200);
    expect((await ask(guess, {}, server.app, "192.0.2.8")).status).toBe(401);
  });

  it("locks out nobody who signs in with a password at the same address", async () => {
    const address = "192.0.2.9";
    const guess = (id: string) =>
      ask({ client_id: id, client_secret: "a guess" }, {}, server.app, address);
    for (let number = 0; number < 100; number += 1) await guess(randomUUID());
    expect((await guess(randomUUID())).status).toBe(429);
    const { statusCode } = await server.app.inject({
      method: "POST",
      url: "/api/office/token",
      payload: { email: "nobody@office.example", password: "a guess" },
      remoteAddress: address,
    });
    expect(statusCode).toBe(401);
  });

  it("is answered as an unknown machine is", async () => {
    const client = await addClient();
    await addSecret(client);
    const wrong = await ask({ client_id: client.clientId, client_secret: "a guess" });
    const unknown = await ask({ client_id: randomUUID(), client_secret: "a guess" });
    const noUuid = await ask({ client_id: "housing", client_secret: "a guess" });
    for (const { status, body, headers } of [wrong, unknown, noUuid])
      expect({ status, error: body.error, challenge: headers["www-authenticate"] }).toEqual({
        status: 401,
        error: "invalid_client",
        challenge: 'Basic realm="Fieldfare"',
      });
  });
});

describe("a request for a token that OAuth does not know", () => {
  it("is refused with the error of RFC 6749", async () => {
    const client = await addClient();
    const { secret } = await addSecret(client);
    const right = { client_id: client.clientId, client_secret: secret };
    const basic = Buffer.from(`${client.clientId}:${secret}`).toString("base64");
    const twice = `${new URLSearchParams({ grant_type: "client_credentials", ...right }).toString()}&scope=13%232&scope=13%231`;
    const cases = [
      [ask({ ...right, grant_type: "password" }), 400, "unsupported_grant_type"],
      [ask(right, { authorization: `Basic ${basic}` }), 400, "invalid_request"],
      [ask(twice), 400, "invalid_request"],
      [ask(""), 400, "unsupported_grant_type"],
      [ask({ client_id: client.clientId }), 401, "invalid_client"],
      [ask({ client_id: "\u0000", client_secret: "x" }), 401, "invalid_client"],
      [ask({}, { authorization: "Basic ???" }), 401, "invalid_client"],
      [ask(JSON.stringify(right), { "content-type": "application/json" }), 400, "invalid_request"],
    ] as const;
    for (const [answer, status, error] of cases)
      expect(await answer).toMatchObject({ status, body: { error } });
  });

  it("is taken as a form by no other call", async () => {
    const form = new URLSearchParams({ email: "office@office.example", password: "x" });
    const { statusCode } = await server.app.inject({
      method: "POST",
      url: "/api/office/token",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: form.toString(),
    });
    expect(statusCode).toBe(415);
  });
});

describe("what administrators do with machines", () => {
  it("is recorded with before and after, and so is what a machine does", async () => {
    const client = await addClient(["11#4"]);
    const { secret, secretId } = await addSecret(client);
    const engineer = await server.engineer();
    const caller = await callerFor(client, secret);
    await caller.post(`/api/office/operatives/${engineer.fieldOperativeId}/disable`, {});
    await administrator.put(client.path, { name: client.name, permissions: ["13#2"] });
    await administrator.delete(`${client.path}/secrets/${secretId}`);
    await administrator.post(`${client.path}/revoke`, {});
    const entries = await server.rows(
      `select action, actor_name, before, after from audit_entry
        where object_id = $1 order by sequence`,
      [client.clientId],
    );
    expect(entries).toMatchObject([
      { action: "api-client-added", after: { name: client.name, permissions: ["11#4"] } },
      { action: "api-client-secret-added", after: { secretId } },
      {
        action: "api-client-changed",
        before: { permissions: ["11#4"] },
        after: { permissions: ["13#2"] },
      },
      { action: "api-client-secret-removed", before: { secretId } },
      { action: "api-client-revoked", before: { revokedOn: null } },
    ]);
    const [disabled] = await server.rows(
      "select actor_id, actor_name from audit_entry where action = 'account-disabled' and field_operative_id = $1",
      [engineer.fieldOperativeId],
    );
    expect(disabled).toEqual({ actor_id: client.clientId, actor_name: client.name });
  });
});
