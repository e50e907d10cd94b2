import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JobPart } from "@fieldfare/contract";
import type { RootCause } from "@fieldfare/domain";
import * as office from "@fieldfare/contract/office";
import { aClose, aNote, aPart, sendImage } from "../../testing/closings.ts";
import { testImage, testImageUrl } from "../../testing/in-process.ts";
import { assignedJob } from "../../testing/jobs.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function readClosing(jobId: string) {
  const { closing } = await server.call(office.readJob, { params: { jobId } });
  if (!closing) throw new Error("The job is not closed");
  return closing;
}

const putCauses = (rows: readonly RootCause[]) =>
  server.request(office.putData, {
    params: { type: "RootCauses" },
    body: { rows: rows.map((row) => ({ ...row })) },
  });

function aCause(rootCauseId: number, child: readonly RootCause[] = []): RootCause {
  return { rootCauseId, description: `Cause ${rootCauseId}`, requiresAdditionalText: false, child };
}

it("every field of the close outcome is stored, and described by name", async () => {
  const engineer = await server.addEngineer("Ines");
  const job = await assignedJob(server, engineer);
  const signature = await sendImage(server, engineer, job, testImage);
  const formPhoto = await sendImage(server, engineer, job, Buffer.from(testImage), randomUUID());
  const note = aNote(job, { isPublic: false, description: "Wrong size" });
  const valve = aPart(job, { shortDescription: "Valve", usageType: 1, qty: 2, qtyUsed: 0 });
  const close = aClose(job, {
    job: {
      notes: [note],
      parts: [valve, aPart(job, { shortDescription: "Fan", usageType: 1, qtyUsed: 1 })],
      formPhotoImageIds: [formPhoto.imageId],
    },
    manifest: [signature, formPhoto],
    outcome: {
      outcomeId: 4,
      rootCauses: [
        { rootCauseId: 3, description: "External", additionalText: null },
        { rootCauseId: 35, description: "Other", additionalText: "Frost" },
      ],
      customerSignature: { customerName: "Pat Example", optOut: false, dataUrl: testImageUrl },
      partsNotUsed: { noteId: note.engineeringNoteId },
      partsNotUsedNote: "Wrong size",
      tenantReviewCompleted: true,
      heatingStatus: {
        isHeatingOperational: false,
        hasHotWater: true,
        wereTempHeatersLeft: true,
        isThePropertyCapped: false,
      },
    },
  });
  expect(await server.send(engineer, "JobClose", close)).toMatchObject({ status: 200 });
  const closing = await readClosing(job.jobId);
  expect(closing).toMatchObject({
    closedBy: { fieldOperativeId: engineer.fieldOperativeId, name: "Ines" },
    outcome: close.outcome,
    inWords: {
      outcome: "Revisit Required",
      rootCauses: [
        { description: "External", additionalText: null },
        { description: "Other", additionalText: "Frost" },
      ],
      unusedParts: [{ jobPartId: valve.jobPartId, shortDescription: "Valve", qty: 2 }],
    },
    formPhotoImageIds: [formPhoto.imageId],
  });
  expect(closing.signatureImageId).toBe(signature.imageId);
});

it("unused parts are listed in the order in which they were added, whatever order a phone sends them in", async () => {
  const engineer = await server.addEngineer("Lou");
  const job = await assignedJob(server, engineer);
  const added = (shortDescription: string, minute: number) =>
    aPart(job, {
      shortDescription,
      usageType: 1,
      qty: 1,
      qtyUsed: 0,
      partAddedDateTime: `2026-11-20T09:0${minute}:00.000Z`,
    });
  const parts = [added("Third", 3), added("First", 1), added("Second", 2)];
  const close = aClose(job, { job: { parts }, outcome: { partsNotUsedNote: "Not needed" } });
  expect(await server.send(engineer, "JobClose", close)).toMatchObject({ status: 200 });
  const { inWords } = await readClosing(job.jobId);
  expect(inWords.unusedParts.map(({ shortDescription }) => shortDescription)).toEqual([
    "First",
    "Second",
    "Third",
  ]);
});

it("of an ordered part, what was collected and not used is left, and what was not collected is at its store", async () => {
  const engineer = await server.addEngineer("Ada");
  const job = await assignedJob(server, engineer);
  const ordered = (shortDescription: string, more: Partial<JobPart>) =>
    aPart(job, { shortDescription, usageType: 1, status: "Partial", ...more });
  const parts = [
    ordered("Cut", { qty: 1, qtyCollected: 3, qtyUsed: 0, status: "Excess" }),
    ordered("Some", { qty: 2, qtyCollected: 2, qtyUsed: 1, status: "Collected" }),
    ordered("Waiting", { qty: 5, qtyCollected: 2, qtyUsed: 2 }),
  ];
  const close = aClose(job, { job: { parts }, outcome: { partsNotUsedNote: "Not needed" } });
  expect(await server.send(engineer, "JobClose", close)).toMatchObject({ status: 200 });
  const { inWords } = await readClosing(job.jobId);
  const list = (of: typeof inWords.unusedParts) =>
    of.map(({ qty, shortDescription }) => `${qty} x ${shortDescription}`).toSorted();
  expect(list(inWords.unusedParts)).toEqual(["1 x Some", "3 x Cut"]);
  expect(list(inWords.uncollectedParts)).toEqual(["3 x Waiting"]);
});

it("a root cause that the device sent without its description gets that of the current list", async () => {
  await putCauses([aCause(1, [aCause(12)])]);
  const engineer = await server.addEngineer("Jun");
  const job = await assignedJob(server, engineer);
  const rootCauses = [1, 12, 99].map((rootCauseId) => ({ rootCauseId, additionalText: null }));
  await server.send(engineer, "JobClose", aClose(job, { outcome: { rootCauses } }));
  const { inWords } = await readClosing(job.jobId);
  expect(inWords.rootCauses.map(({ description }) => description)).toEqual([
    "Cause 1",
    "Cause 12",
    null,
  ]);
});

it("a job is delivered once every image has arrived; until then the office sees how many and which are missing", async () => {
  const engineer = await server.addEngineer("Kai");
  const job = await assignedJob(server, engineer);
  const here = await sendImage(server, engineer, job, testImage);
  const missing = { imageId: randomUUID(), sha256: here.sha256 };
  await server.send(engineer, "JobClose", aClose(job, { manifest: [here, missing] }));
  const waiting = await readClosing(job.jobId);
  expect(waiting).toMatchObject({
    numberOfMessages: 3,
    arrivedMessages: 2,
    delivered: false,
    deliveredOn: null,
    missingImageIds: [missing.imageId],
  });
  const list = async () => {
    const { fieldOperativeId } = engineer;
    const [listed] = await server.call(office.listJobs, { query: { fieldOperativeId } });
    return listed;
  };
  expect(await list()).toMatchObject({
    delivered: false,
    missing: { images: 1, since: waiting.receivedOn },
  });
  await sendImage(server, engineer, job, testImage, job.jobId, missing.imageId);
  expect(await readClosing(job.jobId)).toMatchObject({
    arrivedMessages: 3,
    delivered: true,
    missingImageIds: [],
  });
  expect(await list()).toMatchObject({ delivered: true, missing: null });
});

it("a close with a wrong number of messages is recorded and flagged", async () => {
  const engineer = await server.addEngineer("Lou");
  const job = await assignedJob(server, engineer);
  await server.send(engineer, "JobClose", { ...aClose(job), numberOfMessages: 4 });
  const { messages } = await server.call(office.readJob, { params: { jobId: job.jobId } });
  expect(messages.at(-1)?.flags).toContain("number-of-messages: 4, by its manifest 1");
});

it("causes of 30 levels and 1,000 items are stored and returned; deeper nesting is refused", async () => {
  const aTree = (depth: number, level = 1): RootCause =>
    aCause(level * 40, [
      ...Array.from({ length: 33 }, (_, index) => aCause(level * 40 + index + 1)),
      ...(level < depth ? [aTree(depth, level + 1)] : []),
    ]);
  const tree = aTree(30);
  expect(await putCauses([tree])).toMatchObject({ status: 200 });
  const { rows } = await server.call(office.readData, { params: { type: "RootCauses" } });
  expect(rows).toContainEqual(tree);
  expect(await putCauses([aTree(60)])).toMatchObject({ status: 400 });
});
