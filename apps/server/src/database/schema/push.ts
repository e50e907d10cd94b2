import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { received } from "./columns.ts";
import { device } from "./devices.ts";

/** Where a device is told that something has changed. */
export const pushSubscription = pgTable(
  "push_subscription",
  {
    deviceId: uuid("device_id")
      .primaryKey()
      .references(() => device.deviceId, { onDelete: "cascade" }),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    /** A browser has one: who signs in on it last has it. */
    endpoint: text("endpoint").notNull().unique(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdOn: received("created_on"),
  },
  (table) => [index("push_subscription_operative").on(table.fieldOperativeId)],
);

/** Engineers who are to be told, written in the transaction of the change and taken by the server that tells them. */
export const pushDue = pgTable("push_due", {
  pushDueId: bigint("push_due_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  fieldOperativeId: uuid("field_operative_id").notNull(),
});
