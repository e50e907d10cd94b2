import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ReportingExportState, ReportingManifest } from "@fieldfare/contract/office";
import { moment, received } from "./columns.ts";

/** A copy of the reporting views for a data warehouse. */
export const reportingExport = pgTable(
  "reporting_export",
  {
    /** UUID v7: later exports have greater ids. */
    exportId: uuid("export_id").primaryKey(),
    /** The London day on which it was started. */
    day: date("day").notNull(),
    /** True: the server started it, once a day. */
    isScheduled: boolean("is_scheduled").notNull(),
    /** Null: the server. */
    requestedBy: text("requested_by"),
    state: text("state").$type<ReportingExportState>().notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdOn: received("created_on"),
    endedOn: moment("ended_on"),
    /** Null: it is not done. */
    manifest: jsonb("manifest").$type<ReportingManifest>(),
  },
  (table) => [
    uniqueIndex("reporting_export_scheduled")
      .on(table.day)
      .where(sql`${table.isScheduled}`),
    index("reporting_export_created").on(table.createdOn),
  ],
);

/** An object with a part of a file of an export: a complete gzip stream. Those of a file, one after another, are the file. */
export const reportingExportPart = pgTable(
  "reporting_export_part",
  {
    exportId: uuid("export_id")
      .notNull()
      .references(() => reportingExport.exportId),
    view: text("view").notNull(),
    part: integer("part").notNull(),
    sha256: text("sha256").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.exportId, table.view, table.part] }),
    index("reporting_export_part_sha256").on(table.sha256),
  ],
);
