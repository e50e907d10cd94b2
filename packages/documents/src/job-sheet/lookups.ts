import type { DataRow } from "@fieldfare/contract";
import type { Lists } from "./closed-job.ts";

type FieldName =
  | "Type"
  | "Location"
  | "FuelType"
  | "FlueType"
  | "FlueDirection"
  | "Condition"
  | "Ownership"
  | "ContactType"
  | "HoldReason"
  | "NoAccessReason";

/** The texts of the lookups. A number that is in no list is shown as it is; null gives an empty text. */
export interface Lookups {
  text(field: FieldName, value: number | null): string;
  rootCause(rootCauseId: number): string;
  unit(partUnitTypeId: number | null): string;
  form(customFormId: string): string;
}

/** Returns functions that turn ids into names. Root causes are found at any depth of their tree. */
export function createLookups({ domainData, rootCauses, unitTypes, formNames }: Lists): Lookups {
  const choices = new Map(domainData.map((row) => [`${row.fieldName} ${row.value}`, row.text]));
  const causes = new Map(
    flattenCauses(rootCauses).map((cause) => [cause.rootCauseId, cause.description]),
  );
  const units = new Map(unitTypes.map(({ partUnitTypeId, name }) => [partUnitTypeId, name]));
  return {
    text: (field, value) =>
      value === null ? "" : (choices.get(`${field} ${value}`) ?? `${value}`),
    rootCause: (rootCauseId) => causes.get(rootCauseId) ?? `${rootCauseId}`,
    unit: (id) => (id === null ? "" : (units.get(id) ?? "")),
    form: (customFormId) => formNames.get(customFormId) ?? "Form",
  };
}

function flattenCauses(causes: readonly DataRow<"RootCauses">[]): DataRow<"RootCauses">[] {
  return causes.flatMap((cause) => [cause, ...flattenCauses(cause.child)]);
}
