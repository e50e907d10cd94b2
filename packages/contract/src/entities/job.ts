import { jobStatuses } from "@fieldfare/domain";
import { calendarDay, id, isoDateTime, lookupId, namedSchema, sha256, text, z } from "../schema.ts";

export const jobStatus = namedSchema("JobStatus", z.enum(jobStatuses));

/** When the job last reached each status; a status that it has not reached is absent. */
export const statusTimestamps = z.partialRecord(jobStatus, isoDateTime);

export const hold = namedSchema(
  "Hold",
  z.object({
    holdReasonId: lookupId,
    holdDescription: z.nullable(text(2000)),
    timestamp: isoDateTime,
  }),
);

export const propertyNotification = namedSchema(
  "PropertyNotification",
  z.object({
    propertyNotificationId: id,
    code: text(50),
    description: text(2000),
    /** 0 neutral, 1 warning, 2 danger. */
    severity: z.literal([0, 1, 2]),
    alertEngineer: z.boolean(),
    confirmedRead: z.boolean(),
    confirmedReadTimestamp: z.nullable(isoDateTime),
  }),
);

export const phone = z.object({ phoneType: z.enum(["Mobile", "Home", "Alt"]), number: text(20) });

export const propertyTenant = namedSchema(
  "PropertyTenant",
  z.object({
    propertyTenantId: id,
    propertyId: id,
    fullName: text(200),
    isPrimaryTenant: z.boolean(),
    contactType: z.nullable(lookupId),
    emailAddress: z.nullable(text(254)),
    /** Bit flags: 1 Email, 2 Phone, 4 Text. */
    contactMethodType: z.int32(),
    phones: z.array(phone),
    addedByEngineer: z.boolean(),
    flagDeleted: z.boolean(),
    createdOn: isoDateTime,
    modifiedOn: isoDateTime,
  }),
);

export const propertyAppliance = namedSchema(
  "PropertyAppliance",
  z.object({
    propertyAssetId: id,
    propertyId: id,
    type: lookupId,
    manufacturerId: z.nullable(lookupId),
    manufacturerName: z.nullable(text(200)),
    unknownManufacturerName: z.nullable(text(50)),
    manufacturerModelId: z.nullable(lookupId),
    modelName: z.nullable(text(200)),
    unknownModelName: z.nullable(text(50)),
    gasCouncilNumber: z.nullable(text(20)),
    location: z.nullable(lookupId),
    fuelType: z.nullable(lookupId),
    flueType: z.nullable(lookupId),
    flueDirection: z.nullable(lookupId),
    condition: z.nullable(lookupId),
    ownership: z.nullable(lookupId),
    serialNumber: z.nullable(text(100)),
    /** In years. */
    estimatedAge: z.nullable(z.int32()),
    dateInstalled: z.nullable(text(30)),
    addedByEngineer: z.boolean(),
    scrapped: z.boolean(),
    scrappedDateTime: z.nullable(isoDateTime),
    createdOn: isoDateTime,
    modifiedOn: isoDateTime,
  }),
);

export const partLocation = z.object({
  locationId: z.union([id, lookupId]),
  siteName: text(200),
  locationName: text(200),
  deliveryType: text(100),
  addressLine1: text(200),
  store: z.nullable(text(200)),
});

export const jobPart = namedSchema(
  "JobPart",
  z.object({
    jobPartId: id,
    jobId: id,
    /** 1 ordered in advance, 2 added by the engineer and used, 3 to be ordered. */
    usageType: z.literal([1, 2, 3]),
    usageStatus: z.nullable(z.enum(["Requested", "Exact", "Partial", "Additional", "Unused"])),
    status: z.enum(["NotApplicable", "Collect", "Partial", "Collected", "Excess", "Unused"]),
    /** What was ordered, was taken from stock, or is required. */
    qty: z.int32(),
    qtyCollected: z.int32(),
    qtyUsed: z.int32(),
    qtyRequired: z.int32(),
    shortDescription: text(200),
    comments: z.nullable(text(2000)),
    isVanStock: z.boolean(),
    isPartRequired: z.boolean(),
    addedByFieldOp: z.boolean(),
    partAddedDateTime: isoDateTime,
    partUnitTypeId: z.nullable(lookupId),
    manufacturerModelId: z.nullable(lookupId),
    manufacturerPartCode: z.nullable(text(100)),
    internalPartCode: z.nullable(text(100)),
    collectedDateTime: z.nullable(isoDateTime),
    purchaseOrderId: z.nullable(z.union([id, lookupId])),
    purchaseOrderDetailId: z.nullable(z.union([id, lookupId])),
    supplierTicketNumber: z.nullable(text(100)),
    location: z.nullable(partLocation),
  }),
);

export const plannedSor = namedSchema(
  "PlannedSor",
  z.object({
    jobId: id,
    sorCodeId: lookupId,
    sorCode: text(50),
    shortDescription: text(500),
    qty: z.number(),
    qtyUsed: z.number(),
    /** 2 if added by the engineer. */
    usageType: lookupId,
    updatedOnDateTime: isoDateTime,
  }),
);

/** Limited to a database integer, because a larger version could not be looked up. */
export const formVersion = z.int32().check(z.minimum(0));

export const jobCustomForm = namedSchema(
  "JobCustomForm",
  z.object({
    customFormId: id,
    customFormDefinitionId: id,
    version: formVersion,
    jobId: id,
    /** 0 added by the engineer, 1 not required, 2 recommended, 3 required. */
    usageRequirement: z.literal([0, 1, 2, 3]),
    completionStatus: z.enum(["NotStarted", "InProgress", "Complete"]),
    addedByUser: z.boolean(),
    optional: z.boolean(),
    addedOnDateTime: isoDateTime,
    /** The answers when the form was last completed at the property, by question; null: never. */
    previousAnswers: z.nullable(z.record(z.string(), z.unknown())),
    /** The answers by question, also of a form that is not complete; null: not begun. */
    completedForm: z.nullable(z.record(z.string(), z.unknown())),
    completedOn: z.nullable(isoDateTime),
    savedOnDateTime: z.nullable(isoDateTime),
    /** True for an incomplete form that the phone had no definition of, or could not show. */
    cannotBeOpened: z.optional(z.boolean()),
  }),
);

export const engineeringNote = namedSchema(
  "EngineeringNote",
  z.object({
    engineeringNoteId: id,
    jobId: id,
    fieldOperativeAppointmentId: id,
    description: text(10_000),
    /** False: documents do not print the note. */
    isPublic: z.boolean(),
    imageIds: z.array(id),
    createdOn: isoDateTime,
    modifiedOn: isoDateTime,
  }),
);

/** The person or company responsible for a rented property, as a gas safety record names them. */
export const landlord = z.object({
  name: text(200),
  /** Lines, with the postcode last. */
  address: text(1000),
});

export const property = namedSchema(
  "Property",
  z.object({
    propertyId: id,
    addressLine1: text(200),
    addressLine2: z.nullable(text(200)),
    addressLine3: z.nullable(text(200)),
    addressLine4: z.nullable(text(200)),
    postcode: text(10),
    /** In degrees, as is the longitude. */
    coordinatesLatitude: z.nullable(z.number().check(z.minimum(-90), z.maximum(90))),
    coordinatesLongitude: z.nullable(z.number().check(z.minimum(-180), z.maximum(180))),
    /** Unique property reference number. */
    uprn: z.optional(z.nullable(text(12))),
    /** The landlord or the agent. */
    landlord: z.optional(z.nullable(landlord)),
    notifications: z.array(propertyNotification),
    assets: z.array(propertyAppliance),
    tenants: z.array(propertyTenant),
  }),
);

/** A completed job of the same property, as the history cards show it. */
export const jobHistoryItem = namedSchema(
  "JobHistoryItem",
  z.object({
    jobId: id,
    formattedJobId: text(50),
    appointmentDateTime: isoDateTime,
    engineerName: text(200),
    mobileNumber: z.nullable(text(20)),
    jobCategory: text(200),
    jobDetailType: text(200),
    outcome: z.nullable(text(200)),
    jobDetails: z.nullable(text(10_000)),
    notes: z.array(z.object({ category: text(200), note: text(10_000) })),
  }),
);
export type JobHistoryItem = z.output<typeof jobHistoryItem>;

/** The business that is named on its documents. */
export const business = namedSchema(
  "Business",
  z.object({
    name: text(200).check(z.minLength(1)),
    /** Lines, with the postcode last. */
    address: text(1000),
    telephone: z.nullable(text(30)),
    gasSafeRegistration: z.nullable(text(20)),
  }),
);
export type Business = z.output<typeof business>;

/** The business and the engineer who carry a job out, as a gas safety record names them. */
export const issuer = namedSchema(
  "Issuer",
  z.object({
    /** Null until the office has entered it. */
    business: z.nullable(business),
    engineerName: text(200),
    /** The licence number of the engineer's Gas Safe ID card. */
    gasSafeIdCard: z.nullable(text(20)),
  }),
);
export type Issuer = z.output<typeof issuer>;

/** A warning from an earlier visit that an engineer needs before entering the property. */
export const visitWarning = namedSchema(
  "VisitWarning",
  z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("danger"),
      visitedOn: calendarDay,
      classification: z.enum(["ID", "AR"]),
      /** The appliance or part of the installation, with its location. */
      name: text(200),
    }),
    z.object({
      kind: z.literal("no-access"),
      visitedOn: calendarDay,
      /** The text of the list; null if the list no longer has the reason. */
      reason: z.nullable(text(200)),
    }),
  ]),
);

/** Where the key of a home hangs, and the code that opens its safe. */
export const keySafe = namedSchema(
  "KeySafe",
  z.object({
    location: z.nullable(text(500)),
    code: z.nullable(text(50)),
  }),
);
export type KeySafe = z.output<typeof keySafe>;

/** Somebody to reach about one visit who is no contact of the home, such as a caretaker. */
export const visitContact = namedSchema(
  "VisitContact",
  z.object({
    fullName: text(200).check(z.minLength(1)),
    /** Who this is to the visit, such as `Caretaker`. */
    role: z.nullable(text(100)),
    telephone: z.nullable(text(30)),
    emailAddress: z.nullable(text(254)),
  }),
);
export type VisitContact = z.output<typeof visitContact>;

/** The kinds of files that engineers get to read before a visit. */
export const attachmentTypes = ["application/pdf", "image/jpeg", "image/png"] as const;

/** A document or photo of the office, for the engineer to read before the visit. */
export const jobAttachment = namedSchema(
  "JobAttachment",
  z.object({
    attachmentId: id,
    /** What the office calls it. */
    name: text(200),
    contentType: z.enum(attachmentTypes),
    bytes: z.int(),
    sha256,
  }),
);
export type JobAttachment = z.output<typeof jobAttachment>;

/** A job as the server sends it to a device, with the state that the server last recorded. */
export const serverJob = namedSchema(
  "Job",
  z.object({
    jobId: id,
    formattedJobId: text(50),
    fieldOperativeAppointmentId: id,
    status: jobStatus,
    statusTimestamps,
    hold: z.nullable(hold),
    outcomeId: z.nullable(lookupId),
    partRequiredConfirmed: z.boolean(),
    parts: z.array(jobPart),
    appointmentDateTime: isoDateTime,
    clientPreferredTimeName: z.nullable(text(100)),
    taskDetails: z.nullable(text(10_000)),
    jobCategoryId: lookupId,
    jobDetailTypeId: lookupId,
    jobStageId: z.nullable(lookupId),
    description: z.object({
      categoryName: text(200),
      detailTypeName: text(200),
      accessNotes: z.nullable(text(2000)),
      jobPriority: z.nullable(text(100)),
    }),
    property,
    /** Null: there is none. Absent: an older server. */
    keySafe: z.optional(z.nullable(keySafe)),
    /** Whom to reach about the visit besides the contacts of the home. Absent: an older server. */
    visitContacts: z.optional(z.array(visitContact)),
    /** What to read before the visit, in the order of the office. Absent: an older server. */
    attachments: z.optional(z.array(jobAttachment)),
    /** The contact with whom the job was raised. Absent: nobody was chosen, or an older server. */
    contactId: z.optional(z.nullable(id)),
    /** Absent while the job is not assigned. */
    issuer: z.optional(issuer),
    customForms: z.array(jobCustomForm),
    plannedSors: z.array(plannedSor),
    /** How often the office has changed what is planned and ordered. Absent: an older server. */
    ordersVersion: z.optional(z.int()),
    notes: z.array(engineeringNote),
    /** Earlier completed jobs at this property, newest first. */
    history: z.optional(z.array(jobHistoryItem)),
    /** Dangers that no later visit has ended, and attempts since access was last gained. Absent: an older server. */
    visitWarnings: z.optional(z.array(visitWarning)),
    /**
     * Where the visit stands that the engineer has begun with another device, and since when. Absent: it has not begun, was begun
     * with this device, or an older server.
     */
    begunElsewhere: z.optional(
      z.object({
        status: jobStatus,
        isOnHold: z.boolean(),
        since: isoDateTime,
        /** True: that device was wiped, after it had handed over what it had recorded. */
        isWiped: z.optional(z.boolean()),
      }),
    ),
  }),
);

export type ServerJob = z.output<typeof serverJob>;
export type JobPart = z.output<typeof jobPart>;
export type JobCustomForm = z.output<typeof jobCustomForm>;
export type PlannedSor = z.output<typeof plannedSor>;
export type EngineeringNote = z.output<typeof engineeringNote>;
export type PropertyAppliance = z.output<typeof propertyAppliance>;
export type PropertyTenant = z.output<typeof propertyTenant>;
export type Property = z.output<typeof property>;
