import { describe, expect, it } from "vitest";
import { aForm } from "../testing/forms.ts";
import { compareDefinitions } from "./compare.ts";

const withPages = (...pages: object[]) => aForm([], { content: { pages } });
const page = (name: string, ...elements: object[]) => ({ name, title: `Page ${name}`, elements });
const flue = { type: "radiogroup", name: "flue", title: "Flue type", choices: ["Open", "Sealed"] };

describe("What is different between two versions of a form", () => {
  it("is nothing if they ask the same", () => {
    expect(compareDefinitions(aForm([flue]), aForm([flue], { version: 2 }))).toEqual([]);
  });

  it("is nothing if only properties have another order, as in a file that was written by another program", () => {
    const offer = {
      jobCategoryId: 1,
      jobDetailTypeId: null,
      jobStageId: 2,
      usageRequirement: 3 as const,
    };
    const reversed = (value: object) => Object.fromEntries(Object.entries(value).toReversed());
    const question = { ...flue, validators: [{ type: "regex", regex: "a", text: "b" }] };
    const other = reversed({ ...question, validators: question.validators.map(reversed) });
    expect(
      compareDefinitions(
        aForm([question], { offers: [offer] }),
        aForm([other], {
          offers: [
            {
              usageRequirement: 3 as const,
              jobStageId: 2,
              jobDetailTypeId: null,
              jobCategoryId: 1,
            },
          ],
        }),
      ),
    ).toEqual([]);
  });

  it("are pages and questions that were added or removed", () => {
    const before = withPages(page("a", flue), page("b", { type: "text", name: "old" }));
    const after = withPages(page("a", flue), page("c", { type: "text", name: "new" }));
    expect(compareDefinitions(before, after)).toEqual([
      { change: "added", subject: "page", title: "Page c", details: [] },
      { change: "removed", subject: "page", title: "Page b", details: [] },
      { change: "added", subject: "question", title: "new", details: [] },
      { change: "removed", subject: "question", title: "old", details: [] },
    ]);
  });

  it.each<[string, object, string[]]>([
    ["its title", { title: "Flue" }, ["Its title was “Flue type”"]],
    ["its kind", { type: "dropdown" }, ["Its kind was radiogroup"]],
    [
      "its choices",
      { choices: ["Open", { value: "b", text: "Balanced" }] },
      ["Choices added: Balanced", "Choices removed: Sealed"],
    ],
    ["its condition", { visibleIf: "{a} = 1" }, ["It is shown when {a} = 1"]],
    ["whether it is required", { isRequired: true }, ["An answer is required now"]],
    ["something else", { minWidth: "10px" }, ["Different: minWidth"]],
  ])("is a question with %s", (_name, of, details) => {
    const after = aForm([{ ...flue, ...of }]);
    expect(compareDefinitions(aForm([flue]), after)).toMatchObject([
      { change: "changed", subject: "question", details },
    ]);
  });

  it("is a question that moved to another page, and one inside a list", () => {
    const list = (...templateElements: object[]) => ({
      type: "paneldynamic",
      name: "rooms",
      templateElements,
    });
    const before = withPages(page("a", flue, list()), page("b"));
    const after = withPages(page("a", list({ type: "text", name: "size" })), page("b", flue));
    expect(compareDefinitions(before, after)).toEqual([
      { change: "added", subject: "question", title: "size", details: [] },
      {
        change: "changed",
        subject: "question",
        title: "Flue type",
        details: ["It was on the page “Page a”"],
      },
    ]);
  });

  it("is the order", () => {
    const size = { type: "text", name: "size" };
    expect(compareDefinitions(aForm([flue, size]), aForm([size, flue]))).toMatchObject([
      { subject: "form", details: ["The order is different"] },
    ]);
  });

  it("are the jobs that it is for, and its name", () => {
    const before = aForm([flue]);
    const { definition } = before;
    const after = aForm([flue], { usageRequirement: 3 });
    expect(
      compareDefinitions(before, { ...after, definition: { ...definition, name: "Flues" } }),
    ).toMatchObject([
      {
        subject: "form",
        title: "Flues",
        details: ["Its name was “Form”", "It is for other jobs, or required at others"],
      },
    ]);
  });
});
