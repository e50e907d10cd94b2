import { z } from "@fieldfare/contract";
import type { EngineeringNote } from "@fieldfare/device";
import { type NoteAnswers, validateNote } from "@fieldfare/domain";
import type { AnswersSchema } from "../../../phone/drafts.ts";
import type { FormErrors } from "../../../ui/form.tsx";
import { strings } from "./strings.ts";

/** The path of the note list. */
export const notesPath = "/jobs/selected/engineer/notes";

export const blankNote: NoteAnswers = { isPublic: null, description: "" };

export const noteSchema: AnswersSchema<NoteAnswers> = z.object({
  isPublic: z.nullable(z.boolean()),
  description: z.string(),
});

/** Returns the answers with which a form opens that changes the note. */
export function toNoteAnswers({ isPublic, description }: EngineeringNote): NoteAnswers {
  return { isPublic, description };
}

/** Returns the texts of the issues, by field. */
export function checkNote(answers: NoteAnswers): FormErrors<NoteAnswers> {
  const text = strings();
  const { isPublic, description } = validateNote(answers);
  return {
    ...(isPublic && { isPublic: text.visibilityMissing }),
    ...(description && { description: text.descriptionIssues[description] }),
  };
}
