import { type Rejection, removeJob, retainJob } from "@fieldfare/device";
import { retainFaults } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm, Dialog } from "../../../ui/dialog.tsx";
import { ChoiceButtons, TextArea } from "../../../ui/field.tsx";
import { Form, inWords, useForm } from "../../../ui/form.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { type Draft, type Kept, useDraft } from "../../../device/drafts.ts";
import { expectRemoval, type JobScreen } from "../selected-job.tsx";
import { words } from "../words.ts";

type DialogProps = JobScreen & { readonly onClose: () => void };

interface Answers {
  readonly reason: Rejection["reason"] | null;
  readonly comment: string;
}

/** The office wants the job back: the engineer retains it with a reason, or removes it. */
export function RemovalDialog(props: DialogProps) {
  const draft = useDraft(props.job.jobId, "removal", parseAnswers);
  return draft.initial ? <RemovalForm {...props} draft={draft} initial={draft.initial} /> : null;
}

function RemovalForm(props: DialogProps & { draft: Draft<Answers>; initial: Answers }) {
  const { job, onClose, draft, initial } = props;
  const device = useDevice();
  const spoken = words().removal;
  const remove = useRemove(job.jobId);
  const form = useForm<Answers>({
    initial,
    check: (answers) => inWords(retainFaults(answers), spoken.faults),
    onChange: draft.keep,
    onSubmit: async ({ reason, comment }) => {
      if (reason === null) return;
      await draft.settle();
      const retained = await retainJob(device, job.jobId, { reason, comment });
      if (!retained.ok) speakRefusal(retained.refusal, words().refusals);
      else showToast({ text: spoken.retained, kind: "good" });
      onClose();
    },
  });
  return (
    <Dialog
      title={spoken.requested}
      onClose={onClose}
      actions={
        <>
          <Button onClick={remove}>{spoken.remove}</Button>
          <Button type="submit" form={form.id} kind="main" busy={form.isBusy && spoken.retaining}>
            {spoken.retain}
          </Button>
        </>
      }
    >
      <p>{spoken.requestedText}</p>
      <Form form={form}>
        <ChoiceButtons
          label={spoken.reason}
          choices={spoken.reasons}
          {...form.field("reason")}
          onChange={(reason) => form.set("reason", parseReason(reason))}
        />
        <TextArea label={spoken.comment} maxLength={2000} {...form.field("comment")} />
      </Form>
    </Dialog>
  );
}

function useRemove(jobId: string) {
  const device = useDevice();
  const navigate = useNavigate();
  return async () => {
    const spoken = words().removal;
    const isWanted = await confirm({
      title: spoken.question,
      text: spoken.questionText,
      confirm: spoken.remove,
      cancel: spoken.keep,
      danger: true,
    });
    if (!isWanted) return;
    expectRemoval(jobId);
    const removed = await removeJob(device, jobId);
    if (!removed.ok) return speakRefusal(removed.refusal, words().refusals);
    showToast({ text: spoken.removed, kind: "good" });
    await navigate({ to: "/jobs" });
  };
}

function parseAnswers(kept: Kept): Answers {
  return { reason: parseReason(kept.number("reason")), comment: kept.text("comment") };
}

function parseReason(value: number | null): Answers["reason"] {
  return value === 1 || value === 2 ? value : null;
}
