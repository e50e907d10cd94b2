import {
  checkOutcome,
  closeJob,
  readRootCauses,
  readUnopenableForms,
  readWork,
} from "@fieldfare/device";
import {
  type ClosingAnswers,
  type ClosingStep,
  closingSteps,
  customerSignature,
  type CustomerSignature,
  isFaultlessCheck,
  isOffered,
  type OutcomeId,
  owedNotices,
  resumedStep,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentType, useEffect, useState } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { usePhoneBack } from "../../../ui/phone-back.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { type Draft, type Kept, useDraft } from "../../../device/drafts.ts";
import { outcomePath, parseOutcome } from "../outcome/outcome-draft.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { useNoticeFindings } from "../warning-notice.tsx";
import type { Closing, StepFrame } from "./step.tsx";
import { closeSteps } from "./steps.ts";
import { words } from "./words.ts";

interface CloseDraft {
  /** The step that was open last; empty at first. */
  readonly step: string;
  readonly answers: ClosingAnswers;
}

/**
 * The close wizard: resumes at the step where it was left, with all that was entered. What the job may not, or no
 * longer, be closed with is chosen again first.
 */
export function CloseScreen({ job }: JobScreen) {
  const device = useDevice();
  const navigate = useNavigate();
  const { jobId } = job;
  const { isAllowed } = useRequiredAction(job, "close");
  const outcome = useDraft(jobId, "outcome", parseOutcome);
  const draft = useDraft(jobId, "close", parseClose);
  const outcomeId = outcome.initial?.outcomeId;
  const work = useLive(() => readWork(device, jobId), [device, jobId]);
  const causes = useLive(() => readRootCauses(device), [device]);
  const unopenable = useLive(() => readUnopenableForms(device, jobId), [device, jobId]);
  const faults = useLive(
    async () =>
      outcomeId && unopenable ? checkOutcome(device, jobId, outcomeId, unopenable) : null,
    [device, jobId, outcomeId, unopenable],
  );
  const findings = useNoticeFindings(jobId);
  const isFaulty = (faults?.length ?? 0) > 0;
  const isGone = Boolean(work && outcomeId && !isOffered(outcomeId, work.parts));
  const mustChoose = outcomeId === null || isFaulty || isGone;
  useEffect(() => {
    if (isAllowed && mustChoose) void navigate({ to: outcomePath, replace: true });
  }, [isAllowed, navigate, mustChoose]);
  const isRead = faults && work && causes && unopenable && findings;
  if (isAllowed && !mustChoose && outcomeId && draft.initial && isRead) {
    const isFaultless = isFaultlessCheck(job.customForms);
    const owed = owedNotices(findings);
    const closing = { job, work, parts: work.parts, causes, isFaultless, owedNotices: owed };
    return (
      <Wizard
        closing={closing}
        unopenable={unopenable}
        outcomeId={outcomeId}
        draft={draft}
        initial={withCustomer(draft.initial, customerSignature(job.customForms))}
      />
    );
  }
  return (
    <Page title={words().title} back={outcomePath}>
      <Skeleton cards={1} />
    </Page>
  );
}

function Wizard(props: {
  closing: Closing;
  unopenable: readonly string[];
  outcomeId: OutcomeId;
  draft: Draft<CloseDraft>;
  initial: CloseDraft;
}) {
  const { closing, draft, initial } = props;
  useUnsafePoint();
  const navigate = useNavigate();
  const close = useClose(props);
  const [answers, setAnswers] = useState(initial.answers);
  const [left, setLeft] = useState<string>(() =>
    resumedStep(initial.step, initial.answers, closing),
  );
  const steps = closingSteps(closing);
  // A step may go while it is open: the last part was used, the office took its causes back.
  const step = steps.find((asked) => asked === left) ?? resumedStep(left, answers, closing);

  const goTo = (to: ClosingStep, next: ClosingAnswers) => {
    if (to !== step) scrollTo(0, 0);
    setLeft(to);
    setAnswers(next);
    draft.keep({ step: to, answers: next });
  };
  const back = () => {
    const before = steps[steps.indexOf(step) - 1];
    if (before) goTo(before, answers);
    else void navigate({ to: outcomePath });
  };
  usePhoneBack(steps.indexOf(step) > 0 ? back : null);
  const submit = (next: ClosingAnswers) => {
    const after = steps[steps.indexOf(step) + 1];
    if (after) return goTo(after, next);
    return close(next, () => goTo(resumedStep(step, next, closing), next));
  };

  const Screen = closeSteps[step].Screen as ComponentType<StepFrame<ClosingStep>>;
  return (
    <Screen
      key={step}
      step={step}
      closing={closing}
      answers={answers[step]}
      onChange={(given) => goTo(step, { ...answers, [step]: given })}
      onBack={back}
      onSubmit={(given) => submit({ ...answers, [step]: given })}
    />
  );
}

/** Closes the job and leaves; what was refused is said, and `onRefused` shows what to review. */
function useClose({ closing, unopenable, outcomeId, draft }: Parameters<typeof Wizard>[0]) {
  const device = useDevice();
  const navigate = useNavigate();
  return async (answers: ClosingAnswers, onRefused: () => void) => {
    const spoken = words();
    const sayFailed = () => showToast({ text: spoken.failed, kind: "danger", duration: "long" });
    const given = { ...answers, outcomeId, causes: closing.causes, unopenable };
    await draft.settle();
    const closed = await closeJob(device, closing.job.jobId, given).catch((error: unknown) => {
      sayFailed();
      throw error;
    });
    // "already-closed": another tab was faster.
    if (closed.ok || closed.refusal === "already-closed") {
      if (closed.ok) showToast({ text: spoken.done, kind: "good" });
      await navigate({ to: "/jobs" });
      return;
    }
    sayFailed();
    if (closed.refusal.startsWith("storage-")) speakRefusal(closed.refusal);
    onRefused();
  };
}

/** Who signed the record or the notice need not sign again. */
function withCustomer(draft: CloseDraft, customer: CustomerSignature | null): CloseDraft {
  const { customerName, optOut, signature } = draft.answers.signature;
  if (!customer || customerName !== "" || optOut || signature !== null) return draft;
  const given = { customerName: customer.name, optOut, signature: customer.signature };
  return { ...draft, answers: { ...draft.answers, signature: given } };
}

function parseClose(kept: Kept): CloseDraft {
  const answers = kept.inner("answers");
  return {
    step: kept.text("step"),
    answers: {
      warningNotice: closeSteps.warningNotice.parse(answers.inner("warningNotice")),
      unusedParts: closeSteps.unusedParts.parse(answers.inner("unusedParts")),
      contacts: closeSteps.contacts.parse(answers.inner("contacts")),
      heating: closeSteps.heating.parse(answers.inner("heating")),
      rootCause: closeSteps.rootCause.parse(answers.inner("rootCause")),
      signature: closeSteps.signature.parse(answers.inner("signature")),
      signOff: closeSteps.signOff.parse(answers.inner("signOff")),
    },
  };
}
