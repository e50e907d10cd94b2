import type { DataRow, JobCustomForm, PropertyAppliance } from "@fieldfare/contract";
import {
  beginForm,
  checkEditable,
  completeForm as complete,
  correctRecordedAppliances,
  done,
  findUnlistedRows,
  formIds,
  formRemovalRefusal,
  type FormAnswers,
  newFormEntry,
  refused,
  requirementFor,
  saveForm as save,
  withApplianceIds,
  withNoticeQuoted,
  withoutNoticeQuoted,
} from "@fieldfare/domain";
import type { FormBundle, FormBundleRow, JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { type FormDraft, parseFormDraft, formDraftKind } from "../drafts/form-drafts.ts";
import { act, type Actor, findJob } from "./act.ts";
import { newAppliance } from "./appliances.ts";
import { imageTables } from "./images.ts";
import { removeTakenOverSignature } from "./taken-over-signature.ts";
import { editWork, queueDraftPhotos, deleteDraftPhotos } from "./work.ts";

/** Adds a form that the engineer has picked from those offered. A job has each form once. */
export function addForm(device: Device, jobId: string, form: DataRow<"CustomForm">) {
  return editWork(device, jobId, [], async (actor, job) => {
    if (requirementFor(form, job) === null) return refused("form-not-offered");
    const { customFormId } = form;
    if (findEntry(job, customFormId)) return refused("form-already-added");
    const entry = newFormEntry(form, { job, addedByUser: true, at: actor.at });
    await actor.unit.put("job", { ...job, customForms: [...job.customForms, entry] });
    return done(entry);
  });
}

/**
 * Removes an added form with its answers and its unsent photos. A form that the office asks for
 * stays. A record that quotes a removed warning notice loses its number and has to be completed again.
 */
export function removeForm(device: Device, jobId: string, customFormId: string) {
  return editWork(device, jobId, [...imageTables, "formKit"], async (actor, job) => {
    const entry = findEntry(job, customFormId);
    if (!entry) return refused("not-found");
    const refusal = formRemovalRefusal(entry, job.sentForms);
    if (refusal) return refused(refusal);
    const otherForms = job.customForms.filter((other) => other !== entry);
    const customForms =
      customFormId === formIds.warningNotice
        ? await withNoticeRemoved(actor, job, { notice: entry, otherForms })
        : otherForms;
    await removeTakenOverSignature(actor, job, customForms);
    await actor.unit.put("job", { ...job, customForms });
    await actor.unit.remove("formKit", [jobId, customFormId]);
    for (const kind of [formDraftKind(customFormId), `unshown:${customFormId}`])
      await actor.unit.remove("draft", [jobId, kind]);
    await deleteDraftPhotos(actor, jobId, "form", customFormId);
    return done(true);
  });
}

/** The other forms of the job, the gas safety record without the number of the notice that is removed. */
async function withNoticeRemoved(
  actor: Actor,
  job: JobRow,
  forms: { readonly notice: JobCustomForm; readonly otherForms: readonly JobCustomForm[] },
): Promise<JobCustomForm[]> {
  const { notice, otherForms } = forms;
  const kind = formDraftKind(formIds.gasSafetyRecord);
  const row = await actor.unit.database.draft.get([job.jobId, kind]);
  const draft = row ? parseFormDraft(row.values) : null;
  const draftAnswers = draft && withoutNoticeQuoted(draft.answers, notice);
  if (row && draft && draftAnswers) {
    const values: FormDraft = { ...draft, answers: draftAnswers };
    await actor.unit.put("draft", { ...row, values });
  }
  return otherForms.map((entry) => {
    if (entry.customFormId !== formIds.gasSafetyRecord || !entry.completedForm) return entry;
    const answers = withoutNoticeQuoted(entry.completedForm, notice);
    return answers ? save(entry, answers, actor.at) : entry;
  });
}

/**
 * Sets the form to "in progress" with its first answer and stores the form version that it was
 * begun with, so that no later version replaces it.
 */
export function beginJobForm(
  device: Device,
  jobId: string,
  customFormId: string,
  input: { readonly bundle: FormBundle; readonly draft: FormDraft },
) {
  return editWork(device, jobId, ["formKit"], async (actor, job) => {
    const entry = findEntry(job, customFormId);
    if (!entry) return refused("not-found");
    const { bundle, draft } = input;
    const startedEntry = beginForm(entry, bundle.definition);
    const storedBundle = await actor.unit.database.formKit.get([jobId, customFormId]);
    if (!storedBundle) await actor.unit.put("formKit", { jobId, customFormId, kit: bundle });
    await actor.unit.put("draft", draftRow(actor, jobId, customFormId, draft));
    return done(await putEntry(actor, job, save(startedEntry, draft.answers, actor.at)));
  });
}

/** Saves the answers between two pages and when the engineer leaves the form. */
export function saveJobForm(
  device: Device,
  jobId: string,
  customFormId: string,
  answers: FormAnswers,
) {
  return editWork(device, jobId, [], async (actor, job) => {
    const entry = findEntry(job, customFormId);
    if (!entry) return refused("not-found");
    return done(await putEntry(actor, job, save(entry, answers, actor.at)));
  });
}

/**
 * Completes the form and queues its photos. The gas safety record quotes the warning notice from
 * then on, whichever of the two is completed last. Appliances that only the record has are added to
 * those of the property, and the answers name them by id. `lists` holds the lookup lists that the
 * form was filled in with.
 */
export function completeJobForm(
  device: Device,
  jobId: string,
  customFormId: string,
  input: {
    readonly bundle: FormBundle;
    readonly answers: FormAnswers;
    readonly lists: readonly DataRow<"DomainData">[];
  },
) {
  return editWork(device, jobId, ["image", "formKit", "propertyAppliance"], async (actor, job) => {
    const entry = findEntry(job, customFormId);
    if (!entry) return refused("not-found");
    const { bundle, lists } = input;
    const storedBundle = await actor.unit.database.formKit.get([jobId, customFormId]);
    const bundleRow: FormBundleRow = storedBundle ?? {
      jobId,
      customFormId,
      kit: bundle,
    };
    const { recordedAppliances = {} } = bundleRow;
    const { answers, added, written } =
      customFormId === formIds.gasSafetyRecord
        ? await listAppliances(device, actor, job, {
            answers: input.answers,
            lists,
            recordedAppliances,
          })
        : { answers: input.answers, added: [], written: [] };
    if (written.length > 0)
      await actor.unit.put("formKit", {
        ...bundleRow,
        recordedAppliances: {
          ...recordedAppliances,
          ...Object.fromEntries(written.map((one) => [one.propertyAssetId, one.modifiedOn])),
        },
      });
    else if (!storedBundle) await actor.unit.put("formKit", bundleRow);
    await queueDraftPhotos(device, actor, job, "form", customFormId, false);
    await actor.unit.remove("draft", [jobId, formDraftKind(customFormId)]);
    const startedEntry = beginForm(entry, bundle.definition);
    const completed = await putEntry(actor, job, complete(startedEntry, answers, actor.at));
    return done({ entry: completed, added });
  });
}

/**
 * Adds the appliances that only the record has to those of the property; the answers name each by
 * its id. A correction also changes those that the record added, unless they were changed since.
 */
async function listAppliances(
  device: Device,
  actor: Actor,
  job: JobRow,
  input: {
    readonly answers: FormAnswers;
    readonly lists: readonly DataRow<"DomainData">[];
    readonly recordedAppliances: Readonly<Record<string, string>>;
  },
) {
  const { answers, lists, recordedAppliances } = input;
  const { propertyId } = job.property;
  const { propertyAppliance } = actor.unit.database;
  const existing = await propertyAppliance.where("propertyId").equals(propertyId).toArray();
  const recorded = existing.filter(
    (one) => recordedAppliances[one.propertyAssetId] === one.modifiedOn,
  );
  const corrected = correctRecordedAppliances(answers, recorded, lists, actor.at);
  for (const appliance of corrected) await actor.unit.put("propertyAppliance", appliance);
  const rows = findUnlistedRows(answers, existing, lists, job.removed?.propertyAssetIds);
  const added: PropertyAppliance[] = [];
  const count = rows.filter(({ kind }) => kind !== "listed").length;
  const ids = new Map<number, string>();
  for (const row of rows) {
    if (row.kind === "listed") ids.set(row.index, row.propertyAssetId);
    else {
      // One after the other, so that all lists have the order of the record, and none after its completion.
      const at = new Date(actor.at.getTime() - (count - 1 - added.length));
      const appliance = newAppliance(device, { ...actor, at }, job, row.details);
      await actor.unit.put("propertyAppliance", appliance);
      ids.set(row.index, appliance.propertyAssetId);
      added.push(appliance);
    }
  }
  return { answers: withApplianceIds(answers, ids), added, written: [...corrected, ...added] };
}

/**
 * Returns the forms of a job as they go out with its close, including answers since the last save.
 */
export async function readLatestForms(
  actor: Actor,
  job: JobRow,
): Promise<readonly JobCustomForm[]> {
  const latestForms = await Promise.all(
    job.customForms.map(async (entry) => {
      if (entry.completionStatus !== "InProgress") return entry;
      const kind = formDraftKind(entry.customFormId);
      const row = await actor.unit.database.draft.get([job.jobId, kind]);
      const draft = row ? parseFormDraft(row.values) : null;
      return row && draft ? save(entry, draft.answers, new Date(row.modifiedOn)) : entry;
    }),
  );
  return withNoticeQuoted(latestForms);
}

/**
 * Saves the answers since the last save to the job, as after the app was killed, and returns the forms. The close wizard begins
 * with it: it takes over no signature that was removed from a form since.
 */
export function saveLatestForms(device: Device, jobId: string) {
  return act(device, ["job", "draft"], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const allowed = checkEditable(job.value);
    if (!allowed.ok) return allowed;
    const { customForms } = job.value;
    const latestForms = [...(await readLatestForms(actor, job.value))];
    if (formatAnswers(latestForms) === formatAnswers(customForms)) return done(customForms);
    await removeTakenOverSignature(actor, job.value, latestForms);
    await actor.unit.put("job", { ...job.value, customForms: latestForms });
    return done(latestForms);
  });
}

function formatAnswers(forms: readonly JobCustomForm[]): string {
  return JSON.stringify(forms.map(({ completedForm }) => completedForm));
}

function findEntry(job: JobRow, customFormId: string): JobCustomForm | undefined {
  return job.customForms.find((entry) => entry.customFormId === customFormId);
}

async function putEntry(actor: Actor, job: JobRow, entry: JobCustomForm): Promise<JobCustomForm> {
  const customForms = job.customForms.map((other) =>
    other.customFormId === entry.customFormId ? entry : other,
  );
  await removeTakenOverSignature(actor, job, customForms);
  await actor.unit.put("job", {
    ...job,
    customForms: withNoticeQuoted(customForms),
  });
  return entry;
}

function draftRow(actor: Actor, jobId: string, customFormId: string, values: FormDraft) {
  return {
    jobId,
    kind: formDraftKind(customFormId),
    values,
    modifiedOn: actor.at.toISOString(),
  };
}
