import { readNote, updateNote } from "@fieldfare/device";
import { useParams } from "@tanstack/react-router";
import { EditRecord } from "../record/record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { noteSchema, notesPath, toNoteAnswers } from "./note-answers.ts";
import { NoteForm } from "./note-form.tsx";
import { strings } from "./strings.ts";

/** The engineer changes the note that the address names. */
export function UpdateNoteScreen({ job }: JobScreen) {
  const { engineeringNoteId } = useParams({
    from: "/jobs/selected/engineer/notes/edit/$engineeringNoteId",
  });
  return (
    <EditRecord
      job={job}
      entity="note"
      list={notesPath}
      text={strings()}
      schema={noteSchema}
      id={engineeringNoteId}
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
