import {
  type Device,
  type JobForm,
  type JobRow,
  readDraftPhotos,
  recordingTime,
} from "@fieldfare/device";
import { londonDay, photoIds } from "@fieldfare/domain";
import {
  type FormContext,
  type FormBundle,
  buildBundle,
  openForm,
  type OpenForm,
} from "@fieldfare/forms";
import { isSupported } from "./kinds.ts";
import { readPhotoAnswers, buildPhotoAnswer } from "./photos.tsx";
import { findQuestionAt } from "./place.ts";

/** The data that a form can use besides the job itself. */
export type KnownData = Omit<JobForm, "bundle" | "draft">;

export function buildFormContext(
  device: Device,
  job: JobRow,
  engineer: string,
  known: KnownData,
): FormContext {
  const { entry, appliances, tenants, lists, rememberedAnswers: remembered } = known;
  const { otherAnswers: elsewhere, dangers, customer } = known;
  const { engineerSignature: signature } = remembered;
  return {
    today: londonDay(recordingTime(device)),
    job,
    property: job.property,
    appliances,
    tenants,
    lists,
    engineer: { name: engineer, signature: typeof signature === "string" ? signature : null },
    previousAnswers: entry.previousAnswers,
    remembered,
    otherFormAnswers: { ...elsewhere },
    dangers,
    // A completed form shows its own signature, not one from another form.
    customer: entry.completionStatus === "Complete" ? null : customer,
  };
}

/** Opens the form with its saved answers and page; returns null when the app does not support its definition. */
export function openJobForm(
  form: JobForm,
  bundle: FormBundle,
  context: FormContext,
  isReadOnly: boolean,
): OpenForm | null {
  try {
    const fullBundle = buildBundle(bundle.definition, bundle.subForms);
    if (![fullBundle.definition, ...fullBundle.subForms].every(isSupported)) return null;
    const answers = form.draft?.answers ?? form.entry.completedForm;
    const opened = openForm(fullBundle, {
      answers: answers && { ...answers },
      context,
      isReadOnly,
      seenAppliances: seenAppliances(form),
    });
    const { model } = opened;
    // The app focuses the first error itself, because it has to open the panel first.
    model.autoFocusFirstError = false;
    const page = model.visiblePages.find(({ name }) => name === form.draft?.page);
    if (page) model.currentPage = page;
    return opened;
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

/** Adds photos that were saved before the page was killed to the question for which the camera was opened. */
export async function restorePhotos(
  device: Device,
  { entry, draft }: JobForm,
  open: OpenForm,
): Promise<void> {
  if (!draft?.camera) return;
  const named = new Set(photoIds(open.answers()));
  const savedPhotos = await readDraftPhotos(device, entry.jobId, "form", entry.customFormId);
  const unattached = savedPhotos.filter((photo) => !named.has(photo.imageId));
  const question = findQuestionAt(open.model, draft.camera);
  if (question && unattached.length > 0)
    question.value = [...readPhotoAnswers(question.value), ...unattached.map(buildPhotoAnswer)];
}
