import { addNote } from "@fieldfare/device";
import { AddRecord } from "../record/record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { blankNote, noteSchema, notesPath } from "./note-answers.ts";
import { NoteForm } from "./note-form.tsx";
import { strings } from "./strings.ts";

/** The engineer adds a note with photos to the job. */
export function AddNoteScreen({ job }: JobScreen) {
  return (
    <AddRecord
      job={job}
      entity="note"
      list={notesPath}
      text={strings()}
      schema={noteSchema}
      blank={blankNote}
      add={addNote}
    >
      {(entry) => <NoteForm entry={entry} />}
    </AddRecord>
  );
}
