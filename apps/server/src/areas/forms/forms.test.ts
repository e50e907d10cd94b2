import { randomUUID } from "node:crypto";
import type { CallAnswer } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../testing/caller.ts";
import { type InProcessServer, startInProcessServer } from "../../testing/in-process.ts";

let server: InProcessServer;
let administrator: Caller;
let viewer: Caller;

beforeAll(async () => {
  server = await startInProcessServer();
  [administrator, viewer] = await Promise.all([
    server.office(["administrator"]),
    server.office(["viewer"]),
  ]);
});
afterAll(() => server.close());

let formId: string;
beforeEach(() => {
  formId = randomUUID();
});

function aFile(of: Record<string, unknown> = {}) {
  return {
    customFormId: formId,
    version: 1,
    name: "Loft check",
    description: "The insulation",
    isSubForm: false,
    jobCategoryId: 2,
    jobDetailTypeId: null,
    jobStageId: null,
    usageRequirement: 3,
    content: questions({ type: "text", name: "depth", title: "Depth" }),
    ...of,
  };
}

const questions = (...elements: object[]) => ({
  pages: [{ name: "loft", title: "Loft", elements }],
});

const send = (isDryRun: boolean, ...forms: object[]) =>
  administrator.post("/api/office/forms", { forms, isDryRun });
const publish = (...files: object[]) => send(false, ...files.map((file) => ({ file })));
const check = async (file: object) => {
  const { body } = await send(true, { file });
  return (body as CallAnswer<typeof office.publishForms>).forms[0];
};
const withdraw = (version: number, id = formId) =>
  administrator.post(`/api/office/forms/${id}/withdraw`, { version });
const publishAgain = (version: number, id = formId) =>
  administrator.post(`/api/office/forms/${id}/publish-again`, { version });
const read = async (id = formId) =>
  (await viewer.get(`/api/office/forms/${id}`)).body as CallAnswer<typeof office.readForm>;

async function raise() {
  const { body } = await administrator.post("/api/office/jobs", {
    fieldOperativeId: null,
    appointmentDateTime: "2026-01-05T09:00:00.000Z",
    jobCategoryId: 2,
    jobDetailTypeId: 21,
    categoryName: "Gas repair",
    detailTypeName: "No heating",
    property: { addressLine1: "1 Example Street", postcode: "LS1 1AA" },
  });
  const { jobId } = body as { jobId: string };
  const job = await administrator.get(`/api/office/jobs/${jobId}`);
  const { forms } = job.body as CallAnswer<typeof office.readJob>;
  return { jobId, form: forms.find(({ customFormId }) => customFormId === formId) };
}

describe("a form that the office publishes", () => {
  it("is checked first, without a change", async () => {
    expect(await check(aFile())).toMatchObject({
      customFormId: formId,
      currentVersion: null,
      findings: [],
      changes: null,
      bundle: { definition: { customFormId: formId }, subForms: [] },
    });
    expect(await viewer.get(`/api/office/forms/${formId}`)).toMatchObject({ status: 404 });
  });

  it("is in the list with who published it, and on jobs that are raised afterwards", async () => {
    expect(await publish(aFile())).toMatchObject({ status: 200, body: { isPublished: true } });
    const { jobId, form } = await raise();
    expect(form).toMatchObject({ version: 1, completionStatus: "NotStarted" });
    const listed = await viewer.get("/api/office/forms?search=loft%20insulation&state=published");
    expect(listed.body).toContainEqual(
      expect.objectContaining({
        customFormId: formId,
        version: 1,
        source: "office",
        publishedBy: "Office",
        withdrawn: null,
        openJobs: 1,
      }),
    );
    expect(await read()).toMatchObject({
      offers: [{ jobCategoryId: 2, usageRequirement: 3 }],
      openJobs: [{ jobId, version: 1, completionStatus: "NotStarted" }],
      completed: 0,
    });
  });

  it("has versions that say what each changed", async () => {
    await publish(aFile());
    const content = questions(
      { type: "text", name: "depth", title: "Depth in mm", isRequired: true },
      { type: "boolean", name: "isDry", title: "Is it dry?" },
    );
    const changes = [
      {
        change: "changed",
        subject: "question",
        title: "Depth in mm",
        details: ["Its title was “Depth”", "An answer is required now"],
      },
      { change: "added", subject: "question", title: "Is it dry?", details: [] },
    ];
    expect(await check(aFile({ version: 2, content }))).toMatchObject({
      currentVersion: 1,
      changes,
    });
    await publish(aFile({ version: 2, content }));
    const versions = await viewer.get(`/api/office/forms/${formId}/versions`);
    expect(versions.body).toMatchObject([
      { version: 2, changes },
      { version: 1, changes: null },
    ]);
    expect((await viewer.get(`/api/office/forms/${formId}/versions/1`)).body).toMatchObject({
      definition: { version: 1, definition: { content: aFile().content } },
    });
    expect((await raise()).form).toMatchObject({ version: 2 });
  });

  it("is refused when somebody else has published a version since", async () => {
    await publish(aFile());
    await publish(aFile({ version: 2, name: "Loft check of another" }));
    const late = await send(false, {
      file: aFile({ version: 3, name: "Mine" }),
      expectedVersion: 1,
    });
    expect(late).toMatchObject({
      status: 400,
      body: {
        issues: [
          {
            path: "forms.0.file.version",
            message: "Somebody else has published version 2 since you checked this file",
          },
        ],
      },
    });
  });

  it("is refused when somebody else has withdrawn the form since, or published it again", async () => {
    await publish(aFile());
    const file = aFile({ version: 2, name: "Mine" });
    const seen = (expectedWithdrawn?: boolean) =>
      send(false, {
        file,
        expectedVersion: 1,
        ...(expectedWithdrawn !== undefined && { expectedWithdrawn }),
      });
    const refusedWith = (message: string) => ({
      status: 400,
      body: { issues: [{ path: "forms.0.file.version", message }] },
    });
    expect(await seen(true)).toMatchObject(
      refusedWith("Somebody else has published this form again since you checked this file"),
    );
    await withdraw(1);
    expect(await seen(false)).toMatchObject(
      refusedWith("Somebody else has withdrawn this form since you checked this file"),
    );
    // Who does not say what was seen offers it again, as before.
    expect((await seen()).status).toBe(200);
  });

  it("is published once when two people publish the same number at once", async () => {
    await publish(aFile());
    const both = await Promise.all(
      ["One", "Other"].map((name) =>
        send(false, { file: aFile({ version: 2, name }), expectedVersion: 1 }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const { body } = await viewer.get(`/api/office/forms/${formId}/versions`);
    expect(body).toHaveLength(2);
  });

  it("may only be published and withdrawn with the permission", async () => {
    const missing = { status: 403, body: { code: "permission-missing" } };
    const body = { forms: [{ file: aFile() }], isDryRun: true };
    expect(await viewer.post("/api/office/forms", body)).toMatchObject(missing);
    const withdrawn = await viewer.post(`/api/office/forms/${formId}/withdraw`, { version: 1 });
    expect(withdrawn).toMatchObject(missing);
  });
});

describe("the check of a file finds", () => {
  it.each<[string, Record<string, unknown>, object]>([
    [
      "a kind of question that phones cannot show",
      { content: questions({ type: "hologram", name: "a" }) },
      {
        path: "content.pages.0.elements.0.type",
        place: "page “Loft”, question “a”",
        message: 'There are no questions of type "hologram"',
        advice: "Use a kind of question that the phones can show.",
      },
    ],
    [
      "a property of another version of the form library",
      { content: questions({ type: "text", name: "a", holographic: true }) },
      { place: "page “Loft”, question “a”", advice: expect.stringContaining("form library") },
    ],
    ["a property that no form has", { colour: "red" }, { path: "colour" }],
    ["no version", { version: undefined }, { path: "version" }],
    [
      "more text than a form may have",
      { content: questions({ type: "text", name: "a", title: "x".repeat(500_000) }) },
      { path: "content", advice: expect.stringContaining("sub-form") },
    ],
    [
      "a file that is too large",
      { content: questions({ type: "text", name: "a", title: "x".repeat(1_100_000) }) },
      { path: "", message: expect.stringContaining("1000000 are allowed") },
    ],
    [
      "a sub-form that is not published",
      {
        content: questions({
          type: "paneldynamic",
          name: "parts",
          subForm: "0193b3f0-0000-7000-8000-00000000f199",
          subFormVersion: 1,
        }),
      },
      { message: expect.stringContaining("There is no form") },
    ],
  ])("%s", async (_name, of, finding) => {
    const checked = await check(aFile(of));
    expect(checked?.findings).toContainEqual(expect.objectContaining(finding));
    expect(checked?.bundle).toBeNull();
    expect(await publish(aFile(of))).toMatchObject({ status: 400 });
    expect(await viewer.get(`/api/office/forms/${formId}`)).toMatchObject({ status: 404 });
  });

  it("a version that was used", async () => {
    await publish(aFile());
    expect((await check(aFile()))?.findings).toMatchObject([
      { path: "version", message: "This version is published already" },
    ]);
    expect((await check(aFile({ name: "Other" })))?.findings).toMatchObject([
      { message: "The form has changed and its version is still 1: give it the version 2" },
    ]);
  });

  it("nothing in a title with markup, which is only text", async () => {
    const title = '<img src=x onerror="alert(1)">';
    const content = questions({ type: "text", name: "a", title });
    expect((await check(aFile({ content })))?.findings).toEqual([]);
  });
});

describe("a form that is withdrawn", () => {
  it("goes to no new job, and jobs that have it keep it", async () => {
    await publish(aFile());
    const { jobId } = await raise();
    expect(await withdraw(1)).toMatchObject({ status: 200 });
    expect((await raise()).form).toBeUndefined();
    const job = await administrator.get(`/api/office/jobs/${jobId}`);
    expect((job.body as { forms: object[] }).forms).toContainEqual(
      expect.objectContaining({ customFormId: formId, name: "Loft check", version: 1 }),
    );
    expect((await read()).form).toMatchObject({ withdrawn: { by: "Office" }, openJobs: 1 });
    const rows = await administrator.get("/api/office/data/CustomForm");
    expect((rows.body as { rows: object[] }).rows).toContainEqual(
      expect.objectContaining({ customFormId: formId, withdrawnOn: expect.any(String) }),
    );

    expect(await publishAgain(1)).toMatchObject({ status: 200 });
    expect((await raise()).form).toMatchObject({ version: 1 });
    expect((await read()).form.withdrawn).toBeNull();
  });

  it("is published again by a new version", async () => {
    await publish(aFile());
    await withdraw(1);
    expect(await check(aFile({ version: 2, name: "New" }))).toMatchObject({ isWithdrawn: true });
    await publish(aFile({ version: 2, name: "New" }));
    expect((await raise()).form).toMatchObject({ version: 2 });
  });

  it("has to be the version that the caller knows", async () => {
    await publish(aFile());
    await publish(aFile({ version: 2, name: "New" }));
    expect(await withdraw(1)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("published version 2") },
    });
    expect(await withdraw(1, randomUUID())).toMatchObject({ status: 404 });
  });
});

describe("a sub-form", () => {
  const part = (version = 1, title = "Part") =>
    aFile({
      customFormId: partId,
      version,
      name: "Loft part",
      isSubForm: true,
      content: questions({ type: "text", name: "a", title }),
    });
  const whole = (version = 1, subFormVersion = 1) =>
    aFile({
      version,
      content: questions({ type: "paneldynamic", name: "parts", subForm: partId, subFormVersion }),
    });
  let partId: string;
  beforeEach(() => {
    partId = randomUUID();
  });

  it("is published together with the forms that use it", async () => {
    expect(await publish(part(), whole())).toMatchObject({ status: 200 });
    expect(await publish(part(2, "Piece"))).toMatchObject({
      status: 400,
      body: { issues: [{ message: expect.stringContaining('The form "Loft check" uses') }] },
    });
    expect(await publish(part(2, "Piece"), whole(2, 2))).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({
      subForms: [{ customFormId: partId, name: "Loft part", version: 2 }],
    });
    expect(await read(partId)).toMatchObject({ usedBy: [{ customFormId: formId, version: 2 }] });
    const old = await viewer.get(`/api/office/forms/${formId}/versions/1`);
    expect(old.body).toMatchObject({ subForms: [{ customFormId: partId, version: 1 }] });
  });

  it("is not withdrawn while a published form uses it, nor is that form published without it", async () => {
    await publish(part(), whole());
    expect(await withdraw(1, partId)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Other forms use this form: Loft check.") },
    });
    await withdraw(1);
    expect(await withdraw(1, partId)).toMatchObject({ status: 200 });
    expect(await publishAgain(1)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("version 1 of Loft part") },
    });
    await publishAgain(1, partId);
    expect(await publishAgain(1)).toMatchObject({ status: 200 });
  });
});

describe("a form for jobs that do not exist", () => {
  const nowhere = { jobCategoryId: 999, jobDetailTypeId: 998, jobStageId: 997 };
  const offer = { jobCategoryId: 1, jobDetailTypeId: 11, jobStageId: 3, usageRequirement: 2 };
  const findings = async (of: Record<string, unknown>) =>
    (await check(aFile(of)))?.findings.map(({ path }) => path);

  it("has no finding while there are no job types and stages to compare it with", async () => {
    expect(await findings({ ...nowhere })).toEqual([]);
    expect(await publish(aFile({ ...nowhere }))).toMatchObject({ status: 200 });
    for (const [table, values] of [
      [
        "job-types",
        { jobDetailTypeId: 11, name: "Service", jobCategoryId: 1, categoryName: "Gas" },
      ],
      ["job-stages", { jobStageId: 3, name: "Survey" }],
    ] as const)
      expect(
        await administrator.post(`/api/office/reference-data/${table}`, { values }),
      ).toMatchObject({ status: 200 });
    // What its current version has already stays.
    expect(await findings({ ...nowhere, version: 2, name: "Another" })).toEqual([]);
    expect(await findings({ ...nowhere, version: 2, jobCategoryId: 996 })).toEqual([
      "jobCategoryId",
    ]);
  });

  it("has a finding for each category, job type and stage, and is not published", async () => {
    const file = aFile({ ...nowhere, offers: [offer, { ...offer, jobStageId: 997 }] });
    expect((await check(file))?.findings).toEqual([
      {
        path: "jobCategoryId",
        place: "",
        message: "There is no job category 999",
        advice:
          "Correct the number, or add it to Job types at Reference data first. For any job category write null.",
      },
      expect.objectContaining({ path: "jobDetailTypeId" }),
      expect.objectContaining({ path: "jobStageId" }),
      expect.objectContaining({
        path: "offers.1.jobStageId",
        message: "There is no job stage 997",
      }),
    ]);
    expect(await publish(file)).toMatchObject({ status: 400 });
    expect(await findings({ ...offer })).toEqual([]);
  });

  it("is for jobs of another system too, whose kinds are in no table", async () => {
    const kind = { jobCategoryId: 71, jobDetailTypeId: 72 };
    expect(await findings({ ...kind })).toEqual(["jobCategoryId", "jobDetailTypeId"]);
    await administrator.post("/api/office/jobs", {
      fieldOperativeId: null,
      appointmentDateTime: "2026-01-05T09:00:00.000Z",
      ...kind,
      categoryName: "Lifts",
      detailTypeName: "Lift",
      property: { addressLine1: "1 Example Street", postcode: "LS1 1AA" },
    });
    expect(await findings({ ...kind })).toEqual([]);
  });
});
