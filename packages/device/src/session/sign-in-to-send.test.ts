import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  json,
  ownerEmail,
  readBodyText,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { openNodeDevice } from "../testing/node-device.ts";
import { queueStatuses, readQueued } from "../testing/queueing.ts";
import { readSession } from "./session.ts";
import { signInToDevice, signOut } from "./sign-in.ts";
import { isSignInNeeded } from "./token.ts";

const pin = "280451";

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  fakeServer.password = pin;
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

/** From now on the device is locked: only the right PIN gets a token, and that only sends. */
function lock() {
  fakeServer.answer = (path, init) => {
    if (path === "/api/auth/sending-token") {
      const given = JSON.parse(readBodyText(init)) as { pin?: string };
      return given.pin === pin
        ? json({ token: fakeServer.token, expiresOn: "2026-03-02T12:15:00.000Z" })
        : refusal(401, "unauthorised");
    }
    if (!["/api/auth/token", "/api/auth/ping", "/api/auth/refresh"].includes(path))
      return undefined;
    const answer = json({});
    answer.headers.set("X-Device-Error", "locked");
    return answer;
  };
}

const signIn = (entered: string, device = phone.device) =>
  signInToDevice(device, { email: ownerEmail, pin: entered });
const isLocked = async (device = phone.device) =>
  (await readSession(device)).settings?.enabled === false;

describe("A sign-in on a phone that was locked while it was signed out", () => {
  it("sends what waits and opens nothing but the lock screen", async () => {
    await queueStatuses(phone.device, [1, 2]);
    await signOut(phone.device);
    lock();
    expect(await signIn(pin)).toMatchObject({ ok: true, value: { destination: "/lock" } });
    expect(await isLocked()).toBe(true);
    expect((await phone.device.database.token.get(1))?.tokenModel).toBeNull();
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 2 });
    expect(await isLocked()).toBe(true);
  });

  it("sends nothing with a wrong PIN", async () => {
    await queueStatuses(phone.device, [1]);
    await signOut(phone.device);
    lock();
    expect(await signIn("000000")).toEqual({ ok: false, refusal: "device-locked" });
    expect((await readSession(phone.device)).user).toBeNull();
    expect((await drain(phone.device)).kind).toBe("blocked");
  });

  it("signs nobody in where nothing waits", async () => {
    await signOut(phone.device);
    lock();
    expect(await signIn(pin)).toEqual({ ok: false, refusal: "device-locked" });
    expect((await readSession(phone.device)).user).toBeNull();
  });

  it("goes on without another one when the office unlocks the phone", async () => {
    await queueStatuses(phone.device, [1]);
    await signOut(phone.device);
    lock();
    await signIn(pin);
    fakeServer.answer = () => undefined;
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
    expect((await phone.device.database.token.get(1))?.tokenModel).not.toBeNull();
  });
});

describe("A locked phone whose page was killed after a sign-in without a network", () => {
  it("says that it needs a sign-in, and sends after it", async () => {
    await phone.device.database.token.update(1, { tokenModel: null });
    await queueStatuses(phone.device, [1]);
    phone.kill();
    lock();
    const again = await openNodeDevice({ disk: phone.disk, fetch: fakeServer.fetch });
    expect((await drain(again.device)).kind).toBe("blocked");
    expect(await isSignInNeeded(again.device)).toBe(true);
    expect(await signIn(pin, again.device)).toMatchObject({ value: { destination: "/lock" } });
    expect(await drain(again.device)).toEqual({ kind: "empty", sent: 1 });
    again.kill();
  });
});

it("A locked phone whose sign-in is too old to send says that it needs another one", async () => {
  await queueStatuses(phone.device, [1]);
  lock();
  const refusedToken = fakeServer.token;
  fakeServer.token = "another";
  await drain(phone.device);
  expect((await phone.device.database.token.get(1))?.tokenModel?.token).toBe(refusedToken);
  expect(await isSignInNeeded(phone.device)).toBe(true);
  fakeServer.token = refusedToken;
  await signIn(pin);
  expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
  expect(await readQueued(phone.device)).toEqual([]);
});
