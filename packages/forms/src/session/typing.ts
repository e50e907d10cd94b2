import type { Question } from "survey-core";
import { setAnswer } from "../library/survey-adapter.ts";
import { isNumberQuestion, numberAnswer } from "../library/text-questions.ts";
import { typedIssue, type TypedIssue } from "../validation/typed-answers.ts";
import { createDeferredWork, type DeferredWork, type Scheduler } from "./scheduler.ts";

/** No error is shown until typing has stopped for this long. */
const pauseMs = 900;
/** The form receives the text only in a pause of typing, because it then evaluates every question. */
const settleMs = 350;

interface Typing {
  readonly text: string;
  readonly answer: string | number | undefined;
  isActive: boolean;
  stopWaiting: () => void;
}

interface TypingPorts {
  readonly scheduler: Scheduler;
  /** The work of the form itself. */
  readonly deferred: DeferredWork;
  /** Called when what the question shows has changed. */
  readonly onShow: (question: Question) => void;
  /** Called after the frame that shows the text, if the form has not received it meanwhile. */
  readonly onUnsaved: (question: Question) => void;
}

/** The texts that are being typed. Each letter is shown and saved at once; the form gets the text in a pause. */
export interface TypedTexts {
  readonly type: (question: Question, text: string) => void;
  /** Called when the field loses focus: a number field then shows the stored number. */
  readonly leave: (question: Question) => void;
  readonly readText: (question: Question) => string;
  /** Returns the issue to show: none while the engineer types. */
  readonly readIssue: (question: Question) => TypedIssue | null;
  readonly isTyping: (question: Question) => boolean;
  /** The answers that the form has not received yet. */
  readonly pending: () => readonly (readonly [Question, Typing["answer"]])[];
}

/** Starts without a text. What is typed reaches the form through `deferred`. */
export function createTypedTexts(ports: TypingPorts): TypedTexts {
  const { scheduler, deferred, onShow, onUnsaved } = ports;
  const typings = new Map<Question, Typing>();
  const saves = createDeferredWork(scheduler);

  /** Undefined when the form itself has computed, filled in or restored another value since. */
  function findTyping(question: Question): Typing | undefined {
    const typing = typings.get(question);
    if (!typing || deferred.isPending(question)) return typing;
    if (Object.is(question.value, typing.answer)) return typing;
    typing.stopWaiting();
    typings.delete(question);
    return undefined;
  }

  function stopAfter(question: Question, typing: Typing, milliseconds: number) {
    typing.stopWaiting();
    typing.stopWaiting = scheduler.after(milliseconds, () => {
      typing.isActive = false;
      onShow(question);
    });
  }

  return {
    type(question, text) {
      typings.get(question)?.stopWaiting();
      const answer = parseTyped(question, text);
      const typing: Typing = { text, answer, isActive: true, stopWaiting: () => undefined };
      typings.set(question, typing);
      deferred.schedule(question, () => setAnswer(question, answer), settleMs);
      saves.schedule(question, () => {
        if (deferred.isPending(question)) onUnsaved(question);
      });
      stopAfter(question, typing, pauseMs);
      onShow(question);
    },
    leave(question) {
      const typing = findTyping(question);
      if (!typing) return;
      const text = isNumberQuestion(question) ? formatAnswer(typing.answer) : typing.text;
      const left: Typing = { ...typing, text };
      typings.set(question, left);
      // Not at once: an error that appears or disappears would move the element that is being tapped.
      stopAfter(question, left, settleMs);
      onShow(question);
    },
    readText(question) {
      const value: unknown = question.value;
      return findTyping(question)?.text ?? formatAnswer(value);
    },
    readIssue(question) {
      const typing = findTyping(question);
      if (typing?.isActive) return null;
      return typing ? typedIssue(question, typing.answer) : typedIssue(question);
    },
    isTyping: (question) => findTyping(question)?.isActive === true,
    pending: () =>
      [...typings].flatMap(([question, { answer }]) =>
        deferred.isPending(question) ? [[question, answer] as const] : [],
      ),
  };
}

function formatAnswer(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

function parseTyped(question: Question, typed: string): string | number | undefined {
  if (isNumberQuestion(question)) return numberAnswer(question, typed);
  return typed === "" ? undefined : typed;
}
