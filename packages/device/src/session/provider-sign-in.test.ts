import { compactDecrypt, type CryptoKey, exportJWK, generateKeyPair } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  changePin,
  escrowKey,
  getInstallation,
  header,
  openDataKey,
  readProviderSignIn,
  sealedDataKey,
  sendByProvider,
  signInByProvider,
} from "@fieldfare/contract";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  json,
  owner,
  ownerEmail,
  readBodyText,
  refusal,
} from "../testing/fake-server.ts";
import { aJobRow } from "../testing/builders.ts";
import { createDisk, type Disk, type NodeDevice, openNodeDevice } from "../testing/node-device.ts";
import { aJobId, queueStatuses, readQueued } from "../testing/queueing.ts";
import { changeForgottenPin } from "./forgotten-pin.ts";
import { drain } from "../outbox/sender.ts";
import { readSession } from "./session.ts";
import { isSignInNeeded } from "./token.ts";
import { readProviderEmail, signInWithProvider } from "./provider-sign-in.ts";
import { signInToDevice, signOut } from "./sign-in.ts";
import { unlock } from "./unlock.ts";

const pin = "280451";
const newPin = "917364";
const closedId = aJobId(7);

let fakeServer: FakeServer;
let phone: NodeDevice;
let disk: Disk;
let privateKey: CryptoKey;
/** Whether somebody has signed in at the provider with this browser. */
let isSignedIn: boolean;
let tokenRequests: RequestInit[];

beforeEach(async () => {
  isSignedIn = true;
  tokenRequests = [];
  fakeServer = aFakeServer();
  fakeServer.password = pin;
  fakeServer.answer = (path, init) => {
    if (path === readProviderSignIn.path)
      return isSignedIn ? json({ id: owner, email: ownerEmail }) : refusal(401, "unauthorised");
    if (path === signInByProvider.path) return takeSignIn(init);
    if (path === openDataKey.path) return openCopy(init);
    if (path !== changePin.path) return undefined;
    fakeServer.password = newPin;
    return json({ status: "ok" });
  };
});
afterEach(() => phone.kill());

function takeSignIn(init: RequestInit): Response {
  tokenRequests.push(init);
  if (!isSignedIn) return refusal(401, "unauthorised");
  isSignedIn = false;
  const { token } = fakeServer;
  const tokenModel = { token, refreshToken: "of-provider", expiresOn: "2026-03-02T12:00:00.000Z" };
  return json({ tokenModel, requestSignature: false, recordsMileage: false, buildNumber: 1 });
}

async function openCopy(init: RequestInit): Promise<Response> {
  const { sealed } = openDataKey.body.parse(JSON.parse(readBodyText(init)));
  const { plaintext } = await compactDecrypt(sealed, privateKey);
  const { dataKey } = sealedDataKey.parse(JSON.parse(new TextDecoder().decode(plaintext)));
  return json({ dataKey });
}

/** A phone on which Sam has signed in with the PIN once, and which has been started again. */
async function startInstalled(): Promise<void> {
  const signedIn = await aSignedInPhone(fakeServer);
  ({ disk } = signedIn);
  phone = signedIn;
  const keys = await generateKeyPair("ECDH-ES", { crv: "P-256" });
  ({ privateKey } = keys);
  const published = escrowKey.parse({ ...(await exportJWK(keys.publicKey)), kid: "2026-11" });
  const { ports } = phone.device;
  ports.storeClientSettings({ ...ports.clientSettings(), escrowKey: published });
  await signInToDevice(phone.device, { email: ownerEmail, pin });
  await phone.device.database.job.put(aJobRow({ jobId: closedId, status: "Closed" }));
  await queueStatuses(phone.device, [1]);
  await signOut(phone.device);
  phone.kill();
  disk.heldKeys.clear();
  phone = await openNodeDevice({ disk, fetch: fakeServer.fetch });
}

const readClosed = () => phone.device.database.job.get(closedId);
const signIn = () => signInWithProvider(phone.device);
const headersOf = (init: RequestInit | undefined) => new Headers(init?.headers);

describe("A sign-in at the provider", () => {
  it("is the first one on a phone, which then chooses its PIN", async () => {
    phone = await openNodeDevice({ disk: createDisk(), fetch: fakeServer.fetch });
    const { answer } = fakeServer;
    fakeServer.answer = (path, init) =>
      path === getInstallation.path ? json({ deviceState: 1, deviceId: null }) : answer(path, init);
    expect(await signIn()).toMatchObject({ ok: true, value: { destination: "/install" } });
    expect(headersOf(tokenRequests[0]).has(header.deviceId)).toBe(false);
    expect(await phone.device.shared.login.get(ownerEmail)).toMatchObject({
      ownerId: owner,
      offlineLogin: null,
      offlinePassword: null,
    });
  });

  it("opens what is stored on the engineer's own phone, which signs as itself; the PIN stays", async () => {
    await startInstalled();
    expect(phone.device.engineer?.sealing?.isLocked).toBe(true);
    expect(await signIn()).toMatchObject({ ok: true, value: { destination: "/" } });
    const headers = headersOf(tokenRequests[0]);
    expect(headers.get(header.deviceId)).toBe(owner);
    expect(headers.has(header.deviceSignature)).toBe(true);
    expect(tokenRequests[0]?.credentials).toBe("same-origin");
    expect(await readClosed()).toMatchObject({ status: "Closed" });
    expect(await readQueued(phone.device)).toHaveLength(1);
    fakeServer.isOnline = false;
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
  });

  it("ends a lock-out after wrong PINs", async () => {
    await startInstalled();
    fakeServer.password = "another";
    for (let attempt = 0; attempt < 6; attempt += 1)
      await signInToDevice(phone.device, { email: ownerEmail, pin: "000000" });
    expect(await signIn()).toMatchObject({ ok: true });
    expect(await phone.device.shared.login.get(ownerEmail)).toMatchObject({ failedLoginCount: 0 });
  });

  describe("on a locked device", () => {
    const sendingToken = () => fakeServer.token;
    /** The sign-in counts once, as at the server. */
    function lock(): void {
      const locked = () => {
        const answer = refusal(403, "device-locked");
        answer.headers.set(header.deviceError, "locked");
        return answer;
      };
      const { answer } = fakeServer;
      fakeServer.answer = (path, init) => {
        if (path === sendByProvider.path) {
          if (!isSignedIn) return refusal(401, "unauthorised");
          isSignedIn = false;
          return json({ token: sendingToken(), expiresOn: "2026-03-02T12:15:00.000Z" });
        }
        if (["/api/auth/token", "/api/auth/ping", signInByProvider.path].includes(path))
          return locked();
        return answer(path, init);
      };
    }

    it("sends what waits and opens nothing but the lock screen", async () => {
      await startInstalled();
      lock();
      expect(await signIn()).toMatchObject({ ok: true, value: { destination: "/lock" } });
      expect((await readSession(phone.device)).settings?.enabled).toBe(false);
      expect(phone.device.engineer?.sealing?.isLocked).toBe(true);
      expect(await isSignInNeeded(phone.device)).toBe(false);
      expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
      expect((await phone.device.database.token.get(1))?.tokenModel).toBeNull();
    });

    it("asks for another sign-in when its token has expired, and when the office has unlocked the device", async () => {
      await startInstalled();
      lock();
      await signIn();
      const { token } = fakeServer;
      fakeServer.token = "a later one";
      expect((await drain(phone.device)).kind).toBe("blocked");
      expect(await isSignInNeeded(phone.device)).toBe(true);
      expect(await readQueued(phone.device)).toHaveLength(1);
      fakeServer.token = token;
      isSignedIn = true;
      await signIn();
      expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
      await phone.device.database.setting.update(1, { enabled: true });
      expect(await isSignInNeeded(phone.device)).toBe(true);
    });

    it("signs nobody in where nothing waits", async () => {
      await startInstalled();
      await phone.device.database.messageQueue.clear();
      lock();
      expect(await signIn()).toEqual({ ok: false, refusal: "device-locked" });
      expect(await phone.device.engineer?.token.count()).toBe(0);
    });
  });

  it("changes nothing without a network, and when nobody has signed in there", async () => {
    await startInstalled();
    fakeServer.isOnline = false;
    expect(await signIn()).toEqual({ ok: false, refusal: "network" });
    fakeServer.isOnline = true;
    isSignedIn = false;
    expect(await signIn()).toEqual({ ok: false, refusal: "not-signed-in" });
    expect(await readProviderEmail(phone.device)).toBeNull();
    expect(await phone.device.engineer?.token.count()).toBe(0);
    expect(await readQueued(phone.device)).toHaveLength(1);
  });

  it("proves who has forgotten the PIN, and the phone's data are there with the new one", async () => {
    await startInstalled();
    expect(await readProviderEmail(phone.device)).toBe(ownerEmail);
    const answers = { email: ownerEmail, pin: newPin, again: newPin };
    const proof = { provider: true } as const;
    expect(await changeForgottenPin(phone.device, { ...answers, proof })).toMatchObject({
      ok: true,
      value: { destination: "/" },
    });
    expect(await readClosed()).toMatchObject({ status: "Closed" });
    fakeServer.isOnline = false;
    expect(await unlock(phone.device, { pin: newPin })).toMatchObject({ ok: true });
  });
});
