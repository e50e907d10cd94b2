import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordAudit } from "../../database/audit.ts";
import { openDatabase } from "../../database/database.ts";
import type { Caller } from "../../testing/caller.ts";
import { aServerWithClock } from "../../testing/clock.ts";
import {
  install,
  type InstalledEngineer,
  type InProcessServer,
  testPin,
} from "../../testing/in-process.ts";
import { password } from "../../testing/people.ts";

interface AuditEvent {
  readonly sequence: number;
  readonly type: string;
  readonly [field: string]: unknown;
}

const { clock, start } = aServerWithClock();
let server: InProcessServer;
let office: Caller;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await start();
  office = await server.office();
});
beforeEach(async () => {
  sam = await server.installed();
});

async function readEvents(query = ""): Promise<{ events: AuditEvent[]; next: number }> {
  const { body } = await office.get(`/api/office/audit${query}`);
  return body as { events: AuditEvent[]; next: number };
}
async function eventsOfSam() {
  const { events } = await readEvents("?limit=999");
  return events.filter(({ fieldOperativeId }) => fieldOperativeId === sam.fieldOperativeId);
}
const typesOfSam = async () => (await eventsOfSam()).map(({ type }) => type);
async function noticesOfSam(caller = sam.caller) {
  const { body } = await caller.get("/api/command");
  const { commands } = body as { commands: { type: string; notice?: string }[] };
  return commands.map(({ notice }) => notice);
}

describe("the office reads what happened to an account", () => {
  it("who, what, when and from where", async () => {
    await office.post(`/api/office/devices/${sam.deviceId}/lock`, {});
    expect((await eventsOfSam()).at(-1)).toEqual({
      sequence: expect.any(Number),
      type: "device-locked",
      at: expect.any(String),
      actor: { accountId: accountId(), name: "Office" },
      object: { type: "device", id: sam.deviceId },
      fieldOperativeId: sam.fieldOperativeId,
      address: "127.0.0.1",
      deviceId: null,
      before: { locked: false },
      after: { locked: true },
    });
  });

  it("every lock, unlock, new device, code, changed PIN and password, and every time an account is disabled or enabled", async () => {
    const { deviceId, fieldOperativeId, email } = sam;
    await office.post(`/api/office/devices/${deviceId}/lock`, {});
    await office.post(`/api/office/devices/${deviceId}/unlock`, {});
    const made = await office.post(`/api/office/operatives/${fieldOperativeId}/reset-code`, {});
    const { code } = made.body as { code: string };
    await server.anonymous.post("/api/auth/changepin", {
      logonName: { email },
      pin: "739104",
      reEnterPin: "739104",
      deviceId,
      code,
    });
    const body = { name: "Sam", email, password: "Another-password" };
    await office.put(`/api/office/operatives/${fieldOperativeId}`, body);
    await office.post(`/api/office/operatives/${fieldOperativeId}/disable`, {});
    await office.post(`/api/office/operatives/${fieldOperativeId}/enable`, {});
    await install(server.app, { ...sam, password: "Another-password" });
    expect(await typesOfSam()).toEqual([
      "device-registered",
      "device-locked",
      "device-unlocked",
      "reset-code-made",
      "pin-changed",
      "password-changed",
      "operative-changed",
      "account-disabled",
      "account-enabled",
      "device-registered",
    ]);
    const changed = (await eventsOfSam()).find(({ type }) => type === "pin-changed");
    expect(changed).toMatchObject({ actor: null, after: { proof: "reset-code" } });
    expect(JSON.stringify(await eventsOfSam())).not.toContain(code);
  });

  it("the reuse of an old token, and one that was tried on another device", async () => {
    const alex = await server.installed();
    const { refreshToken } = sam.caller;
    const exchange = (token: string | undefined, deviceId: string) =>
      server.anonymous.with({ deviceId }).post("/api/auth/refresh", { refreshToken: token });
    await exchange(refreshToken, alex.deviceId);
    const first = await exchange(refreshToken, sam.deviceId);
    await exchange((first.body as { refreshToken: string }).refreshToken, sam.deviceId);
    clock.aheadMs = 61_000;
    await exchange(refreshToken, sam.deviceId);
    clock.aheadMs = 0;
    expect(await typesOfSam()).toEqual([
      "device-registered",
      "refresh-token-on-another-device",
      "refresh-token-reused",
    ]);
  });

  it("a page at a time, and later only what came since", async () => {
    const { next: before } = await readEvents("?limit=999");
    for (const step of ["lock", "unlock", "lock"])
      await office.post(`/api/office/devices/${sam.deviceId}/${step}`, {});
    const first = await readEvents(`?after=${before}&limit=2`);
    expect(first.events.map(({ type }) => type)).toEqual(["device-locked", "device-unlocked"]);
    const second = await readEvents(`?after=${first.next}&limit=2`);
    expect(second.events.map(({ type }) => type)).toEqual(["device-locked"]);
    expect(await readEvents(`?after=${second.next}`)).toEqual({ events: [], next: second.next });
  });

  it("nothing of a change that was refused or rolled back", async () => {
    await server.anonymous.post("/api/auth/changepin", {
      logonName: { email: sam.email },
      pin: "739104",
      reEnterPin: "739104",
      deviceId: sam.deviceId,
      password: `not ${password}`,
    });
    expect(await typesOfSam()).toEqual(["device-registered"]);
  });

  it("and the server's own user can change no entry, and delete none of the last year", async () => {
    for (const change of ["update audit_entry set action = 'x'", "truncate audit_entry"])
      await expect(server.rows(change)).rejects.toThrow("permission denied");
    await server.rows(
      `insert into audit_entry (occurred_on, action, object_type, object_id)
       values (now() - interval '367 days', 'old', 'account', '1')`,
    );
    await expect(server.rows("delete from audit_entry")).rejects.toThrow(
      "Audit entries are only added",
    );
    await server.rows("delete from audit_entry where action = 'old'");
    await server.rows("grant update, truncate on audit_entry to current_user");
    for (const change of ["update audit_entry set action = 'x'", "truncate audit_entry"])
      await expect(server.rows(change)).rejects.toThrow("Audit entries are only added");
    await server.rows("revoke update, truncate on audit_entry from current_user");
  });

  it("by who did it, what was done, whom or what it is about, and when", async () => {
    const found = async (query: string) =>
      (await readEvents(`?limit=999&${query}`)).events.map(({ type }) => type);
    const start = new Date().toISOString();
    await office.post(`/api/office/devices/${sam.deviceId}/lock`, {});
    await office.post(`/api/office/devices/${sam.deviceId}/unlock`, {});
    const changes = ["device-locked", "device-unlocked"];
    expect(await found(`subject=${sam.deviceId}&action=device-locked`)).toEqual(["device-locked"]);
    expect(await found(`subject=${sam.deviceId}&actor=${accountId()}`)).toEqual(changes);
    expect(await found(`subject=${sam.fieldOperativeId.toUpperCase()}&from=${start}`)).toEqual(
      changes,
    );
    expect(await found(`subject=${sam.fieldOperativeId}&until=${start}`)).toEqual([
      "device-registered",
    ]);
    expect(await found(`subject=${sam.deviceId}&actor=server`)).toEqual([]);
    expect(await found("subject=no-such-thing")).toEqual([]);
    expect((await office.get("/api/office/audit?actor=me")).status).toBe(400);
  });

  it("newest first, page by page, as the same entries in the opposite order", async () => {
    const sequences = async (query: string) =>
      (await readEvents(`?subject=${sam.deviceId}&${query}`)).events.map(
        ({ sequence }) => sequence,
      );
    for (const change of ["lock", "unlock", "lock", "unlock"])
      await office.post(`/api/office/devices/${sam.deviceId}/${change}`, {});
    const oldestFirst = await sequences("limit=999");
    expect(oldestFirst.length).toBeGreaterThan(4);
    const newestFirst: number[] = [];
    let after = "";
    for (;;) {
      const { events, next } = await readEvents(
        `?subject=${sam.deviceId}&order=newest&limit=2${after}`,
      );
      if (events.length === 0) break;
      newestFirst.push(...events.map(({ sequence }) => sequence));
      after = `&after=${next}`;
    }
    expect(newestFirst).toEqual(oldestFirst.toReversed());
    expect((await office.get("/api/office/audit?order=loudest")).status).toBe(400);
  });

  it("as a CSV file whose cells are no formulas", async () => {
    await office.put(`/api/office/devices/${sam.deviceId}/name`, { name: "=1+1" });
    const answer = await office.get(`/api/office/audit/export?subject=${sam.deviceId}`);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [head, ...lines] = String(answer.body).trimEnd().split("\r\n");
    expect(head).toMatch(/^sequence,at,type,actorId,/);
    expect(lines.map((line) => line.split(",")[2])).toEqual(["device-registered", "device-named"]);
    expect(lines[1]).toMatch(/,"{""name"":null}","{""name"":""=1\+1""}"$/);
  });

  it("in the order of commits: an entry that waits for another one is never passed", async () => {
    const { next } = await readEvents("?limit=999");
    const entry = (action: string) =>
      ({ action, source: null, objectType: "account", objectId: "1" }) as const;
    const [slow, fast] = [openDatabase(url(), one), openDatabase(url(), one)];
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = slow.orm.transaction(async (orm) => {
      await recordAudit(orm, entry("first"));
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    const second = fast.orm.transaction((orm) => recordAudit(orm, entry("second")));
    await expect
      .poll(() => server.rows("select 1 from pg_locks where locktype = 'advisory' and not granted"))
      .toHaveLength(1);
    expect((await readEvents(`?after=${next}`)).events).toEqual([]);
    mayCommit.resolve();
    await Promise.all([first, second]);
    const { events } = await readEvents(`?after=${next}`);
    expect(events.map(({ type }) => type)).toEqual(["first", "second"]);
    await Promise.all([slow.close(), fast.close()]);
  });
});

describe("the engineer is told on the phone", () => {
  it("of what happened to the account, on every phone, and not of the first phone; a further one hears nothing of itself", async () => {
    expect(await noticesOfSam()).toEqual([]);
    await office.post(`/api/office/devices/${sam.deviceId}/lock`, {});
    await office.post(`/api/office/devices/${sam.deviceId}/unlock`, {});
    const second = await install(server.app, sam);
    const told = ["device-locked", "device-unlocked"];
    // The lock has ended the sign-in.
    const signedIn = await server.anonymous
      .with({ deviceId: sam.deviceId })
      .post("/api/auth/token", { email: sam.email, pin: testPin });
    const { token } = (signedIn.body as { tokenModel: { token: string } }).tokenModel;
    expect(await noticesOfSam(sam.caller.with({ token }))).toEqual([...told, "device-registered"]);
    expect(await noticesOfSam(second.caller)).toEqual(told);
  });

  it("of a changed PIN, with the time", async () => {
    await server.anonymous.post("/api/auth/changepin", {
      logonName: { email: sam.email },
      pin: "739104",
      reEnterPin: "739104",
      deviceId: sam.deviceId,
      password,
    });
    expect((await sam.caller.get("/api/command")).body).toMatchObject({
      commands: [{ type: "AccountNotice", notice: "pin-changed", happenedOn: expect.any(String) }],
    });
  });
});

function accountId(): string {
  const [, claims = ""] = (office.token ?? "").split(".");
  return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { id: string }).id;
}

const one = { connections: 1 };
const url = () => server.database.connectionString;
