import type { Answers } from "../definition/definition.ts";
import type { FormContext } from "../sources/context.ts";
import type { FormIssue } from "../validation/form-issues.ts";
import type { ContainerElement, QuestionElement } from "./element-state.ts";
import type { ClearedEntry } from "./entry-appliance.ts";
import type { FormPath } from "./form-path.ts";
import type { Completion, Progress } from "./form-model.ts";
import type { Observable } from "./observable.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Signing } from "./signed-content.ts";
import type { UnfinishedSignature } from "./unfinished-signatures.ts";

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
  /** The entries about appliances that the engineer deleted from the property. */
  readonly removedEntries: readonly { readonly path: FormPath; readonly title: string }[];
  /** The issues found at the last attempt to complete, without those that are fixed. */
  readonly issues: readonly FormIssue[];
  /** The form asks for a customer's signature that was removed because its answers changed. */
  readonly isSignatureRemoved: boolean;
}

/** A page of an open form. Its name stays the same while the form is open. */
export interface FormPage {
  readonly name: string;
  readonly element: ContainerElement;
}

/** What has to be saved to resume the form as it is. */
export interface SessionDraft {
  /** Without the signatures that are not ended. */
  readonly answers: Answers;
  /** The signatures that somebody has begun to draw and not ended. */
  readonly unfinished: readonly UnfinishedSignature[];
  /** The name of the page. */
  readonly page: string | null;
  readonly panel: FormPath | null;
  /** The question whose camera was opened and has not returned yet. */
  readonly camera: FormPath | null;
  /** The id of this opening of the camera, which its photos have too. */
  readonly openingId: string | null;
  /** The question at which the engineer left for another form: the next one is shown on the return. */
  readonly leftAt: FormPath | null;
  /** The ids of the property's appliances that the form has seen. */
  readonly appliances: readonly string[];
  /** Whether the customer has signed on this form, and whether it has changed since. */
  readonly signing: Signing;
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
  /** The answers of the last completed form at the property; those of the context if they are not given. */
  readonly previousAnswers?: Answers | null;
  readonly isReadOnly?: boolean;
  /** The place where the form was left. */
  readonly page?: string | null;
  readonly panel?: FormPath | null;
  readonly camera?: FormPath | null;
  readonly leftAt?: FormPath | null;
  /** The appliances that the form had seen when it was left; null: unknown, so no appliance is new. */
  readonly seenAppliances?: readonly string[] | null;
  /** As it was when the form was left; null: unknown, so a signature among the answers was given on this form. */
  readonly signing?: Signing | null;
  /** The signatures that were not ended when the screen closed. */
  readonly unfinished?: readonly UnfinishedSignature[] | undefined;
  readonly scheduler?: Scheduler;
}

/**
 * A form that is being filled in: its live answers are here and nowhere else. A screen draws its elements and calls
 * it; a test or the server needs no screen. Paths that lead nowhere are ignored.
 */
export interface FormSession extends Observable<FormState> {
  readonly question: (path: FormPath) => QuestionElement | null;
  readonly container: (path: FormPath) => ContainerElement | null;
  /** Returns the page that is shown with the one before and the one after it, in their order. */
  readonly nearbyPages: () => readonly FormPage[];
  /** Returns all answers, with texts that are still being typed. */
  readonly answers: () => Answers;
  readonly draft: () => SessionDraft;
  /** Calls the listener when the draft has changed. Returns a function that stops it. */
  readonly onChange: (listener: (change: SessionChange) => void) => () => void;
  /** Calls the listener when the choice of another appliance has cleared an entry. Returns a function that stops it. */
  readonly onEntryCleared: (listener: (cleared: ClearedEntry) => void) => () => void;

  readonly answer: (path: FormPath, value: unknown) => void;
  /**
   * Answers with a signature that is still being drawn; null clears it. It is ended with the next page or entry, with
   * completion, or by `endSignature`, as when the engineer leaves the screen.
   */
  readonly draw: (path: FormPath, signature: string | null) => void;
  readonly endSignature: () => void;
  /** Whether the question is for the customer's signature, which another answer or name removes. */
  readonly isCustomerSignature: (path: FormPath) => boolean;
  /** Fills in a value that the engineer has not given: it does not begin the form. */
  readonly prefill: (path: FormPath, value: unknown) => void;
  /** Answers with what another form says, which begins the form and does not change what the customer has signed. */
  readonly quote: (path: FormPath, value: unknown) => void;
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
  /** Opens an entry, on its page. */
  readonly goToEntry: (entry: FormPath) => void;

  /** Saves the question at which the engineer leaves for another form, until something else is answered or opened. */
  readonly leaveAt: (path: FormPath) => void;
  /** Returns the id of the question after the one at which the engineer left; null if there is no such place. */
  readonly findNextQuestion: () => string | null;
  /** Saves the question for which the camera is open, so that a photo finds it after the page was killed. */
  readonly openCamera: (path: FormPath, openingId: string) => void;
  /** The camera was cancelled, or all its photos are in the answer. */
  readonly closeCamera: (openingId: string) => void;
  /** Adds a photo to the question for which the camera was opened; to none after its entry was removed or cleared. */
  readonly addTakenPhoto: (openingId: string, imageId: string) => void;
  readonly addPhoto: (path: FormPath, imageId: string) => void;
  readonly removePhoto: (path: FormPath, imageId: string) => void;
  /** Adds photos of the saved opening of the camera that were saved before the page was killed to the question for which the camera was opened. */
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
  /** Makes what later pages show, which takes a while: after the first page is shown. Returns what stops it. */
  readonly prepare: () => () => void;
  /** Hands texts that are still being typed to the form at once. */
  readonly flush: () => void;
  readonly close: () => void;
}
