import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  type SignedInPhone,
} from "@fieldfare/device/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { syncPushSubscription } from "./push.ts";

const publicKey = `B${"A".repeat(86)}`;
const keys = { p256dh: `B${"C".repeat(86)}`, auth: "A".repeat(22) };
const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });

/** A browser with a push service. It records what it was asked to do. */
function aBrowser(permission: NotificationPermission) {
  const state = { endpoint: null as string | null, made: 0, ended: 0 };
  const subscription = () => ({
    options: { applicationServerKey: Uint8Array.from([4, ...Array<number>(64).fill(0)]).buffer },
    toJSON: () => ({ endpoint: state.endpoint, keys }),
    unsubscribe: async () => {
      state.endpoint = null;
      state.ended += 1;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => (state.endpoint === null ? null : subscription()),
    subscribe: async () => {
      state.made += 1;
      state.endpoint = `https://push.example/${state.made}`;
      return subscription();
    },
  };
  vi.stubGlobal("navigator", {
    serviceWorker: { getRegistration: async () => ({ pushManager }) },
  });
  vi.stubGlobal("window", { Notification: {} });
  vi.stubGlobal("Notification", { permission });
  return state;
}

let fakeServer: FakeServer;
let phone: SignedInPhone;
let sentSubscriptions: unknown[];
let key: string | null;
beforeEach(async () => {
  sentSubscriptions = [];
  key = publicKey;
  fakeServer = aFakeServer();
  fakeServer.answer = (path, { body }) => {
    if (path === "/api/push/key") return json({ publicKey: key });
    if (path !== "/api/push/subscription") return undefined;
    if (typeof body === "string") sentSubscriptions.push(JSON.parse(body));
    return json({ status: "ok" });
  };
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => {
  phone.kill();
  vi.unstubAllGlobals();
});

describe("The push subscription of a phone", () => {
  it("is created where notifications are allowed, and is sent to the server", async () => {
    const browser = aBrowser("granted");
    await syncPushSubscription(phone.device, true);
    expect(browser.made).toBe(1);
    expect(sentSubscriptions).toEqual([{ endpoint: "https://push.example/1", keys }]);
    await syncPushSubscription(phone.device, true);
    expect(browser.made).toBe(1);
  });

  it("is created again when the server has another key", async () => {
    const browser = aBrowser("granted");
    await syncPushSubscription(phone.device, true);
    key = `B${"D".repeat(86)}`;
    await syncPushSubscription(phone.device, true);
    expect([browser.made, browser.ended]).toEqual([2, 1]);
  });

  it.each(["denied", "default"] as const)(
    "is not created while the permission is %s",
    async (answer) => {
      const browser = aBrowser(answer);
      await syncPushSubscription(phone.device, true);
      expect(browser.made).toBe(0);
      expect(sentSubscriptions).toEqual([]);
    },
  );

  it("is removed when the engineer signs out or the phone is locked, also without a network", async () => {
    const browser = aBrowser("granted");
    await syncPushSubscription(phone.device, true);
    fakeServer.isOnline = false;
    await Promise.all([
      syncPushSubscription(phone.device, true),
      syncPushSubscription(phone.device, false),
    ]);
    expect([browser.endpoint, browser.ended]).toEqual([null, 1]);
  });

  it("is not created where the server sends no push messages", async () => {
    const browser = aBrowser("granted");
    key = null;
    await syncPushSubscription(phone.device, true);
    expect(browser.made).toBe(0);
  });
});
