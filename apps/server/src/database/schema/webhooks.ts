import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { DeliveryState, WebhookAttempt } from "@fieldfare/contract/office";
import { moment, received } from "./columns.ts";

/** An endpoint of another system to which events are sent. */
export const webhook = pgTable("webhook", {
  webhookId: uuid("webhook_id").primaryKey(),
  url: text("url").notNull(),
  description: text("description").notNull(),
  /** The types of events that it gets. Empty: all of them. */
  types: text("types").array().notNull(),
  createdOn: received("created_on"),
  /** Since when nothing is sent. Null: it is enabled. */
  disabledOn: moment("disabled_on"),
  disabledReason: text("disabled_reason").$type<"office" | "gone" | "failing">(),
  /** The last event of the feed for which it has a delivery, or which it does not get. */
  position: bigint("position", { mode: "number" }).notNull(),
  lastDeliveredOn: moment("last_delivered_on"),
  /** Since when there were only failures, how many of them, and the last one. */
  failingSince: moment("failing_since"),
  failures: integer("failures").notNull().default(0),
  lastError: text("last_error"),
  /** Until when it asked for nothing to be sent. */
  pausedUntil: moment("paused_until"),
});

/** The secrets with which the deliveries of an endpoint are signed. */
export const webhookSecret = pgTable(
  "webhook_secret",
  {
    secretId: uuid("secret_id").primaryKey(),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhook.webhookId, { onDelete: "cascade" }),
    /** The secret, encrypted to the server's escrow key (a JWE): signing needs it, so it is no hash. */
    sealed: text("sealed").notNull(),
    createdOn: received("created_on"),
    /** Null: it does not expire. */
    expiresOn: moment("expires_on"),
  },
  (table) => [index("webhook_secret_webhook").on(table.webhookId)],
);

/** An event that is or was sent to an endpoint. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    deliveryId: bigint("delivery_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhook.webhookId, { onDelete: "cascade" }),
    eventId: uuid("event_id").notNull(),
    /** The position in the feed. 0: a test. */
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    /** The event before it that is for this endpoint. Null: not known. */
    previousSequence: bigint("previous_sequence", { mode: "number" }),
    type: text("type").notNull(),
    occurredOn: moment("occurred_on").notNull(),
    data: jsonb("data").$type<Readonly<Record<string, unknown>>>().notNull(),
    /** Deliveries of one key are sent in the order of the feed. */
    orderingKey: text("ordering_key").notNull(),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    /** Attempts since it was added or last replayed. */
    attempts: integer("attempts").notNull().default(0),
    /** Null: it does not wait, or an earlier one of its key does. */
    nextAttemptOn: moment("next_attempt_on"),
    /** The attempt in progress. A server that took too long has lost it to another one. */
    claim: uuid("claim"),
    /** The last attempts, the first one first. */
    log: jsonb("log").$type<readonly WebhookAttempt[]>().notNull().default([]),
    createdOn: received("created_on"),
    replayedOn: moment("replayed_on"),
    endedOn: moment("ended_on"),
  },
  (table) => [
    uniqueIndex("webhook_delivery_event").on(table.webhookId, table.eventId),
    index("webhook_delivery_newest").on(table.webhookId, table.deliveryId),
    index("webhook_delivery_sequence").on(table.webhookId, table.sequence),
    index("webhook_delivery_key")
      .on(table.webhookId, table.orderingKey, table.sequence)
      .where(sql`${table.state} = 'waiting'`),
    index("webhook_delivery_due")
      .on(table.webhookId, table.nextAttemptOn)
      .where(sql`${table.state} = 'waiting' and ${table.nextAttemptOn} is not null`),
    index("webhook_delivery_failed")
      .on(table.webhookId, table.deliveryId)
      .where(sql`${table.state} = 'failed'`),
    index("webhook_delivery_ended").on(table.endedOn),
  ],
);
