import { useOperativeName } from "../../server/names.ts";
import { formatMoment } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/page.tsx";
import { describeEvidence, listEvidence } from "./evidence.ts";
import styles from "./job-screen.module.css";
import { messageNames } from "./message-names.ts";
import { NoteText } from "./note-text.tsx";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

const words = strings.evidence;

/** Shows what was recorded at visits that do not count: the office decides by it whether to give the job back. */
export function EvidenceSection({ field }: { readonly field: FieldJob }) {
  const engineerName = useOperativeName();
  const evidence = listEvidence(field);
  if (evidence.length === 0) return null;
  const nameOfForm = (customFormId: string) =>
    field.forms.find((form) => form.customFormId === customFormId)?.name ?? customFormId;
  return (
    <Section id="evidence" title={strings.sections.evidence}>
      <p className={styles.notice}>{words.explained}</p>
      {evidence.map((message) => {
        const { messageId, fieldOperativeId, type, receivedOn, job } = message;
        const facts = describeEvidence(message, nameOfForm);
        const isEmpty =
          job.notes.length === 0 && Object.values(facts).every((lines) => lines.length === 0);
        return (
          <div key={messageId}>
            <h3 className={styles.subheading}>
              {words.received(
                engineerName(fieldOperativeId),
                messageNames[type],
                formatMoment(receivedOn),
              )}
            </h3>
            {isEmpty && <p>{words.nothing}</p>}
            {job.notes.map((note) => (
              <NoteText key={note.engineeringNoteId} note={note} />
            ))}
            <Facts
              facts={[
                [words.used, facts.used.join("\n")],
                [words.toOrder, facts.toOrder.join("\n")],
                [words.workDone, facts.workDone.join("\n")],
                [words.forms, facts.forms.join("\n")],
              ]}
            />
          </div>
        );
      })}
    </Section>
  );
}
