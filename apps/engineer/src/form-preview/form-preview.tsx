import type { FormPreviewRequest } from "@fieldfare/contract/office";
import {
  buildBundle,
  type FormIssue,
  type FormSession,
  isSupported,
  openSession,
} from "@fieldfare/forms";
import { useEffect, useMemo, useState } from "react";
import type { Filling } from "../features/job/forms/filling/context.ts";
import { Elements } from "../features/job/forms/filling/elements.tsx";
import { focusQuestion } from "../features/job/forms/filling/focus-question.ts";
import { confirmUnusualAnswers, FormSteps } from "../features/job/forms/filling/form-steps.tsx";
import { frameScheduler } from "../features/job/forms/filling/frame-scheduler.ts";
import { strings as formStrings } from "../features/job/forms/strings.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { showToast } from "../ui/toast.tsx";
import { buildExampleContext } from "./example-sources.ts";
import { ExamplePhotos } from "./example-photos.tsx";
import { strings } from "./strings.ts";

/** A form as an engineer fills it in, with made-up data. Nothing is stored: a new request begins it again. */
export function FormPreview({ request }: { request: FormPreviewRequest }) {
  const [attempt, setAttempt] = useState(1);
  const [isDone, setDone] = useState(false);
  const [session, setSession] = useState<FormSession | null | undefined>(undefined);
  useEffect(() => {
    const opened = openPreview(request);
    setSession(opened);
    return () => opened?.close();
  }, [request, attempt]);
  const restart = () => {
    setDone(false);
    setAttempt((number) => number + 1);
  };
  const { name } = request.bundle.definition.definition;
  if (session === undefined) return null;
  if (session === null)
    return (
      <Page title={formStrings().notUsable.title} bare>
        <Banner tone="warn">{strings().cannotBeShown}</Banner>
      </Page>
    );
  if (isDone)
    return (
      <Page
        title={name}
        bare
        main={
          <Button kind="main" onClick={restart}>
            {strings().again}
          </Button>
        }
      >
        <Banner tone="good" title={formStrings().done}>
          {strings().nothingSent}
        </Banner>
      </Page>
    );
  return (
    <Fill
      key={attempt}
      name={name}
      customFormId={request.bundle.definition.customFormId}
      session={session}
      onDone={() => setDone(true)}
      onLeave={restart}
    />
  );
}

/** Null: this app does not support the definition. */
function openPreview({ bundle, lists, source }: FormPreviewRequest): FormSession | null {
  try {
    const whole = buildBundle(bundle.definition, bundle.subForms);
    if (![whole.definition, ...whole.subForms].every(isSupported)) return null;
    return openSession(whole, {
      answers: null,
      context: buildExampleContext({ source, lists }, new Date()),
      scheduler: frameScheduler,
    });
  } catch {
    return null;
  }
}

function Fill(props: {
  name: string;
  customFormId: string;
  session: FormSession;
  onDone: () => void;
  onLeave: () => void;
}) {
  const { name, customFormId, session, onDone, onLeave } = props;
  const filling = useMemo<Filling>(
    () => ({
      jobId: "",
      customFormId,
      session,
      signedElsewhere: null,
      EntryContent: Elements,
      PhotosQuestion: ExamplePhotos,
    }),
    [customFormId, session],
  );
  useEffect(() => session.prepare(), [session]);
  const review = (issues: readonly FormIssue[]) => {
    const first = session.review(issues);
    if (first !== null) focusQuestion(first);
  };
  const complete = async () => {
    session.flush();
    const result = session.complete();
    if (!result.ok) return review(result.issues.filter(({ severity }) => severity === "error"));
    if (result.issues.length > 0 && !(await confirmUnusualAnswers(result.issues)))
      return review(result.issues);
    onDone();
    showToast({ text: formStrings().done, kind: "good" });
  };
  return (
    <FormSteps
      title={name}
      session={session}
      filling={filling}
      lastStep={formStrings().complete}
      leaveLabel={strings().again}
      onLeave={onLeave}
      onNext={() => {
        session.flush();
        if (session.nextPage()) scrollTo(0, 0);
        else focusQuestion(null);
      }}
      onBack={() => {
        session.previousPage();
        scrollTo(0, 0);
      }}
      onLastStep={() => void complete()}
      isEditable
    />
  );
}
