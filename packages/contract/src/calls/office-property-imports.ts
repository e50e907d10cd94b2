import { defineCall } from "../call.ts";
import { acknowledged, id, isoDateTime, namedSchema, text, z } from "../schema.ts";

/** The values of a line of a file of homes, by the name of the column in a CSV file. */
export const propertyImportColumns = [
  "uprn",
  "addressLine1",
  "addressLine2",
  "addressLine3",
  "addressLine4",
  "postcode",
  "latitude",
  "longitude",
  "clientId",
  "landlordName",
  "landlordAddress",
  "tenantReference",
  "tenantName",
  "tenantIsPrimary",
  "tenantEmail",
  "tenantMobile",
  "tenantHomePhone",
  "tenantOtherPhone",
  "tenantHasLeft",
] as const;
export type PropertyImportColumn = (typeof propertyImportColumns)[number];

/**
 * `checking`: each line is read and nothing is changed. `checked`: it may be applied or discarded. `applying`: its good
 * lines are applied, some at a time. `applied`: done.
 */
export const propertyImportStatuses = ["checking", "checked", "applying", "applied"] as const;
export type PropertyImportStatus = (typeof propertyImportStatuses)[number];

const count = z.int();

export const propertyImport = namedSchema(
  "PropertyImport",
  z.object({
    importId: id,
    fileName: text(255),
    format: z.enum(["csv", "ndjson"]),
    encoding: z.enum(["utf-8", "windows-1252"]),
    status: z.enum(propertyImportStatuses),
    /** Lines of the file with a home. */
    lines: count,
    counts: z.object({
      /** Lines that the present step has read so far. */
      read: count,
      added: count,
      changed: count,
      unchanged: count,
      /** They are left out; the report says why. */
      refused: count,
      tenantsAdded: count,
      tenantsChanged: count,
      tenantsErased: count,
    }),
    /** Columns or members that the import does not know, and leaves out. */
    unknownColumns: z.array(text(100)),
    uploadedBy: text(200),
    uploadedOn: isoDateTime,
    appliedBy: z.nullable(text(200)),
    appliedOn: z.nullable(isoDateTime),
  }),
);
export type PropertyImport = z.output<typeof propertyImport>;

const importParams = z.object({ importId: id });
const limit = z.optional(z.string().check(z.regex(/^\d{1,3}$/)));

export const uploadPropertyImport = defineCall({
  name: "uploadPropertyImport",
  method: "POST",
  path: "/api/office/imports/properties",
  audience: "office",
  permission: "Property.Add",
  summary:
    "Upload a file of homes and tenants by UPRN, CSV or NDJSON, of 200,000 lines at most, and check it line by line; nothing is changed unless `apply` says so",
  query: z.object({
    /** The same id again with the same file is the same import. */
    importId: z.optional(id),
    /** `yes`: the good lines are applied without waiting for somebody to look at the check. */
    apply: z.optional(z.enum(["yes", "no"])),
  }),
  body: z.object({
    /** The file. Its name ends with `.csv`, `.ndjson` or `.jsonl`. */
    file: z.unknown(),
  }),
  response: propertyImport,
});

export const listPropertyImports = defineCall({
  name: "listPropertyImports",
  method: "GET",
  path: "/api/office/imports/properties",
  audience: "office",
  permission: "Property.ViewList",
  summary: "Imports of homes and tenants, the latest first",
  query: z.object({
    /** The importId of the last one of the answer before: those before it. */
    after: z.optional(id),
    limit,
  }),
  response: z.array(propertyImport),
});

export const readPropertyImport = defineCall({
  name: "readPropertyImport",
  method: "GET",
  path: "/api/office/imports/properties/:importId",
  audience: "office",
  permission: "Property.ViewList",
  summary: "An import of homes and tenants: how far it is, and its counts",
  params: importParams,
  response: propertyImport,
});

export const listRefusedLines = defineCall({
  name: "listRefusedLines",
  method: "GET",
  path: "/api/office/imports/properties/:importId/refused-lines",
  audience: "office",
  permission: "Property.View",
  summary: "The lines that an import of homes leaves out, in the order of the file",
  params: importParams,
  query: z.object({
    /** The last line of the answer before: the lines after it. */
    after: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
    limit,
  }),
  response: z.array(
    z.object({
      /** From 1. */
      line: z.int(),
      issues: z.array(
        z.object({
          /** The name of the value; null: the whole line. */
          field: z.nullable(text(100)),
          /** What is wrong, and what to do. */
          message: text(1000),
        }),
      ),
    }),
  ),
});

export const listChangedLines = defineCall({
  name: "listChangedLines",
  method: "GET",
  path: "/api/office/imports/properties/:importId/changed-lines",
  audience: "office",
  permission: "Property.View",
  summary:
    "What the lines of a checked file of homes would change, compared with the homes as they are now, in the order of the file",
  params: importParams,
  query: z.object({
    /** The `readTo` of the answer before: the lines after it. */
    after: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  }),
  response: z.object({
    /** At most 50. */
    lines: z.array(
      z.object({
        /** From 1. */
        line: count,
        uprn: text(12),
        /** The address as it is now. */
        address: text(1000),
        changes: z.array(
          z.object({
            column: z.enum(propertyImportColumns),
            /** The name of the tenant whose value it is; null: it is one of the home. */
            tenant: z.nullable(text(200)),
            /** Null: nothing. */
            before: z.nullable(text(1000)),
            after: z.nullable(text(1000)),
          }),
        ),
      }),
    ),
    /** The last line that was compared. Null: all were. */
    readTo: z.nullable(count),
  }),
});

export const exportRefusedLines = defineCall({
  name: "exportRefusedLines",
  method: "GET",
  path: "/api/office/imports/properties/:importId/report",
  audience: "office",
  permission: "Property.View",
  summary: "The same lines as CSV: the line, the value, what is wrong, what to do",
  params: importParams,
  response: z.unknown(),
});

export const applyPropertyImport = defineCall({
  name: "applyPropertyImport",
  method: "POST",
  path: "/api/office/imports/properties/:importId/apply",
  audience: "office",
  permission: "Property.Add",
  summary: "Begin to apply the good lines of a checked import",
  params: importParams,
  response: propertyImport,
});

export const discardPropertyImport = defineCall({
  name: "discardPropertyImport",
  method: "DELETE",
  path: "/api/office/imports/properties/:importId",
  audience: "office",
  permission: "Property.Add",
  summary: "Discard an import that was not applied",
  params: importParams,
  response: acknowledged,
});
