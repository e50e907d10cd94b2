/** NotStarted until an answer is saved, then InProgress until the form is marked complete. */
export type FormProgress = "NotStarted" | "InProgress" | "Complete";

export type FormAnswers = Readonly<Record<string, unknown>>;

/** The part of a job's form entry that the states need. */
export interface FormState {
  readonly customFormDefinitionId: string;
  readonly version: number;
  readonly completionStatus: FormProgress;
  /** The answers, complete or partial as the progress says. */
  readonly completedForm: Record<string, unknown> | null;
  readonly completedOn: string | null;
  readonly savedOnDateTime: string | null;
}

/** The version of a form with which an entry began and with which it stays. */
export interface FormVersion {
  readonly customFormDefinitionId: string;
  readonly version: number;
}

/** Whether a form has answers and is not complete. A complete form that is corrected is such a form again. */
export function isFormInProgress({
  completionStatus,
}: Pick<FormState, "completionStatus">): boolean {
  return completionStatus === "InProgress";
}

/** Whether the engineer has marked the form complete. */
export function isFormComplete({ completionStatus }: Pick<FormState, "completionStatus">): boolean {
  return completionStatus === "Complete";
}

/** Begins a form with the current version. A form in progress stays with its own version. */
export function beginForm<F extends FormState>(
  form: F,
  { customFormDefinitionId, version }: FormVersion,
): F {
  if (form.completionStatus !== "NotStarted") return form;
  return { ...form, customFormDefinitionId, version };
}

/** Saves answers: the form becomes InProgress, even if it was complete and is being corrected. */
export function saveForm<F extends FormState>(form: F, answers: FormAnswers, at: Date): F {
  return {
    ...form,
    completionStatus: "InProgress",
    completedForm: { ...answers },
    completedOn: null,
    savedOnDateTime: at.toISOString(),
  };
}

/** Returns the form as completed with these answers at that time. */
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
