import { addNote } from "@fieldfare/device";
import { RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { blankNote, notesPath, parseAnswers } from "./note-answers.ts";
import { NoteForm } from "./note-form.tsx";
import { strings } from "./strings.ts";

export function AddNoteScreen({ job }: JobScreen) {
  const text = strings();
  return (
    <RecordEntry
      job={job}
      kind="note"
      title={text.addTitle}
      list={notesPath}
      original={blankNote}
      parse={parseAnswers}
    >
      {(base) => (
        <NoteForm
          {...base}
          submit={text.submit}
          done={text.added}
          save={(device, answers) => addNote(device, job.jobId, answers)}
        />
      )}
    </RecordEntry>
  );
}
