import { dropDraftPhotos } from "@fieldfare/device";
import { mostNoteText, type NoteAnswers } from "@fieldfare/domain";
import { useState } from "react";
import { Card } from "../../../ui/card.tsx";
import { ChoiceButtons, TextArea } from "../../../ui/field.tsx";
import { Form, type FormOf } from "../../../ui/form.tsx";
import { useEntityPhotos } from "../photos/entity-photos.ts";
import { PhotoField } from "../photos/photo-field.tsx";
import { checkNote } from "./note-answers.ts";
import { type Entry, RecordPage, useRecordForm } from "../record-form.tsx";
import { words } from "./words.ts";

/** A note that is being added, or changed: then it has an id. */
export function NoteForm(
  props: Omit<Entry<NoteAnswers>, "check" | "saving" | "refusals"> & {
    noteId?: string;
  },
) {
  const { job, noteId } = props;
  const spoken = words();
  const { photos, saved } = useEntityPhotos(job.jobId, "note", noteId);
  const [isAdding, setAdding] = useState(false);
  const entry: Entry<NoteAnswers> = {
    ...props,
    check: checkNote,
    saving: spoken.saving,
    refusals: spoken.refusals,
  };
  const form = useRecordForm(entry);
  return (
    <RecordPage
      entry={entry}
      form={form}
      photos={{
        count: photos.length,
        drop: (device) => dropDraftPhotos(device, job.jobId, "note", noteId),
      }}
      busy={isAdding && spoken.addingPhoto}
    >
      <Card>
        <Form form={form}>
          <VisibilityField form={form} />
          <TextArea
            label={spoken.description}
            hint={
              form.values.description.length > mostNoteText &&
              spoken.tooLong(form.values.description.length)
            }
            {...form.field("description")}
          />
          <PhotoField
            name="photos"
            label={spoken.photos}
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

function VisibilityField({ form }: { form: FormOf<NoteAnswers> }) {
  const spoken = words();
  const { name, value, error } = form.field("isPublic");
  return (
    <ChoiceButtons<"public" | "private">
      label={spoken.visibility}
      name={name}
      error={error}
      value={value === null ? null : value ? "public" : "private"}
      choices={[
        { value: "public", text: spoken.public },
        { value: "private", text: spoken.private },
      ]}
      onChange={(chosen) => form.set("isPublic", chosen === "public")}
    />
  );
}
