import { isRecord } from "@fieldfare/domain";
/*
 * Every change of the form library's own behaviour. `survey-adapter.test.ts` holds each of them: a new version of the
 * library that behaves differently fails there.
 */
import {
  type Base,
  ConditionsParser,
  Question,
  type QuestionPanelDynamicModel,
  QuestionTextModel,
  Serializer,
  type SurveyError,
  SurveyModel,
} from "survey-core";
import {
  type Answers,
  isAnswers,
  type Json,
  list,
  listElements,
} from "../definition/definition.ts";
import { mayHaveEntries, questions } from "../sources/initial-answers.ts";
import { registerFunctions } from "./functions.ts";
import { isNumberQuestion, numberAnswer } from "./text-questions.ts";
import { isDynamicPanel, readParent } from "./visible-questions.ts";

/** Creates the library's model with this product's settings and without answers. */
export function createModel(content: Json): SurveyModel {
  prepareLibrary();
  const model = new SurveyModel(content);
  model.showNavigationButtons = false;
  model.showTitle = false;
  model.showCompletePage = false;
  model.showProgressBar = false;
  model.autoFocusFirstQuestion = false;
  // The screen focuses the first error itself, because it has to open the panel first.
  model.autoFocusFirstError = false;
  // `validate-on-change.ts` shows issues at once. The library would check every panel at every key.
  model.checkErrorsMode = "onNextPage";
  model.textUpdateMode = "onTyping";
  model.clearInvisibleValues = "none";
  // The library would check all of a page that is left, to mark it as passed. Nothing shows that mark.
  for (const page of model.pages) page.passed = true;
  return model;
}

/** Returns the question of the form itself, not of a list; null if the form has none of this name. */
export function findQuestion(model: SurveyModel, name: unknown): Question | null {
  return model.getQuestionByName(String(name)) ?? null;
}

/** Returns the answers as plain JSON, which every store accepts. */
export function readAnswers(model: SurveyModel): Answers {
  const copy: unknown = JSON.parse(JSON.stringify(model.data));
  return isAnswers(copy) ? copy : {};
}

/** Sets an answer. An empty one is undefined, because the library stores null as an answer. */
export function setAnswer(question: Question, value: unknown): void {
  question.value = value === "" || value === null ? undefined : value;
}

/**
 * Removes the answers of hidden questions. The library's own method would also remove values that are no longer among
 * the choices, although a lookup may have changed since.
 */
export function clearHiddenAnswers(model: SurveyModel): void {
  for (const question of model.getAllQuestions(false, false, true))
    if (isHidden(question) && question.clearIfInvisible !== "none") question.clearValue();
}

/** Whether a condition hides the question or a panel around it. */
function isHidden(question: Question): boolean {
  for (let part: Base | null = question; part; part = readParent(part))
    if ("visible" in part && !part.visible) return true;
  return false;
}

/**
 * Entries are shown below each other. In its other modes the library adds an entry only after the last visible one. The
 * library changes a maximum of 0 entries to 1.
 */
export function withListDisplay(element: Json): Json {
  if (element.type !== "paneldynamic") return element;
  const list = { ...element, displayMode: "list" };
  return mayHaveEntries(element)
    ? list
    : { ...list, allowAddPanel: false, panelCount: 0, minPanelCount: 0 };
}

/** Returns the message of an error, as the form, the list of issues and the office show it. */
export function errorText(question: Question, error: SurveyError): string {
  const type = error.getErrorType();
  // The second is the missing text of the choice "Other".
  const isMissing =
    (type === "required" && question.requiredErrorText === "") || type === "otherempty";
  return isMissing ? missingAnswer : error.getText();
}

const missingAnswer = "Please answer this.";

/** Leaves out a text of the library itself, in whose place the app has its own. */
export function withoutDefault(text: string, libraryText: "Yes" | "No" | "Select..."): string {
  return text === libraryText ? "" : text;
}

/** Properties of questions; `valueFrom` is described in `sources/values.ts`. */
const questionProperties = [
  { name: "valueFrom" },
  { name: "choicesFrom" },
  { name: "inputMode" },
  /** An expression for the answer that means "passed", see `all-passed.ts`. */
  { name: "passedAnswer" },
  { name: "signedBy" },
  { name: "carry:boolean", default: false },
  { name: "remember:boolean", default: false },
  { name: "applianceTypes:any" },
];

const panelProperties = [
  { name: "panelsFrom" },
  { name: "subForm" },
  { name: "subFormVersion:number" },
  { name: "applianceFuels:any" },
];

let isReady = false;

/** Registers this product's properties and functions with the library, and changes what all models share, once. */
export function prepareLibrary(): void {
  if (isReady) return;
  isReady = true;
  const hidden = { visible: false };
  Serializer.addProperties(
    "question",
    questionProperties.map((property) => ({ ...property, ...hidden })),
  );
  Serializer.addProperties(
    "paneldynamic",
    panelProperties.map((property) => ({ ...property, ...hidden })),
  );
  registerFunctions();
  preserveTypedText();
  cacheParsedExpressions();
  leaveOutStyles();
  leaveOutTextChanges();
  keepMissingMessages();
}

/**
 * The screens draw with styles of their own. The library would compute its classes for each question of each panel whenever a
 * page is validated, and report each of them as a change.
 */
function leaveOutStyles(): void {
  Reflect.set(Question.prototype, "updateQuestionCss", () => undefined);
}

/**
 * After an answer the library checks the questions whose checks read it, but not whether they are answered: a message that an answer
 * is missing would go.
 */
function keepMissingMessages(): void {
  const check: unknown = Reflect.get(Question.prototype, "validateOnAnyQuestionValueChanged");
  if (typeof check !== "function")
    throw new Error("The form library has no validateOnAnyQuestionValueChanged");
  Reflect.set(
    Question.prototype,
    "validateOnAnyQuestionValueChanged",
    function (this: Question, ...changed: readonly string[]) {
      const isMissing = this.isRequired && this.isEmpty() && this.errors.length > 0;
      check.call(this, ...changed);
      if (isMissing && this.errors.length === 0) this.validate(true, false);
    },
  );
}

const textListeners = new WeakMap<SurveyModel, () => void>();

/** Calls the listener after each answer and each turn of a page: it replaces the one before. */
export function whenTextsMayChange(model: SurveyModel, listener: () => void): void {
  textListeners.set(model, listener);
}

/**
 * The library would then compute every text of the page again, and report each as changed, so that all of the page would be
 * read again. A text is computed whenever it is read, and the session knows which of them name an answer.
 */
function leaveOutTextChanges(): void {
  Reflect.set(SurveyModel.prototype, "locStrsChanged", function (this: SurveyModel) {
    textListeners.get(this)?.();
  });
}

/** The library clears a number field that holds no number. This keeps the text in the answers. */
function preserveTypedText(): void {
  Reflect.set(
    QuestionTextModel.prototype,
    "correctValueType",
    function (this: QuestionTextModel, value: unknown) {
      return typeof value === "string" && isNumberQuestion(this)
        ? numberAnswer(this, value)
        : value;
    },
  );
}

/** The library parses an expression each time that a validator runs: at every key, in every panel. */
function cacheParsedExpressions(): void {
  const known = new Map<string, ReturnType<ConditionsParser["parseExpression"]>>();
  const parse = Reflect.get(ConditionsParser.prototype, "parseExpression");
  ConditionsParser.prototype.parseExpression = function (this: ConditionsParser, text: string) {
    const parsed = known.get(text) ?? parse.call(this, text);
    if (parsed && known.size < maxCachedExpressions) known.set(text, parsed);
    return parsed;
  };
}

/** The limit fits the forms of a visit, and keeps a page that is open for days from growing. */
const maxCachedExpressions = 5_000;

/** Lists whose entries show and ask the same whatever is answered outside the list. */
const independentLists = new WeakSet<Question>();

/** Whether an answer outside the list changes nothing that is shown of its entries. */
export function hasIndependentEntries(list: QuestionPanelDynamicModel): boolean {
  return independentLists.has(list);
}

type Run = (panels: readonly unknown[], properties: unknown) => void;

/**
 * The library evaluates every condition of every panel at every key, which is too slow on a phone with a dozen
 * appliances. If the panels of a list depend only on themselves, only the answered panel is evaluated.
 */
export function limitPanelConditions(model: SurveyModel, content: Json): void {
  let answered: { readonly question: string; readonly panel: unknown } | null = null;
  model.onDynamicPanelValueChanging.add((_model, { question, panel }) => {
    answered = { question: question.name, panel };
  });
  model.onDynamicPanelValueChanged.add(() => {
    answered = null;
  });
  for (const element of questions(listElements(content))) {
    const question = findQuestion(model, element.name);
    if (!question || !isDynamicPanel(question) || !readsOwnPanelOnly(element)) continue;
    limitConditions(question);
    if (namesOwnPanelOnly(element.templateTitle ?? "")) independentLists.add(question);
  }

  function limitConditions(question: QuestionPanelDynamicModel) {
    const inherited: unknown = Reflect.get(question, "runPanelsCondition");
    if (typeof inherited !== "function")
      throw new Error("The form library has no runPanelsCondition");
    const run: Run = inherited.bind(question);
    const runForAnsweredPanel: Run = (panels, properties) => {
      const changed: unknown = model.getValueChangedKeys();
      if (!isRecord(changed)) return run(panels, properties);
      if (!Object.hasOwn(changed, question.name)) return;
      const one = answered?.question === question.name ? answered.panel : null;
      run(one === null ? panels : panels.filter((panel) => panel === one), properties);
    };
    Reflect.set(question, "runPanelsCondition", runForAnsweredPanel);
  }
}

/** Whether the panel's template names only its own panel. A list inside a list is left to the library. */
function readsOwnPanelOnly(element: Json): boolean {
  const template = [...questions(list(element.templateElements))];
  if (template.some(({ type }) => type === "paneldynamic")) return false;
  return namesOwnPanelOnly(element.templateElements);
}

function namesOwnPanelOnly(json: unknown): boolean {
  const named = [...JSON.stringify(json).matchAll(/\{\s*([^{}"]*?)\s*\}/g)];
  // Empty braces are an object of the definition.
  return named.every(([, name = ""]) => name === "" || name.startsWith("panel."));
}
