import { closeWithoutAccess, type DomainChoice, readRecorded } from "@fieldfare/device";
import { type NoAccessAnswers, noAccessFaults } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ChoiceField, TextArea } from "../../../ui/field.tsx";
import { Form, inWords, useForm } from "../../../ui/form.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { type Draft, type Kept, useDraft } from "../../../device/drafts.ts";
import { useDraftPhotos } from "../photos/intake.ts";
import { PhotoField } from "../photos/photo-field.tsx";
import { choicesOf, MissingReasons, useReasons } from "../reasons.tsx";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { words } from "../words.ts";

/** Nobody let the engineer in: a reason, photos and notes close the job. */
export function NoAccessScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "close-without-access");
  const draft = useDraft(job.jobId, "no-access", parseAnswers);
  const reasons = useReasons("NoAccessReason");
  if (isAllowed && draft.initial && reasons)
    return <NoAccessForm job={job} draft={draft} initial={draft.initial} reasons={reasons} />;
  return (
    <Page title={words().noAccess.title} back="/jobs/selected">
      <Skeleton cards={2} />
    </Page>
  );
}

function NoAccessForm(
  props: JobScreen & {
    draft: Draft<NoAccessAnswers>;
    initial: NoAccessAnswers;
    reasons: readonly DomainChoice[];
  },
) {
  const { job, draft, initial, reasons } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const photos = useDraftPhotos(job.jobId, "no-access") ?? [];
  const recorded = useLive(() => readRecorded(device, job.jobId), [device, job.jobId]);
  const spoken = words().noAccess;
  const [isAdding, setAdding] = useState(false);
  const form = useForm<NoAccessAnswers>({
    initial,
    // The pictures themselves are drafts of their own.
    check: (answers) =>
      inWords(noAccessFaults({ ...answers, photos: photos.length }), spoken.faults),
    onChange: draft.keep,
    onSubmit: async ({ reason, notes }) => {
      if (reason === null) return;
      await draft.settle();
      const closed = await closeWithoutAccess(device, job.jobId, {
        noAccessReasonId: reason,
        notes,
      });
      if (!closed.ok)
        return speakRefusal(closed.refusal, { ...words().refusals, ...spoken.faults });
      showToast({ text: spoken.done, kind: "good" });
      await navigate({ to: "/jobs" });
    },
  });
  return (
    <Page
      title={spoken.title}
      back="/jobs/selected"
      main={
        <Button
          type="submit"
          form={form.id}
          kind="main"
          busy={isAdding ? spoken.addingPhoto : form.isBusy && spoken.busy}
        >
          {spoken.submit}
        </Button>
      }
    >
      <MissingReasons reasons={reasons} />
      <Card>
        {recorded && <p>{spoken.recorded(recorded)}</p>}
        <Form form={form}>
          <ChoiceField
            label={spoken.reason}
            choices={choicesOf(reasons)}
            {...form.field("reason")}
          />
          <PhotoField
            name="photos"
            label={spoken.photos}
            jobId={job.jobId}
            purpose="no-access"
            photos={photos}
            onAdding={setAdding}
            error={form.errors.photos}
          />
          <TextArea label={spoken.notes} maxLength={10_000} {...form.field("notes")} />
        </Form>
      </Card>
    </Page>
  );
}

function parseAnswers(kept: Kept): NoAccessAnswers {
  return { reason: kept.number("reason"), notes: kept.text("notes"), photos: 0 };
}
