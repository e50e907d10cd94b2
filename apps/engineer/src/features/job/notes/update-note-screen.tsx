import { readNote, updateNote } from "@fieldfare/device";
import { EditRecord } from "../record/record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { noteSchema, notesPath, toNoteAnswers } from "./note-answers.ts";
import { NoteForm } from "./note-form.tsx";
import { strings } from "./strings.ts";

export function UpdateNoteScreen({ job }: JobScreen) {
  return (
    <EditRecord
      job={job}
      entity="note"
      list={notesPath}
      text={strings()}
      schema={noteSchema}
      param="engineeringNoteId"
      read={readNote}
      getId={(note) => note.engineeringNoteId}
      toAnswers={toNoteAnswers}
      update={(device, jobId, note, answers) =>
        updateNote(device, jobId, note.engineeringNoteId, answers)
      }
    >
      {(entry) => <NoteForm entry={entry} />}
    </EditRecord>
  );
}
