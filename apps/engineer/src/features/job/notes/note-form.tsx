import { discardDraftPhotos } from "@fieldfare/device";
import { maxNoteText, type NoteAnswers } from "@fieldfare/domain";
import { useState } from "react";
import { Card } from "../../../ui/card.tsx";
import { ChoiceButtons, TextArea } from "../../../ui/field.tsx";
import { Form, type FormState } from "../../../ui/form.tsx";
import { useEntityPhotos } from "../photos/entity-photos.ts";
import { PhotoField } from "../photos/photo-field.tsx";
import { checkNote } from "./note-answers.ts";
import { type Entry, RecordPage, useRecordForm } from "../record-form.tsx";
import { strings } from "./strings.ts";

/** Adds a note, or changes the note with `noteId`. */
export function NoteForm(
  props: Omit<Entry<NoteAnswers>, "check" | "saving" | "refusals"> & {
    noteId?: string;
  },
) {
  const { job, noteId } = props;
  const text = strings();
  const { photos, saved } = useEntityPhotos(job.jobId, "note", noteId);
  const [isAdding, setAdding] = useState(false);
  const entry: Entry<NoteAnswers> = {
    ...props,
    check: checkNote,
    saving: text.saving,
    refusals: text.refusals,
  };
  const form = useRecordForm(entry);
  return (
    <RecordPage
      entry={entry}
      form={form}
      photos={{
        count: photos.length,
        discard: (device) => discardDraftPhotos(device, job.jobId, "note", noteId),
      }}
      busy={isAdding && text.addingPhoto}
    >
      <Card>
        <Form form={form}>
          <VisibilityField form={form} />
          <TextArea
            label={text.description}
            hint={
              form.values.description.length > maxNoteText &&
              text.tooLong(form.values.description.length)
            }
            {...form.field("description")}
          />
          <PhotoField
            name="photos"
            label={text.photos}
            jobId={job.jobId}
            purpose="note"
            {...(noteId !== undefined && { entityId: noteId })}
            photos={photos}
            saved={saved}
            onAdding={setAdding}
          />
        </Form>
      </Card>
    </RecordPage>
  );
}

function VisibilityField({ form }: { form: FormState<NoteAnswers> }) {
  const text = strings();
  const { name, value, error } = form.field("isPublic");
  return (
    <ChoiceButtons<"public" | "private">
      label={text.visibility}
      name={name}
      error={error}
      value={value === null ? null : value ? "public" : "private"}
      choices={[
        { value: "public", text: text.public },
        { value: "private", text: text.private },
      ]}
      onChange={(chosen) => form.set("isPublic", chosen === "public")}
    />
  );
}
