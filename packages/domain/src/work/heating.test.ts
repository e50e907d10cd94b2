import { describe, expect, it } from "vitest";
import type { VisitForm } from "./dangers.ts";
import { formIds } from "./forms.ts";
import { blankHeating, findHeatingContradictions } from "./heating.ts";
import { readGasOff } from "./notice-issues.ts";

const form = (customFormId: string, completedForm: VisitForm["completedForm"]): VisitForm => ({
  customFormId,
  completionStatus: "Complete",
  completedForm,
});
const notice = (...notices: object[]) => form(formIds.warningNotice, { notices });
const record = (...appliances: object[]) =>
  form(formIds.gasSafetyRecord, {
    appliances: appliances.map((row) => ({ inspected: "yes", ...row })),
  });

const boiler = { type: "Combination boiler", location: "Kitchen" };
const fire = { type: "Gas fire, inset", location: "Lounge" };

describe("The boiler is off", () => {
  it.each([
    ["disconnected", true],
    ["turnedOff", true],
    ["capped", true],
    ["refused", false],
    ["leftOn", false],
  ])("if the warning notice says %s: %s", (isolation, isBoilerOff) => {
    const forms = [record(boiler), notice({ ...boiler, isolation })];
    expect(readGasOff(forms)).toEqual({ isSupplyCapped: false, isBoilerOff });
    expect(readGasOff(forms.slice(1))).toMatchObject({ isBoilerOff });
  });

  it("only if it is the boiler, and the home has no other one", () => {
    expect(readGasOff([notice({ ...fire, isolation: "turnedOff" })]).isBoilerOff).toBe(false);
    const other = { type: "Back boiler", location: "Lounge" };
    const forms = [record(boiler, other), notice({ ...boiler, isolation: "turnedOff" })];
    expect(readGasOff(forms).isBoilerOff).toBe(false);
    expect(readGasOff([]).isBoilerOff).toBe(false);
  });
});

describe("The answers about heating", () => {
  const works = { ...blankHeating, isHeatingOperational: true, hasHotWater: true };
  const off = { ...blankHeating, isHeatingOperational: false, hasHotWater: false };
  const nothingOff = { isSupplyCapped: false, isBoilerOff: false };

  it("agree with each other while gas is on, and while nothing works", () => {
    expect(findHeatingContradictions({ ...works, isThePropertyCapped: false }, nothingOff)).toEqual(
      [],
    );
    expect(
      findHeatingContradictions(
        { ...off, isThePropertyCapped: true },
        { isSupplyCapped: true, isBoilerOff: true },
      ),
    ).toEqual([]);
    expect(
      findHeatingContradictions(blankHeating, { isSupplyCapped: true, isBoilerOff: true }),
    ).toEqual([]);
  });

  it("contradict a boiler that is off, a capped supply, and the answer that the property is capped", () => {
    const both = ["heating-though-off", "hot-water-though-off"];
    expect(
      findHeatingContradictions(
        { ...works, isThePropertyCapped: false },
        { isSupplyCapped: false, isBoilerOff: true },
      ),
    ).toEqual(both);
    expect(
      findHeatingContradictions(
        { ...works, isThePropertyCapped: false },
        { isSupplyCapped: true, isBoilerOff: false },
      ),
    ).toEqual(["capped-on-notice", ...both]);
    expect(findHeatingContradictions({ ...works, isThePropertyCapped: true }, nothingOff)).toEqual(
      both,
    );
    expect(
      findHeatingContradictions(
        { ...works, hasHotWater: false, isThePropertyCapped: true },
        nothingOff,
      ),
    ).toEqual(["heating-though-off"]);
  });
});
