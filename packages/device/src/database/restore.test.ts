import { done } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { receivePart, takeBackReceipt } from "../actions/collecting.ts";
import { advanceJob } from "../actions/job-life.ts";
import { act } from "../actions/act.ts";
import { addPhoto, uploadPhotos } from "../actions/images.ts";
import { applyRemoval, jobDataTables } from "../actions/removal.ts";
import { drain } from "../outbox/sender.ts";
import type { ImageFile } from "../ports.ts";
import { runMaintenance } from "../polling/poll.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  createDisk,
  type NodeDevice,
  openNodeDevice,
  type KillPoint,
  wipeDatabase,
} from "../testing/node-device.ts";
import {
  aFakeServer,
  aSignedInPhone,
  owner,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aJobId, queueStatuses, readQueued } from "../testing/queueing.ts";
import { aPart } from "../testing/work-builders.ts";
import { transact } from "./unit.ts";

const jobId = aJobId(1);

let fakeServer: FakeServer;
let phone: SignedInPhone;
let killPoint: KillPoint | null;
const opened: NodeDevice[] = [];
beforeEach(async () => {
  fakeServer = aFakeServer();
  killPoint = null;
  phone = await aSignedInPhone(fakeServer, {
    at(point) {
      if (point === killPoint) phone.kill();
    },
  });
  opened.push(phone);
  await transact(phone.device, ["job", "setting"], async (unit) => {
    await unit.put("job", aJobRow({ jobId }));
    const setting = await unit.database.setting.get(1);
    if (!setting) throw new Error("The database has no settings");
    await unit.put("setting", setting);
  });
});
afterEach(() => {
  for (const node of opened.splice(0)) node.kill();
});

async function reopen(deferCatchUp = false): Promise<NodeDevice> {
  const node = await openNodeDevice({ disk: phone.disk, fetch: fakeServer.fetch, deferCatchUp });
  opened.push(node);
  return node;
}

async function wipeAndReopen(): Promise<NodeDevice> {
  phone.kill();
  wipeDatabase(phone.disk);
  return reopen();
}

async function signInAgain({ device }: NodeDevice): Promise<void> {
  const { token } = await aSignedInPhone(fakeServer).then((other) => {
    opened.push(other);
    return other.device.database;
  });
  const row = await token.get(1);
  if (row) await device.database.token.put(row);
}

it("A page whose database is wiped while it is open does not replace the journal by nothing", async () => {
  await queueStatuses(phone.device, [1]);
  await Promise.all(phone.device.database.tables.map((table) => table.clear()));
  await expect(runMaintenance(phone.device)).rejects.toThrow("The database was wiped");
  const restarted = await wipeAndReopen();
  expect(await readQueued(restarted.device)).toEqual(["1.1"]);
});

describe("When the browser has wiped its database", () => {
  it("the journal restores the jobs, the queue, the counters and the images", async () => {
    await advanceJob(phone.device, jobId, "New");
    await addPhoto(phone.device, { jobId, purpose: "job", file: new Blob(["picture"]) });
    await uploadPhotos(phone.device, jobId);
    const restarted = await wipeAndReopen();
    expect(restarted.start).toBe("restored");
    expect(restarted.events).toContainEqual({ kind: "restored", messages: 2 });
    expect(await restarted.device.database.job.get(jobId)).toMatchObject({ status: "Travelling" });
    expect(await readQueued(restarted.device)).toEqual(["1.1", "1.2"]);
    const [image] = await restarted.device.database.imageBytes.toArray();
    expect(new TextDecoder().decode(image?.bytes)).toBe("picture");
    expect((await restarted.device.database.setting.get(1))?.deviceId).toBe(owner);
  });

  it("an image whose file is damaged is not sent as something else: it is reported", async () => {
    for (const text of ["one", "two"])
      await addPhoto(phone.device, { jobId, purpose: "job", file: new Blob([text]) });
    await uploadPhotos(phone.device, jobId);
    const images = phone.disk.journals.get(owner)?.images ?? new Map<string, ImageFile>();
    const [damaged, missing] = [...images.keys()] as [string, string];
    images.set(damaged, { imageId: damaged, bytes: new ArrayBuffer(3), isSealed: true });
    images.delete(missing);
    const restarted = await wipeAndReopen();
    const { database } = restarted.device;
    expect(await database.image.count()).toBe(2);
    expect(await database.imageBytes.count()).toBe(0);
    const lines = (await database.log.toArray()).map(({ level, message }) => `${level} ${message}`);
    for (const imageId of [damaged, missing])
      expect(lines).toContainEqual(
        `error The bytes of the photo ${imageId} could not be restored from the journal`,
      );
    await signInAgain(restarted);
    await drain(restarted.device);
    expect(fakeServer.received).toEqual([]);
    expect(await database.parkedLane.toArray()).toMatchObject([{ code: "picture-lost" }]);
  });

  it("a page that is killed while it restores leaves it to the next one", async () => {
    await addPhoto(phone.device, { jobId, purpose: "job", file: new Blob(["one"]) });
    phone.kill();
    wipeDatabase(phone.disk);
    const dying = openNodeDevice({
      disk: phone.disk,
      fetch: fakeServer.fetch,
      ports: (ports) => ({
        ...ports,
        openJournal: (ownerId) => ({
          ...(ports.openJournal as NonNullable<typeof ports.openJournal>)(ownerId),
          readImage: () => Promise.reject(new Error("The page is gone")),
        }),
      }),
    });
    await expect(dying).rejects.toThrow("The page is gone");
    const restarted = await reopen();
    expect(restarted.start).toBe("restored");
    expect(await restarted.device.database.imageBytes.count()).toBe(1);
  });

  it("what was sent before is sent again and recorded once", async () => {
    await queueStatuses(phone.device, [1, 1]);
    await drain(phone.device);
    const restarted = await wipeAndReopen();
    await signInAgain(restarted);
    expect(await drain(restarted.device)).toEqual({ kind: "empty", sent: 2 });
    expect(fakeServer.received).toHaveLength(2);
  });

  it("a receipt that the server may have cannot be taken back", async () => {
    const part = aPart({ jobId, status: "Collect", qty: 3, qtyCollected: 0 });
    await transact(phone.device, ["jobPart"], (unit) => unit.put("jobPart", part));
    await receivePart(phone.device, part.jobPartId, "3");
    await drain(phone.device);
    const restarted = await wipeAndReopen();
    await signInAgain(restarted);
    expect(await takeBackReceipt(restarted.device, part.jobPartId)).toEqual({
      ok: false,
      refusal: "receipt-sent",
    });
    expect(await readQueued(restarted.device)).toEqual(["1.1"]);
  });

  it("an image that was sent and then deleted with its job blocks nothing", async () => {
    await addPhoto(phone.device, { jobId, purpose: "job", file: new Blob(["picture"]) });
    await uploadPhotos(phone.device, jobId);
    await drain(phone.device);
    const { fieldOperativeAppointmentId } = aJobRow({ jobId });
    const request = { jobId, fieldOperativeAppointmentId, force: true, messageId: jobId };
    await act(phone.device, jobDataTables, async (actor) =>
      done(await applyRemoval(phone.device, actor, request)),
    );
    const restarted = await wipeAndReopen();
    expect(restarted.events).toContainEqual({ kind: "restored", messages: 1 });
    const lines = await restarted.device.database.log.toArray();
    expect(lines.at(-1)?.message).toContain("its photo was delivered and deleted");
    await signInAgain(restarted);
    expect(await drain(restarted.device)).toEqual({ kind: "empty", sent: 1 });
    expect(fakeServer.received.map(({ type }) => type)).toEqual(["JobImage", "JobRemove"]);
    expect(await restarted.device.database.parkedLane.count()).toBe(0);
  });

  it("tokens are not restored: they are no work and short-lived secrets", async () => {
    const restarted = await wipeAndReopen();
    expect(await restarted.device.database.token.count()).toBe(0);
  });

  it("rows that were purged before are not restored", async () => {
    await queueStatuses(phone.device, [1]);
    await drain(phone.device);
    await runMaintenance(phone.device);
    await queueStatuses(phone.device, [2]);
    const restarted = await wipeAndReopen();
    expect(await readQueued(restarted.device)).toEqual(["2.1"]);
  });

  it("no number of an ordering key is used twice, though the journal did not know of a message that was sent", async () => {
    await queueStatuses(phone.device, [1]);
    killPoint = "committed";
    void queueStatuses(phone.device, [1]);
    await phone.died;
    const other = await reopen();
    await drain(other.device);
    expect(fakeServer.received).toHaveLength(2);
    const restarted = await wipeAndReopen();
    await signInAgain(restarted);
    await queueStatuses(restarted.device, [1, 1]);
    await drain(restarted.device);
    const orderingPlaces = fakeServer.received.map(
      ({ order }) => `${order?.incarnation} ${order?.laneNumber}`,
    );
    expect(orderingPlaces).toHaveLength(4);
    expect(new Set(orderingPlaces).size).toBe(4);
  });

  it.each([
    ["a page has opened", false],
    ["a page has saved something before its first screen stood", true],
  ])(
    "what a killed page had stored and not journaled is restored as well, once %s",
    async (_when, isCatchUpDeferred) => {
      killPoint = "committed";
      void advanceJob(phone.device, jobId, "New");
      await phone.died;
      const other = await reopen(isCatchUpDeferred);
      await signInAgain(other);
      await advanceJob(other.device, jobId, "Travelling");
      other.kill();
      const restarted = await wipeAndReopen();
      expect(await readQueued(restarted.device)).toEqual(["1.1", "1.2"]);
      expect(await restarted.device.database.job.get(jobId)).toMatchObject({ status: "OnSite" });
    },
  );

  it("a device on which nothing was ever queued is restored too", async () => {
    const disk = createDisk();
    (await openNodeDevice({ disk, fetch: fakeServer.fetch })).kill();
    wipeDatabase(disk);
    const restarted = await openNodeDevice({ disk, fetch: fakeServer.fetch });
    opened.push(restarted);
    expect(restarted.start).toBe("restored");
  });

  it("an empty journal makes a fresh device that counts from 1", async () => {
    const before = await phone.device.database.setting.get(1);
    phone.disk.journals.clear();
    const restarted = await wipeAndReopen();
    expect(restarted.start).toBe("fresh");
    expect(restarted.device.engineer).toBeNull();
    const after = await (await restarted.device.engineers.open(owner))?.setting.get(1);
    expect(after).toMatchObject({ deviceId: null, installationDate: null });
    expect(after?.incarnation).not.toBe(before?.incarnation);
  });

  it("two tabs that open at once restore it once", async () => {
    await queueStatuses(phone.device, [1, 2]);
    phone.kill();
    wipeDatabase(phone.disk);
    const [first, second] = await Promise.all([reopen(), reopen()]);
    const events = [...first.events, ...second.events];
    expect(events.filter(({ kind }) => kind === "restored")).toHaveLength(1);
    expect(await readQueued(second.device)).toEqual(["1.1", "2.1"]);
  });
});

describe("A process that is killed", () => {
  it("in the middle of a write leaves nothing of it", async () => {
    killPoint = "write";
    void advanceJob(phone.device, jobId, "New");
    await phone.died;
    const restarted = await reopen();
    expect(restarted.start).toBe("unchanged");
    expect(await restarted.device.database.job.get(jobId)).toMatchObject({ status: "New" });
    expect(await readQueued(restarted.device)).toEqual([]);
  });

  it("after the write has committed leaves all of it, once", async () => {
    killPoint = "committed";
    void advanceJob(phone.device, jobId, "New");
    await phone.died;
    const restarted = await reopen();
    expect(await restarted.device.database.job.get(jobId)).toMatchObject({ status: "Travelling" });
    expect(await readQueued(restarted.device)).toEqual(["1.1"]);
  });

  it("before its answer is there sends it again", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path) => {
      if (path === "/api/job/status") killPoint = "answer";
      return undefined;
    };
    void drain(phone.device);
    await phone.died;
    const restarted = await reopen();
    expect(await drain(restarted.device)).toEqual({ kind: "empty", sent: 1 });
    expect(fakeServer.received).toHaveLength(1);
  });
});
