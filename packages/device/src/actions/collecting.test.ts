import { afterEach, describe, expect, it } from "vitest";
import { claim, returnStale, settle } from "../outbox/claims.ts";
import {
  readOpenReceipts,
  readPartsToCollect,
  readPartsToCollectCount,
} from "../reading/collection.ts";
import { readOutbox } from "../reading/outbox.ts";
import { readNotices } from "../reading/jobs.ts";
import {
  anEngineerInside,
  at,
  type Engineer,
  entityId,
  colleaguesJobId,
  type EngineerSetup,
  jobId,
} from "../testing/engineer.ts";
import { aPart } from "../testing/work-builders.ts";
import { receivePart, receiveParts, takeBackReceipt } from "./collecting.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: EngineerSetup) => (engineer = await anEngineerInside(given));

const partId = entityId(21);
const ordered = aPart({ status: "Collect", qty: 3, qtyCollected: 0, supplierTicketNumber: "T-1" });

describe("Receiving a part", () => {
  it("adds to the collected quantity and queues it under the job's ordering key, whatever the job's state", async () => {
    const { device, queued, job } = await inside({ job: { status: "New" }, parts: [ordered] });
    expect(await receivePart(device, partId, "2")).toMatchObject({ ok: true });
    expect(await device.database.jobPart.get(partId)).toEqual({
      ...ordered,
      qtyCollected: 2,
      status: "Partial",
      collectedDateTime: at(),
    });
    const { fieldOperativeAppointmentId } = await job();
    expect(await queued()).toMatchObject([
      {
        type: "PartCollected",
        lane: jobId,
        payload: {
          jobId,
          fieldOperativeAppointmentId,
          jobPartId: partId,
          qty: 2,
          qtyCollected: 2,
          status: "Partial",
          collectedDateTime: at(),
          supplierTicketNumber: "T-1",
          changeTimestamp: at(),
        },
      },
    ]);
    expect(await receivePart(device, partId, "1")).toMatchObject({
      value: { qtyCollected: 3, status: "Collected" },
    });
    expect(await receivePart(device, partId, "1")).toEqual({
      ok: false,
      refusal: "already-collected",
    });
    expect(await queued()).toHaveLength(2);
  });

  it("is listed in the queue with the part's name", async () => {
    const { device } = await inside({ parts: [ordered] });
    await receivePart(device, partId, "2");
    const { messages, parts } = await readOutbox(device);
    expect(messages.map(({ messageId }) => parts.get(messageId))).toEqual([
      ordered.shortDescription,
    ]);
  });

  it("accepts 1 up to the remaining quantity", async () => {
    const { device, queued } = await inside({ parts: [{ ...ordered, qtyCollected: 1 }] });
    for (const typed of ["0", "3", "", "1.5"])
      expect(await receivePart(device, partId, typed)).toEqual({
        ok: false,
        refusal: "received-invalid",
      });
    expect(await queued()).toEqual([]);
  });

  it("of which the last was collected ends the Parts Required notice of its job", async () => {
    const { device } = await inside({ parts: [ordered] });
    expect(await readNotices(device, jobId)).toEqual([{ kind: "PartsRequired" }]);
    await receivePart(device, partId, "3");
    expect(await readNotices(device, jobId)).toEqual([]);
  });

  it("whose job is another engineer's, closed or gone changes nothing", async () => {
    const foreign = { ...ordered, jobPartId: entityId(22), jobId: colleaguesJobId };
    const orphan = { ...ordered, jobPartId: entityId(23), jobId: entityId(98) };
    const { device, queued } = await inside({
      job: { status: "Closed" },
      parts: [ordered, foreign, orphan],
    });
    expect(await receivePart(device, partId, "1")).toEqual({
      ok: false,
      refusal: "already-closed",
    });
    for (const id of [foreign.jobPartId, orphan.jobPartId, "nothing"])
      expect(await receivePart(device, id, "1")).toEqual({ ok: false, refusal: "not-found" });
    expect(await queued()).toEqual([]);
    expect(await readPartsToCollect(device)).toEqual([]);
    expect(await readPartsToCollectCount(device)).toBe(0);
  });
});

describe("Receiving all of a purchase order", () => {
  it("receives what is left of each part, and passes over what was collected meanwhile", async () => {
    const other = aPart({ jobPartId: entityId(22), status: "Partial", qty: 4, qtyCollected: 1 });
    const gone = aPart({ jobPartId: entityId(23), status: "Collected", qty: 1, qtyCollected: 1 });
    const { device, queued } = await inside({ parts: [ordered, other, gone] });
    const ids = [ordered, other, gone].map(({ jobPartId }) => jobPartId);
    expect(await receiveParts(device, ids)).toEqual({ ok: true, value: 2 });
    expect(await queued()).toMatchObject([
      { payload: { jobPartId: partId, qty: 3, qtyCollected: 3, status: "Collected" } },
      { payload: { jobPartId: entityId(22), qty: 3, qtyCollected: 4, status: "Collected" } },
    ]);
    expect(await receiveParts(device, ids)).toEqual({ ok: false, refusal: "already-collected" });
  });
});

describe("Taking back a receipt", () => {
  it("leaves part and queue as they were before it", async () => {
    const { device, queued } = await inside({ parts: [ordered] });
    await receivePart(device, partId, "3");
    expect(await readOpenReceipts(device)).toMatchObject([{ jobPartId: partId, count: 3 }]);
    expect(await takeBackReceipt(device, partId)).toMatchObject({ ok: true, value: { count: 3 } });
    const part = await device.database.jobPart.get(partId);
    expect(part).toEqual({ ...ordered, collectedDateTime: null });
    expect(await queued()).toEqual([]);
    expect(await readOpenReceipts(device)).toEqual([]);
    expect(await takeBackReceipt(device, partId)).toEqual({ ok: false, refusal: "receipt-sent" });
  });

  it("keeps the numbers of its ordering key without a gap", async () => {
    const other = aPart({ jobPartId: entityId(22), status: "Collect", qty: 1, qtyCollected: 0 });
    const { device, queued } = await inside({ parts: [ordered, other] });
    await receivePart(device, partId, "1");
    await receivePart(device, partId, "1");
    await receivePart(device, entityId(22), "1");
    await takeBackReceipt(device, partId);
    expect(await device.database.jobPart.get(partId)).toMatchObject({
      qtyCollected: 1,
      status: "Partial",
      collectedDateTime: at(),
    });
    await receivePart(device, partId, "2");
    expect((await queued()).map(({ laneNumber, payload }) => [laneNumber, payload])).toMatchObject([
      [1, { jobPartId: partId, qtyCollected: 1 }],
      [2, { jobPartId: entityId(22), qtyCollected: 1 }],
      [3, { jobPartId: partId, qtyCollected: 3 }],
    ]);
  });

  it("is refused once a sender has had it, though it waits again after the sender died", async () => {
    const { device, queued } = await inside({ parts: [ordered] });
    await receivePart(device, partId, "3");
    expect(await claim(device, 50, new Set())).toHaveLength(1);
    expect(await readOpenReceipts(device)).toEqual([]);
    expect(await takeBackReceipt(device, partId)).toEqual({ ok: false, refusal: "receipt-sent" });
    await returnStale(device);
    expect(await queued()).toMatchObject([{ status: "queued" }]);
    expect(await takeBackReceipt(device, partId)).toEqual({ ok: false, refusal: "receipt-sent" });
    expect(await device.database.jobPart.get(partId)).toMatchObject({ qtyCollected: 3 });
  });

  it("never takes back what a sender claims in the same moment", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { device } = await inside({ parts: [ordered] });
      await receivePart(device, partId, "3");
      const [claimed, taken] = await Promise.all([
        claim(device, 50, new Set()),
        takeBackReceipt(device, partId),
      ]);
      expect(claimed.length === 0).toBe(taken.ok);
      const part = await device.database.jobPart.get(partId);
      expect(part?.qtyCollected).toBe(taken.ok ? 0 : 3);
      await settle(device, claimed, []);
      engineer?.close();
      engineer = undefined;
    }
  });

  it("that was sent, or of a job that is gone, is refused", async () => {
    const { device } = await inside({
      parts: [{ ...ordered, qtyCollected: 1, status: "Partial" }],
    });
    expect(await takeBackReceipt(device, partId)).toEqual({ ok: false, refusal: "receipt-sent" });
    expect(await takeBackReceipt(device, "nothing")).toEqual({ ok: false, refusal: "not-found" });
  });
});

it("What waits is listed with its job; what is collected is not", async () => {
  const collected = aPart({ jobPartId: entityId(22), status: "Collected" });
  const { device, job } = await inside({ parts: [ordered, collected] });
  const { formattedJobId } = await job();
  expect(await readPartsToCollect(device)).toMatchObject([
    { location: null, orders: [{ purchaseOrderId: 7, parts: [{ ...ordered, formattedJobId }] }] },
  ]);
  expect(await readPartsToCollectCount(device)).toBe(1);
});
