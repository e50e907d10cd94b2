import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type {
  EngineeringNote,
  JobCustomForm,
  JobPart,
  KeySafe,
  PlannedSor,
  PropertyAppliance,
  PropertyTenant,
  ServerJob,
  VisitContact,
} from "@fieldfare/contract";
import type { Hold, JobStatus, StatusTimestamps } from "@fieldfare/domain";
import { searchableSql } from "../searchable-sql.ts";
import { moment, received } from "./columns.ts";
import { fieldOperative } from "./people.ts";
import { property } from "./properties.ts";

/** A request to cancel a job. Retention leaves the outcome and the times. */
export interface StoredCancellation {
  /** ISO 8601. */
  readonly requestedOn: string;
  readonly outcomeId: 6 | 7 | 8;
  readonly reason: string | null;
  readonly force: boolean;
  /** The command that asks the phone to remove the job. Null: no engineer had it. */
  readonly commandId: string | null;
}

/** The job with the last recorded state of its current appointment. */
export const job = pgTable(
  "job",
  {
    jobId: uuid("job_id").primaryKey(),
    formattedJobId: text("formatted_job_id").notNull(),
    propertyId: uuid("property_id")
      .notNull()
      .references(() => property.propertyId),
    /** The current appointment. Null: the job is not assigned. */
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id"),
    /** The engineer of the current appointment. Triggers keep it, so that jobs can be found by engineer and time. */
    fieldOperativeId: uuid("field_operative_id"),
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
    /** Where the key hangs. Null: there is none. */
    keySafe: jsonb("key_safe").$type<KeySafe>(),
    /** Whom to reach about the visit besides the tenants. */
    visitContacts: jsonb("visit_contacts").$type<VisitContact[]>().notNull().default([]),
    /** The forms that the office asks for besides those of the type of job. */
    requiredForms: uuid("required_forms").array().notNull().default([]),
    status: text("status").$type<JobStatus>().notNull().default("New"),
    statusTimestamps: jsonb("status_timestamps").$type<StatusTimestamps>().notNull().default({}),
    hold: jsonb("hold").$type<Hold>(),
    outcomeId: integer("outcome_id"),
    /** What the office has said when it asked for the cancellation. Null: it has not. */
    cancellation: jsonb("cancellation").$type<StoredCancellation>(),
    /** When the job was cancelled: it is then Closed without a visit. Null: it was not. */
    cancelledOn: moment("cancelled_on"),
    partRequiredConfirmed: boolean("part_required_confirmed").notNull().default(false),
    /** How often the office has changed what is planned and ordered. */
    ordersVersion: integer("orders_version").notNull().default(0),
    /** The device's time of the message that set the state. */
    stateChangedOn: moment("state_changed_on"),
    /** Hex SHA-256 of the office's request that created the job. Null: the job was created in another way. */
    draftHash: text("draft_hash"),
    createdOn: received("created_on"),
    /** When retention deleted what was recorded in the job. Null: it has not. */
    reducedOn: moment("reduced_on"),
    /** When the row or its delivery last changed. Triggers set it. To the microsecond, so that pages can follow it. */
    changedOn: timestamp("changed_on", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => {
    // Drizzle takes the order from a column once, so each index gets its own.
    const newestFirst = () =>
      [table.appointmentDateTime.desc().nullsFirst(), table.formattedJobId, table.jobId] as const;
    return [
      index("job_appointment").on(table.fieldOperativeAppointmentId),
      index("job_property").on(table.propertyId, ...newestFirst()),
      index("job_when").on(...newestFirst()),
      index("job_status").on(table.status, ...newestFirst()),
      index("job_operative").on(table.fieldOperativeId, ...newestFirst()),
      index("job_open")
        .on(table.fieldOperativeId)
        .where(sql`${table.status} <> 'Closed'`),
      index("job_reference").on(table.formattedJobId, table.jobId),
      // In KB: a search reads the whole list of changed jobs that are not sorted in yet.
      index("job_reference_search")
        .using("gin", sql`(${sql.raw(searchableSql('"formatted_job_id"'))}) public.gin_trgm_ops`)
        .with({ gin_pending_list_limit: 64 }),
      index("job_cancelled")
        .on(table.cancelledOn)
        .where(sql`${table.cancelledOn} is not null`),
      index("job_changed").on(table.changedOn, table.jobId),
      index("job_outcome")
        .on(table.outcomeId, ...newestFirst())
        .where(sql`${table.outcomeId} is not null`),
      // Visits after which somebody may have to come again: without access, or with one of `followOnOutcomes`.
      index("job_follow_on")
        .on(...newestFirst())
        .where(
          sql`${table.status} = 'Closed' and ${table.cancelledOn} is null and (${table.outcomeId} is null or ${table.outcomeId} in (3, 4, 5))`,
        ),
    ];
  },
);

/** The state of a job when its appointment ended. Times are ISO 8601. */
export interface EndedState {
  readonly status: JobStatus;
  readonly statusTimestamps: StatusTimestamps;
  readonly hold: Hold | null;
  readonly outcomeId: number | null;
  readonly partRequiredConfirmed: boolean;
  readonly stateChangedOn: string | null;
  /** What the job said then: its job sheet says what this engineer was asked. Absent in appointments that ended before this was stored. */
  readonly asked?: { readonly taskDetails: string | null; readonly jobPriority: string | null };
}

/**
 * The assignment of a job to an engineer. Rows are never deleted: work done under an ended appointment is still
 * evidence.
 */
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
    /** When the visit is planned, or was when the appointment ended. The time of the current appointment is also the job's. */
    appointmentDateTime: moment("appointment_date_time").notNull(),
    assignedOn: received("assigned_on"),
    endedOn: moment("ended_on"),
    /** `moved`, `removed` */
    endedReason: text("ended_reason"),
    /**
     * How far the job was when it was moved or taken away, and what it said: with this it can be given back, and its job sheet made. Of a visit
     * that was over when it was given back, it stays.
     */
    endedState: jsonb("ended_state").$type<EndedState>(),
  },
  (table) => [
    index("appointment_operative").on(table.fieldOperativeId, table.endedOn),
    index("appointment_job").on(table.jobId),
    index("appointment_ended")
      .on(table.endedOn)
      .where(sql`${table.endedOn} is not null`),
  ],
);

/** A device has acknowledged that it has the job. */
export const jobAcknowledgement = pgTable(
  "job_acknowledgement",
  {
    deviceId: uuid("device_id").notNull(),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id").notNull(),
    acknowledgedOn: received("acknowledged_on"),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.fieldOperativeAppointmentId] })],
);

/** What other systems call a job: each reference of a source belongs to one job. */
export const externalReference = pgTable(
  "external_reference",
  {
    /** The system that gave the reference. */
    source: text("source").notNull(),
    reference: text("reference").notNull(),
    jobId: uuid("job_id")
      .notNull()
      .references(() => job.jobId),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.reference] }),
    index("external_reference_job").on(table.jobId),
    index("external_reference_reference").on(table.reference),
  ],
);

/** A document or photo of the office, for engineers to read before a visit. Its bytes are in the object store. */
export const attachment = pgTable(
  "attachment",
  {
    attachmentId: uuid("attachment_id").primaryKey(),
    name: text("name").notNull(),
    contentType: text("content_type")
      .$type<NonNullable<ServerJob["attachments"]>[number]["contentType"]>()
      .notNull(),
    sha256: text("sha256").notNull(),
    bytes: integer("bytes").notNull(),
    uploadedOn: received("uploaded_on"),
  },
  (table) => [index("attachment_uploaded").on(table.uploadedOn)],
);

/** Which attachments a job names, in their order. */
export const jobAttachment = pgTable(
  "job_attachment",
  {
    jobId: uuid("job_id")
      .notNull()
      .references(() => job.jobId),
    attachmentId: uuid("attachment_id")
      .notNull()
      .references(() => attachment.attachmentId),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.attachmentId] }),
    index("job_attachment_attachment").on(table.attachmentId),
  ],
);

export const jobPart = pgTable(
  "job_part",
  {
    jobPartId: uuid("job_part_id").primaryKey(),
    jobId: uuid("job_id").notNull(),
    row: jsonb("row").$type<JobPart>().notNull(),
  },
  (table) => [index("job_part_job").on(table.jobId)],
);

/**
 * Records that an engineer had added and an engineer has removed: a part of a job, or an appliance or contact of a
 * property. A phone that still has the record does not bring it back.
 */
export const removedRecord = pgTable(
  "removed_record",
  {
    recordId: uuid("record_id").primaryKey(),
    kind: text("kind").$type<"part" | "appliance" | "contact">().notNull(),
    /** The message that removed it. */
    messageId: uuid("message_id").notNull(),
    /** The record before its removal. */
    row: jsonb("row").$type<PropertyAppliance | PropertyTenant | JobPart>().notNull(),
    removedOn: received("removed_on"),
  },
  (table) => [
    index("removed_record_removed").on(table.removedOn),
    index("removed_record_message").on(table.messageId),
  ],
);

export const jobSor = pgTable(
  "job_sor",
  {
    jobId: uuid("job_id").notNull(),
    sorCodeId: integer("sor_code_id").notNull(),
    row: jsonb("row").$type<PlannedSor>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.sorCodeId] })],
);

export const jobForm = pgTable(
  "job_form",
  {
    jobId: uuid("job_id").notNull(),
    customFormId: uuid("custom_form_id").notNull(),
    row: jsonb("row").$type<JobCustomForm>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.customFormId] }),
    // The office counts how often a form was completed.
    index("job_form_completed")
      .on(table.customFormId)
      .where(sql`${table.row} ->> 'completionStatus' = 'Complete'`),
  ],
);

export const engineeringNote = pgTable(
  "engineering_note",
  {
    engineeringNoteId: uuid("engineering_note_id").primaryKey(),
    jobId: uuid("job_id").notNull(),
    row: jsonb("row").$type<EngineeringNote>().notNull(),
  },
  (table) => [index("engineering_note_job").on(table.jobId)],
);
