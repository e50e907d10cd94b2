import { expect, it } from "vitest";
import { inspectionChecks } from "@fieldfare/domain";
import { readShippedForm } from "../testing/shipped-forms.ts";
import { openSession } from "./form-session.ts";

const record = await readShippedForm("gasSafetyRecord");

const flueChecks = ["flueCondition", "termination", "flueFlow", "spillage"] as const;

/** Opens the record of one inspected appliance. */
function inspect(appliance: Readonly<Record<string, unknown>>) {
  const answers = { appliances: [{ inspected: "yes", ...appliance }] };
  const session = openSession(record, { answers, context: null });
  const read = (name: string) => {
    const state = session.question(["appliances", 0, name])?.read();
    if (!state) throw new Error(`There is no question ${name}`);
    return state;
  };
  return {
    answer: (name: string, value: unknown) => session.answer(["appliances", 0, name], value),
    value: (name: string) => read(name).value,
    errors: (name: string) => read(name).errors,
    complete: session.complete,
    passAll() {
      for (const part of session.container(["appliances", 0])?.read().children ?? [])
        if (part.kind === "panel") session.passAll(part.element.read().path);
    },
  };
}

const refused = ["A flueless appliance has no flue: answer N/A, or correct the flue type."];

it("Checks of a flue that passed are reported when the appliance turns out to be flueless", () => {
  const visit = inspect({ flueType: "Open" });
  visit.passAll();
  expect(flueChecks.map(visit.errors)).toEqual([[], [], [], []]);
  visit.answer("flueType", "Flueless");
  expect(flueChecks.map(visit.errors)).toEqual([refused, refused, refused, refused]);
  for (const check of flueChecks) visit.answer(check, "na");
  expect(flueChecks.map(visit.errors)).toEqual([[], [], [], []]);
});

it.each(["Flueless", "flueless", "Flueless heater", "Open", "Room sealed"])(
  "An appliance that is %s is flueless to the rule exactly if it is to 'All passed'",
  (flueType) => {
    const passed = inspect({ flueType });
    passed.passAll();
    const isFlueless = passed.value("flueCondition") === "na";
    for (const check of inspectionChecks)
      for (const answer of ["pass", "fail"]) {
        const visit = inspect({ flueType });
        visit.answer(check, answer);
        const mustBeNotApplicable = isFlueless && passed.value(check) === "na";
        expect([check, visit.errors(check)]).toEqual([check, mustBeNotApplicable ? refused : []]);
      }
  },
);

it("Half a final combustion reading is reported at the empty field, until it is entered or the other one is cleared", () => {
  const half = ["Enter both final readings, CO and CO2, or neither."];
  const readings = { combustionTested: "yes", initialCo: 30, initialCo2: 9, finalCo2: 9 };
  const entered = inspect(readings);
  expect(entered.errors("finalCo")).toEqual([]);
  expect(entered.complete()).toMatchObject({ ok: false });
  expect(entered.errors("finalCo")).toEqual(half);
  entered.answer("finalCo", 25);
  expect(entered.errors("finalCo")).toEqual([]);

  const cleared = inspect(readings);
  cleared.complete();
  cleared.answer("finalCo2", undefined);
  expect([cleared.errors("finalCo"), cleared.errors("finalCo2")]).toEqual([[], []]);
});

it("A message at an empty reading goes when another reading is enough", () => {
  const visit = inspect({ combustionTested: "na", safeToUse: "yes" });
  visit.complete();
  expect(visit.errors("operatingPressure")).toHaveLength(1);
  visit.answer("heatInput", 24);
  expect(visit.errors("operatingPressure")).toEqual([]);
});
