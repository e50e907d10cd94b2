import { readNote, updateNote } from "@fieldfare/device";
import { useRecord } from "../record.ts";
import { EntryLoading, RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { toNoteAnswers, notesPath, parseAnswers } from "./note-answers.ts";
import { NoteForm } from "./note-form.tsx";
import { strings } from "./strings.ts";

export function UpdateNoteScreen({ job }: JobScreen) {
  const { record: note } = useRecord(job, "engineeringNoteId", readNote, notesPath);
  const text = strings();
  if (!note) return <EntryLoading title={text.updateTitle} list={notesPath} />;
  const { engineeringNoteId } = note;
  return (
    <RecordEntry
      job={job}
      kind={`note:${engineeringNoteId}`}
      title={text.updateTitle}
      list={notesPath}
      original={toNoteAnswers(note)}
      parse={parseAnswers}
    >
      {(base) => (
        <NoteForm
          {...base}
          noteId={engineeringNoteId}
          submit={text.update}
          done={text.updated}
          save={(device, answers) => updateNote(device, job.jobId, engineeringNoteId, answers)}
        />
      )}
    </RecordEntry>
  );
}
