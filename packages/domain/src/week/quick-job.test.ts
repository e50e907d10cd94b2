import { describe, expect, it, test } from "vitest";
import {
  isPrimaryByDefault,
  isSameAddress,
  quickJobReceived,
  isPlannedQuantity,
  validateJobDetails,
  validateNewContact,
  validateNewProperty,
  type QuickJobState,
  requiredQuickSteps,
  checkVisitDay,
  serviceLevelDays,
  stepAfter,
  stepBefore,
} from "./quick-job.ts";
import { isQuickJobBegun } from "./quick-job-draft.ts";

const state: QuickJobState = { clients: 2, isNewProperty: false, contacts: 1, isNewContact: false };

describe("The steps of a quick job", () => {
  it("are client, address, contact, details and summary", () => {
    expect(requiredQuickSteps(state)).toEqual([
      "client",
      "property",
      "contact",
      "details",
      "summary",
    ]);
  });

  it("skip the client where there is only one", () => {
    expect(requiredQuickSteps({ ...state, clients: 1 })[0]).toBe("property");
  });

  it("have the postcode lookup when the property was not found", () => {
    expect(requiredQuickSteps({ ...state, isNewProperty: true, contacts: 0 })).toEqual([
      "client",
      "property",
      "new-property",
      "new-contact",
      "details",
      "summary",
    ]);
  });

  it("go straight to adding a contact if the property has none", () => {
    expect(stepAfter("property", { ...state, contacts: 0 })).toBe("new-contact");
  });

  it("have both contact steps when another contact is added", () => {
    expect(requiredQuickSteps({ ...state, isNewContact: true })).toContain("contact");
    expect(stepAfter("contact", { ...state, isNewContact: true })).toBe("new-contact");
  });

  it("lead back the same way", () => {
    const steps = requiredQuickSteps({ ...state, isNewContact: true });
    expect(steps.map((step) => stepBefore(step, { ...state, isNewContact: true }))).toEqual([
      null,
      ...steps.slice(0, -1),
    ]);
    expect(stepAfter("summary", state)).toBeNull();
  });
});

describe("A new property", () => {
  const answers = {
    addressLine1: "1 Example Street",
    addressLine2: "",
    addressLine3: "",
    addressLine4: "",
    postcode: "ls1 1aa",
  };
  it("needs a first line and a postcode", () => {
    expect(validateNewProperty(answers)).toEqual({});
    expect(validateNewProperty({ ...answers, addressLine1: " ", postcode: "" })).toEqual({
      addressLine1: "address-missing",
      postcode: "postcode-missing",
    });
    expect(validateNewProperty({ ...answers, addressLine3: "x".repeat(201) })).toEqual({
      addressLine3: "too-long",
    });
  });
});

describe("A typed address", () => {
  const known = { addressLine1: "12 St. Mary's Road", postcode: "LS6 2QX" };

  it.each([
    ["12 st marys  road,", "ls62qx", true],
    ["12 St. Mary's Road", "LS6 2QX", true],
    ["12a St. Mary's Road", "LS6 2QX", false],
    ["12 St. Mary's Road", "LS6 2QY", false],
    ["", "LS6 2QX", false],
    ["12 St. Mary's Road", "LS6", false],
  ])("%s, %s is that of a known home: %s", (addressLine1, postcode, isSame) => {
    expect(isSameAddress({ addressLine1, postcode }, known)).toBe(isSame);
  });
});

describe("A new contact", () => {
  const answers = {
    fullName: "Pat Example",
    contactType: 1,
    homeTelephone: "",
    mobilePhone: "",
    isPrimaryContact: true,
  };
  const validate = (given: object, others = [{ fullName: "Sam Other" }]) =>
    validateNewContact({ ...answers, ...given }, others, (number) => ({
      countryCallingCode: "44",
      nationalNumber: number,
      isValid: () => !number.includes("x"),
    }));

  it("needs a full name and a contact type", () => {
    expect(validate({})).toEqual({});
    expect(validate({ fullName: " ", contactType: null })).toEqual({
      fullName: "full-name-missing",
      contactType: "contact-type-missing",
    });
  });

  it("must have a unique name, whatever its case", () => {
    expect(validate({ fullName: " sam OTHER " })).toEqual({ fullName: "full-name-not-unique" });
    expect(validate({ fullName: "x".repeat(201) })).toEqual({ fullName: "full-name-too-long" });
  });

  it.each([
    ["", true],
    [" 07700900123 ", true],
    ["+447700900123", true],
    ["0770090012", false],
    ["+44 7700900123", true],
    ["0770090012x", false],
  ])("has UK phone numbers of 11 to 13 characters: %o is valid: %s", (typed, isRight) => {
    const wrong = isRight ? undefined : "phone-invalid";
    expect(validate({ mobilePhone: typed }).mobilePhone).toBe(wrong);
    expect(validate({ homeTelephone: typed }).homeTelephone).toBe(wrong);
  });
});

describe("A quick job", () => {
  it("has begun once it has a property; a client alone does not count", () => {
    expect(isQuickJobBegun({ property: null, isNewProperty: false })).toBe(false);
    expect(isQuickJobBegun({ property: { propertyId: "a" }, isNewProperty: false })).toBe(true);
    expect(isQuickJobBegun({ property: null, isNewProperty: true })).toBe(true);
  });

  it("is received when its first detail is entered, however long ago its property was chosen", () => {
    const dateReceived = "2026-11-01T09:00:00.000Z";
    const now = new Date("2026-11-21T09:00:00Z");
    const job = { dateReceived, type: null, priority: null, jobDetails: " " };
    expect(quickJobReceived(job, now)).toBe(now.toISOString());
    for (const details of [{ type: {} }, { priority: {} }, { jobDetails: "No heating" }])
      expect(quickJobReceived({ ...job, ...details }, now)).toBe(dateReceived);
  });
});

describe("A new contact", () => {
  it("becomes the primary contact by default only if the property has none", () => {
    expect(isPrimaryByDefault([])).toBe(true);
    expect(isPrimaryByDefault([{ isPrimaryContact: false }])).toBe(true);
    expect(isPrimaryByDefault([{ isPrimaryContact: false }, { isPrimaryContact: true }])).toBe(
      false,
    );
  });
});

describe("The details of a quick job", () => {
  it("are all required", () => {
    expect(
      validateJobDetails({ jobDetailType: null, clientJobPriorityId: null, jobDetails: " " }),
    ).toEqual({
      jobDetailType: "type-missing",
      clientJobPriorityId: "priority-missing",
      jobDetails: "details-missing",
    });
    expect(
      validateJobDetails({
        jobDetailType: 1,
        clientJobPriorityId: 1,
        jobDetails: "x".repeat(10_001),
      }),
    ).toEqual({ jobDetails: "details-too-long" });
  });
});

test.each([
  ["1", true],
  ["0.01", true],
  ["0", false],
  ["", false],
  ["-1", false],
  ["9,999.99", true],
  ["10000", false],
  ["99999", false],
])("A SOR planned with %o is valid: %o", (typed, isRight) => {
  expect(isPlannedQuantity(typed)).toBe(isRight);
});

describe("A service level", () => {
  it("counts days of London's calendar, across clock changes", () => {
    expect(
      serviceLevelDays(new Date("2026-10-23T23:30:00Z"), { responseDays: 0, completionDays: 5 }),
    ).toEqual({ targetResponseDay: "2026-10-24", targetCompletionDay: "2026-10-29" });
  });

  it.each([
    ["2026-10-24", null],
    ["2026-10-25", "after-response"],
    ["2026-10-29", "after-response"],
    ["2026-10-30", "after-completion"],
  ])("a visit on %s is %s", (day, lateness) => {
    const days = { targetResponseDay: "2026-10-24", targetCompletionDay: "2026-10-29" };
    expect(checkVisitDay(day, days)).toBe(lateness);
  });
});
