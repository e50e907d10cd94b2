import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type CallBody,
  downloadAttachment,
  getCommands,
  getJobs,
  header,
} from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { formIds } from "@fieldfare/domain";
import { applyRetention } from "../../database/retention.ts";
import { aClose } from "../../testing/closings.ts";
import { testImage } from "../../testing/in-process.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let engineer: TestEngineer;

beforeAll(async () => {
  server = await startTestServer({ withForms: true });
});
afterAll(() => server.stop());
beforeEach(async () => {
  engineer = await server.addEngineer("Nora");
});

const pdf = Buffer.from("%PDF-1.4\nThe asbestos register of a home\n%%EOF\n");
const upload = (bytes: Buffer, more: Partial<CallBody<typeof office.uploadAttachment>> = {}) =>
  server.request(office.uploadAttachment, {
    body: { name: "Asbestos register", content: bytes.toString("base64"), ...more },
  });
const uploaded = async (bytes: Buffer, name: string) =>
  server.call(office.uploadAttachment, { body: { name, content: bytes.toString("base64") } });

type Draft = CallBody<typeof office.createJob>;

async function raise(given: Partial<Draft> = {}) {
  const { fieldOperativeId } = engineer;
  return server.call(office.createJob, { body: aDraft({ fieldOperativeId, ...given }) });
}

const asEngineer = () => ({ token: engineer.token, deviceId: engineer.deviceId });
const fetchJob = async (jobId: string) =>
  (await server.call(getJobs, { ...asEngineer(), query: { recovery: "true" } })).jobs.find(
    (job) => job.jobId === jobId,
  );

const download = (
  jobId: string,
  id: string,
  who: TestEngineer = engineer,
  headers: Readonly<Record<string, string>> = {},
) => {
  const path = downloadAttachment.path.replace(":jobId", jobId).replace(":attachmentId", id);
  return fetch(`${server.origin}${path}`, {
    headers: {
      authorization: `Bearer ${who.token}`,
      [header.deviceId]: who.deviceId,
      ...headers,
    },
  });
};

const needs = {
  requiredForms: [formIds.riskAssessment],
  alertCodes: ["TWO-PERSON", "DOG"],
  keySafe: { location: "Left of the front door", code: "4071" },
  visitContacts: [
    {
      fullName: "Jo Caretaker",
      role: "Caretaker",
      telephone: "01632 960123",
      emailAddress: null,
    },
  ],
} satisfies Partial<office.VisitNeeds>;

describe("What a visit needs", () => {
  it("is raised with the job, and reaches the phone and the office", async () => {
    const register = await uploaded(pdf, "Asbestos register");
    const photo = await uploaded(testImage, "Data plate");
    const attachmentIds = [photo.attachmentId, register.attachmentId];
    const { jobId } = await raise({ ...structuredClone(needs), attachmentIds });
    const job = await fetchJob(jobId);
    expect(job).toMatchObject({
      keySafe: needs.keySafe,
      visitContacts: needs.visitContacts,
      attachments: [photo, register],
      customForms: expect.arrayContaining([
        expect.objectContaining({ customFormId: formIds.riskAssessment, usageRequirement: 3 }),
      ]),
    });
    expect(job?.property.notifications).toMatchObject([
      { code: "TWO-PERSON", severity: 2, alertEngineer: true, confirmedRead: false },
      { code: "DOG", severity: 1, alertEngineer: true, confirmedRead: false },
    ]);
    const read = await server.call(office.readJob, { params: { jobId } });
    expect(read.needs).toEqual({ ...needs, alertCodes: ["DOG", "TWO-PERSON"], attachmentIds });
    const { events } = await server.call(office.listAudit, { query: { subject: jobId } });
    expect(JSON.stringify(events)).not.toMatch(/4071|Caretaker/);
  });

  it("that nobody knows is refused, each with its place, and nothing is raised", async () => {
    const jobId = randomUUID();
    const answer = await server.request(office.createJob, {
      body: aDraft({
        jobId,
        requiredForms: [formIds.riskAssessment, formIds.gasApplianceCheck, randomUUID()],
        alertCodes: ["DOG", "DRAGON"],
        attachmentIds: [randomUUID()],
      }),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        issues: [
          // A part of another form is no form of a job.
          { path: "requiredForms.1" },
          { path: "requiredForms.2" },
          { path: "alertCodes.1" },
          { path: "attachmentIds.0" },
        ],
      },
    });
    expect((await server.request(office.readJob, { params: { jobId } })).status).toBe(404);
  });

  it("is of one job: another job at the home has other alerts", async () => {
    const first = await raise({ alertCodes: ["DOG"] });
    const { job } = await server.call(office.readJob, { params: { jobId: first.jobId } });
    const { propertyId } = job.property;
    const second = await raise({
      alertCodes: ["PARKING"],
      property: { propertyId, addressLine1: "1 Example Street", postcode: "LS1 1AA" },
    });
    const codes = async (jobId: string) =>
      (await fetchJob(jobId))?.property.notifications.map(({ code }) => code);
    expect(await codes(first.jobId)).toEqual(["DOG"]);
    expect(await codes(second.jobId)).toEqual(["PARKING"]);
    const home = await server.call(office.readHome, { params: { propertyId } });
    expect(home.notifications).toEqual([]);
  });

  it("raised again with the same id is the same job", async () => {
    const body = aDraft({ jobId: randomUUID(), ...structuredClone(needs) });
    const answers = [
      await server.call(office.createJob, { body }),
      await server.call(office.createJob, { body }),
    ];
    expect(answers[1]).toEqual(answers[0]);
    expect(
      (await server.request(office.createJob, { body: { ...body, keySafe: null } })).status,
    ).toBe(409);
  });
});

describe("Changing what a visit needs", () => {
  const details = {
    appointmentDateTime: "2026-12-01T09:00:00.000Z",
    clientPreferredTimeName: null,
    taskDetails: null,
    accessNotes: null,
    jobPriority: null,
  };
  const change = (jobId: string, more: Partial<office.JobDetails>, expected: object = {}) =>
    server.request(office.changeJob, {
      params: { jobId },
      body: { expected: { ...details, ...expected }, details: { ...details, ...more } },
    });

  it("tells the engineer, and leaves alone what is left out", async () => {
    const { jobId } = await raise({ ...details, ...structuredClone(needs) });
    const { attachmentId } = await uploaded(pdf, "Floor plan");
    const more = { keySafe: null, alertCodes: ["DOG"], attachmentIds: [attachmentId] };
    expect(await change(jobId, more)).toMatchObject({ status: 200, body: { ...needs, ...more } });
    const { commands } = await server.call(getCommands, asEngineer());
    expect(commands).toMatchObject([
      {
        type: "JobUpdate",
        details:
          "The office has changed the alerts, the key safe and what to read before the visit.",
      },
    ]);
    expect(await fetchJob(jobId)).toMatchObject({
      keySafe: null,
      attachments: [{ attachmentId, name: "Floor plan" }],
      visitContacts: needs.visitContacts,
    });
    expect((await change(jobId, more)).status).toBe(200);
    expect((await server.call(getCommands, asEngineer())).commands).toHaveLength(1);
  });

  it("is refused if somebody has changed the same since", async () => {
    const { jobId } = await raise({ ...details, keySafe: { location: "Porch", code: null } });
    await change(jobId, { keySafe: { location: "Shed", code: null } });
    const stale = await change(
      jobId,
      { keySafe: null },
      { keySafe: { location: "Porch", code: null } },
    );
    expect(stale).toMatchObject({
      status: 409,
      body: { detail: "Meanwhile somebody has changed the key safe of this job." },
    });
  });

  it("is no change with the same alerts, however the database sorts texts", async () => {
    const sortedAs = (collation: string) =>
      server.database.pool.query(
        `alter table property_notification alter column code type text collate "${collation}"`,
      );
    const { alertCodes } = await server.call(office.readAlertCodes, {});
    const added = ["B", "a"].map((code) => ({
      code,
      description: "Ask at the office.",
      severity: 0 as const,
      alertEngineer: false,
    }));
    await server.call(office.putAlertCodes, { body: { alertCodes: [...alertCodes, ...added] } });
    await sortedAs("en-x-icu");
    const { jobId } = await raise({ ...details, alertCodes: ["a", "B"] });
    const { needs: known } = await server.call(office.readJob, { params: { jobId } });
    const more = { taskDetails: "Bring a ladder.", alertCodes: ["a", "B"] };
    expect((await change(jobId, more, { alertCodes: known.alertCodes })).status).toBe(200);
    const { commands } = await server.call(getCommands, asEngineer());
    expect(commands).toMatchObject([{ details: "The office has changed what is to be done." }]);
    await sortedAs("default");
    await server.call(office.putAlertCodes, { body: { alertCodes } });
  });

  it("asks for a form, and takes that back unless its kind asks for it or it was begun", async () => {
    const { jobId } = await raise({ ...details });
    const forms = async () =>
      (await fetchJob(jobId))?.customForms.map((form) => [
        form.customFormId,
        form.usageRequirement,
      ]);
    const before = await forms();
    const [ofKind, requirement] = before?.find(([, usage]) => usage === 2) ?? [];
    const { riskAssessment } = formIds;
    const requiredForms = [riskAssessment, ...(ofKind === undefined ? [] : [String(ofKind)])];
    await change(jobId, { requiredForms });
    const changed = await forms();
    for (const id of requiredForms) expect(changed).toContainEqual([id, 3]);
    await change(jobId, { requiredForms: [] });
    expect(await forms()).toEqual(before);
    expect(requirement ?? 2).toBe(2);
  });
});

describe("A file to read before the visit", () => {
  it("is fetched by the engineer who has the job, and by nobody else", async () => {
    const { attachmentId } = await uploaded(pdf, "Asbestos register");
    const { jobId, fieldOperativeAppointmentId } = await raise({ attachmentIds: [attachmentId] });
    const response = await download(jobId, attachmentId);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
    const other = await server.addEngineer("Other");
    expect((await download(jobId, attachmentId, other)).status).toBe(404);
    await server.send(
      engineer,
      "JobClose",
      aClose({ jobId, fieldOperativeAppointmentId: fieldOperativeAppointmentId ?? "" }),
    );
    expect((await download(jobId, attachmentId)).status).toBe(404);
  });

  it("is answered as a whole, whatever range is asked for", async () => {
    const { attachmentId } = await uploaded(pdf, "Asbestos register");
    const { jobId } = await raise({ attachmentIds: [attachmentId] });
    for (const range of ["bytes=0-3", "bytes=999999-", "bytes=5-2", "bytes=0-0,2-2", "lines=1"]) {
      const response = await download(jobId, attachmentId, engineer, { range });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-range")).toBeNull();
      expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
    }
  });

  it("of another job is not fetched by way of the own one", async () => {
    const { attachmentId } = await uploaded(pdf, "Asbestos register");
    const theirs = await raise({ attachmentIds: [attachmentId] });
    const own = await raise({ attachmentIds: [] });
    expect((await download(theirs.jobId, attachmentId)).status).toBe(200);
    expect((await download(own.jobId, attachmentId)).status).toBe(404);
    expect((await download(randomUUID(), attachmentId)).status).toBe(404);
  });

  it("is stored once: the same upload again is the same file", async () => {
    const attachmentId = randomUUID();
    const sha256 = createHash("sha256").update(pdf).digest("hex");
    const first = await upload(pdf, { attachmentId, sha256 });
    expect(first).toMatchObject({ status: 200, body: { attachmentId, sha256, bytes: pdf.length } });
    expect(await upload(pdf, { attachmentId, sha256 })).toEqual(first);
    expect((await upload(testImage, { attachmentId })).status).toBe(409);
  });

  it.each([
    ["a text", Buffer.from("Not a document"), {}, 400],
    ["half a PDF", Buffer.from("%PDF-1.4 and no more"), {}, 400],
    ["a PDF with a password", Buffer.from("%PDF-1.4 /Encrypt 5 0 R %%EOF"), {}, 400],
    ["half an image", testImage.subarray(0, 12), {}, 400],
    ["what was damaged on the way", pdf, { sha256: "0".repeat(64) }, 400],
    ["more than 10 MB", Buffer.alloc(10_485_761, "%PDF-"), {}, 413],
  ])("is refused if it is %s", async (_what, bytes, more, status) => {
    expect((await upload(bytes, more)).status).toBe(status);
  });

  it("is deleted after a month if no job names it", async () => {
    const [named, unnamed] = [await uploaded(pdf, "Named"), await uploaded(pdf, "Unnamed")];
    await raise({ attachmentIds: [named.attachmentId] });
    await server.database.pool.query(
      "update attachment set uploaded_on = uploaded_on - interval '31 days'",
    );
    await applyRetention(server.database, {});
    const read = ({ attachmentId }: { attachmentId: string }) =>
      server.database.pool.query("select 1 from attachment where attachment_id = $1", [
        attachmentId,
      ]);
    expect((await read(named)).rowCount).toBe(1);
    expect((await read(unnamed)).rowCount).toBe(0);
  });
});

it("A code that is twice in the list of alerts is refused; another list is for the jobs that come", async () => {
  const alert: office.AlertCode = {
    code: "LADDER",
    description: "Bring a ladder.",
    severity: 0,
    alertEngineer: true,
  };
  const { alertCodes } = await server.call(office.readAlertCodes, {});
  const put = (codes: office.AlertCode[]) =>
    server.request(office.putAlertCodes, { body: { alertCodes: codes } });
  expect((await put([alert, alert])).status).toBe(400);
  const { jobId } = await raise({ alertCodes: ["DOG"] });
  expect((await put([alert])).status).toBe(200);
  const answer = await server.request(office.createJob, { body: aDraft({ alertCodes: ["DOG"] }) });
  expect(answer.status).toBe(400);
  expect((await raise({ alertCodes: ["LADDER"] })).jobId).not.toBe(jobId);
  expect((await fetchJob(jobId))?.property.notifications).toMatchObject([{ code: "DOG" }]);
  await put(alertCodes);
});

it("A list of alerts that somebody else has changed meanwhile is refused, and a repeated one is not", async () => {
  const { alertCodes: expected } = await server.call(office.readAlertCodes, {});
  const put = (alertCodes: office.AlertCode[]) =>
    server.request(office.putAlertCodes, { body: { alertCodes, expected } });
  const alertOf = (code: string): office.AlertCode => ({
    code,
    description: "Ask at the office.",
    severity: 1,
    alertEngineer: true,
  });
  const changed = [...expected, alertOf("GATE")];
  expect((await put(changed)).status).toBe(200);
  expect(await put([...expected, alertOf("STAIRS")])).toMatchObject({
    status: 409,
    body: { detail: "Meanwhile somebody has changed the alerts." },
  });
  expect((await put(changed)).status).toBe(200);
  expect((await server.call(office.readAlertCodes, {})).alertCodes).toEqual(changed);
  await server.call(office.putAlertCodes, { body: { alertCodes: expected } });
});
