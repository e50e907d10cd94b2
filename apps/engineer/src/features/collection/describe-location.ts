import type { PartToCollect } from "@fieldfare/device";

type Location = Pick<
  NonNullable<PartToCollect["location"]>,
  "locationName" | "deliveryType" | "store" | "addressLine1"
>;

/** Returns the lines below the name of the site. The kind of the location is left out where its name has it: "Locker 12". */
export function describeLocation(location: Location): readonly string[] {
  const { locationName, deliveryType, store, addressLine1 } = location;
  const kind = hasWords(locationName, deliveryType) ? null : deliveryType;
  const place = [locationName, kind, store].filter(Boolean).join(", ");
  return [place, addressLine1].filter(Boolean);
}

function hasWords(text: string, words: string): boolean {
  const spaced = (each: string) => ` ${each.trim().toLowerCase()} `;
  return spaced(text).includes(spaced(words));
}
