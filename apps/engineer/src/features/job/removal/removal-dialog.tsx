import { z } from "@fieldfare/contract";
import { readRecordedWork, type Rejection, removeJob, retainJob } from "@fieldfare/device";
import { validateRetain } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../phone/device.tsx";
import { toastRefusal } from "../../../phone/refusals.ts";
import { strings as phoneStrings } from "../../../phone/strings.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm, Dialog } from "../../../ui/dialog.tsx";
import { ChoiceButtons } from "../../../ui/choice-field.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { Form, describeIssues, useForm } from "../../../ui/form.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { type AnswersSchema, type Draft, draftParser, useDraft } from "../../../phone/drafts.ts";
import { expectEnd, type JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { UnsavedPanel, useUnsaved } from "../unsaved.tsx";

type DialogProps = JobScreen & {
  /** The office has given the job to another engineer. */
  readonly isMoved: true | undefined;
  readonly onClose: () => void;
};

interface Answers {
  readonly reason: Rejection["reason"] | null;
  readonly comment: string;
}

const answersSchema: AnswersSchema<Answers> = z.object({
  reason: z.nullable(z.literal([1, 2])),
  comment: z.string(),
});

const parseDraft = draftParser(answersSchema, { reason: null, comment: "" });

/** The office has requested the removal of the job: the engineer retains it with a reason, or removes it. */
export function RemovalDialog(props: DialogProps) {
  const draft = useDraft(props.job.jobId, "removal", parseDraft);
  return draft.initial ? <RemovalForm {...props} draft={draft} initial={draft.initial} /> : null;
}

function RemovalForm(props: DialogProps & { draft: Draft<Answers>; initial: Answers }) {
  const { job, isMoved, onClose, draft, initial } = props;
  const device = useDevice();
  const text = strings().removal;
  const remove = useRemove(job.jobId);
  const unsaved = useUnsaved(job.jobId, "removal");
  const form = useForm<Answers>({
    initial,
    check: (answers) => describeIssues(validateRetain(answers), text.issues),
    onChange: draft.save,
    onSubmit: async ({ reason, comment }) => {
      if (reason === null) return;
      await draft.settle();
      const retained = await retainJob(device, job.jobId, { reason, comment });
      if (!retained.ok) toastRefusal(retained.refusal, { ...strings().refusals, ...text.issues });
      else if (isMoved)
        showToast({
          title: text.retained,
          text: phoneStrings().givenToAnother,
          kind: "warn",
          duration: "long",
        });
      else showToast({ text: text.retained, kind: "good" });
      onClose();
    },
  });
  return (
    <Dialog
      title={text.requested}
      onClose={onClose}
      actions={
        <>
          <Button onClick={remove}>{text.remove}</Button>
          <Button type="submit" form={form.id} kind="main" busy={form.isBusy && text.retaining}>
            {text.retain}
          </Button>
        </>
      }
    >
      <p>
        {text.requestedText} {isMoved && text.movedText}
      </p>
      <UnsavedPanel ending="removal" unsaved={unsaved} />
      <Form form={form}>
        <ChoiceButtons
          label={text.reason}
          choices={text.reasons}
          {...form.field("reason")}
          onChange={(reason) => form.set("reason", parseReason(reason))}
        />
        <TextArea label={text.comment} maxLength={2000} {...form.field("comment")} />
      </Form>
    </Dialog>
  );
}

function useRemove(jobId: string) {
  const device = useDevice();
  const navigate = useNavigate();
  return async () => {
    const text = strings().removal;
    const recorded = await readRecordedWork(device, jobId);
    const isConfirmed = await confirm({
      title: text.question,
      text: recorded ? `${text.questionText} ${text.recorded(recorded)}` : text.questionText,
      confirm: text.remove,
      cancel: text.keep,
      danger: true,
    });
    if (!isConfirmed) return;
    expectEnd(jobId);
    const removed = await removeJob(device, jobId);
    if (!removed.ok) {
      expectEnd(jobId, false);
      return toastRefusal(removed.refusal, strings().refusals);
    }
    showToast({ text: text.removed, kind: "good" });
    await navigate({ to: "/jobs" });
  };
}

function parseReason(value: number | null): Answers["reason"] {
  return value === 1 || value === 2 ? value : null;
}
