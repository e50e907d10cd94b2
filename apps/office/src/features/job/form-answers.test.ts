import { expect, it } from "vitest";
import { describeAnswers } from "./form-answers.ts";

const subForm = {
  pages: [{ elements: [{ type: "text", name: "make", title: "Make" }] }],
};
const context = {
  readContent: (id: string) => (id === "sub" ? subForm : undefined),
  nameOfId: (id: string) => (id === "boiler-id" ? "Boiler" : null),
};
const content = {
  pages: [
    {
      elements: [
        {
          type: "panel",
          name: "group",
          elements: [
            {
              type: "radiogroup",
              name: "safe",
              title: "Safe to use",
              choices: [{ value: "yes", text: "Yes" }, "no"],
            },
          ],
        },
        { type: "dropdown", name: "where", title: "Where", choicesFrom: "list.Location" },
        { type: "dropdown", name: "appliance", title: "Appliance", choicesFrom: "appliances" },
        { type: "paneldynamic", name: "checks", title: "Checks", subForm: "sub" },
        { type: "signaturepad", name: "sign", title: "Signature" },
        { type: "boolean", name: "left", title: "Left on" },
        { type: "text", inputType: "date", name: "day", title: "Day" },
        { type: "file", name: "photos", title: "Photos" },
        { type: "text", name: "unanswered", title: "Not answered" },
      ],
    },
  ],
};

it("shows answers in the order of the questions, with the texts of choices, lists, sub-forms and ids", () => {
  const answers = {
    left: false,
    sign: "data:image/png;base64,AAAA",
    checks: [{ make: "Vaillant" }],
    appliance: "boiler-id",
    where: "Airing cupboard",
    safe: "yes",
    day: "2026-11-23",
    photos: [
      { imageId: "photo-1", name: "photo.png", type: "image/png", content: "photo-1" },
      { imageId: "photo-2", name: "photo.png", type: "image/png", content: "photo-2" },
    ],
    gone: "of an earlier version",
  };
  expect(describeAnswers(content, answers, context)).toEqual([
    { name: "safe", title: "Safe to use", text: "Yes" },
    { name: "where", title: "Where", text: "Airing cupboard" },
    { name: "appliance", title: "Appliance", text: "Boiler" },
    {
      name: "checks",
      title: "Checks",
      entries: [[{ name: "make", title: "Make", text: "Vaillant" }]],
    },
    { name: "sign", title: "Signature", image: "data:image/png;base64,AAAA" },
    { name: "left", title: "Left on", text: "No" },
    { name: "day", title: "Day", text: "Mon, 23 Nov 2026" },
    { name: "photos", title: "Photos", imageIds: ["photo-1", "photo-2"] },
    { name: "gone", title: "gone", text: "of an earlier version" },
  ]);
});

it("shows None and Other in words, with the text of Other", () => {
  const question = {
    type: "checkbox",
    name: "causes",
    title: "Likely cause",
    choices: ["Leak"],
    showNoneItem: true,
    showOtherItem: true,
    otherText: "Other",
  };
  const describe = (answers: Record<string, unknown>) =>
    describeAnswers({ pages: [{ elements: [question] }] }, answers, context);
  const shown = { name: "causes", title: "Likely cause" };
  expect(describe({ causes: ["none"] })).toEqual([{ ...shown, text: "None" }]);
  expect(describe({ causes: ["Leak", "other"], "causes-Comment": "A flood" })).toEqual([
    { ...shown, text: "Leak, Other: A flood" },
  ]);
});

it("shows a text that only looks like a day as it was typed", () => {
  const answers = { day: "2026-11-99" };
  expect(describeAnswers(content, answers, context)).toEqual([
    { name: "day", title: "Day", text: "2026-11-99" },
  ]);
});

it("shows an answer in a panel with the panel's title, as the phone does", () => {
  const name = { type: "text", name: "landlordName", title: "Name" };
  const panel = { type: "panel", name: "landlord", title: "Landlord or agent", elements: [name] };
  const untitled = { type: "panel", name: "around", elements: [panel] };
  const rented = { type: "text", name: "rented", title: "Rented" };
  const inPanels = { pages: [{ elements: [rented, untitled] }] };
  const answers = { rented: "Yes", landlordName: "Kim Lee" };
  expect(describeAnswers(inPanels, answers, context)).toMatchObject([
    { title: "Rented", text: "Yes" },
    { title: "Landlord or agent: Name", text: "Kim Lee" },
  ]);
});
