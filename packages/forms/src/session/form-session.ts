import { photoIds } from "@fieldfare/domain";
import {
  type ItemValue,
  type Question,
  QuestionBooleanModel,
  QuestionMatrixModel,
  QuestionRatingModel,
  QuestionSelectBase,
} from "survey-core";
import { type Answers, type FormBundle, isAnswers } from "../definition/definition.ts";
import { setAnswer } from "../library/survey-adapter.ts";
import { isDynamicPanel } from "../library/visible-questions.ts";
import type { FormContext } from "../sources/context.ts";
import type { FormIssue } from "../validation/form-issues.ts";
import { answerPassed } from "./all-passed.ts";
import type { ContainerElement, QuestionElement } from "./element-state.ts";
import { createElements } from "./elements.ts";
import { findFirstError } from "./first-error.ts";
import {
  findContainerAt,
  findQuestionAt,
  type FormPath,
  isSamePath,
  listEntries,
  locateQuestion,
  readCurrentPage,
  withAnswer,
} from "./form-path.ts";
import { createListedIssues } from "./listed-issues.ts";
import { type Observable, observe } from "./observable.ts";
import { type Completion, openForm, type Progress } from "./open-form.ts";
import { buildPhotoAnswer, isPhotoOf, readPhotoAnswers } from "./photo-answers.ts";
import { createDeferredWork, immediateScheduler, type Scheduler } from "./scheduler.ts";
import { createTypedTexts } from "./typing.ts";

/** The place in a form that is not part of its elements: the page, the open entry, and the issues to fix. */
export interface FormState {
  /** Null for a form in which nothing is visible. */
  readonly page: ContainerElement | null;
  readonly pageName: string;
  /** From 1. */
  readonly pageNumber: number;
  readonly pageCount: number;
  readonly isFirstPage: boolean;
  readonly isLastPage: boolean;
  /** The entry of a list that is open on the page: one at a time. */
  readonly openEntry: FormPath | null;
  /** The issues found at the last attempt to complete, without those that are fixed. */
  readonly issues: readonly FormIssue[];
}

/** What has to be saved to resume the form as it is. */
export interface SessionDraft {
  readonly answers: Answers;
  /** The name of the page. */
  readonly page: string | null;
  readonly panel: FormPath | null;
  /** The question whose camera was opened and has not returned yet. */
  readonly camera: FormPath | null;
  /** The ids of the property's appliances that the form has seen. */
  readonly appliances: readonly string[];
}

/**
 * `answer`: the engineer has answered, which begins the form. `typing`: a letter that the form does not know yet.
 * `place`: only the page, the open entry or the camera has changed.
 */
export type SessionChange = "answer" | "typing" | "place";

export interface SessionOptions {
  /** The saved answers; null for a new form, which is filled in with the known data. */
  readonly answers: Answers | null;
  /** Null if the property is not known, as in a check. */
  readonly context: FormContext | null;
  /** The day after which a date is in the future; the context's day if it is not given. */
  readonly today?: string | null;
  readonly isReadOnly?: boolean;
  /** The place where the form was left. */
  readonly page?: string | null;
  readonly panel?: FormPath | null;
  readonly camera?: FormPath | null;
  /** The appliances that the form had seen when it was left; null: unknown, so no appliance is new. */
  readonly seenAppliances?: readonly string[] | null;
  readonly scheduler?: Scheduler;
}

/**
 * A form that is being filled in: its live answers stand here and nowhere else. A screen draws its elements and calls
 * it; a test or the server needs no screen. Paths that lead nowhere are ignored.
 */
export interface FormSession extends Observable<FormState> {
  readonly question: (path: FormPath) => QuestionElement | null;
  readonly container: (path: FormPath) => ContainerElement | null;
  /** Returns all answers, with texts that are still being typed. */
  readonly answers: () => Answers;
  readonly draft: () => SessionDraft;
  /** Calls the listener when the draft has changed. Returns a function that stops it. */
  readonly onChange: (listener: (change: SessionChange) => void) => () => void;

  readonly answer: (path: FormPath, value: unknown) => void;
  /** Fills in a value that the engineer has not given: it does not begin the form. */
  readonly prefill: (path: FormPath, value: unknown) => void;
  /** Types into a field: the text is shown and saved at once, and the form gets it in a pause. */
  readonly type: (path: FormPath, text: string) => void;
  readonly leaveField: (path: FormPath) => void;
  /** Chooses by index; of yes and no, yes is 1. The form gets the choice after the next frame. */
  readonly choose: (path: FormPath, index: number) => void;
  readonly toggleChoice: (path: FormPath, index: number) => void;
  readonly typeOther: (path: FormPath, text: string) => void;
  /** Chooses a column of a matrix row; null clears it. */
  readonly chooseInRow: (path: FormPath, row: string, column: number | null) => void;
  readonly clear: (path: FormPath) => void;
  /** Answers the checks of a page, a panel or an entry that are not answered yet as passed. */
  readonly passAll: (path: FormPath) => void;

  readonly addEntry: (list: FormPath) => void;
  readonly removeEntry: (entry: FormPath) => void;
  readonly toggleEntry: (entry: FormPath) => void;

  /** Saves the question for which the camera is open, so that a photo finds it after the page was killed. */
  readonly setCamera: (path: FormPath | null) => void;
  readonly addPhoto: (path: FormPath, imageId: string) => void;
  readonly removePhoto: (path: FormPath, imageId: string) => void;
  /** Adds photos that were saved before the page was killed to the question for which the camera was opened. */
  readonly restorePhotos: (imageIds: readonly string[]) => void;

  /** False if the page has errors: they are shown, and the entry of the first one is open. */
  readonly nextPage: () => boolean;
  readonly previousPage: () => boolean;
  /** Lists issues until they are fixed, and goes to the first. Returns the id of its question. */
  readonly review: (issues: readonly FormIssue[]) => string | null;
  readonly goTo: (issue: FormIssue) => string | null;

  /** Returns the issues of all pages without showing them. */
  readonly findIssues: () => readonly FormIssue[];
  /** Returns the issues of all pages, and shows them at their questions. */
  readonly validate: () => readonly FormIssue[];
  /** Warnings do not prevent completion. Answers of hidden questions are left out. */
  readonly complete: () => Completion;
  readonly progress: () => Progress;
  /** The answers to questions marked `remember`, to be saved for this engineer. */
  readonly remembered: () => Answers;
  /** Updates choices and adds new appliances when the property changes. Answers stay. */
  readonly refresh: (context: FormContext) => void;
  /** Makes the entries of all lists, which takes a while: after the first page is shown. Returns what stops it. */
  readonly prepareLists: () => () => void;
  /** Hands texts that are still being typed to the form at once. */
  readonly flush: () => void;
  readonly close: () => void;
}

const prepareListsMs = 250;

export function openSession(bundle: FormBundle, options: SessionOptions): FormSession {
  const { isReadOnly = false, scheduler = immediateScheduler } = options;
  const form = openForm(bundle, options);
  const { model } = form;
  const deferred = createDeferredWork(scheduler);
  const listeners = new Set<(change: SessionChange) => void>();
  const choices = new Map<Question, number>();
  const issues = createListedIssues(model);
  let formAnswers = form.answers();
  let openEntry = options.panel ?? null;
  let camera: FormPath | null = null;
  let isPrefilling = false;

  const texts = createTypedTexts({
    scheduler,
    deferred,
    onShow: (question) => elements.refreshQuestion(question),
    onUnsaved(question) {
      // A question that has lost its place: the form gets its text at once.
      if (findQuestionAt(model, locateQuestion(question)) === question) notify("typing");
      else deferred.flush();
    },
  });
  const elements = createElements({ texts, readChoice: (question) => choices.get(question) });

  const savedPage = model.visiblePages.find(({ name }) => name === options.page);
  if (savedPage) model.currentPage = savedPage;
  const place = observe({ parts: [model] }, readState);
  form.onChange((answers) => {
    formAnswers = answers;
    if (place.read().issues.length > 0) place.refresh();
    if (!isPrefilling) notify("answer");
  });

  function readState(): FormState {
    const page = readCurrentPage(model);
    return {
      page: page && elements.container(page),
      pageName: page?.name ?? "",
      pageNumber: model.currentPageNo + 1,
      pageCount: model.visiblePageCount,
      isFirstPage: model.isFirstPage,
      isLastPage: model.isLastPage,
      openEntry,
      issues: issues.open(),
    };
  }

  function readAnswers(): Answers {
    return texts
      .pending()
      .reduce(
        (answers, [question, answer]) => withAnswer(answers, locateQuestion(question), answer),
        formAnswers,
      );
  }

  function notify(change: SessionChange) {
    if (!isReadOnly) for (const listener of listeners) listener(change);
  }

  function at(path: FormPath, work: (question: Question) => void): void {
    const question = findQuestionAt(model, path);
    if (question) work(question);
  }

  /** Values that the form computes by itself must not begin it. */
  function withoutBeginning(work: () => void) {
    const before = isPrefilling;
    isPrefilling = true;
    work();
    isPrefilling = before;
  }

  function showEntry(entry: FormPath | null) {
    if (isSamePath(entry, openEntry)) return;
    openEntry = entry;
    place.refresh();
    notify("place");
  }

  function turnPage(turn: () => void): boolean {
    deferred.flush();
    const before = readCurrentPage(model);
    withoutBeginning(turn);
    if (readCurrentPage(model) === before) return false;
    openEntry = null;
    place.refresh();
    notify("place");
    return true;
  }

  function goTo(issue: FormIssue): string | null {
    const question = issues.findQuestion(issue);
    if (!question) return null;
    deferred.flush();
    const page = model.visiblePages[issue.page];
    if (page)
      withoutBeginning(() => {
        model.currentPage = page;
      });
    reveal(question);
    return question.id;
  }

  function reveal(question: Question) {
    const path = locateQuestion(question);
    showEntry(path.length > 1 ? path.slice(0, -1) : null);
    place.refresh();
  }

  function choose(question: Question, index: number, work: () => void) {
    choices.set(question, index);
    elements.refreshQuestion(question);
    deferred.schedule(question, () => {
      work();
      choices.delete(question);
      elements.refreshQuestion(question);
    });
  }

  return {
    read: place.read,
    subscribe: place.subscribe,
    question(path) {
      const question = findQuestionAt(model, path);
      return question && elements.question(question);
    },
    container(path) {
      const container = findContainerAt(model, path);
      return container && elements.container(container);
    },
    answers: readAnswers,
    draft: () => ({
      answers: readAnswers(),
      page: readCurrentPage(model)?.name ?? null,
      panel: openEntry,
      camera,
      appliances: form.seenAppliances(),
    }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    answer: (path, value) => at(path, (question) => setAnswer(question, value)),
    prefill: (path, value) =>
      withoutBeginning(() => at(path, (question) => setAnswer(question, value))),
    type: (path, text) => at(path, (question) => texts.type(question, text)),
    leaveField: (path) => at(path, texts.leave),
    choose: (path, index) =>
      at(path, (question) => choose(question, index, () => applyChoice(question, index))),
    toggleChoice: (path, index) => at(path, (question) => toggleChoice(question, index)),
    typeOther: (path, text) =>
      at(path, (question) => {
        if (question instanceof QuestionSelectBase) question.otherValue = text;
      }),
    chooseInRow: (path, row, column) =>
      at(path, (question) => setAnswer(question, withRow(question, row, column))),
    clear: (path) =>
      at(path, (question) => {
        deferred.schedule(question, () => {
          question.clearValue();
          choices.delete(question);
          elements.refreshQuestion(question);
        });
      }),
    passAll(path) {
      const container = findContainerAt(model, path);
      if (container) deferred.schedule(container, () => answerPassed(container));
    },

    addEntry: (path) =>
      at(path, (list) => {
        if (!isDynamicPanel(list) || !list.canAddPanel) return;
        list.addPanel();
        showEntry([...path, list.panelCount - 1]);
      }),
    removeEntry(path) {
      const panel = findContainerAt(model, path);
      at(path.slice(0, -1), (list) => {
        if (!panel || !isDynamicPanel(list) || !list.canRemovePanel) return;
        list.removePanel(panel);
        elements.refreshAll();
      });
    },
    toggleEntry(path) {
      const list = path.slice(0, -1);
      const isOpen = isSamePath(openEntry?.slice(0, path.length) ?? null, path);
      const around = list.length > 1 ? list.slice(0, -1) : null;
      showEntry(isOpen ? around : path);
    },

    setCamera(path) {
      if (isSamePath(camera, path)) return;
      camera = path;
      notify("place");
    },
    addPhoto: (path, imageId) =>
      at(path, (question) =>
        setAnswer(question, [...readPhotoAnswers(question.value), buildPhotoAnswer(imageId)]),
      ),
    removePhoto: (path, imageId) =>
      at(path, (question) =>
        setAnswer(
          question,
          readPhotoAnswers(question.value).filter((photo) => !isPhotoOf(photo, imageId)),
        ),
      ),
    restorePhotos(imageIds) {
      const { camera: place = null } = options;
      const named = new Set(photoIds(formAnswers));
      const unattached = imageIds.filter((id) => !named.has(id));
      if (!place || unattached.length === 0) return;
      at(place, (question) =>
        setAnswer(question, [
          ...readPhotoAnswers(question.value),
          ...unattached.map(buildPhotoAnswer),
        ]),
      );
    },

    nextPage() {
      let isRefused = false;
      const isTurned = turnPage(() => {
        isRefused = !model.nextPage();
      });
      if (isRefused) {
        const page = readCurrentPage(model);
        const question = page && findFirstError(page);
        if (question && locateQuestion(question).length > 1) reveal(question);
        elements.refreshAll();
      }
      return isTurned;
    },
    previousPage: () =>
      turnPage(() => {
        model.prevPage();
      }),
    review(found) {
      issues.set(found);
      elements.refreshAll();
      place.refresh();
      const [first] = issues.open();
      return first ? goTo(first) : null;
    },
    goTo,

    findIssues() {
      deferred.flush();
      return form.issues();
    },
    validate() {
      deferred.flush();
      elements.refreshAll();
      return form.validate();
    },
    complete() {
      deferred.flush();
      elements.refreshAll();
      return form.complete();
    },
    progress: () => form.progress(),
    remembered: () => form.remembered(),
    refresh(context) {
      form.refresh(context);
      elements.refreshAll();
    },
    prepareLists: () =>
      scheduler.after(prepareListsMs, () =>
        withoutBeginning(() => {
          for (const question of model.getAllQuestions()) listEntries(question);
        }),
      ),
    flush: deferred.flush,
    close: () => form.close(),
  };
}

function applyChoice(question: Question, index: number): void {
  if (question instanceof QuestionBooleanModel) {
    question.booleanValue = index === 1;
    return;
  }
  if (question instanceof QuestionRatingModel) {
    setAnswer(question, question.visibleRateValues[index]?.value);
    return;
  }
  if (!(question instanceof QuestionSelectBase)) return;
  const item: ItemValue | undefined = question.visibleChoices[index];
  if (item) question.renderedValue = item.value;
}

/** Stores the chosen values in the order of the choices. */
function toggleChoice(question: Question, index: number): void {
  if (!(question instanceof QuestionSelectBase)) return;
  const items: readonly ItemValue[] = question.visibleChoices;
  const toggled: unknown = items[index]?.value;
  const value: unknown = question.renderedValue;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const values = chosen.includes(toggled)
    ? chosen.filter((one) => one !== toggled)
    : items
        .map((item): unknown => item.value)
        .filter((one) => one === toggled || chosen.includes(one));
  setAnswer(question, values.length === 0 ? null : values);
}

/** Returns the answer of a matrix with another choice in one row; null if no row has one. */
function withRow(question: Question, row: string, column: number | null): Answers | null {
  if (!(question instanceof QuestionMatrixModel)) return null;
  const value: unknown = question.value;
  const answers = isAnswers(value) ? value : {};
  if (column !== null) {
    const columns: readonly ItemValue[] = question.visibleColumns;
    const chosen: unknown = columns[column]?.value;
    return { ...answers, [row]: chosen };
  }
  const others = Object.entries(answers).filter(([name]) => name !== row);
  return others.length === 0 ? null : Object.fromEntries(others);
}
