import { randomUUID } from "node:crypto";
import { header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

describe("devices", () => {
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
