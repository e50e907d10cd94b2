import type { DataRow } from "@fieldfare/contract";
import type { SyncedType } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { createDevice, type Device } from "../device.ts";
import { createDisk, type NodeDevice, openNodeDevice } from "../testing/index.ts";
import { applySyncAnswer } from "./apply.ts";
import { readManufacturers, readModels, searchReference } from "./choices.ts";
import { readDomainList } from "./reference.ts";

let phone: NodeDevice;
let device: Device;
beforeEach(async () => {
  phone = await openNodeDevice({ disk: createDisk(), fetch: () => Promise.reject(new Error()) });
  ({ device } = phone);
});
afterEach(() => phone.kill());

interface SyncedSet<T extends SyncedType> {
  readonly type: T;
  readonly date: string;
  readonly rows: readonly DataRow<T>[];
  readonly isFull?: boolean;
  readonly deletedIds?: readonly number[];
}

/** Applies what a synchronisation brings. */
async function syncSet<T extends SyncedType>({
  isFull = true,
  deletedIds = [],
  ...set
}: SyncedSet<T>) {
  const body = {
    syncSizeInMb: 0,
    isSyncRequired: false,
    isPartial: false,
    payload: [{ ...set, isFull, deletedIds }],
  };
  const headers = { "Content-Type": "application/json" };
  const outcome = await applySyncAnswer(
    device.shared,
    () => Promise.resolve(new Response(JSON.stringify(body), { headers })),
    {
      url: "/api/sync",
      init: { method: "POST", headers: {}, body: "{}" },
      databaseName: device.shared.name,
      now: new Date().toISOString(),
    },
    () => undefined,
  );
  expect(outcome).toMatchObject({ kind: "applied" });
}

function aSor(sorCodeId: number, description: string): DataRow<"Sor"> {
  return { sorCodeId, code: `GA${635_000 + sorCodeId}`, description, unit: "Each" };
}

const manySors = Array.from({ length: 20_000 }, (_, index) =>
  aSor(index + 1, index % 1000 === 7 ? `Renew diverter valve ${index}` : `Repair tap ${index}`),
);

describe("Searching a data set", () => {
  it("finds rows by code and by description, in any case, as many as asked for", async () => {
    await syncSet({ type: "Sor", date: "1", rows: manySors });
    const byDescription = await searchReference(device, "Sor", " DIVERTER ", 30);
    expect(byDescription).toHaveLength(20);
    expect(byDescription?.[0]).toEqual(manySors[7]);
    expect(await searchReference(device, "Sor", "ga635123", 30)).toEqual([manySors[122]]);
    expect(await searchReference(device, "Sor", "tap", 5)).toHaveLength(5);
    expect(await searchReference(device, "Sor", "", 3)).toEqual(manySors.slice(0, 3));
    expect(await searchReference(device, "Sor", "no such work", 30)).toEqual([]);
  });

  it("finds nothing before the first synchronisation, and all of it after", async () => {
    expect(await searchReference(device, "Sor", "tap", 30)).toEqual([]);
    await syncSet({ type: "Sor", date: "1", rows: [aSor(1, "Repair tap")] });
    expect(await searchReference(device, "Sor", "tap", 30)).toEqual([aSor(1, "Repair tap")]);
  });

  it("knows what a later synchronisation changed, added and deleted", async () => {
    await syncSet({ type: "Sor", date: "1", rows: [1, 2, 3].map((id) => aSor(id, "Repair tap")) });
    expect(await searchReference(device, "Sor", "tap", 30)).toHaveLength(3);
    const changed = [aSor(2, "Renew basin"), aSor(4, "Renew tap")];
    await syncSet({ type: "Sor", date: "2", rows: changed, isFull: false, deletedIds: [1] });
    expect(await searchReference(device, "Sor", "tap", 30)).toEqual([
      aSor(4, "Renew tap"),
      aSor(3, "Repair tap"),
    ]);
    expect(await searchReference(device, "Sor", "basin", 30)).toEqual([aSor(2, "Renew basin")]);
  });

  it("opens the column once, and again only when the whole set is replaced", async () => {
    await syncSet({ type: "Sor", date: "1", rows: manySors });
    let opened = 0;
    device.shared.referenceSearch.hook("reading", (row) => {
      opened += 1;
      return row;
    });
    await searchReference(device, "Sor", "t", 30);
    const once = opened;
    expect(once).toBeGreaterThan(0);
    for (const words of ["ta", "tap", "tap 1"]) await searchReference(device, "Sor", words, 30);
    for (const date of ["2", "3"]) {
      await syncSet({ type: "Sor", date, rows: [aSor(5, `Renew basin ${date}`)], isFull: false });
      expect(await searchReference(device, "Sor", `basin ${date}`, 30)).toHaveLength(1);
    }
    expect(opened).toBe(once);
    await syncSet({ type: "Sor", date: "4", rows: [aSor(1, "Repair sink")] });
    expect(await searchReference(device, "Sor", "sink", 30)).toEqual([aSor(1, "Repair sink")]);
    expect(await searchReference(device, "Sor", "basin", 30)).toEqual([]);
    expect(opened).toBe(once + 1);
  });

  it("answers only the latest query", async () => {
    await syncSet({ type: "Sor", date: "1", rows: manySors });
    const searches = ["d", "di", "div", "dive"].map((words) =>
      searchReference(device, "Sor", words, 5),
    );
    const answers = await Promise.all(searches);
    expect(answers.slice(0, 3)).toEqual([null, null, null]);
    expect(answers[3]).toHaveLength(5);
  });

  it("answers the next query after one that failed", async () => {
    const ports = { ...device.ports, lookUp: () => Promise.reject(new Error("The worker died")) };
    const { shared, engineers, events, clock, loadSigning, pending } = device;
    const parts = { shared, engineers, events, clock, loadSigning, pending };
    const failing = createDevice({ ...parts, ports });
    await expect(searchReference(failing, "Sor", "tap", 5)).rejects.toThrow("The worker died");
    await expect(searchReference(failing, "Sor", "tap", 5)).rejects.toThrow("The worker died");
  });
});

describe("Manufacturers and models of a type of appliance", () => {
  const manufacturers = ["Vaillant", "Worcester Bosch", "Calder Hearths"].map((name, index) => ({
    manufacturerId: index + 1,
    name,
  }));
  const model = (manufacturerModelId: number, manufacturerId: number, type: number) => ({
    manufacturerModelId,
    manufacturerId,
    name: `Model ${manufacturerModelId}`,
    type,
    gasCouncilNumber: "4731190",
    fuelType: 1,
  });
  const rank = (
    manufacturerRankId: number,
    manufacturerId: number,
    manufacturerModelId: number | null,
    typeRank: number,
  ) => ({ manufacturerRankId, manufacturerId, manufacturerModelId, type: 1, typeRank });

  beforeEach(async () => {
    const models = [model(11, 1, 1), model(12, 2, 1), model(13, 2, 1), model(31, 3, 6)];
    const ranks = [
      rank(1, 2, null, 1),
      rank(2, 1, null, 11),
      rank(3, 2, 13, 1),
      rank(4, 2, 12, 40),
    ];
    await syncSet({ type: "Manufacturer", date: "1", rows: manufacturers });
    await syncSet({ type: "ManufacturerModel", date: "1", rows: models });
    await syncSet({ type: "ManufacturerRank", date: "1", rows: ranks });
  });

  it("are those of the type, the most frequent first", async () => {
    const bosch = { id: 2, name: "Worcester Bosch" };
    expect(await readManufacturers(device, 1)).toEqual({
      top: [bosch],
      all: [{ id: 1, name: "Vaillant" }, bosch],
      more: "See more",
    });
    const { top, all, more } = await readModels(device, 1, 2);
    expect(top).toEqual([{ id: 13, name: "Model 13", gasCouncilNumber: "4731190", fuelType: 1 }]);
    expect(all.map(({ id }) => id)).toEqual([12, 13]);
    expect(more).toBe("See more");
  });

  it("are all manufacturers when the list has none for the type", async () => {
    expect((await readManufacturers(device, 16)).all).toHaveLength(3);
  });

  it("are no models when a manufacturer has none of the type", async () => {
    expect(await readModels(device, 1, 3)).toEqual({ top: [], all: [], more: null });
  });
});

test("A list of choices is that of the last synchronisation", async () => {
  const choice = (value: number, text: string, sortOrder: number): DataRow<"DomainData"> => ({
    domainDataId: value,
    entityCode: 1011,
    fieldName: "Location",
    value,
    text,
    sortOrder,
    requiresAdditionalText: false,
  });
  const readTexts = async () =>
    (await readDomainList(device, "Location", "propertyAsset")).map(({ text }) => text);
  expect(await readTexts()).toEqual([]);
  await syncSet({
    type: "DomainData",
    date: "1",
    rows: [choice(1, "Loft", 2), choice(2, "Kitchen", 1)],
  });
  expect(await readTexts()).toEqual(["Kitchen", "Loft"]);
  const changed = [choice(1, "Attic", 2)];
  await syncSet({ type: "DomainData", date: "2", rows: changed, isFull: false });
  expect(await readTexts()).toEqual(["Kitchen", "Attic"]);
});
