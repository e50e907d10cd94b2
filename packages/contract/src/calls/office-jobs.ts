import { defineCall } from "../call.ts";
import {
  jobCustomForm,
  jobPart,
  jobStatus,
  keySafe,
  plannedSor,
  property,
  propertyAppliance,
  propertyTenant,
  serverJob,
  visitContact,
} from "../entities/job.ts";
import { closeOutcome, jobContent, jobNoAccess } from "../messages/job.ts";
import { messageOrder } from "../messages/messages.ts";
import { messageTypes } from "../messages/paths.ts";
import {
  calendarDay,
  id,
  isoDateTime,
  lookupId,
  lookupIdInPath,
  namedSchema,
  text,
  z,
} from "../schema.ts";
import { expectedJob } from "./expected-job.ts";
import { earlierVisit } from "./earlier-visit.ts";

/** What another system calls a job. */
const externalReference = namedSchema(
  "ExternalReference",
  z.object({
    /** The system that gave the reference, such as `northgate`. */
    source: text(50).check(z.minLength(1)),
    reference: text(100).check(z.minLength(1)),
  }),
);
export type ExternalReference = z.output<typeof externalReference>;

/** Each reference of a source belongs to one job. */
const externalReferences = z.array(externalReference).check(z.maxLength(20));

const draftNotification = z.object({
  code: text(50),
  description: text(2000),
  severity: z.literal([0, 1, 2]),
  alertEngineer: z.boolean(),
});

const draftAppliance = z.extend(z.partial(propertyAppliance), { type: lookupId });

/** The most that a visit may name. */
export const visitLimits = {
  forms: 20,
  alerts: 20,
  contacts: 10,
  attachments: 10,
  /** Codes of the schedule of rates that are planned. */
  plannedSors: 500,
  /** Parts that are ordered in advance. */
  parts: 200,
  /** Of one file. */
  attachmentBytes: 10_485_760,
  /** Of the files of one job together: the engineer's phone stores them. */
  attachmentBytesOfJob: 20_971_520,
} as const;

/** A part that was ordered in advance. With a location it waits there for the engineer to collect it. */
const draftPart = z.object({
  qty: jobPart.shape.qty.check(z.minimum(1)),
  shortDescription: jobPart.shape.shortDescription,
  comments: z.optional(jobPart.shape.comments),
  partUnitTypeId: z.optional(jobPart.shape.partUnitTypeId),
  manufacturerModelId: z.optional(jobPart.shape.manufacturerModelId),
  manufacturerPartCode: z.optional(jobPart.shape.manufacturerPartCode),
  internalPartCode: z.optional(jobPart.shape.internalPartCode),
  purchaseOrderId: z.optional(jobPart.shape.purchaseOrderId),
  purchaseOrderDetailId: z.optional(jobPart.shape.purchaseOrderDetailId),
  supplierTicketNumber: z.optional(jobPart.shape.supplierTicketNumber),
  location: z.optional(jobPart.shape.location),
});

/** A code of the schedule of rates that the job was priced with. */
const draftSor = z.pick(plannedSor, {
  sorCodeId: true,
  sorCode: true,
  shortDescription: true,
  qty: true,
});

/**
 * A part that was ordered in advance, of a job that there is already. With the id of such a part of the job it says what
 * that part is now. Without an id it is the part that says the same, or a new one.
 */
const orderedPart = namedSchema("OrderedPart", z.extend(draftPart, { jobPartId: z.optional(id) }));
export type OrderedPart = z.output<typeof orderedPart>;

/** What the office has planned and ordered for a job. A repair from a housing system may have more than a change takes. */
const orderedWork = z.object({
  /** Each code once. Codes that the engineer has added are not among them. */
  plannedSors: z.array(draftSor),
  /** Parts that an engineer asked for, and that wait for this job, are not among them. */
  parts: z.array(orderedPart),
});
export type OrderedWork = z.output<typeof orderedWork>;

/** What a visit needs besides what is to be done. */
const visitNeeds = z.object({
  /** Ids of published forms that the engineer has to fill in, besides those of the type of job. */
  requiredForms: z.array(id).check(z.maxLength(visitLimits.forms)),
  /** Codes of the list of alerts, for this job alone. The phone shows the text of the list. */
  alertCodes: z.array(text(50).check(z.minLength(1))).check(z.maxLength(visitLimits.alerts)),
  /** Null: there is none. */
  keySafe: z.nullable(keySafe),
  /** Whom to reach about this visit besides the contacts of the home. */
  visitContacts: z.array(visitContact).check(z.maxLength(visitLimits.contacts)),
  /** Ids of uploaded documents and photos to read before the visit, in this order; 20 MB together at most. */
  attachmentIds: z.array(id).check(z.maxLength(visitLimits.attachments)),
});
export type VisitNeeds = z.output<typeof visitNeeds>;

/** How many open jobs of a home, and how many homes of an address, a caller may name. */
const maxExpected = 1000;

export const jobDraft = namedSchema(
  "JobDraft",
  z.object({
    ...z.partial(visitNeeds).shape,
    /** Ids may be left out: the server then creates them. A repeated jobId means the same job. */
    jobId: z.optional(id),
    formattedJobId: z.optional(text(50)),
    /** What other systems call the job. */
    externalReferences: z.optional(externalReferences),
    /** An open case of damp and mould at the home, to which the job belongs whatever its type. */
    dampCaseId: z.optional(id),
    /**
     * The open jobs of the home that the caller knows: if there is another one of the same type, the job is not raised. Absent:
     * that is not checked.
     */
    expectedOpenJobIds: z.optional(z.array(id).check(z.maxLength(maxExpected))),
    /**
     * Without a `propertyId`, the homes that the caller knows by the postcode and the first line of the address: if there is another
     * one, the job is not raised. Absent: that is not checked.
     */
    expectedPropertyIds: z.optional(z.array(id).check(z.maxLength(maxExpected))),
    /** The account of the engineer as the caller saw it: if it is disabled now, the job is not raised. Absent: that is not checked. */
    expectedEngineer: z.optional(z.object({ isDisabled: z.boolean() })),
    fieldOperativeId: z.nullable(id),
    appointmentDateTime: isoDateTime,
    clientPreferredTimeName: z.optional(z.nullable(text(100))),
    taskDetails: z.optional(z.nullable(text(10_000))),
    jobCategoryId: lookupId,
    jobDetailTypeId: lookupId,
    jobStageId: z.optional(z.nullable(lookupId)),
    categoryName: text(200),
    detailTypeName: text(200),
    accessNotes: z.optional(z.nullable(text(2000))),
    jobPriority: z.optional(z.nullable(text(100))),
    parts: z.optional(z.array(draftPart).check(z.maxLength(visitLimits.parts))),
    /** Each code once. */
    plannedSors: z.optional(z.array(draftSor).check(z.maxLength(visitLimits.plannedSors))),
    property: z.object({
      propertyId: z.optional(id),
      /** The client that the property belongs to. */
      clientId: z.optional(z.nullable(lookupId)),
      addressLine1: text(200).check(z.minLength(1)),
      addressLine2: z.optional(z.nullable(text(200))),
      addressLine3: z.optional(z.nullable(text(200))),
      addressLine4: z.optional(z.nullable(text(200))),
      postcode: text(10),
      coordinatesLatitude: z.optional(property.shape.coordinatesLatitude),
      coordinatesLongitude: z.optional(property.shape.coordinatesLongitude),
      uprn: property.shape.uprn,
      landlord: property.shape.landlord,
      notifications: z.optional(z.array(draftNotification)),
      tenants: z.optional(z.array(z.partial(propertyTenant))),
      /** An appliance with a known id is left unchanged. */
      assets: z.optional(z.array(draftAppliance)),
    }),
  }),
);

export const createJob = defineCall({
  name: "createJob",
  method: "POST",
  path: "/api/office/jobs",
  audience: "office",
  permission: "Job.Add",
  summary: "Raise a job, and assign it when fieldOperativeId is given",
  body: jobDraft,
  response: z.object({ jobId: id, fieldOperativeAppointmentId: z.nullable(id) }),
  example: {
    fieldOperativeId: null,
    appointmentDateTime: "2026-01-05T09:00:00.000Z",
    jobCategoryId: 2,
    jobDetailTypeId: 21,
    categoryName: "Gas repair",
    detailTypeName: "No heating",
    property: { addressLine1: "1 Example Street", postcode: "LS1 1AA" },
  },
});

export const putExternalReferences = defineCall({
  name: "putExternalReferences",
  givesVersion: true,
  takesVersion: true,
  method: "PUT",
  path: "/api/office/jobs/:jobId/external-references",
  audience: "office",
  permission: "Job.Edit",
  summary: "Replace what other systems call a job",
  params: z.object({ jobId: id }),
  body: z.object({ externalReferences }),
  response: z.object({ externalReferences }),
  example: { externalReferences: [{ source: "northgate", reference: "R-20451/1" }] },
});

export const assignJob = defineCall({
  name: "assignJob",
  givesVersion: true,
  takesVersion: true,
  method: "POST",
  path: "/api/office/jobs/:jobId/assign",
  audience: "office",
  permission: "Job.Allocate",
  summary:
    "Assign a job, or move it to another engineer; the earlier engineer's device is notified",
  params: z.object({ jobId: id }),
  body: z.object({
    fieldOperativeId: id,
    appointmentDateTime: z.optional(isoDateTime),
    /** Takes the job also from an engineer who has gained access; absent: such a job stays with that engineer. */
    force: z.optional(z.boolean()),
    /** What the caller has seen of the job: if it is no longer so, it is not assigned. Absent: that is not checked. */
    expected: z.optional(expectedJob),
  }),
  response: z.object({ fieldOperativeAppointmentId: id }),
});

export const giveBackJob = defineCall({
  name: "giveBackJob",
  givesVersion: true,
  takesVersion: true,
  method: "POST",
  path: "/api/office/jobs/:jobId/give-back",
  audience: "office",
  permission: "Job.Allocate",
  summary:
    "Give a job back to the engineer from whom it was moved and who has gone on with it: that visit counts then",
  params: z.object({ jobId: id }),
  body: z.object({
    /** The appointment of that engineer, as `earlierVisit` of the job names it. */
    fieldOperativeAppointmentId: id,
    /** What the caller has seen of the job: 409 if that is no longer so. Absent: that is not checked. */
    expected: z.optional(expectedJob),
  }),
  response: z.object({
    /** How many messages were evidence and count now. */
    messages: z.int(),
  }),
});

const jobDetails = namedSchema(
  "JobDetails",
  z.object({
    appointmentDateTime: isoDateTime,
    /** The time of day that the tenant prefers. */
    clientPreferredTimeName: z.nullable(text(100)),
    taskDetails: z.nullable(text(10_000)),
    accessNotes: z.nullable(text(2000)),
    jobPriority: z.nullable(text(100)),
    // What is left out stays as it is.
    ...z.partial(visitNeeds).shape,
    plannedSors: z.optional(
      orderedWork.shape.plannedSors.check(z.maxLength(visitLimits.plannedSors)),
    ),
    parts: z.optional(orderedWork.shape.parts.check(z.maxLength(visitLimits.parts))),
  }),
);
export type JobDetails = z.output<typeof jobDetails>;

export const changeJob = defineCall({
  name: "changeJob",
  givesVersion: true,
  takesVersion: true,
  method: "PUT",
  path: "/api/office/jobs/:jobId",
  audience: "office",
  permission: "Job.Edit",
  summary:
    "Change what a job says before it is closed; the phone of its engineer is told. Another appointment also needs the permission to assign jobs",
  params: z.object({ jobId: id }),
  body: z.object({
    /** The job as the caller saw it: if somebody has changed it since, it is refused. Needed without `If-Match`. */
    expected: z.optional(
      z.extend(jobDetails, {
        /** As in `ExpectedJob`: the request to cancel the job that the caller has read; null: there was none. Absent: that is not checked. */
        cancellationRequestedOn: expectedJob.shape.cancellationRequestedOn,
        /** As in `ExpectedJob`: counts for another appointment. Absent: that is not checked. */
        removalRequestedOn: expectedJob.shape.removalRequestedOn,
      }),
    ),
    details: jobDetails,
  }),
  response: jobDetails,
});

/** The outcomes of a job that is given up: 6 duplicate, 7 property contact, 8 not required. */
const cancelOutcome = z.literal([6, 7, 8]);

/** A job that the office has cancelled, or that it will cancel when a phone has removed it. */
const jobCancellation = namedSchema(
  "JobCancellation",
  z.object({
    requestedOn: isoDateTime,
    outcomeId: cancelOutcome,
    /** Null: retention has deleted it. */
    reason: z.nullable(text(500)),
    /** Null: a phone has the job and has not removed it. */
    cancelledOn: z.nullable(isoDateTime),
  }),
);

/** What the office does with a job, as the audit calls it. */
export const officeActionTypes = [
  "job-raised",
  "job-assigned",
  "job-changed",
  "job-removal-requested",
  "job-cancellation-requested",
  "job-cancelled",
  "command-queued",
  "part-ordered",
] as const;
export type OfficeActionType = (typeof officeActionTypes)[number];

const officeAction = namedSchema(
  "OfficeAction",
  z.object({
    /** The number of its entry in the audit. */
    sequence: z.int(),
    action: z.enum(officeActionTypes),
    at: isoDateTime,
    /** Null: the server did it by itself. */
    by: z.nullable(text(200)),
    /** Who has the job since then; null: nobody, or it is not about that. */
    fieldOperativeId: z.nullable(id),
    /** Who had it before. */
    previousFieldOperativeId: z.nullable(id),
    /** When the visit is planned since then; null: as before. */
    appointmentDateTime: z.nullable(isoDateTime),
    /** What of the job's details was changed. */
    changed: z.array(text(100)),
    /** Without asking the engineer. */
    isForced: z.boolean(),
    /** The job was given back: the visit that this engineer had gone on with counts. */
    isGivenBack: z.boolean(),
    /** What the office wrote to the engineer. */
    comment: z.nullable(text(4000)),
    /** Of a comment: when a phone first showed it, and when the engineer first opened it. Null: it is no comment. */
    commentState: z.optional(
      z.nullable(
        z.object({
          fieldOperativeId: id,
          receivedOn: z.nullable(isoDateTime),
          readOn: z.nullable(isoDateTime),
        }),
      ),
    ),
    /** The part whose order was changed, and how far it is since then. */
    part: z.nullable(z.object({ shortDescription: text(200), state: text(20) })),
  }),
);

const removalRequest = namedSchema(
  "RemovalRequest",
  z.object({
    requestedOn: isoDateTime,
    /** Without asking the engineer. */
    isForced: z.boolean(),
    /** That the engineer or the phone has declined it; null: neither. */
    declined: z.nullable(
      z.object({
        /** The time of the phone. */
        declinedOn: isoDateTime,
        /** 1: already on site; 2: in transit; by the phone itself, 3: access gained, 4: closed. */
        reason: z.literal([1, 2, 3, 4]),
        comment: text(2000),
      }),
    ),
    /** When the phone answered that it does not have the job; null: it has not. */
    notFoundOn: z.nullable(isoDateTime),
  }),
);

/** How jobs are listed: by appointment, the newest or the oldest first, or by reference. */
export const jobOrders = ["newest", "oldest", "reference"] as const;
export type JobOrder = (typeof jobOrders)[number];

/** How a job that is listed may have ended: with an outcome of the engineer or the office, or without access. */
export const jobOutcomes = ["1", "2", "3", "4", "5", "6", "7", "8", "no-access"] as const;

export const listJobs = defineCall({
  name: "listJobs",
  method: "GET",
  path: "/api/office/jobs",
  audience: "office",
  permission: "Job.ViewList",
  summary:
    "Jobs, newest appointment first; with changedSince those that changed, in the order of their changes",
  query: z.object({
    /** Words that the reference contains, all of them, or the address, the UPRN and the tenants' names; a postcode also without its space. */
    search: z.optional(text(200)),
    /** What another system calls the job, to the letter. */
    externalReference: z.optional(text(100)),
    /** The system that gave the reference. */
    externalSource: z.optional(text(50)),
    fieldOperativeId: z.optional(id),
    /** The home of the jobs. */
    propertyId: z.optional(id),
    /** `yes`: jobs that are not closed. `no`: all others. */
    open: z.optional(z.enum(["yes", "no"])),
    /** `no`: jobs that nobody has; cancelled ones only with `cancelled=yes`. */
    assigned: z.optional(z.enum(["yes", "no"])),
    status: z.optional(jobStatus),
    /** `yes`: jobs that the office has cancelled, which are Closed. `no`: all others. */
    cancelled: z.optional(z.enum(["yes", "no"])),
    /** How the job ended. */
    outcome: z.optional(z.enum(jobOutcomes)),
    /**
     * `missing`: jobs of the last year that were closed without access or with an outcome that asks for another visit (3, 4, 5), and
     * that have no next job at the home: one raised on the day of the appointment or later, for that day or later.
     */
    followOn: z.optional(z.enum(["missing"])),
    jobCategoryId: z.optional(lookupIdInPath),
    /** The first and the last day of appointments in London. */
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
    order: z.optional(z.enum(jobOrders)),
    /** The jobId of the last job of the answer before: the jobs after it in the same order. */
    after: z.optional(id),
    /** The `changedOn` of the last job of the answer before: that job again, and those that changed later, or whose delivery did. `limit` does not count that job. */
    changedSince: z.optional(isoDateTime),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  response: z.array(
    z.object({
      jobId: id,
      formattedJobId: text(50),
      status: text(20),
      isOnHold: z.boolean(),
      /** When the office cancelled the job, which is Closed then; null: it was not cancelled. */
      cancelledOn: z.nullable(isoDateTime),
      /** Null: the job is open, or was closed without access. */
      outcomeId: z.nullable(z.int()),
      /** The job was closed because nobody let the engineer in. */
      isNoAccess: z.boolean(),
      fieldOperativeId: z.nullable(id),
      appointmentDateTime: isoDateTime,
      address: text(1000),
      jobDetailTypeId: lookupId,
      categoryName: text(200),
      detailTypeName: text(200),
      jobPriority: z.nullable(text(100)),
      delivered: z.boolean(),
      /** The job is closed, and images have not arrived yet. */
      missing: z.nullable(z.object({ images: z.int(), since: isoDateTime })),
      /** When the job or its delivery last changed. */
      changedOn: isoDateTime,
    }),
  ),
});

const countedPart = z.pick(jobPart, { jobPartId: true, shortDescription: true, qty: true });

const receivedMessage = z.object({
  messageId: id,
  type: z.enum(messageTypes),
  fieldOperativeId: id,
  deviceId: z.nullable(id),
  messageCreatedOn: isoDateTime,
  receivedOn: isoDateTime,
  /** Server time minus device time when the message was sent, in ms; null if the device did not say. */
  clockOffsetMs: z.nullable(z.number()),
  order: z.nullable(messageOrder),
  payload: z.unknown(),
  /** Why the message was unexpected, or how far the clock of its device was off. It is recorded all the same. */
  flags: z.array(text(200)),
  /** True if its appointment had ended when it arrived: it is recorded and has changed nothing of the job. */
  isEvidence: z.boolean(),
});

/** An earlier version of the server accepted any number for the outcome. */
const recordedOutcome = z.extend(closeOutcome, { outcomeId: z.int() });

const noAccessOutcome = z.object({
  noAccessReasonId: jobNoAccess.shape.noAccessReasonId,
  notes: jobNoAccess.shape.notes,
  imageIds: jobNoAccess.shape.imageIds,
});

export const readJob = defineCall({
  name: "readJob",
  givesVersion: true,
  method: "GET",
  path: "/api/office/jobs/:jobId",
  audience: "office",
  permission: "Job.View",
  summary: "A job with everything received from the field, in order, and what is still missing",
  params: z.object({ jobId: id }),
  response: z.object({
    job: serverJob,
    fieldOperativeId: z.nullable(id),
    /** The client of the home, or the one for whom an engineer raised the job on site; null: not known. */
    client: z.nullable(z.object({ clientId: lookupId, name: text(200) })),
    /** By when the job has to be answered and done, as its priority asks for; null: the client has no such priority. */
    targets: z.nullable(
      z.object({ targetResponseDateTime: isoDateTime, targetCompletionDateTime: isoDateTime }),
    ),
    /** The case of damp and mould from which the office raised the job; null: there is none. */
    dampCaseId: z.nullable(id),
    /** What other systems call the job. */
    externalReferences: z.array(externalReference),
    /** What the office has asked for besides the work, as a change of the job takes it. */
    needs: visitNeeds,
    /** What the office has planned and ordered, as a change of the job takes it. */
    orders: orderedWork,
    /** That the office has asked to cancel the job; null: it has not. */
    cancellation: z.nullable(jobCancellation),
    /** The office's last request that the engineer who has the job gives it up, also to cancel it; null: there is none. */
    removalRequest: z.nullable(removalRequest),
    /** What the office has done with the job, oldest first, as long as the audit has it. */
    officeActions: z.array(officeAction),
    /** Null: no earlier engineer has gone on with the job, or it is closed. */
    earlierVisit: z.nullable(earlierVisit),
    messages: z.array(receivedMessage),
    images: z.array(
      z.object({
        imageId: id,
        entityId: id,
        sha256: text(64),
        bytes: z.int(),
        takenOn: isoDateTime,
        receivedOn: isoDateTime,
        /** True if its appointment had ended when it arrived. */
        isEvidence: z.boolean(),
      }),
    ),
    refused: z.array(
      z.object({
        messageId: z.nullable(id),
        type: text(100),
        reason: text(2000),
        receivedOn: isoDateTime,
      }),
    ),
    /** All appliances of the property, including scrapped ones. */
    appliances: z.array(propertyAppliance),
    /** All contacts, including those who have left. */
    contacts: z.array(propertyTenant),
    /** The forms of the job; their answers are in `job.customForms`. */
    forms: z.array(
      z.object({
        customFormId: id,
        version: z.int(),
        name: text(200),
        completionStatus: jobCustomForm.shape.completionStatus,
        /** The check of the closed answers; null: not closed, or not checked yet. */
        check: z.nullable(
          z.object({
            /** Only `checked` means that the form's own definition was used. */
            status: z.enum(["checked", "unknown-definition", "unreadable", "given-up"]),
            checkedOn: isoDateTime,
            findings: z.array(
              z.object({
                severity: z.enum(["error", "warning"]),
                path: text(500),
                label: text(500),
                message: text(500),
              }),
            ),
          }),
        ),
      }),
    ),
    /** Documents that the server created for the delivered job. The name says whether the visit is evidence. */
    documents: z.array(
      z.object({
        documentId: id,
        kind: text(50),
        name: text(200),
        /** The engineer of the visit. */
        fieldOperativeId: id,
        createdOn: isoDateTime,
      }),
    ),
    /** Work that was received for appointments of the job that no longer count, or with a cancel, in order of arrival. */
    evidence: z.array(
      z.object({
        messageId: id,
        type: z.enum(messageTypes),
        fieldOperativeAppointmentId: id,
        fieldOperativeId: id,
        receivedOn: isoDateTime,
        /** True if the appointment still counted when the message arrived: the job's records include it. */
        isTakenOver: z.boolean(),
        job: jobContent,
      }),
    ),
    /** Set once the close or no-access message of the current appointment has arrived. */
    closing: z.nullable(
      z.object({
        kind: z.enum(["JobClose", "JobNoAccess"]),
        closedOn: isoDateTime,
        /** Since when the server waits for images, while `delivered` is false. */
        receivedOn: isoDateTime,
        /** Who closed the job and signed it off. */
        closedBy: z.nullable(z.object({ fieldOperativeId: id, name: text(200) })),
        outcome: z.union([recordedOutcome, noAccessOutcome]),
        /** The texts of the numbers in `outcome`; null if no list has the number. */
        inWords: z.object({
          outcome: z.nullable(text(200)),
          noAccessReason: z.nullable(text(500)),
          /** From the top level down. */
          rootCauses: z.array(
            z.object({
              rootCauseId: lookupId,
              description: z.nullable(text(500)),
              additionalText: z.nullable(text(2000)),
            }),
          ),
          /** Ordered parts that the engineer had and did not use, with how many are left. */
          unusedParts: z.array(countedPart),
          /** Ordered parts that are still at their store, with how many. */
          uncollectedParts: z.array(countedPart),
        }),
        /** What was planned and ordered when the engineer closed the job, if the last change of the office had not reached the phone by then; null: it had. */
        outdatedOrders: z.nullable(
          z.object({
            plannedSors: z.array(draftSor),
            parts: z.array(countedPart),
          }),
        ),
        /** The image that is the customer's signature. */
        signatureImageId: z.nullable(id),
        formPhotoImageIds: z.array(id),
        /** The closing message and one message for each of its images. */
        numberOfMessages: z.int(),
        arrivedMessages: z.int(),
        delivered: z.boolean(),
        deliveredOn: z.nullable(isoDateTime),
        missingImageIds: z.array(id),
        /** What engineers had added before and this visit removed, as it was. */
        removed: z.object({
          appliances: z.array(propertyAppliance),
          contacts: z.array(propertyTenant),
          parts: z.array(jobPart),
        }),
      }),
    ),
  }),
});

export const readImage = defineCall({
  name: "readImage",
  method: "GET",
  path: "/api/office/images/:imageId",
  audience: "office",
  permission: "Job.View",
  summary: "An image as it was received",
  params: z.object({ imageId: id }),
  response: z.unknown(),
});

export const readDocument = defineCall({
  name: "readDocument",
  method: "GET",
  path: "/api/office/documents/:documentId",
  audience: "office",
  permission: "Job.View",
  summary: "A document of a job as PDF",
  params: z.object({ documentId: id }),
  response: z.unknown(),
});

export const cancelJob = defineCall({
  name: "cancelJob",
  takesVersion: true,
  method: "POST",
  path: "/api/office/jobs/:jobId/cancel",
  audience: "office",
  permission: "Job.Cancel",
  summary:
    "Cancel a job: at once if no phone has it, else as soon as a phone removes it; forced: without asking the engineer",
  params: z.object({ jobId: id }),
  body: z.object({
    outcomeId: cancelOutcome,
    /** Why, in words; no engineer reads it. */
    reason: text(500).check(z.trim(), z.minLength(1)),
    force: z.boolean(),
    /** What the caller has seen of the job: 409 if that is no longer so. Absent: the job is cancelled whatever it is. */
    expected: z.optional(expectedJob),
    /** When the request was made that this one replaces (`requestedOn`): 409 if another one waits for a phone. */
    replaces: z.optional(isoDateTime),
  }),
  response: z.object({
    /** Null: a phone is asked to remove the job first. */
    cancelledOn: z.nullable(isoDateTime),
    /** The command for the phones of the engineer; null: nobody had the job. */
    commandId: z.nullable(id),
  }),
  example: { outcomeId: 6, reason: "Raised twice", force: false },
});

export const commentJob = defineCall({
  name: "commentJob",
  method: "POST",
  path: "/api/office/jobs/:jobId/comments",
  audience: "office",
  permission: "Job.Edit",
  summary: "Write a comment to the engineer who has a job; it arrives as an alert",
  params: z.object({ jobId: id }),
  body: z.object({
    comment: text(2000).check(z.trim(), z.minLength(1)),
    /** To whom it is written: 409 if another engineer has the job now. Absent: to the engineer who has it. */
    fieldOperativeId: z.optional(id),
  }),
  response: z.object({ commandId: id }),
  example: { comment: "The gate code is 4711" },
});

export const requestRemoval = defineCall({
  name: "requestRemoval",
  takesVersion: true,
  method: "POST",
  path: "/api/office/jobs/:jobId/removal",
  audience: "office",
  permission: "Job.Cancel",
  summary: "Ask the engineer's device to remove the job; forced: without asking the engineer",
  params: z.object({ jobId: id }),
  body: z.object({
    force: z.boolean(),
    /** What the caller has seen of the job: 409 if that is no longer so. Absent: the removal is requested whatever it is. */
    expected: z.optional(expectedJob),
  }),
  response: z.object({ commandId: id }),
  example: { force: false },
});
