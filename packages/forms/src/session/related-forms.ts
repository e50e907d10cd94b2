import { withDangers } from "@fieldfare/domain";
import type { Question, SurveyModel } from "survey-core";
import type { FormContext } from "../sources/context.ts";
import { listElements, isJson, type Json, list } from "../definition/definition.ts";
import { findQuestion } from "../library/survey-adapter.ts";
import { findQuestionAt, parsePath } from "./form-path.ts";
import { questions } from "../sources/initial-answers.ts";

/** Adds what the other forms of the job have got since this one was started. Existing answers do not change. */
export function mergeRelatedForms(model: SurveyModel, content: Json, context: FormContext) {
  for (const { path, value } of context.noticeAnswers ?? []) {
    const question = findQuestionAt(model, parsePath(path));
    if (question?.isEmpty()) question.value = value;
  }
  for (const element of questions(listElements(content))) {
    const question = findQuestion(model, element.name);
    if (!question) continue;
    if (element.panelsFrom === "dangers" && context.dangers?.length) {
      const rows = list(question.value).filter(isJson);
      const all = withDangers(rows, context.dangers);
      if (JSON.stringify(all) !== JSON.stringify(rows)) question.value = all;
    }
  }
}

/**
 * A copied signature belongs to the name that it was given under: another name removes it, and the same name puts it
 * back.
 */
export function clearOtherSignature(
  model: SurveyModel,
  content: Json,
  context: () => FormContext | null,
) {
  const signed = [...questions(listElements(content))].filter(
    ({ valueFrom }) => valueFrom === "customer.signature",
  );
  const cleared = new Set<Question>();
  model.onValueChanged.add((_model, { name, value }) => {
    for (const element of signed) {
      const customer = context()?.customer;
      const question = findQuestion(model, element.name);
      if (element.signedBy !== name || !customer || !question) continue;
      const isCustomer = value === customer.name;
      if (question.value === customer.signature && !isCustomer) {
        cleared.add(question);
        question.clearValue();
      } else if (isCustomer && cleared.delete(question) && question.isEmpty())
        question.value = customer.signature;
    }
  });
}
