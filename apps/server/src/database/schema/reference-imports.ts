import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type {
  CsvDelimiter,
  CsvEncoding,
  ImportStatus,
  LineCause,
} from "@fieldfare/contract/office";
import type { ReferenceRow, ReferenceTableName } from "@fieldfare/domain";
import { bytes, moment, received } from "./columns.ts";

/** An import of a CSV file into a table of reference data. */
export const referenceImport = pgTable(
  "reference_import",
  {
    importId: uuid("import_id").primaryKey(),
    tableName: text("table_name").$type<ReferenceTableName>().notNull(),
    fileName: text("file_name").notNull(),
    /** Null: it is no longer needed. */
    content: bytes("content"),
    encoding: text("encoding").$type<CsvEncoding>(),
    delimiter: text("delimiter").$type<CsvDelimiter>(),
    /** For each cell of a line the column that it is of. */
    columns: jsonb("columns").$type<(string | null)[]>(),
    headings: jsonb("headings").$type<string[]>(),
    status: text("status").$type<ImportStatus>().notNull(),
    progress: integer("progress").notNull().default(0),
    lines: integer("lines").notNull().default(0),
    counts: jsonb("counts").$type<ImportCounts>(),
    notUndone: integer("not_undone"),
    uploadedBy: text("uploaded_by").notNull(),
    uploadedOn: received("uploaded_on"),
    appliedBy: text("applied_by"),
    appliedOn: moment("applied_on"),
    undoneBy: text("undone_by"),
    undoneOn: moment("undone_on"),
  },
  (table) => [
    index("reference_import_uploaded").on(table.uploadedOn, table.importId),
    index("reference_import_table").on(table.tableName, table.uploadedOn, table.importId),
  ],
);

export interface ImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly bad: number;
  readonly skipped: number;
}

/** Why a line is bad. */
export interface LineIssue {
  readonly column: string | null;
  readonly cause: LineCause;
  readonly reason: string;
  readonly cell: string | null;
}

/** A line that adds or changes a row, or is bad. */
export const referenceImportLine = pgTable(
  "reference_import_line",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => referenceImport.importId, { onDelete: "cascade" }),
    line: integer("line").notNull(),
    outcome: text("outcome")
      .$type<"new" | "changed" | "bad" | "skipped" | "not-undone">()
      .notNull(),
    /** What the row says after the import; null: the line is bad. Its id is null until the import is applied. */
    after: jsonb("after").$type<ReferenceRow>(),
    /** What the row said before; null: there was none. */
    before: jsonb("before").$type<ReferenceRow>(),
    issues: jsonb("issues").$type<LineIssue[]>(),
    /** The cells of a bad line. */
    cells: jsonb("cells").$type<string[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index("reference_import_line_outcome").on(table.importId, table.outcome, table.line),
  ],
);
