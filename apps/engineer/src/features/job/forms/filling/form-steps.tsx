import type { ContainerElement, FormIssue, FormSession } from "@fieldfare/forms";
import { Activity, type ReactNode } from "react";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { confirm } from "../../../../ui/dialog.tsx";
import { Page } from "../../../../ui/page.tsx";
import { useCooldown } from "../../cooldown.ts";
import { strings } from "../strings.ts";
import { useClearedEntryToasts } from "./cleared-entries.ts";
import { type Filling, FillingProvider } from "./context.ts";
import { AllPassed, Elements } from "./elements.tsx";
import styles from "./filling.module.css";
import { focusQuestion } from "./focus-question.ts";
import { FormProgress } from "./form-progress.tsx";
import { IssueList } from "./issue-list.tsx";
import { useNearbyPages } from "./nearby-pages.ts";
import { useObservable } from "./use-observable.ts";

interface Props {
  readonly title: string;
  readonly session: FormSession;
  readonly filling: Filling;
  readonly isEditable: boolean;
  /** The step of the last page. */
  readonly lastStep: string;
  /** The label of the step that is being taken; the button is busy meanwhile. */
  readonly busy?: string | false;
  /** The name of Back in the header. */
  readonly leaveLabel: string;
  /** Shown above the page of the form. */
  readonly banners?: ReactNode;
  readonly onLeave: () => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
  readonly onLastStep: () => void;
}

/** The page of a form that is shown now, with the steps to other pages. It stores nothing. */
export function FormSteps(props: Props) {
  const { session, filling, isEditable, lastStep, busy = false } = props;
  const state = useObservable(session);
  const pages = useNearbyPages(session, state);
  useClearedEntryToasts(session);
  const text = strings();
  const { isFirstPage, isLastPage } = state;
  const isCoolingDown = useCooldown(state.pageName);
  const goTo = (issue: FormIssue) => focusQuestion(session.goTo(issue));
  return (
    <Page
      title={props.title}
      step={state.pageName}
      back={props.onLeave}
      backLabel={props.leaveLabel}
      main={
        <div className={styles.step}>
          <FormProgress form={state} />
          <div className={styles.buttons}>
            {!isFirstPage && (
              <Button busy={isCoolingDown && text.back} onClick={props.onBack}>
                {text.back}
              </Button>
            )}
            {!isLastPage && (
              <Button kind="main" busy={isCoolingDown && text.next} onClick={props.onNext}>
                {text.next}
              </Button>
            )}
            {isLastPage && (
              <Button
                kind="main"
                busy={busy || (isCoolingDown && lastStep)}
                onClick={props.onLastStep}
              >
                {lastStep}
              </Button>
            )}
          </div>
        </div>
      }
    >
      {props.banners}
      <IssueBanner issues={state.issues} onOpen={goTo} />
      {isEditable && <RemovedAppliances session={session} />}
      <FillingProvider value={filling}>
        {pages.map(({ name, element }) => (
          <Activity key={name} mode={name === state.pageName ? "visible" : "hidden"}>
            <Questions element={element} />
          </Activity>
        ))}
      </FillingProvider>
    </Page>
  );
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

function Questions({ element }: { element: ContainerElement }) {
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

/** Asks whether unusual answers are right. */
export function confirmUnusualAnswers(issues: readonly FormIssue[]): Promise<boolean> {
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
