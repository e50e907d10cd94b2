import {
  ConditionsParser,
  FunctionFactory,
  type ItemValue,
  QuestionBooleanModel,
  QuestionSelectBase,
  type SurveyModel,
} from "survey-core";
import { beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../definition/definition.ts";
import {
  clearHiddenAnswers,
  createModel,
  errorText,
  findQuestion,
  limitPanelConditions,
  prepareLibrary,
  readAnswers,
  setAnswer,
  whenTextsMayChange,
  withListDisplay,
  withoutDefault,
} from "./survey-adapter.ts";
import { entryTitle, isDynamicPanel } from "./visible-questions.ts";

const formOf = (...elements: object[]): Json => ({ pages: [{ name: "page", elements }] });

function find(model: SurveyModel, name: string) {
  const question = findQuestion(model, name);
  if (!question) throw new Error(`There is no question ${name}`);
  return question;
}

describe("The title of an entry", () => {
  it("follows the answers in it, the text of a choice, and what another entry is called", () => {
    const type = { type: "dropdown", name: "type", choices: [{ value: 1, text: "Boiler" }] };
    const place = { type: "text", name: "place" };
    const model = createModel(
      formOf(
        { type: "text", name: "home" },
        {
          type: "paneldynamic",
          name: "appliances",
          templateTitle: "{panel.type} {panel.place}",
          templateElements: [type, place],
        },
        {
          type: "paneldynamic",
          name: "rooms",
          templateTitle: "{panel.place} of {home}",
          templateElements: [place],
        },
      ),
    );
    const list = (name: string) => {
      const question = find(model, name);
      if (!isDynamicPanel(question)) throw new Error("It is no list");
      return question;
    };
    const titles = (name: string) =>
      list(name).panels.map((panel) => entryTitle(list(name), panel));
    model.data = {
      appliances: [{ type: 1 }, { type: 1, place: "Hall" }],
      rooms: [{ place: "Hall" }],
    };
    expect(titles("appliances")).toEqual(["Boiler", "Boiler Hall"]);
    const [first] = list("appliances").panels;
    const placeOfFirst = first?.getQuestionByName("place");
    if (!placeOfFirst) throw new Error("There is no place");
    setAnswer(placeOfFirst, "Hall");
    expect(titles("appliances")).toEqual(["Boiler Hall (1)", "Boiler Hall (2)"]);
    for (const panel of list("appliances").panels)
      Reflect.set(panel.getQuestionByName("type"), "choices", [{ value: 1, text: "Combi" }]);
    expect(titles("appliances")).toEqual(["Combi Hall (1)", "Combi Hall (2)"]);
    setAnswer(find(model, "home"), "1 Example Street");
    expect(titles("rooms")).toEqual(["Hall of 1 Example Street"]);
  });
});

describe("The library, as this product uses it", () => {
  it("computes no styles, which would be reported as changes of each question when a page is checked", () => {
    const model = createModel(formOf({ type: "text", name: "co", isRequired: true }));
    const question = find(model, "co");
    for (const page of model.pages) page.onFirstRendering();
    const changed: string[] = [];
    question.onPropertyChanged.add((_, { name }) => changed.push(name));
    expect(model.validate()).toBe(false);
    expect(changed).toContain("errors");
    expect(changed.filter((name) => name.startsWith("css"))).toEqual([]);
  });

  it("reports no text as changed, tells when texts may have changed, and computes a text when it is read", () => {
    const model = createModel({
      pages: [
        {
          name: "one",
          elements: [
            { type: "text", name: "make" },
            { type: "text", name: "of", title: "Reading of {make}" },
          ],
        },
        {
          name: "two",
          elements: [
            {
              type: "radiogroup",
              name: "later",
              title: "Was the {make} safe?",
              choices: [{ value: 1, text: "Not the {make}" }],
            },
          ],
        },
      ],
    });
    const later = find(model, "later");
    if (!(later instanceof QuestionSelectBase)) throw new Error("It has no choices");
    const read = () => [
      find(model, "of").locTitle.textOrHtml,
      later.locTitle.textOrHtml,
      ...later.visibleChoices.map(({ locText }: ItemValue) => locText.textOrHtml),
    ];
    expect(read()).toEqual(["Reading of ", "Was the  safe?", "Not the "]);
    const reported: string[] = [];
    for (const { name, locTitle } of model.getAllQuestions())
      locTitle.onStringChanged.add(() => reported.push(name));
    let told = 0;
    whenTextsMayChange(model, () => (told += 1));
    for (const make of ["Example", "Other"]) {
      setAnswer(find(model, "make"), make);
      expect(read()).toEqual([`Reading of ${make}`, `Was the ${make} safe?`, `Not the ${make}`]);
    }
    expect(told).toBe(2);
    expect(model.nextPage()).toBe(true);
    expect(told).toBe(3);
    expect(reported).toEqual([]);
  });

  it("still says that an answer is missing after another answer that its check reads", () => {
    const model = createModel({
      elements: [
        {
          type: "paneldynamic",
          name: "notices",
          panelCount: 1,
          templateElements: [
            { type: "text", name: "action" },
            {
              type: "radiogroup",
              name: "label",
              isRequired: true,
              choices: ["yes", "no"],
              validators: [
                { type: "expression", expression: "{panel.label} = 'yes'", text: "Fit it" },
              ],
            },
            {
              type: "text",
              name: "number",
              isRequired: true,
              validators: [
                { type: "expression", expression: "{panel.action} notempty", text: "No" },
              ],
            },
          ],
        },
      ],
    });
    const list = find(model, "notices");
    if (!isDynamicPanel(list)) throw new Error("It is no list");
    const inEntry = (name: string) => {
      const question = list.panels[0]?.getQuestionByName(name);
      if (!question) throw new Error(`There is no question ${name}`);
      return question;
    };
    const errors = () => ["label", "number"].map((name) => inEntry(name).errors.length);
    expect(model.validate()).toBe(false);
    expect(errors()).toEqual([1, 1]);
    setAnswer(inEntry("action"), "Turned off");
    expect(errors()).toEqual([1, 1]);
    setAnswer(inEntry("label"), "yes");
    expect(errors()).toEqual([0, 1]);
  });

  it("keeps a text that is typed into a number field, and reads a number with its unit", () => {
    const number = { type: "text", name: "co", title: "CO (ppm)", inputType: "number" };
    const model = createModel(formOf(number));
    find(model, "co").value = "20..5";
    expect(readAnswers(model)).toEqual({ co: "20..5" });
    find(model, "co").value = "20,5 ppm";
    expect(readAnswers(model)).toEqual({ co: 20.5 });
  });

  it("parses an expression once", () => {
    prepareLibrary();
    const parse = (text: string) => new ConditionsParser().parseExpression(text);
    expect(parse("{co} > 10")).toBe(parse("{co} > 10"));
    expect(parse("{co} > 11")).not.toBe(parse("{co} > 10"));
    expect(parse("{co} >")).toBeFalsy();
  });

  it("shows no error while a question is answered, and keeps the answers of hidden questions", () => {
    const model = createModel(
      formOf(
        { type: "text", name: "name", isRequired: true },
        { type: "text", name: "why", visibleIf: "{name} = 'x'" },
      ),
    );
    find(model, "why").value = "because";
    find(model, "name").value = "x";
    find(model, "name").clearValue();
    expect(find(model, "name").errors).toHaveLength(0);
    expect(readAnswers(model)).toEqual({ why: "because" });
  });

  it.each([null, ""])("stores nothing for the empty answer %j", (empty) => {
    const model = createModel(formOf({ type: "text", name: "name" }));
    setAnswer(find(model, "name"), "Pat");
    setAnswer(find(model, "name"), empty);
    expect(readAnswers(model)).toEqual({});
  });

  it("removes the answers of hidden questions, also in panels, but no choice that has gone", () => {
    const model = createModel(
      formOf(
        { type: "dropdown", name: "place", choices: ["Kitchen"] },
        { type: "text", name: "why", visibleIf: "{place} = 'Hall'" },
        {
          type: "panel",
          name: "more",
          visibleIf: "{place} = 'Hall'",
          elements: [{ type: "text", name: "inside" }],
        },
      ),
    );
    model.data = { place: "Attic", why: "because", inside: "x" };
    clearHiddenAnswers(model);
    expect(readAnswers(model)).toEqual({ place: "Attic" });
  });
});

describe("The library's own behaviour, which is changed", () => {
  it("shows a question without choices: away from the property nothing is known", () => {
    const model = createModel(formOf({ type: "dropdown", name: "none", choices: [] }));
    model.data = { none: "Kitchen" };
    expect(find(model, "none").isVisible).toBe(true);
    expect(readAnswers(model)).toEqual({ none: "Kitchen" });
  });

  it("adds an entry of a carousel only after the last one shown; of a list always", () => {
    const carousel = { type: "paneldynamic", name: "checks", displayMode: "carousel" };
    const canAdd = (element: Json) => {
      const list = find(createModel(formOf({ ...element, panelCount: 2 })), "checks");
      return isDynamicPanel(list) && list.canAddPanel;
    };
    expect(canAdd(carousel)).toBe(false);
    expect(canAdd(withListDisplay(carousel))).toBe(true);
    expect(withListDisplay({ type: "text", name: "q" })).toEqual({ type: "text", name: "q" });
  });

  it("has other words for a missing answer, in whose place are ours or the definition's", () => {
    const required = { type: "text", isRequired: true };
    const model = createModel(
      formOf(
        { ...required, name: "first" },
        { ...required, name: "second", requiredErrorText: "Name the engineer." },
        { type: "checkbox", name: "third", choices: ["a"], showOtherItem: true },
      ),
    );
    model.setValue("third", ["other"]);
    model.validate(true, false);
    const shown = (name: string) => {
      const question = find(model, name);
      return question.errors.map((error) => errorText(question, error));
    };
    expect(find(model, "first").errors[0]?.getText()).not.toBe("Please answer this.");
    expect([shown("first"), shown("second"), shown("third")]).toEqual([
      ["Please answer this."],
      ["Name the engineer."],
      ["Please answer this."],
    ]);
  });

  it("has texts of its own, in whose place the app has others", () => {
    const model = createModel(
      formOf(
        { type: "boolean", name: "agreed" },
        { type: "dropdown", name: "one", choices: ["a"] },
      ),
    );
    const [agreed, one] = [find(model, "agreed"), find(model, "one")];
    if (!(agreed instanceof QuestionBooleanModel) || !("placeholder" in one)) throw new Error();
    expect(withoutDefault(agreed.locLabelTrue.renderedHtml, "Yes")).toBe("");
    expect(withoutDefault(agreed.locLabelFalse.renderedHtml, "No")).toBe("");
    expect(withoutDefault(String(one.placeholder), "Select...")).toBe("");
    expect(withoutDefault("Pick one", "Select...")).toBe("Pick one");
  });
});

describe("The conditions of a list", () => {
  let evaluated: unknown[] = [];
  beforeEach(() => {
    evaluated = [];
    FunctionFactory.Instance.register("noteEvaluation", ([index]: unknown[]) => {
      evaluated.push(index);
      return true;
    });
  });

  const openList = (visibleIf: string) => {
    const content = formOf(
      { type: "text", name: "outside" },
      {
        type: "paneldynamic",
        name: "checks",
        templateElements: [
          { type: "text", name: "index" },
          { type: "text", name: "co" },
          { type: "text", name: "why", visibleIf },
        ],
      },
    );
    const model = createModel(content);
    model.data = { checks: [{ index: 0 }, { index: 1 }, { index: 2 }] };
    limitPanelConditions(model, content);
    const list = find(model, "checks");
    if (!isDynamicPanel(list)) throw new Error("This is no list");
    const answer = (panel: number) => {
      evaluated = [];
      const question = list.panels[panel]?.getQuestionByName("co");
      if (question) question.value = 7;
      return new Set(evaluated);
    };
    return { model, answer };
  };

  it("are evaluated for the answered panel only, if they read only their own panel", () => {
    const { model, answer } = openList("noteEvaluation({panel.index}, {panel.co})");
    expect(answer(1)).toEqual(new Set([1]));
    expect(answer(2)).toEqual(new Set([2]));
    evaluated = [];
    find(model, "outside").value = "x";
    expect(evaluated).toEqual([]);
  });

  it("are evaluated for every panel if they read something else", () => {
    const { answer } = openList("noteEvaluation({panel.index}, {outside})");
    expect(answer(1)).toEqual(new Set([0, 1, 2]));
  });
});
