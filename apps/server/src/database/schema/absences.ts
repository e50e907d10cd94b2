import { sql } from "drizzle-orm";
import {
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment, received } from "./columns.ts";

export const holidayYear = pgTable("holiday_year", {
  holidayYearId: integer("holiday_year_id").primaryKey(),
  dateFrom: date("date_from").notNull(),
  dateTo: date("date_to").notNull(),
  allowance: doublePrecision("allowance"),
  nonWorkingDays: jsonb("non_working_days").$type<string[]>().notNull().default([]),
});

/** An engineer's request for days of absence. */
export const absence = pgTable(
  "absence",
  {
    absenceId: uuid("absence_id").primaryKey(),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    type: text("type").$type<"holiday" | "sickness" | "unpaid">().notNull(),
    /** `[{dateFrom, dateTo}]` */
    days: jsonb("days").$type<{ dateFrom: string; dateTo: string }[]>().notNull(),
    comment: text("comment"),
    /** 1 Pending, 2 Approved, 3 Rejected. */
    status: smallint("status").$type<1 | 2 | 3>().notNull().default(1),
    rejectReason: text("reject_reason"),
    reviewerComment: text("reviewer_comment"),
    /** The state of a request to cancel an approved absence. */
    cancelStatus: smallint("cancel_status").$type<1 | 2 | 3>(),
    cancelComment: text("cancel_comment"),
    /** The device's time. */
    requestedOn: moment("requested_on").notNull(),
    receivedOn: received("received_on"),
    decidedOn: moment("decided_on"),
    /** Set when the engineer withdrew the request, or when the office agreed to cancel it. */
    removedOn: moment("removed_on"),
    /** When the row last changed. A trigger sets it. */
    changedOn: received("changed_on"),
  },
  (table) => [
    index("absence_changed").on(table.changedOn, table.absenceId),
    index("absence_operative").on(table.fieldOperativeId),
    index("absence_received").on(table.receivedOn),
    // By the last of its days, so that what is over is not looked at.
    index("absence_last_day")
      .on(sql`last_absence_day(${table.days})`)
      .where(sql`${table.removedOn} is null and ${table.status} in (1, 2)`),
    // What waits for the office's decision.
    index("absence_waiting")
      .on(table.receivedOn, table.absenceId)
      .where(
        sql`${table.removedOn} is null and (${table.status} = 1 or ${table.cancelStatus} = 1)`,
      ),
  ],
);

/** Documents about absences. Their bytes are in the object store under their hash. */
export const absenceDocument = pgTable("absence_document", {
  documentId: uuid("document_id").primaryKey(),
  /** Null: the document is for every engineer. */
  fieldOperativeId: uuid("field_operative_id"),
  name: text("name").notNull(),
  sha256: text("sha256").notNull(),
  bytes: integer("bytes").notNull(),
  addedOn: received("added_on"),
});
