import type { FormAnswers } from "./form-states.ts";

export interface RuleContext {
  /** The engineer's calendar day, `YYYY-MM-DD`; null if it is not known. */
  readonly today: string | null;
  /** The answers of the whole form. */
  readonly form: FormAnswers;
  /** All rows of the list that the row is in; empty for rules of the form itself. */
  readonly rows: readonly FormAnswers[];
  /** The answers of the last completed form of its kind at the property; empty if there is none, or it is not known. */
  readonly previous: FormAnswers;
}

export interface ContradictionRule {
  readonly rule: string;
  readonly severity: "error" | "warning";
  /** The question to change. */
  readonly at: string;
  /** The other questions that the rule reads. */
  readonly reads: readonly string[];
  readonly message: string;
  /** `row` holds the answers of the form, or those of one entry of its list. */
  readonly applies: (row: FormAnswers, context: RuleContext) => boolean;
}

/** The rules of a form, and those of the entries of its lists. */
export interface FormRules {
  readonly form: readonly ContradictionRule[];
  readonly lists: Readonly<Record<string, readonly ContradictionRule[]>>;
}
