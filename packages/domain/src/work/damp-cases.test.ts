import { describe, expect, it } from "vitest";
import { createWorkingDays } from "../calendar/working-days.ts";
import {
  assessDampCase,
  type DampClockName,
  type DampEvent,
  type DampEventKind,
  type DampHazard,
  type DampJob,
  defaultDampPeriods,
  findActsWithoutEffect,
  findLaterInspection,
  findUnplannedClock,
  isReportedEarlier,
} from "./damp-cases.ts";

const days = createWorkingDays();

const event = (
  kind: DampEventKind,
  happenedOn: string,
  hazard: DampHazard | null = null,
  jobType: string | null = null,
): DampEvent => ({ kind, happenedOn, hazard, jobType });

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

describe("A further finding", () => {
  const emergency = (happenedOn: string) => event("inspected", happenedOn, "emergency");
  const first = emergency("2026-11-02T10:00:00Z");
  const safe = event("safe", "2026-11-02T15:00:00Z");

  it("of an emergency after the home was made safe has 24 hours of its own", () => {
    const second = emergency("2026-11-06T10:00:00Z");
    expect(clock("emergency", [reported, first, safe])?.state).toBe("met");
    expect(clock("emergency", [reported, first, safe, second])).toMatchObject({
      startedOn: second.happenedOn,
      dueOn: "2026-11-07T10:00:00.000Z",
      stoppedOn: null,
    });
    const sameDay = emergency("2026-11-02T17:00:00Z");
    expect(clock("emergency", [reported, first, safe, sameDay])).toMatchObject({
      startedOn: sameDay.happenedOn,
      stoppedOn: null,
    });
    const safeAgain = event("safe", "2026-11-02T19:00:00Z");
    expect(clock("emergency", [reported, first, safe, sameDay, safeAgain])?.state).toBe("met");
  });

  it("of the same emergency does not give it more time", () => {
    const second = emergency("2026-11-03T08:00:00Z");
    expect(clock("emergency", [reported, first, second])).toMatchObject({
      startedOn: first.happenedOn,
      stoppedOn: null,
    });
  });

  it("of a significant hazard ends the emergency, and the home is made safe within 5 working days of it", () => {
    const events = [reported, first, significant];
    expect(clock("emergency", events)?.stoppedOn).toBe(significant.happenedOn);
    expect(clock("safety", events)).toMatchObject({
      startedOn: significant.happenedOn,
      dueOn: "2026-11-12T23:59:59.000Z",
      stoppedOn: null,
    });
    expect(clock("safety", [reported, first, safe, significant])?.stoppedOn).toBeNull();
  });

  it("of a significant hazard after the home was made safe starts that clock again", () => {
    const made = event("safe", "2026-11-06T15:00:00Z");
    const again = event("inspected", "2026-11-10T11:00:00Z", "significant");
    expect(clock("safety", [reported, significant, made, again])).toMatchObject({
      startedOn: again.happenedOn,
      stoppedOn: null,
    });
  });

  it("after works had begun needs further works", () => {
    const works = event("attended", "2026-11-09T10:00:00Z", null, "Wash");
    const again = event("inspected", "2026-11-09T12:00:00Z", "significant");
    expect(clock("works", [reported, significant, works])?.state).toBe("met");
    expect(clock("works", [reported, significant, works, again])).toMatchObject({
      startedOn: again.happenedOn,
      stoppedOn: null,
    });
  });
});

describe("Works", () => {
  it.each(["Inspection", "Damp re-inspection", "Mould survey"])(
    "are not begun by access for a further job of the type %s",
    (jobType) => {
      const visit = event("attended", "2026-11-10T10:00:00Z", null, jobType);
      expect(clock("works", [reported, significant, visit])?.stoppedOn).toBeNull();
    },
  );
});

describe("A report after the end of the investigation", () => {
  const none = event("inspected", "2026-11-05T11:00:00Z", "none");
  const summary = event("summary", "2026-11-06T09:00:00Z");
  const again = event("reported", "2026-11-16T09:00:00Z", null, "Inspection");
  const at = "2026-11-16T12:00:00Z";

  it("starts a new round with its own investigation, beside which the clocks that stopped are not shown", () => {
    expect(assess([reported, none, summary, again], at)).toMatchObject({
      awareOn: again.happenedOn,
      clocks: [
        {
          name: "investigation",
          startedOn: again.happenedOn,
          dueOn: "2026-11-30T23:59:59.000Z",
          stoppedOn: null,
        },
      ],
      state: "running",
      mayClose: false,
    });
  });

  it("ends no clock of an earlier round that still runs", () => {
    const events = [reported, significant, again];
    expect(assess(events, at).clocks.map(({ name, startedOn }) => [name, startedOn])).toEqual([
      ["investigation", again.happenedOn],
      ["summary", significant.happenedOn],
      ["safety", significant.happenedOn],
      ["works", significant.happenedOn],
    ]);
    expect(assess(events, at).state).toBe("overdue");
  });

  it("has a summary of its own, which the one of the earlier round is not", () => {
    const inspection = event("inspected", "2026-11-17T11:00:00Z", "none");
    expect(clock("summary", [reported, none, summary, again, inspection], at)).toMatchObject({
      startedOn: inspection.happenedOn,
      stoppedOn: null,
    });
  });

  it("has the time of an emergency if the office knows it as one", () => {
    const alarm = event("emergency", "2026-11-16T09:05:00Z");
    expect(clock("investigation", [reported, none, summary, again, alarm], at)?.dueOn).toBe(
      "2026-11-17T09:05:00.000Z",
    );
  });

  it("is corrected by the office apart from the first one", () => {
    const corrected = event("aware", "2026-11-13T09:00:00Z");
    const first = event("aware", "2026-10-30T16:00:00Z");
    expect(assess([reported, first, none, again, corrected], at).awareOn).toBe(
      corrected.happenedOn,
    );
    expect(assess([reported, none, again, corrected, first], at).awareOn).toBe(
      corrected.happenedOn,
    );
  });

  it("is not the job that is raised against a hazard that is known, unless its form finds one", () => {
    const wash = event("reported", "2026-11-06T09:00:00Z", null, "Wash");
    expect(assess([reported, significant, wash]).awareOn).toBe(reported.happenedOn);
    expect(assess([reported, none, wash]).awareOn).toBe(wash.happenedOn);
    const found = event("inspected", wash.happenedOn, "significant", "Plumbing");
    expect(assess([reported, significant, found, wash]).awareOn).toBe(wash.happenedOn);
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

  it("stands somewhere whatever its moments are", () => {
    for (const year of ["0025", "0099", "1970", "9998"]) {
      const events = [
        event("reported", `${year}-11-01T09:00:00.000Z`),
        event("inspected", `${year}-11-02T09:00:00.000Z`, "significant"),
      ];
      expect(assess(events).clocks).toHaveLength(4);
    }
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

describe("A first report that an inspection dates", () => {
  it("is earlier than the start of the clock, if it is of a day before", () => {
    const events = [reported, significant];
    expect(isReportedEarlier(events, "2026-10-20")).toBe(true);
    expect(isReportedEarlier(events, "2026-11-02")).toBe(false);
    expect(
      isReportedEarlier([...events, event("aware", "2026-10-20T00:00:00Z")], "2026-10-20"),
    ).toBe(false);
    expect(isReportedEarlier([], "2026-10-20")).toBe(false);
  });

  it("belongs to the report before, of which nothing is asked any more, if that was investigated after it", () => {
    const again = event("reported", "2026-11-20T09:00:00Z");
    const events = [reported, significant, again];
    expect(isReportedEarlier(events, "2026-11-10")).toBe(true);
    expect(isReportedEarlier(events, "2026-11-03")).toBe(false);
    expect(isReportedEarlier(events, "2026-11-01")).toBe(false);
  });
});

describe("An act that the office records", () => {
  const rules = { periods: defaultDampPeriods, days, at: new Date("2026-11-06T12:00:00Z") };
  const idle = (events: readonly DampEvent[]) => [...findActsWithoutEffect(events, rules)];
  const summary = event("summary", "2026-11-06T09:00:00Z");

  it("changes no clock before what it answers, and none a second time", () => {
    const early = event("summary", "2026-10-01T09:00:00Z");
    expect(idle([reported, significant, summary])).toEqual([]);
    expect(idle([reported, significant, early])).toEqual([2]);
    expect(idle([reported, significant, summary, summary])).toEqual([3]);
    expect(idle([reported, summary])).toEqual([1]);
    const none = event("inspected", "2026-11-05T11:00:00Z", "none");
    expect(idle([reported, none, event("safe", "2026-11-06T09:00:00Z")])).toEqual([2]);
    expect(idle([reported, significant, event("rehoused", "2026-10-01T09:00:00Z")])).toEqual([]);
  });

  it("changes a clock of its round also after a further one, late or not", () => {
    const again = event("reported", "2026-11-16T09:00:00Z");
    const further = event("inspected", "2026-11-17T11:00:00Z", "significant");
    const rest = ["summary", "safe", "works"] as const;
    const acts = rest.map((kind) => event(kind, "2026-11-06T09:00:00Z"));
    const later = rest.map((kind) => event(kind, "2026-11-18T09:00:00Z"));
    const round = [reported, significant];
    expect(idle([...round, ...acts, again, further, ...later])).toEqual([]);
    expect(idle([...round, again, further, ...later, ...acts])).toEqual([]);
    const late = [...round, again, further, ...later, event("summary", "2026-11-06T09:00:00Z")];
    expect(findLaterInspection(late, rules)).toBeNull();
    const tooEarly = [...round, again, further, ...later, event("safe", "2026-11-04T09:00:00Z")];
    expect(idle(tooEarly)).toEqual([7]);
    expect(idle([...round, ...acts, event("summary", "2026-11-07T09:00:00Z"), again])).toEqual([5]);
  });

  it("names the inspection that came after it", () => {
    const early = event("summary", "2026-10-01T09:00:00Z");
    expect(findLaterInspection([reported, significant, early], rules)).toBe(significant);
    expect(findLaterInspection([reported, significant, summary], rules)).toBeNull();
    expect(findLaterInspection([reported, summary], rules)).toBeNull();
    expect(findLaterInspection([reported, significant, summary, summary], rules)).toBeNull();
  });
});

describe("A clock for which nobody has planned work", () => {
  const at = new Date("2026-11-27T12:00:00Z");
  const aJob = (more: Partial<DampJob> = {}): DampJob => ({
    fieldOperativeId: "sam",
    status: "New",
    statusOn: null,
    isOnHold: false,
    appointmentDateTime: "2026-11-27T15:00:00Z",
    detailTypeName: "Works",
    ...more,
  });
  const unplanned = (events: readonly DampEvent[], jobs: readonly DampJob[], moment = at) =>
    findUnplannedClock(assess(events, moment.toISOString()).clocks, jobs, moment)?.name ?? null;
  const emergency = [
    event("reported", "2026-11-27T10:00:00Z"),
    event("inspected", "2026-11-27T10:00:00Z", "emergency"),
  ];

  it("is that of an emergency, until a visit of somebody is planned in its time", () => {
    expect(unplanned(emergency, [])).toBe("emergency");
    expect(unplanned(emergency, [aJob()])).toBeNull();
    expect(unplanned(emergency, [aJob({ fieldOperativeId: null })])).toBe("emergency");
    expect(unplanned(emergency, [aJob({ appointmentDateTime: "2026-11-30T09:00:00Z" })])).toBe(
      "emergency",
    );
    const earlier = { appointmentDateTime: "2026-11-26T09:00:00Z" };
    expect(unplanned(emergency, [aJob(earlier)])).toBe("emergency");
    const safe = event("safe", "2026-11-27T11:00:00Z");
    expect(unplanned([...emergency, safe], [])).toBeNull();
  });

  it("has planned work while a visit of an earlier appointment is under way on this day, and not on hold", () => {
    const begun = aJob({
      appointmentDateTime: "2026-11-26T09:00:00Z",
      status: "OnSite",
      statusOn: "2026-11-27T08:00:00Z",
    });
    expect(unplanned(emergency, [begun])).toBeNull();
    expect(unplanned(emergency, [{ ...begun, isOnHold: true }])).toBe("emergency");
    expect(unplanned(emergency, [{ ...begun, statusOn: "2026-11-26T09:30:00Z" }])).toBe(
      "emergency",
    );
    expect(unplanned(emergency, [{ ...begun, statusOn: null }])).toBe("emergency");
    const later = { ...begun, isOnHold: true, appointmentDateTime: "2026-11-27T15:00:00Z" };
    expect(unplanned(emergency, [later])).toBeNull();
  });

  it("is that of an emergency that has run out, until a visit of this day is planned", () => {
    const after = new Date("2026-11-28T12:00:00Z");
    const onDay = (day: string) => [aJob({ appointmentDateTime: `${day}T15:00:00Z` })];
    expect(unplanned(emergency, onDay("2026-11-28"), after)).toBeNull();
    expect(unplanned(emergency, onDay("2026-11-29"), after)).toBe("emergency");
  });

  it("is one that has run out, also while a job waits that nobody has, and none that has time", () => {
    const known = [event("reported", "2026-11-10T09:00:00Z")];
    expect(unplanned(known, [], new Date("2026-11-24T12:00:00Z"))).toBeNull();
    expect(unplanned(known, [])).toBe("investigation");
    const later = aJob({ appointmentDateTime: "2026-12-03T09:00:00Z" });
    expect(unplanned(known, [later])).toBeNull();
    expect(unplanned(known, [{ ...later, fieldOperativeId: null }])).toBe("investigation");
  });

  it("is that of the summary whatever visits are planned, and of works while only an inspection is", () => {
    const found = [
      event("reported", "2026-11-10T09:00:00Z"),
      event("inspected", "2026-11-12T09:00:00Z", "significant"),
    ];
    expect(unplanned(found, [aJob()])).toBe("summary");
    const known = [
      ...found,
      event("summary", "2026-11-13T09:00:00Z"),
      event("safe", "2026-11-13T09:00:00Z"),
    ];
    expect(unplanned(known, [aJob({ detailTypeName: "Inspection" })])).toBe("works");
    expect(unplanned(known, [aJob()])).toBeNull();
  });
});
