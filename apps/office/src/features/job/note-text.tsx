import { formatMoment } from "../../ui/dates.ts";
import { Pill } from "../../ui/pill.tsx";
import styles from "./job-screen.module.css";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

/** Shows a note of the engineer, when it was written, whether it is private and how many photos it has. */
export function NoteText({ note }: { readonly note: FieldJob["job"]["notes"][number] }) {
  return (
    <div className={styles.note}>
      {note.description}
      <div className={styles.caption}>
        {formatMoment(note.createdOn)} {!note.isPublic && <Pill tone="neutral">Private</Pill>}{" "}
        {note.imageIds.length > 0 && strings.photoCount(note.imageIds.length)}
      </div>
    </div>
  );
}
