import type { Entry } from "./queries.ts";

/** A vehicle's first and last reading of the month, in miles. */
interface VehicleReadings {
  readonly registration: string;
  readonly first: number;
  readonly last: number;
}

interface EngineerEntries {
  readonly fieldOperativeId: string;
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly vehicles: readonly VehicleReadings[];
}

/** Whether somebody should look at an entry: it was corrected or removed, or breaks a rule. */
export function needsLook({ flags, corrections, removedOn }: Entry): boolean {
  return flags.length > 0 || corrections.length > 0 || removedOn !== null;
}

/** Puts entries together by engineer, with the readings of each vehicle. Removed entries count for no reading. */
export function groupByEngineer(entries: readonly Entry[]): EngineerEntries[] {
  const groups = groupBy(entries, ({ fieldOperativeId }) => fieldOperativeId);
  return [...groups].map(([fieldOperativeId, own]) => ({
    fieldOperativeId,
    name: own[0]?.operativeName ?? "",
    entries: own,
    vehicles: readVehicles(own.filter(({ removedOn }) => removedOn === null)),
  }));
}

function readVehicles(entries: readonly Entry[]): VehicleReadings[] {
  const readings = entries.flatMap(
    ({ registration, currentMileage, previousRegistration, previousMileage }) => [
      ...(previousRegistration !== null && previousMileage !== null
        ? [{ registration: previousRegistration, miles: previousMileage }]
        : []),
      { registration, miles: currentMileage },
    ],
  );
  const vehicles = groupBy(readings, ({ registration }) => registration);
  return [...vehicles].map(([registration, own]) => ({
    registration,
    first: own[0]?.miles ?? 0,
    last: own.at(-1)?.miles ?? 0,
  }));
}

function groupBy<Item>(items: readonly Item[], readKey: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(readKey(item));
    if (group) group.push(item);
    else groups.set(readKey(item), [item]);
  }
  return groups;
}
