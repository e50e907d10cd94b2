import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { DampEventKind, DampHazard } from "@fieldfare/domain";
import { moment, received } from "./columns.ts";
import { property } from "./properties.ts";

/**
 * The completed forms that the office answers for: gas safety records, warning notices, and inspections of damp and
 * mould. Triggers on `job_form` keep the rows, so that a list does not read all answers. A row stays when retention
 * deletes the answers: it names nobody.
 */
export const safetyForm = pgTable(
  "safety_form",
  {
    jobId: uuid("job_id").notNull(),
    customFormId: uuid("custom_form_id").notNull(),
    propertyId: uuid("property_id").notNull(),
    completedOn: moment("completed_on").notNull(),
    /** The day of the check. */
    datedOn: date("dated_on").notNull(),
    /** The day by which a gas safety record says that the next check is due. Null: another form. */
    dueOn: date("due_on"),
    /** The answers name a defect, a danger or a hazard. The domain says which. */
    hasFindings: boolean("has_findings").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.customFormId] }),
    index("safety_form_property").on(table.propertyId, table.customFormId),
    index("safety_form_findings")
      .on(table.customFormId, table.completedOn.desc().nullsFirst(), table.jobId)
      .where(sql`${table.hasFindings}`),
  ],
);

/** What is known of the gas of a home. Triggers on `safety_form` and `property_asset` keep it. */
export const homeGas = pgTable(
  "home_gas",
  {
    propertyId: uuid("property_id")
      .primaryKey()
      .references(() => property.propertyId, { onDelete: "cascade" }),
    /** The list of the home's appliances has one that burns gas and is not scrapped. */
    hasGasAppliance: boolean("has_gas_appliance").notNull().default(false),
    /** The job of the last gas safety record. Null: there is none. */
    recordJobId: uuid("record_job_id"),
    checkedOn: date("checked_on"),
    dueOn: date("due_on"),
  },
  (table) => [
    index("home_gas_due").on(table.dueOn, table.propertyId),
    index("home_gas_without_record")
      .on(table.propertyId)
      .where(sql`${table.hasGasAppliance} and ${table.dueOn} is null`),
  ],
);

/** A case of damp and mould at a home, until the office closes it. A home has at most one that is open. */
export const dampCase = pgTable(
  "damp_case",
  {
    caseId: uuid("case_id").primaryKey().defaultRandom(),
    propertyId: uuid("property_id")
      .notNull()
      .references(() => property.propertyId, { onDelete: "cascade" }),
    openedOn: received("opened_on"),
    /** Null: it is open. */
    closedOn: moment("closed_on"),
    closedReason: text("closed_reason").$type<"done" | "no-case">(),
  },
  (table) => [
    uniqueIndex("damp_case_open")
      .on(table.propertyId)
      .where(sql`${table.closedOn} is null`),
    index("damp_case_closed")
      .on(table.closedOn.desc().nullsFirst(), table.caseId)
      .where(sql`${table.closedOn} is not null`),
  ],
);

/** What happened in a case. Triggers on `job_form` and `job` keep what jobs tell; the office records the rest. */
export const dampCaseEvent = pgTable(
  "damp_case_event",
  {
    eventId: uuid("event_id").primaryKey().defaultRandom(),
    caseId: uuid("case_id")
      .notNull()
      .references(() => dampCase.caseId, { onDelete: "cascade" }),
    kind: text("kind").$type<DampEventKind>().notNull(),
    happenedOn: moment("happened_on").notNull(),
    /** The job that tells it. Null: the office recorded it. */
    jobId: uuid("job_id"),
    /** What an inspection found. */
    hazard: text("hazard").$type<DampHazard>(),
    /** Who of the office recorded it. */
    accountId: uuid("account_id"),
    recordedOn: received("recorded_on"),
    /** When the office took back what it had recorded. */
    takenBackOn: moment("taken_back_on"),
  },
  (table) => [
    index("damp_case_event_case").on(table.caseId),
    uniqueIndex("damp_case_event_job")
      .on(table.jobId, table.kind)
      .where(sql`${table.jobId} is not null`),
  ],
);
