import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { DataRow } from "@fieldfare/contract";
import type { FormIssue } from "@fieldfare/forms";
import { moment, received } from "./columns.ts";

/** Every version of a form that was ever issued. Answers are checked with the version that they belong to. */
export const formDefinition = pgTable(
  "form_definition",
  {
    customFormId: uuid("custom_form_id").notNull(),
    version: integer("version").notNull(),
    customFormDefinitionId: uuid("custom_form_definition_id").notNull(),
    /** Hash of what the office wrote. The same version with another hash is refused. */
    contentHash: text("content_hash").notNull(),
    row: jsonb("row").$type<DataRow<"CustomForm">>().notNull(),
    /** The file it was loaded from. Null: the office put it over the API. */
    file: text("file"),
    /** Who put it over the API: the name of the account or machine. Null: not known, or it is the folder's. */
    publishedBy: text("published_by"),
    createdOn: received("created_on"),
  },
  (table) => [
    primaryKey({ columns: [table.customFormId, table.version] }),
    index("form_definition_id").on(table.customFormDefinitionId),
  ],
);

/** The forms that are withdrawn: no new job gets them. */
export const withdrawnForm = pgTable("withdrawn_form", {
  customFormId: uuid("custom_form_id").primaryKey(),
  withdrawnOn: moment("withdrawn_on").notNull(),
  /** The name of the account or machine. Null: the folder's file of the form is gone. */
  withdrawnBy: text("withdrawn_by"),
});

/** The part of a form issue that the office reads. */
export type CheckIssue = Pick<FormIssue, "severity" | "path" | "label" | "message">;

/** The result of the last check of a job's form. */
export const formCheck = pgTable(
  "form_check",
  {
    jobId: uuid("job_id").notNull(),
    customFormId: uuid("custom_form_id").notNull(),
    messageId: uuid("message_id").notNull(),
    version: integer("version").notNull(),
    status: text("status")
      .$type<"checked" | "unknown-definition" | "unreadable" | "given-up">()
      .notNull(),
    findings: jsonb("findings").$type<readonly CheckIssue[]>().notNull(),
    checkedOn: moment("checked_on").notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.customFormId] })],
);
