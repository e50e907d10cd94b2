import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { received } from "./columns.ts";

/**
 * Who changed or read what, when and from where. Rows are added only: a trigger refuses every other change, except the
 * deletion of a row that is older than a year. See `partitions.ts`.
 */
export const auditEntry = pgTable(
  "audit_entry",
  {
    /** Grows in the order of commits. */
    sequence: bigint("sequence", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    occurredOn: received("occurred_on"),
    action: text("action").notNull(),
    /** The account that did it. Null: nobody was signed in, or the server did it. */
    actorId: uuid("actor_id"),
    actorName: text("actor_name"),
    /** What was changed: its kind, such as `device`, and its id. */
    objectType: text("object_type").notNull(),
    objectId: text("object_id").notNull(),
    /** The engineer whom it is about. */
    fieldOperativeId: uuid("field_operative_id"),
    /** The network address of the request. */
    address: text("address"),
    /** The device that sent the request. */
    deviceId: uuid("device_id"),
    before: jsonb("before"),
    after: jsonb("after"),
  },
  (table) => [
    primaryKey({ columns: [table.sequence, table.occurredOn] }),
    index("audit_entry_operative").on(table.fieldOperativeId, table.sequence),
    index("audit_entry_actor").on(table.actorId, table.sequence),
    index("audit_entry_action").on(table.action, table.sequence),
    index("audit_entry_object").on(table.objectId, table.sequence),
    index("audit_entry_time").on(table.occurredOn),
  ],
);
