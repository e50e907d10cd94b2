import { defineCall } from "../call.ts";
import { id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

/**
 * Messages between a housing system and contractors after the schemas of HACT (UK Housing Data Standards, "M3SoR v7"). They
 * have the members that Fieldfare reads or writes; others are ignored. docs/hact.md says what each becomes.
 */

/** A sender may leave a member out or set it to null. */
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

/** A code of the standard. Some systems send it as a number. */
const code = z.union([text(50).check(z.minLength(1)), z.int32()]);

const reference = namedSchema(
  "HactReference",
  z.object({
    ID: text(100).check(z.trim(), z.minLength(1)),
    Description: maybe(text(2000)),
    AllocatedBy: maybe(text(200)),
  }),
);

const keysafe = namedSchema(
  "HactKeysafe",
  z.object({ Location: maybe(text(500)), Code: maybe(text(100)) }),
);

const address = namedSchema(
  "HactAddress",
  z.object({
    BuildingNumber: maybe(text(50)),
    BuildingName: maybe(text(200)),
    StreetName: maybe(text(200)),
    CityName: maybe(text(200)),
    AddressLine: maybe(z.array(text(200)).check(z.maxLength(10))),
    PostalCode: maybe(text(10)),
  }),
);

const unit = namedSchema(
  "HactUnit",
  z.object({
    Address: maybe(address),
    Reference: maybe(z.array(reference).check(z.maxLength(20))),
    Keysafe: maybe(keysafe),
  }),
);

const rateScheduleItem = namedSchema(
  "HactRateScheduleItem",
  z.object({
    M3NHFSORCode: maybe(text(50)),
    CustomCode: maybe(text(50)),
    CustomName: maybe(text(500)),
    Quantity: maybe(
      z.object({
        Amount: z.array(z.number().check(z.minimum(0), z.maximum(1_000_000))).check(z.maxLength(5)),
        UnitOfMeasurementCode: maybe(text(20)),
      }),
    ),
  }),
);
export type HactRateScheduleItem = z.output<typeof rateScheduleItem>;

const trade = namedSchema(
  "HactTrade",
  z.object({ Code: code, CustomCode: maybe(text(50)), CustomName: maybe(text(200)) }),
);

const workElement = namedSchema(
  "HactWorkElement",
  z.object({
    Reference: maybe(reference),
    Trade: maybe(z.array(trade).check(z.maxLength(20))),
    RateScheduleItem: z.array(rateScheduleItem).check(z.maxLength(100)),
  }),
);

const identification = z.object({ Type: maybe(text(200)), Number: maybe(text(200)) });

const party = namedSchema(
  "HactParty",
  z.object({
    Organization: maybe(
      z.object({
        Name: maybe(text(200)),
        Reference: maybe(z.array(reference).check(z.maxLength(20))),
      }),
    ),
    Person: maybe(
      z.object({
        Name: maybe(z.object({ Full: maybe(text(200)) })),
        Identification: maybe(identification),
        Communication: maybe(
          z
            .array(
              z.object({
                Channel: maybe(z.object({ Medium: maybe(code), Code: maybe(code) })),
                Value: maybe(text(254)),
              }),
            )
            .check(z.maxLength(20)),
        ),
      }),
    ),
  }),
);

const appointmentWindow = namedSchema(
  "HactAppointmentWindow",
  z.object({
    Date: maybe(z.iso.date()),
    TimeOfDay: z.object({
      Name: maybe(text(100)),
      EarliestArrivalTime: maybe(
        text(20).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, "a time such as 08:00:00")),
      ),
      LatestArrivalTime: maybe(text(20)),
      LatestCompletionTime: maybe(text(20)),
    }),
  }),
);

const alerts = z
  .array(z.object({ Type: code, Comments: maybe(text(5000)) }))
  .check(z.maxLength(50));

/** What both messages for a repair have. */
const repair = {
  DescriptionOfWork: text(8000).check(z.trim(), z.minLength(1)),
  Priority: z.object({
    PriorityCode: code,
    PriorityDescription: maybe(text(200)),
    RequiredCompletionDateTime: isoDateTime,
  }),
  WorkClass: z.object({ WorkClassCode: code }),
  ParkingArrangements: maybe(text(500)),
  WorkElement: maybe(z.array(workElement).check(z.maxLength(100))),
  LocationOfRepair: maybe(text(500)),
  AccessInformation: maybe(z.object({ Keysafe: maybe(keysafe), Description: maybe(text(1000)) })),
  PersonAlert: maybe(alerts),
  LocationAlert: maybe(alerts),
  DateReported: maybe(isoDateTime),
  SitePropertyUnit: maybe(z.array(unit).check(z.maxLength(20))),
  /** Not in the standard: the time that was agreed with the tenant. */
  RefinedAppointmentWindow: maybe(appointmentWindow),
};

export const raiseRepairMessage = namedSchema(
  "HactRaiseRepair",
  z.object({
    Reference: maybe(z.union([reference, z.array(reference).check(z.maxLength(20))])),
    ...repair,
  }),
);
export type RaiseRepairMessage = z.output<typeof raiseRepairMessage>;

export const scheduleRepairMessage = namedSchema(
  "HactScheduleRepair",
  z.object({
    Reference: z.array(reference).check(z.minLength(1), z.maxLength(20)),
    InstructedBy: z.object({ Name: maybe(text(200)) }),
    AssignedToPrimary: party,
    Site: maybe(
      z.object({
        Property: maybe(
          z
            .array(
              z.object({
                Address: maybe(address),
                Unit: maybe(z.array(unit).check(z.maxLength(20))),
              }),
            )
            .check(z.maxLength(20)),
        ),
      }),
    ),
    Customer: maybe(party),
    ...repair,
  }),
);
export type ScheduleRepairMessage = z.output<typeof scheduleRepairMessage>;

const attachment = namedSchema(
  "HactAttachment",
  z.object({
    Filename: text(200),
    AsOfDate: z.iso.date(),
    Reference: z.array(reference),
    URI: z.optional(text(2000)),
    Title: z.optional(text(200)),
    EmbeddedFileBinaryObject: z.optional(z.string()),
    Description: z.optional(text(500)),
  }),
);

const operative = namedSchema(
  "HactOperative",
  z.object({
    Identification: z.object({ Type: text(200), Number: text(200) }),
    NameFull: text(200),
  }),
);

export const jobStatusUpdateMessage = namedSchema(
  "HactJobStatusUpdate",
  z.object({
    Reference: reference,
    RelatedWorkOrderReference: reference,
    RelatedWorkElementReference: z.optional(z.array(reference)),
    EventTime: isoDateTime,
    TypeCode: text(50),
    OtherType: z.optional(text(100)),
    OperativesAssigned: z.optional(z.array(operative)),
    RefinedAppointmentWindow: z.optional(appointmentWindow),
    Comments: z.optional(text(20_000)),
    Evidence: z.optional(z.array(attachment)),
  }),
);
export type JobStatusUpdateMessage = z.output<typeof jobStatusUpdateMessage>;

export const workOrderCompleteMessage = namedSchema(
  "HactWorkOrderComplete",
  z.object({
    WorkOrderReference: reference,
    BillOfMaterialItem: z.array(rateScheduleItem),
    CompletedWorkElements: z.array(workElement),
    OperativesUsed: z.array(
      z.object({
        Trade: z.optional(z.array(trade)),
        WorkElementReference: z.optional(z.array(reference)),
        Identification: operative.shape.Identification,
        NameFull: operative.shape.NameFull,
      }),
    ),
    JobStatusUpdates: z.array(jobStatusUpdateMessage),
  }),
);
export type WorkOrderCompleteMessage = z.output<typeof workOrderCompleteMessage>;

const accepted = z.object({
  jobId: id,
  formattedJobId: text(50),
  /** Under which the work order is found; without a reference in the message it is the job's number. */
  workOrderReference: text(100),
});

const priority = { PriorityCode: 2, RequiredCompletionDateTime: "2026-01-09T17:00:00.000Z" };
const site = [
  {
    Address: { AddressLine: ["1 Example Street"], PostalCode: "LS1 1AA" },
    Reference: [{ ID: "100023336956", Description: "UPRN" }],
  },
];

export const raiseRepair = defineCall({
  name: "raiseRepair",
  method: "POST",
  path: "/api/hact/RaiseRepair",
  audience: "office",
  permission: "Job.Add",
  summary: "Raise a job from a HACT RaiseRepair; the same message again is the same job",
  body: raiseRepairMessage,
  ignoresUnknownMembers: true,
  response: accepted,
  example: {
    Reference: [{ ID: "WO-10001", AllocatedBy: "Housing system" }],
    DescriptionOfWork: "No heating or hot water",
    Priority: priority,
    WorkClass: { WorkClassCode: 0 },
    SitePropertyUnit: site,
  },
});

export const scheduleRepair = defineCall({
  name: "scheduleRepair",
  method: "POST",
  path: "/api/hact/ScheduleRepair",
  audience: "office",
  permission: "Job.Add",
  summary:
    "Raise a job from a HACT ScheduleRepair with its appointment and engineer, or change that of a work order that is known",
  body: scheduleRepairMessage,
  ignoresUnknownMembers: true,
  response: accepted,
  example: {
    Reference: [{ ID: "WO-10002", AllocatedBy: "Housing system" }],
    DescriptionOfWork: "No heating or hot water",
    Priority: priority,
    WorkClass: { WorkClassCode: 0 },
    InstructedBy: { Name: "Example Homes" },
    AssignedToPrimary: { Organization: { Name: "Example Heating Ltd" } },
    SitePropertyUnit: site,
    RefinedAppointmentWindow: {
      Date: "2026-01-08",
      TimeOfDay: { Name: "AM", EarliestArrivalTime: "08:00:00" },
    },
  },
});

const ofWorkOrder = z.object({ reference: text(100) });

export const readWorkOrderComplete = defineCall({
  name: "readWorkOrderComplete",
  method: "GET",
  path: "/api/hact/work-orders/:reference/WorkOrderComplete",
  audience: "office",
  permission: "Job.View",
  summary: "The HACT WorkOrderComplete of a work order, once its work is complete and delivered",
  params: ofWorkOrder,
  response: workOrderCompleteMessage,
});

export const listJobStatusUpdates = defineCall({
  name: "listJobStatusUpdates",
  method: "GET",
  path: "/api/hact/work-orders/:reference/JobStatusUpdates",
  audience: "office",
  permission: "Job.View",
  summary: "The HACT JobStatusUpdates of a work order, oldest first",
  params: ofWorkOrder,
  response: z.array(jobStatusUpdateMessage),
});

const jobType = namedSchema(
  "HactJobType",
  z.object({
    jobCategoryId: lookupId,
    categoryName: text(200).check(z.minLength(1)),
    jobDetailTypeId: lookupId,
    detailTypeName: text(200).check(z.minLength(1)),
  }),
);
export type HactJobType = z.output<typeof jobType>;

const notice = namedSchema(
  "HactNotice",
  z.object({
    description: text(500).check(z.trim(), z.minLength(1)),
    severity: z.literal([0, 1, 2]),
    alertEngineer: z.boolean(),
  }),
);

/** What an alert becomes: a notice about the home in these words, or an alert of the job from the list of alert codes. */
const hactAlert = z.union([
  notice,
  namedSchema("HactAlertCode", z.object({ alertCode: text(50).check(z.minLength(1)) })),
]);

const status = namedSchema(
  "HactStatus",
  z.object({ typeCode: text(20).check(z.minLength(1)), otherType: z.nullable(text(100)) }),
);

/** A table by code. */
const table = <S extends z.ZodMiniType>(row: S) =>
  z
    .record(text(200).check(z.minLength(1)), row)
    .check(z.refine((rows) => Object.keys(rows).length <= 5000, "at most 5000 codes"));

/** The steps of a job that are sent to a housing system. */
export const hactSteps = [
  "assigned",
  "travelling",
  "onSite",
  "accessGained",
  "held",
  "resumed",
  "cancelled",
  "noAccess",
  "removed",
] as const;
export type HactStep = (typeof hactSteps)[number];

export const hactCodes = namedSchema(
  "HactCodes",
  z.object({
    priorities: table(text(100).check(z.minLength(1))),
    /** Null: the trade decides. */
    workClasses: table(z.nullable(jobType)),
    trades: table(jobType),
    otherTrades: z.nullable(jobType),
    sors: table(text(50).check(z.minLength(1))),
    personAlerts: table(z.nullable(hactAlert)),
    otherPersonAlerts: z.nullable(hactAlert),
    locationAlerts: table(z.nullable(hactAlert)),
    otherLocationAlerts: z.nullable(hactAlert),
    operatives: table(text(254).check(z.trim(), z.toLowerCase())),
    statuses: z.object({
      assigned: z.nullable(status),
      travelling: z.nullable(status),
      onSite: z.nullable(status),
      accessGained: z.nullable(status),
      held: z.nullable(status),
      resumed: z.nullable(status),
      cancelled: z.nullable(status),
      noAccess: z.nullable(status),
      removed: z.nullable(status),
    } satisfies Record<HactStep, z.ZodMiniType>),
    outcomes: z.record(
      text(5).check(z.regex(/^[1-8]$/, "the number of an outcome, 1 to 8")),
      z.object({ status: z.nullable(status), isComplete: z.boolean() }),
    ),
  }),
);
export type HactCodes = z.output<typeof hactCodes>;

export const readHactCodes = defineCall({
  name: "readHactCodes",
  method: "GET",
  path: "/api/office/hact/codes",
  audience: "office",
  permission: "Unspecified.View",
  summary: "The code tables between HACT messages and jobs",
  response: hactCodes,
});

export const putHactCodes = defineCall({
  name: "putHactCodes",
  method: "PUT",
  path: "/api/office/hact/codes",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Replace tables of codes; a table that is left out stays as it is",
  body: z.partial(hactCodes),
  response: hactCodes,
  example: { priorities: { "1": "Emergency", "2": "Urgent", "3": "Routine" } },
});

/** What became of a message to the housing system. */
export const hactMessageStates = ["waiting", "sent", "failed"] as const;

const sentMessage = z.object({
  messageId: id,
  sequence: z.int(),
  workOrderReference: text(100),
  jobId: id,
  type: z.enum(["JobStatusUpdate", "WorkOrderComplete"]),
  step: text(50),
  happenedOn: isoDateTime,
  state: z.enum(hactMessageStates),
  attempts: z.int(),
  lastAttemptOn: z.nullable(isoDateTime),
  lastError: z.nullable(text(500)),
  sentOn: z.nullable(isoDateTime),
});

export const listHactMessages = defineCall({
  name: "listHactMessages",
  method: "GET",
  path: "/api/office/hact/messages",
  audience: "office",
  permission: "Job.ViewList",
  summary: "What was sent to the housing system, waits or failed, newest first",
  query: z.object({
    state: z.optional(z.enum(hactMessageStates)),
    /** The sequence of the last message of the answer before. */
    before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  response: z.array(sentMessage),
});

export const repeatHactMessage = defineCall({
  name: "repeatHactMessage",
  method: "POST",
  path: "/api/office/hact/messages/:messageId/send",
  audience: "office",
  permission: "Job.Edit",
  summary: "Send a message to the housing system again",
  params: z.object({ messageId: id }),
  response: z.object({ messageId: id }),
});
