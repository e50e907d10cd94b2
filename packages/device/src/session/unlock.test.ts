import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  json,
  owner,
  ownerEmail,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { readQueued, queueStatuses } from "../testing/queueing.ts";
import { changePin } from "@fieldfare/contract";
import type { LoginRow } from "../database/rows.ts";
import { drain } from "../outbox/sender.ts";
import {
  type Authenticator,
  markAuthenticatorOffered,
  removeAuthenticator,
} from "./authenticator.ts";
import { enrolAuthenticator } from "./enrol-authenticator.ts";
import { changeForgottenPin } from "./forgotten-pin.ts";
import { failedSignIns, lockOutMs } from "./lock-out.ts";
import { sealProfile } from "./seal.ts";
import { signInToDevice, signOut } from "./sign-in.ts";
import { readUnlockOptions, unlock } from "./unlock.ts";

const pin = "280451";

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  fakeServer.password = pin;
  phone = await aSignedInPhone(fakeServer);
  await signInToDevice(phone.device, { email: ownerEmail, pin });
  fakeServer.isOnline = false;
});
afterEach(() => phone.kill());

const unlocks = () => phone.events.filter(({ kind }) => kind === "app-unlocked").length;

describe("The locked app opens without a network", () => {
  it("with the PIN of the engineer who is signed in", async () => {
    const before = unlocks();
    expect(await unlock(phone.device, { pin })).toMatchObject({
      ok: true,
      value: { username: ownerEmail, claims: { id: owner } },
    });
    expect(unlocks()).toBe(before + 1);
  });

  it("with the password if it was used here before", async () => {
    expect(await unlock(phone.device, { password: "Fieldfare-1" })).toEqual({
      ok: false,
      refusal: "not-stored",
    });
    fakeServer.isOnline = true;
    fakeServer.password = "Fieldfare-1";
    await signInToDevice(phone.device, { email: ownerEmail, password: "Fieldfare-1" });
    fakeServer.isOnline = false;
    expect(await readUnlockOptions(phone.device)).toMatchObject({
      hasPin: true,
      hasPassword: true,
    });
    expect(await unlock(phone.device, { password: "Fieldfare-1" })).toMatchObject({ ok: true });
  });

  it("with the password that an earlier build stored in place of the PIN", async () => {
    const { login } = phone.device.shared;
    const profile = await unlock(phone.device, { pin });
    if (!profile.ok) throw new Error(profile.refusal);
    const { ports } = phone.device;
    const offlineLogin = await sealProfile(ports, "Fieldfare-1", profile.value, null);
    const { offlinePassword: _missing, ...row } = (await login.get(ownerEmail)) ?? ({} as LoginRow);
    await login.put({ ...row, offlineLogin });
    expect(await readUnlockOptions(phone.device)).toMatchObject({ hasPassword: true });
    expect(await unlock(phone.device, { password: "Fieldfare-1" })).toMatchObject({ ok: true });
  });

  it("and does not open for somebody who has signed out", async () => {
    await signOut(phone.device);
    expect(await readUnlockOptions(phone.device)).toBeNull();
  });
});

describe("A wrong PIN", () => {
  it("is refused and counts as a failed sign-in", async () => {
    const before = unlocks();
    expect(await unlock(phone.device, { pin: "000000" })).toEqual({ ok: false, refusal: "wrong" });
    expect(await failedSignIns(phone.device, ownerEmail)).toMatchObject({ count: 1 });
    expect(unlocks()).toBe(before);
  });

  it("locks out after more than five, and then the right one is refused too", async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect(await unlock(phone.device, { pin: "000000" })).toEqual({
        ok: false,
        refusal: "wrong",
      });
    const lockedOut = { ok: false, refusal: "locked-out" };
    expect(await unlock(phone.device, { pin: "000000" })).toEqual(lockedOut);
    expect(await unlock(phone.device, { pin })).toEqual(lockedOut);
    await phone.device.shared.login.update(ownerEmail, { lockOutServedMs: lockOutMs });
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    expect(await failedSignIns(phone.device, ownerEmail)).toMatchObject({ count: 0 });
  });
});

it("After a sign-in without a network and a restart, the PIN that opens the app also signs in", async () => {
  await signOut(phone.device);
  await signInToDevice(phone.device, { email: ownerEmail, pin });
  await queueStatuses(phone.device, [1]);
  // The page was closed: what waited in memory is gone.
  phone.device.pending.credentials = null;
  await unlock(phone.device, { pin });
  fakeServer.isOnline = true;
  await drain(phone.device);
  expect(await readQueued(phone.device)).toEqual([]);
});

describe("A fingerprint or face", () => {
  let finger: FakeAuthenticator;
  beforeEach(async () => {
    finger = await aFakeAuthenticator();
    await enrolAuthenticator(phone.device, pin, finger);
  });
  const refusedWith = (refusal: string) => ({ ok: false, refusal });
  const open = () => unlock(phone.device, { authenticator: finger });

  it("is added with the PIN only, whose wrong tries count with those of the lock", async () => {
    await removeAuthenticator(phone.device, ownerEmail);
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect(await enrolAuthenticator(phone.device, "000000", finger)).toEqual(
        refusedWith("wrong"),
      );
    expect(await failedSignIns(phone.device, ownerEmail)).toMatchObject({ count: 5 });
    expect(await unlock(phone.device, { pin: "000000" })).toEqual(refusedWith("locked-out"));
    expect(await enrolAuthenticator(phone.device, pin, finger)).toEqual(refusedWith("locked-out"));
    expect(await readUnlockOptions(phone.device)).toMatchObject({ hasAuthenticator: false });
    expect(await open()).toEqual(refusedWith("no-authenticator"));
  });

  it("opens the app, again and again", async () => {
    expect(await readUnlockOptions(phone.device)).toMatchObject({ hasAuthenticator: true });
    expect(await open()).toMatchObject({ ok: true, value: { claims: { id: owner } } });
    expect(await open()).toMatchObject({ ok: true });
  });

  it("stays after a sign-in", async () => {
    fakeServer.isOnline = true;
    await signInToDevice(phone.device, { email: ownerEmail, pin });
    expect(await open()).toMatchObject({ ok: true });
  });

  it("is offered once, also after another sign-in", async () => {
    const offer = () => markAuthenticatorOffered(phone.device, ownerEmail);
    expect(await offer()).toBe(false);
    fakeServer.isOnline = true;
    await signInToDevice(phone.device, { email: ownerEmail, pin });
    expect(await offer()).toBe(true);
    expect(await open()).toMatchObject({ ok: true });
  });

  it("that is not recognised does not", async () => {
    finger.recognises = false;
    expect(await open()).toEqual(refusedWith("not-recognised"));
    expect(await failedSignIns(phone.device, ownerEmail)).toMatchObject({ count: 0 });
  });

  it("does not open with an answer that was recorded earlier", async () => {
    await open();
    finger.replays = true;
    expect(await open()).toEqual(refusedWith("not-recognised"));
  });

  it.each<[string, Partial<Forgery>]>([
    ["without a check of the person", { flags: 0x01 }],
    ["of another site", { host: "elsewhere.example" }],
    ["for another site", { origin: "https://elsewhere.example" }],
    ["to the making of a credential", { type: "webauthn.create" }],
    ["of another key", { isOtherKey: true }],
    ["with a count that was there before", { signCount: 1 }],
  ])("does not open with an answer %s", async (_, forgery) => {
    await open();
    Object.assign(finger.forgery, forgery);
    expect(await open()).toEqual(refusedWith("not-recognised"));
  });

  describe("at a start, where only a secret that it derives brings the data key", () => {
    const restart = async () => {
      phone.kill();
      phone.disk.heldKeys.clear();
      phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
    };
    const isLocked = () => phone.device.database.sealing?.isLocked;
    const enrolAgain = async (changes: Partial<FakeAuthenticator>) => {
      Object.assign(finger, { derived: new Uint8Array(32).fill(5).buffer }, changes);
      await enrolAuthenticator(phone.device, pin, finger);
    };

    it.each([true, false])("opens the app, derived at once: %s", async (derivesAtOnce) => {
      await enrolAgain({ derivesAtOnce });
      await restart();
      expect(isLocked()).toBe(true);
      expect(await readUnlockOptions(phone.device)).toMatchObject({ hasAuthenticator: true });
      expect(await open()).toMatchObject({ ok: true });
      expect(isLocked()).toBe(false);
    });

    it("does not open the app with another secret, and the PIN does", async () => {
      await enrolAgain({});
      await restart();
      finger.derived = new Uint8Array(32).fill(6).buffer;
      expect(await open()).toEqual(refusedWith("authenticator-opens-nothing"));
      expect(isLocked()).toBe(true);
      expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    });

    it("with a damaged data key opens nothing, and stores it again where the PIN has opened the app", async () => {
      await enrolAgain({});
      const { login } = phone.device.shared;
      const authenticator = (await login.get(ownerEmail))?.authenticator;
      if (!authenticator) throw new Error("It is not turned on");
      const dataKey = { iv: new ArrayBuffer(12), sealed: new ArrayBuffer(48) };
      await login.update(ownerEmail, { authenticator: { ...authenticator, dataKey } });
      await restart();
      expect(await open()).toEqual(refusedWith("authenticator-opens-nothing"));
      expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
      expect(await open()).toMatchObject({ ok: true });
      await restart();
      expect(await open()).toMatchObject({ ok: true });
    });

    it("does not open the app without a secret, and opens it while the key is in memory", async () => {
      expect(await open()).toMatchObject({ ok: true });
      await restart();
      expect(await open()).toEqual(refusedWith("no-authenticator"));
      expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
      expect(await open()).toMatchObject({ ok: true });
    });
  });

  it("does not open the app after it was turned off", async () => {
    await removeAuthenticator(phone.device, ownerEmail);
    expect(await readUnlockOptions(phone.device)).toMatchObject({ hasAuthenticator: false });
    expect(await open()).toEqual(refusedWith("no-authenticator"));
  });

  it("does not open the app after the PIN was changed", async () => {
    fakeServer.isOnline = true;
    fakeServer.answer = (path) => (path === changePin.path ? json({ status: "ok" }) : undefined);
    fakeServer.password = "739164";
    const proof = { password: "Fieldfare-1" };
    await changeForgottenPin(phone.device, {
      email: ownerEmail,
      proof,
      pin: "739164",
      again: "739164",
    });
    expect(await open()).toEqual(refusedWith("no-authenticator"));
    expect(await unlock(phone.device, { pin: "739164" })).toMatchObject({ ok: true });
  });
});

it("A PIN that was changed opens the app although the sign-in after the change was lost", async () => {
  fakeServer.isOnline = true;
  fakeServer.answer = (path) => {
    if (path === changePin.path) return json({ status: "ok" });
    if (path.startsWith("/api/auth/token")) throw new TypeError("fetch failed");
    return undefined;
  };
  const answers = { email: ownerEmail, pin: "739164", again: "739164" };
  const proof = { password: "Fieldfare-1" };
  expect(await changeForgottenPin(phone.device, { ...answers, proof })).toMatchObject({ ok: true });
  fakeServer.isOnline = false;
  expect(await unlock(phone.device, { pin })).toMatchObject({ ok: false });
  expect(await unlock(phone.device, { pin: "739164" })).toMatchObject({ ok: true });
});

interface Forgery {
  type: string;
  origin: string;
  host: string;
  flags: number;
  signCount: number | null;
  isOtherKey: boolean;
}

interface FakeAuthenticator extends Authenticator {
  recognises: boolean;
  replays: boolean;
  /** The secret that it derives, at the making of the credential or only with a signature. */
  derived: ArrayBuffer | null;
  derivesAtOnce: boolean;
  readonly forgery: Forgery;
}

/** Signs as a phone does, with a key of its own. Changed fields make an answer that a phone would not give. */
async function aFakeAuthenticator(): Promise<FakeAuthenticator> {
  const makeKeys = () =>
    crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const [keys, otherKeys] = await Promise.all([makeKeys(), makeKeys()]);
  const origin = "https://fieldfare.example";
  const host = "fieldfare.example";
  let count = 0;
  let last: Awaited<ReturnType<Authenticator["sign"]>> = null;
  const fake: FakeAuthenticator = {
    origin,
    host,
    recognises: true,
    replays: false,
    derived: null,
    derivesAtOnce: true,
    forgery: {
      type: "webauthn.get",
      origin,
      host,
      flags: 0x05,
      signCount: null,
      isOtherKey: false,
    },
    create: async () => ({
      credentialId: new Uint8Array([1, 2, 3]).buffer,
      publicKey: await crypto.subtle.exportKey("spki", keys.publicKey),
      algorithm: -7,
      hasPrf: fake.derived !== null,
      ...(fake.derived && fake.derivesAtOnce && { derived: fake.derived }),
    }),
    async sign({ challenge }) {
      if (!fake.recognises) return null;
      if (fake.replays) return last;
      const { forgery } = fake;
      count += 1;
      const data = new Uint8Array(37);
      const hostBytes = new TextEncoder().encode(forgery.host);
      data.set(new Uint8Array(await crypto.subtle.digest("SHA-256", hostBytes)));
      data[32] = forgery.flags;
      new DataView(data.buffer).setUint32(33, forgery.signCount ?? count);
      const clientData = new TextEncoder().encode(
        JSON.stringify({
          type: forgery.type,
          challenge: Buffer.from(challenge).toString("base64url"),
          origin: forgery.origin,
        }),
      );
      const clientHash = new Uint8Array(await crypto.subtle.digest("SHA-256", clientData));
      const { privateKey } = forgery.isOtherKey ? otherKeys : keys;
      const signed = new Uint8Array([...data, ...clientHash]);
      const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, signed);
      last = {
        clientData: clientData.buffer,
        authenticatorData: data.buffer,
        signature: toDer(new Uint8Array(raw)),
        ...(fake.derived && { derived: fake.derived }),
      };
      return last;
    },
  };
  return fake;
}

function toDer(raw: Uint8Array): ArrayBuffer {
  const numbers = [raw.subarray(0, 32), raw.subarray(32)].flatMap((number) => {
    const first = number.findIndex((byte) => byte !== 0);
    const digits = [...number.subarray(first)];
    const positive = (digits[0] ?? 0) > 0x7f ? [0, ...digits] : digits;
    return [0x02, positive.length, ...positive];
  });
  return new Uint8Array([0x30, numbers.length, ...numbers]).buffer;
}
