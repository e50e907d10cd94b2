import { describe, expect, it, test } from "vitest";
import { checkAnswers } from "./check-answers.ts";
import type { Answers } from "../definition/definition.ts";
import { IncompleteBundle, buildBundle } from "../definition/bundle.ts";
import { aForm, aSubForm, partId } from "../testing/forms.ts";

const part = aSubForm([
  { type: "text", name: "co", isRequired: true },
  { type: "file", name: "photos", storeDataAsText: false, maxFiles: 60, allowMultiple: true },
]);
const form = aForm([
  { type: "text", name: "name", isRequired: true },
  {
    type: "radiogroup",
    name: "kind",
    title: "Kind of work",
    choices: ["a", { value: "b", text: "B" }],
  },
  { type: "checkbox", name: "kinds", choices: ["a", "b"], showOtherItem: true },
  { type: "checkbox", name: "some", choices: ["a", "b"] },
  { type: "checkbox", name: "few", choices: ["a", "b"], showNoneItem: true },
  { type: "dropdown", name: "place", choicesFrom: "list.Location", choices: ["Attic"] },
  { type: "paneldynamic", name: "parts", title: "Part", subForm: partId, subFormVersion: 1 },
]);
const bundle = buildBundle(form, [part]);
const check = (answers: unknown) => checkAnswers(bundle, answers as Answers);
const paths = (answers: unknown) => check(answers).map(({ severity, path }) => [severity, path]);

describe("Answers from another system", () => {
  it("have no issues if they are valid", () => {
    const photos = Array.from({ length: 60 }, (_, index) => {
      const imageId = `photo-${index}`;
      return { imageId, name: "photo.jpg", type: "image/jpeg", content: imageId };
    });
    expect(
      check({
        name: "Pat",
        kind: "b",
        kinds: ["a", "other"],
        "kinds-Comment": "words",
        some: ["a"],
        few: ["none"],
        place: "Kitchen",
        parts: [{ co: "1", photos }],
      }),
    ).toEqual([]);
  });

  it("have an issue for each missing required answer, at any depth", () => {
    expect(paths({ parts: [{ co: "1" }, {}] })).toEqual([
      ["error", "name"],
      ["error", "parts.1.co"],
    ]);
  });

  it("may not have a choice that the definition does not offer", () => {
    const answers = { name: "Pat", kind: "c", some: ["a", "z"], few: ["refused"], place: "Moon" };
    expect(paths(answers)).toEqual([
      ["error", "kind"],
      ["error", "some"],
      ["error", "few"],
    ]);
    expect(check(answers).map(({ label }) => label)).toEqual(["Kind of work", "some", "few"]);
    expect(paths({ name: "Pat", some: ["none"] })).toEqual([["error", "some"]]);
  });

  it("are kept and reported if the form has no such question", () => {
    expect(paths({ name: "Pat", more: 1, parts: [{ co: "1", less: 2 }] })).toEqual([
      ["warning", "more"],
      ["warning", "parts.0.less"],
    ]);
  });

  test.each([
    ["text for a list", { parts: "x" }],
    ["an object for a list", { parts: { a: 1 } }],
    ["a list of anything", { parts: [1, null, "a", [[]]] }],
    ["objects for texts", { name: { deep: {} }, kind: {}, place: [] }],
    ["numbers for photos", { parts: [{ photos: 3 }] }],
    ["nothing", {}],
    ["emoji, right-to-left and broken characters", { name: "👩‍🔧 \u202Eمرحبا \uD83D" }],
    ["a long text", { name: "x".repeat(100_000) }],
  ])("%s: never throws", (_name, answers) => {
    expect(() => check(answers)).not.toThrow();
  });

  it("with reserved names are reported, and change nothing", () => {
    const hostile = JSON.parse(
      '{"name": "Pat", "__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "parts": [{"co": "1", "__proto__": {"co": "2"}}]}',
    ) as unknown;
    expect(paths(hostile)).toEqual(
      expect.arrayContaining([
        ["error", "__proto__"],
        ["error", "constructor"],
        ["error", "parts.0.__proto__"],
      ]),
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("with endless nesting or rows are reported, and checked up to the limits", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`) as object;
    expect(paths({ name: "Pat", deep })).toContainEqual(["warning", "deep"]);
    const rows = Array.from({ length: 5_000 }, () => ({ co: "1" }));
    expect(paths({ name: "Pat", parts: rows })).toContainEqual(["error", "parts"]);
  });

  it("of a million characters are checked", () => {
    const answers = { name: "Pat", notes: "x".repeat(1_000_000) };
    expect(paths(answers)).toEqual([["warning", "notes"]]);
  });
});

it("A form without one of its sub-forms is not a complete bundle", () => {
  expect(() => buildBundle(form, [])).toThrow(IncompleteBundle);
});
