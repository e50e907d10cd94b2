import { sql } from "drizzle-orm";
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { MessageOrder, MessageType } from "@fieldfare/contract";
import { bytes, moment, received } from "./columns.ts";

/** Every message that was ever received, with its receipt. Rows are never deleted; old ones lose their payload. */
export const message = pgTable(
  "message",
  {
    messageId: uuid("message_id").primaryKey(),
    /** The order in which messages arrived. */
    arrival: bigint("arrival", { mode: "number" }).generatedAlwaysAsIdentity(),
    type: text("type").$type<MessageType>().notNull(),
    /** SHA-256 of type, payload, job, appointment and time of creation. */
    contentHash: bytes("content_hash").notNull(),
    /** The payload. An image's bytes are in the object store. */
    payload: jsonb("payload").$type<Readonly<Record<string, unknown>>>().notNull(),
    jobId: uuid("job_id"),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id"),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    deviceId: uuid("device_id").notNull(),
    correlationId: uuid("correlation_id"),
    messageCreatedOn: moment("message_created_on").notNull(),
    mobileVersion: text("mobile_version").notNull(),
    messageVersion: integer("message_version").notNull(),
    order: jsonb("order").$type<MessageOrder>(),
    receivedOn: received("received_on"),
    /** Server time minus device time when the message was sent, in ms. */
    clockOffsetMs: doublePrecision("clock_offset_ms"),
    /** Why the message was unexpected. */
    flags: text("flags").array().notNull().default([]),
    /** When retention or an erasure emptied the payload. The hash stays. Null: the payload is as it came. */
    reducedOn: moment("reduced_on"),
  },
  (table) => [
    index("message_job").on(table.jobId, table.arrival),
    // Few messages have the flag, and reading how visits ended looks for it at each one.
    index("message_ended_elsewhere")
      .on(table.messageId)
      .where(sql`'visit-ended-elsewhere' = any(${table.flags})`),
    index("message_waiting_for_account")
      .on(table.fieldOperativeId)
      .where(sql`'recorded-while-disabled' = any(${table.flags})`),
    index("message_reducible")
      .on(table.receivedOn)
      .where(sql`${table.jobId} is null and ${table.reducedOn} is null`),
  ],
);

/** The last recorded number of each ordering key of a device. */
export const lane = pgTable(
  "lane",
  {
    deviceId: uuid("device_id").notNull(),
    incarnation: uuid("incarnation").notNull(),
    lane: text("lane").notNull(),
    lastNumber: integer("last_number").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.incarnation, table.lane] })],
);

/** Messages that the server refused. They are stored for the office, once per message and code. */
export const refusedMessage = pgTable(
  "refused_message",
  {
    refusedId: bigint("refused_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    deviceId: uuid("device_id"),
    messageId: uuid("message_id"),
    type: text("type").notNull(),
    jobId: uuid("job_id"),
    code: text("code").notNull(),
    reason: text("reason").notNull(),
    times: integer("times").notNull().default(1),
    receivedOn: received("received_on"),
    lastReceivedOn: received("last_received_on"),
  },
  (table) => [
    index("refused_message_job").on(table.jobId),
    index("refused_message_last").on(table.lastReceivedOn),
    uniqueIndex("refused_message_once").on(table.messageId, table.fieldOperativeId, table.code),
  ],
);
