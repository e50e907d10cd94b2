import type { PropertyAppliance } from "@fieldfare/contract";
import { ownedByLandlord, readManufacturerName, readModelName } from "@fieldfare/domain";
import { type FormContext, lookupText } from "./context.ts";
import { type Json, list } from "../definition/definition.ts";

/** Returns the property's appliances of the element's types and fuels, in the order of the list. */
export function appliancesFor(element: Json, { appliances }: FormContext): PropertyAppliance[] {
  const types = list(element.applianceTypes);
  const fuels = list(element.applianceFuels);
  return appliances.filter(
    ({ scrapped, type, fuelType }) =>
      !scrapped &&
      (types.length === 0 || types.includes(type)) &&
      (fuels.length === 0 || fuelType === null || fuels.includes(fuelType)),
  );
}

/**
 * Returns type, make, model and location, as far as they are known: `Combi boiler Kessel Winterfest 24, Airing
 * cupboard`.
 */
export function applianceLabel(appliance: PropertyAppliance, context: FormContext): string {
  const { type, make, model, location } = applianceFacts;
  const what = [type, make, model].map((fact) => fact(appliance, context)).filter(Boolean);
  return [what.join(" "), location(appliance, context)].filter(Boolean).join(", ");
}

type Fact = (appliance: PropertyAppliance, context: FormContext) => string;

/** The values of `valueFrom: "appliance.<name>"`. */
export const applianceFacts = {
  id: ({ propertyAssetId }) => propertyAssetId,
  type: ({ type }, context) => lookupText(context, "Type", type),
  location: ({ location }, context) => lookupText(context, "Location", location),
  make: readManufacturerName,
  model: readModelName,
  serialNumber: ({ serialNumber }) => serialNumber ?? "",
  gcNumber: ({ gasCouncilNumber }) => gasCouncilNumber ?? "",
  flueType: ({ flueType }, context) => lookupText(context, "FlueType", flueType),
  isLandlords: ({ ownership }) => {
    if (ownership === null) return "";
    return ownership === ownedByLandlord ? "yes" : "no";
  },
} as const satisfies Record<string, Fact>;

/** Whether the name is that of a known value of an appliance, such as `make`. */
export function isApplianceFact(name: string): name is keyof typeof applianceFacts {
  return Object.hasOwn(applianceFacts, name);
}
