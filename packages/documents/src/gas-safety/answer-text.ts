import { postcodesInText } from "@fieldfare/domain";
import { formatDay } from "../formatting.ts";
import { type Answers, textIn } from "./answers.ts";

const answerLabels = { yes: "Yes", no: "No", pass: "Pass", fail: "Fail", na: "N/A" } as const;

/** Returns the label of yes, no, pass, fail or not applicable; any other answer is unchanged. */
export function answerIn(answers: Answers, name: string): string {
  return labelFor(answerLabels, textIn(answers, name));
}

/** Returns a calendar day as 31/01/2026; empty if there is no answer. */
export function dayIn(answers: Answers, name: string): string {
  return formatDay(textIn(answers, name));
}

/** Returns an address on one line. */
export function addressIn(answers: Answers, name: string): string {
  return (
    textIn(answers, name)
      .split(/\r?\n|, /)
      .map((part) => part.trim())
      .filter(Boolean)
      .join(", ")
      // The halves of a postcode stay on one line.
      .replaceAll(postcodesInText, (postcode) => postcode.replace(" ", "\u00A0"))
  );
}

const classes: Readonly<Record<string, string>> = {
  ID: "Immediately Dangerous",
  AR: "At Risk",
  NCS: "Not to Current Standards",
};

/** Returns the class of an unsafe situation with its full name, because a reader may not know the letters. */
export function classIn(answers: Answers, name: string): string {
  const value = textIn(answers, name);
  return Object.hasOwn(classes, value) ? `${classes[value]} (${value})` : value;
}

function labelFor(labels: Readonly<Record<string, string>>, value: string): string {
  return (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? value;
}
