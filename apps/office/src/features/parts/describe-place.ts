import type { PartOrderRow } from "@fieldfare/contract/office";

type DescribedPlace = Pick<
  NonNullable<PartOrderRow["location"]>,
  "siteName" | "locationName" | "addressLine1"
>;

/** A place in one line; empty for none. */
export function describePlace(location: DescribedPlace | null): string {
  if (!location) return "";
  const { siteName, locationName, addressLine1 } = location;
  return [siteName, locationName, addressLine1].filter(Boolean).join(", ");
}
