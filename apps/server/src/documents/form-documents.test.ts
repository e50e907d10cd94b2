import { afterAll, beforeAll, expect, it } from "vitest";
import { downloadDocumentAsPdf, getJobHistory, header } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { formIds } from "@fieldfare/domain";
import { buildFormDocument } from "@fieldfare/documents";
import { anApplianceCheck, atRisk, recordAnswers, readPdfText } from "@fieldfare/documents/testing";
import { aClose, aForm, sendImage } from "../testing/closings.ts";
import { testImage, testImageUrl } from "../testing/in-process.ts";
import { aDraft } from "../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../testing/server.ts";
import { drawInline } from "./draw-inline.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

async function aJob(engineer: TestEngineer) {
  const raised = await server.call(office.createJob, {
    body: aDraft({ fieldOperativeId: engineer.fieldOperativeId, formattedJobId: "FF77" }),
  });
  return {
    jobId: raised.jobId,
    fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
  };
}

async function readDocuments(engineer: TestEngineer, jobId: string) {
  const { token, deviceId } = engineer;
  const params = { jobId };
  const { documents } = await server.call(getJobHistory, { token, deviceId, params });
  return documents;
}

async function download({ token, deviceId }: TestEngineer, documentId: string): Promise<Buffer> {
  const path = downloadDocumentAsPdf.path.replace(":documentId", documentId);
  const answer = await fetch(`${server.origin}${path}`, {
    headers: { authorization: `Bearer ${token}`, [header.deviceId]: deviceId },
  });
  return Buffer.from(await answer.arrayBuffer());
}

it("A gas safety record and a warning notice are filed next to the job sheet, as the phone would draw them", async () => {
  const engineer = await server.addEngineer("Gale");
  const job = await aJob(engineer);
  const photo = await sendImage(server, engineer, job, testImage, formIds.gasSafetyRecord);
  const unseen = await sendImage(server, engineer, job, testImage);
  const photos = [{ imageId: photo.imageId, name: "flue.jpg", content: photo.imageId }];
  const record = aForm(job, formIds.gasSafetyRecord, {
    completedForm: recordAnswers({
      appliances: [anApplianceCheck(), anApplianceCheck({ ...atRisk, photos }), anApplianceCheck()],
    }),
  });
  const notice = aForm(job, formIds.warningNotice, {
    completedForm: {
      noticeNumber: "WN-2041",
      notices: [{ type: "Gas fire", location: "Lounge", classification: "AR", fault: "Spillage" }],
      informed: "refused",
      informedName: "Pat Example",
    },
  });
  const customForms = [
    record,
    notice,
    aForm(job, formIds.boilerService, { completedForm: {} }),
    aForm(job, formIds.alarmTest, { completionStatus: "NotStarted", cannotBeOpened: true }),
  ];
  await server.send(
    engineer,
    "JobClose",
    aClose(job, { job: { customForms }, manifest: [photo, unseen] }),
  );
  const documents = await readDocuments(engineer, job.jobId);
  expect(documents.map(({ name }) => name)).toEqual([
    "Job sheet FF77",
    "Gas safety record FF77",
    "Warning notice FF77",
  ]);
  const [sheet, recordFile, noticeFile] = await Promise.all(
    documents.map(({ documentId }) => download(engineer, documentId)),
  );
  expect((await readPdfText(sheet ?? Buffer.alloc(0))).join(" ")).toContain("Could not be opened");
  const text = (await readPdfText(recordFile ?? Buffer.alloc(0))).join(" ");
  for (const words of [
    "Landlord gas safety record GSR-100234",
    "Do not use: the gas fire inset in the lounge is At Risk (AR).",
    "Worcester Bosch",
    "2. Gas fire inset, Lounge",
    "Signature of the engineer",
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain("cannot be shown");
  const sheetText = (await readPdfText(sheet ?? Buffer.alloc(0))).join(" ");
  // Dangers come first, whichever form names them.
  expect(sheetText).toMatch(
    /^Job sheet FF77 Document number [^ ]+ Check [^:]+: [^ ]+ Do not use: the gas fire inset in the lounge is At Risk \(AR\); the gas fire in the lounge is At Risk \(AR\)\. Visit/,
  );
  expect(sheetText).toContain("Form: Gas fire inset, Lounge Taken 21/11/2026 10:00");
  const phoneDocument = buildFormDocument(
    record,
    { ...job, formattedJobId: "FF77", publicUrl: server.origin },
    new Map([[photo.imageId, testImage]]),
  );
  expect(phoneDocument && recordFile?.equals(await drawInline(phoneDocument))).toBe(true);
  const noticeText = (await readPdfText(noticeFile ?? Buffer.alloc(0))).join(" ");
  for (const words of [
    "Gas warning notice WN-2041",
    "At Risk (AR). Do not use.",
    "Refused to sign",
    "must not use a gas appliance that they know or suspect to be dangerous",
  ])
    expect(noticeText).toContain(words);
});

it("The documents of a job are listed closing by closing in one order, although all rows were made in one moment", async () => {
  const engineer = await server.addEngineer("Orla");
  const job = await aJob(engineer);
  const customForms = [
    aForm(job, formIds.warningNotice, { completedForm: {} }),
    aForm(job, formIds.gasSafetyRecord, { completedForm: recordAnswers() }),
  ];
  await server.send(engineer, "JobClose", aClose(job, { job: { customForms } }));
  await readDocuments(engineer, job.jobId);
  const { pool } = server.database;
  // The ids sort in the opposite order.
  await pool.query(
    `update document set created_on = '2026-11-21', document_id = (case kind when 'job-sheet' then 'c' when
       'gas-safety-record' then 'b' else 'a' end || substr(document_id::text, 2))::uuid where job_id = $1`,
    [job.jobId],
  );
  expect((await readDocuments(engineer, job.jobId)).map(({ name }) => name)).toEqual([
    "Job sheet FF77",
    "Gas safety record FF77",
    "Warning notice FF77",
  ]);
});

it("The customer's signature is on the job sheet once, at the sign-off", async () => {
  const engineer = await server.addEngineer("Ines");
  const job = await aJob(engineer);
  const signature = await sendImage(server, engineer, job, testImage);
  const customerSignature = { customerName: "Pat Example", optOut: false, dataUrl: testImageUrl };
  await server.send(
    engineer,
    "JobClose",
    aClose(job, { outcome: { customerSignature }, manifest: [signature] }),
  );
  const [sheet] = await readDocuments(engineer, job.jobId);
  const text = (await readPdfText(await download(engineer, sheet?.documentId ?? ""))).join(" ");
  expect(text).toContain("Signature of Pat Example");
  expect(text).not.toContain("Photos");
});

it("A record that was not completed has no document", async () => {
  const engineer = await server.addEngineer("Hope");
  const job = await aJob(engineer);
  const customForms = [
    aForm(job, formIds.gasSafetyRecord, {
      completionStatus: "InProgress",
      completedForm: recordAnswers(),
      completedOn: null,
    }),
  ];
  await server.send(engineer, "JobClose", aClose(job, { job: { customForms } }));
  expect(await readDocuments(engineer, job.jobId)).toMatchObject([{ name: "Job sheet FF77" }]);
});
