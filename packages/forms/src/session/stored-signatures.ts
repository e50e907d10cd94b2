import type { Question, SurveyModel } from "survey-core";
import { type Answers, type Json, listElements } from "../definition/definition.ts";
import { findQuestion } from "../library/survey-adapter.ts";
import { isShown } from "../library/visible-questions.ts";
import type { FormContext } from "../sources/context.ts";
import { initialValue, questions } from "../sources/initial-answers.ts";

/**
 * Returns a function that fills in the stored signatures of the questions that are shown, each once: the engineer sees
 * the signature, and one that the engineer removes does not come back. A form whose page for the signature was never
 * opened has none.
 */
export function createStoredSignatures(
  model: SurveyModel,
  readContext: () => FormContext | null,
  mayTakeOver: () => boolean,
) {
  const filledIn = new Set<Question>();
  return (shown: readonly Question[]): void => {
    const context = readContext();
    if (!context) return;
    for (const question of shown) {
      if (question.getType() !== "signaturepad" || filledIn.has(question)) continue;
      if (!isShown(question)) continue;
      if (isForCustomer(describe(question)) && !mayTakeOver()) continue;
      filledIn.add(question);
      if (question.isEmpty()) fillInSignature(model, question, context);
    }
  };
}

function fillInSignature(model: SurveyModel, question: Question, context: FormContext) {
  const { customer } = context;
  const element = describe(question);
  if (isForCustomer(element)) {
    const name = findQuestion(model, element.signedBy);
    if (!customer || !name) return;
    if (name.isEmpty()) name.value = customer.name;
    if (name.value === customer.name) question.value = customer.signature;
    return;
  }
  const known = initialValue(element, context);
  if (typeof known === "string" && known !== "") question.value = known;
}

/** Returns the element of the definition, as far as it says where a signature comes from. */
function describe(question: Question): Json {
  const readProperty = (name: string): unknown => question.getPropertyValue(name);
  return {
    type: question.getType(),
    name: question.name,
    valueFrom: readProperty("valueFrom"),
    signedBy: readProperty("signedBy"),
    carry: readProperty("carry"),
    remember: readProperty("remember"),
  };
}

/** Whether an element of a definition asks for the customer's signature. */
export function isForCustomer({ type, valueFrom }: Json): boolean {
  return type === "signaturepad" && valueFrom === "customer.signature";
}

/**
 * Removes a signature that the form took over, was not completed with, and that no other form of the visit has any more, or has
 * under another name: what it was given for has changed. Returns the answers without it, or the same answers if there is none.
 */
export function withoutTakenOverSignature(
  content: Json,
  answers: Answers,
  { customer }: FormContext,
): Answers {
  const isNamed = (name: unknown) => typeof name === "string" && name.trim() === customer?.name;
  const removed = [...questions(listElements(content))]
    .filter(isForCustomer)
    .filter(({ name, signedBy }) => {
      const signature = answers[String(name)];
      const isSame = signature === customer?.signature && isNamed(answers[String(signedBy)]);
      return Boolean(signature) && !isSame;
    })
    .map(({ name }) => String(name));
  if (removed.length === 0) return answers;
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !removed.includes(name)));
}
