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

test("what is taken out of a list is named next to what the list has now", () => {
  const after = { ...before, orderedParts: "1 x Fan" };
  const leftOut = { plannedSors: null, orderedParts: "2 x Pump" };
  expect(listJobChanges({ ...before, orderedParts: "2 x Pump" }, after, leftOut)).toEqual([
    { fact: "orderedParts", now: "1 x Fan", leftOut: "2 x Pump" },
  ]);
  // Another part of the same name was ordered in its place.
  expect(listJobChanges(after, after, { orderedParts: "1 x Fan" })).toEqual([
    { fact: "orderedParts", now: "1 x Fan", leftOut: "1 x Fan" },
  ]);
});

test("each change is listed with its new value, always in the same order", () => {
  const after = { ...before, accessNotes: null, priority: "Emergency", description: "No heating" };
  expect(listJobChanges(before, after)).toEqual([
    { fact: "priority", now: "Emergency" },
    { fact: "description", now: "No heating" },
    { fact: "accessNotes", now: null },
  ]);
});
