import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, moment, received } from "./columns.ts";

/** A database that a device sends in pieces. */
export const deviceExport = pgTable(
  "device_export",
  {
    batchId: uuid("batch_id").primaryKey(),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    deviceId: uuid("device_id").notNull(),
    startedOn: received("started_on"),
    /** Null until the last piece has arrived. */
    completedOn: moment("completed_on"),
    /** When it began or was completed. A trigger sets it. */
    changedOn: received("changed_on"),
  },
  (table) => [
    index("device_export_changed").on(table.changedOn, table.batchId),
    index("device_export_device").on(table.deviceId, table.startedOn),
    index("device_export_started").on(table.startedOn, table.batchId),
  ],
);

/** The bytes are stored here and not in the object store: they go with their row. */
export const deviceExportPiece = pgTable(
  "device_export_piece",
  {
    batchId: uuid("batch_id")
      .notNull()
      .references(() => deviceExport.batchId, { onDelete: "cascade" }),
    index: integer("index").notNull(),
    sha256: text("sha256").notNull(),
    size: integer("size").notNull(),
    content: bytes("content").notNull(),
    receivedOn: received("received_on"),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.index] })],
);
