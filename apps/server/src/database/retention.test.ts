import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startInProcessServer, type InProcessServer } from "../testing/in-process.ts";
import { addScheduledTask, listOpenTasks } from "../testing/tasks.ts";
import { listUndecided, parseRetention, readRetentionRules } from "./retention-rules.ts";
import { applyRetention } from "./retention.ts";

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer();
});
afterAll(() => server.close());

const count = async (table: string, where: string) => {
  const [row] = await server.rows(`select count(*)::int as count from ${table} where ${where}`);
  return (row as { count: number }).count;
};

it("Two servers delete old rows when the scheduled task is due", async () => {
  const oldFailures = () => count("sign_in_failure", "email = 'old'");
  const servers = [];
  for (let number = 1; number <= 2; number += 1) {
    const other = await server.startAnother({ runsScheduledTasks: true, taskIntervalSeconds: 1 });
    await other.ready();
    servers.push(other);
  }
  for (let hour = 1; hour <= 2; hour += 1) {
    await server.rows(`insert into sign_in_failure (email, address, failed_on)
      values ('old', '::1', now() - interval '400 days')`);
    await addScheduledTask(server.database, "old-rows");
    await expect.poll(oldFailures, { timeout: 15_000 }).toBe(0);
    await expect
      .poll(() => listOpenTasks(server.database, "old-rows"), { timeout: 15_000 })
      .toEqual([]);
  }
  await Promise.all(servers.map((other) => other.close()));
});

it("Rows that are no longer needed are deleted; needed rows and every receipt stay", async () => {
  const sam = await server.installed();
  const [operative, fresh, old] = [sam.fieldOperativeId, randomUUID(), randomUUID()];
  for (const [id, days] of [
    [fresh, 1],
    [old, 400],
  ] as const) {
    const then = `now() - interval '${days} days'`;
    await server.rows(`insert into device_log (log_id, field_operative_id, level, message, logged_on, received_on)
      values ('${id}', '${operative}', 'error', '${id}', ${then}, ${then})`);
    await server.rows(`insert into device_report (field_operative_id, command_id, kind, body, received_on)
      values ('${operative}', '${id}', 'memory', '{}', ${then})`);
    await server.rows(
      `insert into sign_in_failure (email, address, failed_on) values ('${id}', '::1', ${then})`,
    );
    await server.rows(`insert into device_export (batch_id, field_operative_id, device_id, started_on)
      values ('${id}', '${operative}', '${randomUUID()}', ${then})`);
    await server.rows(`insert into device_export_piece (batch_id, index, sha256, size, content)
      values ('${id}', 0, 'x', 1, 'a')`);
    await server.rows(`insert into token_family (family_id, account_id, created_on)
      select '${id}', account_id, ${then} from account where field_operative_id = '${operative}'`);
    await server.rows(`insert into refresh_token (token_hash, family_id, created_on, expires_on)
      values ('${id}', '${id}', ${then}, ${then} + interval '60 days')`);
  }
  await server.rows(`insert into pin_reset_code (field_operative_id, code_hash, expires_on)
    values ('${operative}', 'x', now() - interval '1 minute')`);
  await server.rows(`insert into oidc_sign_in (cookie_hash, state, nonce, code_verifier, return_to, expires_on)
    select convert_to(n::text, 'UTF8'), 's', 'n', 'v', '/office/', now() + n * interval '1 minute'
      from (values (-1), (1)) t (n)`);
  await server.rows(`insert into wipe_confirmation (token_hash, device_id, account_id, lost, expires_on)
    values ('x', gen_random_uuid(), gen_random_uuid(), '{}', now() - interval '1 minute')`);
  const tokens = await count("refresh_token", "true");

  await server.rows(`insert into refused_message (field_operative_id, type, code, reason, last_received_on)
    values ('${operative}', 'JobClose', 'invalid', 'x', now() - interval '400 days')`);
  await server.rows(
    `insert into alarm (kind, details, raised_on) values ('x', '{}', now() - interval '400 days')`,
  );
  await server.rows(`insert into audit_entry (action, object_type, object_id, occurred_on) overriding system value
    values ('old', 'job', 'x', now() - interval '7 years'), ('kept', 'job', 'x', now() - interval '2 years')`);

  expect(await applyRetention(server.database, { "audit-entries": 2_192 })).toEqual({
    tokens: 2,
    "sign-in-failures": 1,
    codes: 3,
    "device-logs": 1,
    "device-reports": 1,
    exports: 1,
    "refused-messages": 1,
    alarms: 1,
    "audit-entries": 1,
  });

  for (const [table, column] of [
    ["device_log", "log_id"],
    ["device_report", "command_id"],
    ["sign_in_failure", "email"],
    ["device_export", "batch_id"],
    ["device_export_piece", "batch_id"],
    ["token_family", "family_id"],
    ["refresh_token", "family_id"],
  ]) {
    expect([table, await count(`${table}`, `${column} = '${fresh}'`)]).toEqual([table, 1]);
    expect([table, await count(`${table}`, `${column} = '${old}'`)]).toEqual([table, 0]);
  }
  expect(await count("refresh_token", "true")).toBe(tokens - 1);
  expect(await count("audit_entry", "action = 'kept'")).toBe(1);
  expect(await applyRetention(server.database, {})).toEqual({});
});

it("Each period is a setting, and none may be shorter than its kind allows", async () => {
  const operative = (await server.installed()).fieldOperativeId;
  const addLog = () =>
    server.rows(`insert into device_log (log_id, field_operative_id, level, message, logged_on, received_on)
      values (gen_random_uuid(), '${operative}', 'error', 'x', now(), now() - interval '100 days')`);
  await addLog();
  expect(await applyRetention(server.database, { "device-logs": null })).toEqual({});
  expect(await applyRetention(server.database, { "device-logs": 101 })).toEqual({});
  expect(await applyRetention(server.database, { "device-logs": 99 })).toEqual({
    "device-logs": 1,
  });

  expect(parseRetention("")).toEqual({});
  expect(parseRetention("device-logs=90, images = never")).toEqual({
    "device-logs": 90,
    images: null,
  });
  expect(listUndecided({})).toEqual([
    "documents",
    "images",
    "jobs",
    "removed-contacts",
    "mileage",
    "absences",
    "audit-entries",
  ]);
  const decided = "documents=never, images=900, jobs=never, removed-contacts=90, mileage=never";
  expect(listUndecided(parseRetention(decided) ?? {})).toEqual(["absences", "audit-entries"]);
  for (const wrong of ["device-logs", "device-logs=0", "photos=90", "audit-entries=366", "jobs=-1"])
    expect([wrong, parseRetention(wrong)]).toEqual([wrong, null]);
});

it("The phones of an engineer who left are deleted, but not one that still has to hear or to send something", async () => {
  const [left, stays] = [await server.installed(), await server.installed()];
  const leave = (days: number, fieldOperativeId: string) =>
    server.rows(
      "update account set disabled_on = now() - $1 * interval '1 day' where field_operative_id = $2",
      [days, fieldOperativeId],
    );
  await leave(400, left.fieldOperativeId);
  await leave(300, stays.fieldOperativeId);
  const added = await server.rows(
    `insert into device (device_id, field_operative_id, pin_hash, installation, installed_on, registered_on,
         locked, unsent_messages, last_contact_on)
       select gen_random_uuid(), $1, 'x', '{}', now(), now() - interval '500 days', locked, unsent,
           now() - contact * interval '1 day'
         from (values (false, 0, 400), (true, 0, 400), (true, 0, 400), (true, 0, 400), (false, 3, 400), (false, 0, 10))
           v (locked, unsent, contact) returning device_id`,
    [left.fieldOperativeId],
  );
  const [quiet, wiped, locked, toWipe, unsent, recent] = added.map((row) => row["device_id"]);
  await server.rows(
    `insert into device_wipe (wipe_id, device_id, requested_on, confirmed_on)
      values (gen_random_uuid(), $1, now(), now()), (gen_random_uuid(), $2, now(), null)`,
    [wiped, toWipe],
  );
  const of = [left.fieldOperativeId, stays.fieldOperativeId];
  await server.rows(
    `update device set registered_on = now() - interval '500 days', last_contact_on = null
      where field_operative_id = any($1) and not device_id = any($2)`,
    [of, added.map((row) => row["device_id"])],
  );
  expect(await applyRetention(server.database, { devices: null })).toEqual({});
  expect(await applyRetention(server.database, {})).toEqual({ devices: 3 });
  const kept = await server.rows(
    "select device_id from device where field_operative_id = any($1)",
    [of],
  );
  expect(new Set(kept.map((row) => row["device_id"]))).toEqual(
    new Set([locked, toWipe, unsent, recent, stays.deviceId]),
  );
  expect(
    await server.rows("select from device where device_id = any($1)", [[quiet, wiped]]),
  ).toEqual([]);
  expect(await count("device_wipe", "true")).toBe(1);
});

it("Commands of no job are deleted after their period", async () => {
  const { fieldOperativeId, deviceId } = await server.installed();
  for (const [days, jobId] of [
    [400, null],
    [300, null],
    [400, randomUUID()],
  ])
    await server.rows(
      `with added as (
         insert into command (command_id, field_operative_id, type, job_id, body, created_on)
         values (gen_random_uuid(), $1, 'DataDump', $3, '{}', now() - $2::int * interval '1 day') returning command_id)
       insert into command_acknowledgement (command_id, device_id, outcome, acknowledged_on)
       select command_id, $4, 'done', now() from added`,
      [fieldOperativeId, days, jobId, deviceId],
    );
  const left = () =>
    count(
      "command_acknowledgement",
      `device_id = '${deviceId}' and command_id in (select command_id from command)`,
    );
  expect(await left()).toBe(3);
  expect(await applyRetention(server.database, {})).toEqual({ commands: 1 });
  expect(await left()).toBe(2);
  expect(await count("command_acknowledgement", `device_id = '${deviceId}'`)).toBe(2);
});

it("Old mileage and absences go when a period is set; the last entry of an engineer stays", async () => {
  const { fieldOperativeId } = await server.installed();
  for (const days of [400, 401, 402])
    await server.rows(
      `insert into mileage (field_operative_id, client_field_operative_mileage_id, vehicle, current_mileage,
          date_recorded, created_on, modified_on)
        select $1, gen_random_uuid(), '{}', 10000 - $2::int, t, t, t from (select now() - $2::int * interval '1 day') x (t)`,
      [fieldOperativeId, days],
    );
  for (const [received, last] of [
    [900, 899],
    [900, 700],
  ])
    await server.rows(
      `insert into absence (absence_id, field_operative_id, type, days, requested_on, received_on)
        select gen_random_uuid(), $1, 'holiday', jsonb_build_array(jsonb_build_object('dateFrom', d, 'dateTo', d)), t, t
          from (select now() - $2::int * interval '1 day', (now() - $3::int * interval '1 day')::date) x (t, d)`,
      [fieldOperativeId, received, last],
    );
  expect(await applyRetention(server.database, {})).toEqual({});
  expect(await applyRetention(server.database, { mileage: 366, absences: 731 })).toEqual({
    mileage: 2,
    absences: 1,
  });
  expect(await server.rows("select current_mileage from mileage")).toEqual([
    { current_mileage: 9_600 },
  ]);
});

/** They stay small: their rows live for minutes, or there are few of them, or one. */
const small = [
  "alarm",
  "erasure",
  "event_position",
  "oidc_sign_in",
  "pin_reset_code",
  "wipe_confirmation",
];

it("No rule has to scan a table that grows", async () => {
  const scans: string[] = [];
  await server.rows("set enable_seqscan = off");
  for (const { kind, steps } of readRetentionRules({}))
    for (const statement of steps.flatMap((step) => [
      step.statement,
      `select 1 from ${step.due} limit $2`,
    ])) {
      const plan = await server.rows(`explain (generic_plan) ${statement}`);
      const text = plan.map((row) => String(row["QUERY PLAN"])).join("\n");
      for (const [, table = ""] of text.matchAll(/Seq Scan on (\w+)/g))
        if (!small.includes(table)) scans.push(`${kind}: ${table}`);
    }
  await server.rows("reset enable_seqscan");
  expect(scans).toEqual([]);
});
