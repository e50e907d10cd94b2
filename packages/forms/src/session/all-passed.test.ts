import type { PanelModel, QuestionPanelDynamicModel } from "survey-core";
import { describe, expect, it } from "vitest";
import { answerPassed, mayAllPass } from "./all-passed.ts";
import { checkDefinition } from "../definition-check/check-definition.ts";
import { buildBundle } from "../definition/bundle.ts";
import { openFormModel } from "./form-model.ts";
import { openSession } from "./form-session.ts";
import { aContext, aForm, aSubForm, partId } from "../testing/forms.ts";

const passOrFail = (name: string, of: object = {}) => ({
  type: "radiogroup",
  name,
  choices: ["pass", "fail", "na"],
  passedAnswer: "'pass'",
  ...of,
});
const part = aSubForm([], {
  definition: {
    name: "Check",
    description: "",
    isSubForm: true,
    content: {
      pages: [
        { name: "facts", title: "Facts", elements: [{ type: "text", name: "flue" }] },
        {
          name: "checks",
          title: "Checks",
          elements: [
            passOrFail("visual"),
            passOrFail("flow", { passedAnswer: "iif({panel.flue} = 'none', 'na', 'pass')" }),
            passOrFail("late", { visibleIf: "{panel.visual} = 'fail'" }),
            { type: "radiogroup", name: "serviced", choices: ["yes", "no"] },
          ],
        },
      ],
    },
  },
});
const form = aForm([{ type: "paneldynamic", name: "checks", subForm: partId, subFormVersion: 1 }]);
const openWith = (row: object) => {
  const opened = openFormModel(buildBundle(form, [part]), {
    answers: { checks: [row] },
    context: aContext(),
  });
  const list = opened.model.getQuestionByName("checks") as QuestionPanelDynamicModel;
  const sections = (list.panels[0]?.elements ?? []) as unknown as readonly PanelModel[];
  return { opened, sections, checks: sections[1] as PanelModel };
};

it("The pages of a sub-form are the headings of its entries", () => {
  const { sections } = openWith({});
  expect(sections.map(({ title }) => title)).toEqual(["Facts", "Checks"]);
});

describe("All passed", () => {
  it("answers the visible unanswered checks, and nothing else", () => {
    const { opened, checks } = openWith({ visual: "na" });
    answerPassed(checks);
    expect(opened.answers()["checks"]).toEqual([{ visual: "na", flow: "pass" }]);
  });

  it("uses the answer that the definition computes", () => {
    const { opened, checks } = openWith({ flue: "none" });
    answerPassed(checks);
    expect(opened.answers()["checks"]).toEqual([{ flue: "none", visual: "pass", flow: "na" }]);
  });

  it("is offered while several checks are unanswered and none has another answer", () => {
    const offered = (row: object) => mayAllPass(openWith(row).checks);
    expect(offered({})).toBe(true);
    expect(offered({ visual: "na" })).toBe(true);
    expect(offered({ visual: "fail" })).toBe(false);
    expect(offered({ visual: "pass", flow: "pass" })).toBe(false);
    expect(mayAllPass(openWith({}).sections[0] as PanelModel)).toBe(false);
  });

  it.each([
    ["each of them", {}, { visibleIf: "{tested} = 'yes'" }],
    ["the panel around them", { visibleIf: "{tested} = 'yes'" }, {}],
  ])("has no checks while another answer hides %s", (_, ofPanel, ofChecks) => {
    const checks = [passOrFail("visual", ofChecks), passOrFail("flow", ofChecks)];
    const tested = { type: "radiogroup", name: "tested", choices: ["yes", "no"] };
    const around = { type: "panel", name: "around", elements: checks, ...ofPanel };
    const session = openSession(buildBundle(aForm([tested, around]), []), {
      answers: { tested: "yes" },
      context: aContext(),
    });
    const page = session.read().page;
    const state = () =>
      [page, session.container(["around"])].map((container) => container?.read().hasChecks);
    expect(state()).toEqual([true, true]);
    session.passAll(["around"]);
    expect(state(), "they can still be changed").toEqual([true, true]);
    session.answer(["tested"], "no");
    expect(state()).toEqual([false, false]);
    session.answer(["tested"], "yes");
    expect(state()).toEqual([true, true]);
  });

  it("is an expression that is checked with the definition", () => {
    const wrong = aForm([passOrFail("visual", { passedAnswer: "{nothing} +" })]);
    expect(checkDefinition(wrong, [])).toMatchObject([{ code: "invalid-expression" }]);
    expect(checkDefinition(aForm([passOrFail("visual")]), [])).toEqual([]);
  });
});
