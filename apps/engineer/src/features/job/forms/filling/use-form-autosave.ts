import type { FormDraft, FormPath, JobForm, JobRow } from "@fieldfare/device";
import type { FormAnswers } from "@fieldfare/domain";
import type { FormBundle, OpenForm } from "@fieldfare/forms";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Question } from "survey-core";
import { useDevice } from "../../../../phone/device.tsx";
import type { Filling } from "./context.ts";
import { Elements } from "./elements.tsx";
import { createFormAutosave } from "./form-autosave.ts";
import { createDeferredWork } from "./deferred-work.ts";
import { restorePhotos } from "./opening.ts";
import { listPanels, locateQuestion, findQuestionAt, withAnswer } from "./place.ts";

/** Saves every answer, the current page and the open panel, from the first render on. */
export function useFormAutosave(options: {
  readonly job: JobRow;
  readonly customFormId: string;
  readonly form: JobForm;
  readonly bundle: FormBundle;
  readonly isEditable: boolean;
  readonly open: OpenForm;
  /** False after another window has taken over the form. */
  readonly hasClaim: () => boolean;
}) {
  const { job, customFormId, form, bundle, isEditable, open, hasClaim } = options;
  const device = useDevice();
  const { jobId } = job;
  const [panel, showPanel] = useState<FormPath | null>(form.draft?.panel ?? null);
  const position = useRef({
    panel,
    camera: null as FormPath | null,
    isFinished: false,
    isAutosavePaused: false,
  });
  const [checks, setChecks] = useState(0);
  const [deferred] = useState(createDeferredWork);
  const [autosave] = useState(() =>
    createFormAutosave(device, {
      jobId,
      customFormId,
      bundle,
      isBegun: form.entry.completionStatus === "InProgress",
    }),
  );
  const [actions] = useState(() => {
    let answers: FormAnswers = open.answers();
    let typing: { readonly place: FormPath; readonly value: unknown } | null = null;
    const readAnswers = () => (typing ? withAnswer(answers, typing.place, typing.value) : answers);
    const deferredSaves = createDeferredWork();
    const draft = (): FormDraft => ({
      answers: readAnswers(),
      page: (open.model.currentPage as { name: string } | null)?.name ?? null,
      panel: position.current.panel,
      camera: position.current.camera,
      appliances: open.seenAppliances(),
    });
    const setPanel = (opened: FormPath | null) => {
      position.current.panel = opened;
      showPanel(opened);
    };
    return {
      draft,
      setPanel,
      openPanel: (opened: FormPath | null) => {
        setPanel(opened);
        if (isEditable) autosave.savePlace(draft());
      },
      setCameraPlace: (camera: FormPath | null) => {
        if (position.current.camera === camera || !isEditable) return;
        position.current.camera = camera;
        autosave.savePlace(draft());
      },
      /** Called when the model has changed: it now contains the typed text and the answers computed from it. */
      handleChange: (now: FormAnswers) => {
        answers = now;
        typing = null;
        if (!position.current.isAutosavePaused) autosave.saveAnswer(draft());
      },
      /** Saves the text after the letter is drawn, unless the model has received it meanwhile. */
      saveTyped: (question: Question, value: unknown) =>
        deferredSaves.schedule(question, () => {
          if (!deferred.isPending(question)) return;
          const place = locateQuestion(question);
          if (findQuestionAt(open.model, place) !== question) {
            deferred.flush();
            return;
          }
          typing = { place, value };
          autosave.saveAnswer(draft());
        }),
      /** Runs `work` without saving: values that the form computes by itself must not begin the form. */
      withoutAutosave: (work: () => void) => {
        position.current.isAutosavePaused = true;
        work();
        position.current.isAutosavePaused = false;
      },
      countCheck: () => setChecks((before) => before + 1),
      /** Set to true while the form is being completed: a save would set it back to in progress. */
      finish: (isFinished: boolean) => {
        position.current.isFinished = isFinished;
      },
    };
  });
  useEffect(() => {
    if (!isEditable) return undefined;
    const stopListening = open.onChange(actions.handleChange);
    // Creating the repeated panels takes a while, so it happens while the engineer reads the first page.
    const timer = setTimeout(
      () => actions.withoutAutosave(() => makePanels(open)),
      makePanelsDelayMs,
    );
    void restorePhotos(device, form, open).catch(() => undefined);
    const save = () => {
      // The other window continues from the draft, which already contains every answer.
      if (position.current.isFinished || !hasClaim()) return;
      deferred.flush();
      void autosave.saveToJob();
    };
    const onHidden = () => document.visibilityState === "hidden" && save();
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      clearTimeout(timer);
      save();
      stopListening();
    };
  }, [actions, device, form, isEditable, hasClaim, autosave, deferred, open]);
  const signedElsewhere = form.customer?.signature ?? null;
  const context = useMemo<Filling>(
    () => ({
      jobId,
      customFormId,
      signedElsewhere,
      deferred,
      saveTyped: actions.saveTyped,
      PanelContent: Elements,
      checks,
      panel,
      openPanel: actions.openPanel,
      setCameraPlace: actions.setCameraPlace,
    }),
    [actions, checks, customFormId, jobId, deferred, panel, signedElsewhere],
  );
  return { ...actions, deferred, autosave, context };
}

const makePanelsDelayMs = 250;

function makePanels({ model }: OpenForm): void {
  for (const question of model.getAllQuestions() as readonly Question[]) listPanels(question);
}
