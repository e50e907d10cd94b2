import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** One row per data set. Every writer of the data set locks it. */
export const dataSet = pgTable("data_set", {
  type: text("type").primaryKey(),
  /** Microseconds, strictly increasing: the date that devices get. */
  changedOn: bigint("changed_on", { mode: "number" }).notNull(),
});

const labels = ["partCode", "code", "name", "fieldName"].map((name) => `"row" ->> '${name}'`);

/** SQL for the code or the name of a row of `data_row`, in lower case: the office lists rows by it. */
export const rowLabel = `(lower(left(coalesce(${labels.join(", ")}, "row_id"), 200)) collate "C")`;

export const dataRow = pgTable(
  "data_row",
  {
    type: text("type").notNull(),
    rowId: text("row_id").notNull(),
    row: jsonb("row").notNull(),
    changedOn: bigint("changed_on", { mode: "number" }).notNull(),
    deleted: boolean("deleted").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.rowId] }),
    index("data_row_changed").on(table.type, table.changedOn),
    index("data_row_label")
      .on(table.type, sql.raw(rowLabel), table.rowId)
      .where(sql`not deleted`),
  ],
);

/** An engineer's favourite contacts. The rows of the data set do not contain them. */
export const contactFavourite = pgTable(
  "contact_favourite",
  {
    fieldOperativeId: uuid("field_operative_id").notNull(),
    contactId: uuid("contact_id").notNull(),
    isFavourite: boolean("is_favourite").notNull(),
    changeTimestamp: moment("change_timestamp").notNull(),
    /** The engineer's favouritesVersion after this change. */
    version: integer("version").notNull(),
  },
  (table) => [primaryKey({ columns: [table.fieldOperativeId, table.contactId] })],
);
