import { expect, it } from "vitest";
import { findTimeProblem, makeAppointmentTime } from "./appointment-field.tsx";

const now = Date.parse("2026-11-23T09:00:00Z");
const about = (time: string, more: object = {}) =>
  findTimeProblem({ time, original: "", confirmed: "", ...more }, now);

it("a usual time is saved, and one that does not exist is not", () => {
  expect(about("2026-11-24T09:00")).toBeNull();
  expect(about("2026-11-23T08:00")).toBeNull();
  expect(about("2027-03-28T01:30")).toContain("does not exist");
  expect(about("")).toContain("Enter a day and a time");
});

it.each(["1900-01-01T09:00", "2100-01-01T09:00"])("%s is saved once it is confirmed", (time) => {
  expect(about(time)).toContain("Confirm");
  expect(about(time, { confirmed: time })).toBeNull();
  expect(about(time, { confirmed: "1901-01-01T09:00" })).toContain("Confirm");
});

it("a time that the job has already is not asked about", () => {
  expect(findTimeProblem(makeAppointmentTime("2020-01-01T09:00"), now)).toBeNull();
  expect(about("2019-01-01T09:00", { original: "2020-01-01T09:00" })).toContain("Confirm");
});
