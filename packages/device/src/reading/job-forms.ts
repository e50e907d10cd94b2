import type { DataRow, JobCustomForm } from "@fieldfare/contract";
import {
  customerSignature,
  type CustomerSignature,
  type Danger,
  dangersOnRecord,
  formIds,
  offeredForms,
  type RecordAnswer,
  recordAnswersFromNotice,
} from "@fieldfare/domain";
import type { FormBundle, JobRow, PropertyAppliance, PropertyTenant } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readAppliances, readOwnJob, readTenants } from "./jobs.ts";
import { type FormDraft, readFormDraft, readUnsupportedForm } from "../drafts/form-drafts.ts";
import { readCurrentForms } from "./forms.ts";
import { findForm, readDomainData, readReference } from "../reference-data/reference.ts";

type FormDefinition = DataRow<"CustomForm">;

/**
 * A form of the job with the name and text of its definition; null when this device does not have
 * it.
 */
export interface FormCard {
  readonly entry: JobCustomForm;
  readonly name: string | null;
  readonly description: string | null;
  /** The form is incomplete and nobody can complete it. */
  readonly isUnopenable: boolean;
}

/**
 * Reads the forms of a job with their names; a name is null while its definition is not on this
 * phone.
 */
export async function readFormCards(device: Device, job: JobRow): Promise<readonly FormCard[]> {
  const unopenable = await findUnopenableForms(device, job);
  return Promise.all(
    job.customForms.map(async (entry) => {
      const storedBundle = await readStoredBundle(device, job.jobId, entry.customFormId);
      const form = storedBundle?.definition ?? (await findForm(device, entry.customFormId));
      const content = form?.definition;
      return {
        entry,
        name: content?.name ?? null,
        description: content?.description ?? null,
        isUnopenable: unopenable.includes(entry.customFormId),
      };
    }),
  );
}

/** Returns the ids of a job's incomplete forms that this phone cannot open. */
export async function readUnopenableForms(
  device: Device,
  jobId: string,
): Promise<readonly string[]> {
  const job = await readOwnJob(device, jobId);
  return job ? findUnopenableForms(device, job) : [];
}

async function findUnopenableForms(device: Device, job: JobRow): Promise<readonly string[]> {
  const settings = await device.shared.setting.get(1);
  const missingForms = settings?.sync.status.missingForms ?? [];
  const unopenableIds = await Promise.all(
    job.customForms.map(async (entry) => {
      if (entry.completionStatus === "Complete") return [];
      const isLost = await isUnopenable(device, entry, missingForms);
      return isLost ? [entry.customFormId] : [];
    }),
  );
  return unopenableIds.flat();
}

/**
 * True when the definition was withdrawn: a sync that began after the phone had the form did not
 * bring it.
 * Also true when this app cannot show its version.
 */
async function isUnopenable(
  device: Device,
  { jobId, customFormId }: JobCustomForm,
  missingForms: readonly Pick<JobCustomForm, "jobId" | "customFormId">[],
): Promise<boolean> {
  const bundle = await readFormBundle(device, jobId, customFormId);
  if (!bundle)
    return missingForms.some(
      (missing) => missing.jobId === jobId && missing.customFormId === customFormId,
    );
  const unsupportedVersion = await readUnsupportedForm(device, jobId, customFormId);
  return unsupportedVersion === bundle.definition.customFormDefinitionId;
}

/** Returns the forms that the engineer may add to the job, by name, without those that it has. */
export async function readOfferedForms(
  device: Device,
  job: JobRow,
): Promise<readonly FormDefinition[]> {
  const addedFormIds = new Set(job.customForms.map((entry) => entry.customFormId));
  const forms = await readReference(device, "CustomForm");
  return offeredForms(forms, job)
    .filter((form) => !addedFormIds.has(form.customFormId))
    .sort((a, b) => a.definition.name.localeCompare(b.definition.name, "en-GB"));
}

/** Everything that opening a form needs besides the job itself. */
export interface JobForm {
  readonly entry: JobCustomForm;
  /** Null when neither the device nor the job has the definition any more. */
  readonly bundle: FormBundle | null;
  /** The last answers, including those since the last save. */
  readonly draft: FormDraft | null;
  readonly appliances: readonly PropertyAppliance[];
  /** The ids of appliances that the engineer deleted from the property during this job. */
  readonly removedAppliances: readonly string[];
  readonly tenants: readonly PropertyTenant[];
  readonly lists: readonly DataRow<"DomainData">[];
  /** The engineer's last answers to the questions that ask to be remembered. */
  readonly rememberedAnswers: Readonly<Record<string, unknown>>;
  /** The answers on the other forms of the job. */
  readonly otherAnswers: Readonly<Record<string, unknown>>;
  /** What the job's gas safety record classes as a danger. */
  readonly dangers: readonly Danger[];
  /** The job's warning notice in its current state. */
  readonly notice: JobCustomForm | null;
  /** What the complete warning notice says about questions of the gas safety record; empty for any other form. */
  readonly noticeAnswers: readonly RecordAnswer[];
  /** The customer's signature from another form of the job. */
  readonly customer: CustomerSignature | null;
}

/** Reads a form of a job. Undefined if the job does not have it, or is not the signed-in engineer's. */
export async function readJobForm(
  device: Device,
  jobId: string,
  customFormId: string,
): Promise<JobForm | undefined> {
  if (!device.engineer) return undefined;
  const [visit, bundle, draft, lists, formMemory] = await Promise.all([
    readVisit(device, jobId),
    readFormBundle(device, jobId, customFormId),
    readFormDraft(device, jobId, customFormId),
    readDomainData(device),
    device.engineer.formMemory.get(1),
  ]);
  const entry = visit?.job.customForms.find((other) => other.customFormId === customFormId);
  if (!visit || !entry) return undefined;
  const { job, appliances, tenants, forms } = visit;
  const findEntry = (id: string) => forms.find((form) => form.customFormId === id);
  return {
    entry,
    bundle,
    draft,
    appliances,
    removedAppliances: job.removed?.propertyAssetIds ?? [],
    tenants,
    lists,
    rememberedAnswers: formMemory?.values ?? {},
    otherAnswers: Object.fromEntries(
      forms
        .filter((form) => form.customFormId !== customFormId)
        .flatMap((form) => Object.entries(form.completedForm ?? {})),
    ),
    dangers: dangersOnRecord(findEntry(formIds.gasSafetyRecord)?.completedForm ?? {}),
    notice: findEntry(formIds.warningNotice) ?? null,
    noticeAnswers: customFormId === formIds.gasSafetyRecord ? recordAnswersFromNotice(forms) : [],
    customer: customerSignature(forms, customFormId),
  };
}

/** Reads a job with what its forms say of the home and of each other. Undefined if it is not the signed-in engineer's. */
async function readVisit(device: Device, jobId: string) {
  const job = await readOwnJob(device, jobId);
  if (!job) return undefined;
  const { propertyId } = job.property;
  const [appliances, tenants, forms] = await Promise.all([
    readAppliances(device, propertyId),
    readTenants(device, propertyId),
    readCurrentForms(device, job),
  ]);
  return { job, appliances, tenants, forms };
}

/**
 * Returns the version that the form was begun with, and before that the current one of the device.
 */
export async function readFormBundle(
  device: Device,
  jobId: string,
  customFormId: string,
): Promise<FormBundle | null> {
  const storedBundle = await readStoredBundle(device, jobId, customFormId);
  if (storedBundle) return storedBundle;
  const definition = await findForm(device, customFormId);
  if (!definition) return null;
  const subForms = new Map<string, FormDefinition>();
  await collectSubForms(device, definition, subForms);
  return { definition, subForms: [...subForms.values()] };
}

async function readStoredBundle(
  device: Device,
  jobId: string,
  customFormId: string,
): Promise<FormBundle | undefined> {
  return (await device.database.formKit.get([jobId, customFormId]))?.kit;
}

/** Collects each sub-form once, so that a form which contains itself ends there. */
async function collectSubForms(
  device: Device,
  form: FormDefinition,
  collected: Map<string, FormDefinition>,
): Promise<void> {
  const ids = new Set(findSubFormIds(form.definition.content).filter((id) => !collected.has(id)));
  const subForms = await Promise.all([...ids].map((id) => findForm(device, id)));
  for (const subForm of subForms) {
    if (!subForm || collected.has(subForm.customFormId)) continue;
    collected.set(subForm.customFormId, subForm);
    await collectSubForms(device, subForm, collected);
  }
}

function findSubFormIds(content: unknown): readonly string[] {
  if (Array.isArray(content)) return content.flatMap(findSubFormIds);
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([name, value]: [string, unknown]) =>
    name === "subForm" && typeof value === "string" ? [value] : findSubFormIds(value),
  );
}
