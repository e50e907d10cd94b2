import { describe, expect, it } from "vitest";
import { buildBundle } from "../definition/bundle.ts";
import { aForm } from "../testing/forms.ts";
import type { FormPath } from "./form-path.ts";
import { openSession } from "./form-session.ts";

const content = {
  pages: [
    {
      name: "one",
      elements: [
        { type: "text", name: "make" },
        { type: "text", name: "of", title: "Reading of {make}", description: "On the {make}" },
        { type: "text", name: "fixed", title: "Reading" },
        { type: "boolean", name: "is", labelTrue: "A {make}", labelFalse: "No {make}" },
        { type: "radiogroup", name: "which", choices: [{ value: 1, text: "The {make}" }] },
        {
          type: "panel",
          name: "around",
          title: "All of {make}",
          elements: [{ type: "text", name: "in" }],
        },
        {
          type: "paneldynamic",
          name: "rooms",
          templateTitle: "Room",
          templateElements: [
            { type: "text", name: "alarm", isRequired: true },
            { type: "text", name: "why", isRequired: true, visibleIf: "{make} = 'Unknown'" },
          ],
        },
      ],
    },
    { name: "two", elements: [{ type: "text", name: "later", title: "Later, {make}" }] },
  ],
};

function open() {
  const session = openSession(buildBundle(aForm([], { content }), []), {
    answers: { rooms: [{}, {}] },
    context: null,
  });
  const element = (path: FormPath) => {
    const found = session.question(path) ?? session.container(path);
    if (!found) throw new Error(`There is nothing at ${path.join(".")}`);
    return found;
  };
  return { session, element };
}

describe("A text that names an answer", () => {
  it("follows the answer: titles, descriptions, choices and panels, on every page", () => {
    const { session, element } = open();
    const expectTexts = (make: string) => {
      const [title, description] = [`Reading of ${make}`, `On the ${make}`];
      expect(element(["of"]).read()).toMatchObject({ title, description });
      expect(element(["which"]).read()).toMatchObject({ choices: [{ text: `The ${make}` }] });
      expect(element(["is"]).read()).toMatchObject({ yes: `A ${make}`, no: `No ${make}` });
      expect(element(["around"]).read()).toMatchObject({ title: `All of ${make}` });
      expect(element(["later"]).read()).toMatchObject({ title: `Later, ${make}` });
    };
    expectTexts("");
    for (const make of ["Example", "Other"]) {
      session.answer(["make"], make);
      expectTexts(make);
    }
  });

  it("is drawn again, and no other", async () => {
    const { session, element } = open();
    const drawn: string[] = [];
    for (const name of ["of", "fixed"]) {
      element([name]).read();
      element([name]).subscribe(() => drawn.push(name));
    }
    // Reading them for the first time has changed them.
    await Promise.resolve();
    drawn.length = 0;
    session.answer(["make"], "Example");
    await Promise.resolve();
    expect(drawn).toEqual(["of"]);
  });
});

describe("An entry whose title names no answer", () => {
  it("shows how far it is filled in", () => {
    const { session } = open();
    const progress = () => {
      const list = session.question(["rooms"])?.read();
      return list?.kind === "paneldynamic" && list.entries.map((entry) => entry.read().progress);
    };
    expect(progress()).toEqual(["untouched", "untouched"]);
    session.answer(["rooms", 1, "alarm"], "Tested");
    expect(progress()).toEqual(["untouched", "finished"]);
    // What is asked in it may depend on an answer outside it.
    session.answer(["make"], "Unknown");
    expect(progress()).toEqual(["untouched", "open"]);
  });
});
