import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { CallBody, saveNewJob } from "@fieldfare/contract";
import type { Client } from "@fieldfare/contract/office";
import { moment, received } from "./columns.ts";

/** A client. Contracts and priorities have the shape of the contract's Client. */
export const client = pgTable("client", {
  clientId: integer("client_id").primaryKey(),
  name: text("name").notNull(),
  contracts: jsonb("contracts").$type<Client["contracts"]>().notNull(),
  priorities: jsonb("priorities").$type<Client["priorities"]>().notNull(),
});

/** The types of jobs that engineers may raise. */
export const jobType = pgTable("job_type", {
  jobDetailTypeId: integer("job_detail_type_id").primaryKey(),
  name: text("name").notNull(),
  jobCategoryId: integer("job_category_id").notNull(),
  categoryName: text("category_name").notNull(),
});

export type QuickJob = CallBody<typeof saveNewJob>;

/** A job that an engineer raised on site, next to the job row that it became. */
export const quickJob = pgTable(
  "quick_job",
  {
    jobId: uuid("job_id").primaryKey(),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    /** With the target dates that the server calculated. */
    row: jsonb("row").$type<QuickJob>().notNull(),
    receivedOn: received("received_on"),
    bookedOn: moment("booked_on"),
  },
  (table) => [index("quick_job_operative").on(table.fieldOperativeId)],
);
