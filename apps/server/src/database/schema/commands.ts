import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment, received } from "./columns.ts";
import { fieldOperative } from "./people.ts";

export const command = pgTable(
  "command",
  {
    commandId: uuid("command_id").primaryKey(),
    fieldOperativeId: uuid("field_operative_id")
      .notNull()
      .references(() => fieldOperative.fieldOperativeId),
    type: text("type").notNull(),
    jobId: uuid("job_id"),
    /** The command's fields except messageId and type. */
    body: jsonb("body").notNull(),
    createdOn: received("created_on"),
  },
  (table) => [
    index("command_operative").on(table.fieldOperativeId, table.createdOn, table.commandId),
    index("command_when").on(table.createdOn, table.commandId),
    index("command_job").on(table.jobId),
    index("command_of_no_job")
      .on(table.createdOn)
      .where(sql`${table.jobId} is null`),
  ],
);

/** Each of an engineer's devices acknowledges a command separately. */
export const commandAcknowledgement = pgTable(
  "command_acknowledgement",
  {
    commandId: uuid("command_id").notNull(),
    deviceId: uuid("device_id").notNull(),
    outcome: text("outcome").notNull(),
    details: text("details"),
    acknowledgedOn: moment("acknowledged_on").notNull(),
    /** When the engineer opened the comment. Null: not yet, or the command is none. */
    readOn: moment("read_on"),
  },
  (table) => [primaryKey({ columns: [table.commandId, table.deviceId] })],
);
