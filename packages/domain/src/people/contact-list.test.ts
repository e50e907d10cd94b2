import { describe, expect, it } from "vitest";
import {
  contactMatcher,
  toDialString,
  readInitial,
  type ListedContact,
  buildSearchText,
  sortContacts,
} from "./contact-list.ts";

const contact = (firstName: string, lastName: string, of: Partial<ListedContact> = {}) => ({
  contactId: `${firstName} ${lastName}`,
  firstName,
  lastName,
  jobTitle: null,
  mobilePhone: null,
  email: null,
  ...of,
});

describe("The section of a contact", () => {
  it.each([
    ["Taylor", "T"],
    ["taylor", "T"],
    ["Élan", "E"],
    ["Ångström", "A"],
    ["Ørsted", "O"],
    ["Łukasz", "L"],
    ["Ærø", "A"],
    ["ßen", "S"],
    ["ıtır", "I"],
    ["O'Brien", "O"],
    [" Shah", "S"],
    ["", "#"],
    ["'t Hooft", "#"],
    ["3M", "#"],
    ["Ωμέγα", "#"],
    ["محمد", "#"],
    ["😀", "#"],
  ])("%j is listed under %s", (lastName, section) =>
    expect(readInitial({ lastName })).toBe(section),
  );
});

it("Contacts are sorted by section, last name and first name, # at the end", () => {
  const names = sortContacts([
    contact("Zoe", "'t Hooft"),
    contact("Bea", "Øst"),
    contact("Al", "ost"),
    contact("Cai", "Evans"),
    contact("Ann", "Evans"),
    contact("Dee", "Élan"),
  ]).map(({ contactId }) => contactId);
  expect(names).toEqual([
    "Dee Élan",
    "Ann Evans",
    "Cai Evans",
    "Al ost",
    "Bea Øst",
    "Zoe 't Hooft",
  ]);
});

describe("Searching", () => {
  const text = buildSearchText(
    contact("José", "Müller-Øst", {
      jobTitle: "Gas supervisor",
      mobilePhone: "07700 900123",
      email: "jose@fieldfare.example",
    }),
  );
  it.each([
    "",
    "jose",
    "JOSÉ",
    "muller",
    "mull gas",
    "müller jose",
    "øst",
    "ost",
    "07700900123",
    "900123",
    "jose@",
    "  super ",
  ])("%j finds", (typed) => expect(contactMatcher(typed)(text)).toBe(true));
  it.each(["josef", "gas plumber", "😀", "0800"])("%j does not", (typed) =>
    expect(contactMatcher(typed)(text)).toBe(false),
  );
});

describe("A name with an apostrophe", () => {
  it.each(["obrien", "o'brien", "O\u2019Brien", "O\u2018BRIEN"])("is found by %j", (typed) => {
    for (const name of ["O'Brien", "O\u2019Brien"])
      expect(contactMatcher(typed)(buildSearchText(contact("Mary", name)))).toBe(true);
  });
});

describe("A number to dial", () => {
  it.each([
    ["07700 900123", "07700900123"],
    ["+44 7700-900123", "+447700900123"],
    ["0113 496 0000;phone-context=+1", "011349600001"],
    ["*#06#", "06"],
    ["call me", null],
    ["", null],
    [null, null],
  ])("%j is dialled as %j", (number, expected) => expect(toDialString(number)).toBe(expected));
});
