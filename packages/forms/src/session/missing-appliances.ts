import { ownedByLandlord } from "@fieldfare/domain";
import { CustomError, type SurveyModel } from "survey-core";
import { type Json, list, listElements } from "../definition/definition.ts";
import { applianceLabel } from "../sources/appliances.ts";
import type { FormContext } from "../sources/context.ts";
import { missingAppliances, questions } from "../sources/initial-answers.ts";

/**
 * Warns where a list that asks whose an appliance is leaves out one of the landlord's on the property's list: an entry that was
 * removed leaves nothing on the record that says so.
 */
export function warnOfMissingAppliances(
  model: SurveyModel,
  content: Json,
  context: () => FormContext | null,
): void {
  const lists = new Map(
    [...questions(listElements(content))].filter(asksWhose).map((each) => [each.name, each]),
  );
  model.onValidateQuestion.add((_model, { question, name, errors }) => {
    const element = lists.get(name);
    const known = context();
    if (!element || !known) return;
    const missing = missingAppliances(element, list(question.value), known).filter(
      ({ ownership }) => ownership === ownedByLandlord,
    );
    if (missing.length === 0) return;
    const labels = missing.map((appliance) => applianceLabel(appliance, known)).join("; ");
    const error = new CustomError(
      `The yearly check needs every appliance of the landlord's. Missing here: ${labels}. Add it, also if it was not inspected.`,
      question,
    );
    error.notificationType = "warning";
    errors.push(error);
  });
}

function asksWhose({ templateElements }: Json): boolean {
  return [...questions(list(templateElements))].some(
    ({ valueFrom }) => valueFrom === "appliance.isLandlords",
  );
}
