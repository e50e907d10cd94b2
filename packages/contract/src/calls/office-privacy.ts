import { defineCall } from "../call.ts";
import { property, propertyTenant } from "../entities/job.ts";
import { acknowledged, id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

const kindOfData = text(50);
/** Days; null: for ever. */
const periodDays = z.nullable(z.int().check(z.minimum(0), z.maximum(99_999)));

const retentionPeriod = namedSchema(
  "RetentionPeriod",
  z.object({
    kind: kindOfData,
    /** How long it is kept; null: for ever. */
    days: periodDays,
    /** What then happens to it. */
    effect: text(500),
    /** The shortest and the longest period that the office may set. */
    minimumDays: z.int(),
    maximumDays: z.int(),
    mayKeepForEver: z.boolean(),
    /** What the law says about the period. */
    law: z.nullable(text(500)),
    /** Who decided the period. */
    source: z.enum(["default", "environment", "office"]),
    /** The period that holds when the office has none of its own. */
    otherwiseDays: periodDays,
    /** When the office set the period. */
    changedOn: z.nullable(isoDateTime),
  }),
);
export type RetentionPeriod = z.output<typeof retentionPeriod>;

export const readRetention = defineCall({
  name: "readRetention",
  method: "GET",
  path: "/api/office/retention",
  audience: "office",
  permission: "Unspecified.ViewAudit",
  summary:
    "How long each kind of data is kept and who decided that, what the last runs deleted, and when the next one is",
  response: z.object({
    /** In the order in which they are applied. */
    rules: z.array(retentionPeriod),
    /** The last runs, at most 100, newest first. */
    runs: z.array(
      z.object({
        startedOn: isoDateTime,
        /** Null: the run is in progress, or it failed. */
        endedOn: z.nullable(isoDateTime),
        /** How much of each kind was deleted or reduced; a kind of which nothing was is left out. */
        counts: z.record(text(50), z.int()),
      }),
    ),
    /** `failed`: the last run failed, and is tried again then. */
    nextRun: z.object({ state: z.enum(["due", "running", "failed"]), startsOn: isoDateTime }),
  }),
});

export const countRetention = defineCall({
  name: "countRetention",
  method: "GET",
  path: "/api/office/retention/:kind/due",
  audience: "office",
  permission: "Unspecified.ViewAudit",
  summary:
    "How much of a kind of data the next run of retention would delete, with the period in force or with another one",
  params: z.object({ kind: kindOfData }),
  query: z.object({ days: z.optional(z.string().check(z.regex(/^\d{1,5}$/))) }),
  response: z.object({
    /** Null: the count would take too long. */
    count: z.nullable(z.int()),
    /** There is more than `count`. */
    isMore: z.boolean(),
  }),
});

export const putRetention = defineCall({
  name: "putRetention",
  method: "PUT",
  path: "/api/office/retention/:kind",
  audience: "office",
  permission: "Unspecified.Administrate",
  summary:
    "Set how long a kind of data is kept, from the next run of retention on. What deletes more than before has to be confirmed",
  params: z.object({ kind: kindOfData }),
  body: z.object({
    /** Null: for ever. Absent: the office has no period of its own any more. */
    days: z.optional(periodDays),
    /** The period in force as the caller read it. */
    presentDays: periodDays,
    /** How much the next run would delete then, as the caller read it. */
    confirmedCount: z.optional(z.int().check(z.minimum(0))),
  }),
  response: retentionPeriod,
  example: { days: 180, presentDays: 180 },
});

const home = namedSchema(
  "Home",
  z.extend(z.omit(property, { assets: true }), {
    /** Null: not known. */
    clientId: z.nullable(lookupId),
  }),
);
const homeParams = z.object({ propertyId: id });
const tenantParams = z.object({ propertyId: id, propertyTenantId: id });
const firstLine = text(200).check(z.minLength(1));

const { addressLine1, addressLine2, addressLine3, addressLine4, postcode } = property.shape;
const foundHome = namedSchema(
  "FoundHome",
  z.object({
    propertyId: id,
    uprn: z.nullable(text(12)),
    addressLine1,
    addressLine2,
    addressLine3,
    addressLine4,
    postcode,
    /** Null: not known. */
    clientId: z.nullable(lookupId),
    /** The names of its contacts, by which homes of one address are told apart; null: it has none. */
    tenantNames: z.nullable(text(1000)),
  }),
);

export const listHomes = defineCall({
  name: "listHomes",
  method: "GET",
  path: "/api/office/properties",
  audience: "office",
  permission: "Property.View",
  summary:
    "Properties whose address, UPRN or contacts contain every word of a search, also those that had no job yet",
  query: z.object({
    search: text(200).check(z.trim(), z.minLength(1)),
    /** Absent: 20. */
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d?$/))),
  }),
  response: z.array(foundHome),
});

export const readHome = defineCall({
  name: "readHome",
  givesVersion: true,
  method: "GET",
  path: "/api/office/properties/:propertyId",
  audience: "office",
  permission: "Property.View",
  summary: "A property with its contacts and its warnings",
  params: homeParams,
  response: home,
});

export const correctHome = defineCall({
  name: "correctHome",
  givesVersion: true,
  takesVersion: true,
  method: "PUT",
  path: "/api/office/properties/:propertyId",
  audience: "office",
  permission: "Property.Edit",
  summary: "Correct the address of a property: phones with an open job there follow",
  params: homeParams,
  body: z.object({
    addressLine1: firstLine,
    addressLine2: property.shape.addressLine2,
    addressLine3: property.shape.addressLine3,
    addressLine4: property.shape.addressLine4,
    postcode: property.shape.postcode.check(z.minLength(1)),
    coordinatesLatitude: z.optional(property.shape.coordinatesLatitude),
    coordinatesLongitude: z.optional(property.shape.coordinatesLongitude),
    uprn: property.shape.uprn,
    landlord: property.shape.landlord,
  }),
  response: home,
  example: {
    addressLine1: "1 Example Street",
    addressLine2: null,
    addressLine3: "Leeds",
    addressLine4: null,
    postcode: "LS6 1AA",
  },
});

export const removeHome = defineCall({
  name: "removeHome",
  takesVersion: true,
  method: "DELETE",
  path: "/api/office/properties/:propertyId",
  audience: "office",
  permission: "Property.Delete",
  summary: "Remove a property at which there was never a job, with its contacts",
  params: homeParams,
  response: acknowledged,
});

export const removeHomeWarning = defineCall({
  name: "removeHomeWarning",
  method: "DELETE",
  path: "/api/office/properties/:propertyId/notifications/:propertyNotificationId",
  audience: "office",
  permission: "Property.Delete",
  summary: "Remove a warning about a property or its people: phones with an open job there follow",
  params: z.object({ propertyId: id, propertyNotificationId: id }),
  response: acknowledged,
});

export const correctTenant = defineCall({
  name: "correctTenant",
  givesVersion: true,
  takesVersion: true,
  method: "PUT",
  path: "/api/office/properties/:propertyId/tenants/:propertyTenantId",
  audience: "office",
  permission: "Property.Edit",
  summary: "Correct a contact of a property: phones with an open job there follow",
  params: tenantParams,
  body: z.object({
    fullName: firstLine,
    contactType: propertyTenant.shape.contactType,
    emailAddress: propertyTenant.shape.emailAddress,
    phones: propertyTenant.shape.phones,
  }),
  response: propertyTenant,
  example: {
    fullName: "Pat Example",
    contactType: null,
    emailAddress: null,
    phones: [{ phoneType: "Mobile", number: "07700900123" }],
  },
});

export const removeTenant = defineCall({
  name: "removeTenant",
  takesVersion: true,
  method: "DELETE",
  path: "/api/office/properties/:propertyId/tenants/:propertyTenantId",
  audience: "office",
  permission: "Property.Delete",
  summary:
    "Remove a contact of a property, here and on every phone that has had a job there; what jobs recorded stays",
  params: tenantParams,
  response: acknowledged,
});

const fileName = z.object({ id, name: text(300) });

export const exportTenant = defineCall({
  name: "exportTenant",
  method: "GET",
  path: "/api/office/tenants/:propertyTenantId/export",
  audience: "office",
  permission: "Property.Export",
  summary:
    "Everything that is stored about a tenant: the contact, and each job whose records name them",
  params: z.object({ propertyTenantId: id }),
  response: z.object({
    exportedOn: isoDateTime,
    tenant: propertyTenant,
    /** What the housing system calls the tenant; null: it has not said. */
    reference: z.nullable(text(100)),
    /** The address in one line. */
    address: text(1000),
    /** The warnings about the home that name the tenant. */
    warnings: z.array(text(2000)),
    jobs: z.array(
      z.object({
        jobId: id,
        formattedJobId: text(50),
        appointmentDateTime: isoDateTime,
        /** Each record that names the tenant, by the table that it is in. */
        records: z.array(z.object({ kind: text(50), record: z.unknown() })),
        /** The images of the job, which `/api/office/images` returns by these ids. */
        images: z.array(fileName),
        /** The documents of the job, which `/api/office/documents` returns by these ids. */
        documents: z.array(fileName),
      }),
    ),
  }),
});

export const eraseTenant = defineCall({
  name: "eraseTenant",
  method: "POST",
  path: "/api/office/tenants/:propertyTenantId/erasure",
  audience: "office",
  permission: "Property.Delete",
  summary:
    "Erase a tenant's data: the contact everywhere, and their name in the records of the home's jobs; a gas safety record stays as long as the law asks",
  params: z.object({ propertyTenantId: id }),
  body: z.object({
    /** Images of jobs at the home that show the tenant, also images that have not arrived yet. */
    imageIds: z.optional(z.array(id)),
  }),
  response: z.object({
    /** How many records were reduced, and how many images and documents were deleted. */
    reduced: z.int(),
    images: z.int(),
    documents: z.int(),
    /** What stays, why, and until when at the earliest. */
    kept: z.array(z.object({ documentId: id, jobId: id, reason: text(300), until: isoDateTime })),
  }),
});
