import type { Question, SurveyModel } from "survey-core";
import { findQuestion } from "../library/survey-adapter.ts";
import type { FormContext } from "../sources/context.ts";
import { initialValue } from "../sources/initial-answers.ts";

/**
 * Returns a function that fills in the stored signatures of the questions that are shown, each once: the engineer sees
 * the signature, and one that the engineer removes does not come back. A form whose page for the signature was never
 * opened has none.
 */
export function createStoredSignatures(model: SurveyModel, readContext: () => FormContext | null) {
  const filledIn = new Set<Question>();
  return (shown: readonly Question[]): void => {
    const context = readContext();
    if (!context) return;
    for (const question of shown) {
      if (question.getType() !== "signaturepad" || filledIn.has(question)) continue;
      if (!question.isVisible || !question.isParentVisible) continue;
      filledIn.add(question);
      if (question.isEmpty()) fillIn(model, question, context);
    }
  };
}

function fillIn(model: SurveyModel, question: Question, context: FormContext) {
  const { customer } = context;
  const readProperty = (name: string): unknown => question.getPropertyValue(name);
  const valueFrom = readProperty("valueFrom");
  if (valueFrom === "customer.signature") {
    const name = findQuestion(model, readProperty("signedBy"));
    if (!customer || !name) return;
    if (name.isEmpty()) name.value = customer.name;
    if (name.value === customer.name) question.value = customer.signature;
    return;
  }
  const known = initialValue(
    {
      name: question.name,
      valueFrom,
      carry: readProperty("carry"),
      remember: readProperty("remember"),
    },
    context,
  );
  if (typeof known === "string" && known !== "") question.value = known;
}
