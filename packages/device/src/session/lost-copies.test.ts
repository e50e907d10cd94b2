import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import { recover } from "../sync/recover.ts";
import {
  type Disk,
  type NodeDevice,
  openNodeDevice,
  wipeBothCopies,
} from "../testing/node-device.ts";
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
import { marksIn } from "../database/marks.ts";
import { transact, type Unit } from "../database/unit.ts";
import { unqueueMessage } from "../outbox/queue.ts";
import { signInToDevice } from "./sign-in.ts";

const password = "Fieldfare-1";
const lastStep = {
  formattedJobId: "FF10342",
  status: "OnSite",
  changedOn: "2026-03-02T12:00:00.000Z",
};

let peer: Peer;
let disk: Disk;
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

describe("The count of the third copy", () => {
  const mark = () => phone.device.ports.marks?.read(owner);
  const unsent = () => phone.device.database.messageQueue.orderBy("id").toArray();
  const inTransaction = (work: (unit: Unit) => Promise<unknown>) =>
    transact(phone.device, ["messageQueue", "setting"], work);

  beforeEach(async () => {
    phone.kill();
    const installed = await aSignedInPhone(peer);
    disk = installed.disk;
    await installed.device.database.setting.update(1, { holderId: owner });
    installed.kill();
    phone = await openNodeDevice({ disk, fetch: peer.fetch });
    await queueStatuses(phone.device, [1, 2, 1]);
  });

  it("does not go down when an earlier message is written again", async () => {
    const [first] = await unsent();
    await inTransaction((unit) => unit.put("messageQueue", { ...first, sendAttempts: 1 }));
    expect(mark()).toMatchObject({ queuedMessages: 3 });
  });

  it("does not go down when another tab, which is behind, writes it", () => {
    const here = marksIn({ read: () => disk.marks, write: (text) => (disk.marks = text) });
    here.note(owner, { queuedMessages: 7 });
    phone.device.ports.marks?.note(owner, { queuedMessages: 6 });
    expect(mark()).toMatchObject({ deviceId: owner, queuedMessages: 7 });
  });

  it("expects no message that was taken back before it was sent", async () => {
    const [first, , last] = await unsent();
    if (!first || !last) throw new Error("Nothing is queued");
    await inTransaction(async (unit) => {
      expect(await unqueueMessage(unit, first)).toBe(true);
    });
    // The later message of its ordering key moved up and was written again.
    expect(mark()).toMatchObject({ queuedMessages: 3, takenBackMessages: 1 });
    await queueStatuses(phone.device, [2]);
    phone.kill();
    wipeBothCopies(disk);
    phone = await openNodeDevice({ disk, fetch: peer.fetch });
    await signIn();
    expect(await readLostWork(phone.device)).toMatchObject({
      value: { received: { messages: 3 }, queuedMessages: 3, lostMessages: 0 },
    });
    expect(await recover(phone.device, { pin: "280451" })).toMatchObject({ ok: true });
    expect(told).toMatchObject([{ lost: { queuedMessages: 3 } }]);
    expect(mark()).toEqual({ deviceId: owner, queuedMessages: 3, takenBackMessages: 0 });
    const [again] = await queueStatuses(phone.device, [1]).then(unsent);
    if (!again) throw new Error("Nothing is queued");
    await inTransaction((unit) => unqueueMessage(unit, again));
    expect(await readLostWork(phone.device)).toMatchObject({ value: { lostMessages: 0 } });
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
