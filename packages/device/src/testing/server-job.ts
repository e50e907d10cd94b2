import type { ServerJob } from "@fieldfare/contract";

const propertyId = "0190a000-0000-7000-8000-0000000000aa";
export const firstAppointment = "0190a000-0000-7000-8000-0000000000ab";

/** A job as the server hands it out. A test gives the values that matter to it. */
export function aServerJob(given: Partial<ServerJob> & Pick<ServerJob, "jobId">): ServerJob {
  return {
    formattedJobId: "FF1",
    fieldOperativeAppointmentId: firstAppointment,
    status: "New",
    statusTimestamps: {},
    hold: null,
    outcomeId: null,
    partRequiredConfirmed: false,
    parts: [],
    appointmentDateTime: "2026-01-05T09:00:00.000Z",
    clientPreferredTimeName: null,
    taskDetails: null,
    jobCategoryId: 1,
    jobDetailTypeId: 1,
    jobStageId: null,
    description: {
      categoryName: "Gas servicing",
      detailTypeName: "Gas safety record only",
      accessNotes: null,
      jobPriority: null,
    },
    property: {
      propertyId,
      addressLine1: "1 Example Street",
      addressLine2: null,
      addressLine3: null,
      addressLine4: null,
      postcode: "LS1 1AA",
      coordinatesLatitude: null,
      coordinatesLongitude: null,
      notifications: [],
      assets: [],
      tenants: [],
    },
    customForms: [],
    plannedSors: [],
    notes: [],
    ...given,
  };
}
