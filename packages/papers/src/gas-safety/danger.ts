import { classIn } from "./answer-words.ts";
import { applianceInWords } from "./appliance-name.ts";
import { type Answers, textIn } from "./answers.ts";

/** Immediately Dangerous or At Risk: not to be used. */
export function isDangerous(answers: Answers, name = "classification"): boolean {
  return ["ID", "AR"].includes(textIn(answers, name));
}

/**
 * What the answers of a form say must not be used, each in words: `the gas fire in the lounge is At Risk (AR)`.
 * Looks into every list, so that forms of the office are understood as well if they use the same names.
 */
export function dangersIn(answers: Answers): string[] {
  const found: string[] = [];
  collect(answers, found);
  return [...new Set(found)].sort(
    (one, other) => Number(other.includes("(ID)")) - Number(one.includes("(ID)")),
  );
}

function collect(answers: Answers, found: string[]) {
  if (isDangerous(answers))
    found.push(`${applianceInWords(answers)} is ${classIn(answers, "classification")}`);
  else if (textIn(answers, "safeToUse") === "no")
    found.push(`${applianceInWords(answers)} is not safe to use`);
  if (isDangerous(answers, "pipeworkClassification"))
    found.push(`the gas pipework is ${classIn(answers, "pipeworkClassification")}`);
  for (const value of Object.values(answers))
    if (Array.isArray(value)) for (const row of value) if (isAnswers(row)) collect(row, found);
}

function isAnswers(value: unknown): value is Answers {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Null where nothing is dangerous. */
export function dangerWarning(dangers: readonly string[]) {
  if (dangers.length === 0) return null;
  return { kind: "warning" as const, text: `Do not use: ${dangers.join("; ")}.` };
}
