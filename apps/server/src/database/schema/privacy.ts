import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { PropertyTenant } from "@fieldfare/contract";
import { moment, received } from "./columns.ts";

export type ErasedPerson = Pick<PropertyTenant, "fullName" | "emailAddress" | "phones">;

/**
 * Objects that nothing refers to any more. Their bytes are deleted some time later, unless somebody stores the same
 * bytes again before.
 */
export const unusedObject = pgTable(
  "unused_object",
  { sha256: text("sha256").primaryKey(), markedOn: received("marked_on") },
  (table) => [index("unused_object_marked").on(table.markedOn)],
);

/** One run of retention. */
export const retentionRun = pgTable(
  "retention_run",
  {
    runId: bigint("run_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    startedOn: received("started_on"),
    /** Null: it is running, or it failed. */
    endedOn: moment("ended_on"),
    /** How much of each kind was deleted or reduced. */
    counts: jsonb("counts").$type<Readonly<Record<string, number>>>().notNull().default({}),
  },
  (table) => [index("retention_run_started").on(table.startedOn)],
);

/** The erasure of a tenant's data. */
export const erasure = pgTable(
  "erasure",
  {
    propertyTenantId: uuid("property_tenant_id").primaryKey(),
    propertyId: uuid("property_id").notNull(),
    erasedOn: received("erased_on"),
    /** Jobs with a gas safety record that names the tenant and that the law still asks for. */
    keptJobIds: uuid("kept_job_ids").array().notNull().default([]),
    /** By what the tenant is found in what phones send later. Null: its period has ended, and the row has ids only. */
    person: jsonb("person").$type<ErasedPerson>(),
    /** The images that the office named. */
    imageIds: uuid("image_ids").array().notNull().default([]),
    /** SHA-256 sums of the signatures that were removed. */
    signatures: text("signatures").array().notNull().default([]),
    /** The other contacts of the home at that time. A later one that is named like the erased tenant raises an alarm. */
    otherIds: uuid("other_ids").array().notNull().default([]),
    /** What the housing system calls the tenant, so that an import does not bring them back. Null: it has not said. */
    reference: text("reference"),
  },
  (table) => [
    index("erasure_reference")
      .on(table.propertyId, table.reference)
      .where(sql`${table.reference} is not null`),
  ],
);
