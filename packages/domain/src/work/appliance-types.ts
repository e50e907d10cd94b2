/** Values of the list `Type` that rules know by heart; any other is an ordinary appliance. */
export const applianceType = {
  combiBoiler: 1,
  coAlarm: 2,
  systemBoiler: 3,
  regularBoiler: 4,
  backBoiler: 5,
  heatAlarm: 14,
  smokeAlarm: 16,
} as const;

/** The landlord's own, in the list `Ownership`. */
export const ownedByLandlord = 1;

/** Of these only type, manufacturer and model are recorded. */
const simpleTypes: ReadonlySet<number> = new Set([
  applianceType.smokeAlarm,
  applianceType.coAlarm,
  applianceType.heatAlarm,
]);

/** These have a Gas Council number. */
const boilerLikeTypes: ReadonlySet<number> = new Set([
  applianceType.combiBoiler,
  applianceType.systemBoiler,
  applianceType.regularBoiler,
  applianceType.backBoiler,
]);

export function isSimpleType(type: number): boolean {
  return simpleTypes.has(type);
}

export function isBoilerLike(type: number): boolean {
  return boilerLikeTypes.has(type);
}

/** The fields beyond type, manufacturer and model, in the order in which they are asked. */
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

/** Which of the details a type has; none before a type is chosen. */
export function detailsForType(type: number | null): readonly ApplianceDetail[] {
  if (type === null || isSimpleType(type)) return [];
  return isBoilerLike(type)
    ? applianceDetails
    : applianceDetails.filter((detail) => detail !== "gasCouncilNumber");
}
