import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { DataRow, JobCustomForm } from "@fieldfare/contract";
import { formIds } from "@fieldfare/domain";
import { checkAnswers, buildBundle } from "@fieldfare/forms";
import { buildFormDocument } from "@fieldfare/documents";
import { anApplianceCheck, atRisk, recordAnswers } from "@fieldfare/documents/testing";
import { buildDayJobs } from "../demo/day.ts";
import { buildPastJobs } from "../demo/history.ts";
import { readFormFolder } from "../forms/read-folder.ts";
import { visitedOn } from "../testing/closings.ts";

type Form = DataRow<"CustomForm">;

let forms: readonly Form[];

beforeAll(async () => {
  const folder = fileURLToPath(new URL("../../forms", import.meta.url));
  forms = (await readFormFolder(folder, new Date(visitedOn))).forms.map(({ row }) => row);
});

function findForm(customFormId: string): Form {
  const form = forms.find((row) => row.customFormId === customFormId);
  if (!form) throw new Error(`No form ${customFormId} is shipped`);
  return form;
}

function completed(customFormId: string, completedForm: Record<string, unknown>): JobCustomForm {
  return {
    customFormId,
    customFormDefinitionId: findForm(customFormId).customFormDefinitionId,
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

/** Builds answers that name their question. `textAnswers` collects the answers that are text. */
function fillIn(form: Form, given: Record<string, unknown>, textAnswers: string[]) {
  const answers: Record<string, unknown> = {};
  const visit = ({ type, name = "", subForm, elements = [], pages = [] }: Question) => {
    for (const part of [...elements, ...pages]) visit(part);
    if (subForm !== undefined) answers[name] = [fillIn(findForm(subForm), given, textAnswers)];
    else if (name in given) answers[name] = given[name];
    else if (type !== undefined && !["panel", "file", "signaturepad"].includes(type)) {
      answers[name] = `answer to ${name}`;
      textAnswers.push(`answer to ${name}`);
    }
  };
  visit(form.definition.content);
  return answers;
}

describe("The forms that ship", () => {
  /** Answers that only control what the form shows. */
  const controlAnswers = { propertyAssetId: "x", hasDefect: "yes", combustionTested: "yes" };

  it.each([
    [
      "gas safety record",
      formIds.gasSafetyRecord,
      { ...controlAnswers, tightnessTest: "fail", tenantPresent: "yes" },
      50,
    ],
    ["warning notice", formIds.warningNotice, { ...controlAnswers, informed: "signed" }, 20],
  ])("have every answer of the %s on its document", (_, customFormId, given, minimum) => {
    const textAnswers: string[] = [];
    const answers = fillIn(findForm(customFormId), given, textAnswers);
    const content = JSON.stringify(
      buildFormDocument(completed(customFormId, answers), visit, new Map()),
    );
    expect(textAnswers.length).toBeGreaterThan(minimum);
    expect(textAnswers.filter((answer) => !content.includes(answer))).toEqual([]);
  });

  const listErrors = (answers: Record<string, unknown>) =>
    checkAnswers(buildBundle(findForm(formIds.gasSafetyRecord), forms), answers)
      .filter(({ severity }) => severity === "error")
      .map(({ path, message }) => `${path}: ${message}`);

  it("accept the answers of the records that tests draw", () => {
    const appliances = [anApplianceCheck(), anApplianceCheck(atRisk)];
    expect(listErrors(recordAnswers({ appliances, appliancesTested: 2 }))).toEqual([]);
  });

  it("accept the answers of the demo's past records", () => {
    const past = buildDayJobs("2026-11-21").flatMap(({ job }) =>
      buildPastJobs(job.property, "2026-11-21"),
    );
    const records = past.flatMap(({ closing }) =>
      closing.type === "JobClose" ? closing.payload.job.customForms : [],
    );
    expect(records.length).toBeGreaterThan(2);
    for (const { customFormDefinitionId, completedForm } of records) {
      expect(listErrors(completedForm ?? {})).toEqual([]);
      expect(customFormDefinitionId).toBe(findForm(formIds.gasSafetyRecord).customFormDefinitionId);
    }
  });
});
