import { cutText } from "./cut.ts";

/** Why something failed; what is behind it stands below it, as deep as the office makes the list. */
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

/** One level that is asked for. */
export interface CauseLevel {
  /** The cause chosen above, which this level goes into; null at the top. */
  readonly above: RootCause | null;
  readonly choices: readonly RootCause[];
  /** Null until one of the choices is chosen: also when the list has changed since and it is gone. */
  readonly chosen: RootCause | null;
  readonly additionalText: string;
}

export const maxCauseText = 2000;

/** The levels down to the first without a choice, or to a cause that nothing is behind. */
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

/** What was chosen below another cause no longer holds; null takes the choice back. */
export function chooseCause(
  answers: readonly CauseAnswer[],
  level: number,
  rootCauseId: number | null,
): readonly CauseAnswer[] {
  if (answers[level]?.rootCauseId === rootCauseId) return answers;
  const above = answers.slice(0, level);
  return rootCauseId === null ? above : [...above, { rootCauseId, additionalText: "" }];
}

export function describeCause(
  answers: readonly CauseAnswer[],
  level: number,
  additionalText: string,
): readonly CauseAnswer[] {
  return answers.map((answer, index) => (index === level ? { ...answer, additionalText } : answer));
}

/** Of one level. */
export type CauseIssues = {
  readonly cause?: "cause-missing";
  readonly additionalText?: "cause-text-missing";
};

/** By level, in the order of `causeLevels`. */
export function validateCauses(levels: readonly CauseLevel[]): readonly CauseIssues[] {
  return levels.map(({ chosen, additionalText }) => {
    if (!chosen) return { cause: "cause-missing" };
    const isTextMissing = chosen.requiresAdditionalText && additionalText.trim() === "";
    return isTextMissing ? { additionalText: "cause-text-missing" } : {};
  });
}

/** What is reported, from the top down; text only where the cause demands it. */
export function causeChain(levels: readonly CauseLevel[]) {
  return levels.flatMap(({ chosen, additionalText }) => {
    if (!chosen) return [];
    const { rootCauseId, description, requiresAdditionalText } = chosen;
    const text = requiresAdditionalText ? cutText(additionalText.trim(), maxCauseText) : null;
    return [{ rootCauseId, description, additionalText: text }];
  });
}

/** The chain of ids in words; null for an id that the list no longer has at that place. */
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
