import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { received } from "./columns.ts";

/** A named view of the office's list of jobs: its filters, columns and order. */
export const jobView = pgTable(
  "job_view",
  {
    viewId: uuid("view_id").primaryKey(),
    /** Whose view it is: an office account or an API client. */
    ownerId: uuid("owner_id").notNull(),
    ownerName: text("owner_name").notNull(),
    name: text("name").notNull(),
    /** The search part of the list's address. */
    search: text("search").notNull(),
    isShared: boolean("is_shared").notNull().default(false),
    /** Grows by one with every change. */
    version: integer("version").notNull().default(1),
    createdOn: received("created_on"),
  },
  (table) => [
    index("job_view_owner").on(table.ownerId),
    index("job_view_shared")
      .on(table.name)
      .where(sql`${table.isShared}`),
  ],
);
