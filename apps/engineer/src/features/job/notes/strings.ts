import { maxNoteText, type NoteIssues } from "@fieldfare/domain";
import { defineStrings, formatNumber, plural } from "../../../ui/language.ts";

const descriptionIssues: Record<NoteIssues["description"], string> = {
  "description-missing": "Description is required",
  "description-too-long": `Description may have ${formatNumber(maxNoteText)} characters at most`,
};

const visibilityMissing = "Please select Public or Private";

const refusals = {
  ...descriptionIssues,
  "visibility-missing": visibilityMissing,
  "not-found": "This note is no longer part of the job.",
};

export const strings = defineStrings({
  en: {
    title: "Notes",
    empty: "No engineering notes yet",
    emptyHint: "Select 'Add' to enter one",
    notSaved: { added: "A note is not saved yet", changed: "A change to a note is not saved yet" },
    add: "Add",
    public: "Public",
    private: "Private",
    photoCount: (count: number) => plural(count, { one: "# photo", other: "# photos" }),
    addTitle: "Add Engineering Note",
    updateTitle: "Update Engineering Note",
    visibility: "Visibility",
    visibilityMissing,
    description: "Description",
    descriptionIssues,
    tooLong: (length: number) =>
      `${formatNumber(length)} of ${formatNumber(maxNoteText)} characters`,
    submit: "Submit",
    update: "Update",
    adding: "Saving note",
    updating: "Saving note",
    added: "Note added",
    updated: "Note updated",
    refusals,
  },
});
