import { z } from "@fieldfare/contract";
import { closeWithoutAccess, type DomainChoice, readRecordedWork } from "@fieldfare/device";
import { type NoAccessAnswers, validateNoAccess } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { toastRefusal } from "../../../phone/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { Form, describeIssues } from "../../../ui/form.tsx";
import { LoadingPage } from "../../../ui/loading-page.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useDraftForm } from "../../../phone/draft-form.tsx";
import { type AnswersSchema, type Draft, draftParser, useDraft } from "../../../phone/drafts.ts";
import { useDraftPhotos } from "../photos/add-photos.ts";
import { PhotoField } from "../photos/photo-field.tsx";
import { toChoices, MissingReasons, useReasons } from "../reasons.tsx";
import { expectEnd, type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import {
  addToNotes,
  confirmUnsavedLoss,
  listGivenUp,
  listNotIn,
  UnsavedPanel,
  useUnsaved,
} from "../unsaved.tsx";

const answersSchema: AnswersSchema<NoAccessAnswers> = z.object({
  reason: z.nullable(z.number()),
  notes: z.string(),
  photos: z.number(),
});

const parseDraft = draftParser(answersSchema, { reason: null, notes: "", photos: 0 });

/** Closes the job without access, with a reason, photos and notes. */
export function NoAccessScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "close-without-access");
  const draft = useDraft(job.jobId, "no-access", parseDraft);
  const reasons = useReasons("NoAccessReason");
  if (isAllowed && draft.initial && reasons)
    return <NoAccessForm job={job} draft={draft} initial={draft.initial} reasons={reasons} />;
  return <LoadingPage title={strings().noAccess.title} back="/jobs/selected" cards={2} />;
}

function NoAccessForm(
  props: JobScreen & {
    draft: Draft<NoAccessAnswers>;
    initial: NoAccessAnswers;
    reasons: readonly DomainChoice[];
  },
) {
  const { job, draft, initial, reasons } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const photos = useDraftPhotos(job.jobId, "no-access") ?? [];
  const recorded = useLive(() => readRecordedWork(device, job.jobId), [device, job.jobId]);
  const allUnsaved = useUnsaved(job.jobId);
  const text = strings().noAccess;
  const [isAdding, setAdding] = useState(false);
  const form = useDraftForm<NoAccessAnswers>({
    draft,
    initial,
    // The photos are saved as drafts of their own, so the form only passes their number.
    check: (answers) =>
      describeIssues(validateNoAccess({ ...answers, photos: photos.length }), text.issues),
    submit: async ({ reason, notes }) => {
      const { jobId } = job;
      const notAdded = listNotIn(notes, allUnsaved);
      if (reason === null || !(await confirmUnsavedLoss(jobId, notAdded))) return;
      const added = allUnsaved?.flatMap(({ texts }) => texts) ?? [];
      expectEnd(jobId);
      const closed = await closeWithoutAccess(device, jobId, {
        noAccessReasonId: reason,
        notes,
        givenUp: [...listGivenUp(jobId), ...added.filter((typed) => notes.includes(typed))],
      });
      if (!closed.ok) {
        expectEnd(jobId, false);
        return toastRefusal(closed.refusal, { ...strings().refusals, ...text.issues });
      }
      showToast({ text: text.done, kind: "good" });
      await navigate({ to: "/jobs" });
    },
  });
  const unsaved = listNotIn(form.values.notes, allUnsaved);
  return (
    <Page
      title={text.title}
      back="/jobs/selected"
      main={
        <Button
          type="submit"
          form={form.id}
          kind="main"
          busy={isAdding ? text.addingPhoto : form.isBusy && text.busy}
        >
          {text.submit}
        </Button>
      }
    >
      <MissingReasons reasons={reasons} />
      <UnsavedPanel
        ending="no-access"
        unsaved={unsaved}
        onAdd={(texts) => form.set("notes", addToNotes(form.values.notes, texts))}
      />
      <Card>
        {recorded && <p>{text.recorded(recorded)}</p>}
        <Form form={form}>
          <ChoiceField label={text.reason} choices={toChoices(reasons)} {...form.field("reason")} />
          <PhotoField
            name="photos"
            label={text.photos}
            jobId={job.jobId}
            purpose="no-access"
            photos={photos}
            onAdding={setAdding}
            error={form.errors.photos}
          />
          <TextArea label={text.notes} maxLength={10_000} {...form.field("notes")} />
        </Form>
      </Card>
    </Page>
  );
}
