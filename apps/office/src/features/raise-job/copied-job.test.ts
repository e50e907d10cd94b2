import { expect, it } from "vitest";
import { type CopiedJob, copyJob, leaveOutRemoved } from "./copied-job.ts";

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

const register = {
  attachmentId: "0190a000-0000-7000-8000-000000000002",
  name: "Asbestos register",
  contentType: "application/pdf" as const,
  bytes: 1000,
  sha256: "0".repeat(64),
};
const needs = {
  requiredForms: [],
  alertCodes: ["DOG"],
  keySafe: { location: "By the door", code: "1234" },
  visitContacts: [{ fullName: "Pat", role: "Neighbour", telephone: null, emailAddress: null }],
  attachmentIds: [register.attachmentId],
};

it("takes what the office asked for, and not what the engineer added", () => {
  expect(
    copyJob(
      {
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
        attachments: [register],
      },
      needs,
    ),
  ).toEqual({
    formattedJobId: "FF-1",
    jobDetailTypeId: "21",
    taskDetails: "",
    accessNotes: "Key safe",
    jobPriority: "Urgent",
    plannedSors: [
      { sorCodeId: 7, sorCode: "GAS001", shortDescription: "Service a boiler", known: 2, qty: "2" },
    ],
    needs: {
      requiredForms: [],
      alertCodes: ["DOG"],
      keySafe: { location: "By the door", code: "1234" },
      visitContacts: [],
      attachmentIds: [register.attachmentId],
    },
    files: [register],
    opened: ["plannedSors", "alertCodes", "keySafe", "attachmentIds"],
  });
});

it("leaves out alerts and forms that have been removed since, and says so", () => {
  const job = {
    needs: { alertCodes: ["CAT", "DOG"], requiredForms: ["arrival", "survey"] },
  } as unknown as CopiedJob;
  expect(leaveOutRemoved(job, { alertCodes: ["DOG", "KEY"], formIds: ["survey"] })).toEqual({
    job: { needs: { alertCodes: ["DOG"], requiredForms: ["survey"] } },
    leftOut: { alertCodes: ["CAT"], forms: 1 },
  });
  expect(
    leaveOutRemoved(job, { alertCodes: ["CAT", "DOG"], formIds: ["arrival", "survey"] }),
  ).toEqual({ job, leftOut: { alertCodes: [], forms: 0 } });
});
