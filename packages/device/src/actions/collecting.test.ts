import { afterEach, describe, expect, it } from "vitest";
import { readPartsToCollect, readPartsToCollectCount } from "../reading/collection.ts";
import { readNotices } from "../reading/jobs.ts";
import {
  anEngineerInside,
  at,
  type Engineer,
  entityId,
  foreignJobId,
  type Given,
  jobId,
} from "../testing/engineer.ts";
import { aPart } from "../testing/work-builders.ts";
import { receivePart } from "./collecting.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: Given) => (engineer = await anEngineerInside(given));

const partId = entityId(21);
const ordered = aPart({ status: "Collect", qty: 3, qtyCollected: 0, supplierTicketNumber: "T-1" });

describe("Receiving a part", () => {
  it("adds to what was collected and queues it in the job's lane, whatever the job's state", async () => {
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

  it("takes 1 up to what is left", async () => {
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
    const foreign = { ...ordered, jobPartId: entityId(22), jobId: foreignJobId };
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

it("What waits is listed with its job; what is collected is not", async () => {
  const collected = aPart({ jobPartId: entityId(22), status: "Collected" });
  const { device, job } = await inside({ parts: [ordered, collected] });
  const { formattedJobId } = await job();
  expect(await readPartsToCollect(device)).toMatchObject([
    { location: null, orders: [{ purchaseOrderId: 7, parts: [{ ...ordered, formattedJobId }] }] },
  ]);
  expect(await readPartsToCollectCount(device)).toBe(1);
});
