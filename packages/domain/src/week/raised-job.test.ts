import { expect, it } from "vitest";
import { raisedJobNeed } from "./raised-job.ts";

const job = {
  status: "New",
  isAssigned: true,
  targetResponse: new Date("2026-11-23T12:00:00Z"),
  targetCompletion: new Date("2026-11-30T12:00:00Z"),
} as const;
const at = (time: string) => new Date(`2026-${time}:00Z`);

it.each([
  ["nothing before its dates", job, at("11-23T12:00"), null],
  [
    "an engineer, before anything else",
    { ...job, isAssigned: false },
    at("12-01T09:00"),
    "engineer",
  ],
  ["a response", job, at("11-23T12:01"), "response-overdue"],
  ["no response once it has begun", { ...job, status: "OnSite" }, at("11-24T09:00"), null],
  ["a completion", { ...job, status: "OnSite" }, at("12-01T09:00"), "completion-overdue"],
  ["nothing when it is closed", { ...job, status: "Closed" }, at("12-01T09:00"), null],
] as const)("needs %s", (_name, given, now, need) => {
  expect(raisedJobNeed(given, now)).toBe(need);
});
