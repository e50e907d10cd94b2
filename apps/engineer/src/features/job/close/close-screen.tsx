import { type CloseAnswers, closeJob } from "@fieldfare/device";
import type { OutcomeId } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { type Draft, type Kept, useDraft } from "../drafts.ts";
import { parseOutcome } from "../outcome/outcome-draft.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { words } from "../words.ts";
import { closeSteps } from "./steps.ts";

interface CloseDraft {
  /** The step that was open last. */
  readonly step: string;
  /** By name of the step. */
  readonly answers: Readonly<Record<string, object>>;
}

/** The close wizard: resumes at the step where it was left, with all that was entered. */
export function CloseScreen({ job }: JobScreen) {
  const navigate = useNavigate();
  const { isAllowed } = useRequiredAction(job, "close");
  const outcome = useDraft(job.jobId, "outcome", parseOutcome);
  const draft = useDraft(job.jobId, "close", parseClose);
  const outcomeId = outcome.initial?.outcomeId;
  useEffect(() => {
    if (outcomeId === null) void navigate({ to: "/jobs/selected/outcome", replace: true });
  }, [navigate, outcomeId]);
  if (isAllowed && outcomeId && draft.initial)
    return <Wizard job={job} outcomeId={outcomeId} draft={draft} initial={draft.initial} />;
  return (
    <Page title={words().close.title} back="/jobs/selected/outcome">
      <Skeleton cards={1} />
    </Page>
  );
}

function Wizard(
  props: JobScreen & {
    outcomeId: OutcomeId;
    draft: Draft<CloseDraft>;
    initial: CloseDraft;
  },
) {
  const { job, outcomeId, draft, initial } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const [answers, setAnswers] = useState(initial.answers);
  const [index, setIndex] = useState(() => resumeAt(initial));
  const step = closeSteps[index];
  if (!step) throw new Error(`The close wizard has no step ${index}`);

  const keep = (next: CloseDraft["answers"], at: number) => {
    setAnswers(next);
    draft.keep({ step: closeSteps[at]?.name ?? step.name, answers: next });
  };
  const goTo = (at: number, next: CloseDraft["answers"]) => {
    setIndex(at);
    keep(next, at);
  };
  const finish = async (next: CloseDraft["answers"]) => {
    const spoken = words().close;
    await draft.settle();
    const closed = await closeJob(device, job.jobId, answersOf(outcomeId, next));
    if (!closed.ok) {
      showToast({ text: spoken.failed, kind: "danger", duration: "long" });
      if (closed.refusal.startsWith("storage-")) speakRefusal(closed.refusal);
      return;
    }
    showToast({ text: spoken.done, kind: "good" });
    await navigate({ to: "/jobs" });
  };

  const isLast = index === closeSteps.length - 1;
  return (
    <step.Screen
      key={step.name}
      position={words().close.position(index + 1, closeSteps.length)}
      isLast={isLast}
      values={answers[step.name] ?? {}}
      onChange={(values) => keep({ ...answers, [step.name]: values }, index)}
      onBack={() => {
        if (index > 0) goTo(index - 1, answers);
        else void navigate({ to: "/jobs/selected/outcome" });
      }}
      onSubmit={(values) => {
        const next = { ...answers, [step.name]: values };
        if (isLast) return finish(next);
        return goTo(index + 1, next);
      }}
    />
  );
}

/** The step that was left, but never beyond one that is not complete. */
function resumeAt({ step, answers }: CloseDraft): number {
  const left = closeSteps.findIndex(({ name }) => name === step);
  const incomplete = closeSteps.findIndex(
    ({ name, isComplete }) => !isComplete(answers[name] ?? {}),
  );
  if (left < 0) return 0;
  return incomplete < 0 ? left : Math.min(left, incomplete);
}

function answersOf(outcomeId: OutcomeId, answers: CloseDraft["answers"]): CloseAnswers {
  const unanswered: CloseAnswers = {
    outcomeId,
    customerName: "",
    optOut: false,
    signature: null,
    engineerSignOffAgreed: false,
  };
  return closeSteps.reduce<CloseAnswers>(
    (all, step) => ({ ...all, ...step.answers(answers[step.name] ?? {}) }),
    unanswered,
  );
}

function parseClose(kept: Kept): CloseDraft {
  const answers = closeSteps.map(({ name, parse }): [string, object] => [
    name,
    parse(kept.inner("answers").inner(name)),
  ]);
  return { step: kept.text("step"), answers: Object.fromEntries(answers) };
}
