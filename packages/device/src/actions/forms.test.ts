import type { DataRow, JobCustomForm, Payload, PropertyAppliance } from "@fieldfare/contract";
import { findChangedAppliances, type FormAnswers, formIds } from "@fieldfare/domain";
import { afterEach, describe, expect, it } from "vitest";
import { readFormDraft, saveFormDraft, saveUnsupportedForm } from "../drafts/form-drafts.ts";
import { readImagesByIds } from "../reading/forms.ts";
import { readAppliances } from "../reading/jobs.ts";
import {
  readFormCards,
  readJobForm,
  readOfferedForms,
  readUnopenableForms,
} from "../reading/job-forms.ts";
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
import { aForm, anEntry, putForms } from "../testing/form-builders.ts";
import { anAppliance } from "../testing/work-builders.ts";
import { removeAppliance } from "./appliances.ts";
import { checkOutcome, closeJob } from "./closing.ts";
import { addForm, beginJobForm, completeJobForm, removeForm, saveJobForm } from "./forms.ts";
import { rememberAnswers } from "./form-memory.ts";
import { addPhoto, deletePhoto } from "./images.ts";
import { advanceJob, cancelJob, placeHold, releaseHold } from "./job-life.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: EngineerSetup) => (engineer = await anEngineerInside(given));
const withForm = (of: Parameters<typeof anEntry>[0] = {}) =>
  inside({ job: { storedOn: at(-60), customForms: [anEntry(of)] } });

const { customFormId } = aForm();
const bundle = { definition: aForm(), subForms: [] };
const aFormDraft = (answers: Record<string, unknown>) => ({
  answers,
  page: "one",
  panel: null,
  camera: null,
});
const startForm = ({ device }: Engineer, answers: Record<string, unknown> = { remarks: "f" }) =>
  beginJobForm(device, jobId, customFormId, { bundle, draft: aFormDraft(answers) });
const readEntry = async (one: Engineer) => (await one.job()).customForms[0];

const aChoice = (fieldName: string, value: number, text: string): DataRow<"DomainData"> => ({
  domainDataId: value,
  entityCode: 1000,
  fieldName,
  value,
  text,
  sortOrder: 1,
  requiresAdditionalText: false,
});

describe("Removing a form", () => {
  it("that the engineer added deletes its answers, its photos and its version", async () => {
    const added = await withForm({ addedByUser: true });
    const { device, job } = added;
    await startForm(added);
    await saveUnsupportedForm(device, jobId, aForm());
    const photo = {
      jobId,
      entityId: customFormId,
      purpose: "form",
      file: new Blob(["x"]),
    } as const;
    await addPhoto(device, photo);
    expect(await removeForm(device, jobId, customFormId)).toMatchObject({ ok: true });
    expect((await job()).customForms).toEqual([]);
    const { draft, formKit, image } = device.database;
    expect([await draft.count(), await formKit.count(), await image.count()]).toEqual([0, 0, 0]);
    expect(await addForm(device, jobId, aForm())).toMatchObject({ ok: true });
  });

  it("is refused once the form was sent, as with a cancel", async () => {
    const added = await withForm({ addedByUser: true });
    const { device, job, queued } = added;
    await startForm(added);
    await placeHold(device, jobId, { holdReasonId: 1, holdDescription: null, reasons: [] });
    await releaseHold(device, jobId);
    expect(await cancelJob(device, jobId)).toMatchObject({ ok: true });
    expect((await queued()).at(-1)?.payload).toMatchObject({
      job: { customForms: [{ customFormId }] },
    });
    for (const from of ["New", "Travelling", "OnSite"] as const)
      expect(await advanceJob(device, jobId, from)).toMatchObject({ ok: true });
    const before = await job();
    expect(await removeForm(device, jobId, customFormId)).toEqual({
      ok: false,
      refusal: "form-sent",
    });
    expect(await job()).toEqual(before);
    const other = aForm({ customFormId: entityId(62) });
    expect(await addForm(device, jobId, other)).toMatchObject({ ok: true });
    expect(await removeForm(device, jobId, entityId(62))).toMatchObject({ ok: true });
  });

  it("is refused for one that the office asks for, and for one that is not there", async () => {
    const { device, job } = await withForm();
    const before = await job();
    expect(await removeForm(device, jobId, customFormId)).toEqual({
      ok: false,
      refusal: "form-not-added-by-engineer",
    });
    expect(await removeForm(device, jobId, entityId(62))).toMatchObject({ refusal: "not-found" });
    expect(await job()).toEqual(before);
  });
});

describe("Adding a form", () => {
  it("puts a form that is offered into the job as user-added", async () => {
    const { device, job, queued } = await inside();
    const added = await addForm(device, jobId, aForm());
    expect(added).toMatchObject({ ok: true, value: { usageRequirement: 0, addedByUser: true } });
    expect((await job()).customForms).toEqual([added.ok && added.value]);
    expect(await queued()).toEqual([]);
  });

  it("refuses one that the job has, and one that is not for such a job", async () => {
    const { device } = await withForm();
    expect(await addForm(device, jobId, aForm())).toEqual({
      ok: false,
      refusal: "form-already-added",
    });
    const other = aForm({ customFormId: entityId(62), jobCategoryId: 99 });
    expect(await addForm(device, jobId, other)).toEqual({ ok: false, refusal: "form-not-offered" });
  });

  it("is refused before access is gained, and on another engineer's job", async () => {
    const { device } = await inside({ job: { status: "OnSite" } });
    expect(await addForm(device, jobId, aForm())).toMatchObject({ refusal: "access-not-gained" });
    expect(await addForm(device, colleaguesJobId, aForm())).toMatchObject({ refusal: "not-found" });
  });

  it("is offered by kind of job, without sub-forms and without those of the job", async () => {
    const { device, job } = await withForm();
    const offered = aForm({ customFormId: entityId(62), jobCategoryId: 1 });
    await putForms(device.shared, [
      aForm(),
      offered,
      aForm({ customFormId: entityId(63), jobCategoryId: 2 }),
      aForm({
        customFormId: entityId(64),
        definition: { ...aForm().definition, isSubForm: true },
      }),
    ]);
    expect(await readOfferedForms(device, await job())).toEqual([offered]);
  });
});

describe("A form of a job", () => {
  it("is not started before the first answer; then in progress, with the version it was begun with", async () => {
    const one = await withForm();
    const { device, job } = one;
    await putForms(device.shared, [aForm()]);
    expect(await readFormCards(device, await job())).toMatchObject([
      { name: "Alarm test", description: "Smoke and CO alarms" },
    ]);
    expect(await readJobForm(device, jobId, customFormId)).toMatchObject({
      bundle,
      draft: null,
    });
    await startForm(one);
    expect(await readEntry(one)).toMatchObject({
      completionStatus: "InProgress",
      version: 1,
      completedForm: { remarks: "f" },
      savedOnDateTime: at(),
    });
    expect(await readFormDraft(device, jobId, customFormId)).toEqual(aFormDraft({ remarks: "f" }));
  });

  it("that nobody has begun takes a newer version of its definition; one in progress never does", async () => {
    const newer = aForm({ version: 2, customFormDefinitionId: entityId(72) });
    const one = await withForm();
    const { device } = one;
    await putForms(device.shared, [newer]);
    expect((await readJobForm(device, jobId, customFormId))?.bundle?.definition.version).toBe(2);
    await startForm(one);
    expect(await readEntry(one)).toMatchObject({ version: 1 });
    expect((await readJobForm(device, jobId, customFormId))?.bundle?.definition.version).toBe(1);
  });

  it("keeps its definition and its answers when the office withdraws the form", async () => {
    const one = await withForm();
    const { device } = one;
    await startForm(one);
    await putForms(device.shared, []);
    expect(await readJobForm(device, jobId, customFormId)).toMatchObject({
      bundle,
      draft: { answers: { remarks: "f" } },
    });
  });

  it("without a definition anywhere says so and keeps its answers", async () => {
    const one = await withForm({
      completionStatus: "InProgress",
      completedForm: { remarks: "flat" },
    });
    expect(await readJobForm(one.device, jobId, customFormId)).toMatchObject({
      bundle: null,
      entry: { completedForm: { remarks: "flat" } },
    });
    expect(await readFormCards(one.device, await one.job())).toMatchObject([{ name: null }]);
  });

  it("includes its sub-forms, at any depth and in circles", async () => {
    const [outer, inner] = [entityId(62), entityId(63)];
    const holding = (subForm: string) => ({
      ...aForm().definition,
      content: { pages: [{ elements: [{ type: "paneldynamic", name: "a", subForm }] }] },
    });
    const { device } = await inside({ job: { customForms: [anEntry({ customFormId: outer })] } });
    await putForms(device.shared, [
      aForm({ customFormId: outer, definition: holding(inner) }),
      aForm({ customFormId: inner, definition: holding(outer) }),
    ]);
    const opened = await readJobForm(device, jobId, outer);
    expect(opened?.bundle?.subForms.map((form) => form.customFormId)).toEqual([inner, outer]);
  });

  it("is saved between pages and when the engineer leaves it", async () => {
    const one = await withForm();
    await startForm(one);
    one.moveTo(5);
    await saveJobForm(one.device, jobId, customFormId, { remarks: "flat" });
    expect(await readEntry(one)).toMatchObject({
      completionStatus: "InProgress",
      completedForm: { remarks: "flat" },
      savedOnDateTime: at(5),
      completedOn: null,
    });
  });

  it("is complete with its time; its photos are queued and the draft ends", async () => {
    const one = await withForm();
    const { device, queued } = one;
    await startForm(one);
    const file = new Blob([new Uint8Array([0xff, 0xd8, 0xff])]);
    const photo = await addPhoto(device, { jobId, entityId: customFormId, purpose: "form", file });
    if (!photo.ok) throw new Error(photo.refusal);
    one.moveTo(9);
    const answers = { remarks: "flat", photos: [{ imageId: photo.value.imageId }] };
    await completeJobForm(device, jobId, customFormId, { bundle, answers, lists: [] });
    expect(await readEntry(one)).toMatchObject({
      completionStatus: "Complete",
      completedForm: answers,
      completedOn: at(9),
    });
    expect(await readFormDraft(device, jobId, customFormId)).toBeNull();
    expect(await queued()).toMatchObject([
      { type: "JobImage", payload: { entityId: customFormId, associateToJob: false } },
    ]);
    expect(await deletePhoto(device, photo.value.imageId)).toMatchObject({
      refusal: "already-queued",
    });
    expect(await readImagesByIds(device, jobId, [photo.value.imageId, entityId(99)])).toHaveLength(
      1,
    );
    expect(await readImagesByIds(device, colleaguesJobId, [photo.value.imageId])).toEqual([]);
  });

  it("of gas safety adds the appliances that only it has to those of the property, once", async () => {
    const customFormId = formIds.gasSafetyRecord;
    const record = aForm({ customFormId });
    const known = anAppliance();
    const one = await inside({
      job: { customForms: [anEntry({ customFormId })] },
      appliances: [known],
    });
    const { device } = one;
    const lists = [aChoice("Type", 5, "Gas fire"), aChoice("Location", 2, "Lounge")];
    const listed = { propertyAssetId: known.propertyAssetId, type: "Combi boiler" };
    const fire = { type: "Gas fire", location: "Lounge", make: "Valor" };
    const complete = (answers: object) =>
      completeJobForm(device, jobId, customFormId, {
        bundle: { definition: record, subForms: [] },
        answers: { ...answers },
        lists,
      });
    const result = await complete({ appliances: [listed, fire] });
    if (!result.ok) throw new Error(result.refusal);
    const [added] = result.value.added;
    expect(added).toMatchObject({
      propertyId: known.propertyId,
      type: 5,
      location: 2,
      unknownManufacturerName: "Valor",
      fuelType: null,
      addedByEngineer: true,
      scrapped: false,
    });
    const stored = () => device.database.propertyAppliance.toArray();
    expect((await stored()).filter(({ type }) => type === 5)).toEqual([added]);
    // The record names the appliance, so a correction neither adds it again nor restores a removed
    // one.
    const { completedForm } = result.value.entry;
    const named = { ...fire, propertyAssetId: added?.propertyAssetId };
    expect(completedForm).toEqual({ appliances: [listed, named] });
    expect(await complete({ ...completedForm })).toMatchObject({ value: { added: [] } });
    expect(await removeAppliance(device, jobId, added?.propertyAssetId ?? "")).toMatchObject({
      ok: true,
    });
    // The signed record names it, so it is opened again with its answers.
    expect(await readEntry(one)).toMatchObject({ completionStatus: "InProgress", completedForm });
    expect(await complete({ ...completedForm })).toMatchObject({ value: { added: [] } });
    expect((await stored()).map(({ type }) => type)).toEqual([known.type]);
  });

  it("of gas safety adds several appliances in its own order", async () => {
    const customFormId = formIds.gasSafetyRecord;
    const one = await inside({ job: { customForms: [anEntry({ customFormId })] } });
    const types = [9, 6, 8, 5, 7];
    await completeJobForm(one.device, jobId, customFormId, {
      bundle: { definition: aForm({ customFormId }), subForms: [] },
      answers: { appliances: types.map((type) => ({ type: `Type ${type}` })) },
      lists: types.map((type) => aChoice("Type", type, `Type ${type}`)),
    });
    const { property, customForms } = await one.job();
    const listed = await readAppliances(one.device, property.propertyId);
    expect(listed.map(({ type }) => type)).toEqual(types);
    expect(findChangedAppliances(customForms, listed), "none is newer than the record").toEqual([]);
  });

  it("of gas safety corrects the appliance that it added, until the engineer changes that one", async () => {
    const customFormId = formIds.gasSafetyRecord;
    const one = await inside({ job: { customForms: [anEntry({ customFormId })] } });
    const { device } = one;
    const complete = async (answers: FormAnswers) => {
      const result = await completeJobForm(device, jobId, customFormId, {
        bundle: { definition: aForm({ customFormId }), subForms: [] },
        answers,
        lists: [
          aChoice("Type", 5, "Gas fire"),
          aChoice("Type", 6, "Hob"),
          aChoice("Location", 2, "Lounge"),
          aChoice("Location", 3, "Kitchen"),
        ],
      });
      return result.ok ? (result.value.entry.completedForm ?? {}) : {};
    };
    const [onlyRow] = (
      await complete({
        appliances: [{ type: "Gas fire", location: "Lounge", serialNumber: "AB1" }],
      })
    )["appliances"] as Record<string, string>[];
    const correct = (answers: object) => complete({ appliances: [{ ...onlyRow, ...answers }] });
    const stored = () => device.database.propertyAppliance.toArray();
    const [first] = await stored();
    // A correction goes through "in progress", which replaces the completed answers.
    one.moveTo(1);
    await saveJobForm(device, jobId, customFormId, { appliances: [] });
    await correct({ serialNumber: "AB2" });
    one.moveTo(2);
    await correct({ type: "Hob", location: "Kitchen", serialNumber: "AB3" });
    const corrected = { ...first, type: 6, location: 3, serialNumber: "AB3", modifiedOn: at(2) };
    expect(await stored()).toEqual([corrected]);
    one.moveTo(3);
    await correct({ type: "Hob", location: "Kitchen", serialNumber: "AB3" });
    expect(await stored()).toEqual([corrected]);
    const byHand = { ...corrected, serialNumber: "AB4", modifiedOn: at(3) } as PropertyAppliance;
    await device.database.propertyAppliance.put(byHand);
    await correct({ serialNumber: "AB5" });
    expect(await stored()).toEqual([byHand]);
  });

  it("of gas safety sends what it added with the close of the job", async () => {
    const customFormId = formIds.gasSafetyRecord;
    const one = await inside({ job: { customForms: [anEntry({ customFormId })] } });
    await completeJobForm(one.device, jobId, customFormId, {
      bundle: { definition: aForm({ customFormId }), subForms: [] },
      answers: { appliances: [{ type: "Gas fire" }] },
      lists: [aChoice("Type", 5, "Gas fire")],
    });
    expect(await closeJob(one.device, jobId, closeAnswers())).toMatchObject({ ok: true });
    const close = (await one.queued()).find(({ type }) => type === "JobClose");
    const { job } = (close?.payload ?? {}) as Partial<Payload<"JobClose">>;
    expect(job?.propertyAssets).toContainEqual(
      expect.objectContaining({ type: 5, addedByEngineer: true }),
    );
  });

  it("that is complete is in progress again with its first correction", async () => {
    const one = await withForm();
    await startForm(one);
    await completeJobForm(one.device, jobId, customFormId, {
      bundle,
      answers: { remarks: "flat" },
      lists: [],
    });
    await startForm(one, { remarks: "flat 2" });
    expect(await readEntry(one)).toMatchObject({
      completionStatus: "InProgress",
      completedForm: { remarks: "flat 2" },
      completedOn: null,
    });
  });

  it("cannot be changed while the job may not be edited", async () => {
    const one = await withForm();
    await one.device.database.job.update(jobId, { status: "OnSite" });
    for (const refused of [
      await startForm(one),
      await saveJobForm(one.device, jobId, customFormId, {}),
      await completeJobForm(one.device, jobId, customFormId, { bundle, answers: {}, lists: [] }),
    ])
      expect(refused).toEqual({ ok: false, refusal: "access-not-gained" });
    expect(await readEntry(one)).toEqual(anEntry());
  });

  it("counts the appliances of the property in the order in which they were made", async () => {
    const anApplianceAt = (number: number, minutes: number) =>
      anAppliance({ propertyAssetId: entityId(number), createdOn: at(minutes) });
    const { device } = await inside({
      job: { customForms: [anEntry()] },
      appliances: [anApplianceAt(41, 2), anApplianceAt(42, 3), anApplianceAt(43, 1)],
    });
    const opened = await readJobForm(device, jobId, customFormId);
    const ids = opened?.appliances.map(({ propertyAssetId }) => propertyAssetId);
    expect(ids).toEqual([entityId(43), entityId(41), entityId(42)]);
  });

  it("of another engineer is not read", async () => {
    const one = await withForm();
    await one.device.database.job.update(colleaguesJobId, { customForms: [anEntry()] });
    expect(await readJobForm(one.device, colleaguesJobId, customFormId)).toBeUndefined();
    expect(await readJobForm(one.device, jobId, entityId(99))).toBeUndefined();
  });

  it("stores a megabyte of answers", async () => {
    const one = await withForm();
    const remarks = "x".repeat(1_000_000);
    await startForm(one, { remarks });
    expect((await readEntry(one))?.completedForm).toEqual({ remarks });
  });

  it("goes out with the close with its last answers, including those since the last save", async () => {
    const one = await withForm();
    const { device, queued } = one;
    await startForm(one);
    one.moveTo(3);
    await saveFormDraft(device, jobId, customFormId, aFormDraft({ remarks: "flat battery" }));
    one.moveTo(30);
    const closed = await closeJob(device, jobId, closeAnswers({ outcomeId: 8 }));
    expect(closed).toMatchObject({ ok: true });
    const close = (await queued()).find(({ type }) => type === "JobClose");
    expect(close?.payload).toMatchObject({
      job: {
        customForms: [
          {
            completionStatus: "InProgress",
            completedForm: { remarks: "flat battery" },
            savedOnDateTime: at(3),
          },
        ],
      },
    });
  });
});

describe("A required form that nobody can open", () => {
  const required = { usageRequirement: 3 } as const;
  const syncWithout = (
    { device }: Engineer,
    ...missingForms: readonly Pick<JobCustomForm, "jobId" | "customFormId">[]
  ) =>
    device.shared.setting.update(1, {
      "sync.status": { dateLastSync: at(-59), size: 1, missingForms },
    });
  const readOutcomeIssues = async ({ device }: Engineer) =>
    checkOutcome(device, jobId, 1, await readUnopenableForms(device, jobId));

  it("blocks the close as long as its definition may still come", async () => {
    const one = await withForm(required);
    expect(await readOutcomeIssues(one)).toEqual(["formsIncomplete"]);
    await syncWithout(one, { jobId: colleaguesJobId, customFormId });
    expect(await readOutcomeIssues(one)).toEqual(["formsIncomplete"]);
    await syncWithout(one, { jobId, customFormId });
    await putForms(one.device.shared, [aForm()]);
    expect(await readOutcomeIssues(one)).toEqual(["formsIncomplete"]);
  });

  it("no longer blocks it when the office has withdrawn the form, and the close says so", async () => {
    const one = await withForm(required);
    const { device, job, queued } = one;
    await syncWithout(one, { jobId, customFormId });
    expect(await readFormCards(device, await job())).toMatchObject([{ isUnopenable: true }]);
    expect(await readOutcomeIssues(one)).toEqual([]);
    expect(await closeJob(device, jobId, closeAnswers())).toMatchObject({
      refusal: "formsIncomplete",
    });
    const unopenable = await readUnopenableForms(device, jobId);
    expect(await closeJob(device, jobId, closeAnswers({ unopenable }))).toMatchObject({ ok: true });
    const close = (await queued()).find(({ type }) => type === "JobClose");
    expect(close?.payload).toMatchObject({
      job: { customForms: [{ completionStatus: "NotStarted", cannotBeOpened: true }] },
    });
  });

  it("can be opened on a revisit, whatever the phone of the earlier visit could not open", async () => {
    const one = await withForm({ ...required, cannotBeOpened: true });
    await putForms(one.device.shared, [aForm()]);
    await syncWithout(one, { jobId, customFormId });
    expect(await readOutcomeIssues(one)).toEqual(["formsIncomplete"]);
  });

  it("is none that was begun: that opens with the version it was begun with", async () => {
    const one = await withForm(required);
    await startForm(one);
    await syncWithout(one, { jobId, customFormId });
    expect(await readOutcomeIssues(one)).toEqual(["formsIncomplete"]);
  });

  it("no longer blocks it when this app cannot show the form, until there is another version", async () => {
    const one = await withForm(required);
    const { device } = one;
    await putForms(device.shared, [aForm()]);
    await saveUnsupportedForm(device, jobId, aForm());
    expect(await readOutcomeIssues(one)).toEqual([]);
    await putForms(device.shared, [aForm({ version: 2, customFormDefinitionId: entityId(72) })]);
    expect(await readOutcomeIssues(one)).toEqual(["formsIncomplete"]);
  });
});

describe("An engineer's last answers", () => {
  it("are offered by the next form", async () => {
    const { device } = await withForm();
    await rememberAnswers(device, { businessName: "Example Gas" });
    await rememberAnswers(device, { engineerIdCard: "1234567" });
    expect((await readJobForm(device, jobId, customFormId))?.rememberedAnswers).toEqual({
      businessName: "Example Gas",
      engineerIdCard: "1234567",
    });
  });
});
