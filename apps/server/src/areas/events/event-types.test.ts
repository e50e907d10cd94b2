import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MessageType, Payload } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { referenceTableNames, syncedTypes } from "@fieldfare/domain";
import {
  aClose,
  aForm,
  aNoAccess,
  aNote,
  aPart,
  aSor,
  sendImage,
  visitedOn as at,
} from "../../testing/closings.ts";
import { listUnfit, readFeed } from "../../testing/events.ts";
import { testImage } from "../../testing/in-process.ts";
import { aDraft, assignedJob } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

const guide = join(import.meta.dirname, "../../../../../docs/integration.md");

let server: TestServer;
let sam: TestEngineer;

beforeAll(async () => {
  server = await startTestServer({ config: { taskIntervalSeconds: 1 } });
  sam = await server.addEngineer("Sam");
});
afterAll(() => server.stop());

async function send<T extends MessageType>(type: T, payload: Payload<T>) {
  const answer = await server.send(sam, type, payload);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

const lastSequence = async () => (await readFeed(server.database)).at(-1)?.sequence ?? 0;

/** The types and the data of what happened since, of one job. */
async function eventsOf(jobId: string, after: number) {
  const events = await readFeed(server.database, after);
  expect(listUnfit(events)).toEqual([]);
  return events.filter(({ data }) => data.jobId === jobId);
}

it("A changed row of reference data names the data set that it is in", async () => {
  const after = await lastSequence();
  await server.call(office.addReferenceRow, {
    params: { table: "part-units" },
    body: { values: { name: "Firkin" } },
  });
  expect(await readFeed(server.database, after)).toMatchObject([
    { type: "data-set.changed", data: { dataSet: "PartUnitType" } },
  ]);
  const { rows } = await server.database.pool.query<{ dataSet: string }>(
    `select distinct data_set_of_table(t) as "dataSet" from unnest($1::text[]) t`,
    [referenceTableNames],
  );
  const known: readonly string[] = [...syncedTypes, "clients", "job-types"];
  expect(rows.map(({ dataSet }) => dataSet).filter((name) => !known.includes(name))).toEqual([]);
});

it("A visit is a series of events, each with the data of its type", async () => {
  const after = await lastSequence();
  const job = await assignedJob(server, sam);
  for (const currentStatus of ["Reset", "Travelling", "OnSite", "AccessGained"] as const)
    await send("JobStatusChange", { ...job, currentStatus, changeTimestamp: at });
  const hold = { ...job, statusTimestamps: { New: at }, changeTimestamp: at, timestamp: at };
  await send("JobHoldChange", {
    ...hold,
    isOnHold: true,
    holdReasonId: 1,
    holdDescription: "Unmistakable",
  });
  await send("JobHoldChange", {
    ...hold,
    isOnHold: false,
    holdReasonId: null,
    holdDescription: null,
  });
  const notice = { ...job, notice: "PartsRequired", propertyNotificationId: null } as const;
  await send("PropertyNotificationConfirm", { ...notice, confirmedOn: at });
  const photo = await sendImage(server, sam, job, testImage);
  const requested = aPart(job, { usageType: 3, shortDescription: "Unmistakable" });
  const content = {
    notes: [aNote(job, { description: "Unmistakable" })],
    parts: [requested],
    plannedSors: [aSor(job)],
    customForms: [aForm(job, randomUUID(), {})],
  };
  await send("JobClose", aClose(job, { job: content, manifest: [photo] }));
  await expect
    .poll(async () => (await eventsOf(job.jobId, after)).map(({ type }) => type), {
      timeout: 60_000,
    })
    .toContain("document.filed");
  const events = await eventsOf(job.jobId, after);
  const types = events.map(({ type }) => type);
  expect(types.slice(0, 10)).toEqual([
    "job.raised",
    "job.acknowledged",
    "job.status-changed",
    "job.status-changed",
    "job.status-changed",
    "job.held",
    "job.resumed",
    "job.notice-confirmed",
    "job.photo-recorded",
    "job.closed",
  ]);
  expect(new Set(types.slice(10))).toEqual(
    new Set([
      "job.note-recorded",
      "job.part-recorded",
      "part-order.requested",
      "job.sor-recorded",
      "job.form-recorded",
      "job.delivered",
      "document.filed",
    ]),
  );
  // Texts that somebody entered are not in the feed.
  expect(JSON.stringify(events)).not.toContain("Unmistakable");
  // The document is drawn by a thread, which takes its time on a busy machine.
}, 90_000);

it("Content that a later message repeats is no new event, and what it changes is", async () => {
  const job = await assignedJob(server, sam);
  const [same, changed] = [aNote(job), aNote(job)];
  const remove = { ...job, changeTimestamp: at };
  const content = {
    statusTimestamps: {},
    parts: [],
    plannedSors: [],
    customForms: [],
    propertyAssets: [],
    tenants: [],
    formPhotoImageIds: [],
  };
  await send("JobStatusChange", {
    ...job,
    currentStatus: "Reset",
    isAcknowledgement: false,
    changeTimestamp: at,
    job: { ...content, notes: [same, changed] },
  });
  const after = await lastSequence();
  const notes = [same, { ...changed, description: "Other" }];
  await send("JobRemove", { ...remove, job: { ...content, notes } });
  const events = await eventsOf(job.jobId, after);
  expect(events.filter(({ type }) => type.endsWith("recorded"))).toMatchObject([
    { data: { engineeringNoteId: changed.engineeringNoteId, isNew: false } },
  ]);
  expect(events.map(({ type }) => type)).toContain("job.removed");
});

it("A visit without access, a refused message and a rejected removal are events", async () => {
  const after = await lastSequence();
  const job = await assignedJob(server, sam);
  await send("RejectRemoveRequest", { ...job, reason: 1, comment: "Here", changeTimestamp: at });
  await send("JobNoAccess", aNoAccess(job));
  const wrong = { ...job, currentStatus: "Asleep", changeTimestamp: at };
  const refused = await server.send(sam, "JobStatusChange", wrong as never);
  expect(refused.status).toBe(400);
  const types = (await eventsOf(job.jobId, after)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(["job.removal-rejected", "job.no-access"]));
  const all = await readFeed(server.database, after);
  expect(all.find(({ type }) => type === "message.refused")?.data).toMatchObject({
    messageType: "JobStatusChange",
    code: "invalid",
  });
});

it("A part that waits and is collected, mileage and an absence are events", async () => {
  const after = await lastSequence();
  const { fieldOperativeId } = sam;
  const location = {
    locationId: randomUUID(),
    siteName: "Store",
    locationName: "Counter",
    deliveryType: "Collection",
    addressLine1: "1 Example Street",
    store: null,
  };
  const parts = [{ qty: 1, shortDescription: "Fan", location }];
  const { jobId, fieldOperativeAppointmentId } = await server.call(office.createJob, {
    body: aDraft({ fieldOperativeId, parts }),
  });
  const { rows } = await server.database.pool.query<{ jobPartId: string }>(
    `select job_part_id as "jobPartId" from job_part where job_id = $1`,
    [jobId],
  );
  await send("PartCollected", {
    jobId,
    fieldOperativeAppointmentId: fieldOperativeAppointmentId ?? "",
    jobPartId: rows[0]?.jobPartId ?? "",
    qty: 1,
    qtyCollected: 1,
    status: "Collected",
    collectedDateTime: at,
    supplierTicketNumber: null,
    changeTimestamp: at,
  });
  const mileage = {
    timestamp: at,
    clientFieldOperativeMileageId: randomUUID(),
    dateRecorded: at,
    currentMileage: 100,
    vehicle: { vehicleId: null, registration: "AB12 CDE" },
  };
  await send("MileageAdd", { type: "add", ...mileage });
  await send("AbsenceRequest", {
    id: randomUUID(),
    holidayYearId: null,
    type: "sickness",
    dayCount: 1,
    days: [{ dateFrom: "2026-12-01", dateTo: "2026-12-01" }],
    comment: null,
    changeTimestamp: at,
  });
  const events = await readFeed(server.database, after);
  expect(listUnfit(events)).toEqual([]);
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      "job.part-recorded",
      "job.part-collected",
      "part-order.changed",
      "mileage.recorded",
      "absence.requested",
    ]),
  );
  // Why somebody is absent is nobody's business.
  expect(JSON.stringify(events)).not.toContain("sickness");
});

it("The guide has every type with what it means", async () => {
  const text = await readFile(guide, "utf8");
  const section = text.split("\n## Events\n")[1]?.split("\n## ")[0] ?? "";
  const rows = section
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, name]) => /^`[a-z-]+\.[a-z-]+`$/.test(name ?? ""));
  expect(rows.map(([, name, means, data]) => [name, means, data])).toEqual(
    office.eventTypeNames.map((name) => {
      const { means, data } = office.eventTypes[name];
      const fields = Object.keys(data.shape).map((field) => `\`${field}\``);
      return [`\`${name}\``, means, fields.join(", ")];
    }),
  );
});
