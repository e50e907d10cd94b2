import { afterEach, expect, it, vi } from "vitest";
import { aFakeServer, aSignedInPhone, json, ownerEmail } from "../testing/fake-server.ts";
import { queueStatuses } from "../testing/queueing.ts";
import { backOff, createSendTrigger } from "./send-trigger.ts";

afterEach(() => vi.unstubAllGlobals());

it("The wait between attempts grows up to a ceiling of a minute", async () => {
  const phone = await aSignedInPhone(aFakeServer());
  const waits = Array.from({ length: 40 }, (_, attempt) => backOff(phone.device, attempt));
  phone.kill();
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
  expect(Math.min(...waits.slice(10))).toBeGreaterThanOrEqual(30_000);
});

it("What was recorded after a sign-in without a network is sent by the page when the device is locked meanwhile", async () => {
  const fakeServer = aFakeServer();
  const phone = await aSignedInPhone(fakeServer);
  await queueStatuses(phone.device, [1]);
  await phone.device.database.token.update(1, { tokenModel: null });
  phone.device.pending.credentials = { email: ownerEmail, pin: "280451" };
  fakeServer.answer = (path) => {
    if (path === "/api/auth/sending-token")
      return json({ token: fakeServer.token, expiresOn: "2026-03-02T12:15:00.000Z" });
    if (path !== "/api/auth/token") return undefined;
    const locked = json({});
    locked.headers.set("X-Device-Error", "locked");
    return locked;
  };
  const ended = Promise.withResolvers<string>();
  // The service worker has no credentials, so it sends nothing and sees no use in another try.
  const controller = {
    postMessage: (_request: unknown, [port]: readonly MessagePort[]) => {
      port?.postMessage({ again: false });
      ended.resolve("left to the service worker");
    },
  };
  vi.stubGlobal("navigator", {
    serviceWorker: { controller, ready: Promise.resolve({}) },
  });
  phone.device.events.on(({ kind }) => {
    if (kind === "drained") ended.resolve("sent");
  });
  createSendTrigger(phone.device)();
  expect(await ended.promise).toBe("sent");
  expect(fakeServer.received).toHaveLength(1);
  phone.kill();
});
