import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import { aJobRow } from "../testing/builders.ts";
import { openNodeDevice } from "../testing/node-device.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aJobId } from "../testing/queueing.ts";
import { advanceJob, cancelJob, placeHold, releaseHold, selectJob } from "./job-life.ts";
import { confirmNotice } from "./notices.ts";

const jobId = aJobId(1);
const otherId = aJobId(2);
const hold = { holdReasonId: 2, holdDescription: "Waiting for a part" };
const reasons = [{ value: 2, requiresAdditionalText: true }];
const noticeId = "0190a000-0000-7000-8000-0000000000d1";

let fakeServer: FakeServer;
let phone: SignedInPhone;
let now: Date;
beforeEach(async () => {
  now = new Date("2026-03-02T12:00:00.000Z");
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer, { now: () => now });
  await phone.device.database.job.bulkPut([
    aJobRow({ jobId, statusTimestamps: { New: "2026-03-02T07:00:00.000Z" } }),
    aJobRow({ jobId: otherId }),
  ]);
  const colleague = await phone.device.engineers.open(aJobId(9));
  await colleague?.job.put(aJobRow({ jobId: aJobId(3) }));
});
afterEach(() => phone.kill());

const job = async (id = jobId) => (await phone.device.database.job.get(id))!;
async function queued() {
  const rows = await phone.device.database.messageQueue.orderBy("id").toArray();
  return rows.map(({ type, payload }): Record<string, unknown> => ({
    type,
    ...(payload as object),
  }));
}
async function goInside() {
  await advanceJob(phone.device, jobId, "New");
  await advanceJob(phone.device, jobId, "Travelling");
  await advanceJob(phone.device, jobId, "OnSite");
}

describe("Each step", () => {
  it("writes the status with its time and queues it, in the order of the taps", async () => {
    await goInside();
    expect(await job()).toMatchObject({ status: "AccessGained", isSelected: true });
    const statuses = (await queued()).map((message) => message["currentStatus"]);
    expect(statuses).toEqual(["Travelling", "OnSite", "AccessGained"]);
  });

  it("tapped twice, or in two tabs at once, is taken once", async () => {
    const tab = await openNodeDevice({ disk: phone.disk, fetch: fakeServer.fetch, now: () => now });
    await Promise.all([
      advanceJob(phone.device, jobId, "New"),
      advanceJob(tab.device, jobId, "New"),
      advanceJob(phone.device, jobId, "New"),
    ]);
    expect((await job()).status).toBe("Travelling");
    expect(await queued()).toHaveLength(1);
    tab.kill();
  });

  it("of the selected job reads the same with two jobs on the phone and with two hundred", async () => {
    const { database } = phone.device;
    let reads = 0;
    database.job.hook("reading", (row) => {
      reads += 1;
      return row;
    });
    const countReads = async (step: () => Promise<unknown>) => {
      const before = reads;
      expect(await step()).toMatchObject({ ok: true });
      return reads - before;
    };
    await selectJob(phone.device, jobId);
    const readsWithFewJobs = await countReads(() => advanceJob(phone.device, jobId, "New"));
    await cancelJob(phone.device, jobId);
    const manyJobIds = Array.from({ length: 198 }, (_, index) => aJobId(index + 10));
    await database.job.bulkPut(manyJobIds.map((id) => aJobRow({ jobId: id })));
    await selectJob(phone.device, jobId);
    expect(await countReads(() => advanceJob(phone.device, jobId, "New"))).toBe(readsWithFewJobs);
  });

  it("is refused while another job is active, and writes nothing", async () => {
    await advanceJob(phone.device, jobId, "New");
    expect(await advanceJob(phone.device, otherId, "New")).toEqual({
      ok: false,
      refusal: "another-job-active",
    });
    expect((await job(otherId)).status).toBe("New");
    expect(await queued()).toHaveLength(1);
  });

  it("of a job of another engineer is not found", async () => {
    expect(await advanceJob(phone.device, aJobId(3), "New")).toEqual({
      ok: false,
      refusal: "not-found",
    });
    expect(await selectJob(phone.device, aJobId(3))).toMatchObject({ refusal: "not-found" });
  });

  it("by nobody is refused", async () => {
    await phone.device.database.token.clear();
    expect(await advanceJob(phone.device, jobId, "New")).toEqual({
      ok: false,
      refusal: "signed-out",
    });
  });

  it("keeps its place in the order whatever the clock does", async () => {
    await advanceJob(phone.device, jobId, "New");
    now = new Date("2020-01-01T00:00:00.000Z");
    await advanceJob(phone.device, jobId, "Travelling");
    now = new Date("2030-01-01T00:00:00.000Z");
    await advanceJob(phone.device, jobId, "OnSite");
    await drain(phone.device);
    expect(fakeServer.received.map(({ order }) => order?.laneNumber)).toEqual([1, 2, 3]);
    expect(fakeServer.received.map(({ messageCreatedOn }) => messageCreatedOn.slice(0, 4))).toEqual(
      ["2026", "2020", "2030"],
    );
  });
});

describe("Cancelling", () => {
  it("sets the job back to New and reports a reset; what was queued stays queued", async () => {
    await advanceJob(phone.device, jobId, "New");
    expect(await cancelJob(phone.device, jobId)).toMatchObject({ ok: true });
    expect(await job()).toMatchObject({
      status: "New",
      isSelected: false,
      statusTimestamps: { New: now.toISOString() },
    });
    const statuses = (await queued()).map((message) => message["currentStatus"]);
    expect(statuses).toEqual(["Travelling", "Reset"]);
  });

  it("is refused once access is gained, and writes nothing", async () => {
    await goInside();
    expect(await cancelJob(phone.device, jobId)).toMatchObject({ refusal: "access-gained" });
    expect(await queued()).toHaveLength(3);
  });
});

describe("A hold", () => {
  it("goes back to OnSite without the time of access, and is reported with its reason", async () => {
    await goInside();
    expect(await placeHold(phone.device, jobId, { ...hold, reasons })).toMatchObject({ ok: true });
    const held = await job();
    expect(held).toMatchObject({
      status: "OnSite",
      hold: { ...hold, timestamp: now.toISOString() },
    });
    expect(held.statusTimestamps).not.toHaveProperty("AccessGained");
    expect((await queued()).at(-1)).toMatchObject({
      type: "JobHoldChange",
      isOnHold: true,
      ...hold,
      statusTimestamps: held.statusTimestamps,
    });
  });

  it("lets another job be started, and is released only when none is active", async () => {
    await goInside();
    await placeHold(phone.device, jobId, { ...hold, reasons });
    expect(await advanceJob(phone.device, otherId, "New")).toMatchObject({ ok: true });
    expect(await releaseHold(phone.device, jobId)).toMatchObject({ refusal: "another-job-active" });
    await cancelJob(phone.device, otherId);
    expect(await releaseHold(phone.device, jobId)).toMatchObject({ ok: true });
    expect(await job()).toMatchObject({ hold: null, isSelected: true });
    expect((await queued()).at(-1)).toMatchObject({ type: "JobHoldChange", isOnHold: false });
  });

  it("without the description that its reason asks for is refused and writes nothing", async () => {
    await goInside();
    const waiting = (await queued()).length;
    const withoutDescription = { ...hold, holdDescription: "  ", reasons };
    expect(await placeHold(phone.device, jobId, withoutDescription)).toMatchObject({
      refusal: "details-missing",
    });
    expect(await queued()).toHaveLength(waiting);
  });

  it("before access is refused and writes nothing", async () => {
    await advanceJob(phone.device, jobId, "New");
    expect(await placeHold(phone.device, jobId, { ...hold, reasons })).toMatchObject({
      refusal: "access-not-gained",
    });
    expect(await queued()).toHaveLength(1);
  });
});

it("Selecting is local: one job at a time, and nothing is sent", async () => {
  await selectJob(phone.device, jobId);
  await selectJob(phone.device, otherId);
  expect((await job()).isSelected).toBe(false);
  expect((await job(otherId)).isSelected).toBe(true);
  expect(await queued()).toEqual([]);
});

it("A notice is confirmed once, however often it is tapped", async () => {
  const notification = {
    propertyNotificationId: noticeId,
    code: "DOG",
    description: "A dog",
    severity: 1,
    alertEngineer: true,
    confirmedRead: false,
    confirmedReadTimestamp: null,
  } as const;
  const row = await job();
  await phone.device.database.job.put({
    ...row,
    property: { ...row.property, notifications: [notification] },
  });
  const notice = { kind: "Warning", notification } as const;
  await Promise.all([
    confirmNotice(phone.device, jobId, notice),
    confirmNotice(phone.device, jobId, notice),
  ]);
  await confirmNotice(phone.device, jobId, { kind: "PartsRequired" });
  await confirmNotice(phone.device, jobId, { kind: "PartsRequired" });
  expect(await queued()).toEqual([
    expect.objectContaining({ notice: "Warning", propertyNotificationId: noticeId }),
    expect.objectContaining({ notice: "PartsRequired", propertyNotificationId: null }),
  ]);
  expect((await job()).property.notifications[0]?.confirmedReadTimestamp).toBe(now.toISOString());
});
