import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { DeviceKey, SendingProblem, UnsentWork } from "@fieldfare/contract";
import { bytes, moment, received } from "./columns.ts";
import { fieldOperative } from "./people.ts";

export const device = pgTable(
  "device",
  {
    deviceId: uuid("device_id").primaryKey(),
    fieldOperativeId: uuid("field_operative_id")
      .notNull()
      .references(() => fieldOperative.fieldOperativeId),
    locked: boolean("locked").notNull().default(false),
    /** A further device of the engineer that the office has not approved yet. */
    awaitsApproval: boolean("awaits_approval").notNull().default(false),
    pinHash: text("pin_hash").notNull(),
    pinFailedCount: integer("pin_failed_count").notNull().default(0),
    pinChangedOn: received("pin_changed_on"),
    /** When the office last unlocked the device. */
    unlockedOn: moment("unlocked_on"),
    /** The answers of the installation wizard without PIN and signature. */
    installation: jsonb("installation").notNull(),
    installedOn: moment("installed_on").notNull(),
    registeredOn: received("registered_on"),
    lastContactOn: moment("last_contact_on"),
    /** When the device last fetched its settings. */
    settingsReadOn: moment("settings_read_on"),
    appVersion: text("app_version"),
    /** The public half of the key with which the device signs. Null: it has not named one yet. */
    publicKey: jsonb("public_key").$type<DeviceKey>(),
    /** What the office calls the device. Null: it has no name. */
    name: text("name"),
    /** How many messages waited on the device when it last said so. */
    unsentMessages: integer("unsent_messages"),
    unsentReportedOn: moment("unsent_reported_on"),
    /** Since when the oldest of them waits. Null: none waits, or the device has not said. */
    unsentSince: moment("unsent_since"),
    /** How many of the device's ordering keys a refused message blocked. */
    blockedKeys: integer("blocked_keys"),
    /** Every command from before this time is acknowledged by the device or not for it. Null: not known. */
    commandsDoneUntil: moment("commands_done_until"),
    /** Server time minus device time in ms. */
    clockOffsetMs: doublePrecision("clock_offset_ms"),
  },
  (table) => [index("device_operative").on(table.fieldOperativeId)],
);

/** A wipe that the office asked for. A device has at most one that it has not confirmed. */
export const deviceWipe = pgTable(
  "device_wipe",
  {
    wipeId: uuid("wipe_id").primaryKey(),
    deviceId: uuid("device_id")
      .notNull()
      .references(() => device.deviceId),
    requestedOn: moment("requested_on").notNull(),
    /** The office has confirmed that what is not sent may be lost. */
    withoutSending: boolean("without_sending").notNull().default(false),
    /** What the device last said: how much it has not sent, and why. Null: it has not answered. */
    unsentMessages: integer("unsent_messages"),
    unsentImages: integer("unsent_images"),
    unsentDrafts: integer("unsent_drafts"),
    problems: jsonb("problems").$type<readonly SendingProblem[]>().notNull().default([]),
    reportedOn: moment("reported_on"),
    /** Of the secret with which the device confirms. Null: it has not begun to delete. */
    confirmationHash: bytes("confirmation_hash"),
    /** False: the device has a key and did not sign its last report. */
    isProven: boolean("is_proven").notNull().default(true),
    /** When the device said without a signature that it has deleted everything. */
    unprovenOn: moment("unproven_on"),
    confirmedOn: moment("confirmed_on"),
  },
  (table) => [
    index("device_wipe_device").on(table.deviceId, table.requestedOn),
    uniqueIndex("device_wipe_open")
      .on(table.deviceId)
      .where(sql`${table.confirmedOn} is null`),
  ],
);

/** What an office account was told that a wipe without sending loses, until it confirms. */
export const wipeConfirmation = pgTable("wipe_confirmation", {
  tokenHash: bytes("token_hash").primaryKey(),
  deviceId: uuid("device_id").notNull(),
  accountId: uuid("account_id").notNull(),
  lost: jsonb("lost").$type<UnsentWork>().notNull(),
  expiresOn: moment("expires_on").notNull(),
});

/** Log entries that a device sent. */
export const deviceLog = pgTable(
  "device_log",
  {
    logId: uuid("log_id").primaryKey(),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    deviceId: uuid("device_id"),
    commandId: uuid("command_id"),
    level: text("level").notNull(),
    message: text("message").notNull(),
    details: text("details"),
    loggedOn: moment("logged_on").notNull(),
    receivedOn: received("received_on"),
  },
  (table) => [
    index("device_log_received").on(table.receivedOn, table.logId),
    index("device_log_device").on(table.deviceId, table.receivedOn, table.logId),
  ],
);

/** Reports of a device about its tables, queue and memory. */
export const deviceReport = pgTable(
  "device_report",
  {
    reportId: bigint("report_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    deviceId: uuid("device_id"),
    commandId: uuid("command_id"),
    /** `tables`, `table` or `memory`. */
    kind: text("kind").notNull(),
    body: jsonb("body").notNull(),
    receivedOn: received("received_on"),
  },
  (table) => [
    index("device_report_device").on(table.deviceId),
    index("device_report_received").on(table.receivedOn),
  ],
);
