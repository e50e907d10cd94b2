import type { PropertyAppliance } from "@fieldfare/contract";
import {
  completeJobForm,
  type JobForm,
  saveUnsupportedForm,
  rememberAnswers,
} from "@fieldfare/device";
import type { FormIssue, FormBundle, OpenForm } from "@fieldfare/forms";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { PageModel } from "survey-core";
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
import { useFormAutosave } from "./use-form-autosave.ts";
import { NoticeOfferProvider, useNoticeOffer } from "./notice-offer.tsx";
import { useModel, useText } from "./model.ts";
import { buildFormContext, openJobForm } from "./opening.ts";
import { useFreshChoices } from "./fresh-choices.ts";
import { findFirstError, focusQuestion } from "./first-error.ts";
import { locateQuestion } from "./place.ts";
import { type OpenIssue, useOpenIssues } from "./open-issues.ts";

const listPath = "/jobs/selected/forms";

type Props = JobScreen & {
  readonly customFormId: string;
  readonly isEditable: boolean;
  readonly form: JobForm;
  readonly bundle: FormBundle;
  /** False after another window has taken over the form. */
  readonly hasClaim: () => boolean;
};

/** A form of the job: the library's model with the app's own fields. */
export function FillForm(props: Props) {
  const { job, form, bundle, isEditable } = props;
  const device = useDevice();
  const engineer = useSession().user?.name ?? "";
  const [open] = useState(() =>
    openJobForm(form, bundle, buildFormContext(device, job, engineer, form), !isEditable),
  );
  useFreshChoices(open, job, engineer, form);
  const cannotBeShown = isEditable && open === null;
  useEffect(() => {
    if (cannotBeShown)
      void saveUnsupportedForm(device, job.jobId, bundle.definition).catch(() => undefined);
  }, [device, cannotBeShown, job.jobId, bundle]);
  return open ? <Fill {...props} open={open} /> : <UnusableForm {...strings().notUsable} />;
}

function Fill(props: Props & { open: OpenForm }) {
  const { job, customFormId, form, bundle, isEditable, open } = props;
  const { model } = open;
  useUnsavedChangesGuard(isEditable);
  useModel(model);
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const formState = useFormAutosave(props);
  const { deferred, autosave, draft, setPanel } = formState;
  const { openIssues, showIssues } = useOpenIssues(open);
  const notice = useNoticeOffer(props);
  const [isBusy, setBusy] = useState(false);
  const isWarned = useRef(false);

  const changePage = (work: () => void) => {
    deferred.flush();
    const before = model.currentPage as unknown;
    formState.withoutAutosave(work);
    if (model.currentPage === before) return;
    setPanel(null);
    scrollTo(0, 0);
    autosave.savePlace(draft());
    void autosave.saveToJob();
  };
  const showFirstError = () => {
    formState.countCheck();
    const question = findFirstError(model.currentPage);
    if (!question) return;
    const at = locateQuestion(question);
    if (at.length > 1) setPanel(at.slice(0, -1));
    focusQuestion();
  };
  const next = () =>
    changePage(() => {
      notice.quoteWritten();
      if (!model.nextPage()) showFirstError();
    });
  const back = () => changePage(() => model.prevPage());
  usePhoneBack(model.isFirstPage ? null : back);
  const goTo = ({ issue, question }: OpenIssue) => {
    deferred.flush();
    const at = locateQuestion(question);
    const page = model.visiblePages[issue.page];
    if (page) model.currentPage = page;
    setPanel(at.length > 1 ? at.slice(0, -1) : null);
    focusQuestion(question);
  };
  const reviewIssues = (issues: readonly FormIssue[]) => {
    formState.countCheck();
    const first = showIssues(issues);
    if (first) goTo(first);
  };
  const complete = async () => {
    if (isAddingPhotos(customFormId)) {
      showToast({ text: text.photos.adding, kind: "warn" });
      return;
    }
    setBusy(true);
    // Validation blocks the page for a moment, so the busy button is drawn first.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    deferred.flush();
    notice.quoteWritten();
    let result = open.complete();
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
      result = open.complete();
      if (!result.ok) return;
    }
    setBusy(true);
    formState.finish(true);
    await autosave.settle();
    if (!props.hasClaim()) return;
    const completed = await completeJobForm(device, job.jobId, customFormId, {
      bundle,
      answers: result.answers,
      lists: form.lists,
    });
    if (!completed.ok) {
      formState.finish(false);
      setBusy(false);
      toastRefusal(completed.refusal, { ...jobStrings().refusals, ...text.refusals });
      return;
    }
    await rememberAnswers(device, open.remembered()).catch(() => undefined);
    const { added } = completed.value;
    if (added.length === 0) showToast({ text: text.done, kind: "good" });
    else {
      const names = added.map((appliance) => formatAppliance(appliance, form.lists));
      showToast({ text: text.doneAndAdded(names), kind: "good", duration: "long" });
    }
    if (isNoticeWanted) return notice.write();
    await navigate({ to: notice.next ?? listPath, replace: true });
  };
  const writeNotice = async () => {
    deferred.flush();
    notice.quote();
    autosave.savePlace(draft());
    if (await autosave.saveToJob()) await notice.write();
  };
  const leave = async () => {
    deferred.flush();
    autosave.savePlace(draft());
    const isSaved = await autosave.saveToJob();
    if (!isSaved && !isWarned.current) {
      // A toast has said why saving failed. A second tap leaves the form anyway.
      isWarned.current = true;
      return;
    }
    await navigate({ to: listPath });
  };

  const page = model.currentPage as PageModel | null;
  const lastStep = isEditable ? text.complete : text.close;
  const isCoolingDown = useCooldown(page?.name ?? "");
  return (
    <Page
      title={bundle.definition.definition.name}
      back={() => void leave()}
      backLabel={text.leave}
      main={
        <div className={styles.step}>
          <FormProgress open={open} />
          <div className={styles.buttons}>
            {!model.isFirstPage && (
              <Button busy={isCoolingDown && text.back} onClick={back}>
                {text.back}
              </Button>
            )}
            {!model.isLastPage && (
              <Button kind="main" busy={isCoolingDown && text.next} onClick={next}>
                {text.next}
              </Button>
            )}
            {model.isLastPage && (
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
      {isEditable && form.entry.completionStatus === "Complete" && (
        <Banner tone="info">{text.reopened}</Banner>
      )}
      <IssueBanner openIssues={openIssues} onOpen={goTo} />
      <FillingProvider value={formState.context}>
        <NoticeOfferProvider value={{ dangers: notice.dangers, onWrite: writeNotice }}>
          {page && <FormPage key={page.name} page={page} />}
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

function IssueBanner(props: {
  openIssues: readonly OpenIssue[];
  onOpen: (openIssue: OpenIssue) => void;
}) {
  const { openIssues, onOpen } = props;
  const issues = openIssues.map(({ issue }) => issue);
  const hasErrors = issues.some(({ severity }) => severity === "error");
  if (issues.length === 0) return null;
  return (
    <Banner
      tone={hasErrors ? "danger" : "warn"}
      title={hasErrors ? strings().needsAttention(issues.length) : strings().unusual(issues.length)}
      alert
    >
      <IssueList
        issues={issues}
        onOpen={(issue) => {
          const openIssue = openIssues.find((other) => other.issue === issue);
          if (openIssue) onOpen(openIssue);
        }}
      />
    </Banner>
  );
}

function FormPage({ page }: { page: PageModel }) {
  const title = useText(page.locTitle);
  const description = useText(page.locDescription);
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
      <Elements container={page} />
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
