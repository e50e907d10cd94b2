import { readApplianceAnswers, type ApplianceAnswers, blankAppliance } from "@fieldfare/domain";
import { afterEach, describe, expect, it, test } from "vitest";
import { readAppliances } from "../reading/jobs.ts";
import { readAppliance, readEntityPhotos, readWork } from "../reading/work.ts";
import { aJobRow } from "../testing/builders.ts";
import { closeAnswers } from "../testing/close-answers.ts";
import {
  anEngineerInside,
  at,
  type Engineer,
  entityId,
  colleaguesJobId,
  type EngineerSetup,
  jobId,
} from "../testing/engineer.ts";
import { anAppliance } from "../testing/work-builders.ts";
import {
  addAppliance,
  reinstateAppliance,
  removeAppliance,
  scrapAppliance,
  updateAppliance,
} from "./appliances.ts";
import { closeJob } from "./closing.ts";
import { addPhoto } from "./images.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: EngineerSetup) => (engineer = await anEngineerInside(given));

const answers: ApplianceAnswers = readApplianceAnswers(anAppliance());
const applianceId = entityId(41);

describe("Adding an appliance", () => {
  it("keeps a new boiler with an unknown model", async () => {
    const { device, queued } = await inside();
    const manufacturer = { kind: "known", id: 1, name: "Worcester Bosch" } as const;
    const model = { kind: "unknown", name: " Greenstar 2027 " } as const;
    const added = await addAppliance(device, jobId, {
      ...answers,
      manufacturerAndModel: { manufacturer, model },
    });
    if (!added.ok) throw new Error(added.refusal);
    expect(await readAppliance(device, jobId, added.value.propertyAssetId)).toEqual(
      anAppliance({
        propertyAssetId: added.value.propertyAssetId,
        manufacturerModelId: null,
        modelName: null,
        unknownModelName: "Greenstar 2027",
        addedByEngineer: true,
        createdOn: at(),
        modifiedOn: at(),
      }),
    );
    expect(await queued()).toEqual([]);
  });

  it("of a simple type keeps type, manufacturer and model alone", async () => {
    const { device } = await inside();
    const manufacturerAndModel = {
      manufacturer: { kind: "unknown", name: "Beacon" },
      model: { kind: "unknown", name: "S10" },
    } as const;
    expect(
      await addAppliance(device, jobId, { ...blankAppliance, type: 16, manufacturerAndModel }),
    ).toMatchObject({
      ok: true,
      value: {
        type: 16,
        unknownManufacturerName: "Beacon",
        unknownModelName: "S10",
        location: null,
      },
    });
  });

  it("queues the photos taken for it under its own id", async () => {
    const { device, queued } = await inside();
    await addPhoto(device, { jobId, purpose: "appliance", file: new Blob(["x"]) });
    const added = await addAppliance(device, jobId, answers);
    if (!added.ok) throw new Error(added.refusal);
    const { propertyAssetId } = added.value;
    expect(await readEntityPhotos(device, jobId, propertyAssetId)).toHaveLength(1);
    expect((await queued()).map(({ payload }) => payload)).toMatchObject([
      { entityId: propertyAssetId, associateToJob: false },
    ]);
  });

  test.each([
    [blankAppliance, "type-missing"],
    [{ ...answers, manufacturerAndModel: null }, "maker-missing"],
    [{ ...answers, location: null }, "location-missing"],
    [{ ...answers, estimatedAge: "100" }, "age-invalid"],
    [{ ...answers, dateInstalled: "2026-03-03" }, "date-in-future"],
  ])("refuses %.30j as %s", async (given, refusal) => {
    const { device } = await inside();
    expect(await addAppliance(device, jobId, given)).toEqual({ ok: false, refusal });
    expect(await device.database.propertyAppliance.count()).toBe(0);
  });
});

it("Appliances of one moment are listed by what they are, and not by their ids", async () => {
  const ofType = (type: number, id: number) => anAppliance({ propertyAssetId: entityId(id), type });
  const one = await inside({ appliances: [ofType(16, 41), ofType(1, 42), ofType(8, 43)] });
  const { property } = await one.job();
  const listed = await readAppliances(one.device, property.propertyId);
  expect(listed.map(({ type }) => type)).toEqual([1, 8, 16]);
  expect((await readWork(one.device, jobId))?.appliances).toEqual(listed);
});

it("A scrapped appliance is shown on another job of the home until the visit ends", async () => {
  const appliance = anAppliance({ propertyAssetId: applianceId });
  const one = await inside({ appliances: [appliance] });
  const { device } = one;
  const { property } = await one.job();
  const otherId = entityId(98);
  const other = aJobRow({ jobId: otherId, status: "New" });
  await device.database.job.put({ ...other, property });
  const listed = async (id: string) => [
    (await readAppliances(device, property.propertyId, id)).length,
    (await readWork(device, id))?.appliances.length,
  ];
  await scrapAppliance(device, jobId, applianceId);
  expect(await listed(otherId)).toEqual([1, 1]);
  expect(await closeJob(device, jobId, closeAnswers())).toMatchObject({ ok: true });
  expect(await listed(otherId)).toEqual([0, 0]);
  expect(await listed(jobId)).toEqual([1, 1]);
});

it("An appliance scrapped in a job stays in it when another visit to the home ends later", async () => {
  const one = await inside({ appliances: [anAppliance({ propertyAssetId: applianceId })] });
  const { device } = one;
  await scrapAppliance(device, jobId, applianceId);
  const { property } = await one.job();
  const other = aJobRow({ jobId: entityId(98), status: "Closed" });
  const statusTimestamps = { ...other.statusTimestamps, Closed: at(60) };
  await device.database.job.put({ ...other, property, statusTimestamps });
  expect(await readAppliances(device, property.propertyId, jobId)).toHaveLength(1);
  expect((await readWork(device, jobId))?.appliances).toHaveLength(1);
  expect(await reinstateAppliance(device, jobId, applianceId)).toMatchObject({ ok: true });
  expect(await readAppliances(device, property.propertyId, other.jobId)).toHaveLength(1);
});

it("Editing changes what was answered and when", async () => {
  const { device } = await inside({ appliances: [anAppliance()] });
  await updateAppliance(device, jobId, applianceId, { ...answers, location: 4, estimatedAge: "" });
  expect(await readAppliance(device, jobId, applianceId)).toEqual(
    anAppliance({ location: 4, estimatedAge: null, modifiedOn: at() }),
  );
});

it("A change is later than the one before it, also of a phone whose clock is ahead", async () => {
  const { device } = await inside({ appliances: [anAppliance({ modifiedOn: at(60) })] });
  const modifiedOn = async () =>
    (await readAppliance(device, jobId, applianceId))?.modifiedOn ?? "";
  const times = [await modifiedOn()];
  await updateAppliance(device, jobId, applianceId, answers);
  times.push(await modifiedOn());
  await scrapAppliance(device, jobId, applianceId);
  times.push(await modifiedOn());
  await reinstateAppliance(device, jobId, applianceId);
  times.push(await modifiedOn());
  expect(times).toEqual([...new Set(times)].sort());
});

describe("Scrapping and reinstating", () => {
  it("sets the flag with its time and clears both", async () => {
    const one = await inside({ appliances: [anAppliance()] });
    await scrapAppliance(one.device, jobId, applianceId);
    const scrapped = anAppliance({ scrapped: true, scrappedDateTime: at(), modifiedOn: at() });
    expect(await readAppliance(one.device, jobId, applianceId)).toEqual(scrapped);
    one.moveTo(1);
    expect(await scrapAppliance(one.device, jobId, applianceId)).toEqual({
      ok: true,
      value: scrapped,
    });
    await reinstateAppliance(one.device, jobId, applianceId);
    expect(await readAppliance(one.device, jobId, applianceId)).toEqual(
      anAppliance({ modifiedOn: at(1) }),
    );
  });

  it("a scrapped appliance is reinstated before it is edited", async () => {
    const { device } = await inside({ appliances: [anAppliance({ scrapped: true })] });
    expect(await updateAppliance(device, jobId, applianceId, answers)).toEqual({
      ok: false,
      refusal: "appliance-scrapped",
    });
  });
});

describe("An appliance added by the engineer", () => {
  it("is deleted instead of scrapped", async () => {
    const { device } = await inside({ appliances: [anAppliance({ addedByEngineer: true })] });
    expect(await scrapAppliance(device, jobId, applianceId)).toEqual({
      ok: false,
      refusal: "added-by-engineer",
    });
    expect(await removeAppliance(device, jobId, applianceId)).toMatchObject({ ok: true });
    expect(await device.database.propertyAppliance.count()).toBe(0);
  });

  it("is deleted with the photos that were not saved with it", async () => {
    const { device, images } = await inside({
      appliances: [anAppliance({ addedByEngineer: true })],
    });
    const photo = { jobId, purpose: "appliance", file: new Blob(["x"]) } as const;
    await addPhoto(device, { ...photo, entityId: applianceId });
    await removeAppliance(device, jobId, applianceId);
    expect(await images()).toEqual([]);
  });

  it("is the only kind that is deleted", async () => {
    const { device } = await inside({ appliances: [anAppliance()] });
    expect(await removeAppliance(device, jobId, applianceId)).toEqual({
      ok: false,
      refusal: "not-added-by-engineer",
    });
  });
});

it("An appliance of another property, or another engineer's job, is not found", async () => {
  const { device } = await inside({ appliances: [anAppliance({ propertyId: entityId(98) })] });
  const refusal = { ok: false, refusal: "not-found" };
  expect(await updateAppliance(device, jobId, applianceId, answers)).toEqual(refusal);
  expect(await scrapAppliance(device, colleaguesJobId, applianceId)).toEqual(refusal);
  expect(await readAppliance(device, jobId, applianceId)).toBeUndefined();
});

it("Once access is lost appliances are read-only", async () => {
  const { device } = await inside({ job: { status: "OnSite" }, appliances: [anAppliance()] });
  const refusal = { ok: false, refusal: "access-not-gained" };
  expect(await addAppliance(device, jobId, answers)).toEqual(refusal);
  expect(await updateAppliance(device, jobId, applianceId, answers)).toEqual(refusal);
  expect(await scrapAppliance(device, jobId, applianceId)).toEqual(refusal);
  expect(await reinstateAppliance(device, jobId, applianceId)).toEqual(refusal);
  expect(await removeAppliance(device, jobId, applianceId)).toEqual(refusal);
});
