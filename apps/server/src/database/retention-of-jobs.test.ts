import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { getJobHistory } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { formIds } from "@fieldfare/domain";
import { deleteUnusedObjects } from "../objects/unused-objects.ts";
import { aClose, aForm, aNote, sendImage } from "../testing/closings.ts";
import { aGasSafetyRecord } from "../testing/form-answers.ts";
import { testImage } from "../testing/in-process.ts";
import { aDraft } from "../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../testing/server.ts";
import { applyRetention, runRetention } from "./retention.ts";

let server: TestServer;
let sam: TestEngineer;

beforeAll(async () => {
  server = await startTestServer({ withForms: true });
  sam = await server.addEngineer("Sam");
});
afterAll(() => server.stop());

const sixYears = { documents: 2_192, images: 2_192, jobs: 2_192 };

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await server.database.pool.query(text, [...values])).rows as Record<string, unknown>[];

const isStored = async (sha256: unknown) => server.objects.exists(String(sha256));
/** Lets the day pass that protects bytes which somebody is storing. */
const deleteObjects = async () => {
  await rows("update unused_object set marked_on = marked_on - interval '2 days'");
  return deleteUnusedObjects(server.database, server.objects);
};

async function readDocument(documentId: string): Promise<number> {
  const answer = await fetch(`${server.origin}/api/office/documents/${documentId}`, {
    headers: { authorization: `Bearer ${server.officeToken}` },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** A closed job with a photo, a note and its documents. The bytes of the photo are like those of no other. */
async function aClosedJob(propertyId: string, { isCheck = false, photo = aPhoto() } = {}) {
  const raised = await server.call(office.createJob, {
    body: aDraft({
      fieldOperativeId: sam.fieldOperativeId,
      taskDetails: "Mrs Leaver has no heating",
      property: { propertyId, addressLine1: "1 Example Street", postcode: "LS6 1AA" },
    }),
  });
  const job = {
    jobId: raised.jobId,
    fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
    propertyId,
  };
  const image = await sendImage(server, sam, job, photo);
  const messageId = randomUUID();
  const customForms = isCheck
    ? [aForm(job, formIds.gasSafetyRecord, { completedForm: aGasSafetyRecord() })]
    : [];
  const close = aClose(job, { job: { notes: [aNote(job)], customForms }, manifest: [image] });
  const answer = await server.send(sam, "JobClose", close, messageId);
  expect(answer.status).toBe(200);
  const { documents } = await server.call(office.readJob, { params: { jobId: job.jobId } });
  for (const { documentId } of documents) expect(await readDocument(documentId)).toBe(200);
  return { ...job, ...image, messageId, close };
}

/** A picture with other bytes each time: what follows its end is ignored. */
const aPhoto = () => Buffer.concat([testImage, Buffer.from(randomUUID())]);

/** Lets a job be closed some days earlier. */
async function age(jobId: string, days: number) {
  for (const [table, column] of [
    ["job_closing", "received_on"],
    ["job_closing", "delivered_on"],
    ["job_image", "received_on"],
    ["message", "received_on"],
  ])
    await rows(
      `update ${table} set ${column} = ${column} - $2 * interval '1 day' where job_id = $1`,
      [jobId, days],
    );
}

const readDocumentRows = (jobId: string) =>
  rows(
    "select kind, sha256, removed_on is not null as removed from document where job_id = $1 order by kind",
    [jobId],
  );

it("What was recorded in an old job is deleted, its messages still count once, and its objects go", async () => {
  const propertyId = randomUUID();
  const [old, fresh] = [await aClosedJob(propertyId), await aClosedJob(propertyId)];
  const [sheet] = await readDocumentRows(old.jobId);
  await age(old.jobId, 2_200);
  expect(await applyRetention(server.database, sixYears)).toEqual({
    documents: 1,
    images: 1,
    jobs: 1,
  });
  expect(await applyRetention(server.database, sixYears)).toEqual({});
  expect(await deleteObjects()).toBe(2);
  expect([await isStored(old.sha256), await isStored(sheet?.sha256)]).toEqual([false, false]);
  expect(await isStored(fresh.sha256)).toBe(true);

  const { job, documents, images, messages, closing } = await server.call(office.readJob, {
    params: { jobId: old.jobId },
  });
  expect({ ...job, taskDetails: job.taskDetails, notes: job.notes }).toMatchObject({
    status: "Closed",
    taskDetails: null,
    notes: [],
  });
  expect({ documents, closing }).toEqual({ documents: [], closing: null });
  expect(images.map(({ imageId }) => imageId)).toEqual([old.imageId]);
  expect(messages.map(({ payload }) => payload)).toEqual([{}, {}]);
  const image = await server.request(office.readImage, { params: { imageId: old.imageId } });
  expect(image.status).toBe(404);
  const { token, deviceId } = sam;
  const history = { token, deviceId, params: { jobId: old.jobId } };
  expect(await server.call(getJobHistory, history)).toEqual({ documents: [], images: [] });

  const repeated = await server.send(sam, "JobClose", old.close, old.messageId);
  expect(repeated).toMatchObject({ status: 200, body: { outcome: "already-recorded" } });
  const other = aClose(old, { job: { notes: [aNote(old)] } });
  expect((await server.send(sam, "JobClose", other, old.messageId)).status).toBe(422);
  expect(await readDocumentRows(old.jobId)).toEqual([
    { kind: "job-sheet", sha256: null, removed: true },
  ]);
  const untouched = await server.call(office.readJob, { params: { jobId: fresh.jobId } });
  expect(untouched.closing).not.toBeNull();
  expect(untouched.documents).toHaveLength(1);
});

it("A job that was cancelled without a visit is reduced after the period, with the reason", async () => {
  const { jobId } = await server.call(office.createJob, { body: aDraft({ taskDetails: "Fan" }) });
  await server.call(office.cancelJob, {
    params: { jobId },
    body: { outcomeId: 6, reason: "Raised twice", force: false },
  });
  expect(await applyRetention(server.database, sixYears)).toEqual({});
  await rows("update job set cancelled_on = now() - interval '2200 days' where job_id = $1", [
    jobId,
  ]);
  expect(await applyRetention(server.database, sixYears)).toEqual({ jobs: 1 });
  const { job, cancellation } = await server.call(office.readJob, { params: { jobId } });
  expect(job).toMatchObject({ status: "Closed", outcomeId: 6, taskDetails: null });
  expect(cancellation).toMatchObject({ outcomeId: 6, reason: null });
});

it("Nothing of a job goes until somebody sets a period", async () => {
  const { jobId, sha256 } = await aClosedJob(randomUUID());
  await age(jobId, 20_000);
  expect(await applyRetention(server.database, {})).toEqual({});
  await deleteObjects();
  const { documents, images, closing } = await server.call(office.readJob, { params: { jobId } });
  expect([documents.length, images.length, closing === null]).toEqual([1, 1, false]);
  expect(await isStored(sha256)).toBe(true);
  await applyRetention(server.database, sixYears);
});

it("A gas safety record stays for two years and until two further checks, however short the periods are", async () => {
  const propertyId = randomUUID();
  const short = { documents: 28, images: 28, jobs: 28 };
  const kept = async (jobId: string) =>
    (await readDocumentRows(jobId)).filter(({ removed }) => !removed).map(({ kind }) => kind);
  const first = await aClosedJob(propertyId, { isCheck: true });
  await age(first.jobId, 800);
  await applyRetention(server.database, short);
  expect(await kept(first.jobId)).toEqual(["gas-safety-record"]);
  const second = await aClosedJob(propertyId, { isCheck: true });
  await age(second.jobId, 400);
  await applyRetention(server.database, short);
  expect(await kept(first.jobId)).toEqual(["gas-safety-record"]);
  const third = await aClosedJob(propertyId, { isCheck: true });
  await age(third.jobId, 40);
  await applyRetention(server.database, short);
  expect(await kept(first.jobId)).toEqual([]);
  expect(await kept(second.jobId)).toEqual(["gas-safety-record"]);

  // The record is still the file that the server signed, although its job is reduced.
  const { documents } = await server.call(office.readJob, { params: { jobId: second.jobId } });
  expect(documents.map(({ kind }) => kind)).toEqual(["gas-safety-record"]);
  expect(await readDocument(documents[0]?.documentId ?? "")).toBe(200);
});

it("Open jobs, jobs whose documents are not made, and what waits for an account to be enabled stay", async () => {
  const [open, unmade, waiting] = [
    await aClosedJob(randomUUID()),
    await aClosedJob(randomUUID()),
    await aClosedJob(randomUUID()),
  ];
  await rows("update job set status = 'OnSite' where job_id = $1", [open.jobId]);
  await rows("update document set sha256 = null where job_id = $1", [unmade.jobId]);
  await rows("update message set flags = '{recorded-while-disabled}' where job_id = $1", [
    waiting.jobId,
  ]);
  for (const { jobId } of [open, unmade, waiting]) await age(jobId, 2_200);
  await applyRetention(server.database, { ...sixYears, documents: null });
  expect(
    await rows("select job_id from job where reduced_on is not null and job_id = any($1)", [
      [open, unmade, waiting].map(({ jobId }) => jobId),
    ]),
  ).toEqual([]);
  expect(await isStored(open.sha256)).toBe(true);
  expect(await isStored(unmade.sha256)).toBe(true);
});

it("An object goes only when nothing names it, and not while somebody stores it again", async () => {
  const photo = aPhoto();
  const [old, fresh] = [
    await aClosedJob(randomUUID(), { photo }),
    await aClosedJob(randomUUID(), { photo }),
  ];
  await age(old.jobId, 2_200);
  await applyRetention(server.database, sixYears);
  await deleteObjects();
  expect(await isStored(fresh.sha256)).toBe(true);
  await age(fresh.jobId, 2_200);
  await applyRetention(server.database, sixYears);
  // The day has not passed: a phone may be sending the same bytes.
  await deleteUnusedObjects(server.database, server.objects);
  expect(await isStored(fresh.sha256)).toBe(true);
  const again = await aClosedJob(randomUUID(), { photo });
  await deleteObjects();
  expect(await isStored(again.sha256)).toBe(true);
});

/** Throws until a statement of this database waits for another one. */
async function waitForLock() {
  const waiting = await rows(
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  if (waiting.length === 0) throw new Error("Nothing waits");
}

it("Bytes that are stored again while their object is deleted wait, and are stored", async () => {
  const photo = aPhoto();
  const old = await aClosedJob(randomUUID(), { photo });
  await age(old.jobId, 2_200);
  await applyRetention(server.database, sixYears);
  await rows("update unused_object set marked_on = now() - interval '2 days'");
  let again: Promise<{ sha256: string }> | undefined;
  await deleteUnusedObjects(server.database, {
    ...server.objects,
    async delete(hash) {
      if (hash === old.sha256) {
        again = aClosedJob(randomUUID(), { photo });
        await vi.waitFor(waitForLock, { timeout: 15_000 });
      }
      await server.objects.delete(hash);
    },
  });
  expect(await isStored((await again)?.sha256)).toBe(true);
});

it("Each run leaves a report; a run that deleted something leaves an audit entry of the server", async () => {
  const { jobId } = await aClosedJob(randomUUID());
  await age(jobId, 2_200);
  const run = () => runRetention(server.database, sixYears, () => deleteObjects());
  await run();
  const answer = await server.call(office.readRetention);
  expect(answer.runs[0]).toMatchObject({
    endedOn: expect.any(String),
    counts: { documents: 1, images: 1, jobs: 1, objects: expect.any(Number) },
  });
  expect(answer.rules.find(({ kind }) => kind === "jobs")).toMatchObject({ days: null });
  const readEntries = async () =>
    (await server.call(office.listAudit, { query: { actor: "server", action: "retention-run" } }))
      .events;
  const entries = await readEntries();
  expect(entries.at(-1)).toMatchObject({ actor: null, after: answer.runs[0]?.counts });
  await run();
  expect(await readEntries()).toHaveLength(entries.length);
  const failing = runRetention(server.database, sixYears, () =>
    Promise.reject(new Error("No bucket")),
  );
  await expect(failing).rejects.toThrow("No bucket");
  expect((await server.call(office.readRetention)).runs[0]?.counts).toEqual({});
});
