import { isRecord } from "@fieldfare/domain";
import type { FormContext } from "./context.ts";
import { type Answers, listElements, type Json, list } from "../definition/definition.ts";
import { applianceFacts, appliancesFor, isApplianceFact } from "./appliances.ts";
import { plainValue, previousValue, valueFrom } from "./values.ts";
import type { PropertyAppliance } from "@fieldfare/contract";

const appliancePrefix = "appliance.";

/**
 * Returns the answers of a new form: known data, carried and remembered values, and a panel per appliance. A signature is
 * filled in later, when the engineer sees it.
 */
export function initialAnswers(content: Json, context: FormContext): Answers {
  const answers: Answers = {};
  for (const element of questions(listElements(content))) {
    if (element.type === "signaturepad") continue;
    const name = String(element.name);
    const value = element.panelsFrom ? panelRows(element, context) : initialValue(element, context);
    if (value !== undefined && value !== "") answers[name] = value;
  }
  return answers;
}

/** Adds rows for appliances that `isNew` and that the list is about, after the existing rows and up to the maximum. */
export function rowsWithNew(
  element: Json,
  rows: readonly unknown[],
  context: FormContext,
  isNew: (appliance: PropertyAppliance) => boolean,
): readonly unknown[] {
  const added = missingAppliances(element, rows, context)
    .filter(isNew)
    .map((appliance) => buildRow(element, appliance, context));
  const { maxPanelCount } = element;
  return [...rows, ...added].slice(0, Math.max(rows.length, maxRows(maxPanelCount)));
}

/** Returns the property's appliances that belong into a list and have no entry in it. */
export function missingAppliances(
  element: Json,
  rows: readonly unknown[],
  context: FormContext,
): readonly PropertyAppliance[] {
  const key = idQuestion(questions(list(element.templateElements)));
  if (element.panelsFrom !== "appliances" || key === null) return [];
  const known = new Set(rows.map((row) => (isRecord(row) ? row[key] : undefined)));
  return appliancesFor(element, context).filter(
    ({ propertyAssetId }) => !known.has(propertyAssetId),
  );
}

function maxRows(maxPanelCount: unknown): number {
  return typeof maxPanelCount === "number" ? Math.max(0, maxPanelCount) : libraryMaxRows;
}

/** Whether the list can have entries: false if its maximum is 0. */
export function mayHaveEntries({ maxPanelCount }: Json): boolean {
  return maxRows(maxPanelCount) > 0;
}

/** The library's maximum if the definition has none. */
const libraryMaxRows = 100;

/** Returns the question of a panel's template that holds the id of the appliance. */
function idQuestion(template: Iterable<Json>): string | null {
  const found = [...template].find(({ valueFrom: from }) => factName(from) === "id");
  return typeof found?.name === "string" ? found.name : null;
}

/** Returns the value that a question begins with; undefined if none is known. */
export function initialValue(element: Json, context: FormContext): unknown {
  const name = String(element.name);
  // Today's answer on another form of the job is newer than any other value.
  const isCarried = element.carry === true || element.remember === true;
  const { otherFormAnswers = {} } = context;
  const answeredToday =
    isCarried && Object.hasOwn(otherFormAnswers, name)
      ? plainValue(otherFormAnswers[name])
      : undefined;
  if (answeredToday !== undefined && answeredToday !== "") return answeredToday;
  const known =
    typeof element.valueFrom === "string" ? valueFrom(element.valueFrom, context) : undefined;
  if (known !== undefined && known !== "") return known;
  const carried = element.carry === true ? previousValue(context, name) : undefined;
  if (carried !== undefined) return carried;
  if (element.remember !== true || !Object.hasOwn(context.remembered, name)) return undefined;
  return plainValue(context.remembered[name]);
}

/**
 * Whether a definition may name it in `panelsFrom`: a panel for each appliance of the property, or for each danger of
 * the record.
 */
export function isPanelSource(name: unknown): boolean {
  return name === "appliances" || name === "dangers";
}

function panelRows(element: Json, context: FormContext): Answers[] | undefined {
  if (!mayHaveEntries(element)) return undefined;
  if (element.panelsFrom === "dangers") {
    const dangers = (context.dangers ?? []).map(({ row }) => ({ ...row }));
    return dangers.length === 0 ? undefined : dangers;
  }
  const rows = appliancesFor(element, context).map((appliance) =>
    buildRow(element, appliance, context),
  );
  return rows.length === 0 ? undefined : rows;
}

/** Returns the answers with which the entry of an appliance begins. */
export function buildRow(
  element: Json,
  appliance: PropertyAppliance,
  context: FormContext,
): Answers {
  const template = [...questions(list(element.templateElements))];
  const facts = applianceRow(template, appliance, context);
  const before = findPreviousRow(String(element.name), template, appliance, context);
  const others = initialAnswers(
    { elements: template },
    { ...context, previousAnswers: before, otherFormAnswers: {} },
  );
  return { ...others, ...facts };
}

/** Returns the answers of a panel's template that come from an appliance. */
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

/** Returns the name after `appliance.`; null if `valueFrom` names no known value of an appliance. */
export function factName(from: unknown): keyof typeof applianceFacts | null {
  if (typeof from !== "string" || !from.startsWith(appliancePrefix)) return null;
  const fact = from.slice(appliancePrefix.length);
  return isApplianceFact(fact) ? fact : null;
}

/** Returns the last answers about the same appliance. */
function findPreviousRow(
  panel: string,
  template: readonly Json[],
  { propertyAssetId }: PropertyAppliance,
  { previousAnswers }: FormContext,
): Answers | null {
  const key = idQuestion(template);
  if (key === null || !previousAnswers || !Object.hasOwn(previousAnswers, panel)) return null;
  const row = list(previousAnswers[panel]).find(
    (one) => isRecord(one) && Object.hasOwn(one, key) && one[key] === propertyAssetId,
  );
  return isRecord(row) ? { ...row } : null;
}

/** Yields the questions of a form or of a panel's template, without those inside a dynamic panel. */
export function* questions(elements: readonly unknown[]): Generator<Json> {
  for (const element of elements) {
    if (!isRecord(element)) continue;
    if (element.type === "panel") yield* questions(list(element.elements));
    else yield element;
  }
}
