import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type Absence,
  type AbsenceAnswers,
  validateAbsence,
  type AbsenceContext,
  cancelAbsence,
  cancelBanner,
  validateAbsenceCancel,
  countTaken,
  countWorkingDays,
  daysOverAllowance,
  holidayLeft,
  groupAbsences,
  findHolidayYear,
  mayCancelAbsence,
  mergeAbsences,
} from "./absences.ts";
import { addDays, countDays, isoWeekday } from "../calendar/days.ts";

const year = {
  id: 2026,
  dateFrom: "2026-04-01",
  dateTo: "2027-03-31",
  allowance: 25,
  nonWorkingDays: ["2026-12-25", "2026-12-28"],
};

function anAbsence(given: Partial<Absence> = {}): Absence {
  return {
    id: "a",
    type: "holiday",
    days: [{ dateFrom: "2026-12-01", dateTo: "2026-12-02" }],
    status: 1,
    cancelStatus: null,
    ...given,
  };
}

const context: AbsenceContext = {
  type: "holiday",
  today: "2026-11-23",
  years: [year],
  others: [],
};
const answers: AbsenceAnswers = { dateFrom: "2026-12-21", dateTo: "2026-12-31", comment: "" };
const validate = (given: Partial<AbsenceAnswers>, place: Partial<AbsenceContext> = {}) =>
  validateAbsence({ ...answers, ...given }, { ...context, ...place });

describe("The days of an absence", () => {
  it("are Monday to Friday without non-working days", () => {
    expect(countWorkingDays([{ dateFrom: "2026-12-21", dateTo: "2026-12-31" }], [])).toBe(9);
    expect(
      countWorkingDays([{ dateFrom: "2026-12-21", dateTo: "2026-12-31" }], year.nonWorkingDays),
    ).toBe(7);
  });

  it("count once if two ranges share them", () => {
    const range = { dateFrom: "2026-11-23", dateTo: "2026-11-24" };
    expect(countWorkingDays([range, range], [])).toBe(2);
  });

  it("equal a count day by day, for any ranges", () => {
    const range = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -3, max: 40 }))
      .map(([offset, length]) => {
        const dateFrom = addDays("2026-03-01", offset);
        return { dateFrom, dateTo: addDays(dateFrom, length) };
      });
    const off = fc.array(fc.integer({ min: 0, max: 100 }).map((n) => addDays("2026-03-01", n)));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 5 }), off, (days, nonWorkingDays) => {
        const all = Array.from({ length: 120 }, (_, index) => addDays("2026-03-01", index));
        const worked = all.filter(
          (day) =>
            isoWeekday(day) <= 5 &&
            !nonWorkingDays.includes(day) &&
            days.some(({ dateFrom, dateTo }) => dateFrom <= day && day <= dateTo),
        );
        expect(countWorkingDays(days, nonWorkingDays)).toBe(worked.length);
      }),
    );
  });

  it("of an absurdly long range are counted as well, up to the end of the calendar", () => {
    expect(countWorkingDays([{ dateFrom: "0000-01-01", dateTo: "9999-12-31" }], [])).toBe(
      2_608_875,
    );
    expect(countWorkingDays([{ dateFrom: "2026-12-31", dateTo: "2026-12-01" }], [])).toBe(0);
  });

  it("are five in any seven days in a row", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), (offset) => {
        const dateFrom = addDays("2024-01-01", offset);
        expect(countWorkingDays([{ dateFrom, dateTo: addDays(dateFrom, 6) }], [])).toBe(5);
      }),
    );
  });

  it("do not change with the clocks: every day follows the one before", () => {
    expect(addDays("2026-03-29", 1)).toBe("2026-03-30");
    expect(addDays("2026-10-25", 1)).toBe("2026-10-26");
    expect(countDays("2026-03-28", "2026-03-30")).toBe(3);
  });
});

describe("The allowance of a holiday year", () => {
  const holiday = (dateFrom: string, dateTo: string, given: Partial<Absence> = {}) =>
    anAbsence({ days: [{ dateFrom, dateTo }], ...given });
  const small = { ...year, allowance: 5 };
  const over = (others: readonly Absence[], place: Partial<AbsenceContext> = {}) =>
    daysOverAllowance(
      { dateFrom: "2026-12-21", dateTo: "2026-12-24" },
      { ...context, years: [small], others, ...place },
    );

  it("is exceeded by the days that are not left in it", () => {
    expect(over([])).toBe(0);
    expect(over([holiday("2026-12-01", "2026-12-02")])).toBe(1);
    expect(over([holiday("2026-12-01", "2026-12-10")])).toBe(4);
    expect(holidayLeft([holiday("2026-12-01", "2026-12-10")], small)).toBe(-3);
  });

  it("is not exceeded by rejected absences, another year, sickness or where there is no allowance", () => {
    expect(over([holiday("2026-12-01", "2026-12-10", { status: 3 })])).toBe(0);
    expect(over([holiday("2027-04-01", "2027-04-10")])).toBe(0);
    const taken = [holiday("2026-12-01", "2026-12-10")];
    expect(over(taken, { type: "sickness" })).toBe(0);
    expect(over(taken, { years: [{ ...year, allowance: null }] })).toBe(0);
    expect(over(taken, { years: [] })).toBe(0);
    expect(holidayLeft(taken, { ...year, allowance: null })).toBe(null);
  });
});

describe("A request", () => {
  it("with days in one holiday year is fine", () => expect(validate({})).toEqual({}));

  test.each([
    [{ dateFrom: "" }, { dateFrom: "date-from-missing" }],
    [{ dateFrom: "2026-02-30" }, { dateFrom: "date-from-missing" }],
    [{ dateTo: "" }, { dateTo: "date-to-missing" }],
    [{ dateFrom: "2026-11-20" }, { dateFrom: "date-in-past" }],
    [{ dateTo: "2026-12-20" }, { dateTo: "date-to-before-from" }],
    [{ dateTo: "2028-12-20" }, { dateTo: "too-long" }],
    [{ dateTo: "2027-04-01" }, { dateTo: "spans-years" }],
    [{ dateFrom: "2026-12-26", dateTo: "2026-12-28" }, { dateTo: "no-working-days" }],
    [{ comment: "x".repeat(2001) }, { comment: "comment-too-long" }],
  ] as const)("%o is refused with %o", (given, expected) => {
    expect(validate(given)).toEqual(expected);
  });

  it("for sickness or unpaid days may be in the past", () => {
    for (const type of ["sickness", "unpaid"] as const)
      expect(validate({ dateFrom: "2026-11-19", dateTo: "2026-11-20" }, { type })).toEqual({});
  });

  it("may not share a day with another pending or approved one", () => {
    const days = [{ dateFrom: "2026-12-31", dateTo: "2026-12-31" }];
    for (const status of [1, 2] as const)
      expect(validate({}, { others: [anAbsence({ days, status })] })).toEqual({
        dateTo: "overlaps",
      });
    expect(validate({}, { others: [anAbsence({ days, status: 3 })] })).toEqual({});
  });

  it("belongs to the year of its first day", () => {
    const next = { ...year, id: 2027, dateFrom: "2027-04-01", dateTo: "2028-03-31" };
    const of = (dateFrom: string) =>
      findHolidayYear([{ dateFrom, dateTo: dateFrom }], [next, year])?.id;
    expect(of("2027-03-31")).toBe(2026);
    expect(of("2027-04-01")).toBe(2027);
    expect(of("2030-01-01")).toBe(2027);
  });

  it("for holiday counts against the year's allowance until it is rejected", () => {
    const taken = [
      anAbsence({ id: "1" }),
      anAbsence({ id: "2", status: 2 }),
      anAbsence({ id: "3", status: 3 }),
      anAbsence({ id: "4", type: "sickness" }),
      anAbsence({ id: "5", days: [{ dateFrom: "2026-01-05", dateTo: "2026-01-06" }] }),
    ];
    expect(countTaken(taken, year)).toBe(4);
  });
});

describe("The dashboard", () => {
  it("lists upcoming, pending, previous and rejected", () => {
    const on = (id: string, day: string, status: 1 | 2 | 3) =>
      anAbsence({ id, status, days: [{ dateFrom: day, dateTo: day }] });
    const groups = groupAbsences(
      [
        on("later", "2026-12-02", 2),
        on("today", "2026-11-23", 2),
        on("older", "2026-05-01", 2),
        on("over", "2026-11-20", 2),
        on("requested", "2026-11-20", 1),
        on("no", "2026-12-24", 3),
      ],
      "2026-11-23",
    );
    const ids = (list: readonly Absence[]) => list.map(({ id }) => id);
    expect(ids(groups.upcoming)).toEqual(["today", "later"]);
    expect(ids(groups.pending)).toEqual(["requested"]);
    expect(ids(groups.previous)).toEqual(["over", "older"]);
    expect(ids(groups.rejected)).toEqual(["no"]);
  });
});

describe("Cancelling", () => {
  it("needs a comment only when the request is approved", () => {
    expect(validateAbsenceCancel(anAbsence({ status: 2 }), " ")).toBe("comment-missing");
    expect(validateAbsenceCancel(anAbsence({ status: 2 }), "Plans changed")).toBeNull();
    expect(validateAbsenceCancel(anAbsence({ status: 1 }), "")).toBeNull();
  });

  it("refuses a comment that is longer than the office accepts", () => {
    for (const status of [1, 2] as const) {
      expect(validateAbsenceCancel(anAbsence({ status }), "x".repeat(2001))).toBe(
        "comment-too-long",
      );
      expect(validateAbsenceCancel(anAbsence({ status }), ` ${"x".repeat(2000)} `)).toBeNull();
    }
  });

  it("updates an approved request and removes any other", () => {
    expect(cancelAbsence(anAbsence({ status: 2 }))).toMatchObject({ status: 2, cancelStatus: 1 });
    expect(cancelAbsence(anAbsence({ status: 1 }))).toBeNull();
    expect(cancelAbsence(anAbsence({ status: 3 }))).toBeNull();
  });

  it("shows a banner and hides the button while it is pending or once it was rejected", () => {
    const shown = (cancelStatus: 1 | 3 | null) => {
      const absence = anAbsence({ status: 2, cancelStatus });
      return [cancelBanner(absence), mayCancelAbsence(absence)];
    };
    expect(shown(1)).toEqual(["cancel-pending", false]);
    expect(shown(3)).toEqual(["cancel-rejected", false]);
    expect(shown(null)).toEqual([null, true]);
  });
});

describe("The server's list", () => {
  const ids = ["a", "b", "c", "d"] as const;
  const statuses = [1, 2, 3] as const;
  const row = fc.record({ id: fc.constantFrom(...ids), status: fc.constantFrom(...statuses) });
  const list = fc.uniqueArray(row, { selector: (one: { id: string }) => one.id });
  const someIds = fc.uniqueArray(fc.constantFrom(...ids)).map((some) => new Set<string>(some));

  it("wins, except for what the server cannot know yet", () => {
    fc.assert(
      fc.property(list, list, someIds, someIds, (server, local, requested, cancelled) => {
        const merged = mergeAbsences(server.map(anAbsence), local.map(anAbsence), {
          requested,
          cancelled,
        });
        const shown = new Map(merged.map((one) => [one.id, one]));
        const isOnServer = (id: string) => server.some((one) => one.id === id);
        const followsServer = server.every(({ id, status }) => {
          const result = shown.get(id);
          if (!cancelled.has(id)) return result?.status === status && result.cancelStatus === null;
          return result === undefined || (result.status === 2 && result.cancelStatus === 1);
        });
        const keepsUnsent = local
          .filter(({ id }) => !isOnServer(id))
          .every(({ id }) => shown.has(id) === requested.has(id));
        const isKnown = (id: string) => isOnServer(id) || local.some((one) => one.id === id);
        expect({ followsServer, keepsUnsent, count: merged.length }).toEqual({
          followsServer: true,
          keepsUnsent: true,
          count: shown.size,
        });
        expect([...shown.keys()].filter((id) => !isKnown(id))).toEqual([]);
      }),
    );
  });
});
