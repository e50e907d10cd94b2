import { maxPlannedQuantity } from "@fieldfare/domain";
import { defineCall } from "../call.ts";
import { id, isoDateTime, lookupId, lookupIdInPath, namedSchema, text, z } from "../schema.ts";

const clientParams = z.object({ clientId: lookupIdInPath });

export const listClients = defineCall({
  name: "listClients",
  method: "GET",
  path: "/api/fieldoperative/clients/",
  audience: "engineer",
  summary: "The clients for whom an engineer may raise a job",
  response: z.array(z.object({ clientId: lookupId, name: text(200) })),
});

export const searchProperty = defineCall({
  name: "searchProperty",
  method: "GET",
  path: "/api/property/search/:clientId/:term",
  audience: "engineer",
  summary:
    "Properties whose address contains the term, at most 50: those of the client, and those of which no client is known",
  params: z.extend(clientParams, { term: text(100).check(z.minLength(1)) }),
  response: z.array(z.object({ propertyId: id, fullAddress: text(1000) })),
});

/** The required and optional lines of a new property's address. */
export const newAddress = z.object({
  addressLine1: text(200).check(z.trim(), z.minLength(1)),
  addressLine2: z.nullable(text(200)),
  addressLine3: z.nullable(text(200)),
  addressLine4: z.nullable(text(200)),
  postcode: text(10).check(z.trim(), z.minLength(1)),
});

export const lookUpPostcode = defineCall({
  name: "lookUpPostcode",
  method: "GET",
  path: "/api/property/postcode/:postcode",
  audience: "engineer",
  summary: "Addresses at a postcode, from the provider that this server is configured with",
  params: z.object({ postcode: text(10).check(z.minLength(1)) }),
  response: z.array(newAddress),
});

const quickContact = z.object({
  propertyContactId: id,
  fullName: text(200),
  contactType: z.nullable(lookupId),
  homeTelephone: z.nullable(text(20)),
  mobilePhone: z.nullable(text(20)),
  isPrimaryContact: z.boolean(),
});

export const newContact = z.extend(quickContact, {
  fullName: text(200).check(z.trim(), z.minLength(1)),
  contactType: lookupId,
  addedByEngineer: z.literal(true),
});

/** When a job was received by the phone's clock. A phone that has lost the date says 1970. */
const clockTime = z.iso
  .datetime({ offset: true })
  .check(z.regex(/^(19[7-9]|2[01]\d)\d-/, "A date from 1970 to 2199"));

/** An admin path. */
export const getProperty = defineCall({
  name: "getProperty",
  method: "GET",
  path: "/Property/:propertyId",
  audience: "engineer",
  summary: "A property with its contacts",
  params: z.object({ propertyId: id }),
  response: namedSchema(
    "PropertyDetails",
    z.object({
      propertyId: id,
      addressLine1: text(200),
      addressLine2: z.nullable(text(200)),
      addressLine3: z.nullable(text(200)),
      addressLine4: z.nullable(text(200)),
      postcode: text(10),
      fullAddress: text(1000),
      contacts: z.array(quickContact),
      /** The client's contracts that cover the property; if absent, all of them. */
      clientContracts: z.optional(z.array(lookupId)),
    }),
  ),
});

export const getClientContracts = defineCall({
  name: "getClientContracts",
  method: "GET",
  path: "/Company/ClientContracts/:clientId",
  audience: "engineer",
  summary: "A client's contracts with the SORs that each of them pays",
  params: clientParams,
  response: z.array(
    z.object({
      contractId: lookupId,
      name: text(200),
      sors: z.array(
        z.object({ sorPriceId: lookupId, sorCode: text(50), shortDescription: text(500) }),
      ),
    }),
  ),
});

/** The device creates the ids, so a repeated call means the same property. */
export const saveNewProperty = defineCall({
  name: "saveNewProperty",
  method: "POST",
  path: "/Property/SaveNewProperty",
  audience: "engineer",
  summary: "Add a property of a client; repeating the id changes nothing",
  body: z.object({
    propertyId: id,
    clientId: lookupId,
    address: newAddress,
    clientContracts: z.array(lookupId).check(z.maxLength(100)),
    primaryContact: z.nullable(newContact),
  }),
  response: z.object({ propertyId: id }),
});

export const savePropertyContact = defineCall({
  name: "savePropertyContact",
  method: "POST",
  path: "/Property/:propertyId/SaveContact",
  audience: "engineer",
  summary: "Add a contact to a property; repeating the id changes nothing",
  params: z.object({ propertyId: id }),
  body: newContact,
  response: z.object({ propertyContactId: id }),
});

export const getClientJobPriorities = defineCall({
  name: "getClientJobPriorities",
  method: "GET",
  path: "/Work/ClientJobPriorities/:clientId",
  audience: "engineer",
  summary: "A client's priorities",
  params: clientParams,
  response: z.array(
    z.object({
      value: lookupId,
      text: text(200),
      /** The client's explanation of the priority, if there is one. */
      description: z.optional(z.nullable(text(2000))),
    }),
  ),
});

export const getServiceLevel = defineCall({
  name: "getServiceLevel",
  method: "GET",
  path: "/Work/ClientPriorityServiceLevelAgreements/:priorityId/:isoDate",
  audience: "engineer",
  summary:
    "By when a job of a priority that was received at `isoDate` must be answered and completed",
  params: z.object({ priorityId: lookupIdInPath, isoDate: clockTime }),
  response: z.object({
    targetResponseDateTime: isoDateTime,
    targetCompletionDateTime: isoDateTime,
  }),
});

export const searchJobDetailTypes = defineCall({
  name: "searchJobDetailTypes",
  method: "GET",
  path: "/Work/JobDetailTypeSearch/:propertyId/:term",
  audience: "engineer",
  summary:
    "Job types that the contracts of the property's client cover, whose name or category contains the term, at most 30",
  params: z.object({ propertyId: id, term: text(100).check(z.minLength(1)) }),
  response: z.array(
    z.object({ jobDetailTypeId: lookupId, name: text(200), categoryName: text(200) }),
  ),
});

export const quickJob = namedSchema(
  "QuickJob",
  z.object({
    /** Created by the device: a repeated id means the same job. */
    jobId: id,
    propertyId: id,
    propertyContactId: id,
    clientId: lookupId,
    clientName: text(200),
    jobDetailType: lookupId,
    jobDetails: text(10_000).check(z.trim(), z.minLength(1)),
    clientJobPriorityId: lookupId,
    clientJobPriorityName: text(200),
    priorityDescription: z.nullable(text(2000)),
    contractSors: z
      .array(
        z.object({
          sorPrice: z.object({ sorPriceId: lookupId }),
          quantity: z.number().check(z.gt(0), z.maximum(maxPlannedQuantity)),
          shortDescription: text(500),
        }),
      )
      .check(z.maxLength(200)),
    dateReceived: clockTime,
    targetResponseDate: isoDateTime,
    targetCompletionDate: isoDateTime,
    skipWorkOrderValidation: z.boolean(),
  }),
);

export const saveNewJob = defineCall({
  name: "saveNewJob",
  method: "POST",
  path: "/Work/SaveNewJob",
  audience: "engineer",
  summary: "Save a job that an engineer raises on site; repeating the id changes nothing",
  body: quickJob,
  response: z.object({ jobResult: z.object({ jobId: id }) }),
});

export const bookQuickJob = defineCall({
  name: "bookQuickJob",
  method: "POST",
  path: "/api/job/BookQuickJob",
  audience: "engineer",
  summary: "Assign the saved job to the engineer; a repeat answers the same appointment",
  body: z.object({ jobId: id }),
  response: z.object({ jobId: id, fieldOperativeAppointmentId: id }),
});
