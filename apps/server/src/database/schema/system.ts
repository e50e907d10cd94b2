import { bigint, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { received } from "./columns.ts";

/** Settings of the whole system: `Settings` of `database/settings.ts` has their keys. */
export const setting = pgTable("setting", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
});

/**
 * Events that somebody must look at: a changed message under an old id, a reused token, a PIN changed without a
 * signature, documents that cannot be made.
 */
export const alarm = pgTable("alarm", {
  alarmId: bigint("alarm_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text("kind").notNull(),
  details: jsonb("details").notNull(),
  raisedOn: received("raised_on"),
});
