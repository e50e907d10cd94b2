import type { EngineeringNote } from "@fieldfare/device";
import { type NoteAnswers, noteFaults } from "@fieldfare/domain";
import type { FormErrors } from "../../../ui/form.tsx";
import type { Kept } from "../../../device/drafts.ts";
import { words } from "./words.ts";

/** Where all notes of the job are. */
export const list = "/jobs/selected/engineer/notes";

export const blankNote: NoteAnswers = { isPublic: null, description: "" };

export function answersOf({ isPublic, description }: EngineeringNote): NoteAnswers {
  return { isPublic, description };
}

/** What was being written, or `original` where nothing was. */
export function parseAnswers(kept: Kept, original: NoteAnswers): NoteAnswers {
  if (!kept.has("description")) return original;
  return { isPublic: kept.choice("isPublic"), description: kept.text("description") };
}

export function checkNote(answers: NoteAnswers): FormErrors<NoteAnswers> {
  const spoken = words();
  const { isPublic, description } = noteFaults(answers);
  return {
    ...(isPublic && { isPublic: spoken.visibilityMissing }),
    ...(description && { description: spoken.descriptionFaults[description] }),
  };
}
