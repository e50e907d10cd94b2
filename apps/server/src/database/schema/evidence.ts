import { sql } from "drizzle-orm";
import {
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
import type { Payload } from "@fieldfare/contract";
import type { DocumentKind } from "@fieldfare/documents";
import { moment, received } from "./columns.ts";

/** An image. Its bytes are in the object store under their hash. */
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
    /** `image/jpeg` or `image/png`, detected from the bytes. */
    contentType: text("content_type").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    takenOn: moment("taken_on").notNull(),
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    receivedOn: received("received_on"),
    /** When the image was deleted. Its row stays, so that the same image again is known. Null: the image is stored. */
    removedOn: moment("removed_on"),
  },
  (table) => [
    index("job_image_job").on(table.jobId),
    index("job_image_appointment").on(table.fieldOperativeAppointmentId),
    index("job_image_sha256").on(table.sha256),
    index("job_image_received")
      .on(table.receivedOn)
      .where(sql`${table.removedOn} is null`),
  ],
);

export type CloseOutcome = Payload<"JobClose">["outcome"];
export type NoAccessOutcome = Pick<
  Payload<"JobNoAccess">,
  "noAccessReasonId" | "notes" | "imageIds"
>;
export type VisitOutcome = CloseOutcome | NoAccessOutcome;
/** A visit that ended with a removal or a cancel has no outcome. */
type NoOutcome = Readonly<Record<string, never>>;

/** The message that ended a visit. `JobStatusChange`: the visit was cancelled after something had been recorded. */
export type ClosingKind = "JobClose" | "JobNoAccess" | "JobRemove" | "JobStatusChange";

/** The kinds that close the job. After the others it goes on. */
export const closesJob = ["JobClose", "JobNoAccess"] as const satisfies readonly ClosingKind[];

/** True of an outcome that was recorded, with or without access; false where there is none. */
export function hasOutcome(outcome: VisitOutcome | NoOutcome): outcome is VisitOutcome {
  return "outcomeId" in outcome || "noAccessReasonId" in outcome;
}

/**
 * The end of a visit and the images that must still arrive: a close, a no access, or the removal or cancel of a job
 * inside which something was recorded.
 */
export const jobClosing = pgTable(
  "job_closing",
  {
    messageId: uuid("message_id").primaryKey(),
    jobId: uuid("job_id").notNull(),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id").notNull(),
    kind: text("kind").$type<ClosingKind>().notNull(),
    numberOfMessages: integer("number_of_messages").notNull(),
    /** `[{imageId, sha256}]`. sha256 is null when the device did not send it. */
    manifest: jsonb("manifest").$type<{ imageId: string; sha256: string | null }[]>().notNull(),
    outcome: jsonb("outcome").$type<VisitOutcome | NoOutcome>().notNull(),
    formPhotoImageIds: uuid("form_photo_image_ids").array().notNull().default([]),
    closedOn: moment("closed_on").notNull(),
    receivedOn: received("received_on"),
    /** When the last image of the manifest had arrived. */
    deliveredOn: moment("delivered_on"),
  },
  (table) => [
    index("job_closing_job").on(table.jobId, table.receivedOn, table.messageId),
    index("job_closing_received").on(table.receivedOn),
    index("job_closing_no_access")
      .on(table.closedOn.desc().nullsFirst(), table.messageId.desc().nullsFirst())
      .where(sql`${table.kind} = 'JobNoAccess'`),
  ],
);

/** A document that the server made from a closing. Its bytes are in the object store under their hash. */
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
    /** Null until the document is made. */
    sha256: text("sha256"),
    bytes: integer("bytes"),
    createdOn: received("created_on"),
    /** When the document was deleted. Its row stays, so that it is not made again. Null: it is not deleted. */
    removedOn: moment("removed_on"),
  },
  (table) => [
    index("document_job").on(table.jobId),
    index("document_sha256").on(table.sha256),
    uniqueIndex("document_once").on(table.messageId, table.kind),
  ],
);

/** A file of a document with the signature of its hash. It is found by the number that is printed on it. */
export const documentSignature = pgTable(
  "document_signature",
  {
    number: text("number").notNull(),
    sha256: text("sha256").notNull(),
    documentId: uuid("document_id").notNull(),
    name: text("name").notNull(),
    completedOn: moment("completed_on").notNull(),
    /** JSON Web Signature with the id of its key. */
    signature: text("signature").notNull(),
    signedOn: received("signed_on"),
  },
  (table) => [primaryKey({ columns: [table.number, table.sha256] })],
);

export const noticeConfirmation = pgTable(
  "notice_confirmation",
  {
    messageId: uuid("message_id").primaryKey(),
    jobId: uuid("job_id").notNull(),
    fieldOperativeAppointmentId: uuid("field_operative_appointment_id").notNull(),
    notice: text("notice").$type<Payload<"PropertyNotificationConfirm">["notice"]>().notNull(),
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
    reason: smallint("reason").$type<Payload<"RejectRemoveRequest">["reason"]>().notNull(),
    comment: text("comment").notNull(),
    rejectedOn: moment("rejected_on").notNull(),
  },
  (table) => [index("removal_rejection_job").on(table.jobId)],
);
