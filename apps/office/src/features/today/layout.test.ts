import { describe, expect, it } from "vitest";
import {
  hoursOf,
  type Job,
  labelledHours,
  momentAt,
  percentOf,
  placeVisits,
  scaleOf,
} from "./layout.ts";

function aJob(appointmentDateTime: string, given: Partial<Job> = {}): Job {
  return {
    jobId: appointmentDateTime,
    formattedJobId: "FF1",
    fieldOperativeId: "sam",
    fieldOperativeAppointmentId: "appointment",
    appointmentDateTime,
    clientPreferredTimeName: null,
    status: "New",
    statusTimestamps: {},
    hold: null,
    cancelledOn: null,
    address: "1 Example Street",
    postcode: "LS1 1AA",
    categoryName: "Gas repair",
    detailTypeName: "No heating",
    jobPriority: null,
    isOnPhone: false,
    cancellationRequestedOn: null,
    removal: null,
    earlierVisit: null,
    ...given,
  };
}

const sam = {
  fieldOperativeId: "sam",
  name: "Sam",
  isDisabled: false,
  absences: [],
  devices: [],
};

describe("The hours of the board", () => {
  it("are the working hours of London, in winter and in summer", () => {
    const winter = scaleOf("2026-11-23", [], 0);
    expect(new Date(winter.from).toISOString()).toBe("2026-11-23T07:00:00.000Z");
    expect(hoursOf(winter)).toHaveLength(12);
    const summer = scaleOf("2026-06-15", [], 0);
    expect(new Date(summer.from).toISOString()).toBe("2026-06-15T06:00:00.000Z");
  });

  it.each(["2026-03-29", "2026-10-25"])("are twelve on %s, when the clocks change", (day) => {
    expect(hoursOf(scaleOf(day, [], 0))).toHaveLength(12);
  });

  it("grow for a visit outside of them, and not for one of another day", () => {
    const early = aJob("2026-11-23T04:20:00.000Z");
    const late = aJob("2026-11-23T21:30:00.000Z");
    const scale = scaleOf("2026-11-23", [early, late, aJob("2026-11-20T09:00:00.000Z")], 0);
    expect(new Date(scale.from).toISOString()).toBe("2026-11-23T04:00:00.000Z");
    expect(new Date(scale.to).toISOString()).toBe("2026-11-23T23:00:00.000Z");
  });

  it("grow for a visit that is worked outside of them, up to the end of the day", () => {
    const worked = aJob("2026-11-23T09:00:00.000Z", {
      status: "OnSite",
      statusTimestamps: {
        Travelling: "2026-11-23T21:10:00.000Z",
        OnSite: "2026-11-23T21:40:00.000Z",
      },
    });
    const scaleAt = (at: string) => scaleOf("2026-11-23", [worked], Date.parse(at));
    const [evening, nextDay] = [scaleAt("2026-11-23T22:20:00Z"), scaleAt("2026-11-24T03:00:00Z")];
    expect(new Date(evening.from).toISOString()).toBe("2026-11-23T07:00:00.000Z");
    expect(new Date(evening.to).toISOString()).toBe("2026-11-23T23:00:00.000Z");
    expect(new Date(nextDay.to).toISOString()).toBe("2026-11-24T00:00:00.000Z");
  });
});

it("a place on the board is a quarter of an hour, and a time is a place", () => {
  const scale = scaleOf("2026-11-23", [], 0);
  expect(new Date(momentAt(scale, 0.5)).toISOString()).toBe("2026-11-23T13:00:00.000Z");
  expect(new Date(momentAt(scale, 0.5049)).toISOString()).toBe("2026-11-23T13:00:00.000Z");
  expect(percentOf(scale, Date.parse("2026-11-23T10:00:00Z"))).toBe(25);
  expect(percentOf(scale, 0)).toBe(0);
});

it("visits at the same time are one below the other", () => {
  const jobs = [
    aJob("2026-11-23T09:00:00.000Z"),
    aJob("2026-11-23T09:30:00.000Z"),
    aJob("2026-11-23T09:45:00.000Z"),
  ];
  const board = { engineers: [sam], jobs, movedJobs: [] };
  const [row] = placeVisits(board, Date.parse("2026-11-23T08:00:00Z"));
  expect(row?.lanes).toBe(2);
  expect(row?.visits.map(({ lane }) => lane)).toEqual([0, 1, 0]);
});

it("a job that was moved is with the engineer who goes on with it, and has a place only on its own day", () => {
  const earlierVisit = {
    fieldOperativeAppointmentId: "earlier",
    fieldOperativeId: "sam",
    endedOn: "2026-11-23T09:10:00.000Z",
  };
  const alex = { ...sam, fieldOperativeId: "alex", name: "Alex" };
  const ofAlex = { fieldOperativeId: "alex", earlierVisit };
  const today = aJob("2026-11-23T09:00:00.000Z", ofAlex);
  const tomorrow = aJob("2026-11-24T09:00:00.000Z", ofAlex);
  const board = { engineers: [sam, alex], jobs: [today], movedJobs: [tomorrow] };
  const rows = placeVisits(board, Date.parse("2026-11-23T10:00:00Z"));
  const found = rows.map(({ moved, visits }) => [moved, visits.map(({ job }) => job)]);
  expect(found).toEqual([
    [[today, tomorrow], []],
    [[], [today]],
  ]);
});

it("writes every hour of a working day, and every second one of a longer board", () => {
  const hours = (from: string, to: string) => ({
    from: Date.parse(`2026-11-23T${from}:00Z`),
    to: Date.parse(`2026-11-23T${to}:00Z`),
  });
  expect(labelledHours(hours("07:00", "19:00"))).toHaveLength(12);
  const long = labelledHours(hours("00:00", "23:00"));
  expect(long).toHaveLength(12);
  expect(long[1]).toBe(Date.parse("2026-11-23T02:00:00Z"));
});
