import type { property } from "./schema.ts";

type Address = Pick<
  typeof property.$inferSelect,
  "addressLine1" | "addressLine2" | "addressLine3" | "addressLine4" | "postcode"
>;

/** Returns the address of a home in one line, without what is empty. */
export function formatAddress(home: Address): string {
  const { addressLine1, addressLine2, addressLine3, addressLine4, postcode } = home;
  return [addressLine1, addressLine2, addressLine3, addressLine4, postcode]
    .filter(Boolean)
    .join(", ");
}
