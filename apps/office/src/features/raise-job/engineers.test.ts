import { expect, it } from "vitest";
import { rankEngineers } from "./engineers.ts";

const day = "2026-11-23";
const slot = { day, moment: Date.parse("2026-11-23T09:00:00Z") };
const engineer = (name: string, disabledOn: string | null = null) => ({
  fieldOperativeId: name,
  name,
  disabledOn,
});
const job = (fieldOperativeId: string | null, time: string, status = "New") => ({
  fieldOperativeId,
  appointmentDateTime: `${day}T${time}:00Z`,
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

it("puts who has the fewest jobs first, then whose nearest one is furthest away, and who is away last", () => {
  const operatives = ["Away", "Busy", "Free", "Later", "Near"].map((name) => engineer(name));
  const jobs = [
    job("Busy", "08:00"),
    job("Busy", "15:00"),
    job("Near", "09:30"),
    job("Later", "15:00"),
    job("Free", "09:00", "Closed"),
    job(null, "09:00"),
  ];
  const ranked = rankEngineers(operatives, jobs, [away("Away")], slot);
  expect(names(ranked)).toEqual(["Free", "Later", "Near", "Busy", "Away"]);
  expect(ranked.map(({ nearestMs }) => nearestMs && nearestMs / 60_000)).toEqual([
    null,
    360,
    30,
    60,
    null,
  ]);
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
