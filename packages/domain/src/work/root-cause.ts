import { cutText } from "./cut.ts";

/** A cause of a failure, with its more specific causes below it. The office decides how deep the list is. */
export interface RootCause {
  readonly rootCauseId: number;
  readonly description: string;
  readonly requiresAdditionalText: boolean;
  readonly child: readonly RootCause[];
}

/** The choice at one level. */
export interface CauseAnswer {
  readonly rootCauseId: number;
  /** As typed. */
  readonly additionalText: string;
}

/** One level of choices on the screen. */
export interface CauseLevel {
  /** The cause chosen one level above; null at the top. */
  readonly above: RootCause | null;
  readonly choices: readonly RootCause[];
  /** Null until a cause is chosen, and if the list has changed since and no longer has it. */
  readonly chosen: RootCause | null;
  readonly additionalText: string;
}

export const maxCauseText = 2000;

/** Returns the levels down to the first without a choice, or down to a cause without lower causes. */
export function causeLevels(
  causes: readonly RootCause[],
  answers: readonly CauseAnswer[],
): readonly CauseLevel[] {
  const levels: CauseLevel[] = [];
  let above: RootCause | null = null;
  let choices = causes;
  while (choices.length > 0) {
    const answer = answers[levels.length];
    const chosen = choices.find(({ rootCauseId }) => rootCauseId === answer?.rootCauseId) ?? null;
    levels.push({
      above,
      choices,
      chosen,
      additionalText: chosen && answer ? answer.additionalText : "",
    });
    if (!chosen) break;
    above = chosen;
    choices = chosen.child;
  }
  return levels;
}

/** Sets the choice of one level and clears the levels below it. Null clears the choice. */
export function chooseCause(
  answers: readonly CauseAnswer[],
  level: number,
  rootCauseId: number | null,
): readonly CauseAnswer[] {
  if (answers[level]?.rootCauseId === rootCauseId) return answers;
  const above = answers.slice(0, level);
  return rootCauseId === null ? above : [...above, { rootCauseId, additionalText: "" }];
}

/** Returns the answers with the text of one level, counted from 0. */
export function describeCause(
  answers: readonly CauseAnswer[],
  level: number,
  additionalText: string,
): readonly CauseAnswer[] {
  return answers.map((answer, index) => (index === level ? { ...answer, additionalText } : answer));
}

/** The issues of one level. */
export type CauseIssues = {
  readonly cause?: "cause-missing";
  readonly additionalText?: "cause-text-missing";
};

/** Returns the issues by level, in the order of `causeLevels`. */
export function validateCauses(levels: readonly CauseLevel[]): readonly CauseIssues[] {
  return levels.map(({ chosen, additionalText }) => {
    if (!chosen) return { cause: "cause-missing" };
    const isTextMissing = chosen.requiresAdditionalText && additionalText.trim() === "";
    return isTextMissing ? { additionalText: "cause-text-missing" } : {};
  });
}

/** Returns the causes to report, from the top down; with text only if the cause requires it. */
export function causeChain(levels: readonly CauseLevel[]) {
  return levels.flatMap(({ chosen, additionalText }) => {
    if (!chosen) return [];
    const { rootCauseId, description, requiresAdditionalText } = chosen;
    const text = requiresAdditionalText ? cutText(additionalText.trim(), maxCauseText) : null;
    return [{ rootCauseId, description, additionalText: text }];
  });
}

/** Returns the descriptions of a chain of ids; null for an id that the list no longer has at that level. */
export function causeDescriptions(
  causes: readonly RootCause[],
  chain: readonly { readonly rootCauseId: number }[],
): readonly (string | null)[] {
  const levels = causeLevels(
    causes,
    chain.map(({ rootCauseId }) => ({ rootCauseId, additionalText: "" })),
  );
  return chain.map((_answer, level) => levels[level]?.chosen?.description ?? null);
}
