import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type ClosingForm,
  validateClosing,
  type ClosingPart,
  type ClosingSource,
  isOffered as mayBeChosen,
  missingForms,
  offeredOutcomes,
  outcomes,
  unfilledOptionalForms,
} from "./outcome.ts";

function aForm(of: Partial<ClosingForm> = {}): ClosingForm {
  return {
    usageRequirement: 3,
    completionStatus: "Complete",
    addedByUser: false,
    optional: false,
    ...of,
  };
}

function aPart(of: Partial<ClosingPart> = {}): ClosingPart {
  return { addedByFieldOp: true, isVanStock: false, qtyUsed: 1, usageStatus: "Exact", ...of };
}

const bare: ClosingSource = { forms: [], parts: [], noteCount: 0 };
const anyForm: fc.Arbitrary<ClosingForm> = fc.record({
  usageRequirement: fc.constantFrom(0, 1, 2, 3),
  completionStatus: fc.constantFrom("NotStarted", "InProgress", "Complete"),
  addedByUser: fc.boolean(),
  optional: fc.boolean(),
});
const anyPart: fc.Arbitrary<ClosingPart> = fc.record({
  addedByFieldOp: fc.boolean(),
  isVanStock: fc.boolean(),
  qtyUsed: fc.nat(5),
  usageStatus: fc.constantFrom(null, "Requested", "Exact", "Partial", "Additional", "Unused"),
});
const anySource: fc.Arbitrary<ClosingSource> = fc.record({
  forms: fc.array(anyForm, { maxLength: 4 }),
  parts: fc.array(anyPart, { maxLength: 4 }),
  noteCount: fc.nat(3),
});

describe("A required form that cannot be opened", () => {
  const lost = aForm({ completionStatus: "NotStarted", cannotBeOpened: true });

  it("does not prevent closing, but is listed as missing", () => {
    expect(validateClosing(1, { ...bare, forms: [lost] })).toEqual([]);
    expect(missingForms(1, [lost, aForm()])).toEqual([lost]);
  });

  it("does not excuse the other forms", () => {
    const open = aForm({ completionStatus: "InProgress" });
    expect(validateClosing(1, { ...bare, forms: [lost, open] })).toEqual(["formsIncomplete"]);
    expect(missingForms(5, [lost, open])).toEqual([]);
  });
});

describe("Close-job outcomes", () => {
  it("are offered in the order of the specification", () => {
    expect(offeredOutcomes([aPart({ isVanStock: true })]).map(({ name }) => name)).toEqual([
      "Complete",
      "Complete (Van Stock Required)",
      "Parts Required",
      "Revisit Required",
      "Referral",
      "Abandoned - Duplicate",
      "Abandoned - Property Contact",
      "Abandoned - Not Required",
    ]);
  });

  it("Complete (Van Stock Required) is offered only if any part is van stock", () => {
    fc.assert(
      fc.property(fc.array(anyPart), (parts) => {
        const isOffered = offeredOutcomes(parts).some(({ outcomeId }) => outcomeId === 2);
        expect(isOffered).toBe(parts.some((part) => part.isVanStock));
        for (const { outcomeId } of outcomes)
          expect(mayBeChosen(outcomeId, parts)).toBe(outcomeId !== 2 || isOffered);
      }),
    );
  });
});

describe("Closing checks: all required forms complete", () => {
  test.each([1, 2] as const)("for outcome %i", (outcomeId) => {
    const issues = (forms: ClosingForm[]) =>
      validateClosing(outcomeId, { ...bare, noteCount: 1, forms });
    expect(issues([aForm({ completionStatus: "NotStarted" })])).toEqual(["formsIncomplete"]);
    expect(issues([aForm({ completionStatus: "InProgress" })])).toEqual(["formsIncomplete"]);
    expect(issues([aForm(), aForm({ completionStatus: "NotStarted" })])).toEqual([
      "formsIncomplete",
    ]);
    expect(issues([aForm()])).toEqual([]);
    expect(issues([])).toEqual([]);
  });

  test.each([1, 2] as const)("a form with requirement %i need not be complete", (requirement) => {
    const form = aForm({ usageRequirement: requirement, completionStatus: "NotStarted" });
    expect(validateClosing(1, { ...bare, forms: [form] })).toEqual([]);
  });

  it("a user-added form needs completion only if it is not optional", () => {
    const added = aForm({ usageRequirement: 0, addedByUser: true, completionStatus: "InProgress" });
    expect(validateClosing(1, { ...bare, forms: [added] })).toEqual(["formsIncomplete"]);
    expect(validateClosing(1, { ...bare, forms: [{ ...added, optional: true }] })).toEqual([]);
  });

  it("an optional form never needs completion", () => {
    const form = aForm({ optional: true, completionStatus: "NotStarted" });
    expect(validateClosing(1, { ...bare, forms: [form] })).toEqual([]);
  });
});

describe("Optional forms that are not complete", () => {
  const recommended = aForm({ usageRequirement: 2, completionStatus: "NotStarted" });
  const added = aForm({
    usageRequirement: 0,
    addedByUser: true,
    optional: true,
    completionStatus: "InProgress",
  });

  it("are listed when the job is closed and do not prevent it", () => {
    const forms = [recommended, added, aForm({ usageRequirement: 2 })];
    expect(unfilledOptionalForms(1, forms)).toEqual([recommended, added]);
    expect(validateClosing(1, { ...bare, forms })).toEqual([]);
  });

  it("exclude required forms and forms that the job does not need", () => {
    const required = aForm({ completionStatus: "InProgress" });
    const offered = aForm({ usageRequirement: 1, completionStatus: "NotStarted" });
    expect(unfilledOptionalForms(3, [required, offered])).toEqual([]);
  });

  test.each([6, 7, 8] as const)("are not listed for the abandoned outcome %i", (outcomeId) => {
    expect(unfilledOptionalForms(outcomeId, [recommended])).toEqual([]);
  });
});

describe("Closing checks: at least one engineering note", () => {
  test.each([2, 4] as const)("for outcome %i", (outcomeId) => {
    expect(validateClosing(outcomeId, bare)).toEqual(["noteMissing"]);
    expect(validateClosing(outcomeId, { ...bare, noteCount: 1 })).toEqual([]);
  });
});

describe("Closing checks: a part to be ordered exists", () => {
  const issues = (parts: ClosingPart[]) => validateClosing(3, { ...bare, parts });

  it("for outcome 3", () => {
    expect(issues([])).toEqual(["partNotAdded"]);
  });

  test.each([
    ["no usage", aPart({ qtyUsed: 0, usageStatus: null })],
    ["partial usage", aPart({ usageStatus: "Partial" })],
    ["van stock", aPart({ isVanStock: true })],
  ])("a part added by the field operative with %s counts", (_name, part) => {
    expect(issues([part])).toEqual([]);
    expect(issues([{ ...part, addedByFieldOp: false }])).toEqual(["partNotAdded"]);
  });

  it("a part that was used up does not count", () => {
    expect(issues([aPart()])).toEqual(["partNotAdded"]);
  });
});

describe("Closing checks", () => {
  test.each([5, 6, 7, 8] as const)("none for outcome %i", (outcomeId) => {
    fc.assert(
      fc.property(anySource, (source) => {
        expect(validateClosing(outcomeId, source)).toEqual([]);
      }),
    );
  });

  it("report nothing but the checks of their outcome, whatever is recorded", () => {
    const checked = {
      1: ["formsIncomplete"],
      2: ["formsIncomplete", "noteMissing"],
      3: ["partNotAdded"],
      4: ["noteMissing"],
      5: [],
      6: [],
      7: [],
      8: [],
    };
    fc.assert(
      fc.property(fc.constantFrom(...outcomes), anySource, ({ outcomeId }, source) => {
        for (const issue of validateClosing(outcomeId, source))
          expect(checked[outcomeId]).toContain(issue);
      }),
    );
  });

  it("still pass with one more note or one more completed form", () => {
    fc.assert(
      fc.property(fc.constantFrom(...outcomes), anySource, ({ outcomeId }, source) => {
        const more = {
          ...source,
          noteCount: source.noteCount + 1,
          forms: [...source.forms, aForm()],
        };
        expect(validateClosing(outcomeId, more).length).toBeLessThanOrEqual(
          validateClosing(outcomeId, source).length,
        );
      }),
    );
  });
});
