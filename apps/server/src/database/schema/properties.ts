import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { PropertyAppliance, PropertyTenant } from "@fieldfare/contract";
import { received } from "./columns.ts";
import { searchableSql } from "../searchable-sql.ts";

const propertySearchText = searchableSql(
  `"address_line_1" || ${["2", "3", "4"].map((line) => `coalesce(', ' || nullif("address_line_${line}", ''), '')`).join(" || ")} || ', ' || "postcode" || ' ' || replace("postcode", ' ', '')
    || coalesce(' ' || "uprn", '') || coalesce(' ' || "tenant_names", '')`,
);

export const property = pgTable(
  "property",
  {
    propertyId: uuid("property_id").primaryKey(),
    addressLine1: text("address_line_1").notNull(),
    addressLine2: text("address_line_2"),
    addressLine3: text("address_line_3"),
    addressLine4: text("address_line_4"),
    postcode: text("postcode").notNull(),
    /** The client of the property. Null: not known. */
    clientId: integer("client_id"),
    /** Ids of the client's contracts that cover it. Null: all of them. */
    clientContracts: jsonb("client_contracts").$type<number[]>(),
    coordinatesLatitude: doublePrecision("coordinates_latitude"),
    coordinatesLongitude: doublePrecision("coordinates_longitude"),
    uprn: text("uprn"),
    /** The contract's landlord, or null. */
    landlord: jsonb("landlord").$type<{ name: string; address: string }>(),
    createdOn: received("created_on"),
    /** The names of its tenants. A trigger keeps it, so that a home is found by them with the same index. */
    tenantNames: text("tenant_names"),
    /** The address, the postcode with and without its space, the UPRN and the tenants, as a search compares them. */
    searchText: text("search_text").generatedAlwaysAs(sql.raw(propertySearchText)),
  },
  (table) => [
    // In KB: a search reads the whole list of new texts that are not sorted in yet.
    index("property_search")
      .using("gin", table.searchText.op("public.gin_trgm_ops"))
      .with({ gin_pending_list_limit: 256 }),
    index("property_uprn")
      .on(table.uprn)
      .where(sql`${table.uprn} is not null`),
    index("property_client").on(
      table.clientId,
      table.postcode,
      sql`length(${table.addressLine1})`,
      table.addressLine1,
    ),
  ],
);

/** `notice_confirmation` records per job whether the engineer has read it. */
export const propertyNotification = pgTable(
  "property_notification",
  {
    propertyNotificationId: uuid("property_notification_id").primaryKey(),
    propertyId: uuid("property_id")
      .notNull()
      .references(() => property.propertyId),
    code: text("code").notNull(),
    description: text("description").notNull(),
    severity: smallint("severity").notNull(),
    alertEngineer: boolean("alert_engineer").notNull(),
    createdOn: received("created_on"),
    /** The one job that it is about. Null: every job at the home. */
    jobId: uuid("job_id"),
  },
  (table) => [
    index("property_notification_property").on(table.propertyId),
    index("property_notification_job")
      .on(table.jobId)
      .where(sql`${table.jobId} is not null`),
  ],
);

export const propertyAsset = pgTable(
  "property_asset",
  {
    propertyAssetId: uuid("property_asset_id").primaryKey(),
    propertyId: uuid("property_id").notNull(),
    row: jsonb("row").$type<PropertyAppliance>().notNull(),
  },
  (table) => [index("property_asset_property").on(table.propertyId)],
);

export const propertyTenant = pgTable(
  "property_tenant",
  {
    propertyTenantId: uuid("property_tenant_id").primaryKey(),
    propertyId: uuid("property_id").notNull(),
    row: jsonb("row").$type<PropertyTenant>().notNull(),
    /** What the housing system calls the tenant. Null: it has not said. */
    reference: text("reference"),
  },
  (table) => [
    index("property_tenant_property").on(table.propertyId),
    uniqueIndex("property_tenant_reference")
      .on(table.propertyId, table.reference)
      .where(sql`${table.reference} is not null`),
  ],
);
