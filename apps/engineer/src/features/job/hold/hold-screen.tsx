import { z } from "@fieldfare/contract";
import { type DomainChoice, placeHold } from "@fieldfare/device";
import {
  asksForDetails,
  type HoldAnswers,
  holdDescription,
  validateHoldReason,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import type { RefObject } from "react";
import { useDevice } from "../../../phone/device.tsx";
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
import { toChoices, MissingReasons, useReasons } from "../reasons.tsx";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { UnsavedPanel, useUnsaved } from "../unsaved.tsx";

const answersSchema: AnswersSchema<HoldAnswers> = z.object({
  reason: z.nullable(z.number()),
  details: z.string(),
});

const parseDraft = draftParser(answersSchema, { reason: null, details: "" });

/** Puts the job on hold with a reason, so that the engineer can work another job. */
export function HoldScreen({ job }: JobScreen) {
  const { isAllowed, leaving } = useRequiredAction(job, "hold");
  const draft = useDraft(job.jobId, "hold", parseDraft);
  const reasons = useReasons("HoldReason");
  if (isAllowed && draft.initial && reasons)
    return (
      <HoldForm
        job={job}
        draft={draft}
        initial={draft.initial}
        reasons={reasons}
        leaving={leaving}
      />
    );
  return <LoadingPage title={strings().hold.title} back="/jobs/selected" />;
}

function HoldForm(
  props: JobScreen & {
    draft: Draft<HoldAnswers>;
    initial: HoldAnswers;
    reasons: readonly DomainChoice[];
    leaving: RefObject<boolean>;
  },
) {
  const { job, draft, initial, reasons, leaving } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const unsaved = useUnsaved(job.jobId);
  const text = strings().hold;
  const form = useDraftForm<HoldAnswers>({
    draft,
    initial,
    check: (answers) => describeIssues(validateHoldReason(answers, reasons), text.issues),
    submit: async (values) => {
      if (values.reason === null) return;
      leaving.current = true;
      const held = await placeHold(device, job.jobId, {
        holdReasonId: values.reason,
        holdDescription: holdDescription(values, reasons),
        reasons,
      });
      if (!held.ok) {
        leaving.current = false;
        return toastRefusal(held.refusal, { ...strings().refusals, ...text.issues });
      }
      showToast({ text: text.done, kind: "good" });
      await navigate({ to: "/jobs" });
    },
  });
  return (
    <Page
      title={text.title}
      back="/jobs/selected"
      main={
        <Button type="submit" form={form.id} kind="main" busy={form.isBusy && text.busy}>
          {text.submit}
        </Button>
      }
    >
      <MissingReasons reasons={reasons} />
      <UnsavedPanel ending="hold" unsaved={unsaved} />
      <Card>
        <Form form={form}>
          <ChoiceField label={text.reason} choices={toChoices(reasons)} {...form.field("reason")} />
          {asksForDetails(form.values, reasons) && (
            <TextArea label={text.details} maxLength={2000} {...form.field("details")} />
          )}
        </Form>
      </Card>
    </Page>
  );
}
