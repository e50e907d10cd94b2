import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { formIds } from "@fieldfare/domain";
import { startTestServer, type TestServer } from "../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ withForms: true });
});

afterAll(() => server.stop());

async function raise(jobCategoryId: number, jobDetailTypeId: number, propertyId = randomUUID()) {
  const { jobId } = await server.call(office.createJob, {
    body: {
      fieldOperativeId: null,
      appointmentDateTime: "2026-11-23T09:00:00.000Z",
      jobCategoryId,
      jobDetailTypeId,
      categoryName: "Category",
      detailTypeName: "Detail",
      property: { propertyId, addressLine1: "1 Example Street", postcode: "LS1 1AA" },
    },
  });
  return server.call(office.readJob, { params: { jobId } });
}

describe("A new job", () => {
  it("of gas servicing starts with the required record and the recommended checklist", async () => {
    const { job, forms } = await raise(1, 11);
    expect(job.customForms).toHaveLength(2);
    expect(job.customForms).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          customFormId: formIds.gasSafetyRecord,
          version: 9,
          usageRequirement: 3,
          completionStatus: "NotStarted",
          addedByUser: false,
          previousAnswers: null,
        }),
        expect.objectContaining({ customFormId: formIds.boilerService, usageRequirement: 2 }),
      ]),
    );
    expect(forms).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "Landlord gas safety record", check: null }),
      ]),
    );
  });

  it("of another detail has the forms for that detail, and no sub-form", async () => {
    const kinds = [
      [1, 12],
      [1, 13],
      [4, 42],
      [5, 53],
      [7, 71],
      [2, 21],
    ] as const;
    const found = await Promise.all(
      kinds.map(async ([category, detail]) => {
        const { forms } = await raise(category, detail);
        return forms.map(({ name }) => name).toSorted();
      }),
    );
    expect(found).toEqual([
      ["Landlord gas safety record"],
      [],
      ["Arrival risk assessment", "Landlord gas safety record"],
      ["Alarm test"],
      ["Damp and mould inspection"],
      [],
    ]);
  });

  it("has the last completed answers of its form at the property, without images", async () => {
    const propertyId = randomUUID();
    const first = await raise(5, 51, propertyId);
    const [form] = first.job.customForms;
    const completed = {
      ...form,
      completionStatus: "Complete",
      completedOn: "2026-01-20T10:00:00.000Z",
      completedForm: {
        storeys: 2,
        engineerSignature: `data:image/png;base64,${"A".repeat(3_000)}`,
        alarms: [{ make: "Beacon Alarms", photos: [{ imageId: randomUUID() }] }],
      },
    };
    await server.database.pool.query("update job_form set row = $2 where job_id = $1", [
      first.job.jobId,
      completed,
    ]);
    const again = await raise(5, 51, propertyId);
    expect(again.job.customForms[0]?.previousAnswers).toEqual({
      storeys: 2,
      alarms: [{ make: "Beacon Alarms", photos: [] }],
    });
    const elsewhere = await raise(5, 51);
    expect(elsewhere.job.customForms[0]?.previousAnswers).toBeNull();
  });
});

describe("Forms of the office's own systems", () => {
  const form = (more: object = {}) => ({
    customFormId: "0193b3f0-0000-7000-8000-00000000f101",
    customFormDefinitionId: randomUUID(),
    version: 1,
    definition: {
      name: "Own form",
      description: "",
      isSubForm: false,
      content: { pages: [{ name: "p", elements: [{ type: "text", name: "seen" }] }] },
    },
    jobCategoryId: 3,
    jobDetailTypeId: null,
    jobStageId: null,
    usageRequirement: 3,
    modifiedOn: "2026-01-05T09:00:00.000Z",
    ...more,
  });
  const put = (rows: object[]) =>
    server.request(office.putData, { params: { type: "CustomForm" }, body: { rows } });

  it("are checked, issued and added to new jobs", async () => {
    expect(await put([form()])).toMatchObject({ status: 200, body: { changed: 1 } });
    const { forms } = await raise(3, 32);
    expect(forms).toMatchObject([{ name: "Own form", version: 1 }]);
  });

  it("may be in a list only once", async () => {
    const twice = { ...form(), customFormId: randomUUID() };
    expect(await put([twice, twice])).toMatchObject({
      status: 400,
      body: { issues: [{ path: "rows.1.customFormId" }] },
    });
  });

  it("are refused with the path of the issue", async () => {
    const elements = [{ type: "html", name: "seen", html: "<script>alert(1)</script>" }];
    const definition = {
      name: "x",
      description: "",
      isSubForm: false,
      content: { pages: [{ name: "p", elements }] },
    };
    expect(await put([form({ version: 2, definition })])).toMatchObject({
      status: 400,
      body: {
        code: "invalid",
        issues: expect.arrayContaining([
          expect.objectContaining({ path: "rows.0.definition.content.pages.0.elements.0.type" }),
        ]),
      },
    });
  });

  it("need a new version when they changed", async () => {
    expect(await put([form({ usageRequirement: 1 })])).toMatchObject({
      status: 400,
      body: { issues: [{ path: "rows.0.version" }] },
    });
  });

  it("cannot remove the sub-form of another form", async () => {
    const subForm = "0193b3f0-0000-7000-8000-00000000f102";
    const part = (version: number) => ({
      ...form({ customFormId: subForm, version }),
      definition: { ...form().definition, name: "Part", isSubForm: true },
    });
    const whole = (version: number, subFormVersion: number) => {
      const elements = [{ type: "paneldynamic", name: "parts", subForm, subFormVersion }];
      return form({
        customFormId: "0193b3f0-0000-7000-8000-00000000f103",
        version,
        definition: { ...form().definition, content: { pages: [{ name: "p", elements }] } },
      });
    };
    const changed = (rows: object[], deletedIds: string[] = []) =>
      server.request(office.putData, {
        params: { type: "CustomForm" },
        body: { rows, deletedIds },
      });
    expect(await changed([part(1), whole(1, 1)])).toMatchObject({ status: 200 });
    expect(await changed([part(2)])).toMatchObject({
      status: 400,
      body: { issues: [{ path: "rows.0.version" }] },
    });
    expect(await changed([], [subForm])).toMatchObject({
      status: 400,
      body: { issues: [{ path: "deletedIds.0" }] },
    });
    expect(await changed([part(2), whole(2, 2)])).toMatchObject({ status: 200 });
    expect(await changed([], [whole(2, 2).customFormId, subForm])).toMatchObject({ status: 200 });
  });
});
