import { useState } from "react";
import { useSession } from "../../phone/device.tsx";
import { type AppValues, blankAppValues } from "./run-as-app-step.tsx";

interface WizardAnswers {
  readonly pin: string;
  readonly signature: string | null;
  readonly app: AppValues;
}

type Step = 1 | 2 | 3;

interface Wizard {
  /** The engineer to whom the answers belong. */
  readonly userId: string | null;
  readonly step: Step;
  readonly answers: WizardAnswers;
}

const blankAnswers: WizardAnswers = { pin: "", signature: null, app: blankAppValues };

/** In memory only, so that the answers survive a visit to the help. A killed page loses them and registers nothing. */
let current: Wizard = { userId: null, step: 1, answers: blankAnswers };

/** Returns the wizard of the installation with its answers. They stay in memory until another engineer signs in. */
export function useWizard() {
  const userId = useSession().user?.id ?? null;
  if (current.userId !== userId) current = { userId, step: 1, answers: blankAnswers };
  const [, redraw] = useState(0);
  const change = (next: Wizard) => {
    current = next;
    redraw((drawn) => drawn + 1);
  };
  return {
    ...current,
    /** Stores answers, and goes to `step` if it is given. */
    saveAnswers: (answers: Partial<WizardAnswers>, step: Step = current.step) =>
      change({ userId, step, answers: { ...current.answers, ...answers } }),
    /** Goes one step back; null at the first step. */
    back:
      current.step === 1 ? null : () => change({ ...current, step: current.step === 3 ? 2 : 1 }),
    goTo: (step: Step) => change({ ...current, step }),
    reset: () => change({ userId, step: 1, answers: blankAnswers }),
  };
}
