import type { FormDraft, FormPlace, JobForm, JobRow } from "@fieldfare/device";
import type { FormAnswers } from "@fieldfare/domain";
import type { FormKit, OpenForm } from "@fieldfare/forms";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Question } from "survey-core";
import { useDevice } from "../../../../device/device.tsx";
import type { Filling } from "./context.ts";
import { Elements } from "./elements.tsx";
import { createKeeper } from "./keeper.ts";
import { createLater } from "./later.ts";
import { takeInPhotos } from "./opening.ts";
import { panelsOf, placeOfQuestion, questionAt, withAnswer } from "./place.ts";

/** Keeps every answer and the place where one is, from the moment that the form stands. */
export function useKeptForm(given: {
  readonly job: JobRow;
  readonly customFormId: string;
  readonly form: JobForm;
  readonly kit: FormKit;
  readonly isEditable: boolean;
  readonly open: OpenForm;
  /** False once another window has taken the form over. */
  readonly isHere: () => boolean;
}) {
  const { job, customFormId, form, kit, isEditable, open, isHere } = given;
  const device = useDevice();
  const { jobId } = job;
  const [panel, show] = useState<FormPlace | null>(form.draft?.panel ?? null);
  const at = useRef({ panel, camera: null as FormPlace | null, isFinished: false, isQuiet: false });
  const [checks, setChecks] = useState(0);
  const [later] = useState(createLater);
  const [keeper] = useState(() =>
    createKeeper(device, {
      jobId,
      customFormId,
      kit,
      isBegun: form.entry.completionStatus === "InProgress",
    }),
  );
  const [actions] = useState(() => {
    let answers: FormAnswers = open.answers();
    let typing: { readonly place: FormPlace; readonly value: unknown } | null = null;
    const answersNow = () => (typing ? withAnswer(answers, typing.place, typing.value) : answers);
    const storing = createLater();
    const draft = (): FormDraft => ({
      answers: answersNow(),
      page: (open.model.currentPage as { name: string } | null)?.name ?? null,
      panel: at.current.panel,
      camera: at.current.camera,
      appliances: open.seenAppliances(),
    });
    const setPanel = (opened: FormPlace | null) => {
      at.current.panel = opened;
      show(opened);
    };
    return {
      draft,
      setPanel,
      openPanel: (opened: FormPlace | null) => {
        setPanel(opened);
        if (isEditable) keeper.turn(draft());
      },
      photograph: (camera: FormPlace | null) => {
        if (at.current.camera === camera || !isEditable) return;
        at.current.camera = camera;
        keeper.turn(draft());
      },
      /** The model has taken in what was typed, and perhaps worked out more. */
      changed: (now: FormAnswers) => {
        answers = now;
        typing = null;
        if (!at.current.isQuiet) keeper.keep(draft());
      },
      /** Stored once the letter is on the screen, unless the model has taken it in meanwhile. */
      typed: (question: Question, value: unknown) =>
        storing.do(question, () => {
          if (!later.isWaiting(question)) return;
          const place = placeOfQuestion(question);
          if (questionAt(open.model, place) !== question) {
            later.now();
            return;
          }
          typing = { place, value };
          keeper.keep(draft());
        }),
      /** What the form works out by itself meanwhile is no answer: it does not begin the form. */
      quietly: (work: () => void) => {
        at.current.isQuiet = true;
        work();
        at.current.isQuiet = false;
      },
      countCheck: () => setChecks((before) => before + 1),
      /** It is being completed: nothing puts it back into progress meanwhile. False: that failed. */
      finish: (isFinished: boolean) => {
        at.current.isFinished = isFinished;
      },
    };
  });
  useEffect(() => {
    if (!isEditable) return undefined;
    const stopListening = open.onChange(actions.changed);
    // The parts that repeat take a while to make: while the first page is read, not when it is turned.
    const making = setTimeout(() => actions.quietly(() => makePanels(open)), makingMs);
    void takeInPhotos(device, form, open).catch(() => undefined);
    const save = () => {
      // Every answer stands in the draft, which the other window went on from.
      if (at.current.isFinished || !isHere()) return;
      later.now();
      void keeper.save();
    };
    const onHidden = () => document.visibilityState === "hidden" && save();
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      clearTimeout(making);
      save();
      stopListening();
    };
  }, [actions, device, form, isEditable, isHere, keeper, later, open]);
  const signedElsewhere = form.customer?.signature ?? null;
  const context = useMemo<Filling>(
    () => ({
      jobId,
      customFormId,
      signedElsewhere,
      later,
      typed: actions.typed,
      Inside: Elements,
      checks,
      panel,
      openPanel: actions.openPanel,
      photograph: actions.photograph,
    }),
    [actions, checks, customFormId, jobId, later, panel, signedElsewhere],
  );
  return { ...actions, later, keeper, context };
}

const makingMs = 250;

function makePanels({ model }: OpenForm): void {
  for (const question of model.getAllQuestions() as readonly Question[]) panelsOf(question);
}
