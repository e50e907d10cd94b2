import { errorText } from "@fieldfare/forms";
import { useCallback, useRef, useSyncExternalStore } from "react";
import type { Base, LocalizableString, Question } from "survey-core";

/** How often a part of the library's model has changed, for whoever draws it. */
const versions = new WeakMap<Base, number>();

/** Draws anew when anything of this part of the model changes: one question, not the whole form. */
export function useModel(part: Base): void {
  const subscribe = useCallback((redraw: () => void) => subscribeToPart(part, redraw), [part]);
  useSyncExternalStore(subscribe, () => versions.get(part) ?? 0);
}

/** Draws anew when any of these parts changes. */
export function useModels(parts: readonly Base[]): void {
  const latestParts = useRef(parts);
  const subscribe = useCallback((redraw: () => void) => {
    const stops = latestParts.current.map((part) => subscribeToPart(part, redraw));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useSyncExternalStore(subscribe, () =>
    latestParts.current.reduce((sum, part) => sum + (versions.get(part) ?? 0), 0),
  );
}

/** A text with values of the form in it. Text and nothing else: what looks like markup stays letters. */
export function useText(text: LocalizableString): string {
  const subscribe = useCallback(
    (redraw: () => void) => {
      const changed = coalesce(redraw);
      text.onStringChanged.add(changed);
      return () => text.onStringChanged.remove(changed);
    },
    [text],
  );
  return useSyncExternalStore(subscribe, () => text.renderedHtml);
}

function subscribeToPart(part: Base, redraw: () => void): () => void {
  const changed = coalesce(() => {
    versions.set(part, (versions.get(part) ?? 0) + 1);
    redraw();
  });
  part.addOnPropertyValueChangedCallback(changed);
  part.addOnArrayChangedCallback(changed);
  return () => {
    part.removeOnPropertyValueChangedCallback(changed);
    part.removeOnArrayChangedCallback(changed);
  };
}

/** Once for all that one change brings with it. The model also changes while it is read for drawing. */
function coalesce(work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      work();
    });
  };
}

export interface AnswerIssue {
  readonly isError: boolean;
  readonly text: string;
}

/** What the form says of an answer: errors stand in the way of going on, the others do not. */
export function readAnswerIssues(question: Question): readonly AnswerIssue[] {
  return question.errors.map((error) => ({
    isError: error.notificationType === "error",
    text: errorText(question, error),
  }));
}

/** Undefined when nothing was answered: the library knows no null. */
export function setAnswer(question: Question, value: unknown): void {
  question.value = value === "" || value === null ? undefined : value;
}
