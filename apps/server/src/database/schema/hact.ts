import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { HactStep } from "@fieldfare/contract/office";
import { moment, received } from "./columns.ts";

/** A work element as it came, without what it says about people. */
export interface StoredWorkElement {
  readonly reference: { readonly ID: string; readonly AllocatedBy?: string } | null;
  readonly trades: readonly string[];
  /** The codes that it priced, as the housing system names them and as the job has them. */
  readonly sors: readonly {
    readonly sorCodeId: number;
    readonly code: string;
    readonly isNational: boolean;
  }[];
}

/** A work order of the housing system, and the job that it became. Its text is in the job alone. */
export const hactWorkOrder = pgTable(
  "hact_work_order",
  {
    reference: text("reference").primaryKey(),
    jobId: uuid("job_id").notNull(),
    allocatedBy: text("allocated_by"),
    /** Hex SHA-256 of the message that raised it, and of the last one that scheduled it. */
    raisedHash: text("raised_hash").notNull(),
    scheduledHash: text("scheduled_hash"),
    workElements: jsonb("work_elements").$type<readonly StoredWorkElement[]>().notNull(),
    receivedOn: received("received_on"),
    /** Until when one server sends its messages. */
    sendingUntil: timestamp("sending_until", { withTimezone: true }),
  },
  (table) => [uniqueIndex("hact_work_order_job").on(table.jobId)],
);

/** A message to the housing system. Triggers add the rows, in the transaction that causes them. */
export const hactMessage = pgTable(
  "hact_message",
  {
    messageId: uuid("message_id").primaryKey().defaultRandom(),
    sequence: bigint("sequence", { mode: "number" }).generatedAlwaysAsIdentity(),
    reference: text("reference")
      .notNull()
      .references(() => hactWorkOrder.reference, { onDelete: "cascade" }),
    type: text("type").$type<"JobStatusUpdate" | "WorkOrderComplete">().notNull(),
    step: text("step").$type<HactStep | "closed" | "delivered">().notNull(),
    /** The message of the phone or the appointment that caused it. */
    causeId: uuid("cause_id").notNull(),
    happenedOn: moment("happened_on").notNull(),
    createdOn: received("created_on"),
    attempts: integer("attempts").notNull().default(0),
    firstAttemptOn: moment("first_attempt_on"),
    lastAttemptOn: moment("last_attempt_on"),
    lastError: text("last_error"),
    sentOn: moment("sent_on"),
    /** When it was given up. */
    failedOn: moment("failed_on"),
  },
  (table) => [
    uniqueIndex("hact_message_once").on(table.causeId, table.step),
    index("hact_message_order").on(table.reference, table.sequence),
    index("hact_message_sequence").on(table.sequence),
    index("hact_message_waiting")
      .on(table.sequence)
      .where(sql`${table.sentOn} is null and ${table.failedOn} is null`),
    index("hact_message_failed")
      .on(table.sequence)
      .where(sql`${table.failedOn} is not null`),
  ],
);
