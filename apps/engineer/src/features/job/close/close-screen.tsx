import type { JobCustomForm } from "@fieldfare/contract";
import {
  checkOutcome,
  closeJob,
  type JobRow,
  readRootCauses,
  readUnopenableForms,
  readWork,
  saveLatestForms,
} from "@fieldfare/device";
import {
  type ClosingAnswers,
  type ClosingStep,
  closingSteps,
  customerSignature,
  type CustomerSignature,
  isFaultlessCheck,
  isOffered,
  isSupplyCapped,
  type OutcomeId,
  findMissingNotices,
  primaryContactName,
  resumedStep,
  withSupplyCapped,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { toastRefusal } from "../../../phone/refusals.ts";
import { LoadingPage } from "../../../ui/loading-page.tsx";
import { usePhoneBack } from "../../../ui/phone-back.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../../ui/unsaved-changes-guard.ts";
import { type Draft, useDraft } from "../../../phone/drafts.ts";
import { useEngineerLeaves } from "../engineer-leaves.ts";
import { parseOutcome } from "../outcome/outcome-draft.ts";
import { outcomePath } from "../outcome/outcome-path.ts";
import { expectEnd, type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { listGivenUp } from "../unsaved.tsx";
import { useNoticeIssues } from "../warning-notice.tsx";
import { type CloseDraft, endSignature, parseClose, storedAnswers } from "./close-draft.ts";
import type { CloseStep, Closing, StepFrame } from "./step.tsx";
import { closeSteps } from "./steps.ts";
import { strings } from "./strings.ts";

/**
 * The close wizard. It resumes at the step where the engineer left it, with all answers. Opens the outcome screen when
 * the job may not be closed with the chosen outcome.
 */
export function CloseScreen({ job }: JobScreen) {
  const forms = useLatestForms(job);
  if (!forms) return <LoadingPage title={strings().title} back={outcomePath} />;
  return <CloseWithForms job={job} forms={forms} />;
}

/** Saves answers that were given just before the app was killed, then returns the forms. Undefined until that is done. */
function useLatestForms({ jobId, customForms }: JobRow): readonly JobCustomForm[] | undefined {
  const device = useDevice();
  const [saved, setSaved] = useState<{ readonly forms: readonly JobCustomForm[] | null }>();
  useEffect(() => {
    void saveLatestForms(device, jobId)
      .catch(() => null)
      .then((result) => setSaved({ forms: result?.ok ? result.value : null }));
  }, [device, jobId]);
  return saved && (saved.forms ?? customForms);
}

function CloseWithForms({ job, forms }: JobScreen & { forms: readonly JobCustomForm[] }) {
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
  const issues = useLive(
    async () =>
      outcomeId && unopenable ? checkOutcome(device, jobId, outcomeId, unopenable) : null,
    [device, jobId, outcomeId, unopenable],
  );
  const noticeIssues = useNoticeIssues(jobId);
  const hasIssues = (issues?.length ?? 0) > 0;
  const isGone = Boolean(work && outcomeId && !isOffered(outcomeId, work.parts));
  const mustChooseOutcome = outcomeId === null || hasIssues || isGone;
  useEffect(() => {
    if (isAllowed && mustChooseOutcome) void navigate({ to: outcomePath, replace: true });
  }, [isAllowed, navigate, mustChooseOutcome]);
  const isRead = issues && work && causes && unopenable && noticeIssues;
  if (isAllowed && !mustChooseOutcome && outcomeId && draft.initial && isRead) {
    const isFaultless = isFaultlessCheck(job.customForms);
    const missingNotices = findMissingNotices(noticeIssues);
    const closing = { job, work, parts: work.parts, causes, isFaultless, missingNotices };
    return (
      <Wizard
        closing={closing}
        unopenable={unopenable}
        outcomeId={outcomeId}
        draft={draft}
        initial={withCustomer(
          withHeating(draft.initial, isSupplyCapped(forms)),
          customerSignature(forms),
          primaryContactName(work.contacts),
        )}
      />
    );
  }
  return <LoadingPage title={strings().title} back={outcomePath} />;
}

function Wizard(props: {
  closing: Closing;
  unopenable: readonly string[];
  outcomeId: OutcomeId;
  draft: Draft<CloseDraft>;
  initial: CloseDraft;
}) {
  const { closing, draft, initial } = props;
  useUnsavedChangesGuard();
  const navigate = useNavigate();
  const close = useClose(props);
  const [answers, setAnswers] = useState(initial.answers);
  const [savedStep, setSavedStep] = useState<string>(() =>
    resumedStep(initial.step, initial.answers, closing),
  );
  const steps = closingSteps(closing);
  // The open step may disappear: the last part was used, or the office removed the root causes.
  const step = steps.find((each) => each === savedStep) ?? resumedStep(savedStep, answers, closing);

  const goTo = (to: ClosingStep, next: ClosingAnswers) => {
    if (to !== step) scrollTo(0, 0);
    const shown = to === step ? next : endSignature(next);
    setSavedStep(to);
    setAnswers(shown);
    draft.save({ step: to, answers: storedAnswers(shown) });
  };
  // Leaving the wizard ends a signature as another step does.
  useEngineerLeaves(() => {
    const ended = endSignature(answers);
    if (ended !== answers) draft.save({ step, answers: ended });
  });
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

  return (
    <Step
      key={step}
      step={step}
      closing={closing}
      answers={answers[step]}
      onChange={(stepAnswers) => goTo(step, { ...answers, [step]: stepAnswers })}
      onBack={back}
      onSubmit={(stepAnswers) => submit({ ...answers, [step]: stepAnswers })}
    />
  );
}

/** The screen of one step. */
function Step<S extends ClosingStep>(props: StepFrame<S>) {
  const Screen: CloseStep<S> = closeSteps[props.step];
  return <Screen {...props} />;
}

/** Closes the job and opens the job list. Shows a toast when it was refused; `onRefused` opens the step to review. */
function useClose({ closing, unopenable, outcomeId, draft }: Parameters<typeof Wizard>[0]) {
  const device = useDevice();
  const navigate = useNavigate();
  return async (answers: ClosingAnswers, onRefused: () => void) => {
    const text = strings();
    const toastFailed = () => showToast({ text: text.failed, kind: "danger", duration: "long" });
    const { jobId } = closing.job;
    const closingAnswers = {
      ...answers,
      outcomeId,
      causes: closing.causes,
      unopenable,
      givenUp: listGivenUp(jobId),
    };
    await draft.settle();
    expectEnd(jobId);
    const closed = await closeJob(device, jobId, closingAnswers).catch((error: unknown) => {
      toastFailed();
      throw error;
    });
    // "already-closed": the job was closed in another tab.
    if (closed.ok || closed.refusal === "already-closed") {
      if (closed.ok) showToast({ text: text.done, kind: "good" });
      await navigate({ to: "/jobs" });
      return;
    }
    expectEnd(jobId, false);
    toastFailed();
    if (closed.refusal === "storage-full" || closed.refusal === "storage-failed")
      toastRefusal(closed.refusal);
    onRefused();
  };
}

/**
 * Fills in the customer who signed the gas safety record or warning notice, else the name of the primary contact, unless
 * the step has answers already.
 */
function withCustomer(
  draft: CloseDraft,
  customer: CustomerSignature | null,
  contactName: string,
): CloseDraft {
  const { customerName, optOut, signature, unfinished } = draft.answers.signature;
  const isAnswered = customerName !== "" && customerName !== contactName;
  if (isAnswered || optOut || signature !== null || unfinished) return draft;
  const customerAnswers = {
    customerName: customer?.name ?? contactName,
    optOut,
    signature: customer?.signature ?? null,
  };
  return { ...draft, answers: { ...draft.answers, signature: customerAnswers } };
}

/** Takes over from the warning notice that the property is capped. */
function withHeating(draft: CloseDraft, isCapped: boolean): CloseDraft {
  const heating = withSupplyCapped(draft.answers.heating, isCapped);
  return { ...draft, answers: { ...draft.answers, heating } };
}
