import { type Device, type DraftKind, dropDraftPhotos } from "@fieldfare/device";
import { mostNoteText, type NoteAnswers, type Result } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ChoiceButtons, TextArea } from "../../../ui/field.tsx";
import { Form, type FormOf, useForm } from "../../../ui/form.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { DiscardButton } from "../discard-button.tsx";
import type { Draft } from "../drafts.ts";
import { useEntityPhotos } from "../photos/entity-photos.ts";
import { PhotoField } from "../photos/photo-field.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words as jobWords } from "../words.ts";
import { checkNote } from "./note-answers.ts";
import { words } from "./words.ts";

const list = "/jobs/selected/engineer/notes";

/** A note that is being added, or changed: then it has an id. */
export function NoteForm(
  props: JobScreen & {
    title: string;
    kind: DraftKind;
    noteId?: string;
    draft: Draft<NoteAnswers>;
    initial: NoteAnswers;
    original: NoteAnswers;
    submit: string;
    done: string;
    save: (device: Device, answers: NoteAnswers) => Promise<Result<unknown, string>>;
  },
) {
  const { job, noteId, draft } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const { photos, saved } = useEntityPhotos(job.jobId, "note", noteId);
  const [isAdding, setAdding] = useState(false);
  const form = useForm<NoteAnswers>({
    initial: props.initial,
    check: checkNote,
    onChange: draft.keep,
    onSubmit: async (answers) => {
      await draft.settle();
      const kept = await props.save(device, answers);
      if (!kept.ok)
        return speakRefusal(kept.refusal, { ...jobWords().refusals, ...spoken.refusals });
      showToast({ text: props.done, kind: "good" });
      await navigate({ to: list, replace: true });
    },
  });
  const busy = isAdding ? spoken.addingPhoto : form.isBusy && spoken.saving;
  return (
    <Page
      title={props.title}
      back={list}
      secondary={
        <DiscardButton
          jobId={job.jobId}
          kind={props.kind}
          draft={draft}
          values={form.values}
          original={props.original}
          hasMore={photos.length > 0}
          alsoDrop={() => dropDraftPhotos(device, job.jobId, "note", noteId)}
          to={list}
        />
      }
      main={
        <Button type="submit" form={form.id} kind="main" busy={busy}>
          {props.submit}
        </Button>
      }
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
    </Page>
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
