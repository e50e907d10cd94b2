import type { JobRow } from "../database/rows.ts";

/** Returns the address on one line; empty lines of it are left out. */
export function formatAddress(property: JobRow["property"]): string {
  return [
    property.addressLine1,
    property.addressLine2,
    property.addressLine3,
    property.addressLine4,
    property.postcode,
  ]
    .filter((line) => line !== null && line.trim() !== "")
    .join(", ");
}
