import { expect, it } from "vitest";
import { emptyContact, emptyNeeds, isNameless, makeNeeds, readNeeds } from "./needs.ts";

const needs = {
  requiredForms: ["0190a000-0000-7000-8000-000000000001"],
  alertCodes: ["ASBESTOS", "DOG"],
  keySafe: { location: "By the door", code: null },
  visitContacts: [{ fullName: "Pat", role: null, telephone: "07700 900123", emailAddress: null }],
  attachmentIds: ["0190a000-0000-7000-8000-000000000002"],
};

it("saves what it has shown", () => {
  expect(readNeeds(makeNeeds(needs))).toEqual(needs);
});

it("takes what is empty for nothing", () => {
  expect(readNeeds({ ...emptyNeeds, visitContacts: [emptyContact] })).toEqual({
    requiredForms: [],
    alertCodes: [],
    keySafe: null,
    visitContacts: [],
    attachmentIds: [],
  });
  const typed = { ...emptyNeeds, keySafe: { location: " ", code: " 1234 " } };
  expect(readNeeds(typed).keySafe).toEqual({ location: null, code: "1234" });
});

it("says which contact needs a name", () => {
  expect(isNameless(emptyContact)).toBe(false);
  expect(isNameless({ ...emptyContact, fullName: "Pat" })).toBe(false);
  expect(isNameless({ ...emptyContact, telephone: "07700 900123" })).toBe(true);
});
