import { maxNoteText, type NoteAnswers } from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { ChoiceButtons } from "../../../ui/choice-field.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { Form, type FormState } from "../../../ui/form.tsx";
import type { Entry } from "../record/record-entry.tsx";
import { RecordPage, useRecordForm } from "../record/record-form.tsx";
import { RecordPhotoField, useRecordPhotos } from "../record/record-photos.tsx";
import { checkNote } from "./note-answers.ts";
import { strings } from "./strings.ts";

/** The fields of a note: who may read it, the text and the photos. A text over the limit shows its length. */
export function NoteForm({ entry }: { entry: Entry<NoteAnswers> }) {
  const text = strings();
  const photos = useRecordPhotos(entry, "note");
  const form = useRecordForm(entry, checkNote);
  const { length } = form.values.description;
  return (
    <RecordPage entry={entry} form={form} photos={photos}>
      <Card>
        <Form form={form}>
          <VisibilityField form={form} />
          <TextArea
            label={text.description}
            hint={length > maxNoteText && text.tooLong(length)}
            {...form.field("description")}
          />
          <RecordPhotoField entry={entry} photos={photos} />
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
