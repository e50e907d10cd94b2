import type { QuestionPanelDynamicModel } from "survey-core";
import { describe, expect, it } from "vitest";
import type { FormContext } from "../sources/context.ts";
import { buildBundle } from "../definition/bundle.ts";
import { openFormModel } from "./form-model.ts";
import { aContext, aForm, anAppliance, combi, cooker } from "../testing/forms.ts";

const template = [
  { type: "text", name: "asset", valueFrom: "appliance.id", visible: false },
  { type: "text", name: "type", valueFrom: "appliance.type" },
  { type: "text", name: "place", valueFrom: "appliance.location" },
  { type: "text", name: "reading", inputType: "number", isRequired: true },
];
const list = (of: object = {}) => ({
  type: "paneldynamic",
  name: "checks",
  title: "Appliance",
  panelsFrom: "appliances",
  applianceTypes: [1, 8],
  templateTitle: "{panel.type} {panel.place}",
  templateElements: template,
  ...of,
});
const bundleWith = (of: object = {}) => buildBundle(aForm([list(of)]), []);
const findList = (opened: ReturnType<typeof openFormModel>, name = "checks") =>
  opened.model.getQuestionByName(name) as QuestionPanelDynamicModel;
const readRows = (opened: ReturnType<typeof openFormModel>) => opened.answers()["checks"];

describe("Add is offered from the overview of a list, up to its maximum", () => {
  it.each(["carousel", "tab", "list"])("if the definition says %s", (displayMode) => {
    const bundle = bundleWith({ displayMode, maxPanelCount: 30, panelsFrom: undefined });
    const opened = openFormModel(bundle, { answers: { checks: [{}, {}] }, context: aContext() });
    const checks = findList(opened);
    while (checks.canAddPanel) checks.addPanel();
    expect(checks.panelCount).toBe(30);
  });

  it("adds the new entry last, whichever entry is shown", () => {
    const opened = openFormModel(bundleWith({ displayMode: "carousel" }), {
      answers: { checks: [{ reading: 1 }, { reading: 2 }] },
      context: aContext(),
    });
    findList(opened).addPanel();
    expect(readRows(opened)).toEqual([{ reading: 1 }, { reading: 2 }, {}]);
  });

  it("for a list inside a list, and for a list that begins empty", () => {
    const inner = {
      type: "paneldynamic",
      name: "inner",
      displayMode: "carousel",
      templateElements: template,
    };
    const bundle = buildBundle(
      aForm([list({ panelsFrom: undefined, templateElements: [inner] })]),
      [],
    );
    const opened = openFormModel(bundle, { answers: null, context: aContext() });
    const checks = findList(opened);
    expect([checks.panelCount, checks.canAddPanel]).toEqual([0, true]);
    checks.addPanel();
    const inside = checks.panels[0]?.getQuestionByName("inner") as QuestionPanelDynamicModel;
    for (let count = 0; count < 3; count++) inside.addPanel();
    expect([inside.panelCount, inside.canAddPanel]).toEqual([3, true]);
    expect(readRows(opened)).toEqual([{ inner: [{}, {}, {}] }]);
  });
});

describe("An appliance that was added to the property meanwhile", () => {
  const late = anAppliance("late", { type: 8 });
  const alarm = anAppliance("alarm", { type: 16, fuelType: null });
  const context = (...appliances: FormContext["appliances"]) => aContext({ appliances });
  const begun = { checks: [{ asset: "combi", type: "Combi boiler", reading: 7 }] };

  it("is added to the open form, once", () => {
    const opened = openFormModel(bundleWith(), { answers: null, context: context(combi) });
    opened.refresh(context(combi, late, alarm));
    opened.refresh(context(combi, late, alarm));
    expect(readRows(opened)).toMatchObject([{ asset: "combi" }, { asset: "late", type: "Cooker" }]);
  });

  it("is added to a form that was started before it existed", () => {
    const opened = openFormModel(bundleWith(), {
      answers: begun,
      context: context(combi, cooker, late, alarm),
      seenAppliances: ["combi", "cooker"],
    });
    expect(readRows(opened)).toMatchObject([{ asset: "combi", reading: 7 }, { asset: "late" }]);
    expect(opened.seenAppliances()).toEqual(["combi", "cooker", "late", "alarm"]);
  });

  it("is not duplicated if the engineer had added it, and does not exceed the maximum", () => {
    const byHand = { checks: [{ asset: "late", reading: 1 }] };
    const one = openFormModel(bundleWith(), {
      answers: byHand,
      context: context(late),
      seenAppliances: [],
    });
    expect(readRows(one)).toEqual(byHand.checks);
    const full = openFormModel(bundleWith({ maxPanelCount: 1 }), {
      answers: begun,
      context: context(combi, late),
      seenAppliances: ["combi"],
    });
    expect(readRows(full)).toEqual(begun.checks);
  });

  it("is not added to a list of dangers", () => {
    const opened = openFormModel(bundleWith({ panelsFrom: "dangers" }), {
      answers: begun,
      context: context(combi, late),
      seenAppliances: ["combi"],
    });
    opened.refresh(context(combi, late, cooker));
    expect(readRows(opened)).toEqual(begun.checks);
  });

  it("is not added to a read-only form, or to one without a record of the known appliances", () => {
    const seen = { answers: begun, context: context(combi, late), seenAppliances: ["combi"] };
    const read = openFormModel(bundleWith(), { ...seen, isReadOnly: true });
    expect(readRows(read)).toEqual(begun.checks);
    const unknown = openFormModel(bundleWith(), { ...seen, seenAppliances: null });
    expect(readRows(unknown)).toEqual(begun.checks);
  });
});

describe("An entry of a list is named as the definition says", () => {
  const labels = (answers: Record<string, unknown>, of: object = {}) =>
    openFormModel(bundleWith(of), { answers, context: aContext() })
      .issues()
      .map(({ label }) => label);

  it("by its own title, with its number if two have the same title", () => {
    const fire = { type: "Gas fire", place: "Lounge" };
    expect(labels({ checks: [fire, { type: "Cooker" }, fire] })).toEqual([
      "Gas fire Lounge (1): reading",
      "Cooker: reading",
      "Gas fire Lounge (3): reading",
    ]);
  });

  it("by the list and its number if it has no title yet", () => {
    expect(labels({ checks: [{}] })).toEqual(["Appliance 1: reading"]);
    expect(labels({ checks: [{}] }, { templateTitle: "" })).toEqual(["Appliance 1: reading"]);
  });

  it("and missing answers have one wording", () => {
    const opened = openFormModel(bundleWith(), { answers: { checks: [{}] }, context: aContext() });
    expect(opened.issues()).toMatchObject([{ message: "Please answer this.", isMissing: true }]);
  });
});
