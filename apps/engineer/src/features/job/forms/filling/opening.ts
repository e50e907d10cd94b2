import {
  type Device,
  type JobForm,
  type JobRow,
  readDraftPhotos,
  recordingTime,
} from "@fieldfare/device";
import { isFormComplete, londonDay } from "@fieldfare/domain";
import {
  type FormContext,
  type FormBundle,
  buildBundle,
  type FormSession,
  isSupported,
  openSession,
} from "@fieldfare/forms";
import { frameScheduler } from "./frame-scheduler.ts";

/** The data that a form can use besides the job itself. */
export type KnownData = Omit<JobForm, "bundle" | "draft">;

/** Returns what the session of a form needs to know of the job, the property and the engineer. */
export function buildFormContext(
  device: Device,
  job: JobRow,
  engineer: string,
  known: KnownData,
): FormContext {
  const {
    entry,
    appliances,
    removedAppliances,
    tenants,
    lists,
    rememberedAnswers: remembered,
  } = known;
  const { otherAnswers: elsewhere, dangers, noticeAnswers, customer } = known;
  const { engineerSignature: signature } = remembered;
  return {
    today: londonDay(recordingTime(device)),
    job,
    property: job.property,
    appliances,
    removedAppliances,
    tenants,
    lists,
    engineer: { name: engineer, signature: typeof signature === "string" ? signature : null },
    previousAnswers: entry.previousAnswers,
    remembered,
    otherFormAnswers: { ...elsewhere },
    dangers,
    noticeAnswers,
    // A completed form shows its own signature, not one from another form.
    customer: isFormComplete(entry) ? null : customer,
  };
}

/** Opens the form where the engineer left it; returns null when the app does not support its definition. */
export function openJobForm(
  form: JobForm,
  bundle: FormBundle,
  context: FormContext,
  isReadOnly: boolean,
): FormSession | null {
  const { draft, entry } = form;
  try {
    const fullBundle = buildBundle(bundle.definition, bundle.subForms);
    if (![fullBundle.definition, ...fullBundle.subForms].every(isSupported)) return null;
    const answers = draft?.answers ?? entry.completedForm;
    return openSession(fullBundle, {
      answers: answers && { ...answers },
      page: draft?.page ?? null,
      panel: draft?.panel ?? null,
      camera: draft?.camera ?? null,
      leftAt: draft?.leftAt ?? null,
      seenAppliances: seenAppliances(form),
      unfinished: draft?.unfinished,
      signing: draft?.signing ?? (isFormComplete(entry) ? "signed" : null),
      context,
      isReadOnly,
      scheduler: frameScheduler,
    });
  } catch {
    return null;
  }
}

/** The ids of the appliances that the form has shown. Without a draft: those that existed when it was saved. */
function seenAppliances({ draft, entry, appliances }: JobForm): readonly string[] | null {
  if (draft?.appliances) return draft.appliances;
  const { savedOnDateTime } = entry;
  if (savedOnDateTime === null) return null;
  const earlier = appliances.filter(
    ({ createdOn }) => Date.parse(createdOn) <= Date.parse(savedOnDateTime),
  );
  return earlier.map(({ propertyAssetId }) => propertyAssetId);
}

/**
 * Adds photos that were saved before the page was killed to the question for which the camera was opened. A photo of another
 * opening belongs to an entry that was cleared or removed since.
 */
export async function restorePhotos(
  device: Device,
  { entry, draft }: JobForm,
  session: FormSession,
): Promise<void> {
  if (!draft?.camera) return;
  const photos = await readDraftPhotos(device, entry.jobId, "form", entry.customFormId);
  const taken = photos.filter(({ openingId }) => openingId === (draft.openingId ?? undefined));
  session.restorePhotos(taken.map(({ imageId }) => imageId));
}
