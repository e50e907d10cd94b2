import fc from "fast-check";
import type { QuestionMultipleTextModel } from "survey-core";
import { describe, expect, it } from "vitest";
import { checkAnswers } from "../session/check-answers.ts";
import { buildBundle } from "../definition/bundle.ts";
import { openFormModel } from "../session/form-model.ts";
import { aContext, aForm } from "../testing/forms.ts";
import { typedIssue } from "./typed-answers.ts";

const form = aForm([
  {
    type: "text",
    name: "pressure",
    title: "Pressure (mbar)",
    inputType: "number",
    validators: [
      { type: "expression", expression: "isPossible('pressureDrop', {pressure})", text: "0 to 30" },
    ],
  },
  { type: "text", name: "share", title: "Share", inputType: "range" },
  { type: "text", name: "name", maxLength: 10 },
  { type: "comment", name: "remarks", title: "Remarks" },
  {
    type: "multipletext",
    name: "several",
    title: "Several",
    items: [{ name: "co", title: "CO (ppm)", inputType: "number" }],
  },
  {
    type: "paneldynamic",
    name: "rooms",
    title: "Room",
    panelCount: 1,
    templateElements: [{ type: "text", name: "moisture", inputType: "number", min: 0, max: 100 }],
  },
]);
const bundle = buildBundle(form, []);
const open = (answers: Record<string, unknown> | null = null) =>
  openFormModel(bundle, { answers, context: aContext() });
const findErrors = (answers: Record<string, unknown>) =>
  checkAnswers(bundle, answers).filter(({ severity }) => severity === "error");

describe("Text that is typed into a number field", () => {
  it.each([
    ["20.5", 20.5],
    ["20.5 mbar", 20.5],
    ["٢٠٫٥", 20.5],
    ["20,5", 20.5],
  ])("%j is stored as the number", (typed, stored) => {
    const opened = open();
    opened.model.setValue("pressure", typed);
    opened.model.getQuestionByName("pressure").value = typed;
    expect(opened.answers()["pressure"]).toBe(stored);
    expect(opened.complete().ok).toBe(true);
  });

  it.each([
    ["20..5", "“20..5” is not a number. Type it as 20.5."],
    ["24kW", "This value is in mbar, not “24kW”."],
    ["1,200", "Is “1,200” 1200 or 1.2? Type it without the comma."],
    ["1e1", "“1e1” is not a number. Type it as 10."],
    ["1e3", "“1e3” is not a number. Type it as 1000."],
    ["20-21", "“20-21” is not a number."],
    ["about 20", "“about 20” is not a number."],
    ["9".repeat(100_000), `“${"9".repeat(20)}…” is not a number.`],
    ["0.00000001", "“0.00000001” has more digits than can be stored."],
  ])("stays as typed, and the form cannot be completed: %.12s", (typed, message) => {
    const opened = open();
    opened.model.getQuestionByName("pressure").value = typed;
    expect(opened.answers()["pressure"]).toBe(typed);
    expect(opened.complete()).toMatchObject({
      ok: false,
      issues: [{ label: "Pressure (mbar)", path: "pressure", message }],
    });
    expect(open(opened.answers()).issues()).toMatchObject([{ path: "pressure", message }]);
    expect(findErrors(opened.answers())).toMatchObject([{ path: "pressure", message }]);
  });

  it("is treated alike in every kind of number field, anywhere in the form", () => {
    const opened = open();
    opened.model.getQuestionByName("share").value = "half";
    const several = opened.model.getQuestionByName("several") as QuestionMultipleTextModel;
    const [co] = several.items;
    if (co) co.editor.value = "20..5";
    const answers = { ...opened.answers(), rooms: [{ moisture: "dry" }] };
    expect(answers).toMatchObject({ share: "half", several: { co: "20..5" } });
    expect(findErrors(answers).map(({ path }) => path)).toEqual([
      "share",
      "several",
      "rooms.0.moisture",
    ]);
    expect(open(answers).complete().ok).toBe(false);
  });

  it("is stored as a number or as typed, and is reported then", () => {
    const typing = fc.oneof(
      fc.string(),
      fc.float({ noNaN: true }).map(String),
      fc.mixedCase(fc.constant("20 mbar")),
    );
    fc.assert(
      fc.property(typing, (typed) => {
        const opened = open();
        const question = opened.model.getQuestionByName("pressure");
        question.value = typed;
        const stored = opened.answers()["pressure"];
        if (typed.trim() === "") return;
        if (typeof stored === "number") return;
        expect(stored).toBe(typed);
        expect(typedIssue(question)).not.toBeNull();
        expect(opened.complete().ok).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});

it("A text longer than its question allows is reported, and is not cut", () => {
  const answers = { name: "Alexandria", remarks: "x".repeat(10_001) };
  expect(findErrors(answers)).toMatchObject([
    { path: "remarks", message: "At most 10,000 characters; there are 10,001." },
  ]);
  expect(findErrors({ name: "Alexandria!" })).toMatchObject([
    { path: "name", message: "At most 10 characters; there are 11." },
  ]);
  expect(open(answers).answers()).toMatchObject(answers);
});
