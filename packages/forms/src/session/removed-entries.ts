import type { PanelModel, Question, SurveyModel } from "survey-core";
import { entryTitle, isDynamicPanel } from "../library/visible-questions.ts";
import type { FormContext } from "../sources/context.ts";
import { factName } from "../sources/initial-answers.ts";
import { type FormPath, locateEntry } from "./form-path.ts";

/** Whether an entry of a list is about an appliance that the engineer deleted from the property. */
export function isAboutRemoved(entry: PanelModel, context: FormContext | null): boolean {
  const { removedAppliances = [] } = context ?? {};
  if (removedAppliances.length === 0) return false;
  const id: unknown = entry.questions.find(isApplianceId)?.value;
  return typeof id === "string" && removedAppliances.includes(id);
}

/** Returns the entries about appliances that the engineer deleted, in the order of the form. */
export function listRemovedEntries(
  model: SurveyModel,
  context: FormContext | null,
): readonly { readonly path: FormPath; readonly title: string }[] {
  if (!context?.removedAppliances?.length) return [];
  return model.visiblePages.flatMap(({ questions }) => listIn(questions, context));
}

function listIn(
  questions: readonly Question[],
  context: FormContext,
): { readonly path: FormPath; readonly title: string }[] {
  return questions
    .filter(isDynamicPanel)
    .flatMap((list) =>
      list.panels.flatMap((entry) => [
        ...(isAboutRemoved(entry, context)
          ? [{ path: locateEntry(list, entry), title: entryTitle(list, entry) }]
          : []),
        ...listIn(entry.questions, context),
      ]),
    );
}

/** Whether a question holds the id of an appliance of the property's list. */
export function isApplianceId(question: Question): boolean {
  return factName(question.getPropertyValue("valueFrom")) === "id";
}
