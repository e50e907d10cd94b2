import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import { recover } from "../sync/recover.ts";
import { type NodeDevice, openNodeDevice, wipeBothCopies } from "../testing/node-device.ts";
import {
  aPeer,
  aSignedInPhone,
  json,
  owner,
  ownerEmail,
  type Peer,
  textOf,
} from "../testing/peer.ts";
import { queueStatuses } from "../testing/queueing.ts";
import { readLostWork } from "./install.ts";
import { changeHands } from "../database/owners.ts";
import { transact } from "../database/unit.ts";
import { signInToDevice } from "./sign-in.ts";

const password = "Fieldfare-1";
const lastStep = {
  formattedJobId: "FF10342",
  status: "OnSite",
  changedOn: "2026-03-02T12:00:00.000Z",
};

let peer: Peer;
let phone: NodeDevice;
/** The device ids that the question for the state came with. */
let named: (string | null)[];
let told: unknown[];

/** A phone of an engineer with five messages: three were sent. Then the browser loses both of its copies. */
beforeEach(async () => {
  peer = aPeer();
  named = [];
  told = [];
  const sent = await aSignedInPhone(peer);
  await sent.device.database.setting.update(1, { holderId: owner });
  sent.kill();
  phone = await openNodeDevice({ disk: sent.disk, fetch: peer.fetch });
  await queueStatuses(phone.device, [1, 1, 1]);
  await drain(phone.device);
  await queueStatuses(phone.device, [1, 1]);
  phone.kill();
  wipeBothCopies(sent.disk);
  peer.answer = (path, init) => {
    const received = { messages: 3, lastStep };
    if (path.endsWith("/installation/pin")) {
      told.push(JSON.parse(textOf(init)));
      return json({ status: "ok", received });
    }
    if (!path.endsWith("/installation")) return undefined;
    const deviceId = new Headers(init.headers).get("X-Device-Id");
    named.push(deviceId);
    return json({ deviceState: deviceId === owner ? 3 : 5, deviceId: owner, received });
  };
  phone = await openNodeDevice({ disk: sent.disk, fetch: peer.fetch });
});
afterEach(() => phone.kill());

const signIn = () => signInToDevice(phone.device, { email: ownerEmail, password });

describe("Database and journal gone", () => {
  it("the phone still names its device, and is led to the recovery", async () => {
    expect(phone.start).toBe("fresh");
    expect(await signIn()).toMatchObject({
      ok: true,
      value: { deviceState: 3, destination: "/install/recover" },
    });
    expect(named).toEqual([owner]);
  });

  it("says how many messages the server expected, and which step it had last", async () => {
    await signIn();
    expect(await readLostWork(phone.device)).toEqual({
      ok: true,
      value: { received: { messages: 3, lastStep }, queuedMessages: 5, lostMessages: 2 },
    });
  });

  it("tells the office when the registration is taken back, and counts on from what the server has", async () => {
    await signIn();
    expect(await recover(phone.device, { pin: "280451" })).toMatchObject({ ok: true });
    expect(told).toEqual([{ deviceId: owner, pin: "280451", lost: { queuedMessages: 5 } }]);
    expect(await readLostWork(phone.device)).toMatchObject({ value: { lostMessages: 0 } });
    await queueStatuses(phone.device, [2]);
    expect(await readLostWork(phone.device)).toMatchObject({ value: { lostMessages: 1 } });
  });

  it("with the third copy gone as well, says that nobody knows how much is missing", async () => {
    const { device } = phone;
    device.ports.marks?.note(owner, { deviceId: "0190a000-0000-7000-8000-0000000000d9" });
    expect(await signIn()).toMatchObject({ value: { destination: "/install/self" } });
    expect(await readLostWork(device)).toMatchObject({
      value: { queuedMessages: null, lostMessages: null },
    });
    await recover(device, { pin: "280451" });
    expect(told).toMatchObject([{ lost: { queuedMessages: null } }]);
  });
});

it("each engineer of a phone has a count of their own", async () => {
  const { device } = phone;
  const changeTo = (ownerId: string) =>
    transact(
      device,
      device.database.tables.map(({ name }) => name as "job"),
      (unit) => changeHands(unit, device.ports, ownerId),
    );
  const count = async () => (await device.database.counter.get("message"))?.value ?? 0;
  await signIn();
  await queueStatuses(device, [1, 2]);
  const sams = await count();
  await changeTo("0190a000-0000-7000-8000-000000000002");
  expect(await count()).toBe(0);
  await changeTo(owner);
  expect(await count()).toBe(sams);
});
