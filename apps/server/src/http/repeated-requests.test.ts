import { randomUUID } from "node:crypto";
import { header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseTenant } from "@fieldfare/contract/office";
import { aDraft } from "../testing/jobs.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Sent {
  readonly key?: string;
  readonly ifMatch?: string;
  readonly body?: unknown;
  readonly method?: string;
  readonly token?: string;
}

async function send(
  path: string,
  { key, ifMatch, body, method = "POST", token = server.officeToken }: Sent,
) {
  const answer = await fetch(`${server.origin}/api/office${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { [header.idempotencyKey]: key }),
      ...(ifMatch !== undefined && { [header.ifMatch]: ifMatch }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    version: answer.headers.get(header.version),
    replayed: answer.headers.get(header.idempotencyReplayed),
    body: JSON.parse(await answer.text()) as Record<string, unknown>,
  };
}

const count = async (text: string, values: readonly unknown[] = []) =>
  (
    await server.database.pool.query<{ n: number }>(`select count(*)::int as n from ${text}`, [
      ...values,
    ])
  ).rows[0]?.n;
const countJobs = (reference: string) => count("job where formatted_job_id = $1", [reference]);
const raise = (formattedJobId: string, sent: Sent = {}) =>
  send("/jobs", { body: aDraft({ formattedJobId }), ...sent });

describe("A change with an Idempotency-Key", () => {
  it("is made once, and a repeat gets the first answer", async () => {
    const key = randomUUID();
    const first = await raise("KEY-1", { key });
    const second = await raise("KEY-1", { key });
    expect(first).toMatchObject({ status: 200, replayed: null });
    expect(second).toEqual({ ...first, replayed: "true" });
    expect(await countJobs("KEY-1")).toBe(1);
  });

  it("is made once also when its repeats come at the same time", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => raise("KEY-2", { key })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ body }) => body["jobId"])).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    expect(await countJobs("KEY-2")).toBe(1);
  });

  it("is not made again if the server stopped between the change and its answer", async () => {
    const key = randomUUID();
    const first = await raise("KEY-3", { key });
    // What the transaction of the change itself has recorded.
    await server.database.pool.query(
      "update recorded_answer set is_answer = false where result -> 'value' ->> 'jobId' = $1",
      [first.body["jobId"]],
    );
    expect((await raise("KEY-3", { key })).body).toEqual(first.body);
    expect(await countJobs("KEY-3")).toBe(1);
  });

  it("is refused with another body, another path or another method", async () => {
    const key = randomUUID();
    const { body } = await raise("KEY-4", { key });
    for (const other of [
      raise("KEY-5", { key }),
      send(`/jobs/${String(body["jobId"])}/removal`, { key, body: { force: false } }),
      send(`/properties/${randomUUID()}`, { key, method: "DELETE" }),
    ])
      expect(await other).toMatchObject({ status: 422, body: { code: "key-reused" } });
    expect(await countJobs("KEY-5")).toBe(0);
  });

  it("is another one for another caller", async () => {
    const key = randomUUID();
    await raise("KEY-6", { key });
    const accountId = randomUUID();
    const account = { name: "Jo", email: `${accountId}@example.com`, roles: ["planner"] };
    await send(`/accounts/${accountId}`, {
      method: "PUT",
      body: { ...account, password: "only-for-the-first-time" },
    });
    await server.database.pool.query(
      "update account set must_change_password = false where account_id = $1",
      [accountId],
    );
    const signedIn = await send("/token", {
      body: { email: account.email, password: "only-for-the-first-time" },
    });
    const { token } = signedIn.body["tokenModel"] as { token: string };
    expect(await raise("KEY-6", { key, token })).toMatchObject({ status: 200, replayed: null });
  });

  it("is tried again after a refusal, which changed nothing", async () => {
    const key = randomUUID();
    const jobId = randomUUID();
    const engineer = await server.addEngineer("Ira");
    const assign = () =>
      send(`/jobs/${jobId}/assign`, { key, body: { fieldOperativeId: engineer.fieldOperativeId } });
    expect(await assign()).toMatchObject({ status: 404 });
    await send("/jobs", { body: aDraft({ jobId }) });
    const done = await assign();
    expect(done).toMatchObject({ status: 200, replayed: null });
    expect(await assign()).toEqual({ ...done, replayed: "true" });
    expect(await count("appointment where job_id = $1", [jobId])).toBe(1);
  });

  it.each(["short", "with blanks", "ä-is-no-ascii-key"])(
    "is refused with the key %j",
    async (key) => {
      const encoded = Buffer.from(key).toString("latin1");
      expect(await raise("KEY-7", { key: encoded })).toMatchObject({
        status: 400,
        body: { issues: [{ path: header.idempotencyKey }] },
      });
    },
  );

  it("is refused where the answer has a secret, which is stored nowhere", async () => {
    const { fieldOperativeId } = await server.addEngineer("Uma");
    const key = randomUUID();
    expect(await send(`/operatives/${fieldOperativeId}/reset-code`, { key })).toMatchObject({
      status: 400,
      body: { issues: [{ path: header.idempotencyKey }] },
    });
  });

  it("leaves no trace of its key or its body but hashes", async () => {
    const key = `secret-${randomUUID()}`;
    await send(`/accounts/${randomUUID()}`, {
      method: "PUT",
      key,
      body: { name: "Kim", email: "kim@example.com", roles: [], password: "a password of Kim" },
    });
    const { rows } = await server.database.pool.query("select * from recorded_answer");
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(rows)).not.toContain("a password of Kim");
  });

  it("about a home or a job there is forgotten when one of its tenants is erased", async () => {
    const propertyId = randomUUID();
    const draft = aDraft();
    const tenants = [{ fullName: "Pat Forgotten", isPrimaryTenant: true }];
    const raised = await send("/jobs", {
      body: { ...draft, property: { ...draft.property, propertyId, tenants } },
    });
    const address = { addressLine1: "2 Road", postcode: "LS6 1AA" };
    const lines = { addressLine2: null, addressLine3: null, addressLine4: null };
    const correct = { method: "PUT", key: randomUUID(), body: { ...address, ...lines } };
    const { body } = await send(`/properties/${propertyId}`, correct);
    const taskDetails = "Ask for Pat Forgotten";
    const details = { appointmentDateTime: "2026-12-01T09:00:00.000Z", taskDetails };
    const others = { clientPreferredTimeName: null, accessNotes: null, jobPriority: null };
    const changed = await send(`/jobs/${String(raised.body["jobId"])}`, {
      method: "PUT",
      key: randomUUID(),
      ifMatch: "*",
      body: { details: { ...details, ...others } },
    });
    expect(changed.status).toBe(200);
    expect(await count("recorded_answer where result::text like '%Pat Forgotten%'")).toBe(2);
    const [tenant] = body["tenants"] as { propertyTenantId: string }[];
    await server.call(eraseTenant, {
      params: { propertyTenantId: tenant?.propertyTenantId ?? "" },
      body: {},
    });
    expect(await count("recorded_answer where result::text like '%Pat Forgotten%'")).toBe(0);
  });
});

describe("Of equal requests at the same time one makes the change, and all get its answer:", () => {
  interface Change {
    readonly path: string;
    readonly method?: string;
    readonly body?: unknown;
    /** The object of the audit entries. */
    readonly objectId: string;
  }

  const account = () => {
    const accountId = randomUUID();
    const person = { name: "Jo", email: `${accountId}@example.com`, roles: ["planner"] };
    const path = `/accounts/${accountId}`;
    return {
      path,
      objectId: accountId,
      method: "PUT",
      body: { ...person, password: "Only-once-1" },
    };
  };
  const apiClient = () => {
    const clientId = randomUUID();
    const body = { name: `The job system ${clientId}`, permissions: ["13#3"] };
    return { path: `/api-clients/${clientId}`, objectId: clientId, method: "PUT", body };
  };
  const operative = () => {
    const objectId = randomUUID();
    const body = { name: "Robin", email: `${objectId}@example.com`, password: "Only-once-1" };
    return { path: `/operatives/${objectId}`, objectId, method: "PUT", body };
  };
  /** A further step of what another request has made. */
  const then = async (made: Change, step: string, more: Omit<Change, "path" | "objectId"> = {}) => {
    expect(await send(made.path, made)).toMatchObject({ status: 200 });
    return { path: `${made.path}/${step}`, objectId: made.objectId, body: {}, ...more };
  };
  const device = async (step: string, more: Omit<Change, "path" | "objectId"> = {}) => {
    const { deviceId } = await server.addEngineer("Dee");
    return { path: `/devices/${deviceId}/${step}`, objectId: deviceId, body: {}, ...more };
  };
  const engineer = async (step: string, body: object = {}) => {
    const { fieldOperativeId } = await server.addEngineer("Eve");
    const { rows } = await server.database.pool.query<{ account_id: string }>(
      "select account_id from account where field_operative_id = $1",
      [fieldOperativeId],
    );
    return {
      path: `/operatives/${fieldOperativeId}/${step}`,
      objectId: rows[0]?.account_id ?? "",
      body,
    };
  };
  const secret = async () => {
    const made = apiClient();
    await send(made.path, made);
    const { body } = await send(`${made.path}/secrets`, { body: {} });
    const path = `${made.path}/secrets/${String(body["secretId"])}`;
    return { path, objectId: made.objectId, method: "DELETE" };
  };
  const disabledAccount = async () => {
    const disable = await then(account(), "disable");
    await send(disable.path, disable);
    return { ...disable, path: disable.path.replace("disable", "enable") };
  };
  const disabledEngineer = async () => {
    const disable = await engineer("disable");
    await send(disable.path, disable);
    const path = disable.path.replace("disable", "enable");
    return { ...disable, path, body: { acceptRecorded: true } };
  };
  const unapproved = async () => {
    const approve = await device("approve");
    await server.database.pool.query(
      "update device set awaits_approval = true where device_id = $1",
      [approve.objectId],
    );
    return approve;
  };

  it.each<[string, () => Change | Promise<Change>]>([
    ["add an account", account],
    ["disable an account", () => then(account(), "disable")],
    ["enable an account", disabledAccount],
    [
      "reset a password",
      () => then(account(), "password", { body: { password: "Another-one-1" } }),
    ],
    ["add a machine", apiClient],
    ["revoke a machine", () => then(apiClient(), "revoke")],
    ["remove a secret of a machine", secret],
    ["add an engineer", operative],
    ["disable an engineer", () => engineer("disable")],
    ["enable an engineer and accept the work", disabledEngineer],
    ["name a device", () => device("name", { method: "PUT", body: { name: "Van 7" } })],
    ["approve a device", unapproved],
    ["lock a device", () => device("lock")],
    ["unlock a device", () => device("unlock")],
    ["wipe a device", () => device("wipe")],
  ])("%s", async (_what, prepare) => {
    const { path, objectId, ...change } = await prepare();
    const countEntries = () => count("audit_entry where object_id = $1", [objectId]);
    const before = (await countEntries()) ?? 0;
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(path, { ...change, key })));
    const [first] = answers;
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      [1, 2, 3].map(() => ({ status: 200, body: first?.body })),
    );
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    expect(await countEntries()).toBe(before + 1);
    expect(await send(path, { ...change, key })).toMatchObject({ body: first?.body });
  });
});

describe("A version", () => {
  const change = (jobId: string, ifMatch: string, taskDetails: string, more: Sent = {}) =>
    send(`/jobs/${jobId}`, {
      method: "PUT",
      ifMatch,
      body: {
        details: {
          appointmentDateTime: "2026-12-01T09:00:00.000Z",
          clientPreferredTimeName: null,
          taskDetails,
          accessNotes: null,
          jobPriority: null,
        },
      },
      ...more,
    });
  const readJob = (jobId: string) => send(`/jobs/${jobId}`, { method: "GET" });
  const readVersion = async (path: string) =>
    (await send(path, { method: "GET" })).version ?? "none";

  async function aJob() {
    const { body } = await raise(`V-${randomUUID().slice(0, 8)}`);
    return String(body["jobId"]);
  }

  it("of a job is refused when somebody else has changed the job, and is the new one after a change", async () => {
    const jobId = await aJob();
    const { version } = await readJob(jobId);
    const changed = await change(jobId, version ?? "", "First");
    expect(changed.status).toBe(200);
    expect(changed.version).not.toBe(version);
    expect(await change(jobId, version ?? "", "Second")).toMatchObject({
      status: 412,
      body: { code: "stale" },
    });
    const { body, version: now } = await readJob(jobId);
    expect(now).toBe(changed.version);
    expect(body).toMatchObject({ job: { taskDetails: "First" } });
    expect(await change(jobId, `"other", ${now ?? ""}`, "Third")).toMatchObject({ status: 200 });
    expect(await change(jobId, "*", "Fourth")).toMatchObject({ status: 200 });
  });

  it("lets one of two changes through that come at the same time", async () => {
    const jobId = await aJob();
    const version = await readVersion(`/jobs/${jobId}`);
    const answers = await Promise.all(["One", "Two"].map((text) => change(jobId, version, text)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 412,
    ]);
  });

  it("counts the engineer who has the job, for assigning, giving back and removing too", async () => {
    const jobId = await aJob();
    const version = await readVersion(`/jobs/${jobId}`);
    const [one, other] = [await server.addEngineer("Ann"), await server.addEngineer("Bo")];
    const assign = (ifMatch: string, { fieldOperativeId }: { fieldOperativeId: string }) =>
      send(`/jobs/${jobId}/assign`, { ifMatch, body: { fieldOperativeId } });
    const assigned = await assign(version, one);
    expect(assigned.status).toBe(200);
    expect(await assign(version, other)).toMatchObject({ status: 412 });
    const remove = (ifMatch: string) =>
      send(`/jobs/${jobId}/removal`, { ifMatch, body: { force: false } });
    expect(await remove(version)).toMatchObject({ status: 412 });
    const moved = await assign(assigned.version ?? "", other);
    const { fieldOperativeAppointmentId } = assigned.body;
    const giveBack = (ifMatch: string) =>
      send(`/jobs/${jobId}/give-back`, { ifMatch, body: { fieldOperativeAppointmentId } });
    expect(await giveBack(assigned.version ?? "")).toMatchObject({ status: 412 });
    const back = await giveBack(moved.version ?? "");
    expect(back.status).toBe(200);
    expect(await remove(back.version ?? "")).toMatchObject({ status: 200 });
  });

  it("comes back with a repeated request, which is not stale", async () => {
    const jobId = await aJob();
    const version = await readVersion(`/jobs/${jobId}`);
    const key = randomUUID();
    const first = await change(jobId, version, "Once", { key });
    expect(await change(jobId, version, "Once", { key })).toEqual({ ...first, replayed: "true" });
  });

  it("of a home and of a contact is refused when it is stale", async () => {
    const propertyId = randomUUID();
    const draft = aDraft();
    const tenants = [{ fullName: "Pat Example", isPrimaryTenant: true }];
    await send("/jobs", {
      body: { ...draft, property: { ...draft.property, propertyId, tenants } },
    });
    const path = `/properties/${propertyId}`;
    const { version, body: home } = await send(path, { method: "GET" });
    const lines = { addressLine2: null, addressLine3: null, addressLine4: null };
    const correct = (addressLine1: string) =>
      send(path, {
        method: "PUT",
        ifMatch: version ?? "",
        body: { addressLine1, postcode: "LS1 1AA", ...lines },
      });
    const corrected = await correct("2 Example Street");
    expect(corrected.status).toBe(200);
    expect(await correct("3 Example Street")).toMatchObject({ status: 412 });
    expect(await readVersion(path)).toBe(corrected.version);
    expect(await send(path, { method: "DELETE", ifMatch: version ?? "" })).toMatchObject({
      status: 412,
    });
    const [tenant] = home["tenants"] as { propertyTenantId: string; modifiedOn: string }[];
    const tenantPath = `${path}/tenants/${tenant?.propertyTenantId ?? ""}`;
    const ifMatch = `"${tenant?.modifiedOn ?? ""}"`;
    const contact = { contactType: null, emailAddress: null, phones: [] };
    const rename = (fullName: string) =>
      send(tenantPath, { method: "PUT", ifMatch, body: { fullName, ...contact } });
    expect(await rename("Pat Other")).toMatchObject({ status: 200 });
    expect(await rename("Pat Third")).toMatchObject({ status: 412 });
    expect(await send(tenantPath, { method: "DELETE", ifMatch })).toMatchObject({ status: 412 });
  });

  it("is refused by a call that does not compare versions", async () => {
    expect(await raise("V-1", { ifMatch: '"any"' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: header.ifMatch }] },
    });
    expect(await countJobs("V-1")).toBe(0);
  });

  it("is needed to change a job, unless the request says what it saw", async () => {
    const jobId = await aJob();
    const { method, body } = {
      method: "PUT",
      body: {
        details: {
          appointmentDateTime: "2026-12-01T09:00:00.000Z",
          clientPreferredTimeName: null,
          taskDetails: null,
          accessNotes: null,
          jobPriority: null,
        },
      },
    };
    expect(await send(`/jobs/${jobId}`, { method, body })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "expected" }] },
    });
  });
});
