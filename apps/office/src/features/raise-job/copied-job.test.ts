import { expect, it } from "vitest";
import { copyJob } from "./copied-job.ts";

const sor = {
  jobId: "0190a000-0000-7000-8000-000000000001",
  sorCodeId: 7,
  sorCode: "GAS001",
  shortDescription: "Service a boiler",
  qty: 2,
  qtyUsed: 1,
  usageType: 1,
  updatedOnDateTime: "2026-11-21T09:00:00.000Z",
};

it("takes what the office asked for, and not what the engineer added", () => {
  expect(
    copyJob({
      formattedJobId: "FF-1",
      jobDetailTypeId: 21,
      taskDetails: null,
      description: {
        categoryName: "Gas repair",
        detailTypeName: "No heating",
        accessNotes: "Key safe",
        jobPriority: "Urgent",
      },
      plannedSors: [sor, { ...sor, sorCodeId: 8, usageType: 2 }],
    }),
  ).toEqual({
    formattedJobId: "FF-1",
    jobDetailTypeId: "21",
    taskDetails: "",
    accessNotes: "Key safe",
    jobPriority: "Urgent",
    plannedSors: [
      { sorCodeId: 7, sorCode: "GAS001", shortDescription: "Service a boiler", qty: 2 },
    ],
  });
});
