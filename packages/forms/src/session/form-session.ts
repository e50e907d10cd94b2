import { photoIds, quotesNotice } from "@fieldfare/domain";
import { type PanelModel, type Question, QuestionSelectBase } from "survey-core";
import type { Answers, FormBundle } from "../definition/definition.ts";
import { setAnswer } from "../library/survey-adapter.ts";
import { isDynamicPanel, isShown } from "../library/visible-questions.ts";
import type { FormIssue } from "../validation/form-issues.ts";
import { answerPassed } from "./all-passed.ts";
import { createCameraOpenings } from "./camera-openings.ts";
import { applyChoice, toggleChoice, withRow } from "./choosing.ts";
import { createElements } from "./elements.ts";
import { findFirstError } from "./first-error.ts";
import {
  findContainerAt,
  findQuestionAt,
  type FormPath,
  isSamePath,
  listEntries,
  locateQuestion,
  parsePath,
  readCurrentPage,
  withAnswer,
} from "./form-path.ts";
import { createListedIssues } from "./listed-issues.ts";
import { observe } from "./observable.ts";
import { openFormModel } from "./form-model.ts";
import { addPhotos, isPhotoOf, readPhotoAnswers } from "./photo-answers.ts";
import { isAboutRemoved, isApplianceId, listRemovedEntries } from "./removed-entries.ts";
import { createDeferredWork, immediateScheduler } from "./scheduler.ts";
import type { FormSession, FormState, SessionChange, SessionOptions } from "./session-interface.ts";
import { createSignedContent } from "./signed-content.ts";
import { createTypedTexts } from "./typing.ts";
import { createUnfinishedSignatures } from "./unfinished-signatures.ts";

const prepareAfterMs = 250;

/**
 * Opens a form to be filled in. Without a scheduler all work that follows an answer is done at once, as tests and the
 * server need it.
 */
export function openSession(bundle: FormBundle, options: SessionOptions): FormSession {
  const { isReadOnly = false, scheduler = immediateScheduler } = options;
  const form = openFormModel(bundle, { ...options, onOtherAppliance, mayTakeOver });
  const { model } = form;
  const cameras = createCameraOpenings(model);
  const deferred = createDeferredWork(scheduler);
  const listeners = new Set<(change: SessionChange) => void>();
  const choices = new Map<Question, number>();
  const issues = createListedIssues(model);
  const unfinished = createUnfinishedSignatures(model, (!isReadOnly && options.unfinished) || []);
  let formAnswers = form.answers();
  let openEntry = options.panel ?? null;
  let leftAt = options.leftAt ?? null;
  let isPrefilling = false;

  const texts = createTypedTexts({
    scheduler,
    deferred,
    onShow: (question) => elements.refreshQuestion(question),
    onUnsaved(question) {
      // A question that has lost its place: the form gets its text at once.
      if (findQuestionAt(model, locateQuestion(question)) !== question) return deferred.flush();
      signed.check();
      notify("typing");
    },
  });
  const elements = createElements({
    model,
    texts,
    readChoice: (question) => choices.get(question),
    readUnfinished: unfinished.readUnfinished,
    isAboutRemoved: (entry) => isAboutRemoved(entry, form.context()),
  });

  const signed = createSignedContent({
    model,
    content: form.content,
    isReadOnly,
    signing: form.hasRemovedSignature ? "changed" : (options.signing ?? null),
    stored: options.answers && withNoticeNumber(withUnfinished(options.answers)),
    isUnfinished: (question) => unfinished.readUnfinished(question) !== null,
    forgetUnfinished(question) {
      unfinished.settle(question);
      elements.refreshQuestion(question);
    },
    readAnswers,
  });
  const savedPage = model.visiblePages.find(({ name }) => name === options.page);
  if (savedPage) model.currentPage = savedPage;
  const place = observe([model], readState);
  form.onChange((answers) => {
    formAnswers = answers;
    signed.check();
    // An answer may show a signature that was hidden.
    fillInSignatures();
    const { issues: open, removedEntries, isSignatureRemoved } = place.read();
    const isRemovedOrBack = signed.isSignatureRemoved() !== isSignatureRemoved;
    if (isRemovedOrBack || open.length > 0 || removedEntries.length > 0) place.refresh();
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
      removedEntries: listRemovedEntries(model, form.context()),
      issues: issues.open(),
      isSignatureRemoved: signed.isSignatureRemoved(),
    };
  }

  /** A signature that was being drawn when the screen closed was given for the stored answers. */
  function withUnfinished(stored: Answers): Answers {
    return (options.unfinished ?? []).reduce(
      (answers, { path, signature }) => withAnswer(answers, path, signature),
      stored,
    );
  }

  /** The number of the warning notice is quoted when the form is opened, and does not change what was signed. */
  function withNoticeNumber(stored: Answers): Answers {
    return (options.context?.noticeAnswers ?? [])
      .filter(({ path }) => quotesNotice(path))
      .map(({ path }) => parsePath(path))
      .reduce(
        (answers, path) => withAnswer(answers, path, findQuestionAt(model, path)?.value),
        stored,
      );
  }

  function readAnswers(): Answers {
    return texts
      .pending()
      .reduce(
        (answers, [question, answer]) => withAnswer(answers, locateQuestion(question), answer),
        formAnswers,
      );
  }

  function notify(change: SessionChange, left: FormPath | null = null) {
    leftAt = left;
    if (!isReadOnly) for (const listener of listeners) listener(change);
  }

  function mayTakeOver(): boolean {
    return signed.signing() === "open";
  }

  /** A photo or a signature for the appliance before is none for this one. */
  function onOtherAppliance(entry: PanelModel) {
    const areForgotten = [cameras.forget(entry), unfinished.forget(entry)];
    if (areForgotten.includes(true)) notify("place");
  }

  function at(path: FormPath, work: (question: Question) => void): void {
    const question = findQuestionAt(model, path);
    if (question) work(question);
  }

  /** Values that the form computes by itself must not begin it. */
  function withoutBeginning(work: () => void) {
    const before = isPrefilling;
    isPrefilling = true;
    try {
      work();
    } finally {
      isPrefilling = before;
    }
  }

  /** On the page, and in the entry that is open on it. */
  function fillInSignatures() {
    const page = readCurrentPage(model);
    const entries = (openEntry ?? []).flatMap((step, index, path) =>
      typeof step === "number" ? findContainerAt(model, path.slice(0, index + 1)) : null,
    );
    const shown = [page, ...entries]
      .flatMap((container) => container?.questions ?? [])
      .filter((question) => !unfinished.wasUnfinished(question));
    withoutBeginning(() => form.fillInSignatures(shown));
  }

  function quote(path: FormPath, value: unknown) {
    at(path, (question) => signed.keepSignature(() => setAnswer(question, value)));
  }

  /** The next step ends the signature that is being drawn. */
  function endSignature() {
    if (unfinished.end()) notify("answer");
  }

  function answerQuestion(question: Question, value: unknown) {
    const isSignature = Boolean(value) && signed.isCustomerSignature(question);
    // The choice may clear the entry: a text that the form got after it would be of the appliance before. A text that it gets
    // after the signature would be taken for a change.
    if (isSignature || isApplianceId(question)) deferred.flush();
    if (isSignature) signed.sign(question);
    setAnswer(question, value);
  }

  function showEntry(entry: FormPath | null) {
    endSignature();
    if (isSamePath(entry, openEntry)) return;
    openEntry = entry;
    fillInSignatures();
    place.refresh();
    notify("place");
  }

  function turnPage(turn: () => void): boolean {
    deferred.flush();
    endSignature();
    const before = readCurrentPage(model);
    withoutBeginning(turn);
    if (readCurrentPage(model) === before) return false;
    openEntry = null;
    fillInSignatures();
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

  function goToEntry(path: FormPath) {
    const list = findQuestionAt(model, path.slice(0, 1));
    if (!list || !findContainerAt(model, path)) return;
    deferred.flush();
    withoutBeginning(() => {
      model.currentPage = list.page;
    });
    showEntry(path);
    place.refresh();
  }

  function reveal(question: Question) {
    const path = locateQuestion(question);
    showEntry(path.length > 1 ? path.slice(0, -1) : null);
    fillInSignatures();
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

  withoutBeginning(signed.check);
  // A form that was opened again because an appliance was deleted leads to its entry.
  const [removed] = isReadOnly || savedPage ? [] : place.read().removedEntries;
  if (removed) goToEntry(removed.path);
  fillInSignatures();

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
    nearbyPages() {
      const { currentPageNo, visiblePages } = model;
      return visiblePages
        .slice(Math.max(0, currentPageNo - 1), currentPageNo + 2)
        .map((page) => ({ name: page.name, element: elements.container(page) }));
    },
    answers: readAnswers,
    draft: () => ({
      ...unfinished.draft(readAnswers()),
      page: readCurrentPage(model)?.name ?? null,
      panel: openEntry,
      ...cameras.draft(),
      leftAt,
      appliances: form.seenAppliances(),
      signing: signed.signing(),
    }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    onEntryCleared: (listener) => form.onEntryCleared(listener),
    answer: (path, value) =>
      at(path, (question) => {
        const wasUnfinished = unfinished.settle(question);
        answerQuestion(question, value);
        if (!wasUnfinished) return;
        question.clearErrors();
        elements.refreshQuestion(question);
        place.refresh();
        notify("answer");
      }),
    draw: (path, signature) =>
      at(path, (question) => {
        if (signature === null) unfinished.settle(question);
        else unfinished.draw(question);
        answerQuestion(question, signature);
      }),
    endSignature,
    isCustomerSignature(path) {
      const question = findQuestionAt(model, path);
      return question !== null && signed.isCustomerSignature(question);
    },
    prefill: (path, value) => withoutBeginning(() => quote(path, value)),
    quote,
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
      // A text that the form got after the removal would add the entry again.
      deferred.flush();
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
    goToEntry,

    leaveAt: (path) => notify("place", path),
    findNextQuestion() {
      const left = leftAt && findQuestionAt(model, leftAt);
      const around = leftAt && findContainerAt(model, leftAt.slice(0, -1));
      if (!left || !around) return null;
      const shown = around.questions.filter(isShown);
      return (shown[shown.indexOf(left) + 1] ?? left).id;
    },

    openCamera(path, openingId) {
      if (cameras.open(path, openingId)) notify("place");
    },
    closeCamera(openingId) {
      if (cameras.close(openingId)) notify("place");
    },
    addTakenPhoto(openingId, imageId) {
      const question = cameras.findQuestion(openingId);
      if (question) addPhotos(question, [imageId]);
    },
    addPhoto: (path, imageId) => at(path, (question) => addPhotos(question, [imageId])),
    removePhoto: (path, imageId) =>
      at(path, (question) =>
        setAnswer(
          question,
          readPhotoAnswers(question.value).filter((photo) => !isPhotoOf(photo, imageId)),
        ),
      ),
    restorePhotos(imageIds) {
      const { camera: cameraPath = null } = options;
      const named = new Set(photoIds(formAnswers));
      const unattached = imageIds.filter((id) => !named.has(id));
      if (!cameraPath || unattached.length === 0) return;
      at(cameraPath, (question) => addPhotos(question, unattached));
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
      endSignature();
      elements.refreshAll();
      return form.complete();
    },
    progress: () => form.progress(),
    remembered: () => form.remembered(),
    refresh(context) {
      form.refresh(context);
      elements.refreshAll();
    },
    prepare: () =>
      scheduler.after(prepareAfterMs, () =>
        withoutBeginning(() => {
          for (const question of model.getAllQuestions()) listEntries(question);
          for (const page of model.visiblePages) page.onFirstRendering();
        }),
      ),
    flush: deferred.flush,
    close: () => form.close(),
  };
}
