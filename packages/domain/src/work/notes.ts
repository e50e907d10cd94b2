import type { Job } from "../job/job.ts";
import { type Issues, collectIssues } from "../issues.ts";
import { checkEditable } from "./editing.ts";

export const maxNoteText = 10_000;

export interface NoteAnswers {
  /** Null until Public or Private is chosen. */
  readonly isPublic: boolean | null;
  readonly description: string;
}

export type NoteIssues = {
  readonly isPublic: "visibility-missing";
  readonly description: "description-missing" | "description-too-long";
};

/** Returns the issues of a note, by field. */
export function validateNote(answers: NoteAnswers): Issues<NoteIssues> {
  return collectIssues<NoteIssues>({
    isPublic: answers.isPublic === null ? "visibility-missing" : null,
    description: validateDescription(answers.description.trim()),
  });
}

/** Whether the notes can be read: while access is held, and of a closed job. */
export function mayReadNotes(job: Job): boolean {
  const editable = checkEditable(job);
  return editable.ok || editable.refusal === "already-closed";
}

function validateDescription(description: string): NoteIssues["description"] | null {
  if (description === "") return "description-missing";
  return description.length > maxNoteText ? "description-too-long" : null;
}
