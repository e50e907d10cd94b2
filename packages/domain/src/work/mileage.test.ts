import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  blankMileage,
  validateCorrection,
  cutMileage,
  cutTypedMileage,
  isMileageEditable,
  isMileageImplausible,
  type MileageAnswers,
  validateMileage,
  mileageFields,
  buildMileage,
  type MileageRecord,
  validateMileageUpdate,
  findNeighbours,
  validateRecordedMileage,
  sortMileage,
} from "./mileage.ts";

const record = (of: Partial<MileageRecord> = {}): MileageRecord => ({
  clientFieldOperativeMileageId: "a",
  fieldOperativeMileageId: 1,
  vehicleId: 7,
  registration: "YK21 FLD",
  currentMileage: 48_000,
  previousMileage: null,
  dateRecorded: "2026-07-01T08:00:00.000Z",
  createdOn: "2026-07-01T08:00:00.000Z",
  modifiedOn: "2026-07-01T08:00:00.000Z",
  ...of,
});
const answers = (of: Partial<MileageAnswers> = {}): MileageAnswers => ({ ...blankMileage, ...of });

describe("An implausible mileage", () => {
  const before = record({ currentMileage: 48_000, dateRecorded: "2026-07-01T08:00:00.000Z" });
  const implausible = (miles: number, at: string, previous: MileageRecord | null = before) =>
    isMileageImplausible(miles, at, previous);

  it("is further than a vehicle goes in the time since the previous entry", () => {
    expect(implausible(48_700, "2026-07-01T17:00:00.000Z")).toBe(false);
    expect(implausible(48_701, "2026-07-01T17:00:00.000Z")).toBe(true);
    expect(implausible(48_701, "2026-07-03T08:00:00.000Z")).toBe(false);
    expect(implausible(480_150, "2026-07-03T08:00:00.000Z")).toBe(true);
  });

  it("counts a clock that was set back as a day", () => {
    expect(implausible(48_700, "2026-06-01T08:00:00.000Z")).toBe(false);
    expect(implausible(48_701, "2026-06-01T08:00:00.000Z")).toBe(true);
  });

  it("of a vehicle without an entry is one that no van reaches", () => {
    expect(implausible(500_000, "2026-07-03T08:00:00.000Z", null)).toBe(false);
    expect(implausible(500_001, "2026-07-03T08:00:00.000Z", null)).toBe(true);
  });
});

describe("A correction", () => {
  const today = new Date("2026-07-01T20:00:00.000Z");
  const later = new Date("2026-07-02T08:00:00.000Z");

  it("needs a reason after the day of the entry", () => {
    expect(validateCorrection(record(), "", today)).toBe(null);
    expect(validateCorrection(record(), " ", later)).toBe("reason-missing");
    expect(validateCorrection(record(), "A digit too many", later)).toBe(null);
    expect(validateCorrection(record(), "x".repeat(501), later)).toBe("reason-too-long");
  });
});

describe("The list", () => {
  it("is ordered by date recorded, newest first, whatever zone the dates are written in", () => {
    const early = record({ clientFieldOperativeMileageId: "early" });
    const late = record({
      clientFieldOperativeMileageId: "late",
      dateRecorded: "2026-07-01T09:30:00.000+01:00",
    });
    expect(sortMileage([early, late]).map((row) => row.clientFieldOperativeMileageId)).toEqual([
      "late",
      "early",
    ]);
  });

  it("is the same whatever order the records came in", () => {
    const rows = fc.uniqueArray(
      fc.record({ id: fc.uuid(), minute: fc.nat(3), created: fc.nat(3) }),
      { selector: ({ id }) => id },
    );
    const day = (minute: number) => new Date(Date.UTC(2026, 6, 1, 8, minute)).toISOString();
    fc.assert(
      fc.property(rows, (given) => {
        const made = given.map(({ id, minute, created }) =>
          record({
            clientFieldOperativeMileageId: id,
            dateRecorded: day(minute),
            createdOn: day(created),
          }),
        );
        expect(sortMileage(made.toReversed())).toEqual(sortMileage(made));
      }),
    );
  });

  it("finds the previous and the following entry of each", () => {
    const [c, b, a] = ["c", "b", "a"].map((id) => record({ clientFieldOperativeMileageId: id }));
    const list = [c, b, a] as MileageRecord[];
    expect(findNeighbours(list, b as MileageRecord)).toEqual({ previous: a, following: c });
    expect(findNeighbours(list, a as MileageRecord)).toEqual({ previous: null, following: b });
    expect(findNeighbours(list, record({ clientFieldOperativeMileageId: "x" }))).toEqual({
      previous: null,
      following: null,
    });
  });
});

describe("An entry is editable", () => {
  const at = (iso: string) => new Date(iso);
  it.each([
    // In British Summer Time the server's day begins an hour after the engineer's.
    ["2026-07-01T23:30:00.000Z", "2026-07-02T08:00:00.000Z", true],
    ["2026-07-01T22:59:59.999Z", "2026-07-01T23:00:00.000Z", false],
    ["2026-07-01T23:00:00.000Z", "2026-07-02T22:59:59.999Z", true],
    ["2026-01-01T00:00:00.000Z", "2026-01-01T23:59:59.999Z", true],
    ["2026-01-01T23:59:59.999Z", "2026-01-02T00:00:00.000Z", false],
    // The day on which the clocks go back has twenty-five hours.
    ["2026-10-24T23:00:00.000Z", "2026-10-25T23:59:59.999Z", true],
  ])("while its date is today in London: %s at %s is %s", (dateRecorded, now, expected) =>
    expect(isMileageEditable({ dateRecorded }, at(now))).toBe(expected),
  );
});

describe("Current Mileage", () => {
  it("drops anything but digits while it is typed", () => {
    expect(cutMileage("48,210 miles")).toBe("48210");
    expect(cutMileage("-1.5")).toBe("15");
    expect(cutMileage("١٢😀")).toBe("12");
    expect(cutMileage("9".repeat(100_000))).toBe("999999999");
  });

  it("is the whole miles of pasted text, in the digits of any keyboard", () => {
    expect(cutMileage("48,210.5 miles")).toBe("48210");
    expect(cutMileage("48,210")).toBe("48210");
    expect(cutMileage("٤٨٢١٠")).toBe("48210");
    expect(cutMileage("۴۸٬۲۱۰")).toBe("48210");
  });

  it("that is typed with a fraction stays as typed and is refused", () => {
    const typed = Array.from("12400.5").reduce((text, key) => cutTypedMileage(text + key), "");
    expect(typed).toBe("12400.5");
    expect(cutTypedMileage("12,400.55555")).toBe("12400.555");
    expect(cutTypedMileage("48.200")).toBe("48.200");
    expect(cutTypedMileage("48,210 miles")).toBe("48210");
    const validate = (currentMileage: string) =>
      validateMileage(answers({ currentMileage }), null).currentMileage;
    expect(validate(typed)).toBe("mileage-not-whole");
    expect(validate("12400.")).toBeUndefined();
  });

  it("is required", () => {
    for (const currentMileage of ["", " ", "miles"])
      expect(validateMileage(answers({ currentMileage }), record()).currentMileage).toBe(
        "mileage-missing",
      );
  });

  it("is not below the previous entry's, and may be the same", () => {
    const validate = (currentMileage: string) =>
      validateMileage(answers({ currentMileage }), record()).currentMileage;
    expect(validate("47999")).toBe("mileage-below-previous");
    expect(validate("48000")).toBeUndefined();
    expect(validate("48,001")).toBeUndefined();
  });

  it("may be anything once the vehicle has changed", () => {
    const changed = answers({
      currentMileage: "12",
      isVehicleChanged: true,
      newRegistration: "AB12 CDE",
    });
    expect(validateMileage(changed, record())).toEqual({});
  });

  it("on editing is between the previous and the following entry's", () => {
    const row = record({ clientFieldOperativeMileageId: "b", currentMileage: 48_100 });
    const previous = record();
    const following = record({ clientFieldOperativeMileageId: "c", currentMileage: 48_200 });
    const validate = (typed: string, around = { previous, following }) =>
      validateMileageUpdate(typed, row, around).currentMileage;
    expect(validate("")).toBe("mileage-missing");
    expect(validate("47999")).toBe("mileage-below-previous");
    expect(validate("48201")).toBe("mileage-above-following");
    for (const fine of ["48000", "48100", "48200"]) expect(validate(fine)).toBeUndefined();
  });

  it("on editing compares with neighbours of the same registration only", () => {
    const row = record({ currentMileage: 48_100 });
    const other = { registration: "AB12 CDE" };
    const previous = record({ ...other, currentMileage: 90_000 });
    const following = record({ ...other, currentMileage: 10 });
    expect(validateMileageUpdate("48100", row, { previous, following })).toEqual({});
    expect(validateMileageUpdate("48100", row, { previous: null, following: null })).toEqual({});
  });
});

describe("Registration", () => {
  it("is required only if there is no previous entry, or it has none", () => {
    expect(mileageFields(answers(), null).registration).toBe(true);
    expect(mileageFields(answers(), record({ registration: " " })).registration).toBe(true);
    expect(mileageFields(answers(), record()).registration).toBe(false);
  });

  it("must not be empty, and must be a registration", () => {
    const validate = (registration: string) =>
      validateMileage(answers({ currentMileage: "1", registration }), null).registration;
    expect(validate(" ")).toBe("registration-missing");
    expect(validate("AB12CDE")).toBe("registration-invalid");
    expect(validate("AB12 CDE")).toBeUndefined();
  });

  it("may have another format if the office allows it", () => {
    const given = answers({ currentMileage: "1", registration: "P7 ABC" });
    expect(validateMileage(given, null, ["prefix"])).toEqual({});
  });
});

describe("I've changed vehicles", () => {
  const changed = (of: Partial<MileageAnswers> = {}) =>
    answers({ currentMileage: "100", isVehicleChanged: true, newRegistration: "AB12 CDE", ...of });

  it("is offered only when a previous entry exists", () => {
    expect(mileageFields(changed(), null)).toEqual({
      registration: true,
      vehicleSwitch: false,
      previousVehicleMileage: false,
      newRegistration: false,
    });
    expect(mileageFields(changed(), record())).toEqual({
      registration: false,
      vehicleSwitch: true,
      previousVehicleMileage: true,
      newRegistration: true,
    });
  });

  it("requires a new registration that differs from the previous one", () => {
    const validate = (newRegistration: string) =>
      validateMileage(changed({ newRegistration }), record()).newRegistration;
    expect(validate("")).toBe("new-registration-missing");
    expect(validate("AB12")).toBe("registration-invalid");
    expect(validate("yk21 fld ")).toBe("new-registration-same");
    expect(validate("AB12 CDE")).toBeUndefined();
  });

  it("takes the last vehicle's mileage if known, not below the previous entry's", () => {
    const validate = (previousVehicleMileage: string) =>
      validateMileage(changed({ previousVehicleMileage }), record()).previousVehicleMileage;
    expect(validate("")).toBeUndefined();
    expect(validate("47999")).toBe("last-vehicle-below-previous");
    expect(validate("48000")).toBeUndefined();
  });

  it("records both vehicles", () => {
    expect(buildMileage(changed({ previousVehicleMileage: "48050" }), record())).toEqual({
      vehicleId: null,
      registration: "AB12 CDE",
      currentMileage: 100,
      previousMileage: 48_050,
      previousVehicle: { vehicleId: 7, registration: "YK21 FLD" },
    });
  });

  it("has no effect once it is switched off", () => {
    const off = changed({ isVehicleChanged: false, currentMileage: "48001" });
    expect(validateMileage({ ...off, previousVehicleMileage: "1" }, record())).toEqual({});
    expect(buildMileage(off, record())).toEqual({
      vehicleId: 7,
      registration: "YK21 FLD",
      currentMileage: 48_001,
      previousMileage: null,
      previousVehicle: null,
    });
  });
});

describe("A recorded mileage that breaks a rule", () => {
  const plate = "YK21 FLD";
  const around = (
    previous: number | null,
    following: number | null = null,
    registration = plate,
  ) => {
    const of = (currentMileage: number | null) =>
      currentMileage === null ? null : { registration, currentMileage };
    return { previous: of(previous), following: of(following) };
  };
  const validate = (
    of: Partial<MileageRecord> & { readonly previousRegistration?: string },
    among: Parameters<typeof validateRecordedMileage>[1],
    extraFormats: Parameters<typeof validateRecordedMileage>[2] = [],
  ) =>
    validateRecordedMileage(
      { previousRegistration: null, ...record(of), ...of },
      among,
      extraFormats,
    );

  it("is below the entry before or above the entry after, of the same vehicle", () => {
    expect(validate({ currentMileage: 100 }, around(100, 100))).toEqual([]);
    expect(validate({ currentMileage: 99 }, around(100))).toEqual(["mileage-below-previous"]);
    expect(validate({ currentMileage: 101 }, around(null, 100))).toEqual([
      "mileage-above-following",
    ]);
    expect(validate({ currentMileage: 99 }, around(100, null, "AB12 CDE"))).toEqual([]);
    expect(validate({ currentMileage: 99 }, around(100, null, ""))).toEqual([
      "mileage-below-previous",
    ]);
  });

  it("has a registration of another format, unless the vehicle had it before", () => {
    expect(validate({ registration: "VAN 7" }, around(null))).toEqual(["registration-invalid"]);
    expect(validate({ registration: " " }, around(null))).toEqual(["registration-missing"]);
    expect(validate({ registration: "VAN 7" }, around(1, null, "VAN 7"))).toEqual([]);
    expect(validate({ registration: "VAN 7" }, around(null), ["dateless"])).toEqual([]);
  });

  it("changes the vehicle for the same one, or leaves it below its last mileage", () => {
    const changed = { registration: "AB12 CDE", currentMileage: 12, previousRegistration: plate };
    expect(validate({ ...changed, previousMileage: 100 }, around(100))).toEqual([]);
    expect(validate({ ...changed, previousMileage: 99 }, around(100))).toEqual([
      "last-vehicle-below-previous",
    ]);
    expect(validate({ ...changed, registration: plate, currentMileage: 100 }, around(100))).toEqual(
      ["new-registration-same"],
    );
    expect(validate({ ...changed, registration: "AB12" }, around(100))).toEqual([
      "registration-invalid",
    ]);
  });
});
