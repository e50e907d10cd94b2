import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { QuestionPanelDynamicModel, QuestionSelectBase } from "survey-core";
import { describe, expect, it } from "vitest";
import { buildBundle } from "../definition/bundle.ts";
import { openFormModel } from "./form-model.ts";
import {
  aContext,
  aForm,
  anAppliance,
  aSubForm,
  aTenant,
  combi,
  cooker,
  partId,
} from "../testing/forms.ts";

const check = aSubForm([
  { type: "dropdown", name: "asset", choicesFrom: "appliances", valueFrom: "appliance.id" },
  { type: "text", name: "make", valueFrom: "appliance.make" },
  { type: "text", name: "place", valueFrom: "appliance.location" },
  {
    type: "text",
    name: "co",
    inputType: "number",
    isRequired: true,
    validators: [
      {
        type: "expression",
        notificationType: "warning",
        expression: "isUsual('co', {panel.co})",
        text: "Read it again",
      },
    ],
  },
  {
    type: "radiogroup",
    name: "safe",
    choices: ["yes", "no"],
    validators: [
      {
        type: "expression",
        expression: "{panel.safe} <> 'yes' or {panel.co} < 1000",
        text: "Not safe",
      },
    ],
  },
  { type: "text", name: "why", visibleIf: "{panel.safe} = 'no'", isRequired: true },
  { type: "text", name: "lastSeal", carry: true },
]);
const form = aForm([
  { type: "text", name: "address", valueFrom: "property.address" },
  { type: "text", name: "analyser", remember: true },
  { type: "text", name: "landlord", valueFrom: "landlord.name", carry: true },
  { type: "text", name: "contract", carry: true },
  { type: "text", name: "due", valueFrom: "previous.nextDue" },
  { type: "dropdown", name: "tenant", choicesFrom: "tenants" },
  { type: "text", name: "kind", defaultValue: "yearly" },
  {
    type: "paneldynamic",
    name: "checks",
    title: "Check",
    subForm: partId,
    subFormVersion: 1,
    panelsFrom: "appliances",
    applianceTypes: [1, 8],
  },
  { type: "expression", name: "unsafe", expression: "countWhere({checks}, 'safe', 'no')" },
]);
const bundle = buildBundle(form, [form, check]);
const open = (answers: Record<string, unknown> | null = null, context = aContext()) =>
  openFormModel(bundle, { answers, context });

describe("A form that is opened for the first time", () => {
  it("has the known data of the property, and a panel for each appliance that it is about", () => {
    expect(open().answers()).toEqual({
      address: "14 Example Street, Leeds",
      landlord: "Aire Valley Homes",
      kind: "yearly",
      unsafe: 0,
      checks: [
        { asset: "combi", make: "Worcester Bosch", place: "Kitchen" },
        { asset: "cooker", make: "Wharfe Kitchens", place: "Kitchen" },
      ],
    });
  });

  it("leaves out scrapped appliances", () => {
    const gone = { ...cooker, scrapped: true };
    const { checks } = open(null, aContext({ appliances: [combi, gone] })).answers();
    expect(checks).toHaveLength(1);
  });

  it("carries the earlier answers, for each appliance its own", () => {
    const previousAnswers = {
      contract: "C-7",
      nextDue: "2026-04-01",
      landlord: "Somebody else",
      checks: [{ asset: "cooker", lastSeal: "red", co: 12 }],
    };
    const answers = open(null, aContext({ previousAnswers })).answers();
    expect(answers).toMatchObject({
      contract: "C-7",
      due: "2026-04-01",
      landlord: "Aire Valley Homes",
    });
    expect(answers.checks).toEqual([
      { asset: "combi", make: "Worcester Bosch", place: "Kitchen" },
      { asset: "cooker", make: "Wharfe Kitchens", place: "Kitchen", lastSeal: "red" },
    ]);
  });

  it("has today's answers of another form of the job to carried or remembered questions", () => {
    const otherFormAnswers = { analyser: "A-13", contract: "C-9", kind: "odd", lastSeal: "blue" };
    const previousAnswers = { contract: "C-7" };
    const first = open(null, aContext({ otherFormAnswers, previousAnswers })).answers();
    expect(first).toMatchObject({ analyser: "A-13", contract: "C-9", kind: "yearly" });
    expect(JSON.stringify(first.checks)).not.toContain("blue");
  });

  it("carries only plain texts and numbers", () => {
    const previousAnswers = JSON.parse('{"contract": {"a": 1}, "__proto__": {"landlord": "x"}}');
    expect(open(null, aContext({ previousAnswers })).answers()).not.toHaveProperty("contract");
  });

  it("has the engineer's last answers", () => {
    const first = open(null, aContext({ remembered: { analyser: "A-12", address: "x" } }));
    expect(first.answers()).toMatchObject({
      analyser: "A-12",
      address: "14 Example Street, Leeds",
    });
    expect(first.remembered()).toEqual({ analyser: "A-12" });
  });
});

describe("A form that is opened again", () => {
  it("has its saved answers, and fills in nothing again", () => {
    const left = { address: "elsewhere", checks: [], unsafe: 0, kind: "odd" };
    expect(open(left).answers()).toEqual(left);
  });

  it("keeps answers that it does not know", () => {
    const left = { removedQuestion: { a: [1] }, checks: [{ asset: "combi", old: 5 }] };
    expect(open(left).answers()).toMatchObject(left);
  });

  it("is not changed by a later definition: it opens from its own bundle", () => {
    const stored = JSON.parse(JSON.stringify(bundle)) as typeof bundle;
    const again = openFormModel(stored, { answers: { kind: "odd" }, context: aContext() });
    expect(again.answers()).toMatchObject({ kind: "odd" });
  });
});

describe("An open form", () => {
  it("notifies of every answer, including those inside panels", () => {
    const opened = open();
    const received: Record<string, unknown>[] = [];
    const end = opened.onChange((answers) => received.push(answers));
    opened.model.setValue("analyser", "A-1");
    panel(opened, 1).getQuestionByName("co").value = 7;
    expect(received.at(-1)).toMatchObject({ analyser: "A-1", checks: [{}, { co: 7 }] });
    const before = received.length;
    end();
    opened.model.setValue("analyser", "A-2");
    expect(received).toHaveLength(before);
  });

  it("offers the current appliances and tenants", () => {
    const opened = open();
    const tenants = () =>
      opened.model
        .getQuestionByName("tenant")
        .choices.map(({ value }: { value: unknown }) => value);
    expect(tenants()).toEqual(["Pat Example"]);
    opened.refresh(aContext({ tenants: [aTenant("Pat Example"), aTenant("Jo New")] }));
    expect(tenants()).toEqual(["Pat Example", "Jo New"]);
  });

  it("fills in a new panel with the appliance that the engineer chooses", () => {
    const late = anAppliance("late", { type: 8, manufacturerName: "Late" });
    const opened = open({ checks: [{ asset: "combi" }] }, aContext({ appliances: [combi, late] }));
    checks(opened).addPanel();
    panel(opened, 1).getQuestionByName("asset").value = "late";
    expect(opened.answers().checks).toMatchObject([
      {},
      { asset: "late", make: "Late", place: "Kitchen" },
    ]);
    checks(opened).removePanel(0);
    expect(opened.answers().checks).toMatchObject([{ asset: "late" }]);
  });

  it("shows an issue at once, at its question and at those that depend on it", () => {
    const opened = open();
    const co = panel(opened, 0).getQuestionByName("co");
    const safe = panel(opened, 0).getQuestionByName("safe");
    const errorTexts = (question: typeof co) => question.errors.map((error) => error.getText());
    co.value = 400;
    expect(errorTexts(co)).toEqual(["Read it again"]);
    co.value = 20;
    expect(errorTexts(co)).toEqual([]);
    safe.value = "yes";
    expect(errorTexts(safe)).toEqual([]);
    co.value = 2000;
    expect(errorTexts(safe)).toEqual(["Not safe"]);
    expect(errorTexts(panel(opened, 1).getQuestionByName("co"))).toEqual([]);
  });

  it("evaluates the conditions of each panel with its own answers", () => {
    const opened = open();
    panel(opened, 0).getQuestionByName("safe").value = "no";
    const shown = [0, 1].map((index) => panel(opened, index).getQuestionByName("why").isVisible);
    expect(shown).toEqual([true, false]);
    expect(opened.answers().unsafe).toBe(1);
    panel(opened, 1).getQuestionByName("safe").value = "no";
    panel(opened, 0).getQuestionByName("safe").value = "yes";
    const after = [0, 1].map((index) => panel(opened, index).getQuestionByName("why").isVisible);
    expect(after).toEqual([false, true]);
  });

  it("counts the answered and the visible questions", () => {
    const opened = open();
    const before = opened.progress();
    panel(opened, 0).getQuestionByName("co").value = 7;
    expect(opened.progress()).toMatchObject({
      answered: before.answered + 1,
      total: before.total,
    });
  });

  it("returns the issues with path and label, without showing them", () => {
    const opened = open();
    panel(opened, 1).getQuestionByName("co").value = 400;
    opened.model.clearValue("analyser");
    const issues = opened.issues();
    expect(issues).toMatchObject([
      { severity: "error", path: "checks.0.co", label: "Check 1: co", isMissing: true },
      { severity: "warning", path: "checks.1.co", message: "Read it again", isMissing: false },
    ]);
    expect(panel(opened, 0).getQuestionByName("co").errors).toHaveLength(0);
  });
});

it("A question for types of appliances offers only these", () => {
  const type = { type: "dropdown", name: "type", choicesFrom: "list.Type" };
  const definition = aForm([
    { ...type, applianceTypes: [16] },
    { ...type, name: "any" },
  ]);
  const { model } = openFormModel(buildBundle(definition, []), {
    answers: null,
    context: aContext(),
  });
  const offered = (name: string) =>
    (model.getQuestionByName(name) as QuestionSelectBase).choices.map(({ text }) => text as string);
  expect(offered("type")).toEqual(["Smoke alarm"]);
  expect(offered("any").length).toBeGreaterThan(1);
});

describe("Completing a form", () => {
  it("is refused while there is an error, with the issues", () => {
    expect(open().complete()).toMatchObject({
      ok: false,
      issues: [{ path: "checks.0.co" }, { path: "checks.1.co" }],
    });
  });

  it("is allowed with a warning, and leaves out answers of hidden questions", () => {
    const opened = open();
    panel(opened, 0).getQuestionByName("co").value = 400;
    panel(opened, 1).getQuestionByName("co").value = 4;
    panel(opened, 0).getQuestionByName("safe").value = "no";
    panel(opened, 0).getQuestionByName("why").value = "fumes";
    panel(opened, 0).getQuestionByName("safe").value = "yes";
    const completed = opened.complete();
    expect(completed).toMatchObject({ ok: true, issues: [{ severity: "warning" }] });
    expect(JSON.stringify(completed.ok && completed.answers)).not.toContain("fumes");
    expect(opened.answers().checks).toMatchObject([{ why: "fumes" }, {}]);
  });
});

it("The library generates no code from text: it runs where this is forbidden", () => {
  const packageEntry = fileURLToPath(new URL("../index.ts", import.meta.url));
  const program = `
    const { openSession } = await import(${JSON.stringify(packageEntry)});
    const form = openSession(${JSON.stringify(bundle)}, { answers: { checks: [{ safe: "no" }] }, context: null });
    try { new Function("return 1")(); process.exit(2); } catch {}
    process.stdout.write(JSON.stringify(form.answers().unsafe));`;
  const forbidding = [
    "--disallow-code-generation-from-strings",
    "--input-type=module",
    "-e",
    program,
  ];
  expect(execFileSync(process.execPath, forbidding, { encoding: "utf8" })).toBe("1");
});

type Opened = ReturnType<typeof open>;

function checks({ model }: Opened): QuestionPanelDynamicModel {
  return model.getQuestionByName("checks") as QuestionPanelDynamicModel;
}

function panel(opened: Opened, index: number) {
  const found = checks(opened).panels[index];
  if (!found) throw new Error(`There is no panel ${index}`);
  return found;
}
