import { afterEach, beforeEach, expect, it } from "vitest";
import { aPeer, aSignedInPhone, type SignedInPhone } from "../testing/peer.ts";
import { poll } from "./background.ts";

/** What the test's server says. */
const serverTime = Date.parse("2026-03-02T12:00:00.000Z");
const hourMs = 3_600_000;

let phone: SignedInPhone;
let phoneTime: number;
beforeEach(async () => {
  phoneTime = serverTime;
  phone = await aSignedInPhone(aPeer(), { now: () => new Date(phoneTime) });
});
afterEach(() => phone.kill());

it("A clock that is hours off is told when the server is heard, one that is right is not", async () => {
  const told: number[] = [];
  phone.device.events.on((event) => {
    if (event.kind === "clock-off") told.push(event.hours);
  });
  await poll(phone.device);
  expect(told).toEqual([]);
  phoneTime = serverTime - 3 * hourMs;
  await poll(phone.device);
  phoneTime = serverTime + 2 * hourMs;
  await poll(phone.device);
  expect(told).toEqual([3, -2]);
});
