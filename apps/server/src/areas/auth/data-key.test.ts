import { randomBytes, randomUUID } from "node:crypto";
import { CompactEncrypt, importJWK } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EscrowKey, SealedDataKey, TokenModel } from "@fieldfare/contract";
import { newEscrowKeySet, parseEscrowKeys } from "../../http/escrow-keys.ts";
import type { Caller } from "../../testing/caller.ts";
import { createTestKey, type TestKey } from "../../testing/device-keys.ts";
import {
  install,
  type InstalledEngineer,
  type InProcessServer,
  startInProcessServer,
  testPin,
} from "../../testing/in-process.ts";
import { password } from "../../testing/people.ts";

const path = "/api/auth/data-key";
const dataKey = randomBytes(32).toString("base64");

let server: InProcessServer;
let sam: InstalledEngineer;
let key: TestKey;
let at: Date;
/** Sam's phone, which has just signed in with the PIN. */
let phone: Caller;

beforeAll(async () => {
  server = await startInProcessServer({ now: () => at });
});
beforeEach(async () => {
  at = new Date();
  key = createTestKey();
  sam = await install(server.app, await server.engineer(), randomUUID(), key);
  phone = await signIn(sam, { pin: testPin });
});
afterAll(() => server.close());

async function signIn(who: InstalledEngineer, secret: object): Promise<Caller> {
  const caller = who.caller.with({ token: undefined });
  const { status, body } = await caller.post("/api/auth/token", { email: who.email, ...secret });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return caller.with((body as { tokenModel: TokenModel }).tokenModel);
}

async function publishedKey(): Promise<EscrowKey> {
  const { body } = await server.anonymous.get("/api/client-settings");
  return (body as { escrowKey: EscrowKey }).escrowKey;
}

/** As a phone seals it. */
async function seal(content: object, { kid, ...publicKey }: EscrowKey): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid })
    .encrypt(await importJWK(publicKey, "ECDH-ES"));
}

async function sealFor(
  { accountId, deviceId }: InstalledEngineer,
  more: Partial<SealedDataKey> = {},
): Promise<string> {
  return seal({ accountId, deviceId, dataKey, ...more }, await publishedKey());
}

async function eventsOf(deviceId: string) {
  const rows = await server.rows(
    "select action from audit_entry where object_id = $1 and action like 'data-key%' order by sequence",
    [deviceId],
  );
  return rows.map(({ action }) => action);
}

const opened = { status: 200, body: { dataKey } };
const notOpened = { status: 422, body: { code: "data-key-not-opened" } };
const tooOld = { status: 403, body: { code: "password-needed" } };
const mismatch = { status: 403, body: { code: "signature-mismatch" } };

describe("the copy of a data key", () => {
  it.each([
    ["the PIN", { pin: testPin }],
    ["the password", { password }],
  ])(
    "is opened after a sign-in with %s, and the office reads that it was",
    async (_name, secret) => {
      const signedIn = await signIn(sam, secret);
      expect(await signedIn.post(path, { sealed: await sealFor(sam) })).toMatchObject(opened);
      expect(await eventsOf(sam.deviceId)).toEqual(["data-key-opened"]);
      const { body } = await signedIn.get("/api/command");
      expect(body).toMatchObject({ commands: [] });
    },
  );

  it("is opened after a forgotten PIN that a reset code has changed", async () => {
    const office = await server.office();
    const { body } = await office.post(
      `/api/office/operatives/${sam.fieldOperativeId}/reset-code`,
      {},
    );
    const { code } = body as { code: string };
    const changed = await phone.with({ token: undefined }).post("/api/auth/changepin", {
      logonName: { email: sam.email },
      pin: "246802",
      reEnterPin: "246802",
      deviceId: sam.deviceId,
      code,
    });
    expect(changed).toMatchObject({ status: 200 });
    const signedIn = await signIn(sam, { pin: "246802" });
    expect(await signedIn.post(path, { sealed: await sealFor(sam) })).toMatchObject(opened);
  });

  it("is in no answer and in no audit entry as it is, but in this one", async () => {
    const sealed = await sealFor(sam);
    await phone.post(path, { sealed });
    const rows = await server.rows("select * from audit_entry where object_id = $1", [
      sam.deviceId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(dataKey);
    expect(JSON.stringify(rows)).not.toContain(sealed);
  });
});

describe("refused is", () => {
  it("a sign-in that is not new, however often its tokens were exchanged", async () => {
    const sealed = await sealFor(sam);
    at = new Date(at.getTime() + 11 * 60_000);
    expect(await phone.post(path, { sealed })).toMatchObject(tooOld);
    const renewed = await phone.post("/api/auth/refresh", { refreshToken: phone.refreshToken });
    const again = phone.with(renewed.body as TokenModel);
    expect(await again.post(path, { sealed })).toMatchObject(tooOld);
    expect(await eventsOf(sam.deviceId)).toEqual([]);
    const signedIn = await signIn(sam, { pin: testPin });
    expect(await signedIn.post(path, { sealed })).toMatchObject(opened);
  });

  it("a sign-in that began on no device, although its token is new", async () => {
    const stranger = await signIn(
      { ...sam, caller: sam.caller.with({ key: undefined, deviceId: undefined }) },
      { password },
    );
    const asDevice = stranger.with({ deviceId: sam.deviceId, key });
    expect(await asDevice.post(path, { sealed: await sealFor(sam) })).toMatchObject({
      status: 401,
    });
  });

  it("the copy of another engineer, and that of another device of the same one", async () => {
    const other = await install(server.app, await server.engineer(), randomUUID(), createTestKey());
    expect(await phone.post(path, { sealed: await sealFor(other) })).toMatchObject(notOpened);
    const second = await install(server.app, sam, randomUUID(), createTestKey());
    expect(await phone.post(path, { sealed: await sealFor(second) })).toMatchObject(notOpened);
    expect(await eventsOf(sam.deviceId)).toEqual(["data-key-refused", "data-key-refused"]);
  });

  it("the right copy for another engineer, or on another device", async () => {
    const sealed = await sealFor(sam);
    const otherKey = createTestKey();
    const other = await install(server.app, await server.engineer(), randomUUID(), otherKey);
    const theirs = await signIn(other, { pin: testPin });
    expect(await theirs.post(path, { sealed })).toMatchObject(notOpened);
    const asSam = theirs.with({ deviceId: sam.deviceId, key });
    expect(await asSam.post(path, { sealed })).toMatchObject({ status: 401 });
    const second = await install(server.app, sam, randomUUID(), otherKey);
    const onSecond = await signIn(second, { pin: testPin });
    expect(await onSecond.post(path, { sealed })).toMatchObject(notOpened);
  });

  it("a request that is not signed with the key of the device", async () => {
    const sealed = await sealFor(sam);
    expect(await phone.with({ key: undefined }).post(path, { sealed })).toMatchObject(mismatch);
    expect(await phone.with({ key: createTestKey() }).post(path, { sealed })).toMatchObject(
      mismatch,
    );
    await server.rows("update device set public_key = null where device_id = $1", [sam.deviceId]);
    expect(await phone.post(path, { sealed })).toMatchObject(mismatch);
  });

  it("a device that is locked or has to be wiped, an account that is disabled, a token that only sends", async () => {
    const sealed = await sealFor(sam);
    const office = await server.office();
    await office.post(`/api/office/devices/${sam.deviceId}/wipe`, {});
    expect(await phone.post(path, { sealed })).toMatchObject({ body: { code: "forbidden" } });
    await server.rows("delete from device_wipe where device_id = $1", [sam.deviceId]);
    const operative = `/api/office/operatives/${sam.fieldOperativeId}`;
    await office.post(`${operative}/disable`, {});
    expect(await phone.post(path, { sealed })).toMatchObject({
      body: { code: "account-disabled" },
    });
    await office.post(`${operative}/enable`, {});
    await office.post(`/api/office/devices/${sam.deviceId}/lock`, {});
    expect(await phone.post(path, { sealed })).toMatchObject({ body: { code: "device-locked" } });
    const sending = await phone
      .with({ token: undefined })
      .post("/api/auth/sending-token", { email: sam.email, pin: testPin });
    const { token } = sending.body as { token: string };
    expect(await phone.with({ token }).post(path, { sealed })).toMatchObject({ status: 401 });
  });

  it("somebody who asks more than ten times in a quarter of an hour, also with the right copy", async () => {
    const sealed = await sealFor(sam);
    for (let count = 0; count < 10; count += 1)
      expect(await phone.post(path, { sealed })).toMatchObject(opened);
    expect(await phone.post(path, { sealed })).toMatchObject({
      status: 429,
      body: { code: "too-many-attempts" },
    });
    at = new Date(at.getTime() + 16 * 60_000);
    const signedIn = await signIn(sam, { pin: testPin });
    expect(await signedIn.post(path, { sealed })).toMatchObject(opened);
  });

  it("what is no copy, is damaged, or is sealed to another server", async () => {
    const sealed = await sealFor(sam);
    const parts = sealed.split(".");
    const tampered = [
      ...parts.slice(0, 3),
      Buffer.from("x".repeat(60)).toString("base64url"),
      parts[4],
    ];
    const ofAnother = await parseEscrowKeys(await newEscrowKeySet(), "Another");
    const { accountId, deviceId } = sam;
    const content = { accountId, deviceId, dataKey };
    const { kid } = await publishedKey();
    for (const wrong of [
      "x",
      "a.b.c.d.e",
      tampered.join("."),
      await seal(content, ofAnother.published),
      await seal(content, { ...ofAnother.published, kid }),
      await sealFor(sam, { dataKey: "AAAA" }),
    ])
      expect(await phone.post(path, { sealed: wrong })).toMatchObject(notOpened);
  });
});

describe("the keys of the server", () => {
  it("change: devices seal to the first one, and all of them open", async () => {
    const [old, recent] = [await newEscrowKeySet(), await newEscrowKeySet()];
    const keysOf = (text: string) => (JSON.parse(text) as { keys: object[] }).keys;
    const before = await parseEscrowKeys(old, "Keys");
    const rotated = await parseEscrowKeys(
      JSON.stringify({ keys: [...keysOf(recent), ...keysOf(old)] }),
      "Keys",
    );
    const after = await parseEscrowKeys(recent, "Keys");
    const content = { accountId: sam.accountId, deviceId: sam.deviceId, dataKey };
    const sealed = await seal(content, before.published);
    expect(rotated.published).toEqual(after.published);
    expect(await rotated.open(sealed)).toEqual(content);
    expect(await rotated.open(await seal(content, rotated.published))).toEqual(content);
    expect(await after.open(sealed)).toBeNull();
  });

  it("are published without their private part", async () => {
    expect(Object.keys(await publishedKey()).toSorted()).toEqual(["crv", "kid", "kty", "x", "y"]);
  });

  it.each(["", "{}", '{"keys":[]}', '{"keys":[{"kid":"a","kty":"EC","crv":"P-256"}]}'])(
    "%s are refused, and the error does not quote them",
    async (text) => {
      await expect(parseEscrowKeys(text, "ESCROW_KEYS")).rejects.toThrow(/^ESCROW_KEYS /);
    },
  );

  it("need ids of their own", async () => {
    const { keys } = JSON.parse(await newEscrowKeySet()) as { keys: object[] };
    const twice = JSON.stringify({ keys: [...keys, ...keys] });
    await expect(parseEscrowKeys(twice, "ESCROW_KEYS")).rejects.toThrow(/twice/);
  });
});
