import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import { openNodeDevice } from "../testing/node-device.ts";
import {
  aFakeServer,
  aSignedInPhone,
  aToken,
  html,
  json,
  owner,
  ownerEmail,
  type FakeServer,
  refusal,
  type SignedInPhone,
  readBodyText,
} from "../testing/fake-server.ts";
import { queueStatuses, readQueued } from "../testing/queueing.ts";
import { readSession } from "./session.ts";
import { failedSignIns } from "./lock-out.ts";
import { watchLockOut } from "./watch-lock-out.ts";
import { signInToDevice, signOut } from "./sign-in.ts";
import { isSignInNeeded } from "./token.ts";

const pin = "280451";
const colleague = "0190a000-0000-7000-8000-000000000002";

let fakeServer: FakeServer;
let phone: SignedInPhone;
let now: Date;
beforeEach(async () => {
  now = new Date("2026-03-02T12:00:00.000Z");
  fakeServer = aFakeServer();
  fakeServer.password = pin;
  phone = await aSignedInPhone(fakeServer, { now: () => now });
});
afterEach(() => phone.kill());

const signIn = (entered: string) =>
  signInToDevice(phone.device, { email: ownerEmail, pin: entered });

/**
 * Signs in online once, so that there is a profile for the PIN, then signs out and goes offline.
 */
async function signOutAndGoOffline() {
  await signIn(pin);
  await signOut(phone.device);
  fakeServer.isOnline = false;
}

/** Watches the lock-out until the server has been asked for the first time. */
async function checkWithServerOnce() {
  const serverAsked = Promise.withResolvers<void>();
  const ports = {
    ...phone.device.ports,
    pause: () => (serverAsked.resolve(), new Promise<void>(() => undefined)),
    locks: { hold: <T>(_name: string, work: () => Promise<T>) => work() },
  };
  watchLockOut({ ...phone.device, ports }, ownerEmail);
  await serverAsked.promise;
}

describe("Without a network", () => {
  it("the right PIN signs in with the profile that it opens", async () => {
    await signOutAndGoOffline();
    expect(await signIn(pin)).toMatchObject({ ok: true, value: { fullSync: false } });
    const { user } = await readSession(phone.device);
    expect(user).toMatchObject({ id: owner, name: "Sam Taylor", email: ownerEmail });
  });

  it("the email is taken in any case and with blanks around it", async () => {
    await signOutAndGoOffline();
    const entered = { email: `  ${ownerEmail.toUpperCase()} `, pin };
    expect(await signInToDevice(phone.device, entered)).toMatchObject({ ok: true });
  });

  it("a wrong PIN is refused and counted", async () => {
    await signOutAndGoOffline();
    expect(await signIn("000000")).toEqual({ ok: false, refusal: "offline-bad-credentials" });
    expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(1);
    expect((await readSession(phone.device)).user).toBeNull();
  });

  it("the PIN still opens after a sign-in with the password, and the password does as well", async () => {
    await signIn(pin);
    fakeServer.password = "Fieldfare-1";
    const email = ownerEmail;
    await signInToDevice(phone.device, { email, password: fakeServer.password });
    fakeServer.isOnline = false;
    for (const secret of [{ pin }, { password: "Fieldfare-1" }]) {
      await signOut(phone.device);
      expect(await signInToDevice(phone.device, { email, ...secret })).toMatchObject({ ok: true });
    }
    for (const secret of [{ pin: "000000" }, { password: pin }])
      expect(await signInToDevice(phone.device, { email, ...secret })).toMatchObject({ ok: false });
  });

  it("a right PIN resets the count", async () => {
    await signOutAndGoOffline();
    await signIn("000000");
    await signIn(pin);
    expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(0);
  });

  it("after 5 failures the sixth and right PIN is taken", async () => {
    await signOutAndGoOffline();
    for (let failure = 1; failure <= 5; failure++) await signIn("000000");
    expect(await signIn(pin)).toMatchObject({ ok: true });
    expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(0);
  });

  it("more than 5 failures lock, even for the right PIN, and through a restart", async () => {
    await signOutAndGoOffline();
    for (let failure = 1; failure <= 5; failure++)
      expect(await signIn("000000")).toEqual({ ok: false, refusal: "offline-bad-credentials" });
    expect(await signIn("000000")).toEqual({ ok: false, refusal: "locked-out" });
    expect(await signIn(pin)).toEqual({ ok: false, refusal: "locked-out" });
    phone.kill();
    const again = await openNodeDevice({
      fetch: fakeServer.fetch,
      disk: phone.disk,
      now: () => now,
    });
    const refusal = await signInToDevice(again.device, { email: ownerEmail, pin });
    expect(refusal).toEqual({ ok: false, refusal: "locked-out" });
    again.kill();
  }, 20_000);

  it.each([-86_400_000, 86_400_000, 400 * 86_400_000])(
    "a clock that is moved by %i ms ends no lock-out",
    async (ms) => {
      await signOutAndGoOffline();
      for (let failure = 1; failure <= 6; failure++) await signIn("000000");
      now = new Date(now.getTime() + ms);
      expect(await signIn(pin)).toEqual({ ok: false, refusal: "locked-out" });
    },
    20_000,
  );

  it("a quarter of an hour with the app open ends it, however many pages are open", async () => {
    await signOutAndGoOffline();
    for (let failure = 1; failure <= 6; failure++) await signIn("000000");
    const watchedLockOut = Promise.withResolvers<void>();
    let steps = 0;
    let waitedMs = 0;
    const ports = {
      ...phone.device.ports,
      elapsed: () => waitedMs,
      pause: async (ms: number) => {
        waitedMs += ms;
        steps += 1;
        if (steps === 180) watchedLockOut.resolve();
      },
    };
    const stops = [1, 2, 3].map(() => watchLockOut({ ...phone.device, ports }, ownerEmail));
    await watchedLockOut.promise;
    await phone.device.ports.locks.hold("fieldfare-lock-out", async () => undefined);
    for (const stop of stops) stop();
    expect(waitedMs).toBeGreaterThanOrEqual(15 * 60_000);
    expect(await signIn(pin)).toMatchObject({ ok: true });
  }, 20_000);

  it("the server's clock ends it for an app that was closed meanwhile", async () => {
    await signOutAndGoOffline();
    for (let failure = 1; failure <= 6; failure++) await signIn("000000");
    fakeServer.isOnline = true;
    for (const serverTime of ["2026-03-02T12:00:00.000Z", "2026-03-02T12:15:00.000Z"]) {
      fakeServer.answer = (path) =>
        path.endsWith("/ping")
          ? json({ status: "ok", buildNumber: 1, serverTime, epoch: owner })
          : undefined;
      await checkWithServerOnce();
    }
    expect(await signIn(pin)).toMatchObject({ ok: true });
  }, 20_000);

  it("wrong PINs leave the password, with its own number of attempts", async () => {
    fakeServer.password = "Fieldfare-1";
    await signInToDevice(phone.device, { email: ownerEmail, password: fakeServer.password });
    fakeServer.password = pin;
    await signOutAndGoOffline();
    for (let failure = 1; failure <= 6; failure++) await signIn("000000");
    expect(await failedSignIns(phone.device, ownerEmail)).toMatchObject({
      lockedOut: true,
      mayTryPassword: true,
    });
    const signInByPassword = (password: string) =>
      signInToDevice(phone.device, { email: ownerEmail, password });
    for (let failure = 1; failure <= 5; failure++)
      expect(await signInByPassword("wrong")).toEqual({
        ok: false,
        refusal: "offline-bad-credentials",
      });
    expect(await signInByPassword("Fieldfare-1")).toMatchObject({ ok: true });
    expect(await failedSignIns(phone.device, ownerEmail)).toMatchObject({ lockedOut: false });
  }, 20_000);

  it("a password that this phone cannot check without a network is not called wrong", async () => {
    await phone.device.shared.login.update(ownerEmail, { offlinePassword: null });
    await signOutAndGoOffline();
    expect(
      await signInToDevice(phone.device, { email: ownerEmail, password: "Fieldfare-1" }),
    ).toEqual({ ok: false, refusal: "offline-password-unknown" });
  });

  it("a password that was wrong as often as the PIN is refused as well", async () => {
    await signOutAndGoOffline();
    for (let failure = 1; failure <= 6; failure++) await signIn("000000");
    fakeServer.isOnline = true;
    const signInByPassword = (password: string) =>
      signInToDevice(phone.device, { email: ownerEmail, password });
    for (let failure = 1; failure <= 5; failure++) await signInByPassword("wrong");
    expect(await signInByPassword("wrong")).toEqual({ ok: false, refusal: "locked-out" });
    expect(await signInByPassword(pin)).toEqual({ ok: false, refusal: "locked-out" });
  }, 20_000);

  it("a colleague signs in during the lock-out of another engineer", async () => {
    await signOutAndGoOffline();
    for (let failure = 1; failure <= 6; failure++) await signIn("000000");
    fakeServer.isOnline = true;
    fakeServer.token = aToken(1, { id: colleague, email: "alex.morgan@fieldfare.example" });
    const byPassword = { email: "alex.morgan@fieldfare.example", password: pin };
    expect(await signInToDevice(phone.device, byPassword)).toMatchObject({ ok: true });
  }, 20_000);

  it("an unlock by the office ends it at the next contact, once", async () => {
    await signOutAndGoOffline();
    const lockOut = async () => {
      fakeServer.isOnline = false;
      for (let failure = 1; failure <= 6; failure++) await signIn("000000");
      fakeServer.isOnline = true;
      expect(await signIn(pin)).toEqual({ ok: false, refusal: "locked-out" });
      await checkWithServerOnce();
    };
    fakeServer.answer = (path) =>
      path.endsWith("/ping")
        ? json({
            status: "ok",
            buildNumber: 1,
            serverTime: "2026-03-02T12:00:00.000Z",
            epoch: owner,
            unlockedOn: "2026-03-02T11:59:00.000Z",
          })
        : undefined;
    await lockOut();
    expect(await signIn(pin)).toMatchObject({ ok: true });
    await signOut(phone.device);
    await lockOut();
    expect(await signIn(pin)).toEqual({ ok: false, refusal: "locked-out" });
  }, 20_000);

  it("an engineer who has never signed in on this browser is refused", async () => {
    await signOutAndGoOffline();
    const stranger = { email: "alex.morgan@fieldfare.example", pin };
    expect(await signInToDevice(phone.device, stranger)).toEqual({
      ok: false,
      refusal: "offline-not-found",
    });
  });

  it("the database contains nothing readable of the profile", async () => {
    await signOutAndGoOffline();
    const [row] = await phone.device.shared.login.toArray();
    const text = new TextDecoder("latin1").decode(row?.offlineLogin?.sealed);
    expect(text).not.toContain("Sam");
    expect(text).not.toContain(owner);
  });
});

describe("Once the network is back", () => {
  it("the first contact turns an offline sign-in into a token, and the queue is sent", async () => {
    await signOutAndGoOffline();
    await signIn(pin);
    await queueStatuses(phone.device, [1]);
    expect((await drain(phone.device)).kind).toBe("again");
    fakeServer.isOnline = true;
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
    expect(phone.device.pending.credentials).toBeNull();
  });
});

describe("A sign-in without a network whose page was killed", () => {
  it("cannot send once the network is back, says so, and sends after another sign-in", async () => {
    await signOutAndGoOffline();
    await signIn(pin);
    await queueStatuses(phone.device, [1]);
    expect(await isSignInNeeded(phone.device)).toBe(false);
    phone.kill();
    fakeServer.isOnline = true;
    const { disk } = phone;
    const again = await openNodeDevice({ disk, fetch: fakeServer.fetch, now: () => now });
    expect(await isSignInNeeded(again.device)).toBe(true);
    expect(await drain(again.device)).toMatchObject({ kind: "blocked", sent: 0 });
    await signOut(again.device);
    await signInToDevice(again.device, { email: ownerEmail, pin });
    expect(await isSignInNeeded(again.device)).toBe(false);
    expect(await drain(again.device)).toEqual({ kind: "empty", sent: 1 });
    again.kill();
  });

  it("is treated as one that the server refuses to renew", async () => {
    fakeServer.token = "another";
    fakeServer.answer = (path) =>
      path.endsWith("/auth/refresh") ? refusal(401, "unauthorised") : undefined;
    await queueStatuses(phone.device, [1]);
    expect(await drain(phone.device)).toMatchObject({ kind: "blocked", sent: 0 });
    expect(await isSignInNeeded(phone.device)).toBe(true);
  });
});

describe("Online", () => {
  it("the sixth and right PIN is taken, the sixth wrong one locks", async () => {
    await signIn(pin);
    for (const [last, expected] of [
      [pin, { ok: true }],
      ["000000", { ok: false, refusal: "locked-out" }],
    ] as const) {
      for (let failure = 1; failure <= 5; failure++)
        expect(await signIn("000000")).toEqual({ ok: false, refusal: "bad-credentials" });
      expect(await signIn(last)).toMatchObject(expected);
    }
  });

  it("a wrong PIN is counted", async () => {
    await signOut(phone.device);
    expect(await signIn("000000")).toEqual({ ok: false, refusal: "bad-credentials" });
    expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(1);
  });

  it("a PIN that the server has locked is reported as locked, is not counted, and leaves the password", async () => {
    await signIn(pin);
    await signOut(phone.device);
    const problem = refusal(403, "pin-locked");
    fakeServer.answer = (path, init) =>
      path.endsWith("/auth/token") && readBodyText(init).includes('"pin"')
        ? problem.clone()
        : undefined;
    expect(await signIn(pin)).toEqual({ ok: false, refusal: "pin-locked" });
    expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(0);
    const byPassword = { email: ownerEmail, password: pin };
    expect(await signInToDevice(phone.device, byPassword)).toMatchObject({ ok: true });
  });

  it("one that was locked meanwhile is not tried again and again after an offline sign-in", async () => {
    await signOutAndGoOffline();
    await signIn(pin);
    fakeServer.isOnline = true;
    const problem = refusal(403, "pin-locked");
    fakeServer.answer = (path) => (path.endsWith("/auth/token") ? problem.clone() : undefined);
    await queueStatuses(phone.device, [1]);
    await drain(phone.device);
    await drain(phone.device);
    expect(fakeServer.requestedPaths.filter((path) => path.endsWith("/auth/token"))).toHaveLength(
      3,
    );
    expect(await readQueued(phone.device)).toEqual(["1.1"]);
  });

  it.each([401, 403, 502])(
    "a proxy's %i says nothing about the PIN: the stored one decides",
    async (status) => {
      await signOutAndGoOffline();
      fakeServer.isOnline = true;
      fakeServer.answer = () => html(status);
      expect(await signIn(pin)).toMatchObject({ ok: true });
      expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(0);
    },
  );

  it("a captive portal's 200 is no sign-in: the stored one decides", async () => {
    await signOutAndGoOffline();
    fakeServer.isOnline = true;
    fakeServer.answer = () => html();
    expect(await signIn("000000")).toEqual({ ok: false, refusal: "offline-bad-credentials" });
    expect(await signIn(pin)).toMatchObject({ ok: true });
  });
});

describe("Signing out", () => {
  it("works without a network and keeps the queue for its owner's next sign-in", async () => {
    await signIn(pin);
    await queueStatuses(phone.device, [1, 1]);
    fakeServer.isOnline = false;
    await signOut(phone.device);
    expect((await readSession(phone.device)).user).toBeNull();
    expect(await readQueued(phone.device)).toEqual(["1.1", "1.2"]);
    fakeServer.isOnline = true;
    await signIn(pin);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 2 });
  });
});
