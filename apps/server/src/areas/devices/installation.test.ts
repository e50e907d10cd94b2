import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, createCaller } from "../../testing/caller.ts";
import {
  anInstallation,
  type InstalledEngineer,
  testImageUrl,
  startInProcessServer,
  testPin,
  type InProcessServer,
} from "../../testing/in-process.ts";
import { aStatusChange, ordered, post } from "../../testing/messages.ts";
import { password } from "../../testing/people.ts";

let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
});
beforeEach(async () => {
  sam = await server.installed();
});
afterAll(() => server.close());

async function state(caller: Caller, query = "") {
  return (await caller.get(`/api/installation${query}`)).body;
}

describe("a registration", () => {
  it("is dated by the clock of the server, also if the phone's is wrong", async () => {
    const { deviceId } = sam;
    const answers = { ...anInstallation(deviceId), installedOn: "2031-01-01T00:00:00.000Z" };
    const registered = await sam.caller.post("/api/installation/register", answers);
    expect(registered).toMatchObject({ status: 200 });
    const { body } = await (await server.office()).get("/api/office/devices");
    const devices = body as { deviceId: string; installedOn: string }[];
    const own = devices.find((device) => device.deviceId === deviceId);
    expect(own?.installedOn.slice(0, 4)).not.toBe("2031");
  });

  it("is a contact of a device that has called before", async () => {
    const engineer = await server.engineer();
    const deviceId = randomUUID();
    const signedIn = await server.anonymous.post("/api/auth/token", {
      email: engineer.email,
      password: engineer.password,
    });
    const { token } = (signedIn.body as { tokenModel: { token: string } }).tokenModel;
    const caller = createCaller(server.app, { token, deviceId });
    expect(await state(caller)).toMatchObject({ deviceState: 1 });
    await caller.post("/api/installation/register", anInstallation(deviceId));
    const { body } = await (await server.office()).get("/api/office/devices");
    const devices = body as { deviceId: string; lastContactOn: string | null }[];
    expect(devices.find((device) => device.deviceId === deviceId)).toMatchObject({
      lastContactOn: expect.any(String),
    });
    // The version of the app is recorded with a contact after the answer.
    await expect
      .poll(() => server.rows("select app_version from device where device_id = $1", [deviceId]))
      .toEqual([{ app_version: expect.any(String) }]);
  });
});

describe("the state of a device", () => {
  it("is notFound for an engineer who has none", async () => {
    const engineer = await server.engineer();
    const answer = await server.anonymous.post("/api/auth/token", {
      email: engineer.email,
      password: engineer.password,
    });
    const { token } = (answer.body as { tokenModel: { token: string } }).tokenModel;
    const caller = createCaller(server.app, { token });
    expect(await state(caller)).toEqual({ deviceState: 1, deviceId: null });
  });

  it("is valid for the engineer's own, and locked once the office locks it", async () => {
    const { deviceId } = sam;
    expect(await state(sam.caller)).toEqual({ deviceState: 4, deviceId });
    expect(await state(sam.caller, "?hasLocalData=true")).toEqual({ deviceState: 4, deviceId });
    await server.rows("update device set locked = true where device_id = $1", [deviceId]);
    expect(await state(sam.caller)).toEqual({ deviceState: 2, deviceId });
  });

  it("is clientRecovery when the server knows it and the browser lost its data", async () => {
    expect(await state(sam.caller, "?hasLocalData=false")).toEqual({
      deviceState: 3,
      deviceId: sam.deviceId,
      received: { messages: 0, lastStep: null, openVisits: [] },
    });
  });

  it("is clientOnlyInstall for another browser, which gets an id of its own", async () => {
    const received = { messages: 0, lastStep: null, openVisits: [] };
    const unknown = randomUUID();
    expect(await state(sam.caller.with({ deviceId: unknown }))).toEqual({
      deviceState: 5,
      deviceId: unknown,
      received,
    });
    const alex = await server.installed();
    for (const deviceId of [undefined, alex.deviceId]) {
      const answer = await state(sam.caller.with({ deviceId }), "?hasLocalData=false");
      expect(answer).toEqual({ deviceState: 5, deviceId: expect.any(String), received });
      const given = (answer as { deviceId: string }).deviceId;
      expect([sam.deviceId, alex.deviceId]).not.toContain(given);
    }
  });
});

describe("a browser that lost all its data", () => {
  it("gets what the server has received, and the office gets an alarm about what may be missing", async () => {
    const job = await server.job(sam);
    const changedOn = "2026-11-21T10:00:00.000Z";
    const steps = ["New", "Travelling", "OnSite"].map((status, index) =>
      ordered(aStatusChange(job, status), { lane: job.jobId, laneNumber: index + 1 }),
    );
    for (const step of steps) expect(await post(sam, step)).toMatchObject({ status: 200 });
    const elsewhere = ordered(aStatusChange(await server.job(sam), "New"), { lane: "another" });
    expect(await post(sam, elsewhere)).toMatchObject({ status: 200 });

    const received = {
      messages: 4,
      lastStep: { formattedJobId: expect.any(String), status: "OnSite", changedOn },
      openVisits: [],
    };
    expect(await state(sam.caller, "?hasLocalData=false")).toMatchObject({ received });
    const taken = await sam.caller.post("/api/installation/pin", {
      deviceId: sam.deviceId,
      pin: "739104",
      lost: { queuedMessages: 9 },
    });
    // The phone lost the engineer's signature too. It signs their next forms.
    expect(taken).toMatchObject({ status: 200, body: { received, signature: testImageUrl } });

    const office = await server.office();
    const { body } = await office.get("/api/office/alarms?limit=1");
    expect(body).toMatchObject([
      {
        kind: "device-data-lost",
        details: {
          deviceId: sam.deviceId,
          fieldOperativeId: sam.fieldOperativeId,
          queuedMessages: 9,
          receivedMessages: 4,
          lastStep: received.lastStep,
          openVisits: [],
        },
      },
    ]);
    expect(await sam.caller.get("/api/office/alarms")).toMatchObject({ status: 403 });
  });

  it("learns in which visits it had gained access: what was recorded there goes with the end of the job", async () => {
    const job = await server.job(sam);
    const steps = ["New", "Travelling", "OnSite", "AccessGained"].map((status, index) =>
      ordered(aStatusChange(job, status), { lane: job.jobId, laneNumber: index + 1 }),
    );
    for (const step of steps) expect(await post(sam, step)).toMatchObject({ status: 200 });
    const formattedJobId = job.jobId.slice(0, 8);
    expect(await state(sam.caller, "?hasLocalData=false")).toMatchObject({
      received: { openVisits: [{ formattedJobId, changedOn: "2026-11-21T10:00:00.000Z" }] },
    });
    const lost = { queuedMessages: 4 };
    const taken = { deviceId: sam.deviceId, pin: "739104", lost };
    expect(await sam.caller.post("/api/installation/pin", taken)).toMatchObject({ status: 200 });
    const office = await server.office();
    expect(await office.get("/api/office/alarms?limit=1")).toMatchObject({
      body: [{ kind: "device-data-lost", details: { openVisits: [formattedJobId] } }],
    });
  });

  it("raises no alarm when only the PIN is changed", async () => {
    const alarms = () => server.rows("select kind from alarm");
    const before = await alarms();
    const pin = { deviceId: sam.deviceId, pin: "739104" };
    expect(await sam.caller.post("/api/installation/pin", pin)).toMatchObject({
      status: 200,
      body: { status: "ok" },
    });
    expect(await alarms()).toEqual(before);
  });
});

describe("registering", () => {
  it("stores the PIN so that it cannot be read back, and the signature", async () => {
    const [row] = await server.rows(
      `select d.pin_hash, d.installation::text, f.signature from device d join field_operative f using (field_operative_id)
        where device_id = $1`,
      [sam.deviceId],
    );
    expect(row?.pin_hash).toMatch(/^argon2id\$19456\$2\$/);
    expect(row?.installation).not.toContain(testPin);
    expect(row?.signature).toBe(testImageUrl);
  });

  it("again on the same device installs it again", async () => {
    const again = await sam.caller.post("/api/installation/register", {
      ...anInstallation(sam.deviceId),
      userPin: "739104",
    });
    expect(again).toMatchObject({ status: 200, body: { deviceState: 4, deviceId: sam.deviceId } });
    expect(
      await sam.caller.post("/api/auth/token", { email: sam.email, pin: "739104" }),
    ).toMatchObject({ status: 200 });
  });

  it("a device of somebody else is refused, as in the check before", async () => {
    const alex = await server.installed();
    const check = await sam.caller.post("/api/installation/check", {
      deviceId: alex.deviceId,
      userAgent: "x",
    });
    expect(check.body).toEqual({ outcome: "ExistingDeviceRegistrationFound" });
    const answer = await sam.caller.post(
      "/api/installation/register",
      anInstallation(alex.deviceId),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await state(alex.caller)).toMatchObject({ deviceState: 4 });
  });

  it("does not unlock a locked device", async () => {
    await server.rows("update device set locked = true where device_id = $1", [sam.deviceId]);
    const answer = await sam.caller.post(
      "/api/installation/register",
      anInstallation(sam.deviceId),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: "device-locked" } });
    expect(answer.headers["x-device-error"]).toBe("locked");
  });

  it("a PIN that everybody guesses first is refused, by the rule of the app", async () => {
    for (const userPin of ["1111", "123456", "8765", "1984", "424242"])
      expect(
        await sam.caller.post("/api/installation/register", {
          ...anInstallation(sam.deviceId),
          userPin,
        }),
      ).toMatchObject({ status: 400, body: { code: "invalid", issues: [{ path: "userPin" }] } });
    expect(
      await sam.caller.post("/api/installation/pin", { deviceId: sam.deviceId, pin: "2580" }),
    ).toMatchObject({ status: 400, body: { issues: [{ path: "pin" }] } });
  });

  it("a PIN of 3 digits, or a signature that is not an image, is malformed", async () => {
    const answer = await sam.caller.post("/api/installation/register", {
      ...anInstallation(randomUUID()),
      userPin: "123",
      engineerSignature: "data:text/html;base64,AAAA",
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        issues: [
          { path: "userPin", message: "A PIN between 4 and 10 numbers is required" },
          { path: "engineerSignature" },
        ],
      },
    });
  });
});

describe("a registered device", () => {
  it("changes its PIN; another engineer's PIN stays", async () => {
    const alex = await server.installed();
    const put = (deviceId: string) =>
      sam.caller.post("/api/installation/pin", { deviceId, pin: "739104" });
    expect(await put(sam.deviceId)).toMatchObject({ status: 200 });
    expect(await put(alex.deviceId)).toMatchObject({
      status: 403,
      body: { code: "password-needed" },
    });
    expect(
      await alex.caller.post("/api/auth/token", { email: alex.email, pin: testPin }),
    ).toMatchObject({
      status: 200,
    });
  });

  it("is required for every other call of an engineer", async () => {
    for (const path of ["/api/job", "/api/command"]) {
      const answer = await sam.caller.with({ deviceId: randomUUID() }).get(path);
      expect(answer).toMatchObject({ status: 403, body: { code: "device-unknown" } });
      expect(answer.headers["x-device-error"]).toBe("unknown");
    }
  });

  it("has its last contact and app version stored", async () => {
    await sam.caller.get("/api/job");
    // The server stores the contact after it has answered.
    const note = async () => {
      const [row] = await server.rows(
        "select last_contact_on is not null as seen, app_version from device where device_id = $1",
        [sam.deviceId],
      );
      return row;
    };
    await expect.poll(note, { timeout: 10_000 }).toEqual({ seen: true, app_version: "0.1.0+7321" });
  });
});

describe("an unlock by the office", () => {
  it.each([
    ["pin", { pin: testPin }],
    ["password", { password }],
  ] as const)("ends a lock-out after wrong attempts with the %s", async (kind, right) => {
    const caller = server.anonymous.with({ deviceId: sam.deviceId });
    const signIn = (secret: object) =>
      caller.post("/api/auth/token", { email: sam.email, ...secret });
    for (let attempt = 1; attempt <= 6; attempt += 1) await signIn({ [kind]: "000000" });
    expect((await signIn(right)).status).not.toBe(200);
    expect((await caller.get("/api/auth/ping")).body).toMatchObject({ unlockedOn: null });

    const office = await server.office();
    expect(await office.post(`/api/office/devices/${sam.deviceId}/unlock`, {})).toMatchObject({
      status: 200,
    });
    const { body } = await caller.get("/api/auth/ping");
    const { unlockedOn } = body as { unlockedOn: string };
    expect(unlockedOn).toEqual(expect.any(String));
    expect(await signIn(right)).toMatchObject({ status: 200, body: { unlockedOn } });
  });
});

describe("logs", () => {
  it("of a device are stored once", async () => {
    const entry = {
      logId: randomUUID(),
      loggedOn: "2026-11-21T10:00:00.000Z",
      level: "error",
      message: "It broke",
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await sam.caller.post("/api/log/error", { entries: [entry] })).toMatchObject({
        status: 200,
      });
    }
    const commandId = randomUUID();
    await sam.caller.post("/api/log/dump", {
      commandId,
      entries: [{ ...entry, logId: randomUUID() }],
    });
    await sam.caller.post("/api/log/dump/data", {
      commandId,
      tables: [{ name: "job", rows: 8 }],
      queue: [],
    });
    const rows = await server.rows(
      "select command_id from device_log where device_id = $1 order by 1",
      [sam.deviceId],
    );
    expect(rows).toEqual([{ command_id: commandId }, { command_id: null }]);
    expect(
      await server.rows("select body from device_report where command_id = $1", [commandId]),
    ).toMatchObject([{ body: { tables: [{ name: "job", rows: 8 }] } }]);
  });
});
