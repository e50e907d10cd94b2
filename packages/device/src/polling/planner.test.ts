import { afterEach, beforeEach, expect, it } from "vitest";
import { signInOther } from "../testing/node-device.ts";
import { readPlannerWeek, readPlannerWeeks } from "../reading/planner.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { refreshPlannerWeek, refreshPlannerWeeks } from "./planner.ts";

const at = "2026-11-23T12:00:00.000Z";
const appointment = {
  JobId: "0190a000-0000-7000-8000-00000000ab01",
  Address: "1 Example Street, LS1 1AA",
  JobDetail: "Gas repair: No heating",
  AppointmentSlot: "AM",
  ContactName: null,
  ContactNumber: null,
  JobDescription: null,
  AppointmentDate: "2026-11-25T09:30:00.000Z",
};

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer, { now: () => new Date(at) });
  fakeServer.answer = (path) => {
    if (path === "/api/settings/mobileplannerweeks") return json({ MobilePlannerWeeks: 6 });
    return path.startsWith("/api/fieldoperative/appointments/") ? json([appointment]) : undefined;
  };
});
afterEach(() => phone.kill());

function json(body: unknown) {
  return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
}

it("The planner shows four weeks until the server has said how many", async () => {
  expect(await readPlannerWeeks(phone.device)).toBe(4);
  await refreshPlannerWeeks(phone.device);
  expect(await readPlannerWeeks(phone.device)).toBe(6);
});

it("A week that was fetched is shown offline, one that was not is missing", async () => {
  await refreshPlannerWeek(phone.device, "2026-11-23", "2026-11-29");
  expect(fakeServer.requestedPaths.at(-1)).toBe(
    "/api/fieldoperative/appointments/2026-11-23T00%3A00%3A00Z/2026-11-29T23%3A59%3A59Z",
  );
  fakeServer.isOnline = false;
  expect(await refreshPlannerWeek(phone.device, "2026-11-30", "2026-12-06")).toMatchObject({
    ok: false,
    failure: { kind: "network" },
  });
  expect(await readPlannerWeek(phone.device, "2026-11-23")).toEqual({
    value: [appointment],
    seenOn: at,
  });
  expect(await readPlannerWeek(phone.device, "2026-11-30")).toBeUndefined();
});

it("Another engineer on the same phone reads nothing of it", async () => {
  await refreshPlannerWeek(phone.device, "2026-11-23", "2026-11-29");
  await signInOther(phone.device, "0190a000-0000-7000-8000-00000000ffff");
  expect(await readPlannerWeek(phone.device, "2026-11-23")).toBeUndefined();
});

it("A week that arrives after another engineer has signed in is stored for nobody", async () => {
  const { lastSeen } = phone.device.database;
  fakeServer.answer = async () => {
    await signInOther(phone.device, "0190a000-0000-7000-8000-00000000ffff");
    return json([appointment]);
  };
  expect(await refreshPlannerWeek(phone.device, "2026-11-23", "2026-11-29")).toMatchObject({
    ok: false,
  });
  expect(await lastSeen.count()).toBe(0);
  expect(await phone.device.database.lastSeen.count()).toBe(0);
});
