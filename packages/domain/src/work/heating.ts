import type { Issues } from "../issues.ts";

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

/** Whether the answer contradicts the warning notice. */
export function contradictsNotice(
  { isThePropertyCapped }: HeatingAnswers,
  isCapped: boolean,
): boolean {
  return isCapped && isThePropertyCapped === false;
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
