import {
  beginJobForm,
  type Device,
  dropFormDraft,
  forCurrentEngineer,
  logError,
  type FormDraft,
  keepLateText,
  saveFormDraft,
  saveJobForm,
} from "@fieldfare/device";
import type { FormBundle } from "@fieldfare/forms";
import { type CommonRefusal, toastRefusal } from "../../../../phone/refusals.ts";
import type { JobRefusal } from "../../record/outcome.ts";
import { strings as jobStrings } from "../../strings.ts";
import { strings } from "../strings.ts";

export interface FormAutosave {
  /** Saves the draft after an answer: one write at a time, always the latest. The first answer begins the form. */
  readonly saveAnswer: (draft: FormDraft) => void;
  /** Saves the current page and panel. Neither turning a page nor opening the camera begins the form. */
  readonly savePlace: (draft: FormDraft) => void;
  /** Resolves when all drafts are written. */
  readonly settle: () => Promise<void>;
  /**
   * Saves the answers to the job, between pages and when leaving. Resolves to false when that failed. A call during
   * another one shares its result.
   */
  readonly saveToJob: () => Promise<boolean>;
}

/**
 * Creates the autosave of an opened form. The answers belong to the engineer who opened it, also when another one signs
 * in in another tab.
 */
export function createFormAutosave(
  unbound: Device,
  form: { jobId: string; customFormId: string; bundle: FormBundle; isBegun: boolean },
): FormAutosave {
  const device = forCurrentEngineer(unbound);
  const { jobId, customFormId, bundle } = form;
  let { isBegun } = form;
  let isAnswered = isBegun;
  let isCameraSaved = false;
  let latest: FormDraft | null = null;
  let unsaved: FormDraft | null = null;
  let running: Promise<void> | null = null;
  let savingToJob: Promise<boolean> | null = null;

  const store = async (draft: FormDraft) => {
    try {
      if (!isAnswered && !draft.camera) return await dropFormDraft(device, jobId, customFormId);
      if (isBegun || !isAnswered) {
        await saveFormDraft(device, jobId, customFormId, draft);
        return await keepLateText(device, jobId);
      }
      const begun = await beginJobForm(device, jobId, customFormId, { bundle, draft });
      if (begun.ok) isBegun = true;
      else toastRefusal(begun.refusal, { ...jobStrings().refusals, ...strings().refusals });
    } catch {
      toastRefusal("storage-failed");
    }
  };
  const run = async () => {
    while (latest) {
      const draft = latest;
      latest = null;
      await store(draft);
    }
    running = null;
  };
  const write = (draft: FormDraft) => {
    latest = draft;
    running ??= run();
  };
  const saveUnsaved = async (): Promise<boolean> => {
    try {
      await running;
      // An answer that is given meanwhile is saved by the same call.
      while (unsaved) {
        const draft = unsaved;
        // Saving the first answer failed, for example because the storage was full. It may succeed now.
        if (!isBegun) await store(draft);
        if (!isBegun) return false;
        unsaved = null;
        const refusal = await writeToJob(draft);
        if (refusal !== null) {
          unsaved ??= draft;
          toastRefusal(refusal, jobStrings().refusals);
          return false;
        }
      }
      return true;
    } finally {
      savingToJob = null;
    }
  };
  const writeToJob = async ({ answers }: FormDraft): Promise<JobRefusal | CommonRefusal | null> => {
    try {
      const saved = await saveJobForm(device, jobId, customFormId, answers);
      return saved.ok ? null : saved.refusal;
    } catch (error) {
      void logError(device, error, "form");
      return "storage-failed";
    }
  };
  return {
    saveAnswer(draft) {
      isAnswered = true;
      unsaved = draft;
      write(draft);
    },
    savePlace(draft) {
      if (isAnswered || draft.camera || isCameraSaved) write(draft);
      isCameraSaved = draft.camera !== null;
    },
    settle: () => running ?? Promise.resolve(),
    saveToJob: () => (savingToJob ??= saveUnsaved()),
  };
}
