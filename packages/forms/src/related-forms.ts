import { withDangers } from "@fieldfare/domain";
import type { Question, SurveyModel } from "survey-core";
import type { FormContext } from "./context.ts";
import { listElements, isJson, type Json, list } from "./definition.ts";
import { questions } from "./initial-answers.ts";

/**
 * What the other forms of the job have said since this one was begun: a danger that it does not tell of yet, and the
 * customer's signature where nobody has signed here. Nothing that was answered is changed.
 */
export function mergeRelatedForms(model: SurveyModel, content: Json, context: FormContext) {
  for (const element of questions(listElements(content))) {
    const question = model.getQuestionByName(String(element.name)) as Question | null;
    if (!question) continue;
    if (element.panelsFrom === "dangers" && context.dangers?.length) {
      const rows = list(question.value).filter(isJson);
      const all = withDangers(rows, context.dangers);
      if (JSON.stringify(all) !== JSON.stringify(rows)) question.value = all;
    }
    if (element.valueFrom === "customer.signature")
      copySignature(model, element, question, context);
  }
}

function copySignature(
  model: SurveyModel,
  element: Json,
  question: Question,
  context: FormContext,
) {
  const { customer } = context;
  const name = model.getQuestionByName(String(element.signedBy)) as Question | null;
  if (!customer || !name || !question.isEmpty()) return;
  if (name.isEmpty()) name.value = customer.name;
  if (name.value === customer.name) question.value = customer.signature;
}

/** Another name is another person: a signature that was taken over goes with the name that it was given under. */
export function clearOtherSignature(
  model: SurveyModel,
  content: Json,
  context: () => FormContext | null,
) {
  const signed = [...questions(listElements(content))].filter(
    ({ valueFrom }) => valueFrom === "customer.signature",
  );
  model.onValueChanged.add((_model, { name, value }) => {
    for (const element of signed) {
      const customer = context()?.customer;
      const question = model.getQuestionByName(String(element.name)) as Question | null;
      if (element.signedBy !== name || !customer || !question) continue;
      if (question.value === customer.signature && value !== customer.name) question.clearValue();
    }
  });
}
