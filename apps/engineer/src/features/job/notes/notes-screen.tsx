import type { EngineeringNote } from "@fieldfare/device";
import { isAvailable } from "@fieldfare/domain";
import { formatDateTime } from "../../../phone/times.ts";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import type { ScreenAddress } from "../../../ui/screen-address.ts";
import { SavedPhotos } from "../photos/saved-photos.tsx";
import { useWork } from "../record/record.ts";
import { RecordList } from "../record/record-list.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useNoteAccess } from "./note-access.ts";
import styles from "./notes-screen.module.css";
import { notesPath } from "./note-answers.ts";
import { strings } from "./strings.ts";

/** The engineer's notes about the job, newest first. */
export function NotesScreen({ job }: JobScreen) {
  const isOpen = useNoteAccess(job);
  const work = useWork(job);
  return (
    <RecordList
      job={job}
      name="notes"
      icon="note"
      entity="note"
      text={strings()}
      add={`${notesPath}/add`}
      edit={noteScreen}
      groups={isOpen && work ? [{ records: work.notes }] : undefined}
      getKey={(note) => note.engineeringNoteId}
      estimate={130}
    >
      {(note) => <NoteCard note={note} isEditable={isAvailable("edit-work", job)} />}
    </RecordList>
  );
}

function noteScreen(engineeringNoteId: string): ScreenAddress {
  return {
    to: "/jobs/selected/engineer/notes/edit/$engineeringNoteId",
    params: { engineeringNoteId },
  };
}

function NoteCard({ note, isEditable }: { note: EngineeringNote; isEditable: boolean }) {
  const text = strings();
  return (
    <RecordCard
      to={isEditable && noteScreen(note.engineeringNoteId)}
      title={formatDateTime(note.createdOn)}
      mark={note.isPublic ? text.public : text.private}
    >
      {/* The edit screen shows the whole note. Without an edit screen, this card shows it. */}
      <span className={isEditable ? styles.excerpt : styles.whole} dir="auto">
        {note.description}
      </span>
      {note.imageIds.length > 0 && <RecordLine>{text.photoCount(note.imageIds.length)}</RecordLine>}
      {!isEditable && <SavedPhotos jobId={note.jobId} entityId={note.engineeringNoteId} />}
    </RecordCard>
  );
}
