import { describe, expect, it } from "vitest";
import { buildBundle } from "../definition/bundle.ts";
import type { Json } from "../definition/definition.ts";
import { aContext, aForm, anAppliance } from "../testing/forms.ts";
import type { FormPath } from "./form-path.ts";
import { openSession } from "./form-session.ts";
import type { SessionOptions } from "./session-interface.ts";

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
    // The library changes a question when it is read for the first time.
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

describe("What names an answer and is not written at the question itself", () => {
  const openWith = (elements: readonly Json[], options: Partial<SessionOptions> = {}) => {
    const session = openSession(
      buildBundle(
        aForm([], { content: { elements: [{ type: "text", name: "make" }, ...elements] } }),
        [],
      ),
      { answers: null, context: null, ...options },
    );
    const read = (path: FormPath) => (session.question(path) ?? session.container(path))?.read();
    return { session, read };
  };
  const texts = (state: ReturnType<ReturnType<typeof openWith>["read"]>) =>
    state && "choices" in state ? state.choices.map(({ text }) => text) : [];

  it("follows in the choices that the library adds, and in those of another question", () => {
    const { session, read } = openWith([
      {
        type: "checkbox",
        name: "which",
        choices: [{ value: 1, text: "The {make}" }],
        showNoneItem: true,
        noneText: "None of {make}",
      },
      { type: "radiogroup", name: "carried", choicesFromQuestion: "which" },
    ]);
    const shown = () => [texts(read(["which"])), texts(read(["carried"]))];
    shown();
    session.answer(["make"], "Example");
    expect(shown()[0]).toEqual(["The Example", "None of Example"]);
    expect(shown()[1]).toContain("The Example");
  });

  it("follows in choices that came while the form was open", () => {
    const appliance = anAppliance("one", { modelName: "{make}" });
    const { session, read } = openWith(
      [{ type: "dropdown", name: "appliance", choicesFrom: "appliances" }],
      { context: aContext({ appliances: [] }) },
    );
    expect(texts(read(["appliance"]))).toEqual([]);
    session.refresh(aContext({ appliances: [appliance] }));
    read(["appliance"]);
    session.answer(["make"], "Example");
    expect(texts(read(["appliance"]))[0]).toContain("Example");
  });

  it("follows in the answer that means passed", () => {
    const check = (name: string) => ({ type: "text", name, passedAnswer: "{make}" });
    const { session, read } = openWith([
      { type: "panel", name: "checks", elements: [check("one"), check("two")] },
    ]);
    const mayAllPass = () => read(["checks"]);
    session.answer(["make"], "good");
    session.answer(["one"], "good");
    expect(mayAllPass()).toMatchObject({ mayAllPass: true });
    session.answer(["make"], "well");
    expect(mayAllPass()).toMatchObject({ mayAllPass: false });
  });

  it("follows in an entry, also with spaces around its name in a title", () => {
    const { session, read } = openWith(
      [
        {
          type: "paneldynamic",
          name: "rooms",
          templateTitle: "Room of { make }",
          templateElements: [
            { type: "text", name: "alarm" },
            { type: "text", name: "why", isRequired: true, visibleIf: "{make} = 'Unknown'" },
          ],
        },
      ],
      { answers: { rooms: [{ alarm: "Tested" }] } },
    );
    const entry = () => {
      const list = read(["rooms"]);
      return list && "entries" in list ? list.entries[0]?.read() : null;
    };
    expect(entry()).toMatchObject({ title: "Room of", progress: "finished" });
    session.answer(["make"], "Unknown");
    expect(entry()).toMatchObject({ title: "Room of Unknown", progress: "open" });
  });

  it("is no longer followed in an entry that was removed", async () => {
    const { session } = openWith(
      [
        {
          type: "paneldynamic",
          name: "rooms",
          templateElements: [{ type: "text", name: "alarm", title: "Alarm of {make}" }],
        },
      ],
      { answers: { rooms: [{ alarm: "Tested" }] } },
    );
    const alarm = session.question(["rooms", 0, "alarm"]);
    expect(alarm?.read().title).toBe("Alarm of ");
    session.removeEntry(["rooms", 0]);
    session.answer(["make"], "Example");
    await Promise.resolve();
    let drawn = 0;
    alarm?.subscribe(() => (drawn += 1));
    session.answer(["make"], "Other");
    await Promise.resolve();
    expect(drawn).toBe(0);
  });
});
