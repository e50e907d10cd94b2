import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import {
  aPeer,
  aSignedInPhone,
  html,
  owner,
  ownerEmail,
  type Peer,
  type SignedInPhone,
} from "../testing/peer.ts";
import { queueStatuses, waiting } from "../testing/queueing.ts";
import { readSession } from "./session.ts";
import { failedSignIns, signInToDevice, signOut } from "./sign-in.ts";

const pin = "280451";

let peer: Peer;
let phone: SignedInPhone;
let now: Date;
beforeEach(async () => {
  now = new Date("2026-03-02T12:00:00.000Z");
  peer = aPeer();
  peer.password = pin;
  phone = await aSignedInPhone(peer, { now: () => now });
});
afterEach(() => phone.kill());

const signIn = (given: string) => signInToDevice(phone.device, { email: ownerEmail, pin: given });

/** Once online, so that there is something that the PIN can open; then out, and without a network. */
async function offline() {
  await signIn(pin);
  await signOut(phone.device);
  peer.isOnline = false;
}

describe("Without a network", () => {
  it("the right PIN signs in with the profile that it opens", async () => {
    await offline();
    expect(await signIn(pin)).toMatchObject({ ok: true, value: { fullSync: false } });
    const { user } = await readSession(phone.device);
    expect(user).toMatchObject({ id: owner, name: "Sam Taylor", email: ownerEmail });
  });

  it("the email is taken in any case and with blanks around it", async () => {
    await offline();
    const given = { email: `  ${ownerEmail.toUpperCase()} `, pin };
    expect(await signInToDevice(phone.device, given)).toMatchObject({ ok: true });
  });

  it("a wrong PIN is refused and counted", async () => {
    await offline();
    expect(await signIn("000000")).toEqual({ ok: false, refusal: "offline-bad-credentials" });
    expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(1);
    expect((await readSession(phone.device)).user).toBeNull();
  });

  it("a right PIN sets the count back", async () => {
    await offline();
    await signIn("000000");
    await signIn(pin);
    expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(0);
  });

  it("more than 5 failures lock, even for the right PIN, until a quarter of an hour has passed", async () => {
    await offline();
    for (let failure = 1; failure <= 5; failure++)
      expect(await signIn("000000")).toEqual({ ok: false, refusal: "offline-bad-credentials" });
    expect(await signIn("000000")).toEqual({ ok: false, refusal: "locked-out" });
    expect(await signIn(pin)).toEqual({ ok: false, refusal: "locked-out" });
    now = new Date(now.getTime() + 15 * 60_000);
    expect(await signIn(pin)).toMatchObject({ ok: true });
  }, 20_000);

  it("a clock that is set back does not lock for longer", async () => {
    await offline();
    for (let failure = 1; failure <= 6; failure++) await signIn("000000");
    now = new Date(now.getTime() - 86_400_000);
    expect(await signIn(pin)).toMatchObject({ ok: true });
  }, 20_000);

  it("nobody who has never signed in on this browser gets in", async () => {
    await offline();
    const stranger = { email: "alex.morgan@fieldfare.example", pin };
    expect(await signInToDevice(phone.device, stranger)).toEqual({
      ok: false,
      refusal: "offline-not-found",
    });
  });

  it("nothing readable of the profile lies in the database", async () => {
    await offline();
    const [row] = await phone.device.database.login.toArray();
    const text = new TextDecoder("latin1").decode(row?.offlineLogin?.sealed);
    expect(text).not.toContain("Sam");
    expect(text).not.toContain(owner);
  });
});

describe("Once the network is back", () => {
  it("the first contact turns an offline sign-in into a token, and what waited is sent", async () => {
    await offline();
    await signIn(pin);
    await queueStatuses(phone.device, [1]);
    expect((await drain(phone.device)).kind).toBe("again");
    peer.isOnline = true;
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
    expect(phone.device.pending.credentials).toBeNull();
  });
});

describe("Online", () => {
  it("a wrong PIN is counted", async () => {
    await signOut(phone.device);
    expect(await signIn("000000")).toEqual({ ok: false, refusal: "bad-credentials" });
    expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(1);
  });

  it.each([401, 403, 502])(
    "a proxy's %i is no word on the PIN: the stored one decides",
    async (status) => {
      await offline();
      peer.isOnline = true;
      peer.answer = () => html(status);
      expect(await signIn(pin)).toMatchObject({ ok: true });
      expect((await failedSignIns(phone.device, ownerEmail)).count).toBe(0);
    },
  );

  it("a captive portal's 200 is no sign-in: the stored one decides", async () => {
    await offline();
    peer.isOnline = true;
    peer.answer = () => html();
    expect(await signIn("000000")).toEqual({ ok: false, refusal: "offline-bad-credentials" });
    expect(await signIn(pin)).toMatchObject({ ok: true });
  });
});

describe("Signing out", () => {
  it("works without a network and keeps what waits for its owner's next sign-in", async () => {
    await signIn(pin);
    await queueStatuses(phone.device, [1, 1]);
    peer.isOnline = false;
    await signOut(phone.device);
    expect((await readSession(phone.device)).user).toBeNull();
    expect(await waiting(phone.device)).toEqual(["1.1", "1.2"]);
    peer.isOnline = true;
    await signIn(pin);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 2 });
  });
});
