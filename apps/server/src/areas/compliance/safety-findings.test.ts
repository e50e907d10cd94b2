import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJob, listSafetyFindings } from "@fieldfare/contract/office";
import { formIds } from "@fieldfare/domain";
import { aClose, aForm } from "../../testing/closings.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let engineer: TestEngineer;

beforeAll(async () => {
  server = await startTestServer();
  engineer = await server.addEngineer("Dora");
});
afterAll(() => server.stop());

const fire = { type: "Gas fire", location: "Lounge", inspected: "yes" };
const danger = {
  ...fire,
  hasDefect: "yes",
  defect: "Spillage test failed",
  classification: "AR",
  warningNoticeIssued: "yes",
  warningNoticeNumber: "WN-1",
};
const safe = { ...fire, hasDefect: "no", safeToUse: "yes" };

let lastHour = 0;

/** Closes a job at the home with a form; each form is completed an hour after the one before. */
async function complete(
  customFormId: string,
  completedForm: Record<string, unknown>,
  propertyId: string = randomUUID(),
  reference: { readonly formattedJobId?: string } = {},
) {
  const { fieldOperativeId } = engineer;
  const { property } = aDraft();
  const { jobId, fieldOperativeAppointmentId } = await server.call(createJob, {
    body: aDraft({ fieldOperativeId, property: { ...property, propertyId }, ...reference }),
  });
  const job = { jobId, fieldOperativeAppointmentId: fieldOperativeAppointmentId ?? "" };
  const completedOn = new Date(Date.parse("2026-11-01T00:00:00Z") + ++lastHour * 3_600_000);
  const form = aForm(job, customFormId, { completedForm, completedOn: completedOn.toISOString() });
  const close = {
    ...aClose(job, { job: { customForms: [form] } }),
    changeTimestamp: completedOn.toISOString(),
  };
  expect(await server.send(engineer, "JobClose", close)).toMatchObject({ status: 200 });
  return { jobId, propertyId };
}

const list = async (query: Record<string, string> = {}) =>
  (await server.call(listSafetyFindings, { query: { limit: "99", ...query } })).forms;
const find = async (jobId: string, query: Record<string, string> = {}) =>
  (await list(query)).find((form) => form.jobId === jobId);

describe("Defects and warning notices", () => {
  it("are listed newest first, with what was found and done", async () => {
    const record = await complete(formIds.gasSafetyRecord, { appliances: [safe, danger] });
    const notice = await complete(formIds.warningNotice, {
      noticeNumber: "WN-7",
      notices: [{ type: "Gas meter", classification: "ID", fault: "Leak", riddor: "yes" }],
    });
    const forms = await list();
    expect(forms.map(({ jobId }) => jobId)).toEqual([notice.jobId, record.jobId]);
    expect(forms).toMatchObject([
      {
        kind: "warning-notice",
        engineerName: "Dora",
        findings: [
          { classification: "ID", name: "Gas meter", noticeNumber: "WN-7", isReportable: true },
        ],
      },
      {
        kind: "gas-safety-record",
        address: "1 Example Street, LS1 1AA",
        findings: [
          {
            classification: "AR",
            name: "Gas fire, Lounge",
            fault: "Spillage test failed",
            isNoticeIssued: true,
          },
        ],
      },
    ]);
    expect(await find(record.jobId, { kind: "warning-notice" })).toBeUndefined();
    expect(await find(notice.jobId, { classification: "AR" })).toBeUndefined();
  });

  it("name no notice that the engineer was to write and did not", async () => {
    const quoting = { ...danger, warningNoticeNumber: "WN-FF100234-261122" };
    const record = { appliances: [quoting] };
    const { jobId } = await complete(formIds.gasSafetyRecord, record, randomUUID(), {
      formattedJobId: "FF100234",
    });
    expect(await find(jobId)).toMatchObject({
      findings: [{ isNoticeIssued: false, noticeNumber: "" }],
    });
  });

  it("are those of one job alone if a job is named", async () => {
    const { jobId, propertyId } = await complete(formIds.gasSafetyRecord, { appliances: [danger] });
    await complete(formIds.gasSafetyRecord, { appliances: [danger] }, propertyId);
    expect(await list({ jobId })).toMatchObject([
      { jobId, findings: [{ name: "Gas fire, Lounge" }] },
    ]);
    expect(await list({ jobId: randomUUID() })).toEqual([]);
  });

  it("leave out a record without a defect, and one whose defect was taken back", async () => {
    const without = await complete(formIds.gasSafetyRecord, { appliances: [safe] });
    const back = await complete(formIds.gasSafetyRecord, {
      appliances: [{ ...danger, hasDefect: "no" }],
    });
    expect(await find(without.jobId)).toBeUndefined();
    expect(await find(back.jobId)).toBeUndefined();
  });

  it("stay open until a later record inspected the appliance and found it safe", async () => {
    const { jobId, propertyId } = await complete(formIds.gasSafetyRecord, { appliances: [danger] });
    expect(await find(jobId, { open: "yes" })).toMatchObject({ isOpen: true });
    await complete(formIds.gasSafetyRecord, { appliances: [safe] }, propertyId);
    expect(await find(jobId, { open: "yes" })).toBeUndefined();
    expect(await find(jobId)).toMatchObject({ isOpen: false });
  });

  it("name the next open job at the home", async () => {
    const { jobId, propertyId } = await complete(formIds.gasSafetyRecord, { appliances: [danger] });
    expect((await find(jobId))?.job).toBeNull();
    const raised = await server.call(createJob, {
      body: aDraft({ property: { ...aDraft().property, propertyId } }),
    });
    expect(await find(jobId)).toMatchObject({
      job: { jobId: raised.jobId, status: "New", categoryName: "Gas repair" },
    });
  });

  it("do not take a job of another trade at the home for one that mends the danger", async () => {
    const [first, second] = [
      await complete(formIds.gasSafetyRecord, { appliances: [danger] }),
      await complete(formIds.gasSafetyRecord, { appliances: [danger] }),
    ];
    const raise = (propertyId: string, type: object) =>
      server.call(createJob, {
        body: aDraft({ ...type, property: { ...aDraft().property, propertyId } }),
      });
    const plumbing = { jobCategoryId: 6, jobDetailTypeId: 61, categoryName: "Responsive" };
    for (const { propertyId } of [first, second]) await raise(propertyId, plumbing);
    const repair = await raise(second.propertyId, {
      appointmentDateTime: "2027-01-05T09:00:00.000Z",
    });
    const isOfferedTo = { jobCategoryId: 1, offers: [{ jobCategoryId: 2 }] };
    await server.database.pool.query(
      "insert into data_row (type, row_id, row, changed_on) values ('CustomForm', $1, $2, 1)",
      [formIds.gasSafetyRecord, JSON.stringify(isOfferedTo)],
    );
    expect((await find(first.jobId))?.job).toBeNull();
    expect((await find(second.jobId))?.job).toMatchObject({ jobId: repair.jobId });
  });

  it("are read page by page without a gap, and a position that is none is refused", async () => {
    const all = (await list()).map(({ jobId }) => jobId);
    const pages: string[] = [];
    for (let after: string | null = null; ;) {
      const query: Record<string, string> = { limit: "1", ...(after !== null && { after }) };
      const { forms, next } = await server.call(listSafetyFindings, { query });
      pages.push(...forms.map(({ jobId }) => jobId));
      if (next === null) break;
      after = next;
    }
    expect(all.length).toBeGreaterThan(3);
    expect(pages).toEqual(all);
    for (const after of ["x", "2026-11-01T00:00:00.000Z/1/2", "//"])
      expect(await server.request(listSafetyFindings, { query: { after } })).toMatchObject({
        status: 400,
      });
  });
});
