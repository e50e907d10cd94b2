import { type EngineeringNote, readWork } from "@fieldfare/device";
import { isAvailable } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { Skeleton } from "../../../ui/loading.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { JobPage } from "../job-page.tsx";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { SavedPhotos } from "../photos/saved-photos.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useNoteAccess } from "./note-access.ts";
import styles from "./notes-screen.module.css";
import { words } from "./words.ts";

const path = "/jobs/selected/engineer/notes";

/** What the engineer wrote about the job, newest first. */
export function NotesScreen({ job }: JobScreen) {
  const isOpen = useNoteAccess(job);
  const device = useDevice();
  const navigate = useNavigate();
  const work = useLive(() => readWork(device, job.jobId), [device, job.jobId]);
  const spoken = words();
  const isEditable = isAvailable("edit-work", job);
  const add = () => void navigate({ to: `${path}/add` });
  return (
    <JobPage
      job={job}
      title={spoken.title}
      main={
        <Button kind="main" icon="plus" onClick={add}>
          {spoken.add}
        </Button>
      }
    >
      {isOpen && !work && <Skeleton />}
      {isOpen && work?.notes.length === 0 && (
        <EmptyState icon="note" title={spoken.empty}>
          {isEditable && spoken.emptyHint}
        </EmptyState>
      )}
      {isOpen && work && (
        <LongList
          name="notes"
          rows={work.notes}
          keyOf={(note) => note.engineeringNoteId}
          estimate={() => 130}
        >
          {(note) => <NoteCard note={note} isEditable={isEditable} />}
        </LongList>
      )}
    </JobPage>
  );
}

function NoteCard({ note, isEditable }: { note: EngineeringNote; isEditable: boolean }) {
  const spoken = words();
  return (
    <RecordCard
      to={isEditable && `${path}/edit/${note.engineeringNoteId}`}
      title={formatDateTime(note.createdOn)}
      mark={note.isPublic ? spoken.public : spoken.private}
    >
      {/* The whole note is read where it is changed; where it cannot be, here. */}
      <span className={isEditable ? styles.beginning : styles.whole} dir="auto">
        {note.description}
      </span>
      {note.imageIds.length > 0 && (
        <RecordLine>{spoken.photoCount(note.imageIds.length)}</RecordLine>
      )}
      {!isEditable && <SavedPhotos jobId={note.jobId} entityId={note.engineeringNoteId} />}
    </RecordCard>
  );
}
