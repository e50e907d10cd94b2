import type { EngineeringNote } from "@fieldfare/device";
import { type NoteAnswers, validateNote } from "@fieldfare/domain";
import type { FormErrors } from "../../../ui/form.tsx";
import type { DraftReader } from "../../../phone/drafts.ts";
import { strings } from "./strings.ts";

/** The path of the note list. */
export const notesPath = "/jobs/selected/engineer/notes";

export const blankNote: NoteAnswers = { isPublic: null, description: "" };

export function toNoteAnswers({ isPublic, description }: EngineeringNote): NoteAnswers {
  return { isPublic, description };
}

/** Reads the answers from the draft; returns `original` when the draft is empty. */
export function parseAnswers(saved: DraftReader, original: NoteAnswers): NoteAnswers {
  if (!saved.has("description")) return original;
  return { isPublic: saved.choice("isPublic"), description: saved.text("description") };
}

export function checkNote(answers: NoteAnswers): FormErrors<NoteAnswers> {
  const text = strings();
  const { isPublic, description } = validateNote(answers);
  return {
    ...(isPublic && { isPublic: text.visibilityMissing }),
    ...(description && { description: text.descriptionIssues[description] }),
  };
}
