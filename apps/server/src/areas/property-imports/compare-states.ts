import type { PropertyImportColumn } from "@fieldfare/contract/office";
import type { HomeRow, HomeState, TenantState } from "./home-state.ts";

/** A value that differs, by the column of a file. */
export interface ValueChange {
  readonly column: PropertyImportColumn;
  /** The name of the tenant whose value it is; null: it is one of the home. */
  readonly tenant: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

type Values = readonly (readonly [PropertyImportColumn, string | null])[];

/** Returns the values in which a home and its tenants differ. A new tenant had none before. */
export function compareStates(before: HomeState, after: HomeState): ValueChange[] {
  const home = compare(null, describeHome(before.row), describeHome(after.row));
  const tenants = after.tenants.flatMap((tenant) => {
    const known = before.tenants.find((one) => one.propertyTenantId === tenant.propertyTenantId);
    const name = (known ?? tenant).row.fullName;
    return compare(name, known ? describeTenant(known) : [], describeTenant(tenant));
  });
  return [...home, ...tenants];
}

function compare(tenant: string | null, before: Values, after: Values): ValueChange[] {
  const known = new Map(before);
  return after.flatMap(([column, value]) => {
    const earlier = known.get(column) ?? null;
    return earlier === value ? [] : [{ column, tenant, before: earlier, after: value }];
  });
}

function describeHome(row: HomeRow): Values {
  const { addressLine1, addressLine2, addressLine3, addressLine4, postcode } = row;
  return [
    ["addressLine1", addressLine1],
    ["addressLine2", addressLine2],
    ["addressLine3", addressLine3],
    ["addressLine4", addressLine4],
    ["postcode", postcode],
    ["latitude", toText(row.coordinatesLatitude)],
    ["longitude", toText(row.coordinatesLongitude)],
    ["clientId", toText(row.clientId)],
    ["landlordName", row.landlord?.name ?? null],
    ["landlordAddress", row.landlord?.address ?? null],
  ];
}

function describeTenant({ reference, row }: TenantState): Values {
  const phone = (type: string) =>
    row.phones.find(({ phoneType }) => phoneType === type)?.number ?? null;
  return [
    ["tenantReference", reference],
    ["tenantName", row.fullName],
    ["tenantIsPrimary", row.isPrimaryTenant ? "yes" : null],
    ["tenantEmail", row.emailAddress],
    ["tenantMobile", phone("Mobile")],
    ["tenantHomePhone", phone("Home")],
    ["tenantOtherPhone", phone("Alt")],
    ["tenantHasLeft", row.flagDeleted ? "yes" : null],
  ];
}

const toText = (value: number | null) => (value === null ? null : String(value));
