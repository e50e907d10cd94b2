import type { PropertyAppliance } from "@fieldfare/contract";
import { type Question, SurveyModel } from "survey-core";
import { compose } from "./compose.ts";
import { checkContradictions } from "./contradictions.ts";
import type { FormContext } from "./context.ts";
import { type Answers, elementsOf, type FormKit, type Json, list } from "./definition.ts";
import { askedQuestions, isDynamicPanel } from "./asked.ts";
import { findingsOf, type FormFinding } from "./findings.ts";
import { applianceRow, factName, firstAnswers, questions, rowsWithNew } from "./first-answers.ts";
import { readyLibrary } from "./library.ts";
import { quietPanels } from "./quiet-panels.ts";
import { safeAnswers } from "./safe-answers.ts";
import { sayAtOnce } from "./say-at-once.ts";
import { choicesFor } from "./sources/choices.ts";
import { dropOthersSignature, takeIn } from "./take-in.ts";
import { checkTypedText } from "./typed-answers.ts";

export interface OpenForm {
  /** For the library's own screens. Its navigation is off: whoever shows it brings the buttons. */
  readonly model: SurveyModel;
  /** Plain JSON, to be kept as it is; answers that the definition does not know stay in it. */
  answers(): Answers;
  /** After every answer, key by key. Answers what ends it. */
  onChange(listener: (answers: Answers) => void): () => void;
  progress(): Progress;
  /** What does not hold, on all pages; the screen stays as it is. */
  findings(): FormFinding[];
  /** Warnings do not stand in the way; answers to questions that are not asked are left out. */
  complete(): Completion;
  /** Answers to questions marked `remember`, to be kept for this engineer. */
  remembered(): Answers;
  /** The property changed while the form is open: choices and new appliances follow, answers stay. */
  refresh(context: FormContext): void;
  /** Ids of the property's appliances as far as the form knows them, for when it is opened again. */
  seenAppliances(): readonly string[];
  close(): void;
}

export interface Progress {
  readonly answered: number;
  readonly asked: number;
  readonly percent: number;
}

export type Completion =
  | { readonly ok: true; readonly answers: Answers; readonly findings: readonly FormFinding[] }
  | { readonly ok: false; readonly findings: readonly FormFinding[] };

interface Opening {
  /** Null: nobody has begun, and what is known is filled in. */
  readonly answers: Answers | null;
  /** Null: away from the property, as in a check. */
  readonly context: FormContext | null;
  readonly isReadOnly?: boolean;
  /** What the form knew of the property when it was left; null: nobody knows, and no appliance is new. */
  readonly seenAppliances?: readonly string[] | null;
}

export function openForm(
  kit: FormKit,
  { answers, context, isReadOnly = false, seenAppliances = null }: Opening,
): OpenForm {
  const content = compose(kit, context);
  let now = context;
  const { customFormId } = kit.definition;
  const model = modelOf(content);
  checkContradictions(model, { customFormId, today: () => now?.today ?? null });
  model.readOnly = isReadOnly;
  const first = answers ?? (context ? firstAnswers(content, context) : {});
  // Merged, so that the definition's own defaults stay where nothing is known.
  if (answers) model.data = safeAnswers(answers);
  else model.mergeData(first);
  if (context && !isReadOnly) takeIn(model, content, context);

  quietPanels(model, content);
  sayAtOnce(model, content, customFormId);
  if (answers && context && seenAppliances && !isReadOnly)
    takeInAppliances(model, content, context, seenAppliances);
  followAppliances(model, content, () => now);
  dropOthersSignature(model, content, () => now);
  const current = () => plainData(model);

  return {
    model,
    answers: current,
    onChange(listener) {
      const tell = () => listener(current());
      model.onValueChanged.add(tell);
      return () => model.onValueChanged.remove(tell);
    },
    progress: () => progressOf(model),
    findings: () => checkApart(kit, now, current()),
    complete() {
      const findings = findingsOf(model);
      if (findings.some(({ severity }) => severity === "error")) return { ok: false, findings };
      return { ok: true, answers: askedAnswers(kit, now, current()), findings };
    },
    remembered: () => rememberedOf(model),
    refresh(context) {
      const seen = appliancesIn(now);
      now = context;
      followChoices(model, context);
      if (!isReadOnly) takeInAppliances(model, content, context, seen);
    },
    seenAppliances: () => appliancesIn(now),
    close: () => model.dispose(),
  };
}

/** The library's model as this product uses it, without answers. */
function modelOf(content: Json): SurveyModel {
  readyLibrary();
  const model = new SurveyModel(content);
  model.showNavigationButtons = false;
  model.showTitle = false;
  model.showCompletePage = false;
  model.showProgressBar = false;
  model.autoFocusFirstQuestion = false;
  // What is said at once is said by `say-at-once.ts`: the library's own way looks at every panel at every key.
  model.checkErrorsMode = "onNextPage";
  model.textUpdateMode = "onTyping";
  model.clearInvisibleValues = "none";
  checkTypedText(model);
  return model;
}

/** In a model of its own, so that no word of it appears on the screen. */
export function checkApart(
  kit: FormKit,
  context: FormContext | null,
  answers: Answers,
  today: string | null = context?.today ?? null,
): FormFinding[] {
  const model = modelOf(compose(kit, context));
  const { customFormId } = kit.definition;
  checkContradictions(model, { customFormId, today: () => today });
  model.data = safeAnswers(answers);
  const findings = findingsOf(model);
  model.dispose();
  return findings;
}

/**
 * In a copy, for the form goes on. Not by the library's own way, which also takes out what is not among the choices
 * of the moment: a lookup may have changed since.
 */
function askedAnswers(kit: FormKit, context: FormContext | null, answers: Answers): Answers {
  const model = modelOf(compose(kit, context));
  model.data = answers;
  for (const question of model.getAllQuestions(false, false, true))
    if (isHidden(question) && question.clearIfInvisible !== "none") question.clearValue();
  const asked = plainData(model);
  model.dispose();
  return asked;
}

/** By a condition, of its own or of what is around it. */
function isHidden(question: Question): boolean {
  let around: { readonly visible: boolean; readonly parent?: unknown } | null = question;
  while (around) {
    if (!around.visible) return true;
    around = (around.parent ?? null) as typeof around;
  }
  return false;
}

/** JSON and nothing else, so that every store takes it. */
function plainData(model: SurveyModel): Answers {
  return JSON.parse(JSON.stringify(model.data)) as Answers;
}

function progressOf(model: SurveyModel): Progress {
  const open = [...askedQuestions(model)].filter(({ question }) => isOpen(question));
  const answered = open.filter(({ question }) => !question.isEmpty()).length;
  const asked = open.length;
  return { answered, asked, percent: asked === 0 ? 0 : Math.floor((answered / asked) * 100) };
}

function isOpen(question: Question): boolean {
  return question.hasInput && !question.isReadOnly && !isDynamicPanel(question);
}

function rememberedOf(model: SurveyModel): Answers {
  const marked = model
    .getAllQuestions(false, false, false)
    .filter((question) => question.getPropertyValue("remember") && !question.isEmpty());
  return Object.fromEntries(marked.map((question) => [question.name, question.value]));
}

/** Whoever picks an appliance in a panel gets its facts into the panel. */
function followAppliances(model: SurveyModel, content: Json, context: () => FormContext | null) {
  const templates = new Map(
    [...questions(elementsOf(content))].map((element) => [
      element.name,
      [...questions(list(element.templateElements))],
    ]),
  );
  model.onDynamicPanelValueChanged.add((_model, { question, panel, name, value }) => {
    const template = templates.get(question.name) ?? [];
    const isPick = template.some((one) => one.name === name && factName(one.valueFrom) === "id");
    const known = context();
    const appliance = known?.appliances.find(({ propertyAssetId }) => propertyAssetId === value);
    if (!isPick || !known || !appliance) return;
    for (const [fact, given] of Object.entries(applianceRow(template, appliance, known))) {
      if (fact === name) continue;
      const target = panel.getQuestionByName(fact);
      if (target) target.value = given;
    }
  });
}

function appliancesIn(context: FormContext | null): readonly string[] {
  return (context?.appliances ?? []).map(({ propertyAssetId }) => propertyAssetId);
}

/** Those that were not seen before: what the engineer took out of a list does not come back. */
function takeInAppliances(
  model: SurveyModel,
  content: Json,
  context: FormContext,
  seen: readonly string[],
) {
  const isNew = ({ propertyAssetId }: PropertyAppliance) => !seen.includes(propertyAssetId);
  for (const element of questions(elementsOf(content))) {
    const question = model.getQuestionByName(String(element.name)) as Question | null;
    if (!question || !isDynamicPanel(question)) continue;
    const rows = list(question.value);
    const all = rowsWithNew(element, rows, context, isNew);
    if (all.length > rows.length) question.value = all;
  }
}

function followChoices(model: SurveyModel, context: FormContext) {
  for (const question of model.getAllQuestions(false, false, true)) {
    const choicesFrom: unknown = question.getPropertyValue("choicesFrom");
    if (typeof choicesFrom !== "string" || !("choices" in question)) continue;
    const applianceTypes: unknown = question.getPropertyValue("applianceTypes");
    question.choices = choicesFor({ choicesFrom, applianceTypes }, context);
  }
}
