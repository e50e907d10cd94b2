/** NotStarted until something was given, InProgress until it is said to be complete. */
export type FormProgress = "NotStarted" | "InProgress" | "Complete";

export type FormAnswers = Readonly<Record<string, unknown>>;

/** The part of a job's form entry that the states look at. */
export interface FormState {
  readonly customFormDefinitionId: string;
  readonly version: number;
  readonly completionStatus: FormProgress;
  /** The answers, some or all of them: the progress says which. */
  readonly completedForm: Record<string, unknown> | null;
  readonly completedOn: string | null;
  readonly savedOnDateTime: string | null;
}

/** A version of a form: what an entry was begun with, and stays with. */
export interface FormVersion {
  readonly customFormDefinitionId: string;
  readonly version: number;
}

/** A form that nobody has begun is begun with the version at hand; one in progress stays with its own. */
export function beginForm<F extends FormState>(
  form: F,
  { customFormDefinitionId, version }: FormVersion,
): F {
  if (form.completionStatus !== "NotStarted") return form;
  return { ...form, customFormDefinitionId, version };
}

/** Answers given: the form is in progress, also one that was complete and is being corrected. */
export function saveForm<F extends FormState>(form: F, answers: FormAnswers, at: Date): F {
  return {
    ...form,
    completionStatus: "InProgress",
    completedForm: { ...answers },
    completedOn: null,
    savedOnDateTime: at.toISOString(),
  };
}

export function completeForm<F extends FormState>(form: F, answers: FormAnswers, at: Date): F {
  const time = at.toISOString();
  return {
    ...form,
    completionStatus: "Complete",
    completedForm: { ...answers },
    completedOn: time,
    savedOnDateTime: time,
  };
}
