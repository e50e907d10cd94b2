import { type PropertyImportColumn, propertyImportColumns } from "@fieldfare/contract/office";

/** Names that files have for a column besides its own. Spaces, marks and capitals do not count. */
const otherNames: Readonly<Record<string, PropertyImportColumn>> = {
  address1: "addressLine1",
  address2: "addressLine2",
  address3: "addressLine3",
  address4: "addressLine4",
  address: "addressLine1",
  lat: "latitude",
  lng: "longitude",
  long: "longitude",
  tenantref: "tenantReference",
  tenant: "tenantName",
  tenantfullname: "tenantName",
  tenantemailaddress: "tenantEmail",
  tenantmobilephone: "tenantMobile",
  tenantphone: "tenantHomePhone",
};

const names = new Map<string, PropertyImportColumn>([
  ...propertyImportColumns.map((name) => [simplify(name), name] as const),
  ...Object.entries(otherNames),
]);

/** Finds the column that a heading means. Null: none. */
export function findColumn(heading: string): PropertyImportColumn | null {
  return names.get(simplify(heading)) ?? null;
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
