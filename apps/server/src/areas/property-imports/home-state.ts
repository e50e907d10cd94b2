import type { PropertyTenant } from "@fieldfare/contract";
import type { property } from "../../database/schema.ts";
import type { auditedColumns } from "../jobs/store-property.ts";

export type HomeRow = Pick<typeof property.$inferSelect, keyof typeof auditedColumns>;

export interface TenantState {
  readonly propertyTenantId: string;
  reference: string | null;
  row: PropertyTenant;
  /** What the database has; null: it is new. */
  readonly before: { readonly reference: string | null; readonly row: PropertyTenant } | null;
}

export interface HomeState {
  readonly propertyId: string;
  row: HomeRow;
  /** What the database has; null: it is new. */
  readonly before: HomeRow | null;
  readonly tenants: TenantState[];
}
