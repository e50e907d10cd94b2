import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getCommands, getJobs, type JobPart } from "@fieldfare/contract";
import {
  createJob,
  listAudit,
  listPartOrders,
  listPartPlaces,
  type PartOrderRow,
  readJob,
  setPartOrder,
} from "@fieldfare/contract/office";
import { aClose, aPart } from "../../testing/closings.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let engineer: TestEngineer;
let propertyId: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  engineer = await server.addEngineer("Nora");
  propertyId = randomUUID();
});
afterAll(() => server.stop());

async function raise(more: object = {}, home = propertyId) {
  const { property } = aDraft();
  const { fieldOperativeId } = engineer;
  const { jobId, fieldOperativeAppointmentId } = await server.call(createJob, {
    body: aDraft({ fieldOperativeId, ...more, property: { ...property, propertyId: home } }),
  });
  return {
    propertyId: home,
    jobId,
    fieldOperativeAppointmentId: fieldOperativeAppointmentId ?? "",
  };
}

type Job = Awaited<ReturnType<typeof raise>>;

const toOrder = (job: Job, more: Partial<JobPart> = {}) =>
  aPart(job, {
    usageType: 3,
    usageStatus: "Requested",
    qty: 2,
    qtyUsed: 0,
    qtyRequired: 2,
    isPartRequired: true,
    shortDescription: "Diverter valve",
    ...more,
  });

/** An engineer closes a job and asks for a part. */
async function ask(more: Partial<JobPart> = {}) {
  const job = await raise();
  const part = toOrder(job, more);
  const close = aClose(job, { job: { parts: [part] } });
  expect((await server.send(engineer, "JobClose", close)).status).toBe(200);
  return { job, part, order: await find(part.jobPartId) };
}

const list = (query: Record<string, string> = {}) =>
  server.call(listPartOrders, { query: { limit: "200", ...query } });

async function find(jobPartId: string): Promise<PartOrderRow> {
  const { parts } = await list({ fieldOperativeId: engineer.fieldOperativeId });
  const found = parts.find((part) => part.jobPartId === jobPartId);
  if (!found) throw new Error("The part is not listed");
  return found;
}

const set = ({ jobPartId, changedOn }: PartOrderRow, body: object) =>
  server.request(setPartOrder, { params: { jobPartId }, body: { changedOn, ...body } });

const order = { purchaseOrderId: 4711, supplierTicketNumber: "CP-1", expectedOn: "2026-12-01" };
const location = {
  siteName: "City Heating",
  locationName: "Trade counter",
  deliveryType: "Collect",
  addressLine1: "4 Kirkstall Wharf",
  store: null,
};

const asEngineer = () => ({ token: engineer.token, deviceId: engineer.deviceId });
const readUpdates = async () =>
  (await server.call(getCommands, asEngineer())).commands.flatMap((command) =>
    command.type === "JobUpdate" && "details" in command ? [command.details] : [],
  );
const readParts = async (jobId: string) => {
  const { jobs } = await server.call(getJobs, { ...asEngineer(), query: { recovery: "true" } });
  return jobs.find((job) => job.jobId === jobId)?.parts;
};

/** The parts of a job as the office reads them. */
const readStored = async (jobId: string) =>
  (await server.call(readJob, { params: { jobId } })).job.parts;

/** An engineer receives a number of pieces, and has so many then. */
const receive = (
  { jobId, fieldOperativeAppointmentId }: Job,
  jobPartId: string,
  [qty, qtyCollected]: readonly [number, number],
  status: "Partial" | "Collected",
) =>
  server.send(engineer, "PartCollected", {
    jobId,
    fieldOperativeAppointmentId,
    jobPartId,
    qty,
    qtyCollected,
    status,
    collectedDateTime: "2026-11-22T09:00:00.000Z",
    supplierTicketNumber: null,
    changeTimestamp: "2026-11-22T09:00:00.000Z",
  });

describe("A part that an engineer asked for", () => {
  it("is to be ordered, with the job and what is open at the home", async () => {
    const { job, order: asked } = await ask();
    const other = await raise();
    expect(asked).toMatchObject({
      state: "to-order",
      isRequest: true,
      qty: 2,
      shortDescription: "Diverter valve",
      job: { jobId: job.jobId, status: "Closed", fieldOperativeId: engineer.fieldOperativeId },
      collectedFor: null,
      next: ["ordered", "ready", "not-needed"],
    });
    expect((await find(asked.jobPartId)).openJobs).toMatchObject([{ jobId: other.jobId }]);
  });

  it("is ordered, waits at a store for the next job, and is collected there by the engineer", async () => {
    const { order: asked } = await ask();
    const next = await raise();
    const ordered = await set(asked, { state: "ordered", ...order });
    expect(ordered).toMatchObject({ status: 200, body: { state: "ordered", ...order } });

    const ready = await set(await find(asked.jobPartId), {
      state: "ready",
      location,
      jobId: next.jobId,
    });
    expect(ready).toMatchObject({
      status: 200,
      body: { state: "ready", collectedFor: { jobId: next.jobId }, location, next: ["ready"] },
    });
    expect(await readUpdates()).toEqual([
      "Ready to collect: 2 x Diverter valve, at City Heating, Trade counter, 4 Kirkstall Wharf.",
    ]);
    const [part] = (await readParts(next.jobId)) ?? [];
    expect(part).toMatchObject({
      usageType: 1,
      status: "Collect",
      qty: 2,
      addedByFieldOp: false,
      shortDescription: "Diverter valve",
      purchaseOrderId: 4711,
      supplierTicketNumber: "CP-1",
      location,
    });
    // The part of the next job is the one that was asked for: it is listed once.
    const { parts } = await list({ fieldOperativeId: engineer.fieldOperativeId });
    expect(parts).toHaveLength(1);

    const { jobPartId = "" } = part ?? {};
    await receive(next, jobPartId, [1, 1], "Partial");
    expect(await find(asked.jobPartId)).toMatchObject({
      state: "ready",
      qtyCollected: 1,
      next: [],
    });
    await receive(next, jobPartId, [1, 2], "Collected");
    expect(await find(asked.jobPartId)).toMatchObject({
      state: "collected",
      qtyCollected: 2,
      next: [],
    });
  });

  it("waits for another job if the first one ended without it", async () => {
    const { order: asked } = await ask();
    const first = await raise();
    await set(asked, { state: "ready", location, jobId: first.jobId });
    await server.send(engineer, "JobClose", aClose(first));
    const second = await raise();
    const uncollected = await find(asked.jobPartId);
    expect(uncollected).toMatchObject({
      state: "ready",
      collectedFor: { status: "Closed" },
      next: ["ready", "not-needed"],
    });
    const { status } = await set(uncollected, { state: "ready", location, jobId: second.jobId });
    expect(status).toBe(200);
    expect(await readParts(second.jobId)).toMatchObject([{ status: "Collect" }]);
  });

  it("of which some are collected waits for another job with the others alone", async () => {
    const { order: asked } = await ask();
    const first = await raise();
    await set(asked, { state: "ready", location, jobId: first.jobId });
    const [part] = (await readParts(first.jobId)) ?? [];
    if (!part) throw new Error("The job has no part");
    await receive(first, part.jobPartId, [1, 1], "Partial");
    const parts = [{ ...part, status: "Partial" as const, qtyCollected: 1, qtyUsed: 1 }];
    await server.send(engineer, "JobClose", aClose(first, { job: { parts } }));
    const second = await raise();
    const rest = { state: "ready", location, jobId: second.jobId };
    expect((await set(await find(asked.jobPartId), rest)).status).toBe(200);
    const waiting = (await readParts(second.jobId)) ?? [];
    expect(waiting).toMatchObject([{ qty: 1, qtyRequired: 1, qtyCollected: 0, qtyUsed: 0 }]);
    const told = expect.stringMatching(/^Ready to collect: 1 x Diverter valve/);
    expect(await readUpdates()).toContainEqual(told);
    // The place of the others can still be changed.
    const one = { state: "ready", qty: 2, qtyCollected: 1, next: ["ready"] };
    expect(await find(asked.jobPartId)).toMatchObject(one);
    await receive(second, waiting[0]?.jobPartId ?? "", [1, 1], "Collected");
    const all = { state: "collected", qtyCollected: 2 };
    expect(await find(asked.jobPartId)).toMatchObject(all);
  });

  it("gets another place while it waits, with the same id for the same place", async () => {
    const { order: asked } = await ask();
    const { jobId } = await raise();
    await set(asked, { state: "ready", location, jobId });
    const places = await server.call(listPartPlaces);
    const known = places.find(({ siteName }) => siteName === "City Heating");
    const moved = { ...location, siteName: "Depot" };
    await set(await find(asked.jobPartId), { state: "ready", location: moved, jobId });
    const parts = await readParts(jobId);
    expect(parts).toMatchObject([{ location: { siteName: "Depot" } }]);
    expect(parts).toHaveLength(1);
    await set(await find(asked.jobPartId), { state: "ready", location, jobId });
    expect((await readParts(jobId))?.[0]?.location?.locationId).toBe(known?.locationId);
  });

  it("was collected where it waited then, if the office changed the place before it heard of that", async () => {
    const { order: asked } = await ask();
    const next = await raise();
    const { jobId } = next;
    await set(asked, { state: "ready", location, jobId });
    const [part] = (await readParts(jobId)) ?? [];
    if (!part) throw new Error("The job has no part");
    for (const siteName of ["Depot", "Store"])
      await set(await find(asked.jobPartId), {
        state: "ready",
        location: { ...location, siteName },
        jobId,
      });
    expect(await find(asked.jobPartId)).toMatchObject({ location: { siteName: "Store" } });
    await receive(next, part.jobPartId, [2, 2], "Collected");
    expect(await find(asked.jobPartId)).toMatchObject({ state: "collected", location });
  });

  it("is not needed, and to be ordered again", async () => {
    const { order: asked } = await ask();
    expect((await set(asked, { state: "not-needed", reason: " " })).status).toBe(400);
    await set(asked, { state: "not-needed", reason: "The boiler is replaced" });
    const over = await find(asked.jobPartId);
    expect(over).toMatchObject({ state: "not-needed", reason: "The boiler is replaced" });
    await set(over, { state: "to-order" });
    expect(await find(asked.jobPartId)).toMatchObject({ state: "to-order", reason: null });
  });

  it("is refused a job of another home, a closed one, and a state that does not follow", async () => {
    const { job, order: asked } = await ask();
    const elsewhere = await raise({}, randomUUID());
    for (const { jobId } of [elsewhere, job])
      expect((await set(asked, { state: "ready", location, jobId })).status).toBe(400);
    expect((await set(asked, { state: "to-order" })).status).toBe(409);
    expect(await find(asked.jobPartId)).toEqual(asked);
  });

  it("is not changed by somebody who has not seen the last change", async () => {
    const { order: asked } = await ask();
    await set(asked, { state: "ordered", ...order });
    const late = await set(asked, { state: "not-needed", reason: "Too late" });
    expect(late).toMatchObject({
      status: 409,
      body: {
        detail:
          "Meanwhile somebody has changed this part: it is ordered, order number 4711, supplier's reference CP-1, expected on Tue, 1 Dec 2026.",
      },
    });
    const { jobId } = await raise();
    const seen = await find(asked.jobPartId);
    await set(seen, { state: "ready", location, jobId });
    const elsewhere = { ...location, siteName: "Depot" };
    expect(await set(seen, { state: "ready", location: elsewhere, jobId })).toMatchObject({
      status: 409,
      body: {
        detail:
          "Meanwhile somebody has changed this part: it is ready to collect, at City Heating, Trade counter, 4 Kirkstall Wharf.",
      },
    });
  });

  it("is as asked already when a request is repeated whose answer was lost", async () => {
    const { order: asked } = await ask();
    const { jobId } = await raise();
    const twice = async (body: object) => {
      const seen = await find(asked.jobPartId);
      const answers = [await set(seen, body), await set(seen, body)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      return seen;
    };
    await twice({ state: "not-needed", reason: "Found in the van" });
    await twice({ state: "to-order" });
    const seen = await twice({ state: "ordered", ...order });
    const other = { state: "ordered", ...order, expectedOn: "2026-12-02" };
    expect((await set(seen, other)).status).toBe(409);
    const waiting = await twice({ state: "ready", location, jobId });
    const moved = { ...location, siteName: "Depot" };
    expect((await set(waiting, { state: "ready", location: moved, jobId })).status).toBe(409);
    expect(await readUpdates()).toHaveLength(1);
    const { events } = await server.call(listAudit, { query: { subject: asked.jobPartId } });
    expect(events).toHaveLength(4);
  });

  it("is locked after its jobs, as by what phones send", async () => {
    const { order: asked } = await ask();
    const { jobId } = await raise();
    const { pool } = server.database;
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("select from job where job_id = $1 for no key update", [jobId]);
      const setting = set(asked, { state: "ready", location, jobId });
      const { rows } = await client.query("select pg_backend_pid() as pid");
      // Other work of the server may wait for the job as well.
      const waiting = `select from pg_stat_activity
        where $1 = any (pg_blocking_pids(pid)) and query like '%from "job"%for update'`;
      const countWaiting = async () => (await pool.query(waiting, [rows[0].pid])).rowCount;
      await expect.poll(countWaiting).toBe(1);
      for (const table of ["job_part", "part_order"]) {
        const lock = `select from ${table} where job_part_id = $1 for update nowait`;
        expect((await client.query(lock, [asked.jobPartId])).rowCount).toBe(1);
      }
      await client.query("commit");
      expect((await setting).status).toBe(200);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  it("tells the engineer of an open job, and is recorded with who did it", async () => {
    const { order: asked } = await ask();
    await set(asked, { state: "ordered", ...order });
    expect(await readUpdates()).toEqual([]);
    const { events } = await server.call(listAudit, { query: { subject: asked.jobPartId } });
    expect(events).toMatchObject([
      {
        type: "part-ordered",
        object: { type: "part", id: asked.jobPartId },
        before: { state: "to-order", purchaseOrderId: null },
        after: { state: "ordered", ...order },
      },
    ]);
  });
});

describe("A part that was ordered in advance", () => {
  const ordered = { qty: 1, shortDescription: "Fan", purchaseOrderId: 99 };

  it("without a place is ordered, and gets one for its own job", async () => {
    const job = await raise({ parts: [ordered] });
    const [part] = (await list({ jobId: job.jobId })).parts;
    expect(part).toMatchObject({ state: "ordered", isRequest: false, purchaseOrderId: 99 });
    const other = await raise();
    if (!part) throw new Error("The part is not listed");
    expect((await set(part, { state: "ready", location, jobId: other.jobId })).status).toBe(400);
    await set(part, { state: "ready", location, jobId: job.jobId });
    expect(await readParts(job.jobId)).toMatchObject([{ status: "Collect", purchaseOrderId: 99 }]);
    expect(await readUpdates()).toHaveLength(1);
  });

  it("is ordered again, and its engineer reads the expected day as people write it", async () => {
    const { jobId } = await raise({ parts: [ordered] });
    const [part] = (await list({ jobId })).parts;
    if (!part) throw new Error("The part is not listed");
    await set(part, { state: "not-needed", reason: "Found in the van" });
    const over = await find(part.jobPartId);
    await set(over, { state: "to-order" });
    await set(await find(part.jobPartId), { state: "ordered", ...order });
    expect(await readUpdates()).toContain("Ordered: 1 x Fan, expected on Tue, 1 Dec 2026.");
  });

  it("keeps what the office has ordered when a phone closes the job without knowing of it", async () => {
    const job = await raise({ parts: [{ ...ordered, qty: 2 }] });
    const [part] = (await readParts(job.jobId)) ?? [];
    if (!part) throw new Error("The job has no part");
    await set(await find(part.jobPartId), { state: "ordered", ...order });
    await set(await find(part.jobPartId), { state: "ready", location, jobId: job.jobId });
    const parts = [{ ...part, qtyUsed: 1, usageStatus: "Partial" as const }];
    await server.send(engineer, "JobClose", aClose(job, { job: { parts } }));
    expect(await readStored(job.jobId)).toMatchObject([
      {
        qtyUsed: 1,
        usageStatus: "Partial",
        status: "Collect",
        location,
        purchaseOrderId: 4711,
        supplierTicketNumber: "CP-1",
      },
    ]);
    expect(await find(part.jobPartId)).toMatchObject({ state: "ready", qtyCollected: 0 });
  });

  it("keeps its new place, and what was collected at the one before", async () => {
    const place = { ...location, locationId: 5 };
    const job = await raise({ parts: [{ ...ordered, location: place }] });
    const [part] = (await readParts(job.jobId)) ?? [];
    if (!part) throw new Error("The job has no part");
    const moved = { ...location, siteName: "Depot" };
    const { jobId } = job;
    await set(await find(part.jobPartId), { state: "ready", location: moved, jobId });
    const collected = { status: "Collected" as const, qtyCollected: 1, qtyUsed: 1 };
    const parts = [{ ...part, ...collected }];
    await server.send(engineer, "JobClose", aClose(job, { job: { parts } }));
    expect(await readStored(jobId)).toMatchObject([{ ...collected, location: moved }]);
    expect(await find(part.jobPartId)).toMatchObject({ state: "collected", location: moved });
  });

  it("says no place if it was collected before the office gave it one that is known", async () => {
    const job = await raise({ parts: [{ ...ordered, location: { ...location, locationId: 5 } }] });
    const [part] = (await readParts(job.jobId)) ?? [];
    if (!part) throw new Error("The job has no part");
    const moved = { ...location, siteName: "Depot" };
    const { jobId } = job;
    await set(await find(part.jobPartId), { state: "ready", location: moved, jobId });
    await receive(job, part.jobPartId, [part.qty, part.qty], "Collected");
    expect(await find(part.jobPartId)).toMatchObject({ state: "collected", location: null });
  });

  it("with a place is ready, and without one it goes with its job", async () => {
    const place = { ...location, locationId: 5 };
    const job = await raise({ parts: [ordered, { ...ordered, location: place }] });
    const states = async () =>
      (await list({ jobId: job.jobId })).parts.map(({ state }) => state).toSorted();
    expect(await states()).toEqual(["ordered", "ready"]);
    await server.send(engineer, "JobClose", aClose(job));
    expect(await states()).toEqual(["ready"]);
    const [part] = (await list({ jobId: job.jobId })).parts;
    expect(part?.next).toEqual(["ready", "not-needed"]);
  });

  it("of which some are left when its job closes waits for another job with the others alone", async () => {
    const place = { ...location, locationId: 5 };
    const job = await raise({ parts: [{ ...ordered, qty: 2, location: place }] });
    const [part] = (await readParts(job.jobId)) ?? [];
    if (!part) throw new Error("The job has no part");
    const followOn = await raise();
    const rest = { state: "ready", location: place, jobId: followOn.jobId };
    await receive(job, part.jobPartId, [1, 1], "Partial");
    expect((await set(await find(part.jobPartId), rest)).status).toBe(409);
    const parts = [{ ...part, status: "Partial" as const, qtyCollected: 1, qtyUsed: 1 }];
    await server.send(engineer, "JobClose", aClose(job, { job: { parts } }));

    const left = await find(part.jobPartId);
    expect(left).toMatchObject({ state: "ready", qtyCollected: 1, next: ["ready", "not-needed"] });
    const otherHome = await raise({}, randomUUID());
    expect((await set(left, { ...rest, jobId: otherHome.jobId })).status).toBe(400);
    expect((await set(left, rest)).status).toBe(200);
    expect((await set(left, rest)).status).toBe(200);
    const waiting = (await readParts(followOn.jobId)) ?? [];
    expect(waiting).toMatchObject([
      {
        qty: 1,
        qtyCollected: 0,
        qtyUsed: 0,
        status: "Collect",
        purchaseOrderId: 99,
        location: place,
      },
    ]);
    expect(await readUpdates()).toEqual([expect.stringMatching(/^Ready to collect: 1 x Fan/)]);
    expect(await readStored(job.jobId)).toMatchObject([{ qty: 2, qtyCollected: 1, qtyUsed: 1 }]);
    const { jobId } = followOn;
    const one = { state: "ready", qtyCollected: 1, collectedFor: { jobId }, next: ["ready"] };
    expect(await find(part.jobPartId)).toMatchObject(one);
    await receive(followOn, waiting[0]?.jobPartId ?? "", [1, 1], "Collected");
    expect(await find(part.jobPartId)).toMatchObject({
      state: "collected",
      qtyCollected: 2,
      next: [],
    });
  });
});

describe("The list", () => {
  it("is filtered by state and words, and goes on after the last part of a page", async () => {
    const word = randomUUID().slice(0, 8);
    const asked: string[] = [];
    for (const minute of [1, 2, 3])
      asked.unshift(
        (await ask({ partAddedDateTime: `2026-11-21T11:0${minute}:00.000Z` })).part.jobPartId,
      );
    const { fieldOperativeId } = engineer;
    const first = await list({ fieldOperativeId, limit: "2" });
    const after = first.parts.at(-1)?.jobPartId ?? "";
    const second = await list({ fieldOperativeId, limit: "2", after });
    expect([...first.parts, ...second.parts].map(({ jobPartId }) => jobPartId)).toEqual(asked);
    expect(first.waiting.toOrder).toBeGreaterThanOrEqual(3);
    expect((await list({ fieldOperativeId, state: "collected" })).parts).toEqual([]);
    expect((await list({ fieldOperativeId, search: word })).parts).toEqual([]);
    expect((await list({ fieldOperativeId, search: "example" })).parts).toHaveLength(3);
    const none = await server.request(listPartOrders, { query: { after: randomUUID() } });
    expect(none.status).toBe(400);
  });

  it("forgets what the engineer has removed", async () => {
    const job = await raise();
    const part = toOrder(job);
    await server.database.pool.query(
      "insert into job_part (job_part_id, job_id, row) values ($1, $2, $3)",
      [part.jobPartId, job.jobId, part],
    );
    expect(await find(part.jobPartId)).toMatchObject({ state: "to-order" });
    await server.database.pool.query("delete from job_part where job_part_id = $1", [
      part.jobPartId,
    ]);
    expect((await list({ jobId: job.jobId })).parts).toEqual([]);
  });
});
