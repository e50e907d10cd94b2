import { expect, it } from "vitest";
import { groupByEngineer, needsLook } from "./by-engineer.ts";
import type { Entry } from "./queries.ts";

const entry: Entry = {
  clientFieldOperativeMileageId: "0190a000-0000-7000-8000-000000000001",
  fieldOperativeMileageId: 1,
  vehicleId: null,
  registration: "AB12 CDE",
  currentMileage: 1000,
  previousMileage: null,
  dateRecorded: "2026-11-02T08:00:00.000Z",
  createdOn: "2026-11-02T08:00:00.000Z",
  modifiedOn: "2026-11-02T08:00:00.000Z",
  fieldOperativeId: "0190a000-0000-7000-8000-000000000002",
  operativeName: "Sam Taylor",
  previousRegistration: null,
  removedOn: null,
  corrections: [],
  flags: [],
};

it("has the first and the last reading of each vehicle, also of one that was given back", () => {
  const [group] = groupByEngineer([
    entry,
    { ...entry, currentMileage: 9_999, removedOn: "2026-11-04T08:00:00.000Z" },
    {
      ...entry,
      registration: "XY34 ZZZ",
      currentMileage: 20,
      previousRegistration: "AB12 CDE",
      previousMileage: 1_400,
    },
    { ...entry, registration: "XY34 ZZZ", currentMileage: 90 },
  ]);
  expect(group?.vehicles).toEqual([
    { registration: "AB12 CDE", first: 1000, last: 1400 },
    { registration: "XY34 ZZZ", first: 20, last: 90 },
  ]);
  expect(group?.entries).toHaveLength(4);
});

it("says which entries somebody should look at", () => {
  expect(needsLook(entry)).toBe(false);
  expect(needsLook({ ...entry, flags: ["mileage: mileage-below-previous"] })).toBe(true);
  expect(needsLook({ ...entry, removedOn: entry.createdOn })).toBe(true);
});
