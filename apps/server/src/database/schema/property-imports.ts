import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type {
  CsvDelimiter,
  CsvEncoding,
  PropertyImport,
  PropertyImportStatus,
} from "@fieldfare/contract/office";
import { moment, received } from "./columns.ts";

/** An import of homes and tenants from a file. */
export const propertyImport = pgTable(
  "property_import",
  {
    importId: uuid("import_id").primaryKey(),
    fileName: text("file_name").notNull(),
    format: text("format").$type<PropertyImport["format"]>().notNull(),
    encoding: text("encoding").$type<CsvEncoding>().notNull(),
    /** Of a CSV file. */
    delimiter: text("delimiter").$type<CsvDelimiter>(),
    headings: jsonb("headings").$type<string[]>(),
    /** Hex SHA-256 of the file. */
    sha256: text("sha256").notNull(),
    status: text("status").$type<PropertyImportStatus>().notNull(),
    lines: integer("lines").notNull(),
    pieces: integer("pieces").notNull(),
    /** How many pieces the present step has done: it goes on there after its server was killed. */
    piecesDone: integer("pieces_done").notNull().default(0),
    counts: jsonb("counts").$type<PropertyImport["counts"]>().notNull(),
    unknownColumns: jsonb("unknown_columns").$type<string[]>().notNull(),
    uploadedBy: text("uploaded_by").notNull(),
    uploadedOn: received("uploaded_on"),
    appliedBy: text("applied_by"),
    appliedOn: moment("applied_on"),
  },
  (table) => [index("property_import_uploaded").on(table.uploadedOn, table.importId)],
);

/** Some lines of a file, in the object store. They are deleted when the import is applied. */
export const propertyImportPiece = pgTable(
  "property_import_piece",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => propertyImport.importId, { onDelete: "cascade" }),
    /** From 0. */
    piece: integer("piece").notNull(),
    firstLine: integer("first_line").notNull(),
    sha256: text("sha256").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.piece] }),
    index("property_import_piece_object").on(table.sha256),
  ],
);

/** The homes and tenants that the present step has met, so that the second line about one is noticed. */
export const propertyImportKey = pgTable(
  "property_import_key",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => propertyImport.importId, { onDelete: "cascade" }),
    /** The UPRN, or the UPRN and the reference of a tenant. */
    key: text("key").notNull(),
    line: integer("line").notNull(),
    /** A hash of what the line says of the home. */
    content: text("content").notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.key] })],
);

/** A line that is left out, with the reasons. */
export const propertyImportLine = pgTable(
  "property_import_line",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => propertyImport.importId, { onDelete: "cascade" }),
    line: integer("line").notNull(),
    issues: jsonb("issues").$type<{ field: string | null; message: string }[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.line] })],
);
