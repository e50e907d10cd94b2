import { raisedJobNeeds } from "@fieldfare/domain";
import { defineCall } from "../call.ts";
import { id, isoDateTime, lookupId, lookupIdInPath, namedSchema, text, z } from "../schema.ts";
import { jobStatus } from "../entities/job.ts";
import { quickJob } from "./quick-job.ts";

const client = namedSchema(
  "Client",
  z.object({
    clientId: lookupId,
    name: text(200).check(z.minLength(1)),
    contracts: z.array(
      z.object({
        contractId: lookupId,
        name: text(200),
        sors: z.array(
          z.object({
            sorPriceId: lookupId,
            sorCodeId: lookupId,
            sorCode: text(50),
            shortDescription: text(500),
          }),
        ),
        /** The types of jobs that are done under the contract; if absent, all types. */
        jobDetailTypeIds: z.optional(z.array(lookupId).check(z.maxLength(1000))),
      }),
    ),
    priorities: z.array(
      z.object({
        priorityId: lookupId,
        name: text(200),
        description: z.nullable(text(2000)),
        /** Calendar days by the end of which the job must be answered; 0: the same day. */
        responseDays: z.int().check(z.minimum(0), z.maximum(3650)),
        completionDays: z.int().check(z.minimum(0), z.maximum(3650)),
      }),
    ),
  }),
);
export type Client = z.output<typeof client>;

export const listOfficeClients = defineCall({
  name: "listOfficeClients",
  method: "GET",
  path: "/api/office/clients",
  audience: "office",
  permission: "Unspecified.View",
  summary: "Clients with their contracts and priorities",
  response: z.array(client),
});

export const putClient = defineCall({
  name: "putClient",
  method: "PUT",
  path: "/api/office/clients/:clientId",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Add a client, or change one: its contracts with their SORs, and its priorities",
  params: z.object({ clientId: lookupIdInPath }),
  body: z.omit(client, { clientId: true }),
  response: client,
  example: {
    name: "Fieldfare Homes",
    contracts: [
      {
        contractId: 11,
        name: "Repairs",
        sors: [
          {
            sorPriceId: 111,
            sorCodeId: 1,
            sorCode: "GA635001",
            shortDescription: "Boiler: replace pump",
          },
        ],
      },
    ],
    priorities: [
      { priorityId: 21, name: "Urgent", description: null, responseDays: 1, completionDays: 5 },
    ],
  },
});

const jobType = z.object({
  jobDetailTypeId: lookupId,
  name: text(200).check(z.minLength(1)),
  jobCategoryId: lookupId,
  categoryName: text(200).check(z.minLength(1)),
});

export const listJobTypes = defineCall({
  name: "listJobTypes",
  method: "GET",
  path: "/api/office/job-types",
  audience: "office",
  permission: "Unspecified.View",
  summary: "The job types that engineers may raise",
  response: z.array(jobType),
});

export const putJobTypes = defineCall({
  name: "putJobTypes",
  method: "PUT",
  path: "/api/office/job-types",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Replace the list of job types that engineers may raise",
  body: z.array(jobType).check(z.maxLength(2000)),
  response: z.array(jobType),
});

export const listQuickJobs = defineCall({
  name: "listQuickJobs",
  method: "GET",
  path: "/api/office/quick-jobs",
  audience: "office",
  permission: "Job.ViewList",
  summary: "Jobs that engineers raised on site, the latest first",
  query: z.object({
    fieldOperativeId: z.optional(id),
    /** Only jobs that are not closed. */
    open: z.optional(z.literal("yes")),
    /** The jobId of the last job of the answer before: the jobs after it. */
    after: z.optional(id),
    /** Absent: 500. */
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  }),
  response: z.array(
    z.extend(quickJob, {
      fieldOperativeId: id,
      operativeName: text(200),
      receivedOn: isoDateTime,
      /** Null: saved, and not yet assigned to the engineer. */
      bookedOn: z.nullable(isoDateTime),
      formattedJobId: text(50),
      status: jobStatus,
      /** When it was cancelled; null: it was not. */
      cancelledOn: z.nullable(isoDateTime),
      /** The engineer who has it; null: nobody has. */
      assignedTo: z.nullable(id),
      address: text(1000),
      categoryName: text(200),
      detailTypeName: text(200),
      /** What the office has to see to; null: nothing. */
      need: z.nullable(z.enum(raisedJobNeeds)),
    }),
  ),
});
