import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import type { JobStatus, StatusTimestamps } from "@fieldfare/domain";
import { bytes, moment, received } from "./schema/columns.ts";

export * from "./schema/absences.ts";
export * from "./schema/quick-jobs.ts";

/** What kinds of papers the server makes. */
export type DocumentKind = "job-sheet" | "gas-safety-record" | "warning-notice";

/** Facts of the system as a whole: `epoch`, `tokenKey`, `demo`, `business`. */
export const setting = pgTable("setting", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
});

// People and devices

export const fieldOperative = pgTable("field_operative", {
  fieldOperativeId: uuid("field_operative_id").primaryKey(),
  recordsMileage: boolean("records_mileage").notNull().default(true),
  mobileNumber: text("mobile_number"),
  gasSafeIdCard: text("gas_safe_id_card"),
  requestSignature: boolean("request_signature").notNull().default(false),
  /** Data URL, as the engineer drew it last. */
  signature: text("signature"),
  signatureUpdatedOn: moment("signature_updated_on"),
  /** Grows by one with every change to the engineer's favourite contacts. */
  favouritesVersion: integer("favourites_version").notNull().default(0),
});

/** Who may sign in; an engineer's account names the field operative. */
export const account = pgTable(
  "account",
  {
    accountId: uuid("account_id").primaryKey(),
    name: text("name").notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    /** See `database/secrets.ts`. */
    passwordHash: text("password_hash").notNull(),
    /** 1 field engineer, 2 office. */
    userType: smallint("user_type").notNull(),
    perms: text("perms").array().notNull().default([]),
    fieldOperativeId: uuid("field_operative_id").references(() => fieldOperative.fieldOperativeId),
    createdOn: received("created_on"),
  },
  (table) => [
    uniqueIndex("account_email").on(table.email),
    uniqueIndex("account_operative").on(table.fieldOperativeId),
  ],
);

export const device = pgTable(
  "device",
  {
    deviceId: uuid("device_id").primaryKey(),
    fieldOperativeId: uuid("field_operative_id")
      .notNull()
      .references(() => fieldOperative.fieldOperativeId),
    locked: boolean("locked").notNull().default(false),
    pinHash: text("pin_hash").notNull(),
    pinFailedCount: integer("pin_failed_count").notNull().default(0),
    pinChangedOn: received("pin_changed_on"),
    /** The wizard's answers without PIN and signature. */
    installation: jsonb("installation").notNull(),
    installedOn: moment("installed_on").notNull(),
    registeredOn: received("registered_on"),
    lastContactOn: moment("last_contact_on"),
    appVersion: text("app_version"),
    /** Server time less device time, ms. */
    clockOffsetMs: doublePrecision("clock_offset_ms"),
  },
  (table) => [index("device_operative").on(table.fieldOperativeId)],
);

/** One sign-in; every refresh token of it hangs on the family, and dies with it. */
export const tokenFamily = pgTable(
  "token_family",
  {
    familyId: uuid("family_id").primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => account.accountId),
    deviceId: uuid("device_id"),
    createdOn: received("created_on"),
    revokedOn: moment("revoked_on"),
    revokedReason: text("revoked_reason"),
  },
  (table) => [index("token_family_account").on(table.accountId)],
);

export const refreshToken = pgTable(
  "refresh_token",
  {
    /** SHA-256 of the token: the token itself is kept nowhere. */
    tokenHash: bytes("token_hash").primaryKey(),
    familyId: uuid("family_id")
      .notNull()
      .references(() => tokenFamily.familyId, { onDelete: "cascade" }),
    createdOn: received("created_on"),
    expiresOn: moment("expires_on").notNull(),
    /** When it was first exchanged. */
    usedOn: moment("used_on"),
    /** When an earlier token of the family was exchanged once more in its stead. */
    retiredOn: moment("retired_on"),
  },
  (table) => [index("refresh_token_family").on(table.familyId)],
);

export const signInFailure = pgTable(
  "sign_in_failure",
  {
    failureId: bigint("failure_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    email: text("email").notNull(),
    address: text("address").notNull(),
    failedOn: received("failed_on"),
  },
  (table) => [index("sign_in_failure_who").on(table.email, table.address, table.failedOn)],
);

// Work

export const property = pgTable("property", {
  propertyId: uuid("property_id").primaryKey(),
  addressLine1: text("address_line_1").notNull(),
  addressLine2: text("address_line_2"),
  addressLine3: text("address_line_3"),
  addressLine4: text("address_line_4"),
  postcode: text("postcode").notNull(),
  /** For whom it is looked after; null: not told. */
  clientId: integer("client_id"),
  coordinatesLatitude: doublePrecision("coordinates_latitude"),
  coordinatesLongitude: doublePrecision("coordinates_longitude"),
  uprn: text("uprn"),
  /** The contract's landlord, or null. */
  landlord: jsonb("landlord").$type<{ name: string; address: string }>(),
  createdOn: received("created_on"),
});

/** Whether it was read is kept per job, in `notice_confirmation`. */
export const propertyNotification = pgTable(
  "property_notification",
  {
    propertyNotificationId: uuid("property_notification_id").primaryKey(),
    propertyId: uuid("property_id")
      .notNull()
      .references(() => property.propertyId),
    code: text("code").notNull(),
    description: text("description").notNull(),
    severity: smallint("severity").notNull(),
    alertEngineer: boolean("alert_engineer").notNull(),
    createdOn: received("created_on"),
  },
  (table) => [index("property_notification_property").on(table.propertyId)],
);

/** `row`: the contract's PropertyAppliance. */
export const propertyAsset = pgTable(
  "property_asset",
  {
    propertyAssetId: uuid("property_asset_id").primaryKey(),
    propertyId: uuid("property_id").notNull(),
    row: jsonb("row").notNull(),
  },
  (table) => [index("property_asset_property").on(table.propertyId)],
);

/** `row`: the contract's PropertyTenant. */
export const propertyTenant = pgTable(
  "property_tenant",
  {
    propertyTenantId: uuid("property_tenant_id").primaryKey(),
    propertyId: uuid("property_id").notNull(),
    row: jsonb("row").notNull(),
  },
  (table) => [index("property_tenant_property").on(table.propertyId)],
);

/** The job with the state that was last recorded for its current appointment. */
export const job = pgTable(
  "job",
  {
    jobId: uuid("job_id").primaryKey(),
    formattedJobId: text("formatted_job_id").notNull(),
    propertyId: uuid("property_id")
      .notNull()
      .references(() => property.propertyId),
    /** The appointment that counts now; null: nobody has the job. */
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id"),
    appointmentDateTime: moment("appointment_date_time").notNull(),
    clientPreferredTimeName: text("client_preferred_time_name"),
    taskDetails: text("task_details"),
    jobCategoryId: integer("job_category_id").notNull(),
    jobDetailTypeId: integer("job_detail_type_id").notNull(),
    jobStageId: integer("job_stage_id"),
    categoryName: text("category_name").notNull(),
    detailTypeName: text("detail_type_name").notNull(),
    accessNotes: text("access_notes"),
    jobPriority: text("job_priority"),
    status: text("status").$type<JobStatus>().notNull().default("New"),
    statusTimestamps: jsonb("status_timestamps").$type<StatusTimestamps>().notNull().default({}),
    /** The contract's Hold, or null. */
    hold: jsonb("hold"),
    outcomeId: integer("outcome_id"),
    partRequiredConfirmed: boolean("part_required_confirmed").notNull().default(false),
    /** The device's time of the word that the state follows. */
    stateChangedOn: moment("state_changed_on"),
    createdOn: received("created_on"),
  },
  (table) => [
    index("job_appointment").on(table.fieldOperativeAppointmentId),
    index("job_property").on(table.propertyId),
    index("job_when").on(table.appointmentDateTime),
  ],
);

/** Who has, or had, a job. Kept for ever: work done under an ended one is still evidence. */
export const appointment = pgTable(
  "appointment",
  {
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id").primaryKey(),
    jobId: uuid("job_id")
      .notNull()
      .references(() => job.jobId),
    fieldOperativeId: uuid("field_operative_id")
      .notNull()
      .references(() => fieldOperative.fieldOperativeId),
    assignedOn: received("assigned_on"),
    endedOn: moment("ended_on"),
    /** `moved`, `removed` */
    endedReason: text("ended_reason"),
  },
  (table) => [
    index("appointment_operative").on(table.fieldOperativeId, table.endedOn),
    index("appointment_job").on(table.jobId),
  ],
);

/** A device has told that it holds the job. */
export const jobAcknowledgement = pgTable(
  "job_acknowledgement",
  {
    deviceId: uuid("device_id").notNull(),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id").notNull(),
    acknowledgedOn: received("acknowledged_on"),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.fieldOperativeAppointmentId] })],
);

/** `row`: the contract's JobPart. */
export const jobPart = pgTable(
  "job_part",
  {
    jobPartId: uuid("job_part_id").primaryKey(),
    jobId: uuid("job_id").notNull(),
    row: jsonb("row").notNull(),
  },
  (table) => [index("job_part_job").on(table.jobId)],
);

/** `row`: the contract's PlannedSor. */
export const jobSor = pgTable(
  "job_sor",
  {
    jobId: uuid("job_id").notNull(),
    sorCodeId: integer("sor_code_id").notNull(),
    row: jsonb("row").notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.sorCodeId] })],
);

/** `row`: the contract's JobCustomForm. */
export const jobForm = pgTable(
  "job_form",
  {
    jobId: uuid("job_id").notNull(),
    customFormId: uuid("custom_form_id").notNull(),
    row: jsonb("row").notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.customFormId] })],
);

/** `row`: the contract's EngineeringNote. */
export const engineeringNote = pgTable(
  "engineering_note",
  {
    engineeringNoteId: uuid("engineering_note_id").primaryKey(),
    jobId: uuid("job_id").notNull(),
    row: jsonb("row").notNull(),
  },
  (table) => [index("engineering_note_job").on(table.jobId)],
);

/** A picture; its bytes lie in the object store under their hash. */
export const jobImage = pgTable(
  "job_image",
  {
    imageId: uuid("image_id").primaryKey(),
    entityId: uuid("entity_id").notNull(),
    jobId: uuid("job_id").notNull(),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id").notNull(),
    messageId: uuid("message_id").notNull(),
    associateToJob: boolean("associate_to_job").notNull(),
    sha256: text("sha256").notNull(),
    bytes: integer("bytes").notNull(),
    /** `image/jpeg` or `image/png`, by the bytes. */
    contentType: text("content_type").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    takenOn: moment("taken_on").notNull(),
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    receivedOn: received("received_on"),
  },
  (table) => [index("job_image_job").on(table.jobId)],
);

/** A close or no-access message: what the job ended with, and what must still arrive. */
export const jobClosing = pgTable(
  "job_closing",
  {
    messageId: uuid("message_id").primaryKey(),
    jobId: uuid("job_id").notNull(),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id").notNull(),
    kind: text("kind").$type<"JobClose" | "JobNoAccess">().notNull(),
    numberOfMessages: integer("number_of_messages").notNull(),
    /** `[{imageId, sha256}]`; sha256 is null where the device did not say. */
    manifest: jsonb("manifest").$type<{ imageId: string; sha256: string | null }[]>().notNull(),
    /** The contract's closeOutcome, or `{noAccessReasonId, notes, imageIds}`. */
    outcome: jsonb("outcome").notNull(),
    formPhotoImageIds: uuid("form_photo_image_ids").array().notNull().default([]),
    closedOn: moment("closed_on").notNull(),
    receivedOn: received("received_on"),
    /** When the last image of the manifest was there. */
    deliveredOn: moment("delivered_on"),
    /** When its documents were made, or left to be made when somebody asks for them. */
    filedOn: moment("filed_on"),
  },
  (table) => [
    index("job_closing_job").on(table.jobId),
    index("job_closing_to_file")
      .on(table.deliveredOn)
      .where(sql`delivered_on is not null and filed_on is null`),
  ],
);

/** A paper that the server made from a closing; its bytes lie in the object store under their hash. */
export const document = pgTable(
  "document",
  {
    documentId: uuid("document_id").primaryKey(),
    messageId: uuid("message_id")
      .notNull()
      .references(() => jobClosing.messageId),
    jobId: uuid("job_id").notNull(),
    kind: text("kind").$type<DocumentKind>().notNull(),
    name: text("name").notNull(),
    /** Null until it is made. */
    sha256: text("sha256"),
    bytes: integer("bytes"),
    createdOn: received("created_on"),
  },
  (table) => [
    index("document_job").on(table.jobId),
    uniqueIndex("document_once").on(table.messageId, table.kind),
  ],
);

export const noticeConfirmation = pgTable(
  "notice_confirmation",
  {
    messageId: uuid("message_id").primaryKey(),
    jobId: uuid("job_id").notNull(),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id").notNull(),
    notice: text("notice").notNull(),
    propertyNotificationId: uuid("property_notification_id"),
    confirmedOn: moment("confirmed_on").notNull(),
  },
  (table) => [index("notice_confirmation_job").on(table.jobId)],
);

export const removalRejection = pgTable(
  "removal_rejection",
  {
    messageId: uuid("message_id").primaryKey(),
    jobId: uuid("job_id").notNull(),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id").notNull(),
    reason: smallint("reason").notNull(),
    comment: text("comment").notNull(),
    rejectedOn: moment("rejected_on").notNull(),
  },
  (table) => [index("removal_rejection_job").on(table.jobId)],
);

// What came from the field

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

export const mileage = pgTable(
  "mileage",
  {
    fieldOperativeId: uuid("field_operative_id").notNull(),
    clientFieldOperativeMileageId: uuid("client_field_operative_mileage_id").notNull(),
    fieldOperativeMileageId: bigint("field_operative_mileage_id", {
      mode: "number",
    }).generatedAlwaysAsIdentity(),
    /** The contract's vehicle `{vehicleId, registration}`. */
    vehicle: jsonb("vehicle").notNull(),
    currentMileage: integer("current_mileage").notNull(),
    previousVehicle: jsonb("previous_vehicle"),
    previousVehicleMileage: integer("previous_vehicle_mileage"),
    dateRecorded: moment("date_recorded").notNull(),
    createdOn: moment("created_on").notNull(),
    modifiedOn: moment("modified_on").notNull(),
    removedOn: moment("removed_on"),
  },
  (table) => [
    primaryKey({ columns: [table.fieldOperativeId, table.clientFieldOperativeMileageId] }),
  ],
);

/** What a device logged of itself. */
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
  (table) => [index("device_log_device").on(table.deviceId, table.loggedOn)],
);

/** What a device told of its tables, queue and memory. */
export const deviceReport = pgTable(
  "device_report",
  {
    reportId: bigint("report_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    fieldOperativeId: uuid("field_operative_id").notNull(),
    deviceId: uuid("device_id"),
    commandId: uuid("command_id"),
    /** `tables` or `memory`. */
    kind: text("kind").notNull(),
    body: jsonb("body").notNull(),
    receivedOn: received("received_on"),
  },
  (table) => [index("device_report_device").on(table.deviceId)],
);

/** What somebody must look at: a changed message under an old id, a reused token, a PIN changed unsigned. */
export const alarm = pgTable("alarm", {
  alarmId: bigint("alarm_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text("kind").notNull(),
  details: jsonb("details").notNull(),
  raisedOn: received("raised_on"),
});

// What the office asks of devices

export const command = pgTable(
  "command",
  {
    commandId: uuid("command_id").primaryKey(),
    fieldOperativeId: uuid("field_operative_id")
      .notNull()
      .references(() => fieldOperative.fieldOperativeId),
    type: text("type").notNull(),
    jobId: uuid("job_id"),
    /** The command's fields beside messageId and type. */
    body: jsonb("body").notNull(),
    createdOn: received("created_on"),
  },
  (table) => [index("command_operative").on(table.fieldOperativeId, table.createdOn)],
);

/** Each of an engineer's devices answers for itself. */
export const commandAcknowledgement = pgTable(
  "command_acknowledgement",
  {
    commandId: uuid("command_id").notNull(),
    deviceId: uuid("device_id").notNull(),
    outcome: text("outcome").notNull(),
    details: text("details"),
    acknowledgedOn: moment("acknowledged_on").notNull(),
  },
  (table) => [primaryKey({ columns: [table.commandId, table.deviceId] })],
);

// Reference data

/** One row per data set, locked by whoever writes into it. */
export const dataSet = pgTable("data_set", {
  type: text("type").primaryKey(),
  /** Microseconds, strictly increasing: the date that devices are given. */
  changedOn: bigint("changed_on", { mode: "number" }).notNull(),
});

export const dataRow = pgTable(
  "data_row",
  {
    type: text("type").notNull(),
    rowId: text("row_id").notNull(),
    row: jsonb("row").notNull(),
    changedOn: bigint("changed_on", { mode: "number" }).notNull(),
    deleted: boolean("deleted").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.rowId] }),
    index("data_row_changed").on(table.type, table.changedOn),
  ],
);

/** An engineer's own favourites; the data set's rows know nothing of them. */
export const contactFavourite = pgTable(
  "contact_favourite",
  {
    fieldOperativeId: uuid("field_operative_id").notNull(),
    contactId: uuid("contact_id").notNull(),
    isFavourite: boolean("is_favourite").notNull(),
    changeTimestamp: moment("change_timestamp").notNull(),
    /** The engineer's favouritesVersion that this change made. */
    version: integer("version").notNull(),
  },
  (table) => [primaryKey({ columns: [table.fieldOperativeId, table.contactId] })],
);

export * from "./schema/device-export.ts";
export * from "./schema/forms.ts";
