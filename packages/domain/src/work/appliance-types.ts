/** Values of the list `Type` that rules refer to. Any other type is an ordinary appliance. */
export const applianceType = {
  combiBoiler: 1,
  coAlarm: 2,
  systemBoiler: 3,
  regularBoiler: 4,
  backBoiler: 5,
  heatAlarm: 14,
  smokeAlarm: 16,
} as const;

/** The value of the list `Ownership` for an appliance of the landlord. */
export const ownedByLandlord = 1;

/** Values of the list `FuelType` for natural gas and LPG. Migration 0037_compliance.sql has the same ones. */
const gasFuels: ReadonlySet<number> = new Set([1, 2]);

/** Whether an appliance burns gas, so that its home needs a gas safety record. */
export function burnsGas({ fuelType }: { readonly fuelType: number | null }): boolean {
  return fuelType !== null && gasFuels.has(fuelType);
}

/** For these types only type, manufacturer and model are recorded. */
const simpleTypes: ReadonlySet<number> = new Set([
  applianceType.smokeAlarm,
  applianceType.coAlarm,
  applianceType.heatAlarm,
]);

/** These types have a Gas Council number. */
const boilerLikeTypes: ReadonlySet<number> = new Set([
  applianceType.combiBoiler,
  applianceType.systemBoiler,
  applianceType.regularBoiler,
  applianceType.backBoiler,
]);

/** Whether the type has no details besides manufacturer and model. */
export function isSimpleType(type: number): boolean {
  return simpleTypes.has(type);
}

/** Whether the type has a Gas Council number. */
export function isBoilerLike(type: number): boolean {
  return boilerLikeTypes.has(type);
}

/** The fields after type, manufacturer and model, in the order of the screen. */
export const applianceDetails = [
  "gasCouncilNumber",
  "location",
  "fuelType",
  "flueType",
  "flueDirection",
  "ownership",
  "condition",
  "serialNumber",
  "estimatedAge",
  "dateInstalled",
] as const;
export type ApplianceDetail = (typeof applianceDetails)[number];

/** Returns the details that a type has; none before a type is chosen. */
export function detailsForType(type: number | null): readonly ApplianceDetail[] {
  if (type === null || isSimpleType(type)) return [];
  return isBoilerLike(type)
    ? applianceDetails
    : applianceDetails.filter((detail) => detail !== "gasCouncilNumber");
}
