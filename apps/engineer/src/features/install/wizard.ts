import { useState } from "react";
import { useSession } from "../../device/device.tsx";
import { type AppValues, blankAppValues } from "./run-as-app-step.tsx";

interface WizardAnswers {
  readonly pin: string;
  readonly signature: string | null;
  readonly app: AppValues;
}

type Step = 1 | 2 | 3;

interface Wizard {
  /** Whose answers these are. */
  readonly userId: string | null;
  readonly step: Step;
  readonly answers: WizardAnswers;
}

const blank: WizardAnswers = { pin: "", signature: null, app: blankAppValues };

/** In memory alone, and for a look at the help: a page that is killed has kept nothing and registered nothing. */
let kept: Wizard = { userId: null, step: 1, answers: blank };

export function useWizard() {
  const userId = useSession().user?.id ?? null;
  if (kept.userId !== userId) kept = { userId, step: 1, answers: blank };
  const [, redraw] = useState(0);
  const change = (next: Wizard) => {
    kept = next;
    redraw((drawn) => drawn + 1);
  };
  return {
    ...kept,
    /** Keeps answers, and goes to a step where one is given. */
    keep: (answers: Partial<WizardAnswers>, step: Step = kept.step) =>
      change({ userId, step, answers: { ...kept.answers, ...answers } }),
    /** One step back; null at the first. */
    back: kept.step === 1 ? null : () => change({ ...kept, step: kept.step === 3 ? 2 : 1 }),
    goTo: (step: Step) => change({ ...kept, step }),
    forget: () => change({ userId, step: 1, answers: blank }),
  };
}
