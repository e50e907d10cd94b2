import { type Faults, faultsOf } from "./editing.ts";

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

function descriptionFault(description: string): NoteFaults["description"] | null {
  if (description === "") return "description-missing";
  return description.length > mostNoteText ? "description-too-long" : null;
}
