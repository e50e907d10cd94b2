import { defineCall } from "../call.ts";
import {
  jobCustomForm,
  jobStatus,
  property,
  propertyAppliance,
  propertyTenant,
  serverJob,
} from "../entities/job.ts";
import { closeOutcome, jobContent, jobNoAccess } from "../messages/job.ts";
import { messageOrder } from "../messages/messages.ts";
import { messageTypes } from "../messages/paths.ts";
import { id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

const draftNotification = z.object({
  code: text(50),
  description: text(2000),
  severity: z.literal([0, 1, 2]),
  alertEngineer: z.boolean(),
});

const draftAppliance = z.extend(z.partial(propertyAppliance), { type: lookupId });

export const jobDraft = namedSchema(
  "JobDraft",
  z.object({
    /** Ids may be left out: the server then makes them. The same jobId again is the same job. */
    jobId: z.optional(id),
    formattedJobId: z.optional(text(50)),
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
    property: z.object({
      propertyId: z.optional(id),
      /** For whom it is looked after. */
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
      /** An appliance of a known id is left as it is. */
      assets: z.optional(z.array(draftAppliance)),
    }),
  }),
);

export const createJob = defineCall({
  name: "createJob",
  method: "POST",
  path: "/api/office/jobs",
  audience: "office",
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

export const assignJob = defineCall({
  name: "assignJob",
  method: "POST",
  path: "/api/office/jobs/:jobId/assign",
  audience: "office",
  summary: "Assign a job, or move it to another engineer; the earlier engineer's device is told",
  params: z.object({ jobId: id }),
  body: z.object({ fieldOperativeId: id, appointmentDateTime: z.optional(isoDateTime) }),
  response: z.object({ fieldOperativeAppointmentId: id }),
});

export const listJobs = defineCall({
  name: "listJobs",
  method: "GET",
  path: "/api/office/jobs",
  audience: "office",
  summary: "Jobs, newest appointment first",
  query: z.object({
    fieldOperativeId: z.optional(id),
    status: z.optional(jobStatus),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  response: z.array(
    z.object({
      jobId: id,
      formattedJobId: text(50),
      status: text(20),
      isOnHold: z.boolean(),
      fieldOperativeId: z.nullable(id),
      appointmentDateTime: isoDateTime,
      address: text(1000),
      categoryName: text(200),
      detailTypeName: text(200),
      delivered: z.boolean(),
      /** Closed, and images are still waited for. */
      missing: z.nullable(z.object({ images: z.int(), since: isoDateTime })),
    }),
  ),
});

const receivedMessage = z.object({
  messageId: id,
  type: z.enum(messageTypes),
  fieldOperativeId: id,
  deviceId: z.nullable(id),
  messageCreatedOn: isoDateTime,
  receivedOn: isoDateTime,
  /** Server time less device time when it was sent, ms; null when the device did not say. */
  clockOffsetMs: z.nullable(z.number()),
  order: z.nullable(messageOrder),
  payload: z.unknown(),
  /** Why it was unexpected, or how far the clock of its device was off; recorded all the same. */
  flags: z.array(text(200)),
  /** Its appointment had ended when it came: it is recorded and has changed nothing of the job. */
  isEvidence: z.boolean(),
});

/** An earlier version of the server took any number for the outcome. */
const recordedOutcome = z.extend(closeOutcome, { outcomeId: z.int() });

const noAccessOutcome = z.object({
  noAccessReasonId: jobNoAccess.shape.noAccessReasonId,
  notes: jobNoAccess.shape.notes,
  imageIds: jobNoAccess.shape.imageIds,
});

export const readJob = defineCall({
  name: "readJob",
  method: "GET",
  path: "/api/office/jobs/:jobId",
  audience: "office",
  summary: "A job with all that came from the field, in order, and what is still missing",
  params: z.object({ jobId: id }),
  response: z.object({
    job: serverJob,
    fieldOperativeId: z.nullable(id),
    messages: z.array(receivedMessage),
    images: z.array(
      z.object({
        imageId: id,
        entityId: id,
        sha256: text(64),
        bytes: z.int(),
        takenOn: isoDateTime,
        receivedOn: isoDateTime,
        /** Its appointment had ended when it came. */
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
    /** All that is known of the property, also what was scrapped. */
    appliances: z.array(propertyAppliance),
    /** Also who has left. */
    contacts: z.array(propertyTenant),
    /** The forms of the job; their answers stand in `job.customForms`. */
    forms: z.array(
      z.object({
        customFormId: id,
        version: z.int(),
        name: text(200),
        completionStatus: jobCustomForm.shape.completionStatus,
        /** Of the answers as they were closed; null: not closed, or not checked yet. */
        check: z.nullable(
          z.object({
            /** Only `checked` has been seen by the form's own definition. */
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
    /** Papers that the server made of what was delivered. */
    documents: z.array(
      z.object({ documentId: id, kind: text(50), name: text(200), createdOn: isoDateTime }),
    ),
    /** Set once the close or no-access message has come. */
    /** Work that came in under appointments of the job which do not count any more, in order of arrival. */
    evidence: z.array(
      z.object({
        messageId: id,
        type: z.enum(messageTypes),
        fieldOperativeAppointmentId: id,
        fieldOperativeId: id,
        receivedOn: isoDateTime,
        /** The appointment still counted when it came: the job's records took it over. */
        isTakenOver: z.boolean(),
        job: jobContent,
      }),
    ),
    /** Of the appointment that counts. */
    closing: z.nullable(
      z.object({
        kind: z.enum(["JobClose", "JobNoAccess"]),
        closedOn: isoDateTime,
        /** Since when images are waited for, while `delivered` is false. */
        receivedOn: isoDateTime,
        /** Who closed the job and signed it off. */
        closedBy: z.nullable(z.object({ fieldOperativeId: id, name: text(200) })),
        outcome: z.union([recordedOutcome, noAccessOutcome]),
        /** What `outcome` names by numbers; null where no list knows the number. */
        inWords: z.object({
          outcome: z.nullable(text(200)),
          noAccessReason: z.nullable(text(500)),
          /** From the top down. */
          rootCauses: z.array(
            z.object({
              rootCauseId: lookupId,
              description: z.nullable(text(500)),
              additionalText: z.nullable(text(2000)),
            }),
          ),
          unusedParts: z.array(
            z.object({ jobPartId: id, shortDescription: text(200), qty: z.int() }),
          ),
        }),
        /** The customer's signature among the images. */
        signatureImageId: z.nullable(id),
        formPhotoImageIds: z.array(id),
        /** The closing message and one for each of its images. */
        numberOfMessages: z.int(),
        arrivedMessages: z.int(),
        delivered: z.boolean(),
        deliveredOn: z.nullable(isoDateTime),
        missingImageIds: z.array(id),
      }),
    ),
  }),
});

export const readImage = defineCall({
  name: "readImage",
  method: "GET",
  path: "/api/office/images/:imageId",
  audience: "office",
  summary: "The picture as it was received",
  params: z.object({ imageId: id }),
  response: z.unknown(),
});

export const readDocument = defineCall({
  name: "readDocument",
  method: "GET",
  path: "/api/office/documents/:documentId",
  audience: "office",
  summary: "A paper of a job, as PDF",
  params: z.object({ documentId: id }),
  response: z.unknown(),
});

export const requestRemoval = defineCall({
  name: "requestRemoval",
  method: "POST",
  path: "/api/office/jobs/:jobId/removal",
  audience: "office",
  summary: "Ask the engineer's device to give the job up; forced: without asking the engineer",
  params: z.object({ jobId: id }),
  body: z.object({ force: z.boolean() }),
  response: z.object({ commandId: id }),
  example: { force: false },
});
