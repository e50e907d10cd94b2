import type { PropertyAppliance } from "@fieldfare/contract";
import {
  completeJobForm,
  type JobForm,
  saveUnsupportedForm,
  rememberAnswers,
} from "@fieldfare/device";
import type {
  ContainerElement,
  FormBundle,
  FormIssue,
  FormPath,
  FormSession,
} from "@fieldfare/forms";
import { isFormComplete } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useDevice, useSession } from "../../../../phone/device.tsx";
import { toastRefusal } from "../../../../phone/refusals.ts";
import { Button } from "../../../../ui/button.tsx";
import { confirm } from "../../../../ui/dialog.tsx";
import { Banner } from "../../../../ui/banner.tsx";
import { Page } from "../../../../ui/page.tsx";
import { usePhoneBack } from "../../../../ui/phone-back.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../../../ui/unsaved-changes-guard.ts";
import { isAddingPhotos } from "../../photos/add-photos.ts";
import { useCooldown } from "../../cooldown.ts";
import type { JobScreen } from "../../selected-job.tsx";
import { strings as jobStrings } from "../../strings.ts";
import { UnusableForm } from "../unusable-form.tsx";
import { strings } from "../strings.ts";
import { FillingProvider } from "./context.ts";
import { AllPassed, Elements } from "./elements.tsx";
import { IssueList } from "./issue-list.tsx";
import styles from "./filling.module.css";
import { FormProgress } from "./form-progress.tsx";
import { frameScheduler } from "./frame-scheduler.ts";
import { useFormAutosave } from "./use-form-autosave.ts";
import { NoticeOfferProvider, useNoticeOffer } from "./notice-offer.tsx";
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
  const { autosave, context, finish } = useFormAutosave(props);
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
  const { isFirstPage, isLastPage } = state;
  usePhoneBack(isFirstPage ? null : back);
  const goTo = (issue: FormIssue) => focusQuestion(session.goTo(issue));
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
    notice.quoteWritten(session.answer);
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
    notice.quote();
    session.leaveAt(path);
    if (await autosave.saveToJob()) await notice.write();
  };
  const leave = async () => {
    session.flush();
    autosave.savePlace(session.draft());
    const isSaved = await autosave.saveToJob();
    if (!isSaved && !isWarned.current) {
      // A toast has said why saving failed. A second tap leaves the form anyway.
      isWarned.current = true;
      return;
    }
    await navigate({ to: listPath });
  };

  const lastStep = isEditable ? text.complete : text.close;
  const isCoolingDown = useCooldown(state.pageName);
  return (
    <Page
      title={bundle.definition.definition.name}
      back={() => void leave()}
      backLabel={text.leave}
      main={
        <div className={styles.step}>
          <FormProgress form={state} />
          <div className={styles.buttons}>
            {!isFirstPage && (
              <Button busy={isCoolingDown && text.back} onClick={back}>
                {text.back}
              </Button>
            )}
            {!isLastPage && (
              <Button kind="main" busy={isCoolingDown && text.next} onClick={next}>
                {text.next}
              </Button>
            )}
            {isLastPage && (
              <Button
                kind="main"
                busy={isBusy ? text.completing : isCoolingDown && lastStep}
                onClick={() => void (isEditable ? complete() : leave())}
              >
                {lastStep}
              </Button>
            )}
          </div>
        </div>
      }
    >
      {!isEditable && <Banner tone="info">{text.readOnly}</Banner>}
      {isEditable && isFormComplete(form.entry) && <Banner tone="info">{text.reopened}</Banner>}
      <IssueBanner issues={state.issues} onOpen={goTo} />
      {isEditable && <RemovedAppliances session={session} />}
      <FillingProvider value={context}>
        <NoticeOfferProvider value={{ dangers: notice.dangers, onWrite: writeNotice }}>
          {state.page && <FormPage key={state.pageName} element={state.page} />}
        </NoticeOfferProvider>
      </FillingProvider>
    </Page>
  );
}

/** Formats an appliance, for example "Gas fire, inset, Lounge". */
function formatAppliance(appliance: PropertyAppliance, lists: JobForm["lists"]): string {
  const { type, location } = appliance;
  const findText = (fieldName: string, value: number | null) =>
    lists.find((row) => row.fieldName === fieldName && row.value === value)?.text;
  return [findText("Type", type), findText("Location", location)].filter(Boolean).join(", ");
}

function IssueBanner(props: { issues: readonly FormIssue[]; onOpen: (issue: FormIssue) => void }) {
  const { issues, onOpen } = props;
  const hasErrors = issues.some(({ severity }) => severity === "error");
  if (issues.length === 0) return null;
  return (
    <Banner
      tone={hasErrors ? "danger" : "warn"}
      title={hasErrors ? strings().needsAttention(issues.length) : strings().unusual(issues.length)}
      alert
    >
      <IssueList issues={issues} onOpen={onOpen} />
    </Banner>
  );
}

/** Leads to the entries of appliances that were deleted after they were recorded here. */
function RemovedAppliances({ session }: { session: FormSession }) {
  const { removedEntries } = useObservable(session);
  if (removedEntries.length === 0) return null;
  return (
    <Banner tone="warn" title={strings().panels.removedTitle(removedEntries.length)}>
      <ul className={styles.issues}>
        {removedEntries.map(({ path, title }) => (
          <li key={path.join(".")} dir="auto">
            <button type="button" className={styles.issue} onClick={() => session.goToEntry(path)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function FormPage({ element }: { element: ContainerElement }) {
  const page = useObservable(element);
  const { title, description } = page;
  return (
    <div className={styles.page}>
      {title && (
        <h2 className={styles.pageTitle} dir="auto">
          {title}
        </h2>
      )}
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <AllPassed container={page} title="" />
      <Elements element={element} />
    </div>
  );
}

function confirmUnusualAnswers(issues: readonly FormIssue[]): Promise<boolean> {
  const { check } = strings();
  return confirm({
    title: check.title,
    text: (
      <>
        {check.text}
        <IssueList issues={issues} />
      </>
    ),
    confirm: check.confirm,
    cancel: check.cancel,
  });
}
