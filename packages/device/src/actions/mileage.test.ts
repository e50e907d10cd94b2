import { blankMileage } from "@fieldfare/domain";
import { afterEach, describe, expect, it } from "vitest";
import type { MileageRow } from "../database/rows.ts";
import { readDraft, saveDraft } from "../drafts/drafts.ts";
import { readMileage, readMileageRecord } from "../reading/mileage.ts";
import { anEngineerInside, at, type Engineer, entityId, ownerId } from "../testing/engineer.ts";
import { addMileage, removeMileage, updateMileage } from "./mileage.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());

const yesterday = at(-24 * 60);
const row = (of: Partial<MileageRow> = {}): MileageRow => ({
  clientFieldOperativeMileageId: entityId(61),
  fieldOperativeMileageId: 61,
  vehicleId: 7,
  registration: "YK21 FLD",
  currentMileage: 48_000,
  previousMileage: null,
  dateRecorded: yesterday,
  createdOn: yesterday,
  modifiedOn: yesterday,
  ...of,
});
const foreign = row({ clientFieldOperativeMileageId: entityId(69) });
const colleagueId = entityId(99);

async function inside(...rows: readonly MileageRow[]) {
  engineer = await anEngineerInside();
  await engineer.device.database.mileage.bulkPut([...rows]);
  await (await engineer.device.engineers.open(colleagueId))?.mileage.put(foreign);
  return engineer;
}

const answers = { ...blankMileage, currentMileage: "48,063" };

describe("Adding mileage", () => {
  it("saves a record of the same vehicle with a new client id, and queues it", async () => {
    const { device, queued } = await inside(row());
    const added = await addMileage(device, answers);
    if (!added.ok) throw new Error(added.refusal);
    const { clientFieldOperativeMileageId } = added.value;
    expect((await readMileage(device))[0]).toEqual({
      clientFieldOperativeMileageId,
      fieldOperativeMileageId: null,
      vehicleId: 7,
      registration: "YK21 FLD",
      currentMileage: 48_063,
      previousMileage: null,
      dateRecorded: at(),
      createdOn: at(),
      modifiedOn: at(),
    });
    expect(await queued()).toMatchObject([
      {
        type: "MileageAdd",
        lane: `${ownerId}:mileage:${clientFieldOperativeMileageId}`,
        jobId: null,
        payload: {
          type: "add",
          timestamp: at(),
          clientFieldOperativeMileageId,
          dateRecorded: at(),
          currentMileage: 48_063,
          vehicle: { vehicleId: 7, registration: "YK21 FLD" },
        },
      },
    ]);
    expect((await queued())[0]?.payload).not.toHaveProperty("previousVehicle");
  });

  it("after a change of vehicle names both", async () => {
    const { device, queued } = await inside(row());
    const changed = {
      ...answers,
      isVehicleChanged: true,
      currentMileage: "12",
      previousVehicleMileage: "48010",
      newRegistration: "AB12 CDE",
    };
    expect(await addMileage(device, changed)).toMatchObject({
      ok: true,
      value: { registration: "AB12 CDE", previousMileage: 48_010, vehicleId: null },
    });
    expect((await queued())[0]?.payload).toMatchObject({
      vehicle: { vehicleId: null, registration: "AB12 CDE" },
      previousVehicle: { vehicleId: 7, registration: "YK21 FLD" },
      previousVehicleMileage: 48_010,
    });
  });

  it("asks the first record for its registration, in one of the office's formats", async () => {
    const { device } = await inside();
    const first = { ...answers, registration: "P7 ABC" };
    expect(await addMileage(device, first)).toEqual({ ok: false, refusal: "registration-invalid" });
    expect(await addMileage(device, first, ["prefix"])).toMatchObject({ ok: true });
  });

  it("refuses what is below the newest record, and writes nothing", async () => {
    const { device, queued } = await inside(row());
    expect(await addMileage(device, { ...answers, currentMileage: "1" })).toEqual({
      ok: false,
      refusal: "mileage-below-previous",
    });
    expect(await queued()).toEqual([]);
    expect(await readMileage(device)).toHaveLength(1);
  });

  it("deletes its draft, and no other engineer's", async () => {
    const { device } = await inside(row());
    await saveDraft(device, ownerId, "mileage", answers);
    await device.database.draft.put({
      jobId: entityId(99),
      kind: "mileage",
      values: "theirs",
      modifiedOn: at(),
    });
    expect(await readDraft(device, ownerId, "mileage")).toEqual(answers);
    await addMileage(device, answers);
    expect(await readDraft(device, ownerId, "mileage")).toBeUndefined();
    expect(await device.database.draft.toArray()).toMatchObject([{ values: "theirs" }]);
  });
});

describe("A record of today", () => {
  const today = row({
    clientFieldOperativeMileageId: entityId(62),
    fieldOperativeMileageId: null,
    currentMileage: 48_050,
    dateRecorded: at(-60),
    createdOn: at(-60),
    modifiedOn: at(-60),
  });
  const id = entityId(62);

  it("is read between its neighbours", async () => {
    const { device } = await inside(row(), today);
    expect(await readMileageRecord(device, id)).toEqual({
      record: today,
      previous: row(),
      following: null,
    });
  });

  it("is changed: another mileage and a later modifiedOn", async () => {
    const { device, queued } = await inside(row(), today);
    expect(await updateMileage(device, id, "48060")).toMatchObject({
      ok: true,
      value: { ...today, currentMileage: 48_060, modifiedOn: at() },
    });
    expect((await queued())[0]).toMatchObject({
      type: "MileageUpdate",
      payload: {
        type: "update",
        timestamp: at(),
        dateRecorded: at(-60),
        currentMileage: 48_060,
        fieldOperativeMileageId: null,
      },
    });
  });

  it("is changed later than before even when the clock has gone back", async () => {
    const { device, moveTo } = await inside(today);
    moveTo(-120);
    expect(await updateMileage(device, id, "48060")).toMatchObject({
      value: { modifiedOn: new Date(Date.parse(at(-60)) + 1).toISOString() },
    });
  });

  it("stays between its neighbours of the same vehicle", async () => {
    const { device } = await inside(row(), today);
    expect(await updateMileage(device, id, "47999")).toEqual({
      ok: false,
      refusal: "mileage-below-previous",
    });
  });

  it("is removed, which is queued after its other changes", async () => {
    const { device, queued } = await inside(row(), today);
    await updateMileage(device, id, "48060");
    expect(await removeMileage(device, id)).toMatchObject({ ok: true });
    expect(await readMileage(device)).toEqual([row()]);
    const messages = await queued();
    expect(messages.map(({ type, laneNumber }) => [type, laneNumber])).toEqual([
      ["MileageUpdate", 1],
      ["MileageRemove", 2],
    ]);
    expect(new Set(messages.map(({ lane }) => lane)).size).toBe(1);
  });
});

describe("Nothing changes", () => {
  it("in a record of another day, in London, without a reason", async () => {
    const { device, moveTo, queued } = await inside(row({ dateRecorded: at(), modifiedOn: at() }));
    moveTo(12 * 60);
    const update = (reason: string) => updateMileage(device, entityId(61), "48100", reason);
    expect(await update(" ")).toEqual({ ok: false, refusal: "reason-missing" });
    expect(await removeMileage(device, entityId(61))).toEqual({
      ok: false,
      refusal: "not-editable",
    });
    expect(await queued()).toEqual([]);
    expect(await update(" A digit too many ")).toMatchObject({
      ok: true,
      value: { currentMileage: 48_100, dateRecorded: at() },
    });
    expect(await queued()).toMatchObject([
      { type: "MileageUpdate", payload: { correctionReason: "A digit too many" } },
    ]);
  });

  it("in another engineer's record, which is not shown either", async () => {
    const { device } = await inside();
    const id = foreign.clientFieldOperativeMileageId;
    const refusal = { ok: false, refusal: "not-found" };
    expect(await readMileage(device)).toEqual([]);
    expect(await readMileageRecord(device, id)).toBeUndefined();
    expect(await updateMileage(device, id, "49000")).toEqual(refusal);
    expect(await removeMileage(device, id)).toEqual(refusal);
    expect(await removeMileage(device, "../x")).toEqual(refusal);
  });
});
