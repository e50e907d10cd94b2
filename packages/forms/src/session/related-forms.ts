import { withDangers, isRecord } from "@fieldfare/domain";
import type { Question, SurveyModel } from "survey-core";
import type { FormContext } from "../sources/context.ts";
import { listElements, type Json, list } from "../definition/definition.ts";
import { findQuestion } from "../library/survey-adapter.ts";
import { findQuestionAt, parsePath } from "./form-path.ts";
import { questions } from "../sources/initial-answers.ts";
import { valueFrom } from "../sources/values.ts";

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
      const rows = list(question.value).filter(isRecord);
      const all = withDangers(rows, context.dangers);
      if (JSON.stringify(all) !== JSON.stringify(rows)) question.value = all;
    }
  }
}

/**
 * A copied role or signature belongs to the name that it was given under: another name removes it, and the same name
 * puts it back. A role stays while there is no name. A signature is only a copy as long as nobody has signed on this form.
 */
export function clearOtherCustomer(
  model: SurveyModel,
  content: Json,
  context: () => FormContext | null,
  mayTakeOver: () => boolean,
) {
  const copied = [...questions(listElements(content))].flatMap(({ name, signedBy, valueFrom }) =>
    valueFrom === "customer.role" || valueFrom === "customer.signature"
      ? [{ name, signedBy, source: valueFrom }]
      : [],
  );
  const removed = new Set<Question>();
  model.onValueChanged.add((_model, { name, value }) => {
    for (const element of copied) {
      const known = context();
      const question = findQuestion(model, element.name);
      if (element.signedBy !== name || !known || !question) continue;
      if (element.source === "customer.signature" && !mayTakeOver()) continue;
      const copy = valueFrom(element.source, known);
      if (copy === undefined) continue;
      // Without a name there is nobody else whose role it could be.
      if (element.source === "customer.role" && !value) continue;
      const isCustomer = value === valueFrom("customer.name", known);
      // The engineer may choose the same role again under the other name: it then stays.
      if (question.value === copy && !isCustomer && !removed.has(question)) {
        removed.add(question);
        question.clearValue();
      } else if (isCustomer && removed.delete(question) && question.isEmpty())
        question.value = copy;
    }
  });
}
