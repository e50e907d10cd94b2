import { randomUUID } from "node:crypto";
import { getCommands, header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

describe("devices", () => {
  it.each([
    ["Mozilla/5.0 (Linux; Android 14; SM-A546B Build/UP1A) AppleWebKit/537.36", "SM-A546B"],
    ["Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/124.0", "Android 10"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1", "iPhone"],
    ["Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "Android 14"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"],
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/143.0.0.0 Safari/537.36 Edg/143.0", "Edge on Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0 Safari/537.36", "Chrome on Linux"],
    ["Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Firefox/133.0", "Firefox on Linux"],
    ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/143.0.0.0", "Chrome on ChromeOS"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15",
      "Safari on Mac",
    ],
    ["Mozilla/5.0 (X11; FreeBSD amd64) Chrome/143.0.0.0", null],
    ["curl/8", null],
    [null, null],
  ])("are listed with their model: %s", async (userAgent, model) => {
    const { deviceId } = await server.addEngineer("Oscar");
    await server.database.pool.query("update device set installation = $2 where device_id = $1", [
      deviceId,
      { userAgent },
    ]);
    const devices = await server.call(office.listDevices);
    expect(devices.find((device) => device.deviceId === deviceId)).toMatchObject({ model });
  });

  it("are listed with a name that the office gives, and with what waits on them", async () => {
    const engineer = await server.addEngineer("Trent");
    const { deviceId } = engineer;
    const params = { deviceId };
    const read = async () => {
      const devices = await server.call(office.listDevices);
      return devices.find((device) => device.deviceId === deviceId);
    };
    expect(await read()).toMatchObject({ name: null, unsentMessages: null });
    const name = "Van 12";
    expect(await server.call(office.nameDevice, { params, body: { name } })).toEqual({
      deviceId,
      name,
    });
    for (const unsent of ["3", "1"])
      await server.call(getCommands, { query: { unsent }, deviceId, token: engineer.token });
    // A phone of an earlier build says nothing.
    await server.call(getCommands, { deviceId, token: engineer.token });
    expect(await read()).toMatchObject({
      name,
      unsentMessages: 1,
      unsentReportedOn: expect.any(String),
    });
    const { rows } = await server.database.pool.query(
      "select action, before, after from audit_entry where object_id = $1",
      [deviceId],
    );
    expect(rows).toEqual([{ action: "device-named", before: { name: null }, after: { name } }]);
    expect(await server.request(office.nameDevice, { params, body: { name: "" } })).toMatchObject({
      status: 400,
    });
  });

  it("keep a name that somebody has given since the caller read the list", async () => {
    const { deviceId } = await server.addEngineer("Victor");
    const params = { deviceId };
    const name = (to: string | null, seen: string | null) =>
      server.request(office.nameDevice, {
        params,
        body: { name: to, expected: { name: seen } },
      });
    expect(await name("Phone A", null)).toMatchObject({ status: 200 });
    expect(await name("Phone B", null)).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: "Meanwhile somebody has named this device Phone A." },
    });
    const devices = await server.call(office.listDevices);
    expect(devices.find((device) => device.deviceId === deviceId)?.name).toBe("Phone A");
    // A repeated request, whose first answer was lost, is done already.
    expect(await name("Phone A", null)).toMatchObject({ status: 200 });
    expect(await name(null, "Phone A")).toMatchObject({ status: 200 });
    expect(await name("Phone B", "Phone A")).toMatchObject({
      status: 409,
      body: { detail: "Meanwhile somebody has taken the name of this device away." },
    });
  });

  it("are named to their engineers in a notice by that name, else by the model", async () => {
    const { deviceId } = await server.addEngineer("Peggy");
    const params = { deviceId };
    const lock = async () => {
      await server.call(office.lockDevice, { params });
      await server.call(office.unlockDevice, { params });
    };
    await server.database.pool.query("update device set installation = $2 where device_id = $1", [
      deviceId,
      { userAgent: "Mozilla/5.0 (Linux; Android 14; SM-A546B Build/UP1A)" },
    ]);
    await lock();
    await server.call(office.nameDevice, { params, body: { name: "Van 7" } });
    await lock();
    const { rows } = await server.database.pool.query(
      `select body ->> 'notice' as notice, body ->> 'deviceName' as name from command
        where type = 'AccountNotice' and field_operative_id =
          (select field_operative_id from device where device_id = $1)
        order by created_on, command_id`,
      [deviceId],
    );
    expect(rows.filter(({ notice }) => notice !== "device-registered")).toEqual([
      { notice: "device-locked", name: "SM-A546B" },
      { notice: "device-unlocked", name: "SM-A546B" },
      { notice: "device-locked", name: "Van 7" },
      { notice: "device-unlocked", name: "Van 7" },
    ]);
  });

  it("are locked and unlocked once, also if somebody else does the same", async () => {
    const { deviceId } = await server.addEngineer("Walter");
    const params = { deviceId };
    for (const call of [office.lockDevice, office.unlockDevice])
      for (const locked of [call, call].map((each) => each === office.lockDevice))
        expect(await server.call(call, { params })).toEqual({ deviceId, locked });
    const changes = ["device-locked", "device-unlocked"];
    const recorded = async () => {
      const { rows } = await server.database.pool.query(
        "select action from audit_entry where object_id = $1 order by sequence",
        [deviceId],
      );
      return rows.map(({ action }) => action).filter((action) => changes.includes(action));
    };
    expect(await recorded()).toEqual(changes);
    const { rows } = await server.database.pool.query(
      `select body ->> 'notice' as notice from command
        where type = 'AccountNotice' and field_operative_id =
          (select field_operative_id from device where device_id = $1)
        order by created_on, command_id`,
      [deviceId],
    );
    expect(rows.map(({ notice }) => notice).filter((notice) => changes.includes(notice))).toEqual(
      changes,
    );
    // An unlock also ends a lock-out of the PIN.
    await server.database.pool.query(
      "update device set pin_failed_count = 6 where device_id = $1",
      [deviceId],
    );
    await server.call(office.unlockDevice, { params });
    expect(await recorded()).toEqual([...changes, "device-unlocked"]);
    // Who ends a lock-out alone unlocks no phone that somebody has locked meanwhile.
    await server.call(office.lockDevice, { params });
    const query = { expectedLocked: "no" };
    expect(await server.request(office.unlockDevice, { params, query })).toMatchObject({
      status: 409,
      body: { detail: "Meanwhile somebody has locked this device." },
    });
    await server.call(office.unlockDevice, { params });
    expect(await server.request(office.unlockDevice, { params, query })).toMatchObject({
      status: 200,
    });
  });

  it("can be locked, and unlocking clears their wrong PIN attempts", async () => {
    const { deviceId } = await server.addEngineer("Mallory");
    const params = { deviceId };
    await server.database.pool.query(
      "update device set pin_failed_count = 6 where device_id = $1",
      [deviceId],
    );
    expect(await server.call(office.lockDevice, { params })).toEqual({ deviceId, locked: true });
    const devices = await server.call(office.listDevices);
    expect(devices.find((device) => device.deviceId === deviceId)).toMatchObject({
      locked: true,
      operativeName: "Mallory",
    });
    const ping = await fetch(`${server.origin}/api/auth/ping`, {
      headers: { [header.deviceId]: deviceId },
    });
    expect(ping.headers.get(header.deviceError)).toBe("locked");
    expect(await server.call(office.unlockDevice, { params })).toEqual({ deviceId, locked: false });
    const { rows } = await server.database.pool.query(
      "select pin_failed_count from device where device_id = $1",
      [deviceId],
    );
    expect(rows).toEqual([{ pin_failed_count: 0 }]);
    expect(
      await server.request(office.lockDevice, { params: { deviceId: randomUUID() } }),
    ).toMatchObject({
      status: 404,
    });
  });
});
