import type { PropertyAppliance } from "@fieldfare/contract";
import type { FormContext } from "./context.ts";
import { type Json, list } from "../definition/definition.ts";
import { applianceLabel, appliancesFor } from "./appliances.ts";

/** A choice of a question: what is stored, and what is shown. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

const listPrefix = "list.";

/** The values of `choicesFrom`, besides `list.<name of a lookup list>`. */
const sources: Readonly<Record<string, (element: Json, context: FormContext) => Choice[]>> = {
  appliances: (element, context) => applianceChoices(appliancesFor(element, context), context),
  tenants: (_element, { tenants }) =>
    tenants
      .filter(({ flagDeleted }) => !flagDeleted)
      .map(({ fullName }) => ({ value: fullName, text: fullName })),
};

/** Adds the serial number to equal texts, and a number to those that are equal also then. */
function applianceChoices(appliances: readonly PropertyAppliance[], context: FormContext) {
  const labels = appliances.map((appliance) => applianceLabel(appliance, context));
  const withSerial = appliances.map(({ serialNumber }, index) => {
    const label = labels[index] ?? "";
    return serialNumber && isRepeated(labels, label) ? `${label}, serial ${serialNumber}` : label;
  });
  return appliances.map(({ propertyAssetId }, index): Choice => {
    const label = withSerial[index] ?? "";
    const before = withSerial.slice(0, index).filter((other) => other === label).length;
    const text = isRepeated(withSerial, label) ? `${label} (${before + 1})` : label;
    return { value: propertyAssetId, text };
  });
}

const isRepeated = (texts: readonly string[], text: string) =>
  texts.indexOf(text) !== texts.lastIndexOf(text);

/** Whether a definition may name it in `choicesFrom`. A lookup list that does not exist gives no choices. */
export function isChoiceSource(name: string): boolean {
  return Object.hasOwn(sources, name) || /^list\.[A-Za-z]+$/.test(name);
}

/**
 * Returns the choices of a source; none for a list that does not exist. The value of a lookup choice is its text, so
 * that an answer stays readable if the list changes.
 */
export function choicesFor(element: Json, context: FormContext): Choice[] {
  const name = String(element.choicesFrom);
  if (Object.hasOwn(sources, name)) return sources[name]?.(element, context) ?? [];
  if (!name.startsWith(listPrefix)) return [];
  const fieldName = name.slice(listPrefix.length);
  const types = list(element.applianceTypes);
  // If the question names types of appliances, only these are offered.
  const isRequestedType = (value: number) =>
    fieldName !== "Type" || types.length === 0 || types.includes(value);
  return context.lists
    .filter((row) => row.fieldName === fieldName && isRequestedType(row.value))
    .toSorted((one, other) => one.sortOrder - other.sortOrder)
    .map(({ text }) => ({ value: text, text }));
}
