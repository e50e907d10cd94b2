import { describe, expect, it } from "vitest";
import { createWorkingDays } from "../calendar/working-days.ts";
import {
  assessDampCase,
  type DampClockName,
  type DampEvent,
  type DampEventKind,
  type DampHazard,
  defaultDampPeriods,
} from "./damp-cases.ts";

const days = createWorkingDays();

const event = (
  kind: DampEventKind,
  happenedOn: string,
  hazard: DampHazard | null = null,
): DampEvent => ({ kind, happenedOn, hazard });

const assess = (events: readonly DampEvent[], at = "2026-11-02T12:00:00Z") =>
  assessDampCase(events, { periods: defaultDampPeriods, days, at: new Date(at) });
const clock = (name: DampClockName, events: readonly DampEvent[], at?: string) =>
  assess(events, at).clocks.find((one) => one.name === name);

// A Monday. The clocks went back on 25 October.
const reported = event("reported", "2026-11-02T09:00:00Z");
const significant = event("inspected", "2026-11-05T11:00:00Z", "significant");

describe("A report of damp and mould", () => {
  it("is investigated within 10 working days, of which the first is the day after", () => {
    expect(clock("investigation", [reported])).toEqual({
      name: "investigation",
      startedOn: "2026-11-02T09:00:00Z",
      dueOn: "2026-11-16T23:59:59.000Z",
      stoppedOn: null,
      state: "running",
    });
  });

  it("counts neither the weekend nor Christmas, and ends with the day in London in summer", () => {
    expect(clock("investigation", [event("reported", "2026-12-18T09:00:00Z")])?.dueOn).toBe(
      "2027-01-06T23:59:59.000Z",
    );
    expect(clock("investigation", [event("reported", "2026-06-01T23:30:00Z")])?.dueOn).toBe(
      "2026-06-16T22:59:59.000Z",
    );
  });

  it("is in time to the last moment of the last day, and overdue after it", () => {
    const at = (moment: string) => clock("investigation", [reported], moment)?.state;
    expect(at("2026-11-16T23:59:59.900Z")).toBe("running");
    expect(at("2026-11-17T00:00:00.000Z")).toBe("overdue");
  });

  it("starts its clock when the landlord became aware, which the office may correct", () => {
    const aware = event("aware", "2026-10-30T16:00:00Z");
    expect(assess([reported, aware]).awareOn).toBe("2026-10-30T16:00:00Z");
    expect(clock("investigation", [aware, reported])?.dueOn).toBe("2026-11-13T23:59:59.000Z");
    const later = event("aware", "2026-10-31T16:00:00Z");
    expect(assess([reported, later, aware]).awareOn).toBe("2026-10-30T16:00:00Z");
  });

  it("starts one clock, however often it is reported", () => {
    const again = event("reported", "2026-11-04T09:00:00Z");
    expect(clock("investigation", [again, reported])?.startedOn).toBe(reported.happenedOn);
  });

  it("is investigated when an inspection is complete: no visit without one stops the clock", () => {
    const visit = event("attended", "2026-11-03T09:00:00Z");
    expect(clock("investigation", [reported, visit])?.stoppedOn).toBeNull();
    expect(clock("investigation", [reported, significant])).toMatchObject({
      stoppedOn: significant.happenedOn,
      state: "met",
    });
    const tooLate = event("inspected", "2026-11-17T10:00:00Z", "none");
    expect(clock("investigation", [reported, tooLate])?.state).toBe("late");
  });
});

describe("The tenant's written summary", () => {
  it("is due within 3 working days of the end of the investigation, also where no hazard is found", () => {
    const none = event("inspected", "2026-11-05T11:00:00Z", "none");
    for (const inspection of [none, significant])
      expect(clock("summary", [reported, inspection])?.dueOn).toBe("2026-11-10T23:59:59.000Z");
    expect(clock("summary", [reported])).toBeUndefined();
  });

  it("counts from the day of the investigation, since the office records days", () => {
    const sameDay = event("summary", "2026-11-05T09:00:00Z");
    expect(clock("summary", [reported, significant, sameDay])?.state).toBe("met");
    const before = event("summary", "2026-11-04T09:00:00Z");
    expect(clock("summary", [reported, significant, before])?.state).toBe("running");
  });
});

describe("A significant hazard", () => {
  it("is made safe within 5 working days of the end of the investigation", () => {
    expect(clock("safety", [reported, significant])?.dueOn).toBe("2026-11-12T23:59:59.000Z");
    const safe = event("safe", "2026-11-12T15:00:00Z");
    expect(clock("safety", [reported, significant, safe])?.state).toBe("met");
  });

  it("is safe as well when a further inspection finds no hazard", () => {
    const further = event("inspected", "2026-11-10T15:00:00Z", "none");
    expect(clock("safety", [reported, significant, further])).toMatchObject({
      stoppedOn: further.happenedOn,
    });
    expect(assess([reported, significant, further]).hazard).toBe("none");
  });

  it("is not ended by an offer of other accommodation, which the case shows", () => {
    const offered = event("rehoused", "2026-11-09T15:00:00Z");
    expect(assess([reported, significant, offered], "2026-11-20T12:00:00Z")).toMatchObject({
      isRehoused: true,
      state: "overdue",
    });
  });

  it("has further works begun within 5 working days: when somebody has access for them", () => {
    const inspectionVisit = event("attended", "2026-11-05T10:10:00Z");
    const works = event("attended", "2026-11-11T10:10:00Z");
    const events = [reported, inspectionVisit, significant];
    expect(clock("works", events)).toMatchObject({
      dueOn: "2026-11-12T23:59:59.000Z",
      stoppedOn: null,
    });
    expect(clock("works", [...events, works])).toMatchObject({
      stoppedOn: works.happenedOn,
      state: "met",
    });
  });

  it("has them begun within 12 weeks where steps to begin them were taken", () => {
    const planned = event("works-planned", "2026-11-06T10:00:00Z");
    expect(clock("works", [reported, significant, planned])?.dueOn).toBe(
      "2027-01-28T23:59:59.000Z",
    );
  });

  it("needs no works where the office says so", () => {
    const none = event("no-works", "2026-11-06T10:00:00Z");
    expect(clock("works", [reported, significant, none])?.state).toBe("met");
  });
});

describe("No hazard", () => {
  it("leaves the summary alone", () => {
    const none = event("inspected", "2026-11-05T11:00:00Z", "none");
    expect(assess([reported, none]).clocks.map(({ name }) => name)).toEqual([
      "investigation",
      "summary",
    ]);
  });
});

describe("An emergency hazard", () => {
  it("is made safe within 24 hours, by day and night, from when it was found", () => {
    const found = event("inspected", "2026-11-06T17:30:00Z", "emergency");
    expect(clock("emergency", [reported, found])).toMatchObject({
      startedOn: found.happenedOn,
      dueOn: "2026-11-07T17:30:00.000Z",
    });
    expect(clock("safety", [reported, found])).toBeUndefined();
    const safe = event("safe", "2026-11-06T22:00:00Z");
    expect(clock("emergency", [reported, found, safe])?.state).toBe("met");
  });

  it("is investigated within 24 hours too, if it is reported as one", () => {
    const alarm = event("emergency", "2026-11-02T09:05:00Z");
    expect(clock("investigation", [reported, alarm])?.dueOn).toBe("2026-11-03T09:05:00.000Z");
    expect(clock("emergency", [reported, alarm])?.state).toBe("running");
  });

  it("ends when an inspection finds that it is none, whose own clocks then run", () => {
    const alarm = event("emergency", "2026-11-02T09:05:00Z");
    const events = [reported, alarm, significant];
    expect(clock("emergency", events)?.stoppedOn).toBe(significant.happenedOn);
    expect(clock("safety", events)?.state).toBe("running");
  });
});

describe("A case", () => {
  it("stands where its first clock stands, and says what runs out by the end of the next working day", () => {
    expect(assess([reported])).toMatchObject({
      state: "running",
      nextDueOn: "2026-11-16T23:59:59.000Z",
    });
    expect(assess([reported], "2026-11-13T15:00:00Z").state).toBe("soon");
    expect(assess([reported], "2026-11-12T15:00:00Z").state).toBe("running");
    expect(assess([reported], "2026-11-18T15:00:00Z").state).toBe("overdue");
  });

  it("may close once it was investigated and no clock runs", () => {
    expect(assess([reported]).mayClose).toBe(false);
    const none = event("inspected", "2026-11-05T11:00:00Z", "none");
    expect(assess([reported, none])).toMatchObject({ mayClose: false });
    expect(assess([reported, none, event("summary", "2026-11-06T09:00:00Z")])).toMatchObject({
      mayClose: true,
      state: "stopped",
      nextDueOn: null,
    });
  });

  it("has no clock without a report", () => {
    expect(assess([])).toMatchObject({ awareOn: null, clocks: [], mayClose: false });
  });

  it("has the periods that are configured", () => {
    const periods = { ...defaultDampPeriods, investigation: 5 };
    const at = new Date("2026-11-02T12:00:00Z");
    expect(assessDampCase([reported], { periods, days, at }).nextDueOn).toBe(
      "2026-11-09T23:59:59.000Z",
    );
  });
});
