import type { EngineeringNote } from "@fieldfare/device";
import { isAvailable } from "@fieldfare/domain";
import { formatDateTime } from "../../../ui/dates.ts";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { SavedPhotos } from "../photos/saved-photos.tsx";
import { useWork } from "../record.ts";
import { RecordList } from "../record-list.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useNoteAccess } from "./note-access.ts";
import styles from "./notes-screen.module.css";
import { words } from "./words.ts";

const path = "/jobs/selected/engineer/notes";

/** What the engineer wrote about the job, newest first. */
export function NotesScreen({ job }: JobScreen) {
  const isOpen = useNoteAccess(job);
  const work = useWork(job);
  return (
    <RecordList
      job={job}
      name="notes"
      icon="note"
      spoken={words()}
      add={`${path}/add`}
      groups={isOpen && work ? [{ records: work.notes }] : undefined}
      keyOf={(note) => note.engineeringNoteId}
      estimate={130}
    >
      {(note) => <NoteCard note={note} isEditable={isAvailable("edit-work", job)} />}
    </RecordList>
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
