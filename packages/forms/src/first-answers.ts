import type { FormContext } from "./context.ts";
import { type Answers, elementsOf, isJson, type Json, list } from "./definition.ts";
import { applianceFacts, appliancesFor, isApplianceFact } from "./sources/appliances.ts";
import { plain, previous, valueFrom } from "./sources/values.ts";
import type { PropertyAppliance } from "@fieldfare/contract";

const appliancePrefix = "appliance.";

/** What a form says before anybody answered: known facts, carried and remembered values, a panel per appliance. */
export function firstAnswers(content: Json, context: FormContext): Answers {
  const answers: Answers = {};
  for (const element of questions(elementsOf(content))) {
    const name = String(element.name);
    const value = element.panelsFrom ? panelRows(element, context) : firstValue(element, context);
    if (value !== undefined && value !== "") answers[name] = value;
  }
  return answers;
}

function firstValue(element: Json, context: FormContext): unknown {
  const known =
    typeof element.valueFrom === "string" ? valueFrom(element.valueFrom, context) : undefined;
  if (known !== undefined && known !== "") return known;
  const name = String(element.name);
  const carried = element.carry === true ? previous(context, name) : undefined;
  if (carried !== undefined) return carried;
  if (element.remember !== true || !Object.hasOwn(context.remembered, name)) return undefined;
  return plain(context.remembered[name]);
}

function panelRows(element: Json, context: FormContext): Answers[] | undefined {
  const rows = appliancesFor(element, context).map((appliance) =>
    rowOf(element, appliance, context),
  );
  return rows.length === 0 ? undefined : rows;
}

function rowOf(element: Json, appliance: PropertyAppliance, context: FormContext): Answers {
  const template = [...questions(list(element.templateElements))];
  const facts = applianceRow(template, appliance, context);
  const before = rowBefore(String(element.name), template, appliance, context);
  const others = firstAnswers({ elements: template }, { ...context, previousAnswers: before });
  return { ...others, ...facts };
}

/** The answers of a panel's template that are facts of an appliance. */
export function applianceRow(
  template: Iterable<Json>,
  appliance: PropertyAppliance,
  context: FormContext,
): Answers {
  const row: Answers = {};
  for (const { name, valueFrom: from } of template) {
    const fact = factName(from);
    const value = fact && applianceFacts[fact](appliance, context);
    if (value) row[String(name)] = value;
  }
  return row;
}

export function factName(from: unknown): keyof typeof applianceFacts | null {
  if (typeof from !== "string" || !from.startsWith(appliancePrefix)) return null;
  const fact = from.slice(appliancePrefix.length);
  return isApplianceFact(fact) ? fact : null;
}

/** What was said of the same appliance last time. */
function rowBefore(
  panel: string,
  template: readonly Json[],
  { propertyAssetId }: PropertyAppliance,
  { previousAnswers }: FormContext,
): Answers | null {
  const key = template.find(({ valueFrom: from }) => factName(from) === "id")?.name;
  if (typeof key !== "string" || !previousAnswers || !Object.hasOwn(previousAnswers, panel))
    return null;
  const row = list(previousAnswers[panel]).find(
    (one) => isJson(one) && Object.hasOwn(one, key) && one[key] === propertyAssetId,
  );
  return isJson(row) ? { ...row } : null;
}

/** Questions of a form or of a panel's template; those of a dynamic panel are that panel's own. */
export function* questions(elements: readonly unknown[]): Generator<Json> {
  for (const element of elements) {
    if (!isJson(element)) continue;
    if (element.type === "panel") yield* questions(list(element.elements));
    else yield element;
  }
}
