import { expect, it } from "vitest";
import { describeChoice, rankEngineers } from "./rank-engineers.ts";

const day = "2026-11-23";
const slot = {
  day,
  moment: "2026-11-23T09:00:00Z",
  address: "1 Example Street, LS6 2QX",
  jobId: null,
};
const engineer = (name: string, disabledOn: string | null = null) => ({
  fieldOperativeId: name,
  name,
  disabledOn,
});
const job = (fieldOperativeId: string | null, time: string, status = "New") => ({
  jobId: `${fieldOperativeId} ${time}`,
  fieldOperativeId,
  formattedJobId: "FF1",
  appointmentDateTime: `${day}T${time}:00Z`,
  address: "2 Example Street, LS1 1AA",
  status,
});
const away = (fieldOperativeId: string, changes: object = {}) => ({
  fieldOperativeId,
  status: 2 as const,
  cancelStatus: null,
  removedOn: null,
  days: [{ dateFrom: "2026-11-20", dateTo: day }],
  ...changes,
});
const names = (choices: readonly { name: string }[]) => choices.map(({ name }) => name);

it("puts who is near in time first, then who has an empty day, then who is busy, and who is away last", () => {
  const operatives = ["Away", "Busy", "Free", "Later", "Near"].map((name) => engineer(name));
  const jobs = [
    job("Busy", "09:30"),
    job("Busy", "15:00"),
    job("Near", "08:00"),
    job("Near", "10:00"),
    job("Later", "15:00"),
    job("Free", "09:00", "Closed"),
    job(null, "09:00"),
  ];
  const ranked = rankEngineers(operatives, jobs, [away("Away")], slot);
  expect(names(ranked)).toEqual(["Near", "Free", "Later", "Busy", "Away"]);
  expect(ranked.map(describeChoice)).toEqual([
    "free, a visit until 08:45 in LS1, one from 10:00 in LS1, 2 jobs that day",
    "no job that day",
    "free, one from 15:00 in LS1, 1 job that day",
    "has FF1 at 09:30",
    "away",
  ]);
});

it("does not count the job that gets the appointment", () => {
  const jobs = [job("Sam", "09:00"), job("Sam", "11:00")];
  const [sam] = rankEngineers([engineer("Sam")], jobs, [], { ...slot, jobId: "Sam 09:00" });
  expect(sam && describeChoice(sam)).toBe("free, one from 11:00 in LS1, 1 job that day");
});

it("offers nobody whose account is disabled", () => {
  expect(rankEngineers([engineer("Gone", "2026-01-01T00:00:00Z")], [], [], slot)).toEqual([]);
});

it.each([
  ["a request that is not decided", { status: 1 }],
  ["an absence that was cancelled", { cancelStatus: 2 }],
  ["an absence that was removed", { removedOn: "2026-11-01T00:00:00Z" }],
  ["another day", { days: [{ dateFrom: "2026-11-24", dateTo: "2026-11-30" }] }],
])("%s keeps nobody away", (_, changes) => {
  expect(rankEngineers([engineer("Sam")], [], [away("Sam", changes)], slot)[0]?.isAway).toBe(false);
});
