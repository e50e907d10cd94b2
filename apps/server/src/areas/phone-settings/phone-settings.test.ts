import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { PhoneSettingsReport } from "@fieldfare/contract/office";
import { type Caller, createCaller } from "../../testing/caller.ts";
import { type InProcessServer, startInProcessServer } from "../../testing/in-process.ts";

let server: InProcessServer;
let office: Caller;

beforeAll(async () => {
  server = await startInProcessServer({ lockAfterMinutes: 20, supportPhone: "0113 496 0000" });
  office = await server.office();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { version } = await read();
  await put({}, version);
});

const path = "/api/office/phone-settings";
const read = async () => (await office.get(path)).body as PhoneSettingsReport;
const put = (chosen: object, version: string) => office.put(path, { chosen, version });
/** What a phone gets. */
const fetchSettings = async (caller: Caller = server.anonymous) =>
  (await caller.get("/api/client-settings")).body as Record<string, unknown>;

it("says what is in force and what the environment has; what the office chooses reaches phones at once", async () => {
  const before = await read();
  expect(before).toMatchObject({
    inForce: { lockAfterMinutes: 20, supportPhone: "0113 496 0000", blockPolling: false },
    otherwise: { lockAfterMinutes: 20 },
    chosen: {},
    server: { syncMinSizeInMb: 0, syncMaxSizeInMb: 30, providerSignIn: false },
  });
  const chosen = { lockAfterMinutes: null, blockPolling: true, syncWarnSizeInMb: 2.5 };
  expect((await put(chosen, before.version)).status).toBe(200);
  expect(await fetchSettings()).toMatchObject({
    lockAfterMinutes: null,
    blockPolling: true,
    supportPhone: "0113 496 0000",
    sync: { warnSizeInMb: 2.5 },
  });
  expect(await read()).toMatchObject({ inForce: chosen, chosen, changedOn: expect.any(String) });
  expect((await put({}, (await read()).version)).status).toBe(200);
  expect(await fetchSettings()).toMatchObject({ lockAfterMinutes: 20, blockPolling: false });
});

it("another server follows, and so does one that starts later", async () => {
  const other = await server.startAnother({ followsSettings: true });
  await other.ready();
  const callerOfOther = createCaller(other, {});
  expect(await fetchSettings(callerOfOther)).toMatchObject({ lockAfterMinutes: 20 });
  await put({ lockAfterMinutes: 3 }, (await read()).version);
  await expect
    .poll(() => fetchSettings(callerOfOther), { timeout: 15_000 })
    .toMatchObject({ lockAfterMinutes: 3 });
  const later = await server.startAnother();
  expect(await fetchSettings(createCaller(later, {}))).toMatchObject({ lockAfterMinutes: 3 });
});

it("what the server decides counts at once, such as whether a forgotten PIN can be changed", async () => {
  const { fieldOperativeId } = await server.engineer();
  const code = () => office.post(`/api/office/operatives/${fieldOperativeId}/reset-code`, {});
  expect((await code()).status).toBe(200);
  await put({ mayResetPin: false }, (await read()).version);
  expect((await code()).status).toBe(403);
});

it("refuses wrong values, an unknown setting, and a change of what somebody else has changed", async () => {
  const { version } = await read();
  for (const chosen of [
    { lockAfterMinutes: 0 },
    { lockAfterMinutes: 1_441 },
    { lockAfterMinutes: "5" },
    { signInDays: 1.5 },
    { homesPerDay: 1_001 },
    { supportPhone: "javascript:alert(1)" },
    { supportPhone: "" },
    { raisedJobHistory: ["everything"] },
    { syncWarnSizeInMb: 31 },
    { publicUrl: "https://elsewhere.example" },
  ])
    expect([chosen, await put(chosen, version)]).toMatchObject([
      chosen,
      { status: 400, body: { issues: [{ path: expect.stringContaining("chosen") }] } },
    ]);
  expect((await put({ homesPerDay: 50 }, version)).status).toBe(200);
  expect(await put({ homesPerDay: 60 }, version)).toMatchObject({
    status: 409,
    body: { code: "conflict" },
  });
  const now = (await read()).version;
  const both = await Promise.all([put({ homesPerDay: 70 }, now), put({ homesPerDay: 80 }, now)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it("counts the phones that have fetched their settings since the change", async () => {
  const [first, second] = [await server.installed(), await server.installed()];
  const { phones } = await read();
  await put({ homesPerDay: 45 }, (await read()).version);
  expect(await read()).toMatchObject({ phones, phonesWithThem: 0 });
  await fetchSettings(first.caller);
  // Within the seconds in which another server may still answer the former settings, nobody is counted.
  expect(await read()).toMatchObject({ phonesWithThem: 0 });
  await server.rows(
    "update setting set value = jsonb_set(value, '{changedOn}', to_jsonb(now() - interval '1 minute')) where key = 'phoneSettings'",
  );
  await expect.poll(read).toMatchObject({ phones, phonesWithThem: 1 });
  await server.rows("update device set locked = true where device_id = $1", [second.deviceId]);
  expect(await read()).toMatchObject({ phones: phones - 1, phonesWithThem: 1 });
});

it("only an administrator reads and changes them, and an entry says what changed", async () => {
  const supervisor = await server.office(["supervisor", "planner", "viewer"]);
  expect((await supervisor.get(path)).status).toBe(403);
  expect((await supervisor.put(path, { chosen: {}, version: "" })).status).toBe(403);
  await put({ signInDays: 30 }, (await read()).version);
  const [entry] = await server.rows(
    "select before, after from audit_entry where action = 'phone-settings-changed' order by sequence desc limit 1",
  );
  expect(entry).toEqual({ before: {}, after: { signInDays: 30 } });
});

it("leaves out what is stored and this version does not allow", async () => {
  await server.rows("update setting set value = $1 where key = 'phoneSettings'", [
    {
      values: { lockAfterMinutes: -1, homesPerDay: 44, gone: true },
      changedOn: "2026-11-24T09:00:00.000Z",
    },
  ]);
  expect(await read()).toMatchObject({
    inForce: { lockAfterMinutes: 20, homesPerDay: 44 },
    chosen: { homesPerDay: 44 },
  });
});
