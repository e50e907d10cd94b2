import { randomUUID, randomUUIDv7 } from "node:crypto";
import { header } from "@fieldfare/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";

let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
});
beforeEach(async () => {
  sam = await server.installed();
});
afterAll(() => server.close());

async function fetchTag(engineer: InstalledEngineer = sam): Promise<string> {
  const { body } = await engineer.caller.get("/api/command");
  return (body as { pollTag: string }).pollTag;
}

function ping(tag: string, { deviceId } = sam, app = server.app) {
  const headers = { [header.deviceId]: deviceId, [header.ifNoneMatch]: tag };
  return app.inject({ url: "/api/auth/ping", headers });
}

async function addCommand() {
  await server.rows(
    "insert into command (command_id, field_operative_id, type, body) values ($1, $2, 'DataDump', '{}')",
    [randomUUIDv7(), sam.fieldOperativeId],
  );
}

describe("A ping with the tag of a poll", () => {
  it("is answered 304 without a token and without a body while a poll would bring nothing", async () => {
    const tag = await fetchTag();
    const { statusCode, headers, body } = await ping(tag);
    expect({ statusCode, body, tag: headers["etag"] }).toEqual({ statusCode: 304, body: "", tag });
    expect(headers["content-security-policy"]).toBeUndefined();
    expect(headers["cache-control"]).toBe("no-store");
    expect(await ping(`W/${tag}`)).toMatchObject({ statusCode: 304 });
  });

  it("is dated by the clock that full answers are dated by, as the phone corrects its own by it", async () => {
    const tag = await fetchTag();
    const inAnHour = new Date(Date.now() + 3_600_000);
    const later = await server.startAnother({ now: () => inAnHour });
    const { statusCode, headers } = await ping(tag, sam, later);
    expect({ statusCode, date: headers["date"] }).toEqual({
      statusCode: 304,
      date: inAnHour.toUTCString(),
    });
  });

  it("counts as contact, and says that nothing waits on the phone", async () => {
    const tag = await fetchTag();
    await server.rows("update device set unsent_messages = 3 where device_id = $1", [sam.deviceId]);
    await ping(tag);
    const [row] = await server.rows(
      "select unsent_messages as unsent from device where device_id = $1",
      [sam.deviceId],
    );
    expect(row).toEqual({ unsent: 0 });
  });

  it("is answered in full once there is a command", async () => {
    const tag = await fetchTag();
    await addCommand();
    expect(await ping(tag)).toMatchObject({ statusCode: 200 });
  });

  it("is answered in full once there is a job", async () => {
    const tag = await fetchTag();
    await server.job(sam);
    expect(await ping(tag)).toMatchObject({ statusCode: 200 });
  });

  it.each([
    ["the sign-in has ended", "update token_family set revoked_on = now() where account_id = $1"],
    ["the account is disabled", "update account set disabled_on = now() where account_id = $1"],
  ])("is answered in full when %s", async (_why, change) => {
    const tag = await fetchTag();
    await server.rows(change, [sam.accountId]);
    expect(await ping(tag)).toMatchObject({ statusCode: 200 });
  });

  it("still says that the device is locked", async () => {
    const tag = await fetchTag();
    await server.rows("update device set locked = true where device_id = $1", [sam.deviceId]);
    const { statusCode, headers } = await ping(tag);
    expect({ statusCode, error: headers["x-device-error"] }).toEqual({
      statusCode: 200,
      error: "locked",
    });
  });

  it("works for the device that has got it, and for no other", async () => {
    const tag = await fetchTag();
    const alex = await server.installed();
    expect(await ping(tag, alex)).toMatchObject({ statusCode: 200 });
    expect(await ping(tag, { ...sam, deviceId: randomUUID() })).toMatchObject({ statusCode: 200 });
  });

  it("works at a second server", async () => {
    const tag = await fetchTag();
    const second = await server.startAnother();
    expect(await ping(tag, sam, second)).toMatchObject({ statusCode: 304 });
  });

  it("lasts for two hours", async () => {
    const tag = await fetchTag();
    for (const [hours, statusCode] of [
      [1.9, 304],
      [2.1, 200],
    ] as const) {
      const later = await server.startAnother({
        now: () => new Date(Date.now() + hours * 3_600_000),
      });
      expect(await ping(tag, sam, later)).toMatchObject({ statusCode });
    }
  });

  it("with any other text is a ping as before", async () => {
    const tag = await fetchTag();
    const forged = `"${tag.slice(1, -2)}${tag.at(-2) === "A" ? "E" : "A"}"`;
    for (const text of [forged, '""', "*", "x".repeat(5000), `${tag}, ${tag}`])
      expect(await ping(text)).toMatchObject({ statusCode: 200 });
  });
});
