import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { JobPart } from "@fieldfare/contract";
import type { PartOrderState } from "@fieldfare/domain";
import { moment, received } from "./columns.ts";
import { jobPart } from "./jobs.ts";

/**
 * How far the office is with parts that engineers asked for, and with those that were ordered in advance. Triggers on
 * `job_part` add the rows and follow what engineers collect; a part that was ordered in advance without a place goes when
 * its job closes.
 */
export const partOrder = pgTable(
  "part_order",
  {
    jobPartId: uuid("job_part_id")
      .primaryKey()
      .references(() => jobPart.jobPartId, { onDelete: "cascade" }),
    jobId: uuid("job_id").notNull(),
    /** An engineer asked for it. */
    isRequest: boolean("is_request").notNull(),
    state: text("state").$type<PartOrderState>().notNull(),
    /** By the clock of the phone that added it, or of the server. */
    requestedOn: moment("requested_on").notNull(),
    purchaseOrderId: integer("purchase_order_id"),
    supplierTicketNumber: text("supplier_ticket_number"),
    expectedOn: date("expected_on"),
    location: jsonb("location").$type<JobPart["location"]>(),
    /** Why it is not needed. */
    reason: text("reason"),
    /** The part of a job by which an engineer collects it: one that was asked for, or that was ordered in advance for a job that has closed. */
    suppliedPartId: uuid("supplied_part_id"),
    changedOn: received("changed_on"),
  },
  (table) => {
    // Drizzle takes the order from a column once, so each index gets its own.
    const newestFirst = () => [table.requestedOn.desc().nullsFirst(), table.jobPartId] as const;
    return [
      index("part_order_state").on(table.state, ...newestFirst()),
      index("part_order_requested").on(...newestFirst()),
      index("part_order_job").on(table.jobId),
      uniqueIndex("part_order_supplied").on(table.suppliedPartId),
      index("part_order_place")
        .on(table.changedOn.desc().nullsFirst())
        .where(sql`${table.location} is not null`),
    ];
  },
);
