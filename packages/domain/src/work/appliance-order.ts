import { compareText } from "../compare-text.ts";
import { compareMoments } from "../calendar/moments.ts";
import type { Appliance } from "./appliances.ts";

type Listed = Pick<
  Appliance,
  | "type"
  | "location"
  | "manufacturerName"
  | "unknownManufacturerName"
  | "modelName"
  | "unknownModelName"
  | "serialNumber"
> & { readonly createdOn: string };

/**
 * Compares appliances by the moment at which they were made. Those of one moment, as of an import, are together by type and
 * location, and then in the order of their names and serial numbers.
 */
export function compareAppliances(a: Listed, b: Listed): number {
  return (
    compareMoments(a.createdOn, b.createdOn) ||
    a.type - b.type ||
    (a.location ?? 0) - (b.location ?? 0) ||
    compareText(describe(a), describe(b))
  );
}

function describe(appliance: Listed): string {
  const { manufacturerName, unknownManufacturerName, modelName, unknownModelName } = appliance;
  const manufacturer = manufacturerName ?? unknownManufacturerName;
  return [manufacturer, modelName ?? unknownModelName, appliance.serialNumber]
    .map((part) => part?.trim() ?? "")
    .join(" ");
}
