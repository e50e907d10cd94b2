import { type DomainChoice, placeHold } from "@fieldfare/device";
import { asksForDetails, type HoldAnswers, holdDescription, holdFaults } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import type { RefObject } from "react";
import { useDevice } from "../../../device/device.tsx";
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
import { choicesOf, MissingReasons, useReasons } from "../reasons.tsx";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { words } from "../words.ts";

/** Puts the job on hold with a reason, so that another one may be worked. */
export function HoldScreen({ job }: JobScreen) {
  const { isAllowed, leaving } = useRequiredAction(job, "hold");
  const draft = useDraft(job.jobId, "hold", parseAnswers);
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
  return (
    <Page title={words().hold.title} back="/jobs/selected">
      <Skeleton cards={1} />
    </Page>
  );
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
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words().hold;
  const form = useForm<HoldAnswers>({
    initial,
    check: (answers) => inWords(holdFaults(answers, reasons), spoken.faults),
    onChange: draft.keep,
    onSubmit: async (values) => {
      if (values.reason === null) return;
      await draft.settle();
      leaving.current = true;
      const held = await placeHold(device, job.jobId, {
        holdReasonId: values.reason,
        holdDescription: holdDescription(values, reasons),
        reasons,
      });
      if (!held.ok) {
        leaving.current = false;
        return speakRefusal(held.refusal, words().refusals);
      }
      showToast({ text: spoken.done, kind: "good" });
      await navigate({ to: "/jobs" });
    },
  });
  return (
    <Page
      title={spoken.title}
      back="/jobs/selected"
      main={
        <Button type="submit" form={form.id} kind="main" busy={form.isBusy && spoken.busy}>
          {spoken.submit}
        </Button>
      }
    >
      <MissingReasons reasons={reasons} />
      <Card>
        <Form form={form}>
          <ChoiceField
            label={spoken.reason}
            choices={choicesOf(reasons)}
            {...form.field("reason")}
          />
          {asksForDetails(form.values, reasons) && (
            <TextArea label={spoken.details} maxLength={2000} {...form.field("details")} />
          )}
        </Form>
      </Card>
    </Page>
  );
}

function parseAnswers(kept: Kept): HoldAnswers {
  return { reason: kept.number("reason"), details: kept.text("details") };
}
