import { addNote } from "@fieldfare/device";
import { RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { blankNote, list, parseAnswers } from "./note-answers.ts";
import { NoteForm } from "./note-form.tsx";
import { words } from "./words.ts";

export function AddNoteScreen({ job }: JobScreen) {
  const spoken = words();
  return (
    <RecordEntry
      job={job}
      kind="note"
      title={spoken.addTitle}
      list={list}
      original={blankNote}
      parse={parseAnswers}
    >
      {(begun) => (
        <NoteForm
          {...begun}
          submit={spoken.submit}
          done={spoken.added}
          save={(device, answers) => addNote(device, job.jobId, answers)}
        />
      )}
    </RecordEntry>
  );
}
