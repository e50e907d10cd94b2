import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { runRetention } from "../../database/retention.ts";
import type { Caller } from "../../testing/caller.ts";
import { type InProcessServer, startInProcessServer } from "../../testing/in-process.ts";

let server: InProcessServer;
let office: Caller;

const environment = { "device-reports": 90, images: null } as const;

beforeAll(async () => {
  server = await startInProcessServer({ retention: environment });
  office = await server.office();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.rows("delete from setting where key = 'retention'");
  await server.rows("delete from device_log");
});

interface Report {
  readonly rules: readonly (Record<string, unknown> & { readonly kind: string })[];
  readonly nextRun: { readonly state: string; readonly startsOn: string };
}

async function readRule(kind: string) {
  const { body } = await office.get("/api/office/retention");
  return (body as Report).rules.find((rule) => rule.kind === kind);
}

const addLogs = (days: number, number: number) =>
  server.rows(
    `insert into device_log (log_id, field_operative_id, level, message, logged_on, received_on)
      select gen_random_uuid(), gen_random_uuid(), 'error', 'x', now(), now() - $1::int * interval '1 day'
        from generate_series(1, $2::int)`,
    [days, number],
  );

const put = (kind: string, body: object) => office.put(`/api/office/retention/${kind}`, body);
const countDue = async (kind: string, days?: number) =>
  (
    await office.get(
      `/api/office/retention/${kind}/due${days === undefined ? "" : `?days=${days}`}`,
    )
  ).body;
const run = () => runRetention(server.database, environment, () => Promise.resolve(0));
const countLogs = async () => (await server.rows("select 1 from device_log")).length;

it("says where each period comes from, and what holds without the office's", async () => {
  expect(await readRule("device-logs")).toMatchObject({
    days: 180,
    source: "default",
    otherwiseDays: 180,
    changedOn: null,
    mayKeepForEver: false,
  });
  expect(await readRule("device-reports")).toMatchObject({ days: 90, source: "environment" });
  expect(await readRule("images")).toMatchObject({
    days: null,
    source: "environment",
    mayKeepForEver: true,
  });
  expect((await put("device-reports", { days: 30, presentDays: 90 })).status).toBe(200);
  expect(await readRule("device-reports")).toMatchObject({
    days: 30,
    source: "office",
    otherwiseDays: 90,
    changedOn: expect.any(String),
  });
  expect((await put("device-reports", { presentDays: 30 })).status).toBe(200);
  expect(await readRule("device-reports")).toMatchObject({
    days: 90,
    source: "environment",
    changedOn: null,
  });
});

it("counts what the next run would delete, which the next run of any server does", async () => {
  await addLogs(100, 3);
  await addLogs(200, 2);
  expect(await countDue("device-logs")).toEqual({ count: 2, isMore: false });
  expect(await countDue("device-logs", 90)).toEqual({ count: 5, isMore: false });
  expect(await countLogs()).toBe(5);

  const refused = await put("device-logs", { days: 90, presentDays: 180 });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "confirmation-needed", detail: expect.stringContaining("5 records") },
  });
  const body = { days: 90, presentDays: 180, confirmedCount: 5 };
  // More has come since the caller read the number.
  await addLogs(95, 1);
  expect((await put("device-logs", body)).status).toBe(409);
  expect((await put("device-logs", { ...body, confirmedCount: 6 })).status).toBe(200);
  await run();
  expect(await countLogs()).toBe(0);
  expect(await countDue("device-logs")).toEqual({ count: 0, isMore: false });
});

it("counts jobs and images with every rule's own conditions, without a change", async () => {
  const { body } = await office.get("/api/office/retention");
  for (const { kind } of (body as Report).rules)
    expect([kind, await countDue(kind, 400)]).toEqual([
      kind,
      { count: expect.any(Number), isMore: false },
    ]);
});

it("confirms what a return to the environment deletes as well", async () => {
  expect((await put("device-logs", { days: 400, presentDays: 180 })).status).toBe(200);
  await addLogs(200, 2);
  await run();
  expect(await countLogs()).toBe(2);
  expect((await put("device-logs", { presentDays: 400 })).status).toBe(409);
  expect((await put("device-logs", { presentDays: 400, confirmedCount: 2 })).status).toBe(200);
  await run();
  expect(await countLogs()).toBe(0);
});

it("refuses a period that its kind does not allow, an unknown kind, and a change of what somebody else has changed", async () => {
  for (const [kind, days, path] of [
    ["audit-entries", 366, "days"],
    ["device-logs", 1_097, "days"],
    ["device-logs", null, "days"],
    ["device-logs", -1, "days"],
    ["device-logs", 1.5, "days"],
    ["device-logs", 100_000, "days"],
  ] as const)
    expect(await put(kind, { days, presentDays: 180 })).toMatchObject({
      status: 400,
      body: { issues: [{ path: expect.stringContaining(path) }] },
    });
  expect((await put("photos", { days: 400, presentDays: 180 })).status).toBe(404);
  expect((await office.get("/api/office/retention/photos/due")).status).toBe(404);
  expect(await put("device-logs", { days: 170, presentDays: 90 })).toMatchObject({
    status: 409,
    body: { code: "conflict", detail: expect.stringContaining("180 days") },
  });
  expect((await put("images", { days: null, presentDays: null })).status).toBe(200);
});

it("two changes at the same time both count, or one is refused", async () => {
  const [logs, alarms] = await Promise.all([
    put("device-logs", { days: 100, presentDays: 180 }),
    put("alarms", { days: 100, presentDays: 365 }),
  ]);
  expect([logs.status, alarms.status]).toEqual([200, 200]);
  expect(await readRule("device-logs")).toMatchObject({ days: 100 });
  expect(await readRule("alarms")).toMatchObject({ days: 100 });
  const answers = await Promise.all([
    put("device-logs", { days: 90, presentDays: 100 }),
    put("device-logs", { days: 80, presentDays: 100 }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it("only an administrator changes a period, and an entry says what it was", async () => {
  const supervisor = await server.office(["supervisor"]);
  expect((await supervisor.get("/api/office/retention/alarms/due")).status).toBe(200);
  expect(
    (await supervisor.put("/api/office/retention/alarms", { days: 100, presentDays: 365 })).status,
  ).toBe(403);
  await put("alarms", { days: 100, presentDays: 365 });
  const [entry] = await server.rows(
    "select before, after from audit_entry where action = 'retention-period-changed' order by sequence desc limit 1",
  );
  expect(entry).toEqual({
    before: { days: 365, source: "default" },
    after: { days: 100, source: "office" },
  });
});

it("a period of the office that a later version no longer allows is the nearest that it does", async () => {
  await server.rows("insert into setting (key, value) values ('retention', $1)", [
    {
      "device-logs": { days: 5_000, changedOn: "2026-11-24T09:00:00.000Z" },
      "audit-entries": { days: 1, changedOn: "2026-11-24T09:00:00.000Z" },
      alarms: { days: null, changedOn: "2026-11-24T09:00:00.000Z" },
      gone: { days: 1, changedOn: "2026-11-24T09:00:00.000Z" },
    },
  ]);
  expect(await readRule("device-logs")).toMatchObject({ days: 1_096 });
  expect(await readRule("audit-entries")).toMatchObject({ days: 367 });
  expect(await readRule("alarms")).toMatchObject({ days: 365 });
});

it("names the next run: at seven minutes past, or the task that waits or failed", async () => {
  const readNext = async () => ((await office.get("/api/office/retention")).body as Report).nextRun;
  await server.rows("delete from pgboss.job where name = 'old-rows'");
  const due = await readNext();
  expect(due.state).toBe("due");
  const startsOn = new Date(due.startsOn);
  expect([startsOn.getUTCMinutes(), startsOn.getTime() > Date.now()]).toEqual([7, true]);
  expect(startsOn.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
  await server.rows(
    "insert into pgboss.job (name, state, start_after, policy) values ('old-rows', 'retry', '2031-01-01T00:00:00Z', 'exclusive')",
  );
  expect(await readNext()).toEqual({ state: "failed", startsOn: "2031-01-01T00:00:00.000Z" });
  await server.rows("delete from pgboss.job where name = 'old-rows'");
});
