import { expect, test } from "vitest";
import { type JobDetails, listJobChanges } from "./changes.ts";

const before: JobDetails = {
  appointment: "2026-01-05T09:00:00.000Z",
  preferredTime: null,
  address: "1 Example Street, LS1 1AA",
  jobType: "Gas servicing - Gas safety record only",
  priority: "Routine",
  description: null,
  accessNotes: "Ring twice",
  keySafe: "Side door, 1234",
  visitContacts: null,
  documents: null,
  plannedSors: null,
  orderedParts: null,
  contacts: "Robin Quill, 07700 900000",
  warnings: null,
  earlierVisits: null,
};

test("a job that the office has not changed has no changes", () => {
  expect(listJobChanges(before, { ...before, description: " " })).toEqual([]);
});

test("each change is listed with its new value, always in the same order", () => {
  const after = { ...before, accessNotes: null, priority: "Emergency", description: "No heating" };
  expect(listJobChanges(before, after)).toEqual([
    { fact: "priority", now: "Emergency" },
    { fact: "description", now: "No heating" },
    { fact: "accessNotes", now: null },
  ]);
});
