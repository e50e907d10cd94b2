import { describe, expect, it } from "vitest";
import { buildBundle } from "../definition/bundle.ts";
import { aForm } from "../testing/forms.ts";
import { listAnswers } from "./list-answers.ts";

const passOrFail = [
  { value: "pass", text: "Pass" },
  { value: "fail", text: "Fail" },
];
const content = {
  pages: [
    {
      name: "house",
      title: "House",
      elements: [
        { type: "text", name: "seen", title: "Seen on", inputType: "date" },
        { type: "radiogroup", name: "gas", title: "Gas", choices: passOrFail },
        { type: "boolean", name: "agreed", title: "Agreed", labelFalse: "Not agreed" },
        {
          type: "checkbox",
          name: "found",
          title: "Found",
          choices: passOrFail,
          showOtherItem: true,
        },
        { type: "comment", name: "why", title: "Why", visibleIf: "{gas} = 'fail'" },
        { type: "text", name: "empty", title: "Empty" },
        {
          type: "expression",
          name: "due",
          title: "Due by",
          expression: "{seen}",
          displayStyle: "date",
          visibleIf: "{gas} = 'fail'",
        },
      ],
    },
    {
      name: "list",
      title: "Rooms",
      elements: [
        {
          type: "paneldynamic",
          name: "rooms",
          title: "Room",
          templateTitle: "{panel.name}",
          templateElements: [
            { type: "text", name: "asset", valueFrom: "appliance.id" },
            { type: "text", name: "name", title: "Name" },
            { type: "file", name: "photos", title: "Photos", storeDataAsText: false },
            { type: "matrix", name: "walls", title: "Walls", columns: passOrFail, rows: ["north"] },
          ],
        },
        { type: "signaturepad", name: "signature", title: "Signature" },
      ],
    },
  ],
};
const bundle = buildBundle(aForm([], { content }), []);
const list = (answers: Record<string, unknown>) =>
  listAnswers(bundle, answers).map(({ heading, label, text }) => `${heading} | ${label} | ${text}`);

describe("The answers of a form as a person reads them", () => {
  it("have the texts of their choices, and leave out what is empty or hidden", () => {
    const answers = { seen: "2026-03-02", gas: "pass", agreed: false, why: "Hidden" };
    expect(list({ ...answers, found: ["fail", "other"], "found-Comment": "A leak" })).toEqual([
      "House | Seen on | 2026-03-02",
      "House | Gas | Pass",
      "House | Agreed | Not agreed",
      "House | Found | Fail, A leak",
    ]);
    expect(list({ gas: "fail", why: "Hidden" })).toContain("House | Why | Hidden");
    expect(list({ gas: "fail", seen: "2027-11-22" })).toContain("House | Due by | 2027-11-22");
  });

  it("have the panels around them in the heading, on a page and in an entry", () => {
    const text = (name: string) => ({ type: "text", name, title: "Name" });
    const panel = { type: "panel", name: "landlord", title: "Landlord or agent" };
    const untitled = {
      type: "panel",
      name: "around",
      elements: [{ ...panel, elements: [text("one")] }],
    };
    const rooms = {
      type: "paneldynamic",
      name: "rooms",
      title: "Room",
      templateTitle: "{panel.own}",
      templateElements: [text("own"), { ...panel, title: "Checks", elements: [text("checked")] }],
    };
    const pages = [{ name: "home", title: "Home", elements: [untitled, text("two"), rooms] }];
    const inPanels = buildBundle(aForm([], { content: { pages } }), []);
    const answers = { one: "Kim", two: "Lee", rooms: [{ own: "Hall", checked: "yes" }] };
    expect(listAnswers(inPanels, answers).map(({ heading, text }) => [heading, text])).toEqual([
      ["Home: Landlord or agent", "Kim"],
      ["Home", "Lee"],
      ["Home: Hall", "Hall"],
      ["Home: Hall: Checks", "yes"],
    ]);
  });

  it("have the entry of a list as heading, and no id of an appliance", () => {
    const photos = [{ imageId: "photo-1" }];
    const rooms = [
      { name: "Hall", asset: "id" },
      { name: "Bath", photos, walls: { north: "fail" } },
    ];
    expect(list({ rooms })).toEqual([
      "Rooms: Hall | Name | Hall",
      "Rooms: Bath | Name | Bath",
      "Rooms: Bath | Photos | ",
      "Rooms: Bath | Walls | north: Fail",
    ]);
    expect(listAnswers(bundle, { rooms })[2]).toMatchObject({ imageIds: ["photo-1"] });
  });

  it("have signatures as they were drawn", () => {
    const signature = "data:image/png;base64,AAAA";
    expect(listAnswers(bundle, { signature })).toEqual([
      { heading: "Rooms", label: "Signature", text: "", imageIds: [], signature },
    ]);
  });

  it("are none for answers that the form does not know", () => {
    expect(list({ other: 1, rooms: "x" })).toEqual([]);
  });
});
