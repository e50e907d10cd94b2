import { partOrderStates } from "@fieldfare/domain";
import { defineCall } from "../call.ts";
import { jobStatus, partLocation } from "../entities/job.ts";
import { calendarDay, id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

const partOrderState = z.enum(partOrderStates);

const jobOfPart = z.object({
  jobId: id,
  formattedJobId: text(50),
  status: jobStatus,
  fieldOperativeId: z.nullable(id),
  appointmentDateTime: isoDateTime,
  categoryName: text(200),
  detailTypeName: text(200),
});

const partOrder = namedSchema(
  "PartOrder",
  z.object({
    jobPartId: id,
    state: partOrderState,
    /** True: an engineer asked for it. False: it was ordered in advance for its job. */
    isRequest: z.boolean(),
    requestedOn: isoDateTime,
    shortDescription: text(200),
    comments: z.nullable(text(2000)),
    manufacturerPartCode: z.nullable(text(100)),
    internalPartCode: z.nullable(text(100)),
    /** How many are wanted. */
    qty: z.int32(),
    qtyCollected: z.int32(),
    purchaseOrderId: z.nullable(z.union([id, lookupId])),
    supplierTicketNumber: z.nullable(text(100)),
    expectedOn: z.nullable(calendarDay),
    /** Where it waits, or where it was collected; null: there is no place, or it is not known at which it was collected. */
    location: z.nullable(partLocation),
    /** Why it is not needed. */
    reason: z.nullable(text(500)),
    /** The job for which an engineer asked for it, or for which it was ordered in advance. */
    job: jobOfPart,
    propertyId: id,
    address: text(1000),
    /** The job for which it is collected; null: it does not wait at a store yet. */
    collectedFor: z.nullable(jobOfPart),
    /** Open jobs at the home, the next one first, at most 10: an engineer can collect it for one of them. */
    openJobs: z.array(jobOfPart),
    /** When the office or a phone last changed its state: `setPartOrder` takes it. */
    changedOn: isoDateTime,
    /** The states that the office may give it. */
    next: z.array(partOrderState),
  }),
);
export type PartOrderRow = z.output<typeof partOrder>;

export const listPartOrders = defineCall({
  name: "listPartOrders",
  method: "GET",
  path: "/api/office/part-orders",
  audience: "office",
  permission: "Job.ViewList",
  summary: "Parts that engineers asked for or that were ordered in advance, the newest first",
  query: z.object({
    /** Absent: every state. */
    state: z.optional(partOrderState),
    /** Parts of jobs that this engineer has or had last. */
    fieldOperativeId: z.optional(id),
    jobId: z.optional(id),
    /** Words that the job's reference contains, all of them, or the address, the UPRN and the tenants' names. Of each state the newest 10,000 parts are compared. */
    search: z.optional(text(200)),
    /** The jobPartId of the last part of the answer before: the parts after it. */
    after: z.optional(id),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  response: z.object({
    parts: z.array(partOrder),
    /** How many parts of all jobs are in these states, each up to 1,000. */
    waiting: z.object({ toOrder: z.int(), ordered: z.int(), ready: z.int() }),
  }),
});

export const listPartPlaces = defineCall({
  name: "listPartPlaces",
  method: "GET",
  path: "/api/office/part-places",
  audience: "office",
  permission: "Job.ViewList",
  summary: "The places where parts waited for engineers most recently, at most 50",
  response: z.array(partLocation),
});

const changedOn = isoDateTime;

export const setPartOrder = defineCall({
  name: "setPartOrder",
  method: "POST",
  path: "/api/office/part-orders/:jobPartId",
  audience: "office",
  permission: "Job.Edit",
  summary:
    "Say how far a part is: ordered, ready to collect at a place, not needed; the phone of the job's engineer is told",
  params: z.object({ jobPartId: id }),
  /** `changedOn` is that of the part as the caller saw it: if somebody else has changed it since, it is refused. */
  body: z.discriminatedUnion("state", [
    z.object({
      state: z.literal("ordered"),
      changedOn,
      purchaseOrderId: z.nullable(lookupId.check(z.minimum(1))),
      supplierTicketNumber: z.nullable(text(100)),
      expectedOn: z.nullable(calendarDay),
    }),
    z.object({
      state: z.literal("ready"),
      changedOn,
      /** Without `locationId`: a place that is new. */
      location: z.extend(partLocation, {
        locationId: z.optional(partLocation.shape.locationId),
        siteName: text(200).check(z.trim(), z.minLength(1)),
      }),
      /** An open job at the home. Of a part that was ordered in advance it is its own job, until that closes. */
      jobId: id,
    }),
    z.object({
      state: z.literal("not-needed"),
      changedOn,
      reason: text(500).check(z.trim(), z.minLength(1)),
    }),
    z.object({ state: z.literal("to-order"), changedOn }),
  ]),
  response: partOrder,
});
