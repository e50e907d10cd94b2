import { describe, expect, it, test } from "vitest";
import { checkDefinition } from "./check-definition.ts";
import { openFormModel } from "../session/form-model.ts";
import { aForm, aSubForm, partId } from "../testing/forms.ts";

const check = (...elements: object[]) => checkDefinition(aForm(elements), []);
const codes = (...elements: object[]) => check(...elements).map(({ code }) => code);
const text = (name: string, more: object = {}) => ({ type: "text", name, ...more });

describe("A definition is refused for", () => {
  it("an unknown question type, with its path", () => {
    expect(check(text("first"), { type: "hologram", name: "second" })).toEqual([
      {
        path: "content.pages.0.elements.1.type",
        code: "unknown-type",
        message: 'There are no questions of type "hologram"',
      },
    ]);
  });

  test.each(["html", "image", "imagepicker", "imagemap", "slider", "ranking", "matrixdynamic"])(
    "a question of type %s",
    (type) => {
      expect(codes({ type, name: "q" })).toEqual(["forbidden-type"]);
    },
  );

  test.each([
    ["completedHtml", { completedHtml: "<b>done</b>" }],
    ["navigateToUrl", { navigateToUrl: "https://elsewhere.example" }],
    ["logo", { logo: "https://elsewhere.example/x.png" }],
    ["cookieName", { cookieName: "x" }],
  ])("%s of the form", (_name, property) => {
    const form = aForm([], {
      content: { ...property, pages: [{ name: "p", elements: [text("q")] }] },
    });
    expect(checkDefinition(form, []).map(({ code }) => code)).toContain("forbidden-property");
  });

  it("choices that are fetched from a URL", () => {
    const request = {
      type: "dropdown",
      name: "q",
      choicesByUrl: { url: "https://elsewhere.example" },
    };
    expect(codes(request)).toContain("forbidden-property");
  });

  it("an unknown source of values, choices or panels", () => {
    expect(check(text("q", { valueFrom: "property.owner" }))).toMatchObject([
      { path: "content.pages.0.elements.0.valueFrom", code: "unknown-source" },
    ]);
    expect(codes({ type: "dropdown", name: "q", choicesFrom: "neighbours" })).toEqual([
      "unknown-source",
    ]);
    expect(
      codes({
        type: "paneldynamic",
        name: "q",
        panelsFrom: "rooms",
        templateElements: [text("x")],
      }),
    ).toEqual(["unknown-source"]);
  });

  it("a shape on which the library throws", () => {
    const form = aForm([], { content: { pages: [{ name: true, elements: [text("q")] }] } });
    expect(checkDefinition(form, [])).toMatchObject([{ path: "content", code: "invalid-value" }]);
  });

  it("two questions with one name, and an invalid name", () => {
    expect(codes(text("q"), { type: "panel", name: "p", elements: [text("q")] })).toEqual([
      "duplicate-name",
    ]);
    expect(codes(text(""))).toEqual(["missing-name"]);
    expect(codes(text("constructor"))).toEqual(["unusable-name"]);
    expect(codes(text("has spaces"))).toEqual(["unusable-name"]);
    expect(codes(text("toString"))).toEqual(["unusable-name"]);
  });

  it("a matrix row whose answer would be lost", () => {
    const matrix = { type: "matrix", name: "m", columns: ["a"], rows: ["x", "__proto__"] };
    expect(check(matrix)).toMatchObject([
      { path: "content.pages.0.elements.0.rows.1", code: "unusable-name" },
    ]);
    const texts = { type: "multipletext", name: "t", items: [{ name: "__proto__" }] };
    expect(codes(texts)).toEqual(["unusable-name"]);
  });

  it("lists nested so deep that answers would be cut, also through sub-forms", () => {
    const nested = (depth: number, inside: object): object =>
      depth === 0
        ? inside
        : {
            type: "paneldynamic",
            name: `list${depth}`,
            templateElements: [nested(depth - 1, inside)],
          };
    expect(codes(nested(5, text("leaf")))).toEqual([]);
    expect(codes(nested(6, text("leaf")))).toEqual(["too-deep"]);
    const part = { type: "paneldynamic", name: "part", subForm: partId, subFormVersion: 1 };
    const form = aForm([nested(3, part)]);
    const found = (depth: number) =>
      checkDefinition(form, [aSubForm([nested(depth, text("leaf"))])]).map(({ code }) => code);
    expect([found(1), found(2)]).toEqual([[], ["too-deep"]]);
  });

  it("an expression that cannot be parsed, calls an unknown function, or names no question", () => {
    expect(codes(text("q", { visibleIf: "{q} = " }))).toEqual(["invalid-expression"]);
    expect(codes(text("q", { visibleIf: "fetchAll({q})" }))).toEqual(["unknown-function"]);
    expect(check(text("q", { visibleIf: "{w} = 1" }))).toMatchObject([
      { path: "content.pages.0.elements.0.visibleIf", code: "unknown-question" },
    ]);
    expect(codes(text("q", { validators: [{ type: "expression", expression: "{q} >" }] }))).toEqual(
      ["invalid-expression"],
    );
  });

  test.each(["(a+)+$", "(", "x".repeat(301)])("the pattern %s", (regex) => {
    expect(codes(text("q", { validators: [{ type: "regex", regex }] }))).toEqual([
      "unusable-pattern",
    ]);
  });

  it("photos stored in the answers, and more photos than a visit can send", () => {
    expect(codes({ type: "file", name: "q" })).toEqual(["photos-in-answers"]);
    expect(codes({ type: "file", name: "q", storeDataAsText: false, maxFiles: 60 })).toEqual([]);
    expect(codes({ type: "file", name: "q", storeDataAsText: false, maxFiles: 61 })).toEqual([
      "invalid-value",
    ]);
  });

  it("a property that the library does not know, with its path", () => {
    expect(check(text("q", { isRequierd: true }))).toMatchObject([
      { path: "content.pages.0.elements.0", code: "unknown-property" },
    ]);
  });

  it("being too deep, too large, empty or missing", () => {
    let deep: object = text("q");
    for (let level = 0; level < 40; level += 1)
      deep = { type: "panel", name: `p${level}`, elements: [deep] };
    expect(codes(deep)).toEqual(["too-deep"]);
    expect(codes(text("q", { title: "x".repeat(400_001) }))).toEqual(["too-large"]);
    expect(codes()).toEqual(["invalid-value"]);
    const none = aForm([], { content: null as never });
    expect(
      checkDefinition({ ...none, definition: { ...none.definition, content: [] as never } }, []),
    ).toMatchObject([{ code: "not-an-object" }]);
  });

  test.each([
    ["a page", { pages: [7] }],
    ["an element", { pages: [{ name: "p", elements: ["text"] }] }],
    ["a validator", { pages: [{ name: "p", elements: [text("q", { validators: ["x"] })] }] }],
  ])("%s that is not an object, without throwing", (_name, content) => {
    expect(() => checkDefinition(aForm([], { content }), [])).not.toThrow();
  });
});

describe("Sub-forms", () => {
  const naming = (subForm: string, subFormVersion: unknown = 1) => ({
    type: "paneldynamic",
    name: "parts",
    subForm,
    subFormVersion,
  });

  it("must exist, in the version that is named", () => {
    const form = aForm([naming(partId, 2)]);
    expect(checkDefinition(form, [aSubForm([text("x")])])).toMatchObject([
      { path: "content.pages.0.elements.0.subForm", code: "missing-sub-form" },
    ]);
    expect(checkDefinition(form, [aSubForm([text("x")], { version: 2 })])).toEqual([]);
    expect(checkDefinition(aForm([naming(partId, "2")]), [])).toMatchObject([
      { code: "missing-sub-form" },
    ]);
  });

  it("must be sub-forms", () => {
    const whole = aForm([text("x")], { customFormId: partId });
    expect(checkDefinition(aForm([naming(partId)]), [whole])).toMatchObject([
      { code: "not-a-sub-form" },
    ]);
  });

  it("are never part of themselves, directly or through another", () => {
    const otherId = "0193b3f0-0000-7000-8000-0000000000f3";
    const part = aSubForm([naming(otherId)]);
    const other = aSubForm([{ ...naming(partId), name: "again" }], { customFormId: otherId });
    for (const form of [aForm([naming(partId)]), part])
      expect(checkDefinition(form, [part, other])).toMatchObject([{ code: "circular-sub-form" }]);
    const itself = aSubForm([naming(partId)]);
    expect(checkDefinition(itself, [itself])).toMatchObject([{ code: "circular-sub-form" }]);
  });

  it("are not multiplied without end, and opening such a form fails at once", () => {
    const many = (id: string) =>
      Array.from({ length: 10 }, (_, index) => ({ ...naming(id), name: `q${index}` }));
    const ids = Array.from(
      { length: 8 },
      (_, level) => `0193b3f0-0000-7000-8000-00000000010${level}`,
    );
    const levels = ids.map((customFormId, level) =>
      aSubForm(ids[level + 1] ? many(ids[level + 1] ?? "") : [text("x")], { customFormId }),
    );
    const form = aForm(many(ids[0] ?? ""));
    expect(checkDefinition(form, levels)).toMatchObject([{ code: "too-many-elements" }]);
    const itself = aSubForm(many(partId));
    const bundle = { definition: aForm(many(partId)), subForms: [itself] };
    expect(() => openFormModel(bundle, { answers: null, context: null })).toThrow(
      "contains too many sub-forms",
    );
  });
});

describe("A label", () => {
  it("may have any text: markup in it is shown as text", () => {
    const script = "<script>alert(1)</script><img src=x onerror=alert(1)>";
    const form = aForm([
      text("q", { title: script, description: script, placeholder: script }),
      { type: "radiogroup", name: "r", title: script, choices: [{ value: "a", text: script }] },
    ]);
    expect(checkDefinition(form, [])).toEqual([]);
    const { model } = openFormModel(
      { definition: form, subForms: [] },
      { answers: {}, context: null },
    );
    const question = model.getQuestionByName("q");
    expect(question.locTitle.hasHtml).toBe(false);
    expect(question.locTitle.textOrHtml).toBe(script);
    expect(question.locDescription.hasHtml).toBe(false);
  });
});
