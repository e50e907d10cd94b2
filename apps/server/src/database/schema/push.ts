import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { received } from "./columns.ts";
import { device } from "./devices.ts";

/** The push subscription of a device. */
export const pushSubscription = pgTable(
  "push_subscription",
  {
    deviceId: uuid("device_id")
      .primaryKey()
      .references(() => device.deviceId, { onDelete: "cascade" }),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    /** A browser has one endpoint. It belongs to the engineer who signed in last. */
    endpoint: text("endpoint").notNull().unique(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdOn: received("created_on"),
  },
  (table) => [index("push_subscription_operative").on(table.fieldOperativeId)],
);
