import {
  beginJobForm,
  type Device,
  forCurrentEngineer,
  type FormDraft,
  saveFormDraft,
  saveJobForm,
} from "@fieldfare/device";
import type { FormBundle } from "@fieldfare/forms";
import { toastRefusal } from "../../../../phone/refusals.ts";
import { strings as jobStrings } from "../../strings.ts";
import { strings } from "../strings.ts";

export interface FormAutosave {
  /** Saves the draft after an answer: one write at a time, always the latest. The first answer begins the form. */
  readonly saveAnswer: (draft: FormDraft) => void;
  /** Saves the current page and panel. Turning a page does not begin the form. */
  readonly savePlace: (draft: FormDraft) => void;
  /** Resolves when all drafts are written. */
  readonly settle: () => Promise<void>;
  /** Saves the answers to the job, between pages and when leaving. Resolves to false when that failed. */
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
  let latest: FormDraft | null = null;
  let unsaved: FormDraft | null = null;
  let running: Promise<void> | null = null;

  const store = async (draft: FormDraft) => {
    try {
      if (isBegun || !isAnswered) return await saveFormDraft(device, jobId, customFormId, draft);
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
  return {
    saveAnswer(draft) {
      isAnswered = true;
      unsaved = draft;
      write(draft);
    },
    savePlace(draft) {
      if (isAnswered || draft.camera) write(draft);
    },
    settle: () => running ?? Promise.resolve(),
    async saveToJob() {
      await running;
      if (!unsaved) return true;
      const draft = unsaved;
      // Saving the first answer failed, for example because the storage was full. It may succeed now.
      if (!isBegun) await store(draft);
      if (!isBegun) return false;
      unsaved = null;
      const saved = await saveJobForm(device, jobId, customFormId, draft.answers);
      if (saved.ok) return true;
      unsaved ??= draft;
      toastRefusal(saved.refusal, jobStrings().refusals);
      return false;
    },
  };
}
