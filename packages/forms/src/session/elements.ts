import {
  type Base,
  type ItemValue,
  type IElement,
  type LocalizableString,
  PanelModel,
  Question,
  QuestionBooleanModel,
  QuestionCommentModel,
  QuestionExpressionModel,
  QuestionFileModel,
  QuestionMatrixModel,
  QuestionMultipleTextModel,
  QuestionPanelDynamicModel,
  QuestionRatingModel,
  QuestionSelectBase,
  QuestionTextModel,
  type SurveyModel,
} from "survey-core";
import { photoIds } from "@fieldfare/domain";
import { isAnswers } from "../definition/definition.ts";
import { readKind } from "../definition/kinds.ts";
import { readMaxLength } from "../library/text-questions.ts";
import { entryName, entryTitle, isDynamicPanel } from "../library/visible-questions.ts";
import {
  errorText,
  hasIndependentEntries,
  whenTextsMayChange,
  withoutDefault,
} from "../library/survey-adapter.ts";
import { hasChecks, mayAllPass, readPassedExpression } from "./all-passed.ts";
import type {
  Choice,
  ContainerChild,
  ContainerElement,
  ContainerState,
  EntryElement,
  EntryState,
  OtherChoice,
  QuestionElement,
  QuestionState,
  TextState,
  TypedText,
} from "./element-state.ts";
import { createProgressReader } from "./entry-progress.ts";
import { locateContainer, locateEntry, locateQuestion } from "./form-path.ts";
import { observe, type Observed } from "./observable.ts";
import type { TypedTexts } from "./typing.ts";

/** The elements of an open form. Each is made when it is first shown. */
export interface Elements {
  readonly question: (question: Question) => QuestionElement;
  readonly container: (container: PanelModel) => ContainerElement;
  /** Reads the question again and draws it at once, for example for a letter that the form does not know yet. */
  readonly refreshQuestion: (question: Question) => void;
  /** Reads everything that is shown again: after a validation, and after an entry moved. */
  readonly refreshAll: () => void;
}

interface Sources {
  readonly model: SurveyModel;
  readonly texts: TypedTexts;
  /** Returns the index of a choice that was tapped and that the form does not know yet. */
  readonly readChoice: (question: Question) => number | undefined;
  /** Returns a signature that was being drawn when the screen closed. */
  readonly readUnfinished: (question: Question) => string | null;
  /** Whether an entry is about an appliance that the engineer deleted from the property. */
  readonly isAboutRemoved: (entry: PanelModel) => boolean;
}

/** Makes the elements of one open form. An element and its id stay the same as long as the form is open. */
export function createElements(sources: Sources): Elements {
  const { model, texts, readChoice, readUnfinished, isAboutRemoved } = sources;
  const readProgress = createProgressReader();
  const questions = createRegistry({
    observed: (question: Question) => [question],
    followsAnswers: (question) => textsOf(question).some(namesAnswer),
    read: readQuestion,
  });
  const textItems = createRegistry({
    observed: (editor: QuestionTextModel) => [editor],
    followsAnswers: (editor) => namesAnswer(editor.locTitle),
    read: readText,
  });
  const containers = createRegistry({
    observed: (container: PanelModel) => [
      container,
      ...container.questions.filter(readPassedExpression),
    ],
    followsAnswers: (container) =>
      textsOfContainer(container).some(namesAnswer) ||
      container.questions.some((question) => readPassedExpression(question).includes("{")),
    read: readContainer,
  });
  const entries = createRegistry({
    observed: (entry: PanelModel) => [listOf(entry)],
    followsAnswers(entry) {
      const list = listOf(entry);
      return namesAnswer(list.locTitle) || !hasIndependentEntries(list);
    },
    read: (entry) => readEntry(listOf(entry), entry),
  });
  const registries = [questions, textItems, containers, entries];
  whenTextsMayChange(model, () => {
    for (const registry of registries) registry.refreshFollowing();
  });

  function readQuestion(question: Question): QuestionState {
    if (question instanceof QuestionTextModel) return readText(question);
    const base = readBase(question);
    if (question instanceof QuestionCommentModel)
      return { ...base, ...readTyped(question), kind: "comment", rows: question.rows };
    if (question instanceof QuestionBooleanModel) return { ...base, ...readBoolean(question) };
    if (question instanceof QuestionExpressionModel)
      return { ...base, kind: "expression", text: readDisplayText(question) };
    if (question instanceof QuestionFileModel)
      return {
        ...base,
        kind: "file",
        imageIds: photoIds(question.value),
        max: readMaxPhotos(question),
      };
    if (question instanceof QuestionPanelDynamicModel) return { ...base, ...readList(question) };
    if (question instanceof QuestionMatrixModel) return { ...base, ...readMatrix(question) };
    if (question instanceof QuestionMultipleTextModel)
      return {
        ...base,
        kind: "multipletext",
        items: question.items.flatMap(({ editor }) =>
          editor instanceof QuestionTextModel ? [textItems.get(editor)] : [],
        ),
      };
    const kind = readKind(question.getType());
    if (kind === "signaturepad") return { ...base, kind, unfinished: readUnfinished(question) };
    if (question instanceof QuestionRatingModel)
      return {
        ...base,
        kind: "rating",
        choices: readChoices(question, question.visibleRateValues),
        placeholder: "",
        other: null,
      };
    if (!(question instanceof QuestionSelectBase))
      throw new Error(`There is no state for questions of type ${kind}`);
    const other = readOther(question);
    if (kind === "checkbox" || kind === "tagbox") {
      const value: unknown = question.renderedValue;
      const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
      const choices = question.visibleChoices.map((item: ItemValue) => ({
        text: item.text,
        isChosen: chosen.includes(item.value),
      }));
      return { ...base, kind, choices, other };
    }
    if (kind !== "radiogroup" && kind !== "dropdown" && kind !== "buttongroup")
      throw new Error(`There is no state for questions of type ${kind}`);
    return {
      ...base,
      kind,
      choices: readChoices(question, question.visibleChoices),
      placeholder:
        "placeholder" in question ? withoutDefault(String(question.placeholder), "Select...") : "",
      other,
    };
  }

  function readBase(question: Question) {
    const issues = question.errors.map((error) => ({
      isError: error.notificationType === "error",
      text: errorText(question, error),
    }));
    const value: unknown = question.value;
    return {
      id: question.id,
      name: question.name,
      path: locateQuestion(question),
      title: question.locTitle.renderedHtml,
      description: question.locDescription.renderedHtml,
      isVisible: question.isVisible,
      isRequired: question.isRequired,
      isReadOnly: question.isReadOnly,
      isAnswered: !question.isEmpty(),
      isInput: question.hasInput,
      value,
      errors: issues.filter(({ isError }) => isError).map(({ text }) => text),
      warnings: issues.filter(({ isError }) => !isError).map(({ text }) => text),
    };
  }

  function readText(question: QuestionTextModel): TextState {
    const own: unknown = question.getPropertyValue("inputMode");
    return {
      ...readBase(question),
      ...readTyped(question),
      kind: "text",
      inputType: question.inputType,
      inputMode: typeof own === "string" ? own : null,
    };
  }

  function readTyped(question: Question): TypedText {
    const errors = question.errors
      .filter((error) => error.notificationType === "error")
      .map((error) => errorText(question, error));
    const issue = texts.readIssue(question);
    return {
      text: texts.readText(question),
      // An unreadable text first, because the form's own errors refer to the last valid value.
      error: texts.isTyping(question)
        ? undefined
        : (issue?.message ?? (errors.join(" ") || undefined)),
      suggestions: issue?.choices ?? [],
      maxLength: readMaxLength(question) ?? undefined,
    };
  }

  function readChoices(question: Question, items: readonly ItemValue[]): Choice[] {
    const value: unknown =
      question instanceof QuestionSelectBase ? question.renderedValue : question.value;
    const chosen = readChoice(question) ?? items.findIndex((item) => item.value === value);
    return items.map(({ text }, index) => ({ text, isChosen: index === chosen }));
  }

  function readBoolean(question: QuestionBooleanModel) {
    const picked = readChoice(question);
    const value: unknown = question.booleanValue;
    const stored = typeof value === "boolean" ? value : null;
    return {
      kind: "boolean",
      answer: picked === undefined ? stored : picked === 1,
      yes: withoutDefault(question.locLabelTrue.renderedHtml, "Yes"),
      no: withoutDefault(question.locLabelFalse.renderedHtml, "No"),
    } as const;
  }

  function readList(list: QuestionPanelDynamicModel) {
    return {
      kind: "paneldynamic",
      entries: list.panels.map((panel): EntryElement => entries.get(panel)),
      canAdd: list.canAddPanel,
      canRemove: list.canRemovePanel,
      max: list.maxPanelCount,
      entryName: entryName(list),
      texts: {
        none: readOwnText(list, listTexts.none),
        add: readOwnText(list, listTexts.add),
        remove: readOwnText(list, listTexts.remove),
        confirmRemoval: readOwnText(list, listTexts.confirmRemoval),
      },
    } as const;
  }

  function readEntry(list: QuestionPanelDynamicModel, panel: PanelModel): EntryState {
    return {
      path: locateEntry(list, panel),
      title: entryTitle(list, panel),
      isApplianceRemoved: isAboutRemoved(panel),
      progress: readProgress(panel),
      content: containers.get(panel),
    };
  }

  function readContainer(container: PanelModel): ContainerState {
    const panels = container.elements.filter((part) => part instanceof PanelModel);
    return {
      path: locateContainer(container),
      title: isEntry(container) ? "" : container.locTitle.renderedHtml,
      description: container.locDescription.renderedHtml,
      isVisible: container.isVisible,
      // The inner panels have their own buttons.
      mayAllPass: !panels.some(mayAllPass) && mayAllPass(container),
      hasChecks: hasChecks(container),
      children: container.elements.flatMap(readChild),
    };
  }

  function readChild(part: IElement): ContainerChild[] {
    const { name } = part;
    if (part instanceof PanelModel) return [{ kind: "panel", name, element: containers.get(part) }];
    if (!(part instanceof Question)) return [];
    const kind = isDynamicPanel(part) ? "list" : "question";
    return [{ kind, name, element: questions.get(part) }];
  }

  return {
    question: questions.get,
    container: containers.get,
    refreshQuestion(question) {
      questions.refreshNow(question);
      if (question instanceof QuestionTextModel) textItems.refreshNow(question);
    },
    refreshAll() {
      for (const registry of registries) registry.refreshAll();
    },
  };
}

interface Parts<Part, State> {
  /** What changes the state when it changes. */
  readonly observed: (part: Part) => readonly Base[];
  /** Whether an answer to any question may change the state, for example because a title names it. */
  readonly followsAnswers: (part: Part) => boolean;
  readonly read: (part: Part) => State;
}

/** Makes the element of each part of the model once. */
function createRegistry<Part extends Question | PanelModel, State>({
  observed,
  followsAnswers,
  read,
}: Parts<Part, State>) {
  const known = new Map<Part, Observed<State> & { readonly id: string }>();
  const following = new Set<Part>();
  const create = (part: Part) =>
    observe(observed(part), () => {
      // Asked with each reading: the choices of a question may be others.
      if (followsAnswers(part)) following.add(part);
      return read(part);
    });
  return {
    get: (part: Part) => {
      const element = known.get(part) ?? { ...create(part), id: part.id };
      known.set(part, element);
      return element;
    },
    refreshNow: (part: Part) => known.get(part)?.refreshNow(),
    refreshFollowing() {
      for (const part of following) known.get(part)?.refresh();
      // One that is read again follows again: a part of a removed entry does not.
      following.clear();
    },
    refreshAll() {
      for (const element of known.values()) element.refresh();
    },
  };
}

function listOf({ parentQuestion }: PanelModel): QuestionPanelDynamicModel {
  const list: unknown = parentQuestion;
  if (!(list instanceof QuestionPanelDynamicModel)) throw new Error("This is no entry of a list");
  return list;
}

function isEntry({ parentQuestion }: PanelModel): boolean {
  return Boolean(parentQuestion);
}

/** An entry of a list shows its title itself. */
function textsOfContainer(container: PanelModel): readonly LocalizableString[] {
  const { locTitle, locDescription } = container;
  return isEntry(container) ? [locDescription] : [locTitle, locDescription];
}

function readOther(question: QuestionSelectBase): OtherChoice | null {
  if (!question.isOtherSelected) return null;
  return { label: question.otherItem.text, text: question.otherValue ?? "" };
}

function readMatrix(question: QuestionMatrixModel) {
  const columns: readonly ItemValue[] = question.visibleColumns;
  const value: unknown = question.value;
  const answers = isAnswers(value) ? value : {};
  return {
    kind: "matrix",
    columns: columns.map(({ text }) => text),
    rows: question.visibleRows.map(({ name, text }) => {
      const chosen = columns.findIndex((column) => column.value === answers[name]);
      return {
        name,
        text,
        chosen: chosen < 0 ? null : chosen,
        isRequired: question.isRequired || question.eachRowRequired,
      };
    }),
  } as const;
}

/** A date is written day first: the library would write it in the browser's language. */
function readDisplayText(question: QuestionExpressionModel): string {
  const date: unknown = question.displayStyle === "date" ? question.value : null;
  const parts = typeof date === "string" ? /^(\d{4})-(\d\d)-(\d\d)/.exec(date) : null;
  if (parts) return `${parts[3]}/${parts[2]}/${parts[1]}`;
  const value: unknown = question.displayValue;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The texts of a question that may name answers. */
function textsOf(question: Question): readonly LocalizableString[] {
  return [
    question.locTitle,
    question.locDescription,
    ...itemsOf(question).map(({ locText }) => locText),
    ...furtherTextsOf(question).flatMap((name) => question.getLocalizableString(name) ?? []),
  ];
}

function itemsOf(question: Question): readonly ItemValue[] {
  if (question instanceof QuestionSelectBase) return question.visibleChoices;
  if (question instanceof QuestionRatingModel) return question.visibleRateValues;
  if (!(question instanceof QuestionMatrixModel)) return [];
  return [...question.visibleColumns, ...question.rows];
}

const listTexts = {
  none: "noEntriesText",
  add: "addPanelText",
  remove: "removePanelText",
  confirmRemoval: "confirmDeleteText",
} as const;

/** Returns the library's names of further texts that the state gives. */
function furtherTextsOf(question: Question): readonly string[] {
  if (isDynamicPanel(question)) return Object.values(listTexts);
  if (question instanceof QuestionBooleanModel) return ["labelTrue", "labelFalse"];
  return question instanceof QuestionExpressionModel ? ["format"] : [];
}

/** Whether a text names an answer, as `{make}` does. One in several languages counts as if it did. */
function namesAnswer(text: LocalizableString): boolean {
  const written: unknown = text.getJson();
  return typeof written === "string" ? written.includes("{") : Boolean(written);
}

function readMaxPhotos({ maxFiles, allowMultiple }: QuestionFileModel): number {
  if (!allowMultiple) return 1;
  return maxFiles > 0 ? maxFiles : Number.POSITIVE_INFINITY;
}

/** Returns the text from the definition; null when the definition has none and the app's own text is used. */
function readOwnText(
  list: QuestionPanelDynamicModel,
  name: (typeof listTexts)[keyof typeof listTexts],
): string | null {
  const text = list.getLocalizableString(name);
  return !text || text.isEmpty ? null : text.renderedHtml;
}
