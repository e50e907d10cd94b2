import { describe, expect, it } from "vitest";
import { beginForm, completeForm, type FormState, saveForm } from "./form-states.ts";

const notStarted: FormState = {
  customFormDefinitionId: "definition-1",
  version: 1,
  completionStatus: "NotStarted",
  completedForm: null,
  completedOn: null,
  savedOnDateTime: null,
};
const newest = { customFormDefinitionId: "definition-2", version: 2 };
const noon = new Date("2026-03-02T12:00:00.000Z");
const later = new Date("2026-03-02T12:30:00.000Z");

describe("A form of a job", () => {
  it("begins with the current version", () => {
    expect(beginForm(notStarted, newest)).toEqual({ ...notStarted, ...newest });
  });

  it("stays with the version that it began with", () => {
    const begun = saveForm(beginForm(notStarted, newest), { a: 1 }, noon);
    expect(beginForm(begun, { customFormDefinitionId: "definition-3", version: 3 })).toEqual(begun);
    const done = completeForm(begun, { a: 1 }, later);
    expect(beginForm(done, { customFormDefinitionId: "definition-3", version: 3 })).toEqual(done);
  });

  it("is in progress once answers are saved, with the time", () => {
    expect(saveForm(notStarted, { a: 1 }, noon)).toEqual({
      ...notStarted,
      completionStatus: "InProgress",
      completedForm: { a: 1 },
      savedOnDateTime: noon.toISOString(),
    });
  });

  it("is complete once it is marked complete, with the time", () => {
    expect(completeForm(saveForm(notStarted, { a: 1 }, noon), { a: 2 }, later)).toEqual({
      ...notStarted,
      completionStatus: "Complete",
      completedForm: { a: 2 },
      completedOn: later.toISOString(),
      savedOnDateTime: later.toISOString(),
    });
  });

  it("that is corrected is in progress until it is completed again", () => {
    const corrected = saveForm(completeForm(notStarted, { a: 1 }, noon), { a: 2 }, later);
    expect(corrected).toMatchObject({ completionStatus: "InProgress", completedOn: null });
    expect(completeForm(corrected, { a: 2 }, later).completedOn).toBe(later.toISOString());
  });
});
