import { errorText } from "@fieldfare/forms";
import { useCallback, useRef, useSyncExternalStore } from "react";
import type { Base, LocalizableString, Question } from "survey-core";

/** How often each part of the library's model has changed. Components subscribe to it. */
const versions = new WeakMap<Base, number>();

/** Draws the component again when this part of the model changes: one question, not the whole form. */
export function useModel(part: Base): void {
  const subscribe = useCallback((redraw: () => void) => subscribeToPart(part, redraw), [part]);
  useSyncExternalStore(subscribe, () => versions.get(part) ?? 0);
}

/** Draws the component again when any of these parts changes. */
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

/** Returns a text with the form's values filled in. It is plain text: markup in it is not interpreted. */
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

/** Runs `work` once per microtask: one answer causes many change events, some of them during rendering. */
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

/** Reads the issues of an answer. Only errors prevent going to the next page. */
export function readAnswerIssues(question: Question): readonly AnswerIssue[] {
  return question.errors.map((error) => ({
    isError: error.notificationType === "error",
    text: errorText(question, error),
  }));
}

/** Sets the answer. An empty answer is undefined, because the library does not accept null. */
export function setAnswer(question: Question, value: unknown): void {
  question.value = value === "" || value === null ? undefined : value;
}
