import type { Job } from "../job/job.ts";
import { type Faults, faultsOf } from "../faults.ts";
import { checkEditable } from "./editing.ts";

export const mostNoteText = 10_000;

export interface NoteAnswers {
  /** Null until Public or Private is chosen. */
  readonly isPublic: boolean | null;
  readonly description: string;
}

export type NoteFaults = {
  readonly isPublic: "visibility-missing";
  readonly description: "description-missing" | "description-too-long";
};

export function noteFaults(answers: NoteAnswers): Faults<NoteFaults> {
  return faultsOf<NoteFaults>({
    isPublic: answers.isPublic === null ? "visibility-missing" : null,
    description: descriptionFault(answers.description.trim()),
  });
}

/** Notes are open while access is held; those of a closed job can still be read. */
export function mayReadNotes(job: Job): boolean {
  const editable = checkEditable(job);
  return editable.ok || editable.refusal === "already-closed";
}

function descriptionFault(description: string): NoteFaults["description"] | null {
  if (description === "") return "description-missing";
  return description.length > mostNoteText ? "description-too-long" : null;
}
