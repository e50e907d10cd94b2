import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signInOther } from "../testing/node-device.ts";
import {
  aFakeServer,
  aSignedInPhone,
  json,
  owner,
  ownerEmail,
  readBodyText,
  type FakeServer,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { changeForgottenPin } from "./forgotten-pin.ts";
import { failedSignIns } from "./lock-out.ts";
import { signInToDevice, signOut } from "./sign-in.ts";

const [oldPin, newPin] = ["280451", "739104"];

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  fakeServer.password = oldPin;
  fakeServer.answer = (path) => {
    if (!path.endsWith("/changepin")) return undefined;
    fakeServer.password = newPin;
    return json({ status: "ok" });
  };
  phone = await aSignedInPhone(fakeServer);
  await signInToDevice(phone.device, { email: ownerEmail, pin: oldPin });
  await signOut(phone.device);
});
afterEach(() => phone.kill());

const changePin = (given = {}) =>
  changeForgottenPin(phone.device, {
    email: ownerEmail,
    proof: { password: "Fieldfare-1" },
    pin: newPin,
    again: newPin,
    ...given,
  });
const signIn = (pin: string) => signInToDevice(phone.device, { email: ownerEmail, pin });

describe("A forgotten PIN", () => {
  it("is changed when the server agrees, signs in, and opens this phone offline from then on", async () => {
    expect(await changePin()).toMatchObject({ ok: true, value: { destination: "/" } });
    await signOut(phone.device);
    fakeServer.isOnline = false;
    expect(await signIn(oldPin)).toEqual({ ok: false, refusal: "offline-bad-credentials" });
    expect(await signIn(newPin)).toMatchObject({ ok: true });
  });

  it.each([{ password: "Fieldfare-1" }, { code: "48219377" }])(
    "is proved to the server by %o",
    async (proof) => {
      let sent: unknown;
      fakeServer.answer = (path, init) => {
        if (!path.endsWith("/changepin")) return undefined;
        sent = JSON.parse(readBodyText(init));
        fakeServer.password = newPin;
        return json({ status: "ok" });
      };
      expect(await changePin({ proof })).toMatchObject({ ok: true });
      expect(sent).toEqual({
        logonName: { email: ownerEmail },
        pin: newPin,
        reEnterPin: newPin,
        deviceId: owner,
        ...proof,
      });
    },
  );

  it("ends a lock-out", async () => {
    fakeServer.isOnline = false;
    for (let failure = 1; failure <= 6; failure++) await signIn("000000");
    const lockOut = { lockedOut: true, leftMs: 15 * 60_000 };
    expect(await failedSignIns(phone.device, ownerEmail)).toMatchObject(lockOut);
    fakeServer.isOnline = true;
    expect(await changePin()).toMatchObject({ ok: true });
  }, 20_000);

  it("whose sign-in fails after the change asks to sign in, and the old PIN opens nothing any more", async () => {
    fakeServer.answer = (path) => {
      if (!path.endsWith("/changepin")) return undefined;
      fakeServer.isOnline = false;
      return json({ status: "ok" });
    };
    expect(await changePin()).toEqual({ ok: true, value: null });
    expect(await signIn(oldPin)).toEqual({ ok: false, refusal: "offline-not-found" });
  });

  it("needs a network, and without one nothing is changed", async () => {
    fakeServer.isOnline = false;
    expect(await changePin()).toEqual({ ok: false, refusal: "offline" });
    expect(await signIn(oldPin)).toMatchObject({ ok: true });
  });

  it.each([
    ["too-many", 429, "too-many-attempts"],
    ["wrong-proof", 401, "bad-credentials"],
    ["code-ended", 403, "reset-code-ended"],
    ["not-changed", 404, "not-found"],
    ["not-changed", 403, "forbidden"],
  ])("that the server refuses is %s (%i)", async (expected, status, code) => {
    fakeServer.answer = (path) => (path.endsWith("/changepin") ? refusal(status, code) : undefined);
    expect(await changePin()).toEqual({ ok: false, refusal: expected });
    fakeServer.isOnline = false;
    expect(await signIn(oldPin)).toMatchObject({ ok: true });
  });

  it("of an engineer without an installation here is not changed", async () => {
    await signInOther(phone.device, "0190a000-0000-7000-8000-000000000009");
    expect(await changePin({ email: "alex.morgan@fieldfare.example" })).toEqual({
      ok: false,
      refusal: "not-changed",
    });
  });
});
