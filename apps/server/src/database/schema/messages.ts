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
import { bytes, moment, received } from "./columns.ts";

/** Every message that was ever received, with its receipt. Never deleted. */
export const message = pgTable(
  "message",
  {
    messageId: uuid("message_id").primaryKey(),
    /** Order of arrival. */
    arrival: bigint("arrival", { mode: "number" }).generatedAlwaysAsIdentity(),
    type: text("type").notNull(),
    /** SHA-256 over type, payload, job, appointment and time of creation. */
    contentHash: bytes("content_hash").notNull(),
    /** The payload; an image's bytes lie in the object store. */
    payload: jsonb("payload").notNull(),
    jobId: uuid("job_id"),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id"),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    deviceId: uuid("device_id").notNull(),
    correlationId: uuid("correlation_id"),
    messageCreatedOn: moment("message_created_on").notNull(),
    mobileVersion: text("mobile_version").notNull(),
    messageVersion: integer("message_version").notNull(),
    /** The contract's messageOrder, or null. */
    order: jsonb("order"),
    receivedOn: received("received_on"),
    /** Server time less device time when it was sent, ms. */
    clockOffsetMs: doublePrecision("clock_offset_ms"),
    /** Why it was unexpected. */
    flags: text("flags").array().notNull().default([]),
  },
  (table) => [index("message_job").on(table.jobId, table.arrival)],
);

/** The last number that was taken from a lane of a device. */
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

/** What an engineer sent and the server would not take: kept for the office, once per message and code. */
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
    uniqueIndex("refused_message_once").on(table.messageId, table.fieldOperativeId, table.code),
  ],
);
