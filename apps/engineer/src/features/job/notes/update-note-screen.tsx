import { type EngineeringNote, readNote, updateNote } from "@fieldfare/device";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { useDraft } from "../../../device/drafts.ts";
import { useAddressPart } from "../../../ui/address.ts";
import { useLeaveIfMissing } from "../record.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { answersOf, parseAnswers } from "./note-answers.ts";
import { NoteForm } from "./note-form.tsx";
import { words } from "./words.ts";

const list = "/jobs/selected/engineer/notes";

/** The note that the address names, so that a killed page comes back to it. */
export function UpdateNoteScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const device = useDevice();
  const noteId = useAddressPart("engineeringNoteId");
  const note = useLive(
    async () => (await readNote(device, job.jobId, noteId)) ?? null,
    [device, job.jobId, noteId],
  );
  useLeaveIfMissing(isAllowed && note === null, list);
  return isAllowed && note ? <WithDraft job={job} note={note} /> : <Loading />;
}

function WithDraft({ job, note }: JobScreen & { note: EngineeringNote }) {
  const { engineeringNoteId } = note;
  const kind = `note:${engineeringNoteId}` as const;
  const original = answersOf(note);
  const draft = useDraft(job.jobId, kind, (kept) => parseAnswers(kept, original));
  const spoken = words();
  if (!draft.initial) return <Loading />;
  return (
    <NoteForm
      job={job}
      title={spoken.updateTitle}
      kind={kind}
      noteId={engineeringNoteId}
      draft={draft}
      initial={draft.initial}
      original={original}
      submit={spoken.update}
      done={spoken.updated}
      save={(device, answers) => updateNote(device, job.jobId, engineeringNoteId, answers)}
    />
  );
}

function Loading() {
  return (
    <Page title={words().updateTitle} back={list}>
      <Skeleton cards={1} />
    </Page>
  );
}
