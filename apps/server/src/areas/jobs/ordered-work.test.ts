import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CallBody, getCommands, getJobs, type JobPart } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { aClose, aPart, aSor } from "../../testing/closings.ts";
import { aDraft } from "../../testing/jobs.ts";
import { readJobSheet } from "../../testing/documents.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let engineer: TestEngineer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  engineer = await server.addEngineer("Nora");
});

const locker = {
  locationId: 1,
  siteName: "Depot",
  locationName: "Locker 12",
  deliveryType: "Locker",
  addressLine1: "Unit 7",
  store: null,
};
const service = { sorCodeId: 7, sorCode: "GA635001", shortDescription: "Service boiler", qty: 1 };
const renewFan = { sorCodeId: 9, sorCode: "GA635077", shortDescription: "Renew fan", qty: 2 };
const pump = { qty: 2, shortDescription: "Pump", location: locker, purchaseOrderDetailId: 71 };
const seal = { qty: 4, shortDescription: "Seal" };

type Details = CallBody<typeof office.changeJob>["details"];
type Draft = CallBody<typeof office.createJob>;

async function raise(given: Partial<Draft> = {}) {
  const { fieldOperativeId } = engineer;
  const body = aDraft({ fieldOperativeId, plannedSors: [service], parts: [pump, seal], ...given });
  const answer = await server.call(office.createJob, { body });
  return { ...answer, fieldOperativeAppointmentId: answer.fieldOperativeAppointmentId ?? "" };
}

const read = (jobId: string) => server.call(office.readJob, { params: { jobId } });

/** Sends a job as it was read, with changes, as a client does that reads, edits and sends back. */
async function change(jobId: string, changes: Partial<Details>, seen?: Details) {
  const { job, needs, orders } = await read(jobId);
  const { appointmentDateTime, clientPreferredTimeName, taskDetails, description } = job;
  const { accessNotes, jobPriority } = description;
  const texts = { appointmentDateTime, clientPreferredTimeName, taskDetails, accessNotes };
  const expected = seen ?? { ...texts, jobPriority, ...needs, ...orders };
  return server.request(office.changeJob, {
    params: { jobId },
    body: { expected, details: { ...expected, ...changes } },
  });
}

/** The details of a job that was raised without texts. */
const withoutTexts = ({ appointmentDateTime }: Pick<Details, "appointmentDateTime">): Details => ({
  appointmentDateTime,
  clientPreferredTimeName: null,
  taskDetails: null,
  accessNotes: null,
  jobPriority: null,
});

const asEngineer = () => ({ token: engineer.token, deviceId: engineer.deviceId });
const fetchJob = async (jobId: string) => {
  const { jobs } = await server.call(getJobs, { ...asEngineer(), query: { recovery: "true" } });
  const job = jobs.find((one) => one.jobId === jobId);
  if (!job) throw new Error("The phone has no such job");
  return job;
};
const readUpdates = async () =>
  (await server.call(getCommands, asEngineer())).commands.flatMap((command) =>
    command.type === "JobUpdate" && "details" in command ? [command.details] : [],
  );
const partNamed = (parts: readonly JobPart[], name: string) => {
  const part = parts.find(({ shortDescription }) => shortDescription === name);
  if (!part) throw new Error(`There is no ${name}`);
  return part;
};

type Ids = Awaited<ReturnType<typeof raise>>;

async function collect(ids: Ids, part: JobPart, qty: number, qtyCollected = qty) {
  const at = new Date().toISOString();
  await server.send(engineer, "PartCollected", {
    jobId: ids.jobId,
    fieldOperativeAppointmentId: ids.fieldOperativeAppointmentId,
    jobPartId: part.jobPartId,
    qty,
    qtyCollected,
    status: qtyCollected >= part.qty ? "Collected" : "Partial",
    collectedDateTime: at,
    supplierTicketNumber: part.supplierTicketNumber,
    changeTimestamp: at,
  });
}

/** Closes a job with the content of a phone. */
async function close(ids: Ids, content: Partial<ReturnType<typeof aClose>["job"]>) {
  const ending = aClose(ids);
  await server.send(engineer, "JobClose", { ...ending, job: { ...ending.job, ...content } });
}

/** Cancels a visit in which something was recorded. */
async function cancelVisit(ids: Ids, content: Partial<ReturnType<typeof aClose>["job"]>) {
  const at = new Date().toISOString();
  await server.send(engineer, "JobStatusChange", {
    ...ids,
    currentStatus: "Reset",
    changeTimestamp: at,
    job: { ...aClose(ids).job, ...content },
  });
}

describe("What is planned and ordered for a job", () => {
  it("is read as a change takes it, and sent back it changes nothing", async () => {
    const { jobId } = await raise();
    const { orders } = await read(jobId);
    expect(orders).toMatchObject({
      plannedSors: [service],
      parts: expect.arrayContaining([
        expect.objectContaining({ ...pump, jobPartId: expect.any(String) as unknown }),
        expect.objectContaining({ ...seal, location: null }),
      ]) as unknown,
    });
    expect(await change(jobId, {})).toMatchObject({ status: 200, body: orders });
    expect(await readUpdates()).toEqual([]);
    expect((await fetchJob(jobId)).ordersVersion).toBe(0);
  });

  it("is replaced list by list, and the phone is told and gets the new lists", async () => {
    const { jobId } = await raise();
    const before = await fetchJob(jobId);
    const { orders } = await read(jobId);
    const [kept] = orders.parts.filter(({ shortDescription }) => shortDescription === "Pump");
    const fan = { qty: 1, shortDescription: "Fan", comments: "For Pat" };
    const parts = [{ ...pump, ...kept, qty: 3 }, fan];
    const plannedSors = [{ ...service, qty: 2 }, renewFan];
    expect((await change(jobId, { parts, plannedSors })).status).toBe(200);
    expect(await readUpdates()).toEqual([
      "The office has changed the planned SORs and the ordered parts.",
    ]);
    const after = await fetchJob(jobId);
    expect(after.ordersVersion).toBe(1);
    expect(after.plannedSors).toMatchObject(plannedSors);
    expect(after.parts).toHaveLength(2);
    expect(partNamed(after.parts, "Pump")).toEqual({
      ...partNamed(before.parts, "Pump"),
      qty: 3,
      qtyRequired: 3,
    });
    expect(partNamed(after.parts, "Fan")).toMatchObject({ usageType: 1, status: "NotApplicable" });
    const { parts: waiting } = await server.call(office.listPartOrders, { query: { jobId } });
    expect(
      waiting.map(({ shortDescription, state }) => `${shortDescription} ${state}`).toSorted(),
    ).toEqual(["Fan ordered", "Pump ready"]);
    const { events } = await server.call(office.listAudit, { query: { subject: jobId } });
    expect(events.at(-1)).toMatchObject({
      type: "job-changed",
      before: { plannedSors: [service] },
      after: { plannedSors, notRecorded: ["partComments"] },
    });
    expect(JSON.stringify(events)).not.toContain("For Pat");
  });

  it("without ids finds the parts that say the same, also when the request is repeated", async () => {
    const { jobId } = await raise();
    const ids = async () => (await read(jobId)).orders.parts.map(({ jobPartId }) => jobPartId);
    const known = await ids();
    const parts = [{ ...pump, location: null, qty: 5 }, seal, { ...seal, shortDescription: "Fan" }];
    expect((await change(jobId, { parts })).status).toBe(200);
    const now = await ids();
    expect(now).toEqual([...known, now[2]]);
    expect((await change(jobId, { parts })).status).toBe(200);
    expect(await ids()).toEqual(now);
    expect(await readUpdates()).toHaveLength(1);
    const { parts: waiting } = await server.call(office.listPartOrders, { query: { jobId } });
    expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(["ordered"]));
  });

  it("left out stays as it is", async () => {
    const { jobId } = await raise();
    const { job, orders } = await read(jobId);
    const seen = withoutTexts(job);
    expect((await change(jobId, { taskDetails: "No heating" }, seen)).status).toBe(200);
    expect((await read(jobId)).orders).toEqual(orders);
  });

  it("is refused if somebody has changed it since it was read", async () => {
    const { jobId } = await raise();
    const { job, orders } = await read(jobId);
    const seen = { ...withoutTexts(job), ...orders };
    await change(jobId, { plannedSors: [renewFan] });
    expect(await change(jobId, { plannedSors: [] }, seen)).toMatchObject({
      status: 409,
      body: { detail: "Meanwhile somebody has changed the planned SORs of this job." },
    });
  });

  it("is refused with its place where it is none of the job, or repeated", async () => {
    const { jobId } = await raise();
    const parts = [seal, { ...pump, jobPartId: randomUUID() }];
    expect(await change(jobId, { parts, plannedSors: [service, service] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "plannedSors.1.sorCodeId" }, { path: "parts.1.jobPartId" }] },
    });
  });

  it("is refused with the place in the list that was sent", async () => {
    const ids = await raise({ plannedSors: [], parts: [pump, seal] });
    const part = partNamed((await fetchJob(ids.jobId)).parts, "Pump");
    await collect(ids, part, 2);
    const parts = [seal, { ...pump, qty: 1 }];
    const plannedSors = [renewFan, renewFan, service];
    expect(await change(ids.jobId, { parts, plannedSors })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "plannedSors.1.sorCodeId" }, { path: "parts.1.qty" }] },
    });
  });

  it("is refused with more codes or parts than a request takes", async () => {
    const { jobId } = await raise();
    const plannedSors = Array.from({ length: 501 }, (_, n) => ({ ...service, sorCodeId: n + 1 }));
    const parts = Array.from({ length: 201 }, () => seal);
    expect(await change(jobId, { plannedSors, parts })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "details.plannedSors" }, { path: "details.parts" }] },
    });
    const body = aDraft({ plannedSors, parts });
    expect(await server.request(office.createJob, { body })).toMatchObject({ status: 400 });
  });

  it("is refused for a closed job", async () => {
    const ids = await raise();
    await close(ids, {});
    expect((await change(ids.jobId, { plannedSors: [renewFan] })).status).toBe(409);
  });
});

describe("A part that was received", () => {
  it("stays in the list, and never with less than was received", async () => {
    const ids = await raise({ parts: [{ ...pump, qty: 3 }] });
    const part = partNamed((await fetchJob(ids.jobId)).parts, "Pump");
    await collect(ids, part, 2);
    expect(await change(ids.jobId, { parts: [] })).toMatchObject({
      status: 400,
      body: {
        issues: [
          { path: "parts", message: "2 of Pump have been received: the part stays in the list" },
        ],
      },
    });
    const less = [{ ...pump, jobPartId: part.jobPartId, qty: 1 }];
    expect(await change(ids.jobId, { parts: less })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "parts.0.qty" }] },
    });
    const enough = [{ ...pump, jobPartId: part.jobPartId, qty: 2 }];
    expect((await change(ids.jobId, { parts: enough })).status).toBe(200);
    expect(partNamed((await fetchJob(ids.jobId)).parts, "Pump")).toMatchObject({
      qty: 2,
      qtyCollected: 2,
      status: "Collected",
    });
    const { parts } = await server.call(office.listPartOrders, { query: { jobId: ids.jobId } });
    expect(parts).toMatchObject([{ state: "collected" }]);
  });

  it("is received in part if more was ordered since, whichever the phone knew", async () => {
    const ids = await raise({ parts: [pump] });
    const part = partNamed((await fetchJob(ids.jobId)).parts, "Pump");
    await change(ids.jobId, { parts: [{ ...pump, jobPartId: part.jobPartId, qty: 5 }] });
    await collect(ids, part, 2);
    expect(partNamed((await fetchJob(ids.jobId)).parts, "Pump")).toMatchObject({
      qty: 5,
      qtyCollected: 2,
      status: "Partial",
    });
  });

  it("after the office took it out of the job is flagged, and comes back with the ending", async () => {
    const ids = await raise({ parts: [pump] });
    const part = partNamed((await fetchJob(ids.jobId)).parts, "Pump");
    await change(ids.jobId, { parts: [] });
    await collect(ids, part, 2);
    const { messages } = await read(ids.jobId);
    expect(messages.at(-1)).toMatchObject({ flags: ["collection: no longer ordered"] });
    const collected = { ...part, status: "Collected", qtyCollected: 2, qtyUsed: 2 } as const;
    await close(ids, { parts: [collected] });
    expect((await read(ids.jobId)).job.parts).toEqual([collected]);
  });
});

describe("A part whose use is recorded", () => {
  it("stays in the list", async () => {
    const ids = await raise({ parts: [pump] });
    const part = partNamed((await fetchJob(ids.jobId)).parts, "Pump");
    const used = { ...part, qtyUsed: 1, usageStatus: "Partial" } as const;
    await cancelVisit(ids, { parts: [used] });
    const message = "The use of Pump has been recorded: the part stays in the list";
    expect(await change(ids.jobId, { parts: [] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "parts", message }] },
    });
    expect((await change(ids.jobId, { parts: [{ ...pump, qty: 1 }] })).status).toBe(200);
    expect((await fetchJob(ids.jobId)).parts).toEqual([
      { ...used, qty: 1, qtyRequired: 1, usageStatus: "Exact" },
    ]);
  });
});

describe("A phone that closes a job without knowing what the office has changed", () => {
  it("says what was used, and not what is planned and ordered", async () => {
    const ids = await raise({ plannedSors: [service], parts: [pump, seal] });
    const { parts } = await fetchJob(ids.jobId);
    const changedPump = { ...pump, jobPartId: partNamed(parts, "Pump").jobPartId, qty: 4 };
    await change(ids.jobId, {
      plannedSors: [{ ...service, qty: 3 }, renewFan],
      parts: [changedPump, { qty: 1, shortDescription: "Fan" }],
    });
    const used = {
      qtyCollected: 2,
      qtyUsed: 2,
      usageStatus: "Exact",
      status: "Collected",
    } as const;
    await close(ids, {
      parts: [{ ...partNamed(parts, "Pump"), ...used }, partNamed(parts, "Seal"), aPart(ids)],
      plannedSors: [aSor(ids, { qtyUsed: 1 }), aSor(ids, { sorCodeId: 11, usageType: 2 })],
    });
    const { job } = await read(ids.jobId);
    expect(job.plannedSors).toMatchObject([
      { sorCodeId: 7, qty: 3, qtyUsed: 1, usageType: 1 },
      { sorCodeId: 9, qty: 2, qtyUsed: 0, usageType: 1 },
      { sorCodeId: 11, usageType: 2 },
    ]);
    const names = job.parts.map(
      ({ shortDescription, usageType }) => `${shortDescription} ${usageType}`,
    );
    expect(names.toSorted()).toEqual(["Fan 1", "Fan 2", "Pump 1"]);
    expect(partNamed(job.parts, "Pump")).toMatchObject({
      qty: 4,
      qtyCollected: 2,
      qtyUsed: 2,
      usageStatus: "Partial",
      status: "Partial",
    });
  });

  it("is known as such to the office, on the job and on its job sheet, with what the engineer had", async () => {
    const ids = await raise({ plannedSors: [service], parts: [pump] });
    const { parts } = await fetchJob(ids.jobId);
    const onPhone = partNamed(parts, "Pump");
    await change(ids.jobId, {
      plannedSors: [{ ...service, qty: 3 }],
      parts: [{ ...pump, jobPartId: onPhone.jobPartId, qty: 4 }],
    });
    await close(ids, { parts: [onPhone], plannedSors: [aSor(ids, { qty: 1, qtyUsed: 1 })] });
    const { closing, documents, messages } = await read(ids.jobId);
    expect(messages.at(-1)?.flags).toContain("orders-outdated");
    expect(closing?.outdatedOrders).toEqual({
      plannedSors: [{ ...service, shortDescription: "Service the boiler" }],
      parts: [{ jobPartId: onPhone.jobPartId, shortDescription: "Pump", qty: 2 }],
    });
    const text = await readJobSheet(server, documents);
    expect(text).toContain("The engineer had not received this change before the visit ended");
    expect(text).toContain("0 of 2");
  });

  it("makes a SOR that it used, and that is no longer planned, one that the engineer added", async () => {
    const ids = await raise({ plannedSors: [{ ...service, qty: 2 }, renewFan], parts: [] });
    await change(ids.jobId, { plannedSors: [] });
    await close(ids, {
      plannedSors: [
        aSor(ids, { qty: 2, qtyUsed: 1 }),
        aSor(ids, { sorCodeId: 9, qty: 2, qtyUsed: 0 }),
      ],
    });
    const { job, orders } = await read(ids.jobId);
    expect(job.plannedSors).toEqual([aSor(ids, { qty: 1, qtyUsed: 1, usageType: 2 })]);
    expect(orders.plannedSors).toEqual([]);
  });

  it("decides how much was used of a SOR whose use it had reported before the office took it out", async () => {
    const ids = await raise({ plannedSors: [service, renewFan], parts: [] });
    const used = [aSor(ids, { qtyUsed: 1 }), aSor(ids, { sorCodeId: 9, qty: 2, qtyUsed: 1 })];
    await cancelVisit(ids, { plannedSors: used });
    await change(ids.jobId, { plannedSors: [] });
    expect((await read(ids.jobId)).job.plannedSors).toMatchObject([
      { sorCodeId: 7, qty: 1, usageType: 2 },
      { sorCodeId: 9, qty: 1, usageType: 2 },
    ]);
    await close(ids, {
      plannedSors: [aSor(ids, { qtyUsed: 0 }), aSor(ids, { sorCodeId: 9, qty: 2, qtyUsed: 3 })],
    });
    const { job, orders } = await read(ids.jobId);
    expect(job.plannedSors).toMatchObject([{ sorCodeId: 9, qty: 3, qtyUsed: 3, usageType: 2 }]);
    expect(orders.plannedSors).toEqual([]);
  });

  it("decides all of it once it knows them", async () => {
    const ids = await raise({ plannedSors: [service], parts: [] });
    await change(ids.jobId, { plannedSors: [service, renewFan] });
    const { ordersVersion } = await fetchJob(ids.jobId);
    await close(ids, {
      plannedSors: [aSor(ids)],
      ...(ordersVersion !== undefined && { ordersVersion }),
    });
    const { job, closing, documents } = await read(ids.jobId);
    expect(job.plannedSors).toMatchObject([{ sorCodeId: 7 }]);
    expect(closing?.outdatedOrders).toBeNull();
    expect(await readJobSheet(server, documents)).not.toContain("Change by the office");
  });
});

describe("Parts that an engineer asked for", () => {
  it("are not in the list, and stay when it is replaced", async () => {
    const first = await raise({ plannedSors: [], parts: [] });
    const { propertyId } = (await read(first.jobId)).job.property;
    const asked = aPart(first, { usageType: 3, shortDescription: "Valve", isPartRequired: true });
    await close(first, { parts: [asked] });
    const second = await raise({
      parts: [seal],
      property: { propertyId, addressLine1: "1 Example Street", postcode: "LS1 1AA" },
    });
    const { parts } = await server.call(office.listPartOrders, { query: { jobId: first.jobId } });
    await server.call(office.setPartOrder, {
      params: { jobPartId: asked.jobPartId },
      body: {
        state: "ready",
        changedOn: parts[0]?.changedOn ?? "",
        jobId: second.jobId,
        location: locker,
      },
    });
    expect((await read(second.jobId)).orders.parts).toMatchObject([seal]);
    expect((await change(second.jobId, { parts: [] })).status).toBe(200);
    expect((await fetchJob(second.jobId)).parts).toMatchObject([{ shortDescription: "Valve" }]);
  });
});
