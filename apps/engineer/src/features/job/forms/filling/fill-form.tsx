import type { PropertyAppliance } from "@fieldfare/contract";
import {
  completeJobForm,
  type JobForm,
  saveUnsupportedForm,
  rememberAnswers,
} from "@fieldfare/device";
import type { FormBundle, FormIssue, FormPath, FormSession } from "@fieldfare/forms";
import { isFormComplete } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useDevice, useSession } from "../../../../phone/device.tsx";
import { toastRefusal } from "../../../../phone/refusals.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { usePhoneBack } from "../../../../ui/phone-back.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../../../ui/unsaved-changes-guard.ts";
import { isAddingPhotos } from "../../photos/add-photos.ts";
import type { JobScreen } from "../../selected-job.tsx";
import { strings as jobStrings } from "../../strings.ts";
import { UnusableForm } from "../unusable-form.tsx";
import { strings } from "../strings.ts";
import { confirmUnusualAnswers, FormSteps } from "./form-steps.tsx";
import { frameScheduler } from "./frame-scheduler.ts";
import { useFormAutosave } from "./use-form-autosave.ts";
import { NoticeOfferProvider } from "./notice-banner.tsx";
import { useNoticeOffer } from "./notice-offer.tsx";
import { buildFormContext, openJobForm } from "./opening.ts";
import { useFreshChoices } from "./fresh-choices.ts";
import { focusQuestion } from "./focus-question.ts";
import { useObservable } from "./use-observable.ts";

const listPath = "/jobs/selected/forms";

type Props = JobScreen & {
  readonly customFormId: string;
  readonly isEditable: boolean;
  readonly form: JobForm;
  readonly bundle: FormBundle;
  /** False after another window has taken over the form. */
  readonly hasClaim: () => boolean;
};

/** A form of the job: its session, drawn with the app's own fields. */
export function FillForm(props: Props) {
  const { job, form, bundle, isEditable } = props;
  const device = useDevice();
  const engineer = useSession().user?.name ?? "";
  const [session] = useState(() =>
    openJobForm(form, bundle, buildFormContext(device, job, engineer, form), !isEditable),
  );
  useFreshChoices(session, job, engineer, form);
  const cannotBeShown = isEditable && session === null;
  useEffect(() => {
    if (cannotBeShown)
      void saveUnsupportedForm(device, job.jobId, bundle.definition).catch(() => undefined);
  }, [device, cannotBeShown, job.jobId, bundle]);
  return session ? (
    <Fill {...props} session={session} />
  ) : (
    <UnusableForm {...strings().notUsable} />
  );
}

function Fill(props: Props & { session: FormSession }) {
  const { job, customFormId, form, bundle, isEditable, session } = props;
  useUnsavedChangesGuard(isEditable);
  const state = useObservable(session);
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const { autosave, context, isChanged, finish } = useFormAutosave(props);
  const notice = useNoticeOffer(props);
  const [isBusy, setBusy] = useState(false);
  const isWarned = useRef(false);

  useEffect(() => {
    const next = session.findNextQuestion();
    if (next !== null) focusQuestion(next);
  }, [session]);

  const turnPage = (turn: () => boolean): boolean => {
    const isTurned = turn();
    if (isTurned) {
      scrollTo(0, 0);
      // The new page first. A form that is left before that saves itself.
      frameScheduler.afterFrame(() => void autosave.saveToJob());
    }
    return isTurned;
  };
  const next = () => {
    session.flush();
    notice.quoteWritten(session.prefill);
    if (!turnPage(session.nextPage)) focusQuestion(null);
  };
  const back = () => {
    turnPage(session.previousPage);
  };
  usePhoneBack(state.isFirstPage ? null : back);
  const reviewIssues = (issues: readonly FormIssue[]) => {
    const first = session.review(issues);
    if (first !== null) focusQuestion(first);
  };
  const complete = async () => {
    if (isAddingPhotos(customFormId)) {
      showToast({ text: text.photos.adding, kind: "warn" });
      return;
    }
    setBusy(true);
    // Validation blocks the page for a moment, so the busy button is drawn first.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    session.flush();
    notice.quoteWritten(session.quote);
    let result = session.complete();
    setBusy(false);
    if (!result.ok) {
      reviewIssues(result.issues.filter(({ severity }) => severity === "error"));
      return;
    }
    if (result.issues.length > 0 && !(await confirmUnusualAnswers(result.issues))) {
      reviewIssues(result.issues);
      return;
    }
    const isNoticeWanted = await notice.isWanted();
    if (isNoticeWanted) {
      notice.quote();
      result = session.complete();
      if (!result.ok) return;
    }
    setBusy(true);
    finish(true);
    await autosave.settle();
    if (!props.hasClaim()) return;
    const completed = await completeJobForm(device, job.jobId, customFormId, {
      bundle,
      answers: result.answers,
      lists: form.lists,
    });
    if (!completed.ok) {
      finish(false);
      setBusy(false);
      toastRefusal(completed.refusal, { ...jobStrings().refusals, ...text.refusals });
      return;
    }
    await rememberAnswers(device, session.remembered()).catch(() => undefined);
    const { added } = completed.value;
    if (added.length === 0) showToast({ text: text.done, kind: "good" });
    else {
      const names = added.map((appliance) => formatAppliance(appliance, form.lists));
      showToast({ text: text.doneAndAdded(names), kind: "good", duration: "long" });
    }
    if (isNoticeWanted) return notice.write();
    await navigate({ ...(notice.next ?? { to: listPath }), replace: true });
  };
  const writeNotice = async (path: FormPath) => {
    session.flush();
    session.endSignature();
    notice.quote();
    session.leaveAt(path);
    if (await autosave.saveToJob()) await notice.write();
  };
  const leave = async () => {
    session.flush();
    session.endSignature();
    autosave.savePlace(session.draft());
    const isSaved = await autosave.saveToJob();
    if (!isSaved && !isWarned.current) {
      // A toast has said why saving failed. A second tap leaves the form anyway.
      isWarned.current = true;
      return;
    }
    await navigate({ to: listPath });
  };

  return (
    <NoticeOfferProvider value={{ dangers: notice.dangers, onWrite: writeNotice }}>
      <FormSteps
        title={bundle.definition.definition.name}
        session={session}
        filling={context}
        isEditable={isEditable}
        lastStep={isEditable ? text.complete : text.close}
        busy={isBusy && text.completing}
        leaveLabel={text.leave}
        banners={
          <>
            {!isEditable && <Banner tone="info">{text.readOnly}</Banner>}
            {isEditable && isFormComplete(form.entry) && (
              <Banner tone={isChanged ? "warn" : "info"}>
                {isChanged ? text.changedSinceComplete : text.reopened}
              </Banner>
            )}
            {isEditable && state.isSignatureRemoved && (
              <Banner tone="warn" alert>
                {text.signature.removed}
              </Banner>
            )}
          </>
        }
        onLeave={() => void leave()}
        onBack={back}
        onNext={next}
        onLastStep={() => void (isEditable ? complete() : leave())}
      />
    </NoticeOfferProvider>
  );
}

/** Formats an appliance, for example "Gas fire, inset, Lounge". */
function formatAppliance(appliance: PropertyAppliance, lists: JobForm["lists"]): string {
  const { type, location } = appliance;
  const findText = (fieldName: string, value: number | null) =>
    lists.find((row) => row.fieldName === fieldName && row.value === value)?.text;
  return [findText("Type", type), findText("Location", location)].filter(Boolean).join(", ");
}
