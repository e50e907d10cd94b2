import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TokenModel } from "@fieldfare/contract";
import type { Answer, Caller } from "../../testing/caller.ts";
import { createTestKey, type TestKey } from "../../testing/device-keys.ts";
import {
  anInstallation,
  install,
  type InstalledEngineer,
  type InProcessServer,
  startInProcessServer,
  testPin,
} from "../../testing/in-process.ts";
import { password } from "../../testing/people.ts";

let server: InProcessServer;
let sam: InstalledEngineer;
let key: TestKey;
let at: Date;

beforeAll(async () => {
  server = await startInProcessServer({ now: () => at });
});
beforeEach(async () => {
  at = new Date();
  key = createTestKey();
  sam = await install(server.app, await server.engineer(), randomUUID(), key);
});
afterAll(() => server.close());

function refresh(caller: Caller) {
  return caller.post("/api/auth/refresh", { refreshToken: caller.refreshToken });
}

function signIn(caller: Caller, secret: object) {
  return caller.post("/api/auth/token", { email: sam.email, ...secret });
}

function tokensOf({ body }: Answer): TokenModel {
  return (body as { tokenModel: TokenModel }).tokenModel;
}

const mismatch = { status: 403, body: { code: "signature-mismatch" } };

async function eventsOf(deviceId: string) {
  const rows = await server.rows(
    "select action, after from audit_entry where object_id = $1 order by sequence",
    [deviceId],
  );
  return rows.map(({ action }) => action);
}

async function storedKey() {
  const [row] = await server.rows("select public_key from device where device_id = $1", [
    sam.deviceId,
  ]);
  return row?.public_key;
}

async function noticesOf(engineer: InstalledEngineer) {
  const { body } = await engineer.caller.get("/api/command");
  return (body as { commands: { notice: string }[] }).commands.map(({ notice }) => notice);
}

/** Without the header names of the key the request comes from a client that has none. */
const unsigned = { key: undefined };

describe("a device with a key", () => {
  it("is out of reach for the tokens of a sign-in that began on no device", async () => {
    const stranger = sam.caller.with({ key: undefined, deviceId: undefined, token: undefined });
    const first = tokensOf(await signIn(stranger, { password }));
    const renewed = await stranger.post("/api/auth/refresh", { refreshToken: first.refreshToken });
    const { token } = renewed.body as TokenModel;
    const asDevice = stranger.with({ token, deviceId: sam.deviceId });
    expect(await asDevice.get("/api/job")).toMatchObject({ status: 401 });
    expect(await asDevice.get("/api/command")).toMatchObject({ status: 401 });
  });

  it("exchanges its refresh token with a signed request, as often as it likes", async () => {
    const first = await refresh(sam.caller);
    expect(first).toMatchObject({ status: 200 });
    expect(await refresh(sam.caller.with(first.body as TokenModel))).toMatchObject({ status: 200 });
  });

  it("is refused a refresh that is unsigned, or signed with another key, and its sign-in stays as it is", async () => {
    expect(await refresh(sam.caller.with(unsigned))).toMatchObject(mismatch);
    expect(await refresh(sam.caller.with({ key: createTestKey() }))).toMatchObject(mismatch);
    expect(await storedKey()).toEqual(key.publicKey);
    expect(await refresh(sam.caller)).toMatchObject({ status: 200 });
  });

  it("is registered by one of two browsers that name the same id at the same moment", async () => {
    const engineer = await server.engineer();
    const deviceId = randomUUID();
    const keys = [createTestKey(), createTestKey()];
    const attempts = keys.map((own) => install(server.app, engineer, deviceId, own));
    const results = await Promise.allSettled(attempts);
    const taken = keys.filter((_own, index) => results[index]?.status === "fulfilled");
    const rows = await server.rows("select public_key from device where device_id = $1", [
      deviceId,
    ]);
    expect(taken.map(({ publicKey }) => ({ public_key: publicKey }))).toEqual(rows);
  });

  it("is refused a signature for another body, path or access token", async () => {
    const body = JSON.stringify({ refreshToken: sam.caller.refreshToken });
    const right = { method: "POST", path: "/api/auth/refresh", body, token: null };
    for (const other of [{ body: "{}" }, { path: "/api/auth/token" }, { token: "x" }])
      expect(
        await server.anonymous
          .with({ deviceId: sam.deviceId })
          .post("/api/auth/refresh", body, key.sign({ ...right, ...other })),
      ).toMatchObject(mismatch);
    expect(
      await server.anonymous
        .with({ deviceId: sam.deviceId })
        .post("/api/auth/refresh", body, key.sign(right)),
    ).toMatchObject({ status: 200 });
  });

  it("is refused headers that are no key and no signature, whatever is in them", async () => {
    const point = { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43) };
    const named = [point, { ...point, x: "" }, null, 1].map((json) =>
      Buffer.from(JSON.stringify(json)).toString("base64url"),
    );
    for (const text of [...named, "", "%", "x".repeat(9_000)])
      expect(
        await sam.caller
          .with(unsigned)
          .post(
            "/api/auth/refresh",
            { refreshToken: sam.caller.refreshToken },
            { "X-Device-Key": text, "X-Device-Signature": text },
          ),
      ).toMatchObject(mismatch);
  });

  it("raises one alarm an hour for refused requests, with an audit entry, and tells the engineer", async () => {
    const other = sam.caller.with(unsigned);
    await refresh(other);
    await refresh(other);
    at = new Date(at.getTime() + 59 * 60_000);
    await refresh(other);
    const count = async () =>
      (
        await server.rows(
          "select 1 from alarm where kind = 'signature-mismatch' and details ->> 'deviceId' = $1",
          [sam.deviceId],
        )
      ).length;
    expect(await count()).toBe(1);
    at = new Date(at.getTime() + 2 * 60_000);
    await refresh(other);
    expect(await count()).toBe(2);
    expect(await eventsOf(sam.deviceId)).toEqual([
      "device-registered",
      "signature-mismatch",
      "signature-mismatch",
    ]);
  });

  it("tells the engineer's phone of a refused request", async () => {
    await refresh(sam.caller.with(unsigned));
    expect(await noticesOf(sam)).toEqual(["signature-mismatch"]);
  });

  it("ends its sign-in when an old token is used again, signed or not", async () => {
    at = new Date(at.getTime() + 10 * 60_000);
    const first = await refresh(sam.caller);
    at = new Date(at.getTime() + 10 * 60_000);
    const second = await refresh(sam.caller.with(first.body as TokenModel));
    at = new Date(at.getTime() + 10 * 60_000);
    // A phone restored from a backup has the old token, and not the key.
    expect(await refresh(sam.caller.with(unsigned))).toMatchObject({ status: 401 });
    expect(await refresh(sam.caller.with(second.body as TokenModel))).toMatchObject({
      status: 401,
    });
    expect(await eventsOf(sam.deviceId)).not.toContain("signature-mismatch");
  });

  it("is registered again, and gets another PIN, only with its key", async () => {
    const stranger = sam.caller.with({ key: createTestKey() });
    const registration = anInstallation(sam.deviceId);
    const pin = { deviceId: sam.deviceId, pin: "739104" };
    for (const caller of [stranger, sam.caller.with(unsigned)]) {
      expect(await caller.post("/api/installation/register", registration)).toMatchObject(mismatch);
      expect(await caller.post("/api/installation/pin", pin)).toMatchObject(mismatch);
    }
    expect(await signIn(sam.caller, { pin: testPin })).toMatchObject({ status: 200 });
    expect(await sam.caller.post("/api/installation/register", registration)).toMatchObject({
      status: 200,
    });
    expect(await sam.caller.post("/api/installation/pin", pin)).toMatchObject({ status: 200 });
    expect(await signIn(sam.caller, { pin: "739104" })).toMatchObject({ status: 200 });
  });

  it("gets a new PIN for a forgotten one only by a signed request, which uses up no code before", async () => {
    const office = await server.office();
    const made = await office.post(`/api/office/operatives/${sam.fieldOperativeId}/reset-code`, {});
    const { code } = made.body as { code: string };
    const body = {
      logonName: { email: sam.email },
      pin: "739104",
      reEnterPin: "739104",
      deviceId: sam.deviceId,
    };
    const phone = server.anonymous.with({ deviceId: sam.deviceId });
    for (const proof of [{ code }, { password }])
      expect(await phone.post("/api/auth/changepin", { ...body, ...proof })).toMatchObject(
        mismatch,
      );
    expect(await phone.with({ key }).post("/api/auth/changepin", { ...body, code })).toMatchObject({
      status: 200,
    });
  });

  it("is refused an unsigned request for a token that only sends", async () => {
    const office = await server.office();
    await office.post(`/api/office/devices/${sam.deviceId}/lock`, {});
    const body = { refreshToken: sam.caller.refreshToken };
    const path = "/api/auth/sending-token";
    expect(await sam.caller.with(unsigned).post(path, body)).toMatchObject(mismatch);
    expect(await sam.caller.post(path, body)).toMatchObject({ status: 200 });
    const withPin = { email: sam.email, pin: testPin };
    expect(await sam.caller.with(unsigned).post(path, withPin)).toMatchObject(mismatch);
    expect(await sam.caller.post(path, withPin)).toMatchObject({ status: 200 });
  });
});

describe("a sign-in in the name of a device that has a key, and without it", () => {
  const kind = "signed-in-without-key";
  const alarms = () =>
    server.rows(
      "select details from alarm where kind = $1 and details ->> 'deviceId' = $2 order by alarm_id",
      [kind, sam.deviceId],
    );

  it.each([
    ["PIN", { pin: testPin }, [kind]],
    ["password", { password }, []],
  ])(
    "with the %s is taken, and once an hour an alarm and an audit entry; a PIN is told to the engineer",
    async (_name, secret, notices) => {
      const stranger = server.anonymous.with({ deviceId: sam.deviceId });
      expect(await signIn(stranger, secret)).toMatchObject({ status: 200 });
      const { fieldOperativeId, deviceId } = sam;
      const details = { fieldOperativeId, deviceId, address: expect.any(String) };
      expect(await alarms()).toEqual([{ details }]);
      expect(await eventsOf(sam.deviceId)).toEqual(["device-registered", kind]);
      expect(await noticesOf(sam)).toEqual(notices);
      await signIn(stranger, secret);
      expect(await alarms()).toHaveLength(1);
      await server.rows("update alarm set raised_on = raised_on - interval '1 hour'");
      await signIn(stranger, secret);
      expect(await alarms()).toHaveLength(2);
      expect(await storedKey()).toEqual(key.publicKey);
    },
  );

  it("is none with a wrong secret, with the key, or while the device has no key", async () => {
    const stranger = server.anonymous.with({ deviceId: sam.deviceId });
    await signIn(stranger, { pin: "000001" });
    await signIn(stranger.with({ key }), { pin: testPin });
    await server.rows("update device set public_key = null where device_id = $1", [sam.deviceId]);
    await signIn(stranger, { pin: testPin });
    expect(await alarms()).toEqual([]);
    expect(await eventsOf(sam.deviceId)).toEqual(["device-registered"]);
  });
});

describe("a phone whose data were lost has a new key", () => {
  it.each([
    ["PIN", { pin: testPin }, ["device-key-replaced"]],
    ["password", { password }, []],
  ])(
    "which a sign-in with the %s brings; the office reads it, and a PIN is told to the engineer",
    async (_name, secret, notices) => {
      const newKey = createTestKey();
      const phone = server.anonymous.with({ deviceId: sam.deviceId, key: newKey });
      const signedIn = await signIn(phone, secret);
      expect(signedIn).toMatchObject({ status: 200 });
      expect(await storedKey()).toEqual(newKey.publicKey);
      expect(await refresh(phone.with(tokensOf(signedIn)))).toMatchObject({ status: 200 });
      expect(await eventsOf(sam.deviceId)).toEqual(["device-registered", "device-key-replaced"]);
      expect(await noticesOf(sam)).toEqual(notices);
    },
  );

  it("whose PIN nobody locks by trying it without the key of the device, or with another one", async () => {
    const strangers = [undefined, createTestKey()].map((other) =>
      server.anonymous.with({ deviceId: sam.deviceId, key: other }),
    );
    for (let failure = 0; failure < 4; failure += 1)
      for (const stranger of strangers) await signIn(stranger, { pin: "000001" });
    at = new Date(at.getTime() + 6 * 24 * 3_600_000);
    for (const stranger of strangers) {
      expect(await signIn(stranger, { pin: testPin })).toMatchObject({ status: 429 });
      expect(await signIn(stranger, { password: "wrong" })).toMatchObject({ status: 401 });
    }
    const own = server.anonymous.with({ deviceId: sam.deviceId, key });
    expect(await signIn(own, { pin: "000001" })).toMatchObject({ status: 401 });
    expect(await signIn(own, { pin: testPin })).toMatchObject({ status: 200 });
    const entries = await server.rows(
      "select after from audit_entry where object_id = $1 and action = 'attempts-used-up'",
      [sam.deviceId],
    );
    expect(entries).toEqual([
      { after: { secret: "pin-without-key", code: "too-many-attempts", limit: "device" } },
    ]);
  });

  it("whose password nobody locks by trying it for a forgotten PIN without the key of the device", async () => {
    const changePin = (caller: Caller, secret: string) =>
      caller.post("/api/auth/changepin", {
        logonName: { email: sam.email },
        pin: "739104",
        reEnterPin: "739104",
        deviceId: sam.deviceId,
        password: secret,
      });
    const phone = server.anonymous.with({ deviceId: sam.deviceId });
    for (const stranger of [phone, phone.with({ key: createTestKey() })])
      for (let failure = 0; failure < 3; failure += 1)
        expect(await changePin(stranger, "wrong")).toMatchObject({ status: 401 });
    expect(await changePin(phone, password)).toMatchObject({ status: 429 });
    expect(await signIn(phone.with({ key }), { password: "wrong" })).toMatchObject({ status: 401 });
    expect(await changePin(phone.with({ key }), password)).toMatchObject({ status: 200 });
  });

  it("which may try its PIN again after the password", async () => {
    const phone = server.anonymous.with({ deviceId: sam.deviceId, key: createTestKey() });
    for (let failure = 0; failure < 7; failure += 1) await signIn(phone, { pin: "000001" });
    expect(await signIn(phone, { pin: testPin })).toMatchObject({ status: 429 });
    expect(await signIn(phone, { password })).toMatchObject({ status: 200 });
    const other = server.anonymous.with({ deviceId: sam.deviceId, key: createTestKey() });
    expect(await signIn(other, { pin: testPin })).toMatchObject({ status: 200 });
  });

  it("which a wrong PIN does not bring", async () => {
    const phone = server.anonymous.with({ deviceId: sam.deviceId, key: createTestKey() });
    expect(await signIn(phone, { pin: "000001" })).toMatchObject({ status: 401 });
    expect(await storedKey()).toEqual(key.publicKey);
  });

  it("and sends what it has, also when the office has locked it meanwhile", async () => {
    const office = await server.office();
    await office.post(`/api/office/devices/${sam.deviceId}/lock`, {});
    const phone = server.anonymous.with({ deviceId: sam.deviceId, key: createTestKey() });
    expect(
      await phone.post("/api/auth/sending-token", { email: sam.email, pin: testPin }),
    ).toMatchObject({ status: 200 });
  });

  it("and the copy of it that still has the old key has to sign in again", async () => {
    const restored = server.anonymous.with({ deviceId: sam.deviceId, key: createTestKey() });
    await signIn(restored, { pin: testPin });
    expect(await refresh(sam.caller)).toMatchObject(mismatch);
    expect(await signIn(sam.caller.with({ token: undefined }), { pin: testPin })).toMatchObject({
      status: 200,
    });
    expect(await refresh(sam.caller)).toMatchObject({ status: 200 });
    expect(await eventsOf(sam.deviceId)).toEqual([
      "device-registered",
      "device-key-replaced",
      "signature-mismatch",
      "device-key-replaced",
    ]);
  });
});

describe("a device of an earlier build has no key", () => {
  beforeEach(async () => {
    await server.rows("update device set public_key = null where device_id = $1", [sam.deviceId]);
  });

  it("and works without one", async () => {
    expect(await refresh(sam.caller.with(unsigned))).toMatchObject({ status: 200 });
    expect(await storedKey()).toBeNull();
  });

  it("until the first signed refresh or sign-in names it", async () => {
    expect(await refresh(sam.caller)).toMatchObject({ status: 200 });
    expect(await storedKey()).toEqual(key.publicKey);
    await server.rows("update device set public_key = null where device_id = $1", [sam.deviceId]);
    const phone = sam.caller.with({ token: undefined });
    expect(await signIn(phone, { pin: testPin })).toMatchObject({ status: 200 });
    expect(await storedKey()).toEqual(key.publicKey);
    expect(await noticesOf(sam)).toEqual([]);
  });
});

describe("an access token", () => {
  it("works on the device of its sign-in only, also on another one of the same engineer", async () => {
    const second = await install(server.app, sam);
    const { body } = await refresh(sam.caller);
    const renewed = sam.caller.with(body as TokenModel);
    expect(await renewed.get("/api/job")).toMatchObject({ status: 200 });
    for (const deviceId of [second.deviceId, undefined])
      expect(await renewed.with({ deviceId }).get("/api/job")).toMatchObject({
        status: 401,
        body: { code: "unauthorised" },
      });
  });

  it("of a server of the build before, which names no device, works until it expires", async () => {
    // The token of a sign-in on a browser that was no device yet names none either.
    expect(await sam.caller.get("/api/job")).toMatchObject({ status: 200 });
  });
});
