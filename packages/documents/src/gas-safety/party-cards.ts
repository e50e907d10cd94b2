import { isolateText } from "@fieldfare/domain";
import type { Card } from "../document-content.ts";
import { addressIn } from "./answer-text.ts";
import { type Answers, textIn } from "./answers.ts";
import { card, signature } from "./completed-form.ts";

// The gas safety record and the warning notice name the same parties by the same questions.

/** Builds the card of the business and its engineer. */
export function businessCard(heading: string, answers: Answers): Card {
  return card(heading, [
    ["Business", textIn(answers, "businessName")],
    ["Address", addressIn(answers, "businessAddress")],
    ["Telephone", textIn(answers, "businessPhone")],
    ["Gas Safe registration", textIn(answers, "gasSafeRegistration")],
    ["Engineer", textIn(answers, "engineerName")],
    ["Gas Safe ID card", textIn(answers, "engineerIdCard")],
  ]);
}

/** Builds the card of the landlord or agent of a gas safety record. */
export function landlordCard(answers: Answers): Card {
  return card("Landlord or agent", [
    ["Name", textIn(answers, "landlordName")],
    ["Address", addressIn(answers, "landlordAddress")],
    ["Telephone", textIn(answers, "landlordPhone")],
  ]);
}

/** Returns the engineer's signature for a card; empty if the form has none. */
export function engineerSignature(answers: Answers): Partial<Card> {
  return signature("Signature of the engineer", answers, "engineerSignature");
}

/** Returns the signature of a person whose name may be missing. */
export function personSignature(name: string, answers: Answers, question: string): Partial<Card> {
  return signature(
    name === "" ? "Signature" : `Signature of ${isolateText(name)}`,
    answers,
    question,
  );
}
