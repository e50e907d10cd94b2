import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import { recover } from "../polling/jobs.ts";
import {
  type Disk,
  type NodeDevice,
  openNodeDevice,
  signInOther,
  wipeBothCopies,
} from "../testing/node-device.ts";
import {
  aFakeServer,
  aSignedInPhone,
  json,
  owner,
  ownerEmail,
  type FakeServer,
  readBodyText,
} from "../testing/fake-server.ts";
import { queueStatuses } from "../testing/queueing.ts";
import { hasWorkedHere, readLostWork } from "./install.ts";
import { createRecoveryRecords } from "../database/recovery-records.ts";
import { transact, type Unit } from "../database/unit.ts";
import { unqueueMessage } from "../outbox/queue.ts";
import { isWorkStoredHere } from "./session.ts";
import { signInToDevice, signOut } from "./sign-in.ts";

const password = "Fieldfare-1";
const visits = [{ formattedJobId: "WO-20451", changedOn: "2026-03-04T09:30:00.000Z" }];
let openVisits: typeof visits | undefined;
const lastStep = {
  formattedJobId: "FF10342",
  status: "OnSite",
  changedOn: "2026-03-02T12:00:00.000Z",
};

const signature = "data:image/png;base64,iVBORw0KGgo=";

let fakeServer: FakeServer;
let disk: Disk;
let phone: NodeDevice;
/** The device ids that the requests for the device state came with. */
let namedDeviceIds: (string | null)[];
let pinRequests: unknown[];
/** How many of the messages the server has received. */
let receivedMessages: number;

/**
 * A phone of an engineer with five messages, three of them sent. Then the browser loses both of its
 * copies.
 */
beforeEach(async () => {
  fakeServer = aFakeServer();
  namedDeviceIds = [];
  pinRequests = [];
  receivedMessages = 3;
  openVisits = visits;
  const sendingPhone = await aSignedInPhone(fakeServer);
  sendingPhone.kill();
  phone = await openNodeDevice({ disk: sendingPhone.disk, fetch: fakeServer.fetch });
  await queueStatuses(phone.device, [1, 1, 1]);
  await drain(phone.device);
  await queueStatuses(phone.device, [1, 1]);
  phone.kill();
  disk = sendingPhone.disk;
  wipeBothCopies(disk);
  fakeServer.answer = (path, init) => {
    const received = { messages: receivedMessages, lastStep, openVisits };
    if (path.endsWith("/installation/pin")) {
      pinRequests.push(JSON.parse(readBodyText(init)));
      return json({ status: "ok", received, signature });
    }
    if (!path.endsWith("/installation")) return undefined;
    const deviceId = new Headers(init.headers).get("X-Device-Id");
    namedDeviceIds.push(deviceId);
    return json({ deviceState: deviceId === owner ? 3 : 5, deviceId: owner, received });
  };
  phone = await openNodeDevice({ disk, fetch: fakeServer.fetch });
});
afterEach(() => phone.kill());

const signIn = () => signInToDevice(phone.device, { email: ownerEmail, password });

describe("Database and journal gone", () => {
  it("the phone still names its device, and the engineer is led to the recovery", async () => {
    expect(phone.start).toBe("fresh");
    expect(await signIn()).toMatchObject({
      ok: true,
      value: { deviceState: 3, destination: "/install/recover" },
    });
    expect(namedDeviceIds).toEqual([owner]);
  });

  it("the sign-in is that of the phone's device, so a server that approves devices lets it be recovered", async () => {
    const signedInDeviceIds: (string | null)[] = [];
    const { answer } = fakeServer;
    fakeServer.answer = (path, init) => {
      if (path === "/api/auth/token")
        signedInDeviceIds.push(new Headers(init.headers).get("X-Device-Id"));
      return answer(path, init);
    };
    await signIn();
    // Whose phone this is shows only after the first.
    expect(signedInDeviceIds).toEqual([null, owner]);
  });

  it("the app does not say that work is stored here, before the sign-in and until the recovery", async () => {
    fakeServer.isOnline = false;
    expect(await isWorkStoredHere(phone.device)).toBe(false);
    fakeServer.isOnline = true;
    await signIn();
    expect(await isWorkStoredHere(phone.device)).toBe(false);
    await recover(phone.device, { pin: "280451" });
    expect(await isWorkStoredHere(phone.device)).toBe(true);
    await signOut(phone.device);
    expect(await isWorkStoredHere(phone.device)).toBe(true);
  });

  it("is what an offline sign-in says, until the engineer has signed in with a network", async () => {
    fakeServer.isOnline = false;
    expect(await signIn()).toEqual({ ok: false, refusal: "offline-data-lost" });
    fakeServer.isOnline = true;
    expect(await signIn()).toMatchObject({ ok: true });
  });

  it("is understood from a server of the build before, which does not list the open visits", async () => {
    openVisits = undefined;
    await signIn();
    expect(await readLostWork(phone.device)).toMatchObject({
      ok: true,
      value: { received: { messages: 3, lastStep }, lostMessages: 2 },
    });
  });

  it("shows how many messages the server expected, and which step it had last", async () => {
    await signIn();
    expect(await readLostWork(phone.device)).toEqual({
      ok: true,
      value: {
        received: { messages: 3, lastStep, openVisits },
        queuedMessages: 5,
        lostMessages: 2,
      },
    });
  });

  it("with a third copy that is behind the server, the number of missing messages is unknown", async () => {
    receivedMessages = 6;
    await signIn();
    expect(await readLostWork(phone.device)).toMatchObject({
      value: { received: { messages: 6 }, queuedMessages: 5, lostMessages: null },
    });
  });

  it("reports the loss to the office when the registration is restored, and counts on from what the server has", async () => {
    await signIn();
    expect(await recover(phone.device, { pin: "280451" })).toMatchObject({ ok: true });
    expect(pinRequests).toEqual([
      { deviceId: owner, pin: "280451", lost: { queuedMessages: 5 }, userAgent: "node" },
    ]);
    expect(await phone.device.database.formMemory.get(1)).toMatchObject({
      values: { engineerSignature: signature },
    });
    expect(await readLostWork(phone.device)).toMatchObject({ value: { lostMessages: 0 } });
    await queueStatuses(phone.device, [2]);
    expect(await readLostWork(phone.device)).toMatchObject({ value: { lostMessages: 1 } });
  });

  it("with a third copy of another installation, the number of missing messages is unknown", async () => {
    const { device } = phone;
    device.ports.recoveryRecords?.update(owner, {
      deviceId: "0190a000-0000-7000-8000-0000000000d9",
    });
    expect(await signIn()).toMatchObject({ value: { destination: "/install/self" } });
    expect(await readLostWork(device)).toMatchObject({
      value: { queuedMessages: null, lostMessages: null },
    });
    await recover(device, { pin: "280451" });
    expect(pinRequests).toMatchObject([{ lost: { queuedMessages: null } }]);
  });
});

describe("An engineer whose own phone works, on a colleague's phone", () => {
  beforeEach(() => {
    phone.kill();
    disk.recoveryRecords = null;
  });

  it.each([1, 2])(
    "is set up at sign-in %i without any report of a loss, and counts on from what the server has",
    async (signIns) => {
      phone = await openNodeDevice({ disk, fetch: fakeServer.fetch });
      for (let time = 1; time <= signIns; time += 1)
        expect(await signIn()).toMatchObject({ value: { destination: "/install/self" } });
      expect(namedDeviceIds).toEqual(Array(signIns).fill(null));
      expect(await hasWorkedHere(phone.device)).toBe(false);
      expect(await recover(phone.device, { pin: "280451" })).toMatchObject({ ok: true });
      expect(pinRequests).toEqual([{ deviceId: owner, pin: "280451", userAgent: "node" }]);
      expect(phone.device.ports.recoveryRecords?.read(owner)).toMatchObject({ queuedMessages: 3 });
    },
  );
});

describe("The count of the third copy", () => {
  const mark = () => phone.device.ports.recoveryRecords?.read(owner);
  const unsent = () => phone.device.database.messageQueue.orderBy("id").toArray();
  const inTransaction = (work: (unit: Unit) => Promise<unknown>) =>
    transact(phone.device, ["messageQueue", "setting"], work);

  beforeEach(async () => {
    phone.kill();
    const installed = await aSignedInPhone(fakeServer);
    disk = installed.disk;
    installed.kill();
    phone = await openNodeDevice({ disk, fetch: fakeServer.fetch });
    await queueStatuses(phone.device, [1, 2, 1]);
  });

  it("does not go down when an earlier message is written again", async () => {
    const [first] = await unsent();
    if (!first) throw new Error("Nothing is queued");
    await inTransaction((unit) => unit.put("messageQueue", { ...first, sendAttempts: 1 }));
    expect(mark()).toMatchObject({ queuedMessages: 3 });
  });

  it("does not go down when another tab, which is behind, writes it", () => {
    const here = createRecoveryRecords({
      read: () => disk.recoveryRecords,
      write: (text) => (disk.recoveryRecords = text),
    });
    here.update(owner, { queuedMessages: 7 });
    phone.device.ports.recoveryRecords?.update(owner, { queuedMessages: 6 });
    expect(mark()).toMatchObject({ deviceId: owner, queuedMessages: 7 });
  });

  it("begins again when the phone is installed as another device", () => {
    const other = "0190a000-0000-7000-8000-0000000000d8";
    phone.device.ports.recoveryRecords?.update(owner, { deviceId: other });
    expect(mark()).toEqual({ deviceId: other, queuedMessages: 0, takenBackMessages: 0 });
    phone.device.ports.recoveryRecords?.update(owner, { queuedMessages: 2 });
    expect(mark()).toMatchObject({ deviceId: other, queuedMessages: 2 });
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
    phone = await openNodeDevice({ disk, fetch: fakeServer.fetch });
    await signIn();
    expect(await readLostWork(phone.device)).toMatchObject({
      value: { received: { messages: 3 }, queuedMessages: 3, lostMessages: 0 },
    });
    expect(await recover(phone.device, { pin: "280451" })).toMatchObject({ ok: true });
    expect(pinRequests).toMatchObject([{ lost: { queuedMessages: 3 } }]);
    expect(mark()).toEqual({ deviceId: owner, queuedMessages: 3, takenBackMessages: 0 });
    const [again] = await queueStatuses(phone.device, [1]).then(unsent);
    if (!again) throw new Error("Nothing is queued");
    await inTransaction((unit) => unqueueMessage(unit, again));
    expect(await readLostWork(phone.device)).toMatchObject({ value: { lostMessages: 0 } });
  });
});

it("each engineer of a phone has a count of their own", async () => {
  const { device } = phone;
  const count = async () => (await device.database.counter.get("message"))?.value ?? 0;
  await signIn();
  await queueStatuses(device, [1, 2]);
  const samsCount = await count();
  await signInOther(device, "0190a000-0000-7000-8000-000000000002");
  expect(await count()).toBe(0);
  await signInOther(device, owner);
  expect(await count()).toBe(samsCount);
});
