import { describe, expect, it, test } from "vitest";
import {
  findBoardIssues,
  isKeptFromAnother,
  checkMove,
  plannedSpan,
  type PlannedEngineer,
  type PlannedVisit,
  visitPhases,
} from "./day-board.ts";

const nine = "2026-11-23T09:00:00.000Z";
const at = (time: string) => Date.parse(`2026-11-23T${time}:00.000Z`);

function aVisit(given: Partial<PlannedVisit> = {}): PlannedVisit {
  return {
    jobId: "job",
    fieldOperativeId: "sam",
    fieldOperativeAppointmentId: "appointment",
    appointmentDateTime: nine,
    status: "New",
    statusTimestamps: {},
    hold: null,
    isOnPhone: true,
    removal: null,
    cancellationRequestedOn: null,
    earlierVisit: null,
    ...given,
  };
}

function anEngineer(given: Partial<PlannedEngineer> = {}): PlannedEngineer {
  return { fieldOperativeId: "sam", isDisabled: false, absences: [], devices: [phone], ...given };
}

const phone = { deviceId: "phone", locked: false, unsentMessages: null, unsentSince: null };

const iso = (time: string) => new Date(at(time)).toISOString();

describe("The phases of a visit", () => {
  it("are its planned time while nobody has begun", () => {
    expect(visitPhases(aVisit(), at("12:00"))).toEqual([
      { kind: "planned", from: at("09:00"), to: at("09:45") },
    ]);
  });

  it("are what has happened, and the last one goes on", () => {
    const visit = aVisit({
      status: "OnSite",
      statusTimestamps: { Travelling: iso("09:05"), OnSite: iso("09:20") },
    });
    expect(visitPhases(visit, at("09:50"))).toEqual([
      { kind: "travelling", from: at("09:05"), to: at("09:20") },
      { kind: "on-site", from: at("09:20"), to: at("09:50") },
    ]);
  });

  it("end with the close, and a hold is one of them", () => {
    const statusTimestamps = {
      Travelling: iso("09:05"),
      OnSite: iso("09:20"),
      AccessGained: iso("09:25"),
      Closed: iso("10:10"),
    };
    const closed = visitPhases(aVisit({ status: "Closed", statusTimestamps }), at("12:00"));
    expect(closed.map(({ kind, to }) => [kind, to])).toEqual([
      ["travelling", at("09:20")],
      ["on-site", at("09:25")],
      ["access", at("10:10")],
    ]);
    const held = aVisit({
      status: "OnSite",
      statusTimestamps: { Travelling: iso("09:05"), OnSite: iso("09:20") },
      hold: { holdReasonId: 1, holdDescription: null, timestamp: iso("09:40") },
    });
    expect(visitPhases(held, at("10:00")).at(-1)).toEqual({
      kind: "hold",
      from: at("09:40"),
      to: at("10:00"),
    });
  });
});

test("a visit that begins before the clocks change lasts as long as any other", () => {
  const { from, to } = plannedSpan({ appointmentDateTime: "2026-10-25T00:30:00.000Z" });
  expect(to - from).toBe(45 * 60_000);
});

test("a job with access gained is kept from another engineer, and nobody's job is kept", () => {
  const withAccess = aVisit({ status: "AccessGained" });
  expect(isKeptFromAnother(withAccess, "alex")).toBe(true);
  expect(isKeptFromAnother(withAccess, "sam")).toBe(false);
  expect(isKeptFromAnother({ ...withAccess, fieldOperativeId: null }, "alex")).toBe(false);
  expect(isKeptFromAnother(aVisit({ status: "OnSite" }), "alex")).toBe(false);
});

describe("What needs attention", () => {
  const kindsOf = (
    visits: readonly PlannedVisit[],
    time: string,
    engineers: readonly PlannedEngineer[] = [anEngineer()],
  ) => findBoardIssues(engineers, visits, [], at(time)).map(({ kind }) => kind);

  it("is nothing on a day that goes as planned", () => {
    const next = aVisit({ jobId: "next", appointmentDateTime: iso("09:45") });
    expect(kindsOf([aVisit(), next], "09:00")).toEqual([]);
  });

  it("is a job that nobody has, and two of one engineer at the same time", () => {
    const other = aVisit({ jobId: "other", appointmentDateTime: iso("09:30") });
    const unassigned = aVisit({ jobId: "free", fieldOperativeId: null });
    expect(findBoardIssues([anEngineer()], [other, aVisit(), unassigned], [], at("08:00"))).toEqual(
      [
        expect.objectContaining({ kind: "conflict", jobId: "other", otherJobId: "job" }),
        expect.objectContaining({ kind: "not-assigned", jobId: "free" }),
      ],
    );
  });

  it("is an emergency hazard without planned work before everything else, and another late clock after the visits of the day", () => {
    const dampCases = [
      { caseId: "late", clock: "summary" as const, dueOn: iso("07:00") },
      { caseId: "worst", clock: "emergency" as const, dueOn: iso("20:00") },
    ];
    const other = aVisit({ jobId: "other", appointmentDateTime: iso("09:30") });
    const issues = findBoardIssues([anEngineer()], [aVisit(), other], [], at("08:00"), dampCases);
    expect(issues.map(({ kind, caseId, since }) => [kind, caseId, since])).toEqual([
      ["emergency-hazard", "worst", iso("20:00")],
      ["conflict", null, iso("09:30")],
      ["damp-overdue", "late", iso("07:00")],
    ]);
  });

  it("is a job with which an engineer goes on who no longer has it, also when it is closed", () => {
    const earlierVisit = { fieldOperativeId: "alex", endedOn: iso("08:30") };
    const visit = aVisit({ earlierVisit });
    expect(findBoardIssues([anEngineer()], [visit], [], at("09:00"))).toEqual([
      expect.objectContaining({
        kind: "earlier-visit",
        jobId: "job",
        fieldOperativeId: "alex",
        since: iso("08:30"),
      }),
    ]);
    expect(kindsOf([{ ...visit, status: "Closed" }], "09:00")).toEqual(["earlier-visit"]);
    const ofTomorrow = { ...visit, appointmentDateTime: "2026-11-24T09:00:00.000Z" };
    expect(findBoardIssues([anEngineer()], [], [ofTomorrow], at("09:00"))).toEqual([
      expect.objectContaining({ kind: "earlier-visit", jobId: "job", fieldOperativeId: "alex" }),
    ]);
    expect(kindsOf([{ ...visit, fieldOperativeId: null }], "09:00")).toEqual([
      "earlier-visit",
      "not-assigned",
    ]);
  });

  it("is not a conflict once one of the two is closed", () => {
    const other = aVisit({ jobId: "other", status: "Closed" });
    expect(kindsOf([aVisit(), other], "08:00")).toEqual([]);
  });

  it("is a late start, from a quarter of an hour on", () => {
    expect(kindsOf([aVisit()], "09:15")).toEqual([]);
    expect(kindsOf([aVisit()], "09:16")).toEqual(["late-start"]);
  });

  it("is a visit that lasts longer than planned, but not one on hold", () => {
    const visit = aVisit({ status: "OnSite", statusTimestamps: { OnSite: iso("09:20") } });
    expect(kindsOf([visit], "10:05")).toEqual([]);
    expect(kindsOf([visit], "10:06")).toEqual(["overrun"]);
    const hold = { holdReasonId: 1, holdDescription: null, timestamp: iso("09:40") };
    expect(kindsOf([{ ...visit, hold }], "12:00")).toEqual([]);
  });

  it("is a job of somebody who is away or disabled", () => {
    expect(kindsOf([aVisit()], "08:00", [anEngineer({ absences: [{ status: 2 }] })])).toEqual([
      "absent",
    ]);
    expect(kindsOf([aVisit()], "08:00", [anEngineer({ isDisabled: true })])).toEqual([
      "engineer-disabled",
    ]);
  });

  it("is a request of an engineer to be away on the day, once for all open visits", () => {
    const asked = anEngineer({ absences: [{ status: 1 }] });
    const earlier = aVisit({ jobId: "earlier", appointmentDateTime: iso("08:00") });
    const closed = aVisit({
      jobId: "closed",
      status: "Closed",
      appointmentDateTime: iso("07:00"),
    });
    expect(findBoardIssues([asked], [aVisit(), earlier, closed], [], at("07:30"))).toEqual([
      {
        kind: "absence-requested",
        jobId: null,
        otherJobId: null,
        fieldOperativeId: "sam",
        deviceId: null,
        caseId: null,
        since: iso("08:00"),
      },
    ]);
    expect(kindsOf([closed], "07:30", [asked])).toEqual([]);
    expect(kindsOf([aVisit({ fieldOperativeId: "alex" })], "07:30", [asked])).toEqual([]);
    const alreadyAway = anEngineer({ absences: [{ status: 1 }, { status: 2 }] });
    expect(kindsOf([aVisit()], "07:30", [alreadyAway])).toEqual(["absent"]);
  });

  it("is work that has waited on a phone for an hour", () => {
    const device = { ...phone, unsentMessages: 3, unsentSince: iso("08:00") };
    expect(kindsOf([], "08:59", [anEngineer({ devices: [device] })])).toEqual([]);
    expect(kindsOf([], "09:00", [anEngineer({ devices: [device] })])).toEqual(["unsent-work"]);
  });
});

describe("A move", () => {
  const alex = anEngineer({ fieldOperativeId: "alex" });
  const check = (
    visit: PlannedVisit,
    engineer = alex,
    time = "09:00",
    visits: readonly PlannedVisit[] = [visit],
    force = false,
  ) => checkMove(visit, { engineer, appointmentDateTime: iso(time), force }, visits, at("08:00"));

  it("of a job that nobody has sends it to a phone", () => {
    const visit = aVisit({ fieldOperativeId: null, fieldOperativeAppointmentId: null });
    expect(check(visit)).toEqual({ refusal: null, effects: ["sent-to-phone"] });
  });

  it("to an engineer who has no phone, or locked ones alone, says so", () => {
    const visit = aVisit({ fieldOperativeId: null, fieldOperativeAppointmentId: null });
    const effectsWith = (...devices: PlannedEngineer["devices"]) =>
      check(visit, anEngineer({ fieldOperativeId: "alex", devices })).effects;
    const locked = { ...phone, locked: true };
    expect(effectsWith()).toEqual(["no-phone"]);
    expect(effectsWith(locked)).toEqual(["phone-locked"]);
    expect(effectsWith(locked, phone)).toEqual(["sent-to-phone"]);
  });

  it.each([
    ["New", false, "not-on-phone"],
    ["New", true, "removed-from-phone"],
    ["Travelling", true, "engineer-is-asked"],
    ["OnSite", true, "engineer-is-asked"],
  ] as const)("of a job that is %s, on a phone: %s, means %s", (status, isOnPhone, effect) => {
    expect(check(aVisit({ status, isOnPhone })).effects).toEqual([effect, "sent-to-phone"]);
  });

  it("leaves a job with the engineer who has gained access, unless it is forced", () => {
    const visit = aVisit({ status: "AccessGained" });
    expect(check(visit)).toEqual({ refusal: "access-gained", effects: [] });
    expect(check(visit, alex, "09:00", [visit], true)).toEqual({
      refusal: null,
      effects: ["taken-off-phone", "sent-to-phone"],
    });
  });

  it("to another time is told to the phone that has it", () => {
    expect(check(aVisit(), anEngineer(), "11:00").effects).toEqual(["time-is-told"]);
    expect(check(aVisit({ isOnPhone: false }), anEngineer(), "11:00").effects).toEqual([
      "not-on-phone",
    ]);
  });

  it("is refused for another engineer whose account is disabled, and a new time for the same one says it", () => {
    const isDisabled = true;
    expect(check(aVisit(), anEngineer({ fieldOperativeId: "alex", isDisabled }))).toEqual({
      refusal: "engineer-disabled",
      effects: [],
    });
    expect(check(aVisit(), anEngineer({ isDisabled }), "11:00").effects).toEqual([
      "time-is-told",
      "engineer-disabled",
    ]);
  });

  it("is refused for a closed job, without a change, and for the time of a visit that has begun", () => {
    expect(check(aVisit({ status: "Closed" })).refusal).toBe("closed");
    expect(check(aVisit(), anEngineer()).refusal).toBe("nothing-changes");
    expect(check(aVisit({ status: "OnSite" }), anEngineer(), "11:00").refusal).toBe("under-way");
  });

  it("of a job that somebody has asked to cancel says first that this is taken back", () => {
    const visit = aVisit({ cancellationRequestedOn: iso("07:30") });
    expect(check(visit).effects).toEqual([
      "cancellation-taken-back",
      "removed-from-phone",
      "sent-to-phone",
    ]);
    expect(check(visit, anEngineer(), "11:00").effects).toEqual([
      "cancellation-taken-back",
      "time-is-told",
    ]);
  });

  it("to another time does not take back a request to remove the job from the engineer's phone", () => {
    const removal = { requestedOn: iso("07:30"), force: false };
    expect(check(aVisit({ removal }), anEngineer(), "11:00").effects).toEqual([
      "time-is-told",
      "removal-goes-on",
    ]);
    expect(check(aVisit({ removal })).effects).toEqual(["removed-from-phone", "sent-to-phone"]);
  });

  it("says what stands in the way of the new engineer", () => {
    const visit = aVisit({ fieldOperativeId: null, fieldOperativeAppointmentId: null });
    const busy = aVisit({
      jobId: "busy",
      fieldOperativeId: "alex",
      appointmentDateTime: iso("09:30"),
    });
    const away = anEngineer({ fieldOperativeId: "alex", absences: [{ status: 2 }] });
    expect(check(visit, away, "09:00", [visit, busy]).effects).toEqual([
      "sent-to-phone",
      "absent",
      "overlaps",
    ]);
    const asked = anEngineer({ fieldOperativeId: "alex", absences: [{ status: 1 }] });
    expect(check(visit, asked, "07:00").effects).toEqual([
      "sent-to-phone",
      "absence-requested",
      "in-the-past",
    ]);
    expect(check(visit, alex, "10:15", [visit, busy]).effects).toEqual(["sent-to-phone"]);
  });
});
