import { join } from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { DataRow } from "@fieldfare/contract";
import { contradictionRules, formIds } from "@fieldfare/domain";
import {
  type Answers,
  checkAnswers,
  checkDefinition,
  buildBundle,
  openSession,
} from "@fieldfare/forms";
import {
  aBoilerService,
  aCheckedAppliance,
  aDampInspection,
  aGasSafetyRecord,
  anAlarmTest,
  anUnsafeAppliance,
  aRiskAssessment,
  aWarningNotice,
} from "../testing/form-answers.ts";
import { readFormFolder } from "./read-folder.ts";
import { describeIssues } from "./load.ts";

let forms: DataRow<"CustomForm">[] = [];

beforeAll(async () => {
  const folder = join(import.meta.dirname, "../../forms");
  const read = await readFormFolder(folder, new Date("2026-01-05T09:00:00.000Z"));
  if (read.issues.length > 0) throw new Error(describeIssues(read.issues));
  forms = read.forms.map(({ row }) => row);
});

type Shipped = keyof typeof formIds;

function bundle(name: Shipped) {
  const form = forms.find(({ customFormId }) => customFormId === formIds[name]);
  if (!form) throw new Error(`${name} does not ship`);
  return buildBundle(form, forms);
}

const listIssues = (name: Shipped, answers: Answers) =>
  checkAnswers(bundle(name), answers).map(({ severity, path, message }) => [
    severity,
    path,
    message,
  ]);

const complete: Readonly<Partial<Record<Shipped, Answers>>> = {
  gasSafetyRecord: aGasSafetyRecord(),
  warningNotice: aWarningNotice(),
  boilerService: aBoilerService(),
  alarmTest: anAlarmTest(),
  riskAssessment: aRiskAssessment(),
  dampAndMould: aDampInspection(),
};

test.each(Object.keys(formIds) as Shipped[])("%s is a valid definition", (name) => {
  expect(checkDefinition(bundle(name).definition, forms)).toEqual([]);
});

test.each(Object.entries(complete))("%s is completed without an issue", (name, answers) => {
  expect(listIssues(name as Shipped, answers)).toEqual([]);
  const opened = openSession(bundle(name as Shipped), { answers, context: null });
  expect(opened.complete()).toMatchObject({ ok: true, answers });
  expect(opened.progress().percent).toBeGreaterThan(75);
});

test.each(Object.keys(complete))("%s has required questions", (name) => {
  const opened = openSession(bundle(name as Shipped), { answers: {}, context: null });
  expect(opened.complete()).toMatchObject({ ok: false });
});

const record = (appliance: object) =>
  listIssues("gasSafetyRecord", aGasSafetyRecord({ appliances: [aCheckedAppliance(appliance)] }));

describe("The gas safety record", () => {
  const atRisk = {
    hasDefect: "yes",
    defect: "No ventilation",
    classification: "AR",
    remedialAction: "Turned off",
    labelFitted: "yes",
    safeToUse: "no",
  };

  it("requires a warning notice for an appliance At Risk or Immediately Dangerous", () => {
    const notice =
      "Immediately Dangerous and At Risk need a warning notice: issue one before you leave.";
    for (const classification of ["AR", "ID"])
      expect(record({ ...atRisk, classification, warningNoticeIssued: "no" })).toEqual([
        ["warning", "appliances.0.warningNoticeIssued", notice],
      ]);
    const issued = { ...atRisk, warningNoticeIssued: "yes" };
    expect(record({ ...issued, warningNoticeNumber: "PAD 17" })).toEqual([]);
    const advisory = { ...atRisk, classification: "NCS", safeToUse: "yes" };
    expect(record({ ...advisory, labelFitted: undefined })).toEqual([]);
  });

  it("requires the number of a warning notice that is issued", () => {
    const number = expect.stringMatching(/^A warning notice has a number/) as string;
    expect(record({ ...atRisk, warningNoticeIssued: "yes" })).toEqual([
      ["error", "appliances.0.warningNoticeNumber", number],
    ]);
    const leak = {
      tightnessTest: "fail",
      pipeworkDefect: "Leak at the meter",
      pipeworkClassification: "ID",
      pipeworkAction: "Turned off",
      pipeworkNoticeIssued: "yes",
      pipeworkNoticeNumber: " ",
    };
    expect(listIssues("gasSafetyRecord", aGasSafetyRecord(leak))).toEqual([
      ["error", "pipeworkNoticeNumber", number],
    ]);
    const onPad = { ...leak, pipeworkNoticeNumber: "PAD 17" };
    expect(listIssues("gasSafetyRecord", aGasSafetyRecord(onPad))).toEqual([]);
  });

  it("names no question optional without whose answer it cannot be completed", () => {
    const issued = { ...atRisk, classification: "ID", warningNoticeIssued: "yes" };
    const answers = aGasSafetyRecord({
      tightnessTest: "fail",
      pipeworkDefect: "Leak at the meter",
      pipeworkClassification: "ID",
      pipeworkAction: "Turned off",
      pipeworkNoticeIssued: "yes",
      appliances: [aCheckedAppliance(issued)],
    });
    const opened = openSession(bundle("gasSafetyRecord"), { answers, context: null });
    const number = expect.stringMatching(/^A warning notice has a number/) as string;
    expect(listIssues("gasSafetyRecord", answers)).toEqual([
      ["error", "appliances.0.warningNoticeNumber", number],
      ["error", "pipeworkNoticeNumber", number],
    ]);
    for (const path of [["pipeworkNoticeNumber"], ["appliances", 0, "warningNoticeNumber"]])
      expect(opened.question(path)?.read()).toMatchObject({ isVisible: true, isRequired: true });
  });

  it("warns of an alarm that is past its date or fails its test, where there is one", () => {
    const failed = { coAlarmInDate: "no", coAlarmTested: "fail", smokeAlarmTested: "fail" };
    const fitted = { coAlarmFitted: "yes", smokeAlarmFitted: "yes", ...failed };
    expect(listIssues("gasSafetyRecord", aGasSafetyRecord(fitted))).toEqual([
      ["warning", "coAlarmInDate", expect.stringContaining("replaced")],
      ["warning", "coAlarmTested", expect.stringContaining("repaired or replaced")],
      ["warning", "smokeAlarmTested", expect.stringContaining("repaired or replaced")],
    ]);
    const notNeeded = { coAlarmFitted: "na", smokeAlarmFitted: "na", ...failed };
    expect(listIssues("gasSafetyRecord", aGasSafetyRecord(notNeeded))).toEqual([
      [
        "warning",
        "coAlarmFitted",
        "A room with a fixed combustion appliance needs a CO alarm: tell the landlord.",
      ],
    ]);
  });

  it("does not let an appliance At Risk be safe to use", () => {
    const issued = { ...atRisk, warningNoticeIssued: "yes", warningNoticeNumber: "PAD 17" };
    expect(record({ ...issued, safeToUse: "yes" })).toMatchObject([
      ["error", "appliances.0.safeToUse", expect.stringContaining("is not safe to use")],
    ]);
  });

  it("asks for no reading of an appliance that is not safe, nor when another one was given", () => {
    const unread = { operatingPressure: undefined, heatInput: undefined, combustionTested: "no" };
    const issued = { ...atRisk, warningNoticeIssued: "yes", warningNoticeNumber: "PAD 17" };
    expect(record({ ...unread, ...issued })).toEqual([]);
    const combustion = { combustionTested: "yes", initialCo: 20, initialCo2: 9 };
    expect(record({ ...unread, ...combustion })).toEqual([]);
  });

  it("says next to the readings that one of the three is needed", () => {
    const unread = { operatingPressure: undefined, heatInput: undefined, combustionTested: "na" };
    expect(record(unread)).toContainEqual([
      "error",
      "appliances.0.operatingPressure",
      expect.stringMatching(/^Safe to use: give/),
    ]);
    expect(JSON.stringify(forms)).toContain(
      '"title":"Operating pressure (mbar)","description":"If the appliance is safe to use, enter the operating pressure, the heat input or the combustion readings."',
    );
  });

  it("asks to repeat a reading out of range, and refuses an impossible one", () => {
    expect(record({ operatingPressure: 45 })).toMatchObject([
      [
        "warning",
        "appliances.0.operatingPressure",
        expect.stringContaining("Take the reading again"),
      ],
    ]);
    expect(record({ operatingPressure: 450 })).toMatchObject([
      ["error", "appliances.0.operatingPressure", "Enter a reading between 0 and 100 mbar."],
    ]);
  });

  it("calculates the combustion ratio and says what it means", () => {
    const readOnce = { finalRatio: undefined, finalCo: undefined, finalCo2: undefined };
    const high = record({ ...readOnce, initialCo: 340, initialCo2: 4, safeToUse: "yes" });
    const notSafe = expect.stringContaining("over 0.008") as string;
    expect(high).toEqual([
      ["warning", "appliances.0.initialRatio", notSafe],
      ["error", "appliances.0.safeToUse", expect.stringContaining("not safe")],
    ]);
    const between = record({ ...readOnce, initialCo: 50, initialCo2: 1, safeToUse: "no" });
    expect(between).toContainEqual([
      "warning",
      "appliances.0.initialRatio",
      expect.stringContaining("over 0.004"),
    ]);
    expect(record({ initialCo: 340, initialCo2: 4, finalCo: 40, finalCo2: 9 })).toEqual([
      ["warning", "appliances.0.initialRatio", notSafe],
    ]);
    // Readings of which the engineer says that none were taken count no more.
    const notTaken = { ...readOnce, initialCo: 340, initialCo2: 4, combustionTested: "na" };
    expect(record({ ...notTaken, safeToUse: "yes" })).toEqual([]);
  });

  it("reports that a failed check is a defect, and nothing after that", () => {
    expect(record({ ventilation: "no" })).toEqual([
      ["error", "appliances.0.hasDefect", "A check failed: record the defect."],
    ]);
    const answers = aGasSafetyRecord({ appliances: [aCheckedAppliance({ spillage: "fail" })] });
    const opened = openSession(bundle("gasSafetyRecord"), { answers, context: null });
    expect(opened.complete()).toMatchObject({
      ok: false,
      issues: [
        { path: "appliances.0.hasDefect", label: "Combi boiler Kitchen: Defect found", page: 1 },
        { path: "appliances.0.safeToUse", label: "Combi boiler Kitchen: Safe to use", page: 1 },
      ],
    });
  });

  it("reports a contradiction at the answer that causes it", () => {
    const opened = openSession(bundle("gasSafetyRecord"), {
      answers: aGasSafetyRecord(),
      context: null,
    });
    const read = () => opened.question(["appliances", 0, "safeToUse"])?.read();
    expect(read()).toMatchObject({ errors: [], warnings: [] });
    opened.answer(["appliances", 0, "spillage"], "fail");
    expect(read()).toMatchObject({
      errors: ["A safety device, flue flow or spillage check failed: it is not safe to use."],
      warnings: [],
    });
    opened.answer(["appliances", 0, "spillage"], "pass");
    expect(read()).toMatchObject({ errors: [], warnings: [] });
  });

  it("cannot be completed when nothing was inspected, or with an alarm among the appliances", () => {
    const none = { inspected: "no", notInspectedReason: "Not connected" };
    expect(record(none)).toMatchObject([["error", "appliances", expect.any(String)]]);
    expect(record({ type: "Smoke alarm" })).toMatchObject([
      ["error", "appliances.0.type", expect.stringContaining("not a gas appliance")],
    ]);
  });

  it("cannot have a date in the future when today is known", () => {
    const dated = (day: string) =>
      checkAnswers(bundle("gasSafetyRecord"), aGasSafetyRecord(), day).map(
        ({ severity, path }) => `${severity} ${path}`,
      );
    expect(dated("2026-03-02")).toEqual([]);
    expect(dated("2026-03-01")).toEqual(["error inspectionDate", "error signedOn"]);
  });

  it("contains every question that its rules name", () => {
    for (const name of ["gasSafetyRecord", "warningNotice"] as const) {
      const rules = contradictionRules(formIds[name]);
      const session = openSession(bundle(name), { answers: {}, context: null });
      for (const { at, reads } of rules?.form ?? [])
        for (const question of [at, ...reads])
          expect(session.question([question])?.read().name).toBe(question);
      for (const [list, ofList] of Object.entries(rules?.lists ?? {})) {
        session.addEntry([list]);
        for (const { at, reads } of ofList)
          for (const question of [at, ...reads])
            expect(session.question([list, 0, question])?.read().name).toBe(question);
      }
    }
  });

  it("asks only for the reason when an appliance was not inspected, and warns if it is the landlord's", () => {
    const list = (more: object) => {
      const missing = aCheckedAppliance({
        inspected: "no",
        notInspectedReason: undefined,
        ...more,
      });
      const answers = aGasSafetyRecord({ appliances: [missing, aCheckedAppliance()] });
      return listIssues("gasSafetyRecord", answers).map(([severity, path]) => [severity, path]);
    };
    const reason = ["error", "appliances.0.notInspectedReason"];
    expect(list({ landlordsAppliance: "no" })).toEqual([reason]);
    expect(list({ landlordsAppliance: "yes" })).toEqual([
      ["warning", "appliances.0.inspected"],
      reason,
    ]);
  });

  it("calculates the next check and counts what was tested", () => {
    const answers = aGasSafetyRecord({ nextInspectionDue: undefined, appliancesTested: undefined });
    const opened = openSession(bundle("gasSafetyRecord"), { answers, context: null });
    expect(opened.answers()).toMatchObject({
      nextInspectionDue: "2027-04-01",
      appliancesTested: 3,
    });
    opened.answer(["inspectionDate"], "2026-01-15");
    expect(opened.answers()).toMatchObject({ nextInspectionDue: "2027-01-15" });
  });

  it("keeps the old date where it leaves out an appliance of the landlord's", () => {
    const dueOn = (landlordsAppliance: string, previousDueDate?: string) => {
      const out = { type: "Gas fire, inset", inspected: "no", landlordsAppliance };
      const answers = aGasSafetyRecord({
        previousDueDate,
        nextInspectionDue: undefined,
        appliances: [aCheckedAppliance(), out],
      });
      const opened = openSession(bundle("gasSafetyRecord"), { answers, context: null });
      return opened.answers()["nextInspectionDue"];
    };
    expect(dueOn("no", "2026-04-01")).toBe("2027-04-01");
    expect(dueOn("yes", "2026-04-01")).toBe("2026-04-01");
    // Without an earlier record the yearly check is due since this one.
    expect(dueOn("yes")).toBe("2026-03-02");
  });

  test.each([
    ["Open", "pass", "pass"],
    ["Room sealed", "pass", "na"],
    ["Balanced", "pass", "na"],
    ["Flueless", "na", "na"],
  ])(
    "tests an appliance that is %s only for what it has when all checks passed",
    (flueType, flue, test) => {
      const answers = { appliances: [{ inspected: "yes", flueType }] };
      const opened = openSession(bundle("gasSafetyRecord"), { answers, context: null });
      for (const part of opened.container(["appliances", 0])?.read().children ?? [])
        if (part.kind === "panel") opened.passAll(part.element.read().path);
      const tests = { flueCondition: flue, termination: flue, flueFlow: test, spillage: test };
      expect(opened.answers()["appliances"]).toMatchObject([tests]);
    },
  );

  it("requires defect, class and action of pipework that fails", () => {
    const failed = listIssues("gasSafetyRecord", aGasSafetyRecord({ tightnessTest: "fail" }));
    expect(failed.map(([, path]) => path)).toEqual([
      "pipeworkDefect",
      "pipeworkClassification",
      "pipeworkAction",
    ]);
  });
});

describe("The warning notice", () => {
  const notice = (appliance: object) =>
    listIssues("warningNotice", aWarningNotice({ notices: [anUnsafeAppliance(appliance)] }));

  it("requires the label on what is Immediately Dangerous", () => {
    expect(notice({ labelFitted: "no", labelWhere: undefined })).toMatchObject([
      ["error", "notices.0.labelFitted", "Immediately Dangerous: the label is required."],
    ]);
  });

  it("leaves an immediate danger on only when permission was refused", () => {
    expect(notice({ isolation: "leftOn" })).toMatchObject([
      ["error", "notices.0.isolation", expect.any(String)],
    ]);
    expect(notice({ isolation: "refused" })).toMatchObject([
      ["warning", "notices.0.emergencyCalled", expect.stringContaining("0800 111 999")],
    ]);
    expect(
      notice({ isolation: "refused", emergencyCalled: "yes", emergencyReference: "E-1" }),
    ).toEqual([]);
    const tenantInformed = { classification: "AR", action: "Tenant told not to use it" };
    expect(notice({ ...tenantInformed, isolation: "leftOn" })).toEqual([]);
    expect(notice({ classification: "AR", isolation: "leftOn" })).toMatchObject([
      ["warning", "notices.0.isolation", expect.stringContaining("turned off")],
    ]);
  });
});

describe("The other forms", () => {
  it("the service checklist reports pressures that contradict each other", () => {
    expect(listIssues("boilerService", aBoilerService({ workingPressure: 24 }))).toMatchObject([
      ["warning", "boilers.0.workingPressure", expect.any(String)],
    ]);
  });

  it("an alarm that fails or is past its date requires an action", () => {
    expect(listIssues("alarmTest", anAlarmTest({ replaceBy: "2020-01-31" }))).toMatchObject([
      ["warning", "alarms.0.replaceBy", "This alarm is past its date: replace it."],
    ]);
    expect(
      listIssues("alarmTest", anAlarmTest({ replaceBy: "2020-01-31", action: "renewed" })),
    ).toEqual([]);
    expect(listIssues("alarmTest", anAlarmTest({ test: "fail" }))).toMatchObject([
      ["error", "alarms.0.action", expect.any(String)],
    ]);
  });

  it("work must not start where it smells of gas", () => {
    expect(listIssues("riskAssessment", aRiskAssessment({ gasSmell: "yes" }))).toMatchObject([
      ["warning", "safeToStart", expect.stringContaining("smell of gas")],
    ]);
  });

  it("a dry room of a damp and mould inspection has no cause", () => {
    const [room] = aDampInspection().rooms;
    const inspect = (more: object) =>
      listIssues(
        "dampAndMould",
        aDampInspection({ rooms: [{ ...room, causes: undefined, ...more }] }),
      );
    expect(inspect({ surfaces: ["none"], mould: "none" })).toEqual([]);
    expect(inspect({ surfaces: ["none"] })).toMatchObject([
      ["error", "rooms.0.causes", expect.anything()],
    ]);
  });

  it("an emergency of damp and mould is reported before the engineer leaves", () => {
    expect(listIssues("dampAndMould", aDampInspection({ hazard: "emergency" }))).toMatchObject([
      ["warning", "hazard", expect.stringContaining("call the office")],
    ]);
  });
});
