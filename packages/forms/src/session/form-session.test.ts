import { describe, expect, it } from "vitest";
import { buildBundle } from "../definition/bundle.ts";
import { aContext, aForm } from "../testing/forms.ts";
import { aManualScheduler } from "../testing/manual-scheduler.ts";
import type { QuestionState } from "./element-state.ts";
import { openSession } from "./form-session.ts";
import type { FormSession } from "./session-interface.ts";

const choices = ["a", { value: "b", text: "B" }];
const form = aForm([
  { type: "radiogroup", name: "one", title: "One", choices, showOtherItem: true },
  { type: "dropdown", name: "list", choices, placeholder: "Nothing yet" },
  { type: "checkbox", name: "some", choices: ["a", "b", "c"] },
  { type: "boolean", name: "agreed", labelTrue: "Agreed" },
  { type: "rating", name: "stars", rateMax: 3 },
  { type: "matrix", name: "rooms", columns: ["dry", "wet"], rows: ["hall", "bath"] },
  {
    type: "multipletext",
    name: "several",
    items: [{ name: "co", title: "CO (ppm)", inputType: "number" }],
  },
  { type: "expression", name: "double", expression: "{several.co} * 2" },
  {
    type: "paneldynamic",
    name: "floors",
    templateElements: [
      { type: "text", name: "name" },
      { type: "paneldynamic", name: "windows", templateElements: [{ type: "text", name: "size" }] },
    ],
  },
  { type: "text", name: "why", visibleIf: "{agreed} = false", isRequired: true },
]);

const open = (answers: Record<string, unknown> | null = null, scheduler = aManualScheduler()) => ({
  ...scheduler,
  session: openSession(buildBundle(form, []), {
    answers,
    context: aContext(),
    scheduler: scheduler.scheduler,
  }),
});

function read(session: FormSession, ...path: string[]): QuestionState {
  const question = session.question(path);
  if (!question) throw new Error(`There is no question at ${path.join(".")}`);
  return question.read();
}

/** The answers of the draft, without the one that the form computes. */
function given(session: FormSession) {
  const { double: _computed, ...answers } = session.draft().answers;
  return answers;
}

const chosen = (session: FormSession, name: string) => {
  const state = read(session, name);
  return "choices" in state
    ? state.choices.filter(({ isChosen }) => isChosen).map(({ text }) => text)
    : null;
};

describe("A choice", () => {
  it("is shown at once, and part of the form after the frame", () => {
    const { session, drawFrame } = open();
    session.choose(["one"], 1);
    expect(chosen(session, "one")).toEqual(["B"]);
    expect(given(session)).toEqual({});
    drawFrame();
    expect(chosen(session, "one")).toEqual(["B"]);
    expect(given(session)).toEqual({ one: "b" });
    session.clear(["one"]);
    drawFrame();
    expect(given(session)).toEqual({});
  });

  it("of yes or no hides and shows other questions", () => {
    const { session, drawFrame } = open();
    expect(read(session, "agreed")).toMatchObject({ answer: null, yes: "Agreed", no: "" });
    session.choose(["agreed"], 0);
    expect(read(session, "agreed")).toMatchObject({ answer: false });
    expect(read(session, "why").isVisible).toBe(false);
    drawFrame();
    expect(given(session)).toEqual({ agreed: false });
    expect(read(session, "why").isVisible).toBe(true);
  });

  it("of another answer has a text", () => {
    const { session } = open();
    session.choose(["one"], 2);
    session.flush();
    session.typeOther(["one"], "Neither");
    expect(read(session, "one")).toMatchObject({ other: { text: "Neither" } });
    expect(given(session)).toEqual({ one: "other", "one-Comment": "Neither" });
  });

  it("has the definition's text for nothing chosen", () => {
    const { session } = open();
    expect(read(session, "list")).toMatchObject({ placeholder: "Nothing yet" });
  });

  it("of several is stored in the order of the choices", () => {
    const { session } = open();
    for (const index of [2, 0, 1, 1]) session.toggleChoice(["some"], index);
    expect(given(session)).toEqual({ some: ["a", "c"] });
    for (const index of [0, 2]) session.toggleChoice(["some"], index);
    expect(given(session)).toEqual({});
  });

  it("is a rating, or a column for each row of a matrix", () => {
    const { session, drawFrame } = open();
    session.choose(["stars"], 1);
    drawFrame();
    session.chooseInRow(["rooms"], "hall", 1);
    session.chooseInRow(["rooms"], "bath", 0);
    session.chooseInRow(["rooms"], "hall", null);
    expect(given(session)).toEqual({ stars: 2, rooms: { bath: "dry" } });
    expect(read(session, "rooms")).toMatchObject({ rows: [{ chosen: null }, { chosen: 0 }] });
  });
});

describe("The open entry of a list", () => {
  it("is one at a time: opening a list inside it keeps it open, closing that one leads back", () => {
    const { session } = open();
    const { read: readForm } = session;
    session.addEntry(["floors"]);
    session.addEntry(["floors"]);
    expect(readForm().openEntry).toEqual(["floors", 1]);
    session.toggleEntry(["floors", 0]);
    expect(readForm().openEntry).toEqual(["floors", 0]);
    session.addEntry(["floors", 0, "windows"]);
    expect(readForm().openEntry).toEqual(["floors", 0, "windows", 0]);
    session.toggleEntry(["floors", 0, "windows", 0]);
    expect(readForm().openEntry).toEqual(["floors", 0]);
    session.toggleEntry(["floors", 0]);
    expect(readForm().openEntry).toBeNull();
  });
});

describe("A list", () => {
  const openList = (of: object, answers: Record<string, unknown> | null = null) => {
    const list = {
      type: "paneldynamic",
      name: "rooms",
      title: "Rooms",
      templateElements: [{ type: "text", name: "name" }],
      ...of,
    };
    const session = openSession(buildBundle(aForm([list]), []), { answers, context: aContext() });
    const state = () => {
      const rooms = read(session, "rooms");
      if (rooms.kind !== "paneldynamic") throw new Error("This is no list");
      return rooms;
    };
    return { session, state };
  };

  it("offers to add an entry until its maximum is reached", () => {
    const { session, state } = openList({ maxPanelCount: 2 });
    for (const count of [1, 2]) {
      expect(state().canAdd).toBe(true);
      session.addEntry(["rooms"]);
      expect(state().entries).toHaveLength(count);
    }
    expect(state().canAdd).toBe(false);
    session.removeEntry(["rooms", 0]);
    expect(state().canAdd).toBe(true);
    const rooms = [{ name: "Hall" }, { name: "Attic" }, { name: "Bath" }];
    expect(openList({ maxPanelCount: 2 }, { rooms }).state()).toMatchObject({ canAdd: false });
  });

  it.each([{}, { panelCount: 1 }, { minPanelCount: 1, displayMode: "carousel" }])(
    "of at most 0 entries has none and offers to add none: %j",
    (of) => {
      const { session, state } = openList({ ...of, maxPanelCount: 0 });
      session.addEntry(["rooms"]);
      expect(state()).toMatchObject({ entries: [], canAdd: false });
    },
  );

  it.each([
    [{ title: "Room" }, "Room"],
    [{}, "Rooms"],
    [{ templateTitle: "Room {panelIndex}" }, "Room"],
    [{ templateTitle: "Room: {panel.name}" }, "Room"],
    [{ templateTitle: "{panel.name} in the house" }, "Rooms"],
  ])("says what an entry is called: %j", (of, entryName) => {
    expect(openList(of).state()).toMatchObject({ entryName });
  });
});

describe("The card of an entry", () => {
  const openWith = (templateElements: readonly object[], row: object = {}) => {
    const list = { type: "paneldynamic", name: "floors", templateElements };
    const session = openSession(buildBundle(aForm([list]), []), {
      answers: { floors: [row] },
      context: aContext(),
    });
    const progress = () => {
      const floors = read(session, "floors");
      return floors.kind === "paneldynamic" ? floors.entries[0]?.read().progress : undefined;
    };
    return { session, progress };
  };
  const name = { type: "text", name: "name", isRequired: true };
  const windows = {
    type: "paneldynamic",
    name: "windows",
    templateElements: [{ type: "text", name: "size", isRequired: true }],
  };

  it("is finished only if the entries inside it are", () => {
    const { session, progress } = openWith([name, windows]);
    expect(progress()).toBe("untouched");
    session.answer(["floors", 0, "name"], "Ground");
    expect(progress()).toBe("finished");
    session.addEntry(["floors", 0, "windows"]);
    expect(progress()).toBe("open");
    session.answer(["floors", 0, "windows", 0, "size"], "Small");
    expect(progress()).toBe("finished");
    session.answer(["floors", 0, "windows", 0, "size"], null);
    expect(progress()).toBe("open");
  });

  it("is finished only if a required list inside it has an entry", () => {
    const { session, progress } = openWith([name, { ...windows, isRequired: true }]);
    session.answer(["floors", 0, "name"], "Ground");
    expect(progress()).toBe("open");
    session.addEntry(["floors", 0, "windows"]);
    session.answer(["floors", 0, "windows", 0, "size"], "Small");
    expect(progress()).toBe("finished");
  });

  it("is finished only if every row of a matrix and every required text has an answer", () => {
    const parts = [
      { type: "matrix", name: "walls", columns: ["dry"], rows: ["a", "b"], eachRowRequired: true },
      { type: "multipletext", name: "texts", items: [{ name: "co", isRequired: true }] },
    ];
    const { session, progress } = openWith(parts);
    session.chooseInRow(["floors", 0, "walls"], "a", 0);
    session.type(["floors", 0, "texts", "co"], "3");
    session.flush();
    // The matrix shows which row is missing as soon as one is answered.
    expect(progress()).toBe("wrong");
    session.chooseInRow(["floors", 0, "walls"], "b", 0);
    expect(progress()).toBe("finished");
    session.type(["floors", 0, "texts", "co"], "");
    session.flush();
    expect(progress()).toBe("open");
  });

  it("is not untouched with an answer to an optional question, so that removing it asks", () => {
    const { session, progress } = openWith([name, { type: "comment", name: "notes" }]);
    session.answer(["floors", 0, "notes"], "Wet");
    expect(progress()).toBe("open");
  });

  it("of a form that was opened again is not finished while an answer breaks a rule", () => {
    const limit = [{ type: "expression", expression: "{panel.name} <> 'x'", text: "Not x" }];
    expect(openWith([{ ...name, validators: limit }], { name: "x" }).progress()).toBe("open");
    expect(openWith([{ ...name, validators: limit }], { name: "y" }).progress()).toBe("finished");
  });
});

describe("Several texts in one question", () => {
  it("are saved while they are typed, each with its error", () => {
    const { session, drawFrame, pass } = open();
    session.type(["several", "co"], "20..5");
    drawFrame();
    expect(given(session)).toEqual({ several: { co: "20..5" } });
    pass(1000);
    const state = read(session, "several");
    const [item] = state.kind === "multipletext" ? state.items : [];
    expect(item?.read()).toMatchObject({
      text: "20..5",
      error: "“20..5” is not a number. Type it as 20.5.",
    });
    session.type(["several", "co"], "20.5");
    session.flush();
    expect(read(session, "double")).toMatchObject({ text: "41" });
  });
});

describe("An element", () => {
  it("is the same object until it changes, and tells who draws it once", async () => {
    const { session } = open();
    const one = session.question(["one"]);
    const before = one?.read();
    let drawn = 0;
    const stop = one?.subscribe(() => drawn++);
    session.answer(["stars"], 1);
    expect(one?.read()).toBe(before);
    session.answer(["one"], "b");
    await Promise.resolve();
    expect(one?.read()).not.toBe(before);
    expect(drawn).toBe(1);
    stop?.();
    session.answer(["one"], "a");
    await Promise.resolve();
    expect(drawn).toBe(1);
  });

  it("of an entry that is removed while a text is typed into it does not bring the entry back", async () => {
    const { session } = open();
    session.addEntry(["floors"]);
    session.addEntry(["floors"]);
    session.type(["floors", 0, "name"], "Ground");
    session.answer(["floors", 1, "name"], "First");
    const [removed, moved] = [0, 1].map((index) => session.question(["floors", index, "name"]));
    removed?.subscribe(() => removed.read());
    session.removeEntry(["floors", 0]);
    await Promise.resolve();
    session.flush();
    expect(moved?.read()).toMatchObject({ path: ["floors", 0, "name"], value: "First" });
    expect(given(session)).toEqual({ floors: [{ name: "First" }] });
  });

  it("does not exist at a path that leads nowhere, and calls with it do nothing", () => {
    const { session } = open();
    expect(session.question(["nothing"])).toBeNull();
    expect(session.container(["rooms", 3])).toBeNull();
    session.answer(["nothing"], 1);
    session.addEntry(["one"]);
    session.removeEntry(["one", 0]);
    session.passAll(["one", 0]);
    expect(given(session)).toEqual({});
  });
});

it("The pages next to the one that is shown are those that a step would show", () => {
  const page = (name: string, of: object = {}) => ({
    name,
    elements: [{ type: "boolean", name: `${name}-done` }],
    ...of,
  });
  const pages = [page("a"), page("b", { visibleIf: "{a-done} = true" }), page("c"), page("d")];
  const session = openSession(buildBundle(aForm([], { content: { pages } }), []), {
    answers: null,
    context: aContext(),
  });
  const nearby = () => session.nearbyPages().map(({ name }) => name);
  expect(nearby()).toEqual(["a", "c"]);
  session.answer(["a-done"], true);
  expect(nearby()).toEqual(["a", "b"]);
  const [, next] = session.nearbyPages();
  session.nextPage();
  expect(nearby()).toEqual(["a", "b", "c"]);
  // What is drawn of a page stays when it is shown.
  expect(session.read().page).toBe(next?.element);
});
