import type { JobRow } from "../database/rows.ts";

const propertyId = "0190a000-0000-7000-8000-0000000000aa";

/** A job row of the engineer `ownerId`; a test says what matters to it. */
export function aJobRow(given: Partial<JobRow> & Pick<JobRow, "jobId" | "ownerId">): JobRow {
  return {
    formattedJobId: "FF1",
    fieldOperativeAppointmentId: "0190a000-0000-7000-8000-0000000000ab",
    status: "New",
    statusTimestamps: {},
    hold: null,
    outcomeId: null,
    partRequiredConfirmed: false,
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
    },
    customForms: [],
    plannedSors: [],
    isSelected: false,
    officeUpdates: [],
    storedOn: "2026-01-05T08:00:00.000Z",
    ...given,
  };
}
