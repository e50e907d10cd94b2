import type { PropertyAppliance } from "@fieldfare/contract";
import type { PanelModel, Question, SurveyModel } from "survey-core";
import { compose } from "../library/compose.ts";
import { checkContradictions } from "../validation/contradictions.ts";
import type { FormContext } from "../sources/context.ts";
import {
  type Answers,
  listElements,
  type FormBundle,
  type Json,
  list,
} from "../definition/definition.ts";
import { visibleQuestions, isDynamicPanel } from "../library/visible-questions.ts";
import { findIssues, type FormIssue } from "../validation/form-issues.ts";
import { initialAnswers, questions, rowsWithNew } from "../sources/initial-answers.ts";
import {
  clearHiddenAnswers,
  createModel,
  findQuestion,
  limitPanelConditions,
  readAnswers,
} from "../library/survey-adapter.ts";
import { safeAnswers } from "../validation/safe-answers.ts";
import { validateOnChange } from "../validation/validate-on-change.ts";
import { choicesFor } from "../sources/choices.ts";
import { type ClearedEntry, fillFromAppliance } from "./entry-appliance.ts";
import { clearOtherCustomer, mergeRelatedForms } from "./related-forms.ts";
import { warnOfMissingAppliances } from "./missing-appliances.ts";
import type { Signing } from "./signed-content.ts";
import { createStoredSignatures, withoutTakenOverSignature } from "./stored-signatures.ts";
import { checkTypedText } from "../validation/typed-answers.ts";

/** An open form of the library, with what this product adds to it. */
export interface FormModel {
  /** The library's model, which only the session reads and changes. */
  readonly model: SurveyModel;
  /** The definition with its sub-forms. */
  readonly content: Json;
  /** Plain JSON to save unchanged. It keeps answers that the definition does not know. */
  answers(): Answers;
  /** Whether opening the form has removed a signature that it had taken over from a form that has changed since. */
  readonly hasRemovedSignature: boolean;
  /** Calls the listener after every answer, key by key. Returns a function that stops it. */
  onChange(listener: (answers: Answers) => void): () => void;
  /** Calls the listener when the choice of another appliance has cleared an entry. Returns a function that stops it. */
  onEntryCleared(listener: (cleared: ClearedEntry) => void): () => void;
  progress(): Progress;
  /** Returns the issues of all pages without showing them. */
  issues(): FormIssue[];
  /** Returns the issues of all pages, and shows them at their questions. */
  validate(): FormIssue[];
  /** Warnings do not prevent completion. Answers of hidden questions are left out. */
  complete(): Completion;
  /** The answers to questions marked `remember`, to be saved for this engineer. */
  remembered(): Answers;
  /** Updates choices and adds new appliances when the property changes. Answers stay. */
  refresh(context: FormContext): void;
  /** The ids of the property's appliances that the form has seen, needed when it is opened again. */
  seenAppliances(): readonly string[];
  /** The data of the property and the job as it is now; null if they are not known. */
  context(): FormContext | null;
  /** Fills in the stored signatures of the questions that are shown; the customer's only if it may be taken over. */
  fillInSignatures(shown: readonly Question[]): void;
  close(): void;
}

/** How many of the visible questions are answered. */
export interface Progress {
  readonly answered: number;
  readonly total: number;
  readonly percent: number;
}

/** The answers to store, with warnings only; or the issues, of which at least one is an error. */
export type Completion =
  | { readonly ok: true; readonly answers: Answers; readonly issues: readonly FormIssue[] }
  | { readonly ok: false; readonly issues: readonly FormIssue[] };

interface FormModelOptions {
  /** Null for a new form, which is filled in with the known data. */
  readonly answers: Answers | null;
  /** Null if the property is not known, as in a check. */
  readonly context: FormContext | null;
  /** The day after which a date is in the future; the context's day if it is not given. */
  readonly today?: string | null;
  /** The answers of the last completed form at the property; those of the context if they are not given. */
  readonly previousAnswers?: Answers | null;
  readonly isReadOnly?: boolean;
  /** The appliances that the form had seen when it was left; null: unknown, so no appliance is new. */
  readonly seenAppliances?: readonly string[] | null;
  /** Whether the customer has signed on this form; null: unknown. */
  readonly signing?: Signing | null;
  /** Called when an entry is about another appliance of the list than before. */
  readonly onOtherAppliance?: (entry: PanelModel) => void;
  /** Whether the customer's signature on another form may be taken over: nobody has signed on this one. */
  readonly mayTakeOver?: () => boolean;
}

/**
 * Opens a form with its saved answers, or a new one with what is known of the property and the job. Answers that the
 * definition does not know are kept.
 */
export function openFormModel(
  bundle: FormBundle,
  {
    answers,
    context,
    today = null,
    previousAnswers = null,
    isReadOnly = false,
    seenAppliances = null,
    signing = null,
    onOtherAppliance = () => undefined,
    mayTakeOver = () => true,
  }: FormModelOptions,
): FormModel {
  const content = compose(bundle, context);
  let currentContext = context;
  const { customFormId } = bundle.definition;
  const model = createModel(content);
  checkTypedText(model);
  checkContradictions(model, {
    customFormId,
    today: () => currentContext?.today ?? today,
    previous: () => currentContext?.previousAnswers ?? previousAnswers,
  });
  model.readOnly = isReadOnly;
  let hasRemovedSignature = false;
  const first = answers ?? (context ? initialAnswers(content, context) : {});
  // Merging keeps the definition's own defaults where no value is known.
  if (answers) {
    const mayLack = signing === "open" && context && !isReadOnly;
    const kept = mayLack ? withoutTakenOverSignature(content, answers, context) : answers;
    // A new signature on another form is taken over in its place.
    hasRemovedSignature = kept !== answers && !context?.customer;
    model.data = safeAnswers(kept);
  } else model.mergeData(first);
  if (context && !isReadOnly) mergeRelatedForms(model, content, context);

  limitPanelConditions(model, content);
  validateOnChange(model, content, customFormId);
  if (answers && context && seenAppliances && !isReadOnly)
    addNewAppliances(model, content, context, seenAppliances);
  const clearedListeners = new Set<(cleared: ClearedEntry) => void>();
  fillFromAppliance(model, content, () => currentContext, {
    cleared(cleared) {
      for (const listener of clearedListeners) listener(cleared);
    },
    otherAppliance: onOtherAppliance,
  });
  if (!isReadOnly) warnOfMissingAppliances(model, content, () => currentContext);
  clearOtherCustomer(model, content, () => currentContext, mayTakeOver);
  const current = () => readAnswers(model);

  return {
    model,
    content,
    answers: current,
    onChange(listener) {
      const notify = () => listener(current());
      model.onValueChanged.add(notify);
      return () => model.onValueChanged.remove(notify);
    },
    onEntryCleared(listener) {
      clearedListeners.add(listener);
      return () => clearedListeners.delete(listener);
    },
    progress: () => computeProgress(model),
    issues: () => checkInSeparateModel(bundle, currentContext, current()),
    validate: () => findIssues(model),
    complete() {
      const issues = findIssues(model);
      if (issues.some(({ severity }) => severity === "error")) return { ok: false, issues };
      return { ok: true, answers: removeHiddenAnswers(bundle, currentContext, current()), issues };
    },
    remembered: () => collectRemembered(model),
    refresh(context) {
      const seen = listApplianceIds(currentContext);
      currentContext = context;
      updateChoices(model, context);
      if (!isReadOnly) addNewAppliances(model, content, context, seen);
    },
    seenAppliances: () => listApplianceIds(currentContext),
    context: () => currentContext,
    hasRemovedSignature,
    fillInSignatures: createStoredSignatures(
      model,
      () => (isReadOnly ? null : currentContext),
      mayTakeOver,
    ),
    close: () => model.dispose(),
  };
}

/** Uses a separate model, so that no message appears on the screen. */
function checkInSeparateModel(
  bundle: FormBundle,
  context: FormContext | null,
  answers: Answers,
): FormIssue[] {
  const model = createModel(compose(bundle, context));
  checkTypedText(model);
  const { customFormId } = bundle.definition;
  checkContradictions(model, {
    customFormId,
    today: () => context?.today ?? null,
    previous: () => context?.previousAnswers ?? null,
  });
  model.data = safeAnswers(answers);
  const issues = findIssues(model);
  model.dispose();
  return issues;
}

/** Works on a copy, because the form stays open. */
function removeHiddenAnswers(
  bundle: FormBundle,
  context: FormContext | null,
  answers: Answers,
): Answers {
  const model = createModel(compose(bundle, context));
  model.data = answers;
  clearHiddenAnswers(model);
  const visibleAnswers = readAnswers(model);
  model.dispose();
  return visibleAnswers;
}

function computeProgress(model: SurveyModel): Progress {
  const open = [...visibleQuestions(model)].filter(({ question }) => isOpen(question));
  const answered = open.filter(({ question }) => !question.isEmpty()).length;
  const total = open.length;
  return {
    answered,
    total,
    percent: total === 0 ? 0 : Math.floor((answered / total) * 100),
  };
}

function isOpen(question: Question): boolean {
  return question.hasInput && !question.isReadOnly && !isDynamicPanel(question);
}

function collectRemembered(model: SurveyModel): Answers {
  const marked = model
    .getAllQuestions(false, false, false)
    .filter((question) => question.getPropertyValue("remember") && !question.isEmpty());
  return Object.fromEntries(marked.map((question) => [question.name, question.value]));
}

function listApplianceIds(context: FormContext | null): readonly string[] {
  return (context?.appliances ?? []).map(({ propertyAssetId }) => propertyAssetId);
}

/** Adds only appliances that were not seen before: an entry that the engineer removed does not come back. */
function addNewAppliances(
  model: SurveyModel,
  content: Json,
  context: FormContext,
  seen: readonly string[],
) {
  const isNew = ({ propertyAssetId }: PropertyAppliance) => !seen.includes(propertyAssetId);
  for (const element of questions(listElements(content))) {
    const question = findQuestion(model, element.name);
    if (!question || !isDynamicPanel(question)) continue;
    const rows = list(question.value);
    const all = rowsWithNew(element, rows, context, isNew);
    if (all.length > rows.length) question.value = all;
  }
}

function updateChoices(model: SurveyModel, context: FormContext) {
  for (const question of model.getAllQuestions(false, false, true)) {
    const choicesFrom: unknown = question.getPropertyValue("choicesFrom");
    if (typeof choicesFrom !== "string" || !("choices" in question)) continue;
    const applianceTypes: unknown = question.getPropertyValue("applianceTypes");
    question.choices = choicesFor({ choicesFrom, applianceTypes }, context);
  }
}
