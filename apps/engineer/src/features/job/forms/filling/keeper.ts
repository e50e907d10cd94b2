import {
  beginJobForm,
  type Device,
  type FormDraft,
  keepFormDraft,
  saveJobForm,
} from "@fieldfare/device";
import type { FormKit } from "@fieldfare/forms";
import { speakRefusal } from "../../../../device/refusals.ts";
import { words as jobWords } from "../../words.ts";
import { words } from "../words.ts";

export interface Keeper {
  /** Stores an answer: one write at a time, always of the latest. The first one begins the form. */
  readonly keep: (draft: FormDraft) => void;
  /** Stores where one is. Turning the pages of a form does not begin it. */
  readonly turn: (draft: FormDraft) => void;
  /** Resolves when all that was given is stored. */
  readonly settle: () => Promise<void>;
  /** Puts the answers into the job: between pages and on the way out. False: they are kept on this page alone. */
  readonly save: () => Promise<boolean>;
}

export function createKeeper(
  device: Device,
  form: { jobId: string; customFormId: string; kit: FormKit; isBegun: boolean },
): Keeper {
  const { jobId, customFormId, kit } = form;
  let { isBegun } = form;
  let isAnswered = isBegun;
  let latest: FormDraft | null = null;
  let unsaved: FormDraft | null = null;
  let running: Promise<void> | null = null;

  const store = async (draft: FormDraft) => {
    try {
      if (isBegun || !isAnswered) return await keepFormDraft(device, jobId, customFormId, draft);
      const begun = await beginJobForm(device, jobId, customFormId, { kit, draft });
      if (begun.ok) isBegun = true;
      else speakRefusal(begun.refusal, { ...jobWords().refusals, ...words().refusals });
    } catch {
      speakRefusal("storage-failed");
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
    keep(draft) {
      isAnswered = true;
      unsaved = draft;
      write(draft);
    },
    turn(draft) {
      if (isAnswered || draft.camera) write(draft);
    },
    settle: () => running ?? Promise.resolve(),
    async save() {
      await running;
      if (!unsaved) return true;
      const draft = unsaved;
      // The first answer found no room: there may be some now.
      if (!isBegun) await store(draft);
      if (!isBegun) return false;
      unsaved = null;
      const saved = await saveJobForm(device, jobId, customFormId, draft.answers);
      if (saved.ok) return true;
      unsaved ??= draft;
      speakRefusal(saved.refusal, jobWords().refusals);
      return false;
    },
  };
}
