import { bigint, index, integer, jsonb, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import type { Payload } from "@fieldfare/contract";
import type { MileageCorrection } from "@fieldfare/contract/office";
import { moment } from "./columns.ts";

export const mileage = pgTable(
  "mileage",
  {
    fieldOperativeId: uuid("field_operative_id").notNull(),
    clientFieldOperativeMileageId: uuid("client_field_operative_mileage_id").notNull(),
    fieldOperativeMileageId: bigint("field_operative_mileage_id", {
      mode: "number",
    }).generatedAlwaysAsIdentity(),
    vehicle: jsonb("vehicle").$type<Payload<"MileageAdd">["vehicle"]>().notNull(),
    currentMileage: integer("current_mileage").notNull(),
    previousVehicle: jsonb("previous_vehicle").$type<Payload<"MileageAdd">["vehicle"]>(),
    previousVehicleMileage: integer("previous_vehicle_mileage"),
    dateRecorded: moment("date_recorded").notNull(),
    createdOn: moment("created_on").notNull(),
    modifiedOn: moment("modified_on").notNull(),
    removedOn: moment("removed_on"),
    /** The contract's `MileageCorrection` of each correction after the entry's day, in the order of arrival. */
    corrections: jsonb("corrections").$type<MileageCorrection[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.fieldOperativeId, table.clientFieldOperativeMileageId] }),
    index("mileage_modified").on(table.modifiedOn),
    index("mileage_server_id").on(table.fieldOperativeMileageId),
    index("mileage_recorded").on(
      table.dateRecorded,
      table.createdOn,
      table.clientFieldOperativeMileageId,
      table.fieldOperativeId,
    ),
    index("mileage_operative").on(
      table.fieldOperativeId,
      table.dateRecorded,
      table.createdOn,
      table.clientFieldOperativeMileageId,
    ),
  ],
);
