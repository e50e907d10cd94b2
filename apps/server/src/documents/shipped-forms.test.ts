import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { DataRow, JobCustomForm } from "@fieldfare/contract";
import { formIds } from "@fieldfare/domain";
import { checkAnswers, kitOf } from "@fieldfare/forms";
import { formPaper } from "@fieldfare/papers";
import { anApplianceCheck, atRisk, recordAnswers } from "@fieldfare/papers/testing";
import { jobsOfDay } from "../demo/day.ts";
import { pastJobsOf } from "../demo/history.ts";
import { readFormFolder } from "../forms/folder.ts";
import { visitedOn } from "../testing/closings.ts";

type Form = DataRow<"CustomForm">;

let forms: readonly Form[];

beforeAll(async () => {
  const folder = fileURLToPath(new URL("../../forms", import.meta.url));
  forms = (await readFormFolder(folder, new Date(visitedOn))).forms.map(({ row }) => row);
});

function formOf(customFormId: string): Form {
  const form = forms.find((row) => row.customFormId === customFormId);
  if (!form) throw new Error(`No form ${customFormId} is shipped`);
  return form;
}

function completed(customFormId: string, completedForm: Record<string, unknown>): JobCustomForm {
  return {
    customFormId,
    customFormDefinitionId: formOf(customFormId).customFormDefinitionId,
    version: 1,
    jobId: "0190a000-0000-7000-8000-000000000001",
    usageRequirement: 3,
    completionStatus: "Complete",
    addedByUser: false,
    optional: false,
    addedOnDateTime: visitedOn,
    previousAnswers: null,
    completedForm,
    completedOn: visitedOn,
    savedOnDateTime: visitedOn,
  };
}

const visit = {
  formattedJobId: "FF1",
  fieldOperativeAppointmentId: "0190a000-0000-7000-8000-000000000002",
  publicUrl: "https://fieldfare.example",
};

interface Question {
  readonly type?: string;
  readonly name?: string;
  readonly subForm?: string;
  readonly elements?: readonly Question[];
  readonly pages?: readonly Question[];
}

/** Answers that name their question; `told` collects the names of those whose answers are words. */
function telling(form: Form, given: Record<string, unknown>, told: string[]) {
  const answers: Record<string, unknown> = {};
  const visit = ({ type, name = "", subForm, elements = [], pages = [] }: Question) => {
    for (const part of [...elements, ...pages]) visit(part);
    if (subForm !== undefined) answers[name] = [telling(formOf(subForm), given, told)];
    else if (name in given) answers[name] = given[name];
    else if (type !== undefined && !["panel", "file", "signaturepad"].includes(type)) {
      answers[name] = `answer to ${name}`;
      told.push(`answer to ${name}`);
    }
  };
  visit(form.definition.content);
  return answers;
}

describe("the forms that ship", () => {
  /** What only steers the form. */
  const steering = { propertyAssetId: "x", hasDefect: "yes", combustionTested: "yes" };

  it.each([
    [
      "gas safety record",
      formIds.gasSafetyRecord,
      { ...steering, tightnessTest: "fail", tenantPresent: "yes" },
      50,
    ],
    ["warning notice", formIds.warningNotice, { ...steering, informed: "signed" }, 20],
  ])("have every answer of the %s on its paper", (_, customFormId, given, least) => {
    const told: string[] = [];
    const answers = telling(formOf(customFormId), given, told);
    const paper = JSON.stringify(formPaper(completed(customFormId, answers), visit, new Map()));
    expect(told.length).toBeGreaterThan(least);
    expect(told.filter((answer) => !paper.includes(answer))).toEqual([]);
  });

  const errorsOf = (answers: Record<string, unknown>) =>
    checkAnswers(kitOf(formOf(formIds.gasSafetyRecord), forms), answers)
      .filter(({ severity }) => severity === "error")
      .map(({ path, message }) => `${path}: ${message}`);

  it("take the answers of which records are drawn in tests", () => {
    const appliances = [anApplianceCheck(), anApplianceCheck(atRisk)];
    expect(errorsOf(recordAnswers({ appliances, appliancesTested: 2 }))).toEqual([]);
  });

  it("take the answers of the demo's past records", () => {
    const past = jobsOfDay("2026-11-21").flatMap(({ job }) =>
      pastJobsOf(job.property, "2026-11-21"),
    );
    const records = past.flatMap(({ closing }) =>
      closing.type === "JobClose" ? closing.payload.job.customForms : [],
    );
    expect(records.length).toBeGreaterThan(2);
    for (const { customFormDefinitionId, completedForm } of records) {
      expect(errorsOf(completedForm ?? {})).toEqual([]);
      expect(customFormDefinitionId).toBe(formOf(formIds.gasSafetyRecord).customFormDefinitionId);
    }
  });
});
