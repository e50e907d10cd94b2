import { done } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { receivePart, takeBackReceipt } from "../actions/collecting.ts";
import { advanceJob } from "../actions/job-life.ts";
import { act } from "../actions/act.ts";
import { addPhoto, uploadPhotos } from "../actions/images.ts";
import { applyRemoval, jobDataTables } from "../actions/removal.ts";
import { drain } from "../outbox/sender.ts";
import { tidy } from "../sync/background.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  createDisk,
  type NodeDevice,
  openNodeDevice,
  type Point,
  wipeDatabase,
} from "../testing/node-device.ts";
import { aPeer, aSignedInPhone, owner, type Peer, type SignedInPhone } from "../testing/peer.ts";
import { aJobId, queueStatuses, waiting } from "../testing/queueing.ts";
import { aPart } from "../testing/work-builders.ts";
import { transact } from "./unit.ts";

const jobId = aJobId(1);

let peer: Peer;
let phone: SignedInPhone;
let diesAt: Point | null;
const opened: NodeDevice[] = [];
beforeEach(async () => {
  peer = aPeer();
  diesAt = null;
  phone = await aSignedInPhone(peer, {
    at(point) {
      if (point === diesAt) phone.kill();
    },
  });
  opened.push(phone);
  await transact(phone.device, ["job", "setting"], async (unit) => {
    await unit.put("job", aJobRow({ jobId, ownerId: owner }));
    await unit.put("setting", await unit.database.setting.get(1));
  });
});
afterEach(() => {
  for (const node of opened.splice(0)) node.kill();
});

async function reopen(catchesUpLater = false): Promise<NodeDevice> {
  const node = await openNodeDevice({ disk: phone.disk, fetch: peer.fetch, catchesUpLater });
  opened.push(node);
  return node;
}

async function wipe(): Promise<NodeDevice> {
  phone.kill();
  wipeDatabase(phone.disk);
  return reopen();
}

async function signInAgain({ device }: NodeDevice): Promise<void> {
  const { token } = await aSignedInPhone(peer).then((other) => {
    opened.push(other);
    return other.device.database;
  });
  const row = await token.get(1);
  if (row) await device.database.token.put(row);
}

describe("When the browser has wiped its database", () => {
  it("the journal puts back the jobs, the queue, the counters and the pictures", async () => {
    await advanceJob(phone.device, jobId, "New");
    await addPhoto(phone.device, { jobId, purpose: "job", file: new Blob(["picture"]) });
    await uploadPhotos(phone.device, jobId);
    const again = await wipe();
    expect(again.start).toBe("restored");
    expect(again.events).toContainEqual({ kind: "restored", messages: 2 });
    expect(await again.device.database.job.get(jobId)).toMatchObject({ status: "Travelling" });
    expect(await waiting(again.device)).toEqual(["1.1", "1.2"]);
    const [image] = await again.device.database.image.toArray();
    expect(new TextDecoder().decode(image?.bytes)).toBe("picture");
    expect((await again.device.database.setting.get(1))?.deviceId).toBe(owner);
  });

  it("what was sent before is sent again and recorded once", async () => {
    await queueStatuses(phone.device, [1, 1]);
    await drain(phone.device);
    const again = await wipe();
    await signInAgain(again);
    expect(await drain(again.device)).toEqual({ kind: "empty", sent: 2 });
    expect(peer.received).toHaveLength(2);
  });

  it("a receipt that the server may have cannot be taken back", async () => {
    const part = aPart({ jobId, status: "Collect", qty: 3, qtyCollected: 0 });
    await transact(phone.device, ["jobPart"], (unit) => unit.put("jobPart", part));
    await receivePart(phone.device, part.jobPartId, "3");
    await drain(phone.device);
    const again = await wipe();
    await signInAgain(again);
    expect(await takeBackReceipt(again.device, part.jobPartId)).toEqual({
      ok: false,
      refusal: "receipt-sent",
    });
    expect(await waiting(again.device)).toEqual(["1.1"]);
  });

  it("a picture that was sent and then removed with its job holds nothing up", async () => {
    await addPhoto(phone.device, { jobId, purpose: "job", file: new Blob(["picture"]) });
    await uploadPhotos(phone.device, jobId);
    await drain(phone.device);
    const { fieldOperativeAppointmentId } = aJobRow({ jobId, ownerId: owner });
    const request = { jobId, fieldOperativeAppointmentId, force: true, messageId: jobId };
    await act(phone.device, jobDataTables, async (actor) =>
      done(await applyRemoval(phone.device, actor, request)),
    );
    const again = await wipe();
    expect(again.events).toContainEqual({ kind: "restored", messages: 1 });
    expect((await again.device.database.log.toArray()).at(-1)).toMatchObject({ ownerId: owner });
    await signInAgain(again);
    expect(await drain(again.device)).toEqual({ kind: "empty", sent: 1 });
    expect(peer.received.map(({ type }) => type)).toEqual(["JobImage", "JobRemove"]);
    expect(await again.device.database.parkedLane.count()).toBe(0);
  });

  it("tokens do not come back: they are no work and short-lived secrets", async () => {
    const again = await wipe();
    expect(await again.device.database.token.count()).toBe(0);
  });

  it("what was tidied away before does not come back", async () => {
    await queueStatuses(phone.device, [1]);
    await drain(phone.device);
    await tidy(phone.device);
    await queueStatuses(phone.device, [2]);
    const again = await wipe();
    expect(await waiting(again.device)).toEqual(["2.1"]);
  });

  it("no number of a lane is used twice, though the journal did not know of a message that was sent", async () => {
    await queueStatuses(phone.device, [1]);
    diesAt = "landed";
    void queueStatuses(phone.device, [1]);
    await phone.died;
    const other = await reopen();
    await drain(other.device);
    expect(peer.received).toHaveLength(2);
    const again = await wipe();
    await signInAgain(again);
    await queueStatuses(again.device, [1, 1]);
    await drain(again.device);
    const places = peer.received.map(({ order }) => `${order?.incarnation} ${order?.laneNumber}`);
    expect(places).toHaveLength(4);
    expect(new Set(places).size).toBe(4);
  });

  it.each([
    ["a page has opened", false],
    ["a page has saved something before its first screen stood", true],
  ])(
    "what a killed page had stored and not journaled comes back as well, once %s",
    async (_when, later) => {
      diesAt = "landed";
      void advanceJob(phone.device, jobId, "New");
      await phone.died;
      const other = await reopen(later);
      await signInAgain(other);
      await advanceJob(other.device, jobId, "Travelling");
      other.kill();
      const again = await wipe();
      expect(await waiting(again.device)).toEqual(["1.1", "1.2"]);
      expect(await again.device.database.job.get(jobId)).toMatchObject({ status: "OnSite" });
    },
  );

  it("a device on which nothing was ever queued comes back too", async () => {
    const disk = createDisk();
    (await openNodeDevice({ disk, fetch: peer.fetch })).kill();
    wipeDatabase(disk);
    const again = await openNodeDevice({ disk, fetch: peer.fetch });
    opened.push(again);
    expect(again.start).toBe("restored");
  });

  it("an empty journal makes a fresh device that counts anew", async () => {
    const before = await phone.device.database.setting.get(1);
    phone.disk.journal = new Uint8Array();
    const again = await wipe();
    expect(again.start).toBe("fresh");
    const after = await again.device.database.setting.get(1);
    expect(after).toMatchObject({ deviceId: null, installationDate: null });
    expect(after?.incarnation).not.toBe(before?.incarnation);
  });

  it("two tabs that open at once restore it once", async () => {
    await queueStatuses(phone.device, [1, 2]);
    phone.kill();
    wipeDatabase(phone.disk);
    const [first, second] = await Promise.all([reopen(), reopen()]);
    expect([first.start, second.start].sort()).toEqual(["as-it-was", "restored"]);
    expect(await waiting(second.device)).toEqual(["1.1", "2.1"]);
  });
});

describe("A process that is killed", () => {
  it("in the middle of a write leaves nothing of it", async () => {
    diesAt = "write";
    void advanceJob(phone.device, jobId, "New");
    await phone.died;
    const again = await reopen();
    expect(again.start).toBe("as-it-was");
    expect(await again.device.database.job.get(jobId)).toMatchObject({ status: "New" });
    expect(await waiting(again.device)).toEqual([]);
  });

  it("after the write has landed leaves all of it, once", async () => {
    diesAt = "landed";
    void advanceJob(phone.device, jobId, "New");
    await phone.died;
    const again = await reopen();
    expect(await again.device.database.job.get(jobId)).toMatchObject({ status: "Travelling" });
    expect(await waiting(again.device)).toEqual(["1.1"]);
  });

  it("before its answer is there sends it again", async () => {
    await queueStatuses(phone.device, [1]);
    peer.answer = (path) => {
      if (path === "/api/job/status") diesAt = "answer";
      return undefined;
    };
    void drain(phone.device);
    await phone.died;
    const again = await reopen();
    expect(await drain(again.device)).toEqual({ kind: "empty", sent: 1 });
    expect(peer.received).toHaveLength(1);
  });
});
