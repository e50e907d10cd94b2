import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  contradictionRules,
  findContradictions,
  dangerousChecks,
  inspectionChecks,
} from "./contradictions.ts";
import { formIds } from "./forms.ts";

const today = "2026-11-22";

type Answers = Record<string, unknown>;

const safeAppliance: Answers = {
  type: "Combi boiler",
  flueType: "Room sealed",
  inspected: "yes",
  operatingPressure: 20,
  combustionTested: "na",
  safetyDevices: "yes",
  ventilation: "yes",
  flueCondition: "pass",
  termination: "pass",
  flueFlow: "pass",
  spillage: "pass",
  applianceVisual: "pass",
  hasDefect: "no",
  safeToUse: "yes",
};

const withoutFlue: Answers = {
  flueType: "Flueless",
  flueCondition: "na",
  termination: "na",
  flueFlow: "na",
  spillage: "na",
};

function inRecord(appliance: Answers, more: Answers = {}) {
  return findContradictions(
    formIds.gasSafetyRecord,
    {
      inspectionDate: today,
      signedOn: today,
      appliances: [{ ...safeAppliance, ...appliance }],
      ...more,
    },
    today,
  );
}

const places = (appliance: Answers, more: Answers = {}) =>
  inRecord(appliance, more).map(({ severity, path }) => `${severity} ${path}`);

/** Every answer that the inspection of an appliance can have. */
const choices: Readonly<Record<string, readonly string[]>> = {
  inspected: ["yes", "no"],
  safetyDevices: ["yes", "no", "na"],
  ventilation: ["yes", "no", "na"],
  flueCondition: ["pass", "fail", "na"],
  termination: ["pass", "fail", "na"],
  flueFlow: ["pass", "fail", "na"],
  spillage: ["pass", "fail", "na"],
  applianceVisual: ["pass", "fail"],
  hasDefect: ["yes", "no"],
  classification: ["ID", "AR", "NCS"],
  safeToUse: ["yes", "no"],
};

describe("A CO alarm that is said not to apply", () => {
  const withoutAlarm = (...types: string[]) =>
    findContradictions(
      formIds.gasSafetyRecord,
      { coAlarmFitted: "na", appliances: types.map((type) => ({ type })) },
      today,
    ).filter(({ rule }) => rule === "co-alarm-not-applicable");

  it.each([
    [["Combi boiler"], ["warning"]],
    [["Gas hob", "Gas fire, inset"], ["warning"]],
    [["Gas hob", "Cooker", "Built-in oven"], []],
    [[""], []],
    [[], []],
  ])("at %j: %j", (types, severities) => {
    expect(withoutAlarm(...types).map(({ severity }) => severity)).toEqual(severities);
  });
});

it("An Immediately Dangerous appliance needs its label; an At Risk one is only asked about", () => {
  const defect = { hasDefect: "yes", safeToUse: "no", labelFitted: "no" };
  const labelErrors = (classification: string) =>
    places({ ...defect, classification }).filter((place) => place.endsWith("labelFitted"));
  expect(labelErrors("ID")).toEqual(["error appliances.0.labelFitted"]);
  expect(labelErrors("AR")).toEqual([]);
});

function* combinations(names: readonly string[]): Generator<Answers> {
  const [name, ...others] = names;
  if (name === undefined) {
    yield {};
    return;
  }
  for (const rest of combinations(others))
    for (const choice of choices[name] ?? []) yield { ...rest, [name]: choice };
}

const isFailed = (row: Answers, checks: readonly string[]) =>
  checks.some((check) => row[check] === "no" || row[check] === "fail");

const findErrors = (row: Answers) =>
  inRecord(row)
    .filter(({ severity, path }) => severity === "error" && path.startsWith("appliances."))
    .map(({ path }) => path);

describe("Every combination of the inspection answers", () => {
  const all = [...combinations(Object.keys(choices))];
  const inspectedRows = all.filter(({ inspected }) => inspected === "yes");
  const readClass = (row: Answers) =>
    row["hasDefect"] === "yes" ? row["classification"] : undefined;

  it("is tested", () => {
    expect(all).toHaveLength(2 * 3 ** 6 * 2 * 2 * 3 * 2);
  });

  it("that is valid names the defect of each failed check and is not safe if there is danger", () => {
    const isFalse = (row: Answers) => {
      const danger = readClass(row) === "ID" || readClass(row) === "AR";
      return (
        danger !== (row["safeToUse"] === "no") ||
        (isFailed(row, inspectionChecks) && row["hasDefect"] === "no") ||
        (isFailed(row, dangerousChecks) && !danger)
      );
    };
    expect(inspectedRows.filter((row) => findErrors(row).length === 0 && isFalse(row))).toEqual([]);
  });

  it("that can be true of an appliance is valid: nothing else is refused", () => {
    const isTrue = (row: Answers) => {
      const danger = readClass(row) === "ID" || readClass(row) === "AR";
      const isTested = inspectionChecks.slice(0, -1).some((check) => row[check] !== "na");
      return (
        (row["safeToUse"] === "no") === danger &&
        (row["hasDefect"] === "yes" || !isFailed(row, inspectionChecks)) &&
        (danger || !isFailed(row, dangerousChecks)) &&
        (danger || isTested)
      );
    };
    expect(inspectedRows.filter((row) => isTrue(row) !== (findErrors(row).length === 0))).toEqual(
      [],
    );
  });

  it("can be corrected by the engineer's own judgement, whatever the checks found", () => {
    const corrections = [...combinations(["hasDefect", "classification", "safeToUse"])];
    const canBeCorrected = (row: Answers) =>
      corrections.some(
        (correction) => findErrors({ inspected: "yes", ...row, ...correction }).length === 0,
      );
    expect([...combinations(inspectionChecks)].filter((row) => !canBeCorrected(row))).toEqual([]);
  });

  it("names an answer of that very appliance, with a message", () => {
    for (const row of all)
      for (const { path, message } of inRecord(row)) {
        const [list, index, question] = path.split(".");
        if (list !== "appliances" || index === undefined) continue;
        expect(Object.keys({ ...safeAppliance, ...choices })).toContain(question);
        expect(message).not.toBe("");
      }
  });

  it("reports nothing about an appliance that was not inspected", () => {
    for (const row of all.filter(({ inspected }) => inspected === "no"))
      expect(findErrors(row)).toEqual([]);
  });
});

test.each<[string, Answers, Answers, string[]]>([
  ["a safe appliance", {}, {}, []],
  ["a smoke alarm as a gas appliance", { type: "Smoke alarm" }, {}, ["error appliances.0.type"]],
  ["a CO detector of the office's list", { type: "CO Detector" }, {}, ["error appliances.0.type"]],
  [
    "a check of tomorrow",
    {},
    { inspectionDate: "2026-11-23", signedOn: "2026-11-23" },
    ["error inspectionDate", "error signedOn"],
  ],
  ["a check signed the day before", {}, { signedOn: "2026-11-21" }, ["error signedOn"]],
  ["a check of last month", {}, { inspectionDate: "2026-10-21" }, ["warning inspectionDate"]],
  ["a check of which nothing was inspected", { inspected: "no" }, {}, ["error appliances"]],
  [
    "an appliance of the landlord's that was not inspected",
    {},
    {
      appliances: [
        safeAppliance,
        { type: "Gas fire, inset", inspected: "no", landlordsAppliance: "yes" },
        { type: "Gas cooker", inspected: "no", landlordsAppliance: "no" },
      ],
    },
    ["warning appliances.1.inspected"],
  ],
  [
    "a safe appliance without any reading",
    { operatingPressure: undefined },
    {},
    ["error appliances.0.operatingPressure"],
  ],
  [
    "a safe appliance whose pressure and heat input are 0",
    { operatingPressure: 0, heatInput: 0 },
    {},
    ["error appliances.0.operatingPressure"],
  ],
  [
    "a safe appliance whose open flue was not tested for spillage",
    { flueType: "Open", spillage: "na" },
    {},
    ["error appliances.0.spillage"],
  ],
  [
    "a safe appliance whose open flue was not tested for its flow",
    { flueType: "Open", flueFlow: "na" },
    {},
    ["warning appliances.0.flueFlow"],
  ],
  [
    "a room-sealed appliance without those tests",
    { flueType: "Room sealed", flueFlow: "na", spillage: "na" },
    {},
    [],
  ],
  [
    "a flueless appliance whose flue passed its checks",
    { flueType: "Flueless" },
    {},
    [
      "error appliances.0.flueCondition",
      "error appliances.0.termination",
      "error appliances.0.flueFlow",
      "error appliances.0.spillage",
    ],
  ],
  [
    "a flueless appliance whose flue failed a test",
    { ...withoutFlue, spillage: "fail", safeToUse: "no", hasDefect: "yes", classification: "AR" },
    {},
    ["error appliances.0.spillage"],
  ],
  ["a flueless appliance without the checks of a flue", withoutFlue, {}, []],
  [
    "a flueless appliance that was not inspected",
    { flueType: "Flueless", inspected: "no" },
    { appliances: [safeAppliance, { ...safeAppliance, flueType: "Flueless", inspected: "no" }] },
    [],
  ],
  [
    "a failed ventilation check that is merely advisory",
    { ventilation: "no", hasDefect: "yes", classification: "NCS" },
    {},
    ["warning appliances.0.safeToUse"],
  ],
  [
    "a leak that is merely advisory",
    {},
    { tightnessTest: "fail", pipeworkClassification: "NCS" },
    ["error pipeworkClassification"],
  ],
  ["a class from before the defect was taken back", { classification: "ID" }, {}, []],
])("%s", (_name, appliance, more, expected) => {
  expect(places(appliance, more)).toEqual(expected);
});

describe("A safe appliance of", () => {
  const errors = (type: string, readings: Answers) =>
    places({ type, combustionTested: "yes", ...readings }).filter((place) =>
      place.startsWith("error"),
    );
  const unsafe = ["error appliances.0.safeToUse"];
  const burning = (co: number, co2: number) => ({ initialCo: co, initialCo2: co2 });

  test.each<[string, Answers, string[]]>([
    ["Combi boiler", burning(720, 9), []],
    ["Combi boiler", burning(730, 9), unsafe],
    ["Combi boiler", { ...burning(2_000, 9), finalCo: 30, finalCo2: 9 }, []],
    ["Combi boiler", { ...burning(30, 9), finalCo: 2_000, finalCo2: 9 }, unsafe],
    [
      "Combi boiler",
      { ...burning(2_000, 9), finalCo: 30 },
      [...unsafe, "error appliances.0.finalCo2"],
    ],
    ["Combi boiler", burning(2_000, 0), unsafe],
    ["Combi boiler", burning(0, 0), []],
    ["Combi boiler", { ...burning(2_000, 9), safeToUse: "no", hasDefect: "yes" }, []],
    ["Combi boiler", { ...burning(2_000, 9), combustionTested: "na" }, []],
    ["Gas fire, with back boiler", burning(730, 9), []],
    ["Gas fire, inset", burning(1_800, 9), []],
    ["Gas fire, inset", burning(1_810, 9), unsafe],
  ])("%s with %j: %j", (type, readings, expected) => {
    expect(errors(type, readings)).toEqual(expected);
  });
});

test.each<[Answers, string[]]>([
  [{ finalCo2: 9 }, ["error appliances.1.finalCo"]],
  [{ finalCo2: 0 }, ["error appliances.1.finalCo"]],
  [{ finalCo: 30 }, ["error appliances.1.finalCo2"]],
  [{ finalCo: 0, finalCo2: null }, ["error appliances.1.finalCo2"]],
  [{ finalCo: 30, finalCo2: 9 }, []],
  [{}, []],
  [{ finalCo: "", finalCo2: null }, []],
  [{ finalCo2: 9, combustionTested: "na" }, []],
  [{ finalCo2: 9, inspected: "no" }, []],
])("The final combustion readings %j are given together: %j", (readings, expected) => {
  const first = { combustionTested: "yes", initialCo: 30, initialCo2: 9 };
  const appliances = [safeAppliance, { ...safeAppliance, ...first, ...readings }];
  expect(places({}, { appliances })).toEqual(expected);
});

describe("The warning notice", () => {
  const notice = (unsafe: Answers, date = today) =>
    findContradictions(formIds.warningNotice, { date, notices: [unsafe] }, today).map(
      ({ path }) => path,
    );

  it("may not have a date in the future, and may not be about an alarm", () => {
    expect(notice({ type: "Hob" }, "2027-01-01")).toEqual(["date"]);
    expect(notice({ type: "Heat alarm" })).toEqual(["notices.0.type"]);
  });

  it("allows an immediate danger to be left on only if permission was refused, and never without its label", () => {
    expect(notice({ classification: "ID", isolation: "leftOn", labelFitted: "no" })).toEqual([
      "notices.0.isolation",
      "notices.0.labelFitted",
    ]);
    expect(notice({ classification: "ID", isolation: "refused", labelFitted: "yes" })).toEqual([]);
  });

  test.each([
    ["Turned off", "leftOn", ["notices.0.isolation"]],
    ["Supply capped, label fitted", "leftOn", ["notices.0.isolation"]],
    ["Turned off", "turnedOff", []],
    ["Not turned off, tenant told", "leftOn", []],
    ["Tenant told not to use it", "leftOn", []],
  ])("asks about %s with the supply %s", (action, isolation, expected) => {
    expect(notice({ classification: "AR", action, isolation })).toEqual(expected);
  });
});

describe("The table of rules", () => {
  it("accepts any answers without throwing", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.anything(),
        fc.constantFrom(...Object.values(formIds)),
        (list, day, id) => {
          const answers = {
            appliances: list,
            notices: list,
            inspectionDate: day,
            signedOn: day,
            date: day,
          };
          expect(Array.isArray(findContradictions(id, answers, today))).toBe(true);
        },
      ),
    );
  });

  it("keeps the index of an entry whatever else is in its list", () => {
    const alarm = { type: "Smoke alarm" };
    const found = findContradictions(
      formIds.gasSafetyRecord,
      { appliances: [null, "boiler", alarm, [alarm]] },
      null,
    );
    expect(found.map(({ path }) => path)).toEqual(["appliances.2.type"]);
  });

  it("reports an appliance that is on the record twice at both entries", () => {
    const twice = { ...safeAppliance, propertyAssetId: "a" };
    const found = findContradictions(
      formIds.gasSafetyRecord,
      { appliances: [twice, twice] },
      today,
    );
    expect(found.map(({ path }) => path)).toEqual([
      "appliances.0.propertyAssetId",
      "appliances.1.propertyAssetId",
    ]);
  });

  it("has no rules for a form of the office", () => {
    expect(contradictionRules("0193b3f0-0000-7000-8000-0000000000aa")).toBeNull();
    expect(contradictionRules("constructor")).toBeNull();
    expect(findContradictions("toString", {}, today)).toEqual([]);
  });
});
