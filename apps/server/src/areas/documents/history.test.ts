import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Call,
  downloadDocument,
  downloadDocumentAsPdf,
  getCommands,
  getJobHistory,
  getJobs,
  header,
  type JobCustomForm,
} from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { formIds } from "@fieldfare/domain";
import { demoImages } from "../../demo/images.ts";
import { aClose, aNote, sendImage, visitedOn } from "../../testing/closings.ts";
import { testImage, testImageUrl, startInProcessServer } from "../../testing/in-process.ts";
import { aDraft } from "../../testing/jobs.ts";
import { openCommands } from "../commands/store.ts";
import { notifyOfVisit } from "../jobs/notify-open-jobs.ts";
import { aMessage, post } from "../../testing/messages.ts";
import { listOpenTasks } from "../../testing/tasks.ts";
import { readPdfText } from "@fieldfare/documents/testing";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let page: string;

beforeAll(async () => {
  page = await mkdtemp(join(tmpdir(), "fieldfare-page-"));
  await writeFile(join(page, "index.html"), "<title>The app</title>");
  server = await startTestServer({ config: { engineerApp: page } });
});

afterAll(async () => {
  await server.stop();
  await rm(page, { recursive: true });
});

/** Raises a job for an engineer at a property. */
async function aJobAt(
  propertyId: string,
  engineer: TestEngineer,
  more: Parameters<typeof aDraft>[0] = {},
) {
  const { fieldOperativeId } = engineer;
  const raised = await server.call(office.createJob, {
    body: aDraft({
      fieldOperativeId,
      property: { propertyId, addressLine1: "1 Example Street", postcode: "LS6 1AA" },
      ...more,
    }),
  });
  return {
    jobId: raised.jobId,
    fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
  };
}

/** Raises and closes a job with one photo; also returns the photo's id. */
async function aClosedJob(
  propertyId: string,
  engineer: TestEngineer,
  more: Parameters<typeof aDraft>[0] = {},
) {
  const job = await aJobAt(propertyId, engineer, more);
  const photo = await sendImage(server, engineer, job, testImage);
  await server.send(engineer, "JobClose", aClose(job, { manifest: [photo] }));
  return { ...job, imageId: photo.imageId };
}

const as = ({ token, deviceId }: TestEngineer) => ({ token, deviceId });

async function fetchAs(engineer: TestEngineer, call: Call, params: Record<string, string>) {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? "");
  return fetch(`${server.origin}${path}`, {
    headers: { authorization: `Bearer ${engineer.token}`, [header.deviceId]: engineer.deviceId },
  });
}

async function historyAt(propertyId: string, engineer: TestEngineer) {
  const { jobId } = await aJobAt(propertyId, engineer);
  const { jobs } = await server.call(getJobs, as(engineer));
  return jobs.find((job) => job.jobId === jobId)?.history;
}

describe("the warnings from earlier visits", () => {
  const form = (
    { jobId }: { jobId: string },
    customFormId: string,
    completedForm: Record<string, unknown>,
  ): JobCustomForm => ({
    customFormId,
    customFormDefinitionId: randomUUID(),
    version: 2,
    jobId,
    usageRequirement: 3,
    completionStatus: "Complete",
    addedByUser: false,
    optional: false,
    addedOnDateTime: visitedOn,
    previousAnswers: null,
    completedForm,
    completedOn: visitedOn,
    savedOnDateTime: visitedOn,
  });
  const fire = { type: "Gas fire, inset", location: "Lounge", inspected: "yes" };
  const atRisk = { ...fire, hasDefect: "yes", classification: "AR", safeToUse: "no" };
  const safe = { ...fire, hasDefect: "no", safeToUse: "yes" };

  async function visit(propertyId: string, engineer: TestEngineer, appliance: object, at: string) {
    const job = await aJobAt(propertyId, engineer);
    const record = form(job, formIds.gasSafetyRecord, { appliances: [appliance] });
    const close = { ...aClose(job, { job: { customForms: [record] } }), changeTimestamp: at };
    expect(await server.send(engineer, "JobClose", close)).toMatchObject({ status: 200 });
  }

  async function warnedAt(propertyId: string, engineer: TestEngineer) {
    const { jobId } = await aJobAt(propertyId, engineer);
    const { jobs } = await server.call(getJobs, as(engineer));
    return jobs.find((job) => job.jobId === jobId)?.visitWarnings;
  }

  it("include the danger that nobody has ended, with its day and appliance, for any engineer", async () => {
    const [first, second] = [await server.addEngineer("Ida"), await server.addEngineer("Jo")];
    const propertyId = randomUUID();
    await visit(propertyId, first, atRisk, "2026-03-01T23:30:00.000Z");
    const danger = {
      kind: "danger",
      visitedOn: "2026-03-01",
      classification: "AR",
      name: "Gas fire, inset, Lounge",
    };
    expect(await warnedAt(propertyId, second)).toEqual([danger]);
    await visit(propertyId, second, { ...safe, inspected: "no" }, "2026-04-01T10:00:00.000Z");
    expect(await warnedAt(propertyId, second)).toEqual([danger]);
    await visit(propertyId, second, safe, "2026-05-01T10:00:00.000Z");
    expect(await warnedAt(propertyId, second)).toEqual([]);
    expect(await warnedAt(randomUUID(), second)).toEqual([]);
  });

  it("include what was found under an appointment that was moved, for the same job too", async () => {
    const [first, second] = [await server.addEngineer("Kit"), await server.addEngineer("Lu")];
    const { fieldOperativeId } = second;
    const propertyId = randomUUID();
    const job = await aJobAt(propertyId, first);
    await server.call(office.assignJob, {
      params: { jobId: job.jobId },
      body: { fieldOperativeId },
    });
    const record = form(job, formIds.gasSafetyRecord, { appliances: [atRisk] });
    await server.send(first, "JobClose", aClose(job, { job: { customForms: [record] } }));
    const danger = { kind: "danger", name: "Gas fire, inset, Lounge", classification: "AR" };
    expect(await warnedAt(propertyId, first)).toMatchObject([danger]);
    const { jobs } = await server.call(getJobs, as(second));
    expect(jobs).toMatchObject([{ jobId: job.jobId, visitWarnings: [danger] }]);
  });

  it("have the day of the close, also when a removal came after it", async () => {
    const engineer = await server.addEngineer("Mo");
    const propertyId = randomUUID();
    const job = await aJobAt(propertyId, engineer);
    const record = form(job, formIds.gasSafetyRecord, { appliances: [atRisk] });
    const close = aClose(job, { job: { customForms: [record] } });
    const closedOn = "2026-03-01T10:00:00.000Z";
    await server.send(engineer, "JobClose", { ...close, changeTimestamp: closedOn });
    const removal = { ...job, job: close.job, changeTimestamp: "2026-03-09T10:00:00.000Z" };
    expect(await server.send(engineer, "JobRemove", removal)).toMatchObject({ status: 200 });
    expect(await warnedAt(propertyId, engineer)).toMatchObject([{ visitedOn: "2026-03-01" }]);
    expect(await historyAt(propertyId, engineer)).toMatchObject([{ outcome: "Complete" }]);
  });

  const updatesOf = async (engineer: TestEngineer) => {
    await expect.poll(() => listOpenTasks(server.database, "visit-updates")).toEqual([]);
    const { commands } = await server.call(getCommands, as(engineer));
    return commands.map(({ type, jobId }) => ({ type, jobId }));
  };

  it("reach a colleague with an open job there when a visit has changed them", async () => {
    const [first, second] = [await server.addEngineer("Nia"), await server.addEngineer("Ola")];
    const propertyId = randomUUID();
    const { jobId } = await aJobAt(propertyId, second);
    const update = { type: "JobUpdate", jobId };
    await visit(propertyId, first, safe, "2026-03-01T10:00:00.000Z");
    expect(await updatesOf(second)).toEqual([]);
    await visit(propertyId, first, atRisk, "2026-03-02T10:00:00.000Z");
    expect(await updatesOf(second)).toEqual([update]);
    await visit(propertyId, first, safe, "2026-03-03T10:00:00.000Z");
    expect(await updatesOf(second)).toEqual([update, update]);
    await visit(propertyId, second, atRisk, "2026-03-04T10:00:00.000Z");
    expect(await updatesOf(second)).toEqual([update, update]);
    expect(await updatesOf(first)).toEqual([]);
  });

  it("reach another phone of the engineer who made the visit, and not the one that made it", async () => {
    const tia = await server.addEngineer("Tia");
    const other = randomUUID();
    await server.database.pool.query(
      `insert into device (device_id, field_operative_id, pin_hash, installation, installed_on)
       select $2, field_operative_id, pin_hash, installation, installed_on from device where device_id = $1`,
      [tia.deviceId, other],
    );
    const propertyId = randomUUID();
    const { jobId } = await aJobAt(propertyId, tia);
    await visit(propertyId, tia, atRisk, "2026-03-01T10:00:00.000Z");
    expect(await updatesOf(tia)).toEqual([]);
    expect(await openCommands(server.database, tia.fieldOperativeId, other)).toMatchObject([
      { type: "JobUpdate", jobId },
    ]);
  });

  it("are no news when a job ends again with the same danger", async () => {
    const [first, second] = [await server.addEngineer("Uma"), await server.addEngineer("Vic")];
    const propertyId = randomUUID();
    await aJobAt(propertyId, second);
    const job = await aJobAt(propertyId, first);
    const record = form(job, formIds.gasSafetyRecord, { appliances: [atRisk] });
    const close = aClose(job, { job: { customForms: [record] } });
    await server.send(first, "JobClose", close);
    expect(await updatesOf(second)).toHaveLength(1);
    await server.send(first, "JobRemove", {
      ...job,
      job: close.job,
      changeTimestamp: "2026-03-09T10:00:00.000Z",
    });
    expect(await updatesOf(second)).toHaveLength(1);
  });

  it("reach the colleague once when the work after the visit is repeated", async () => {
    const [first, second] = [await server.addEngineer("Pia"), await server.addEngineer("Quin")];
    const propertyId = randomUUID();
    await aJobAt(propertyId, second);
    const job = await aJobAt(propertyId, first);
    const record = form(job, formIds.gasSafetyRecord, { appliances: [atRisk] });
    const messageId = randomUUID();
    const close = aClose(job, { job: { customForms: [record] } });
    await server.send(first, "JobClose", close, messageId);
    expect(await updatesOf(second)).toHaveLength(1);
    await notifyOfVisit(server.database, { messageId, jobId: job.jobId });
    expect(await updatesOf(second)).toHaveLength(1);
  });

  it("reach whoever has an open job there when the office adds a notification", async () => {
    const [first, second] = [await server.addEngineer("Ria"), await server.addEngineer("Sue")];
    const propertyId = randomUUID();
    const { jobId } = await aJobAt(propertyId, second);
    const dog = { code: "DOG", description: "Dog", severity: 1, alertEngineer: true } as const;
    const property = {
      propertyId,
      addressLine1: "1 Example Street",
      postcode: "LS6 1AA",
      notifications: [dog],
    };
    await aJobAt(propertyId, first, { property });
    expect(await updatesOf(second)).toEqual([{ type: "JobUpdate", jobId }]);
    await aJobAt(propertyId, first, { property });
    expect(await updatesOf(second)).toHaveLength(1);
  });
});

describe("the history of a job", () => {
  it("has the completed jobs at its property, newest first, without the job itself", async () => {
    const [first, second] = [await server.addEngineer("Ada"), await server.addEngineer("Ben")];
    await server.database.pool.query(
      "update field_operative set mobile_number = '07700900111' where field_operative_id = $1",
      [first.fieldOperativeId],
    );
    await server.call(office.putData, {
      params: { type: "DomainData" },
      body: {
        rows: [
          {
            domainDataId: 1,
            entityCode: 1010,
            fieldName: "NoAccessReason",
            value: 4,
            text: "Loose dog",
            sortOrder: 1,
            requiresAdditionalText: false,
          },
        ],
      },
    });
    const propertyId = randomUUID();
    const closed = await aJobAt(propertyId, first, {
      formattedJobId: "H1",
      appointmentDateTime: "2026-03-01T09:00:00Z",
      taskDetails: "No heating since Tuesday, and the tenant has a baby in the house.",
    });
    const explanation = aNote(closed, { description: "Wrong valve", isPublic: false });
    await server.send(
      first,
      "JobClose",
      aClose(closed, {
        job: {
          notes: [
            aNote(closed, { description: "Fan renewed" }),
            aNote(closed, {
              description: "Bring steps",
              isPublic: false,
              createdOn: "2026-11-21T10:05:00.000Z",
            }),
            explanation,
          ],
        },
        outcome: {
          outcomeId: 4,
          partsNotUsedNote: explanation.description,
          partsNotUsed: { noteId: explanation.engineeringNoteId },
        },
      }),
    );
    const shut = await aJobAt(propertyId, second, {
      formattedJobId: "H2",
      appointmentDateTime: "2026-04-01T09:00:00Z",
    });
    await server.send(second, "JobNoAccess", {
      ...shut,
      noAccessReasonId: 4,
      notes: "A dog behind the gate",
      imageIds: [randomUUID()],
      statusTimestamps: { OnSite: visitedOn, Closed: visitedOn },
      changeTimestamp: visitedOn,
    });
    // A job that is still open, or at another property, is not in the history.
    await aJobAt(propertyId, second);
    await aClosedJob(randomUUID(), second);

    expect(await historyAt(propertyId, first)).toEqual([
      {
        jobId: shut.jobId,
        formattedJobId: "H2",
        appointmentDateTime: "2026-04-01T09:00:00.000Z",
        engineerName: "Ben",
        mobileNumber: null,
        jobCategory: "Gas repair",
        jobDetailType: "No heating",
        outcome: "No access - Loose dog",
        jobDetails: null,
        notes: [{ category: "No access", note: "A dog behind the gate" }],
      },
      {
        jobId: closed.jobId,
        formattedJobId: "H1",
        appointmentDateTime: "2026-03-01T09:00:00.000Z",
        engineerName: "Ada",
        mobileNumber: "07700900111",
        jobCategory: "Gas repair",
        jobDetailType: "No heating",
        outcome: "Revisit Required",
        jobDetails: "No heating since Tuesday, and the tenant has a baby in the house.",
        notes: [
          { category: "Public", note: "Fan renewed" },
          { category: "Private", note: "Bring steps" },
          { category: "Parts not used", note: "Wrong valve" },
        ],
      },
    ]);
  });

  it("is empty at a property without completed jobs, and has at most twenty jobs", async () => {
    const engineer = await server.addEngineer("Cai");
    const propertyId = randomUUID();
    expect(await historyAt(propertyId, engineer)).toEqual([]);
    for (let day = 1; day <= 22; day += 1) {
      const job = await aJobAt(propertyId, engineer, {
        appointmentDateTime: `2026-05-${String(day).padStart(2, "0")}T09:00:00Z`,
      });
      await server.send(engineer, "JobClose", aClose(job));
    }
    const history = (await historyAt(propertyId, engineer)) ?? [];
    expect(history.map(({ appointmentDateTime }) => appointmentDateTime.slice(8, 10))).toEqual(
      Array.from({ length: 20 }, (_, index) => String(22 - index).padStart(2, "0")),
    );
  });

  it("does not include work that arrived after the job was removed", async () => {
    const [first, second] = [await server.addEngineer("Dee"), await server.addEngineer("Eve")];
    const propertyId = randomUUID();
    const job = await aJobAt(propertyId, first);
    const { fieldOperativeId } = second;
    await server.call(office.assignJob, {
      params: { jobId: job.jobId },
      body: { fieldOperativeId },
    });
    await server.send(first, "JobClose", aClose(job));
    expect(await historyAt(propertyId, first)).toEqual([]);
  });
});

describe("documents and images of a completed job", () => {
  it("are for the engineer who had it, and for engineers with work at its property", async () => {
    const [author, visitor] = [await server.addEngineer("Flo"), await server.addEngineer("Gus")];
    const propertyId = randomUUID();
    const { jobId, imageId } = await aClosedJob(propertyId, author, { formattedJobId: "D/1 é" });
    await aJobAt(propertyId, visitor);
    for (const engineer of [author, visitor]) {
      const found = await server.call(getJobHistory, { ...as(engineer), params: { jobId } });
      const documentId = found.documents[0]?.documentId ?? "";
      expect(found).toEqual({
        documents: [{ documentId, name: "Job sheet D/1 é" }],
        images: [
          {
            documentId: imageId,
            name: "Photo 1, Photo of the job, 21/11/2026 10:00",
            imageUrl: `/document/download/${imageId}`,
          },
        ],
      });
      const photo = await fetchAs(engineer, downloadDocument, { documentId: imageId });
      expect(Buffer.from(await photo.arrayBuffer()).equals(testImage)).toBe(true);
      expect(Object.fromEntries(photo.headers)).toMatchObject({
        "content-type": "image/png",
        "content-disposition": expect.stringContaining("attachment") as unknown,
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
      const documentFile = await fetchAs(engineer, downloadDocumentAsPdf, { documentId });
      expect(Object.fromEntries(documentFile.headers)).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="Job sheet D_1 _.pdf"; filename*=UTF-8''Job%20sheet%20D%2F1%20%C3%A9.pdf`,
      });
      const [text] = await readPdfText(Buffer.from(await documentFile.arrayBuffer()));
      expect(text).toContain("Job sheet D/1 é");
    }
  });

  it("have photos named by their captions, and do not include the customer's signature", async () => {
    const engineer = await server.addEngineer("Noa");
    const job = await aJobAt(randomUUID(), engineer);
    const photoBytes = demoImages().get("boiler") ?? Buffer.alloc(0);
    const note = aNote(job, { description: "Flue seal broken" });
    const photo = await sendImage(server, engineer, job, photoBytes, note.engineeringNoteId);
    const signature = await sendImage(server, engineer, job, testImage);
    const customerSignature = { customerName: "Pat", optOut: false, dataUrl: testImageUrl };
    await server.send(
      engineer,
      "JobClose",
      aClose(job, {
        job: { notes: [note] },
        outcome: { customerSignature },
        manifest: [photo, signature],
      }),
    );
    const params = { jobId: job.jobId };
    const { images } = await server.call(getJobHistory, { ...as(engineer), params });
    expect(images).toMatchObject([
      {
        documentId: photo.imageId,
        name: "Photo 1, Note: Flue seal broken, 21/11/2026 10:00",
      },
    ]);
  });

  it("cannot be read by anybody else, by a path, or before the job is closed", async () => {
    const [author, stranger] = [await server.addEngineer("Hal"), await server.addEngineer("Ida")];
    const propertyId = randomUUID();
    const { jobId, imageId } = await aClosedJob(propertyId, author);
    const { documents } = await server.call(getJobHistory, { ...as(author), params: { jobId } });
    const documentId = documents[0]?.documentId ?? "";
    const open = await aJobAt(propertyId, author);
    const openPhoto = await sendImage(server, author, open, testImage);
    for (const [engineer, call, params] of [
      [stranger, getJobHistory, { jobId }],
      [stranger, downloadDocument, { documentId: imageId }],
      [stranger, downloadDocumentAsPdf, { documentId }],
      [author, getJobHistory, { jobId: open.jobId }],
      [author, getJobHistory, { jobId: randomUUID() }],
      [author, downloadDocument, { documentId: openPhoto.imageId }],
      [author, downloadDocument, { documentId }],
      [author, downloadDocumentAsPdf, { documentId: imageId }],
    ] as const) {
      expect(await server.request(call, { ...as(engineer), params })).toMatchObject({
        status: 404,
      });
    }
    for (const documentId of ["..%2f..%2fetc%2fpasswd", "x", "%00"]) {
      const answer = await fetchAs(author, downloadDocument, { documentId });
      expect([400, 404]).toContain(answer.status);
      expect(answer.headers.get("content-type")).toContain("application/problem+json");
    }
  });

  it("are for engineers on their own devices only", async () => {
    const author = await server.addEngineer("Joe");
    const { jobId, imageId } = await aClosedJob(randomUUID(), author);
    const params = { jobId, documentId: imageId };
    for (const call of [getJobHistory, downloadDocument, downloadDocumentAsPdf]) {
      expect(await server.request(call, { token: null, params })).toMatchObject({ status: 401 });
      expect(await server.request(call, { params })).toMatchObject({ status: 403 });
      expect(
        await server.request(call, { token: author.token, deviceId: randomUUID(), params }),
      ).toMatchObject({ status: 401, body: { code: "unauthorised" } });
    }
  });

  it("are not answered with a page of the app when the path is unknown", async () => {
    const answer = await fetch(`${server.origin}/document/elsewhere`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(await (await fetch(`${server.origin}/jobs/selected/history`)).text()).toContain(
      "The app",
    );
  });
});

it("can be served below another base path, and their URLs use it", async () => {
  const other = await startTestServer({ config: { adminPath: "/admin", engineerApp: page } });
  try {
    const engineer = await other.addEngineer("Max");
    const raised = await other.call(office.createJob, {
      body: aDraft({ fieldOperativeId: engineer.fieldOperativeId }),
    });
    const job = {
      jobId: raised.jobId,
      fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
    };
    const photo = await sendImage(other, engineer, job, testImage);
    await other.send(engineer, "JobClose", aClose(job, { manifest: [photo] }));
    const params = { jobId: job.jobId };
    const { images } = await other.call(getJobHistory, { ...as(engineer), params });
    const url = `/admin/document/download/${photo.imageId}`;
    expect(images).toMatchObject([{ imageUrl: url }]);
    const headers = {
      authorization: `Bearer ${engineer.token}`,
      [header.deviceId]: engineer.deviceId,
    };
    const answer = await fetch(`${other.origin}${url}`, { headers });
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect((await fetch(`${other.origin}/admin/document/elsewhere`)).status).toBe(404);
  } finally {
    await other.stop();
  }
});

describe("the job sheet", () => {
  const readMadeDocuments = async (jobId: string) => {
    const { rows } = await server.database.pool.query<{ document_id: string; sha256: string }>(
      "select document_id, sha256 from document where job_id = $1 and sha256 is not null",
      [jobId],
    );
    return rows;
  };

  it("is made once the last image has arrived, and not before", async () => {
    const engineer = await server.addEngineer("Kit");
    const job = await aJobAt(randomUUID(), engineer);
    const missing = { imageId: randomUUID(), sha256: "0".repeat(64) };
    const here = await sendImage(server, engineer, job, testImage);
    await server.send(engineer, "JobClose", aClose(job, { manifest: [here, missing] }));
    const params = { jobId: job.jobId };
    const before = await server.call(getJobHistory, { ...as(engineer), params });
    expect(before).toMatchObject({ documents: [], images: [{ documentId: here.imageId }] });

    const other = await aClosedJob(randomUUID(), engineer);
    const made = () => readMadeDocuments(other.jobId);
    await vi.waitFor(async () => expect(await made()).toHaveLength(1), 15_000);
    expect(await readMadeDocuments(job.jobId)).toEqual([]);
  });

  it("that a crash prevented is made at the next start", async () => {
    const before = await startInProcessServer({ filesDocuments: false });
    try {
      const engineer = await before.installed();
      const job = await before.job(engineer);
      await post(engineer, aMessage("JobClose", aClose(job)));
      const made = () => before.rows("select name from document where sha256 is not null");
      expect(await made()).toEqual([]);
      const next = await before.startAnother({ filesDocuments: true });
      await next.ready();
      await vi.waitFor(async () => expect(await made()).toHaveLength(1), 15_000);
    } finally {
      await before.close();
    }
  });

  it("that a crash prevented is made when somebody requests it, and does not change afterwards", async () => {
    const quiet = await startTestServer({ config: { filesDocuments: false } });
    try {
      const engineer = await quiet.addEngineer("Lou");
      const raised = await quiet.call(office.createJob, {
        body: aDraft({ fieldOperativeId: engineer.fieldOperativeId }),
      });
      const job = {
        jobId: raised.jobId,
        fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
      };
      await quiet.send(engineer, "JobClose", aClose(job));
      const params = { jobId: job.jobId };
      const lists = await Promise.all(
        [1, 2, 3].map(() => quiet.call(getJobHistory, { ...as(engineer), params })),
      );
      expect(lists[0]?.documents).toHaveLength(1);
      expect(lists[1]).toEqual(lists[0]);
      expect(lists[2]).toEqual(lists[0]);
      const documentId = lists[0]?.documents[0]?.documentId ?? "";
      const read = async () => {
        const path = downloadDocumentAsPdf.path.replace(":documentId", documentId);
        const answer = await fetch(`${quiet.origin}${path}`, {
          headers: {
            authorization: `Bearer ${engineer.token}`,
            [header.deviceId]: engineer.deviceId,
          },
        });
        return Buffer.from(await answer.arrayBuffer());
      };
      const [first, second] = await Promise.all([read(), read()]);
      expect(first?.subarray(0, 5).toString()).toBe("%PDF-");
      expect(second?.equals(first ?? Buffer.alloc(0))).toBe(true);
      expect((await read()).equals(first ?? Buffer.alloc(0))).toBe(true);
    } finally {
      await quiet.stop();
    }
  });
});
