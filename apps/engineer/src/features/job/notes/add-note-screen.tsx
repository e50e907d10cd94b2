import { addNote } from "@fieldfare/device";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { useDraft } from "../../../device/drafts.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { blankNote, parseAnswers } from "./note-answers.ts";
import { NoteForm } from "./note-form.tsx";
import { words } from "./words.ts";

export function AddNoteScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const draft = useDraft(job.jobId, "note", (kept) => parseAnswers(kept, blankNote));
  const spoken = words();
  if (isAllowed && draft.initial)
    return (
      <NoteForm
        job={job}
        title={spoken.addTitle}
        kind="note"
        draft={draft}
        initial={draft.initial}
        original={blankNote}
        submit={spoken.submit}
        done={spoken.added}
        save={(device, answers) => addNote(device, job.jobId, answers)}
      />
    );
  return (
    <Page title={spoken.addTitle} back="/jobs/selected/engineer/notes">
      <Skeleton cards={1} />
    </Page>
  );
}
