import { readNote, updateNote } from "@fieldfare/device";
import { useRecord } from "../record.ts";
import { EntryLoading, RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { answersOf, list, parseAnswers } from "./note-answers.ts";
import { NoteForm } from "./note-form.tsx";
import { words } from "./words.ts";

export function UpdateNoteScreen({ job }: JobScreen) {
  const { record: note } = useRecord(job, "engineeringNoteId", readNote, list);
  const spoken = words();
  if (!note) return <EntryLoading title={spoken.updateTitle} list={list} />;
  const { engineeringNoteId } = note;
  return (
    <RecordEntry
      job={job}
      kind={`note:${engineeringNoteId}`}
      title={spoken.updateTitle}
      list={list}
      original={answersOf(note)}
      parse={parseAnswers}
    >
      {(begun) => (
        <NoteForm
          {...begun}
          noteId={engineeringNoteId}
          submit={spoken.update}
          done={spoken.updated}
          save={(device, answers) => updateNote(device, job.jobId, engineeringNoteId, answers)}
        />
      )}
    </RecordEntry>
  );
}
