import type { Issues } from "../issues.ts";
import type { GasOff } from "./notice-issues.ts";

/** The questions about the property's heating that every closing answers. */
export const heatingQuestions = [
  "isHeatingOperational",
  "hasHotWater",
  "wereTempHeatersLeft",
  "isThePropertyCapped",
] as const;
export type HeatingQuestion = (typeof heatingQuestions)[number];

/** Null until Yes or No is chosen. */
export type HeatingAnswers = Readonly<Record<HeatingQuestion, boolean | null>>;

export const blankHeating: HeatingAnswers = {
  isHeatingOperational: null,
  hasHotWater: null,
  wereTempHeatersLeft: null,
  isThePropertyCapped: null,
};

/** Answers that the property is capped if the warning notice says so and the engineer has not answered yet. */
export function withSupplyCapped(answers: HeatingAnswers, isCapped: boolean): HeatingAnswers {
  return isCapped && answers.isThePropertyCapped === null
    ? { ...answers, isThePropertyCapped: true }
    : answers;
}

/** An answer that contradicts the warning notice, or that is possible only with heating that needs no gas. */
export type HeatingContradiction =
  /** The warning notice says that the supply was capped. */
  | "capped-on-notice"
  /** The gas supply or the boiler is off, and the heating works. */
  | "heating-though-off"
  /** The gas supply or the boiler is off, and there is hot water. */
  | "hot-water-though-off";

/**
 * Returns how the answers contradict each other or the warning notice. None of it stops the close: the heating may be electric.
 */
export function findHeatingContradictions(
  { isThePropertyCapped, isHeatingOperational, hasHotWater }: HeatingAnswers,
  { isSupplyCapped, isBoilerOff }: GasOff,
): HeatingContradiction[] {
  const isOff = isThePropertyCapped === true || isSupplyCapped || isBoilerOff;
  const found: HeatingContradiction[] = [];
  if (isSupplyCapped && isThePropertyCapped === false) found.push("capped-on-notice");
  if (isOff && isHeatingOperational === true) found.push("heating-though-off");
  if (isOff && hasHotWater === true) found.push("hot-water-though-off");
  return found;
}

export type HeatingIssues = Readonly<Record<HeatingQuestion, "yes-or-no-missing">>;

/** Returns the issues of the questions about heating, all four of which are required. */
export function validateHeating(answers: HeatingAnswers): Issues<HeatingIssues> {
  const missing = heatingQuestions.filter((question) => answers[question] === null);
  return Object.fromEntries(missing.map((question) => [question, "yes-or-no-missing"]));
}

/** Returns the status of valid answers. */
export function heatingStatus(answers: HeatingAnswers): Record<HeatingQuestion, boolean> {
  return {
    isHeatingOperational: answers.isHeatingOperational === true,
    hasHotWater: answers.hasHotWater === true,
    wereTempHeatersLeft: answers.wereTempHeatersLeft === true,
    isThePropertyCapped: answers.isThePropertyCapped === true,
  };
}
