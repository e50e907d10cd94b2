import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { randomUUID } from "node:crypto";
import { createTestKey } from "../../testing/device-keys.ts";
import { aServerWithClock } from "../../testing/clock.ts";
import { type InProcessServer, install, type InstalledEngineer } from "../../testing/in-process.ts";

const { clock, start } = aServerWithClock();
let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await start();
});
beforeEach(async () => {
  sam = await server.installed();
});

const secret = "a secret of the phone that is long enough";
const nothing = { messages: 0, images: 0, problems: [] };
const refused = {
  messages: 3,
  images: 2,
  problems: [{ code: "invalid", type: "JobClose", detail: "The outcome is unknown" }],
};

const wipe = async (body?: object, deviceId = sam.deviceId) =>
  (await server.office()).post(`/api/office/devices/${deviceId}/wipe`, body);
const report = (unsent: object, more: object = {}, deviceId = sam.deviceId) =>
  server.anonymous.post("/api/installation/wipe", { deviceId, unsent, ...more });
const confirm = (wipeId: string, confirmationSecret = secret) =>
  server.anonymous.post("/api/installation/wipe/confirm", { wipeId, confirmationSecret });
const ping = (deviceId = sam.deviceId) => server.anonymous.with({ deviceId }).get("/api/auth/ping");

async function readWipe(deviceId = sam.deviceId) {
  const { body } = await (await server.office()).get("/api/office/devices");
  return (body as { deviceId: string; wipe: { wipeId: string } | null }[]).find(
    (each) => each.deviceId === deviceId,
  )?.wipe;
}

/** Wipes the device as a phone does that has nothing to send. */
async function wipeWhole() {
  const { body } = await wipe();
  const { wipeId } = (body as { wipe: { wipeId: string } }).wipe;
  await report(nothing, { confirmationSecret: secret });
  expect(await confirm(wipeId)).toMatchObject({ status: 200 });
  return wipeId;
}

async function actionsFor(deviceId = sam.deviceId) {
  const rows = await server.rows(
    "select action, actor_name, after from audit_entry where object_id = $1 order by sequence",
    [deviceId],
  );
  return rows.filter(({ action }) => String(action).includes("wipe"));
}

describe("a wipe", () => {
  it("is heard by its device alone, with the next ping, also while it is locked", async () => {
    const alex = await server.installed();
    expect((await ping()).headers["x-device-wipe"]).toBeUndefined();
    await wipe();
    await (await server.office()).post(`/api/office/devices/${sam.deviceId}/lock`, {});
    const { headers } = await ping();
    expect(headers).toMatchObject({ "x-device-wipe": "requested", "x-device-error": "locked" });
    expect((await ping(alex.deviceId)).headers["x-device-wipe"]).toBeUndefined();
    expect(await report(nothing, {}, alex.deviceId)).toMatchObject({ body: { wipe: null } });
  });

  it("is not asked for again by somebody who has not read that it was withdrawn", async () => {
    const { wipeId } = ((await wipe()).body as { wipe: { wipeId: string } }).wipe;
    const expected = { wipeId };
    const { body } = await wipe({ withoutSending: true, expected });
    expect(body).toMatchObject({ code: "confirmation-needed" });
    const { token } = (body as { confirmation: { token: string } }).confirmation;
    await (await server.office()).post(`/api/office/devices/${sam.deviceId}/wipe/withdraw`, {});
    const confirmed = { withoutSending: true, confirmation: token };
    expect(await wipe({ ...confirmed, expected })).toMatchObject({
      status: 409,
      body: {
        code: "conflict",
        detail: "Meanwhile somebody has withdrawn the wipe of this device.",
      },
    });
    expect(await readWipe()).toBeNull();
    const nothingSeen = { expected: { wipeId: null } };
    expect(await wipe(nothingSeen)).toMatchObject({ status: 200 });
    // A repeated request, whose first answer was lost, is done already.
    expect(await wipe(nothingSeen)).toMatchObject({ status: 200 });
    expect(await wipe({ withoutSending: true, ...nothingSeen })).toMatchObject({
      status: 409,
      body: {
        code: "conflict",
        detail: "Meanwhile somebody has asked for another wipe of this device.",
      },
    });
  });

  it("refuses a report with a number that no phone can mean", async () => {
    await wipe();
    const answer = await report({ ...nothing, messages: 3_000_000_000 });
    expect(answer).toMatchObject({ status: 400 });
  });

  it("is listed as requested until the device answers, then with what it has not sent and why", async () => {
    await wipe();
    expect(await readWipe()).toMatchObject({ state: "requested", unsent: { messages: null } });
    await report(refused);
    expect(await readWipe()).toMatchObject({
      state: "sending",
      unsent: { messages: 3, images: 2 },
      problems: refused.problems,
      confirmedOn: null,
    });
  });

  it("is withdrawn until the device begins to delete, and the device then hears that it works on", async () => {
    const withdraw = async () =>
      (await server.office()).post(`/api/office/devices/${sam.deviceId}/wipe/withdraw`, {});
    await wipe();
    await report(refused);
    expect(await withdraw()).toMatchObject({ status: 200 });
    expect(await withdraw()).toMatchObject({ status: 200 });
    expect(await readWipe()).toBeNull();
    expect((await ping()).headers["x-device-wipe"]).toBeUndefined();
    expect(await report(refused)).toMatchObject({ body: { wipe: null } });
    expect(await actionsFor()).toMatchObject([
      { action: "wipe-requested" },
      { action: "wipe-withdrawn" },
    ]);

    await wipe();
    await report(nothing, { confirmationSecret: secret });
    expect(await withdraw()).toMatchObject({
      status: 409,
      body: { detail: "The device has begun to delete" },
    });
    const wipeId = (await readWipe())?.wipeId ?? "";
    expect(await readWipe()).toMatchObject({ state: "wiping" });
    await confirm(wipeId);
    expect(await withdraw()).toMatchObject({
      status: 409,
      body: { detail: "The device has deleted everything already" },
    });
  });

  it("lets the device delete only when everything is sent", async () => {
    await wipe();
    expect(await report(refused, { confirmationSecret: secret })).toMatchObject({ status: 409 });
    expect(await readWipe()).toMatchObject({ state: "requested" });
    expect(await report(nothing, { confirmationSecret: secret })).toMatchObject({ status: 200 });
    expect(await readWipe()).toMatchObject({ state: "wiping" });
  });

  it("is confirmed by the device that began it, once, however often it says so", async () => {
    const { body } = await wipe();
    const { wipeId } = (body as { wipe: { wipeId: string } }).wipe;
    expect(await confirm(wipeId)).toMatchObject({ status: 403 });
    await report(nothing, { confirmationSecret: secret });
    expect(await confirm(wipeId, "the secret of somebody else")).toMatchObject({ status: 403 });
    for (let time = 0; time < 2; time++)
      expect(await confirm(wipeId)).toMatchObject({ status: 200 });
    expect(await readWipe()).toMatchObject({ state: "confirmed", confirmedOn: expect.any(String) });
    expect(await actionsFor()).toMatchObject([
      { action: "wipe-requested", after: { withoutSending: false } },
      { action: "device-wiped", after: { lost: { messages: 0, images: 0 } } },
    ]);
    expect((await ping()).headers["x-device-wipe"]).toBeUndefined();
  });

  describe("of a device that has a key", () => {
    let keyed: InstalledEngineer;
    let wipeId: string;
    const path = "/api/installation/wipe";
    const bodyOf = (unsent: object, more: object = {}) => ({
      deviceId: keyed.deviceId,
      unsent,
      ...more,
    });
    const ready = () => bodyOf(nothing, { confirmationSecret: secret });
    const signed = () => keyed.caller.with({ token: undefined });

    beforeEach(async () => {
      keyed = await install(server.app, await server.engineer(), randomUUID(), createTestKey());
      const { body } = await wipe({}, keyed.deviceId);
      ({ wipeId } = (body as { wipe: { wipeId: string } }).wipe);
    });

    it.each([
      ["an earlier build, which signs no report", () => server.anonymous],
      [
        "a browser that has lost its key",
        () => server.anonymous.with({ deviceId: keyed.deviceId, key: createTestKey() }),
      ],
    ])("lets %s send, then delete, and is listed without proof", async (_who, caller) => {
      const phone = caller();
      expect(await phone.post(path, bodyOf(refused))).toMatchObject({
        status: 200,
        body: { wipe: { wipeId, withoutSending: false } },
      });
      expect(await phone.post(path, bodyOf(refused, { confirmationSecret: secret }))).toMatchObject(
        { status: 409 },
      );
      expect(await phone.post(path, ready())).toMatchObject({ body: { wipe: { wipeId } } });
      expect(await confirm(wipeId)).toMatchObject({ status: 200 });
      expect(await readWipe(keyed.deviceId)).toMatchObject({
        state: "unproven",
        confirmedOn: null,
      });
      expect((await actionsFor(keyed.deviceId)).at(-1)).toMatchObject({
        action: "wipe-unproven",
        after: { withoutSending: false, reported: { messages: 0 } },
      });
      const ofDevice = `select kind from alarm where details->>'deviceId' = '${keyed.deviceId}'`;
      expect(await server.rows(ofDevice)).toEqual([]);
    });

    it("goes on for the device itself after somebody else has reported it, until that confirms", async () => {
      await server.anonymous.post(path, ready());
      await confirm(wipeId);
      expect((await ping(keyed.deviceId)).headers).toMatchObject({ "x-device-wipe": "requested" });
      expect(await keyed.caller.get("/api/job")).toMatchObject({ status: 200 });
      expect(await signed().post(path, ready())).toMatchObject({ status: 200 });
      expect(await readWipe(keyed.deviceId)).toMatchObject({ state: "wiping" });
      await confirm(wipeId);
      expect(await readWipe(keyed.deviceId)).toMatchObject({ state: "confirmed" });
    });

    it("takes no report without a signature after a signed one", async () => {
      await signed().post(path, bodyOf(refused));
      const answer = await server.anonymous.post(path, ready());
      expect(answer).toMatchObject({ status: 403, body: { code: "signature-mismatch" } });
      expect(await readWipe(keyed.deviceId)).toMatchObject({ unsent: { messages: 3 } });
    });

    it("names no loss by a report without a signature", async () => {
      await server.rows("update device set unsent_messages = 7 where device_id = $1", [
        keyed.deviceId,
      ]);
      await server.anonymous.post(path, bodyOf(nothing));
      expect(await wipe({ withoutSending: true }, keyed.deviceId)).toMatchObject({
        body: { confirmation: { lost: { messages: 7, images: null, drafts: null } } },
      });
    });
  });

  it("leaves nothing waiting on the device, neither what it sent nor what is lost", async () => {
    await server.rows("update device set unsent_messages = 2 where device_id = $1", [sam.deviceId]);
    const unsent = async () => {
      const { body } = await (await server.office()).get("/api/office/devices");
      return (body as { deviceId: string; unsentMessages: number }[]).find(
        ({ deviceId }) => deviceId === sam.deviceId,
      )?.unsentMessages;
    };
    await wipe();
    await report(refused);
    expect(await unsent()).toBe(3);
    await report(nothing);
    expect(await unsent()).toBe(0);
    await server.rows("update device set unsent_messages = 2 where device_id = $1", [sam.deviceId]);
    await wipeWhole();
    expect(await unsent()).toBe(0);
  });

  it("leaves a device that cannot be unlocked", async () => {
    const office = await server.office();
    const unlock = () => office.post(`/api/office/devices/${sam.deviceId}/unlock`, undefined);
    await wipe();
    expect(await unlock()).toMatchObject({ status: 200 });
    await wipeWhole();
    expect(await unlock()).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^This device was wiped/) },
    });
    await wipe();
    expect(await unlock()).toMatchObject({ status: 409 });
    expect((await ping()).headers).toMatchObject({ "x-device-error": "locked" });
  });

  it("is asked for again when a copy of the device still calls, and the office is told once", async () => {
    await wipeWhole();
    expect((await ping()).headers["x-device-wipe"]).toBeUndefined();
    clock.aheadMs = 6 * 60_000;
    for (let time = 0; time < 2; time++)
      expect((await ping()).headers).toMatchObject({
        "x-device-wipe": "requested",
        "x-device-error": "locked",
      });
    expect(await readWipe()).toMatchObject({ state: "requested", withoutSending: false });
    const alarms = `select details from alarm
      where kind = 'wiped-device-in-use' and details ->> 'deviceId' = $1`;
    expect(await server.rows(alarms, [sam.deviceId])).toMatchObject([
      { details: { fieldOperativeId: sam.fieldOperativeId, address: expect.any(String) } },
    ]);
    const entries =
      "select before from audit_entry where action = 'wiped-device-in-use' and object_id = $1";
    expect(await server.rows(entries, [sam.deviceId])).toMatchObject([
      { before: { wipedOn: expect.any(String) } },
    ]);
    const { wipeId } = (await readWipe()) ?? { wipeId: "" };
    await report(nothing, { confirmationSecret: secret });
    expect(await confirm(wipeId)).toMatchObject({ status: 200 });
    expect((await ping()).headers["x-device-wipe"]).toBeUndefined();
  });

  it("leaves the device locked and without a session, and stands in the way of no new phone", async () => {
    await wipeWhole();
    const anonymous = server.anonymous.with({ deviceId: sam.deviceId });
    expect(
      await anonymous.post("/api/auth/refresh", { refreshToken: sam.caller.refreshToken }),
    ).toMatchObject({ status: 403, body: { code: "device-locked" } });
    const other = await install(server.app, sam);
    expect(await other.caller.get("/api/job")).toMatchObject({ status: 200 });
  });

  it("that is asked for twice is one wipe, and one that is confirmed can be asked for again", async () => {
    const [first, second] = [await wipe(), await wipe()];
    expect(second.body).toEqual(first.body);
    await report(nothing, { confirmationSecret: secret });
    await confirm((first.body as { wipe: { wipeId: string } }).wipe.wipeId);
    expect(await wipe()).toMatchObject({ status: 200, body: { wipe: { state: "requested" } } });
  });

  it("is told to the engineer's other phones when it is asked for and when it is done", async () => {
    const other = await install(server.app, sam);
    await wipeWhole();
    const { body } = await other.caller.get("/api/command");
    const notices = (body as { commands: { notice?: string }[] }).commands.map(
      ({ notice }) => notice,
    );
    expect(notices).toEqual(expect.arrayContaining(["wipe-requested", "device-wiped"]));
  });

  it("of an unknown device is refused", async () => {
    expect(await wipe({}, "00000000-0000-4000-8000-000000000000")).toMatchObject({ status: 404 });
  });
});

describe("a wipe without sending", () => {
  const without = (confirmation?: string) =>
    wipe({ withoutSending: true, ...(confirmation !== undefined && { confirmation }) });
  const tokenOf = (answer: { body: unknown }) =>
    (answer.body as { confirmation: { token: string } }).confirmation.token;

  it("is refused at first, with what would be lost and when the device said so", async () => {
    await wipe();
    await report(refused);
    await server.rows("update device_wipe set reported_on = $2 where device_id = $1", [
      sam.deviceId,
      "2026-11-23T05:46:00Z",
    ]);
    expect(await without()).toMatchObject({
      status: 409,
      body: {
        code: "confirmation-needed",
        detail:
          "By its last report, of Mon, 23 Nov 2026, 05:46, 3 messages are lost, 2 of them images. Half-filled forms and text that was typed and not saved are lost too. If the phone cannot hand over a visit that has not ended, what was recorded in it is lost as well.",
        confirmation: {
          lost: { messages: 3, images: 2 },
          reportedOn: "2026-11-23T05:46:00.000Z",
        },
      },
    });
    expect(await readWipe()).toMatchObject({ withoutSending: false });
  });

  it("says how many drafts are lost, if the phone has said it", async () => {
    await wipe();
    await report({ ...refused, drafts: 4 });
    expect(await readWipe()).toMatchObject({ unsent: { messages: 3, drafts: 4 } });
    expect(await without()).toMatchObject({
      body: {
        detail: expect.stringMatching(
          /text that was typed and not saved \(4 drafts\) are lost too/,
        ),
        confirmation: { lost: { messages: 3, images: 2, drafts: 4 } },
      },
    });
  });

  it("of a device that never said what it has says so", async () => {
    expect(await without()).toMatchObject({
      body: {
        confirmation: {
          lost: { messages: null, images: null, drafts: null },
          reportedOn: null,
        },
      },
    });
    expect(await readWipe()).toBeNull();
  });

  it("names what the device said with its polls, before it has heard of the wipe", async () => {
    await server.rows(
      "update device set unsent_messages = 7, unsent_reported_on = $2 where device_id = $1",
      [sam.deviceId, "2026-07-03T05:46:00Z"],
    );
    const office = await server.office();
    const path = `/api/office/devices/${sam.deviceId}/wipe`;
    const first = await office.post(path, { withoutSending: true });
    expect(first).toMatchObject({
      body: {
        detail: expect.stringMatching(
          /^By its last report, of Fri, 3 Jul 2026, 06:46, 7 messages are lost\. Half-filled forms/,
        ),
        confirmation: { lost: { messages: 7, images: null } },
      },
    });
    await office.post(path, { withoutSending: true, confirmation: tokenOf(first) });
    expect(await actionsFor()).toMatchObject([
      { after: { withoutSending: true, lost: { messages: 7, images: null } } },
    ]);
  });

  it("goes on with the confirmation, which is recorded with what is lost", async () => {
    await wipe();
    await report(refused);
    // The same office account has to confirm.
    const office = await server.office();
    const path = `/api/office/devices/${sam.deviceId}/wipe`;
    const confirmation = tokenOf(await office.post(path, { withoutSending: true }));
    expect(await office.post(path, { withoutSending: true, confirmation })).toMatchObject({
      status: 200,
      body: { wipe: { withoutSending: true, unsent: { messages: 3, images: 2 } } },
    });
    expect(await report(refused, { confirmationSecret: secret })).toMatchObject({
      body: { wipe: { withoutSending: true } },
    });
    expect(await actionsFor()).toMatchObject([
      { after: { withoutSending: false } },
      { after: { withoutSending: true, lost: { messages: 3, images: 2 } } },
    ]);
  });

  it("needs the confirmation also of a device that had begun to delete and then says that it has work", async () => {
    await wipe();
    await report(nothing, { confirmationSecret: secret });
    // Another sign-in has recorded something before the phone began.
    await report(refused);
    expect(await readWipe()).toMatchObject({ state: "sending", unsent: { messages: 3 } });
    expect(await without()).toMatchObject({ status: 409, body: { code: "confirmation-needed" } });
  });

  it("is asked again when the confirmation is ten minutes old, another's, or about less", async () => {
    await wipe();
    await report(refused);
    const office = await server.office();
    const path = `/api/office/devices/${sam.deviceId}/wipe`;
    const ask = async () => tokenOf(await office.post(path, { withoutSending: true }));
    const old = await ask();
    clock.aheadMs = 11 * 60_000;
    const other = await ask();
    const [isOld, isOthers] = [
      await office.post(path, { withoutSending: true, confirmation: old }),
      await without(other),
    ];
    const third = await ask();
    await report({ ...refused, messages: 4 });
    const isLess = await office.post(path, { withoutSending: true, confirmation: third });
    for (const answer of [isOld, isOthers, isLess])
      expect(answer).toMatchObject({ status: 409, body: { code: "confirmation-needed" } });
    expect(await readWipe()).toMatchObject({ withoutSending: false });
  });
});

describe("disabling an account", () => {
  it("wipes all phones of the engineer if the office asks for it, also when it is disabled already", async () => {
    const other = await install(server.app, sam);
    const office = await server.office();
    const path = `/api/office/operatives/${sam.fieldOperativeId}/disable`;
    expect(await office.post(path, undefined)).toMatchObject({ status: 200 });
    expect([await readWipe(), await readWipe(other.deviceId)]).toEqual([null, null]);
    expect(await office.post(path, { wipeDevices: true })).toMatchObject({ status: 200 });
    for (const id of [sam.deviceId, other.deviceId])
      expect(await readWipe(id)).toMatchObject({ state: "requested" });
  });
});
