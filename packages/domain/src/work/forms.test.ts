import { describe, expect, it } from "vitest";
import {
  findUnknownKinds,
  formsToAdd,
  newFormEntry,
  offeredForms,
  type OfferedForm,
  photoIds,
  requirementFor,
  requirementLabel,
} from "./forms.ts";

function aForm(of: Partial<OfferedForm> = {}): OfferedForm {
  return {
    customFormId: "form-1",
    customFormDefinitionId: "definition-1",
    version: 3,
    definition: { isSubForm: false },
    jobCategoryId: null,
    jobDetailTypeId: null,
    jobStageId: null,
    usageRequirement: 1,
    ...of,
  };
}

const service = { jobId: "job-1", jobCategoryId: 1, jobDetailTypeId: 11, jobStageId: 2 };
const at = new Date("2026-03-02T09:00:00.000Z");

describe("A form is offered", () => {
  it("for every job if it names no category, detail or stage", () => {
    expect(requirementFor(aForm(), service)).toBe(1);
  });

  it("for the category, detail and stage that it names, and for no other", () => {
    const form = aForm({ jobCategoryId: 1, jobDetailTypeId: 11, jobStageId: 2 });
    expect(requirementFor(form, service)).toBe(1);
    expect(requirementFor(form, { ...service, jobCategoryId: 2 })).toBeNull();
    expect(requirementFor(form, { ...service, jobDetailTypeId: 12 })).toBeNull();
    expect(requirementFor(form, { ...service, jobStageId: null })).toBeNull();
  });

  it("for no job after it was withdrawn", () => {
    const form = aForm({ usageRequirement: 3, withdrawnOn: at.toISOString() });
    expect(requirementFor(form, service)).toBeNull();
    expect(formsToAdd([form], service)).toEqual([]);
  });

  it("for further jobs, with the highest requirement of its matching offers", () => {
    const further = { jobCategoryId: 4, jobDetailTypeId: null, jobStageId: null };
    const form = aForm({
      jobCategoryId: 1,
      offers: [
        { ...further, usageRequirement: 2 },
        { ...further, jobDetailTypeId: 42, usageRequirement: 3 },
      ],
    });
    expect(requirementFor(form, service)).toBe(1);
    expect(requirementFor(form, { ...service, jobCategoryId: 4 })).toBe(2);
    expect(requirementFor(form, { ...service, jobCategoryId: 4, jobDetailTypeId: 42 })).toBe(3);
  });

  it("never on its own if it is a sub-form", () => {
    const part = aForm({ definition: { isSubForm: true }, usageRequirement: 3 });
    expect(offeredForms([part, aForm()], service)).toEqual([aForm()]);
    expect(formsToAdd([part], service)).toEqual([]);
  });
});

describe("A job's forms", () => {
  it("begin with those that are required or recommended", () => {
    const [plain, recommended, required] = ([1, 2, 3] as const).map((usageRequirement) =>
      aForm({ customFormId: `form-${usageRequirement}`, usageRequirement }),
    );
    expect(formsToAdd([plain, recommended, required] as OfferedForm[], service)).toEqual([
      recommended,
      required,
    ]);
  });

  it("are not started, and name the version with which they begin", () => {
    const entry = newFormEntry(aForm({ usageRequirement: 3 }), {
      job: service,
      addedByUser: false,
      at,
      previousAnswers: { landlord: "Aire Valley Homes" },
    });
    expect(entry).toEqual({
      customFormId: "form-1",
      customFormDefinitionId: "definition-1",
      version: 3,
      jobId: "job-1",
      usageRequirement: 3,
      completionStatus: "NotStarted",
      addedByUser: false,
      optional: false,
      addedOnDateTime: at.toISOString(),
      previousAnswers: { landlord: "Aire Valley Homes" },
      completedForm: null,
      completedOn: null,
      savedOnDateTime: null,
    });
    expect(requirementLabel(entry)).toBe("Required Form");
  });

  it("may be added by the engineer, and need not be completed then", () => {
    const entry = newFormEntry(aForm({ usageRequirement: 3 }), {
      job: service,
      addedByUser: true,
      at,
    });
    expect(entry).toMatchObject({ usageRequirement: 0, addedByUser: true, optional: true });
    expect(requirementLabel(entry)).toBe("User Added");
  });

  it("are labelled 0 User Added, 1 Not Required, 2 Recommended Form, 3 Required Form", () => {
    const labels = ([0, 1, 2, 3] as const).map((usageRequirement) =>
      requirementLabel({ usageRequirement, addedByUser: false }),
    );
    expect(labels).toEqual(["User Added", "Not Required", "Recommended Form", "Required Form"]);
    expect(requirementLabel({ usageRequirement: 3, addedByUser: true })).toBe("User Added");
  });
});

describe("Photos in answers", () => {
  it("are found at any depth, in order, each once", () => {
    const photo = (imageId: string) => ({ imageId, name: "photo.jpg", content: imageId });
    expect(
      photoIds({
        front: [photo("a"), photo("b")],
        rooms: [{ photos: [photo("c"), photo("a")] }, null, "text"],
      }),
    ).toEqual(["a", "b", "c"]);
    expect(photoIds(null)).toEqual([]);
  });
});

describe("What a form names and no job has", () => {
  const known = {
    jobCategoryId: new Set([1]),
    jobDetailTypeId: new Set([11]),
    jobStageId: new Set([2]),
  };
  const nowhere = { jobCategoryId: 999, jobDetailTypeId: 998, jobStageId: 997 };
  const further = { ...service, usageRequirement: 2 } as const;

  it("is found in the form and in its further offers", () => {
    const form = aForm({ ...service, offers: [further, { ...further, jobStageId: 997 }] });
    expect(findUnknownKinds(form, known, null)).toEqual([
      { offer: 1, property: "jobStageId", value: 997 },
    ]);
    expect(findUnknownKinds(aForm(nowhere), known, null)).toEqual([
      { offer: null, property: "jobCategoryId", value: 999 },
      { offer: null, property: "jobDetailTypeId", value: 998 },
      { offer: null, property: "jobStageId", value: 997 },
    ]);
  });

  it("may stay if the current version has it, in whichever offer", () => {
    const before = aForm({ offers: [{ ...further, jobCategoryId: 999 }] });
    expect(findUnknownKinds(aForm(nowhere), known, before).map(({ value }) => value)).toEqual([
      998, 997,
    ]);
  });

  it("is not looked for in a sub-form, nor where it is not known what jobs have", () => {
    const subForm = aForm({ ...nowhere, definition: { isSubForm: true } });
    expect(findUnknownKinds(subForm, known, null)).toEqual([]);
    const unknown = { jobCategoryId: null, jobDetailTypeId: null, jobStageId: null };
    expect(findUnknownKinds(aForm(nowhere), unknown, null)).toEqual([]);
  });
});
