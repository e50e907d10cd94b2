import {
  PanelModel,
  type Question,
  type QuestionPanelDynamicModel,
  SurveyModel,
} from "survey-core";
import { describe, expect, it } from "vitest";
import {
  findContainerAt,
  findQuestionAt,
  listEntries,
  locateContainer,
  locateQuestion,
  readCurrentPage,
  withAnswer,
} from "./form-path.ts";
import { findFirstError } from "./first-error.ts";

const answers = {
  engineer: "Sam",
  appliances: [{ make: "A" }, { make: "B", rooms: [{ name: "Hall" }] }],
};

function aForm(): SurveyModel {
  const model = new SurveyModel({
    elements: [
      { type: "text", name: "engineer", isRequired: true },
      {
        type: "paneldynamic",
        name: "appliances",
        templateElements: [
          {
            type: "panel",
            name: "inner",
            elements: [{ type: "text", name: "make", isRequired: true }],
          },
          {
            type: "paneldynamic",
            name: "rooms",
            templateElements: [{ type: "text", name: "name" }],
          },
        ],
      },
    ],
  });
  model.data = answers;
  return model;
}

/** Finds the question `name` in the entry `index` of a repeated panel. */
function inPanel(list: Question, index: number, name: string): Question {
  const found = (list as QuestionPanelDynamicModel).panels[index]?.getQuestionByName(name);
  if (!found) throw new Error(`There is no ${name} in panel ${index}`);
  return found;
}

describe("The path of a question", () => {
  it("leads to the question again, at any depth", () => {
    const model = aForm();
    const list = model.getQuestionByName("appliances");
    const rooms = inPanel(list, 1, "rooms");
    const questions = [
      [model.getQuestionByName("engineer"), ["engineer"]],
      [inPanel(list, 1, "make"), ["appliances", 1, "make"]],
      [inPanel(rooms, 0, "name"), ["appliances", 1, "rooms", 0, "name"]],
    ] as const;
    for (const [question, place] of questions) {
      expect(locateQuestion(question)).toEqual(place);
      expect(findQuestionAt(model, place)).toBe(question);
    }
    expect(listEntries(list)).toHaveLength(2);
  });

  it("leads to a panel again: on the page, in an entry, and to the entry itself", () => {
    const model = aForm();
    const [, second] = listEntries(model.getQuestionByName("appliances"));
    const inner = second?.getElementByName("inner");
    if (!(inner instanceof PanelModel) || !second) throw new Error("There is no such panel");
    const page = readCurrentPage(model);
    expect(page && locateContainer(page)).toEqual([]);
    expect(findContainerAt(model, [])).toBe(page);
    for (const [panel, path] of [
      [second, ["appliances", 1]],
      [inner, ["appliances", 1, "inner"]],
    ] as const) {
      expect(locateContainer(panel)).toEqual(path);
      expect(findContainerAt(model, path)).toBe(panel);
    }
    expect(findContainerAt(model, ["appliances", 7])).toBeNull();
    expect(findContainerAt(model, ["nothing"])).toBeNull();
  });

  it.each([
    [["nothing"]],
    [["appliances", 7, "make"]],
    [["appliances", 0, "nothing"]],
    [["engineer", 0, "make"]],
    [["__proto__"]],
  ])("finds no question at %j", (place) => {
    expect(findQuestionAt(aForm(), place)).toBeNull();
  });

  it("sets one answer without changing the original answers", () => {
    const before = JSON.stringify(answers);
    expect(withAnswer(answers, ["engineer"], "Alex")).toEqual({ ...answers, engineer: "Alex" });
    expect(withAnswer(answers, ["appliances", 1, "make"], "C")).toMatchObject({
      appliances: [{ make: "A" }, { make: "C", rooms: [{ name: "Hall" }] }],
    });
    expect(withAnswer(answers, ["appliances", 9, "make"], "C")).toEqual(answers);
    expect(JSON.stringify(answers)).toBe(before);
  });
});

describe("The first question with an error", () => {
  it("is the innermost one, in the order of the page", () => {
    const model = aForm();
    model.getQuestionByName("engineer").value = "Sam";
    inPanel(model.getQuestionByName("appliances"), 1, "make").clearValue();
    model.validate(true, false);
    const wrong = findFirstError(model.currentPage);
    expect(wrong && locateQuestion(wrong)).toEqual(["appliances", 1, "make"]);
  });

  it("does not exist when all answers are valid", () => {
    const model = aForm();
    model.validate(true, false);
    expect(findFirstError(model.currentPage)).toBeNull();
  });
});
