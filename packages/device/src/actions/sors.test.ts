import { afterEach, describe, expect, it, test } from "vitest";
import {
  anEngineerInside,
  at,
  type Engineer,
  colleaguesJobId,
  type EngineerSetup,
  jobId,
} from "../testing/engineer.ts";
import { aSor } from "../testing/work-builders.ts";
import { addSor, removeSor, updateSor } from "./sors.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: EngineerSetup) => (engineer = await anEngineerInside(given));

const choice = { sorCodeId: 2, code: "GA635002", description: "Renew diverter valve" };

describe("Adding a SOR", () => {
  it("saves it with the job as added by the engineer; nothing is sent before the close", async () => {
    const { device, job, queued } = await inside({ job: { plannedSors: [aSor()] } });
    const added = await addSor(device, jobId, { sor: choice, quantity: "2.559" });
    expect(added).toEqual({
      ok: true,
      value: {
        jobId,
        sorCodeId: 2,
        sorCode: "GA635002",
        shortDescription: "Renew diverter valve",
        qty: 2.55,
        qtyUsed: 2.55,
        usageType: 2,
        updatedOnDateTime: at(),
      },
    });
    expect((await job()).plannedSors).toEqual([aSor(), added.ok && added.value]);
    expect(await queued()).toEqual([]);
  });

  test.each([
    [{ sor: null, quantity: "1" }, "sor-missing"],
    [{ sor: choice, quantity: " " }, "quantity-missing"],
    [{ sor: choice, quantity: "many" }, "quantity-invalid"],
    [{ sor: choice, quantity: "0" }, "quantity-invalid"],
    [{ sor: { ...choice, sorCodeId: 1 }, quantity: "1" }, "sor-already-added"],
  ] as const)("refuses %j as %s and saves nothing", async (answers, refusal) => {
    const { device, job } = await inside({ job: { plannedSors: [aSor()] } });
    expect(await addSor(device, jobId, answers)).toEqual({ ok: false, refusal });
    expect((await job()).plannedSors).toEqual([aSor()]);
  });

  it("cuts a description that is longer than a job's SOR can hold", async () => {
    const { device, job } = await inside();
    const long = { ...choice, description: "x".repeat(2000) };
    await addSor(device, jobId, { sor: long, quantity: "1" });
    expect((await job()).plannedSors[0]?.shortDescription).toHaveLength(500);
  });
});

it("Updating changes the quantity used", async () => {
  const { device, job } = await inside({ job: { plannedSors: [aSor(), aSor({ sorCodeId: 2 })] } });
  expect(await updateSor(device, jobId, 2, "1.999")).toMatchObject({ ok: true });
  expect((await job()).plannedSors).toEqual([
    aSor(),
    aSor({ sorCodeId: 2, qtyUsed: 1.99, updatedOnDateTime: at() }),
  ]);
  expect(await updateSor(device, jobId, 2, "")).toEqual({ ok: false, refusal: "quantity-missing" });
  expect(await updateSor(device, jobId, 9, "1")).toEqual({ ok: false, refusal: "not-found" });
});

it("A SOR can be removed only if more than one exists", async () => {
  const { device, job } = await inside({ job: { plannedSors: [aSor(), aSor({ sorCodeId: 2 })] } });
  expect(await removeSor(device, jobId, 1)).toMatchObject({ ok: true });
  expect(await removeSor(device, jobId, 2)).toEqual({ ok: false, refusal: "last-sor" });
  expect((await job()).plannedSors).toEqual([aSor({ sorCodeId: 2 })]);
});

describe("Outside of the engineer's own open jobs everything is refused", () => {
  const answers = { sor: choice, quantity: "1" };

  test.each([
    [{ status: "OnSite" }, "access-not-gained"],
    [
      { status: "OnSite", hold: { holdReasonId: 1, holdDescription: null, timestamp: at() } },
      "on-hold",
    ],
    [{ status: "Closed" }, "already-closed"],
  ] as const)("%j: %s", async (state, refusal) => {
    const { device, job } = await inside({
      job: { ...state, plannedSors: [aSor(), aSor({ sorCodeId: 3 })] },
    });
    expect(await addSor(device, jobId, answers)).toEqual({ ok: false, refusal });
    expect(await updateSor(device, jobId, 1, "1")).toEqual({ ok: false, refusal });
    expect(await removeSor(device, jobId, 1)).toEqual({ ok: false, refusal });
    expect((await job()).plannedSors).toHaveLength(2);
  });

  it("another engineer's job is not found", async () => {
    const { device } = await inside();
    expect(await addSor(device, colleaguesJobId, answers)).toEqual({
      ok: false,
      refusal: "not-found",
    });
  });

  it("nobody is signed in", async () => {
    const { device } = await inside();
    await device.database.token.clear();
    expect(await addSor(device, jobId, answers)).toEqual({ ok: false, refusal: "signed-out" });
  });
});
