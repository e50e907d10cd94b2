import { blankPart } from "@fieldfare/domain";
import { afterEach, describe, expect, it, test } from "vitest";
import { readPart } from "../reading/work.ts";
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
import { addPart, removePart, setVanStock, updatePart } from "./parts.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: EngineerSetup) => (engineer = await anEngineerInside(given));

const answers = { ...blankPart, shortDescription: " Fan gasket ", quantity: "2" };
const partId = entityId(21);

describe("Adding a part", () => {
  it("from stock is used, with its catalogue data", async () => {
    const { device, queued } = await inside();
    const catalogue = {
      partUnitTypeId: 1,
      manufacturerPartCode: "WO-87001",
      internalPartCode: "P100001",
    };
    const added = await addPart(device, jobId, { ...answers, isVanStock: true, catalogue });
    if (!added.ok) throw new Error(added.refusal);
    const { jobPartId } = added.value;
    expect(await readPart(device, jobId, jobPartId)).toEqual({
      ...aPart(),
      ...catalogue,
      jobPartId,
      usageType: 2,
      usageStatus: "Exact",
      status: "NotApplicable",
      qty: 2,
      qtyCollected: 0,
      qtyUsed: 2,
      qtyRequired: 0,
      shortDescription: "Fan gasket",
      isVanStock: true,
      addedByFieldOp: true,
      partAddedDateTime: at(),
      purchaseOrderId: null,
      purchaseOrderDetailId: null,
    });
    expect(await queued()).toEqual([]);
  });

  it("to be ordered is requested", async () => {
    const { device } = await inside();
    const added = await addPart(device, jobId, {
      ...answers,
      isPartRequired: true,
      comments: "Urgent",
    });
    expect(added).toMatchObject({
      ok: true,
      value: {
        usageType: 3,
        usageStatus: "Requested",
        qtyUsed: 0,
        qtyRequired: 2,
        isPartRequired: true,
        isVanStock: false,
        comments: "Urgent",
      },
    });
  });

  test.each([
    [{ ...answers, shortDescription: "" }, "short-description-invalid"],
    [{ ...answers, quantity: "1000" }, "quantity-invalid"],
    [{ ...answers, comments: "x".repeat(2001) }, "comments-too-long"],
  ])("refuses %.50j as %s", async (given, refusal) => {
    const { device } = await inside();
    expect(await addPart(device, jobId, given)).toEqual({ ok: false, refusal });
    expect(await device.database.jobPart.count()).toBe(0);
  });
});

describe("Updating a part", () => {
  test.each([
    ["0", "Unused"],
    ["1", "Partial"],
    ["2", "Exact"],
    ["3", "Additional"],
  ])("that was ordered 2 of and %s used: %s", async (quantity, usageStatus) => {
    const { device } = await inside({ parts: [aPart()] });
    await updatePart(device, jobId, partId, { quantity, isVanStock: false });
    expect(await readPart(device, jobId, partId)).toEqual(
      aPart({ qtyUsed: Number(quantity), usageStatus: usageStatus as "Unused" }),
    );
  });

  it("that is to be ordered changes what is required, and never makes it van stock", async () => {
    const part = aPart({ usageType: 3, usageStatus: "Requested", isPartRequired: true });
    const { device } = await inside({ parts: [part] });
    await updatePart(device, jobId, partId, { quantity: "4", isVanStock: true });
    expect(await readPart(device, jobId, partId)).toEqual({ ...part, qty: 4, qtyRequired: 4 });
    expect(await setVanStock(device, jobId, partId, true)).toEqual({
      ok: false,
      refusal: "part-to-be-ordered",
    });
  });

  it("switches van stock", async () => {
    const { device } = await inside({ parts: [aPart({ usageType: 2 })] });
    await setVanStock(device, jobId, partId, true);
    expect(await readPart(device, jobId, partId)).toMatchObject({ isVanStock: true });
  });

  it("refuses text that is no quantity", async () => {
    const { device } = await inside({ parts: [aPart()] });
    expect(await updatePart(device, jobId, partId, { quantity: "-1", isVanStock: false })).toEqual({
      ok: false,
      refusal: "quantity-invalid",
    });
  });
});

it("Only parts added by the field operative can be removed", async () => {
  const own = aPart({ jobPartId: entityId(22), addedByFieldOp: true });
  const { device } = await inside({ parts: [aPart(), own] });
  expect(await removePart(device, jobId, partId)).toEqual({
    ok: false,
    refusal: "not-added-by-engineer",
  });
  expect(await removePart(device, jobId, own.jobPartId)).toMatchObject({ ok: true });
  expect(await device.database.jobPart.toArray()).toEqual([aPart()]);
});

it("A part of another job is not found", async () => {
  const { device } = await inside({ parts: [aPart({ jobId: colleaguesJobId })] });
  const update = { quantity: "1", isVanStock: false };
  for (const job of [jobId, colleaguesJobId])
    expect(await updatePart(device, job, partId, update)).toEqual({
      ok: false,
      refusal: "not-found",
    });
});

it("Once access is lost parts are read-only", async () => {
  const { device } = await inside({ job: { status: "OnSite" }, parts: [aPart()] });
  const refusal = { ok: false, refusal: "access-not-gained" };
  expect(await addPart(device, jobId, answers)).toEqual(refusal);
  expect(await updatePart(device, jobId, partId, { quantity: "1", isVanStock: false })).toEqual(
    refusal,
  );
  expect(await setVanStock(device, jobId, partId, true)).toEqual(refusal);
  expect(await removePart(device, jobId, partId)).toEqual(refusal);
});
