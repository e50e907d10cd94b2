import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { advanceJob } from "../actions/job-life.ts";
import { removeJob } from "../actions/removal.ts";
import { drain } from "../outbox/sender.ts";
import { readUnreadAlerts } from "../reading/alerts.ts";
import { readJobCards } from "../reading/jobs.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { signInOther } from "../testing/node-device.ts";
import { aJobId } from "../testing/queueing.ts";
import { entityId } from "../testing/engineer.ts";
import { anEntry } from "../testing/form-builders.ts";
import { aServerJob } from "../testing/server-job.ts";
import { anAppliance, aTenant } from "../testing/work-builders.ts";
import { recoverJobs, refreshJobs } from "./jobs.ts";

const secondAppointment = "0190a000-0000-7000-8000-0000000000ac";
const jobId = aJobId(1);
const at = "2026-03-02T12:00:00.000Z";

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer, { now: () => new Date(at) });
  fakeServer.jobs = [aServerJob({ jobId })];
});
afterEach(() => phone.kill());

const job = () => phone.device.database.job.get(jobId);
const queued = async () =>
  (await phone.device.database.messageQueue.orderBy("id").toArray()).map((row) => row.type);

describe("New jobs", () => {
  it("are stored as New and acknowledged with a status message", async () => {
    expect(await refreshJobs(phone.device)).toEqual({ ok: true, value: { added: 1 } });
    expect(await job()).toMatchObject({ status: "New", statusTimestamps: { New: at } });
    await drain(phone.device);
    expect(fakeServer.received.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ jobId, currentStatus: "Reset", changeTimestamp: at }),
    ]);
  });

  it("know which added forms the server has already", async () => {
    const [asked, added] = [entityId(61), entityId(62)].map((customFormId) => ({
      ...anEntry(),
      customFormId,
      addedByUser: customFormId === entityId(62),
    }));
    if (!asked || !added) throw new Error("There are no forms");
    fakeServer.jobs = [aServerJob({ jobId, customForms: [asked, added] })];
    await refreshJobs(phone.device);
    expect((await job())?.sentForms).toEqual([added.customFormId]);
  });

  it("bring alerts that name the job, except those of the first fetch", async () => {
    const unread = async () => (await readUnreadAlerts(phone.device)).alerts;
    await refreshJobs(phone.device);
    expect(await unread()).toEqual([]);
    fakeServer.jobs = [
      aServerJob({ jobId }),
      aServerJob({ jobId: aJobId(2), formattedJobId: "FF2", status: "OnSite" }),
    ];
    await refreshJobs(phone.device);
    await refreshJobs(phone.device);
    expect(await unread()).toMatchObject([{ kind: "job-added", formattedJobId: "FF2" }]);
  });

  it("bring alerts also after a first fetch that found none", async () => {
    fakeServer.jobs = [];
    await refreshJobs(phone.device);
    fakeServer.jobs = [aServerJob({ jobId })];
    await refreshJobs(phone.device);
    expect((await readUnreadAlerts(phone.device)).alerts).toHaveLength(1);
  });

  it("that are restored after a lost database bring no alerts", async () => {
    fakeServer.jobs = [aServerJob({ jobId })];
    await recoverJobs(phone.device);
    const unread = async () => (await readUnreadAlerts(phone.device)).alerts;
    expect(await unread()).toEqual([]);
    fakeServer.jobs = [aServerJob({ jobId: aJobId(2) })];
    await refreshJobs(phone.device);
    expect(await unread()).toMatchObject([{ jobId: aJobId(2) }]);
  });

  it("that are already here are skipped: a refresh never touches what the engineer did", async () => {
    await refreshJobs(phone.device);
    await advanceJob(phone.device, jobId, "New");
    fakeServer.jobs = [aServerJob({ jobId, taskDetails: "Changed", status: "New" })];
    expect(await refreshJobs(phone.device)).toEqual({ ok: true, value: { added: 0 } });
    expect(await job()).toMatchObject({ status: "Travelling", taskDetails: null });
    expect(await queued()).toEqual(["JobStatusChange", "JobStatusChange"]);
  });

  it("are not stored while their removal waits, nor when it has just been sent", async () => {
    await refreshJobs(phone.device);
    await phone.device.database.jobRemoval.put(aRemoval(jobId));
    await removeJob(phone.device, jobId);
    expect(await refreshJobs(phone.device)).toEqual({ ok: true, value: { added: 0 } });
    await drain(phone.device);
    expect(await refreshJobs(phone.device)).toEqual({ ok: true, value: { added: 0 } });
    expect(await job()).toBeUndefined();
  });

  it("are stored under another appointment after a removal", async () => {
    await refreshJobs(phone.device);
    await phone.device.database.jobRemoval.put(aRemoval(jobId));
    await removeJob(phone.device, jobId);
    fakeServer.jobs = [aServerJob({ jobId, fieldOperativeAppointmentId: secondAppointment })];
    expect(await refreshJobs(phone.device)).toEqual({ ok: true, value: { added: 1 } });
  });

  it.each(["New", "Closed"] as const)(
    "assigned again replace the earlier appointment that is %s, with a log line",
    async (status) => {
      await refreshJobs(phone.device);
      await phone.device.database.job.update(jobId, { status });
      fakeServer.jobs = [aServerJob({ jobId, fieldOperativeAppointmentId: secondAppointment })];
      expect(await refreshJobs(phone.device)).toEqual({ ok: true, value: { added: 1 } });
      expect(await job()).toMatchObject({
        status: "New",
        fieldOperativeAppointmentId: secondAppointment,
      });
      const log = await phone.device.database.log.toArray();
      expect(log.map(({ message }) => message)).toEqual([expect.stringContaining("FF1")]);
    },
  );

  it("assigned again wait while the earlier appointment is being worked", async () => {
    await refreshJobs(phone.device);
    await advanceJob(phone.device, jobId, "New");
    fakeServer.jobs = [aServerJob({ jobId, fieldOperativeAppointmentId: secondAppointment })];
    expect(await refreshJobs(phone.device)).toEqual({ ok: true, value: { added: 0 } });
    expect(await job()).toMatchObject({ status: "Travelling" });
  });

  it("do not bring back what was removed here, though the server does not know of it yet", async () => {
    await refreshJobs(phone.device);
    const { propertyId } = aServerJob({ jobId }).property;
    const tenant = aTenant({ addedByEngineer: true, propertyId });
    const propertyTenantIds = [tenant.propertyTenantId];
    const removed = { propertyAssetIds: [], jobPartIds: [], propertyTenantIds };
    await phone.device.database.job.update(jobId, { removed });
    const again = aServerJob({ jobId: aJobId(2) });
    fakeServer.jobs = [{ ...again, property: { ...again.property, tenants: [tenant] } }];
    expect(await refreshJobs(phone.device)).toEqual({ ok: true, value: { added: 1 } });
    expect(await phone.device.database.propertyTenant.get(tenant.propertyTenantId)).toBeUndefined();
  });

  it("remove an appliance that the office no longer has, but none of the engineer's own", async () => {
    const server = aServerJob({ jobId });
    const { propertyId } = server.property;
    const [boiler, fire, own] = [1, 2, 3].map((number) =>
      anAppliance({ propertyAssetId: aJobId(2 + number), propertyId }),
    );
    if (!boiler || !fire || !own) throw new Error("There are three appliances");
    fakeServer.jobs = [{ ...server, property: { ...server.property, assets: [boiler, fire] } }];
    await refreshJobs(phone.device);
    const { propertyAppliance } = phone.device.database;
    await propertyAppliance.put({ ...own, addedByEngineer: true });
    const later = aServerJob({ jobId: aJobId(2) });
    fakeServer.jobs = [{ ...later, property: { ...later.property, assets: [boiler] } }];
    expect(await refreshJobs(phone.device)).toEqual({ ok: true, value: { added: 1 } });
    expect(await propertyAppliance.orderBy("propertyAssetId").primaryKeys()).toEqual([
      boiler.propertyAssetId,
      own.propertyAssetId,
    ]);
  });

  it("are not fetched by a browser without an installation", async () => {
    await phone.device.database.setting.update(1, { installationDate: null });
    expect(await refreshJobs(phone.device)).toEqual({ ok: false, refusal: "not-installed" });
    expect(fakeServer.requestedPaths).toEqual([]);
  });

  it("are not stored for a colleague who signs in while they are on their way", async () => {
    fakeServer.answer = (path) => {
      if (path !== "/api/job") return undefined;
      return (async () => {
        await signInOther(phone.device, aJobId(9));
        return new Response(JSON.stringify({ jobs: fakeServer.jobs }), {
          headers: { "Content-Type": "application/json" },
        });
      })();
    };
    expect(await refreshJobs(phone.device)).toEqual({ ok: false, refusal: "signed-out" });
    expect(await readJobCards(phone.device)).toEqual([]);
    expect(await phone.device.database.job.count()).toBe(0);
  });

  it("that cannot be fetched change nothing and report it", async () => {
    fakeServer.isOnline = false;
    expect(await refreshJobs(phone.device)).toEqual({ ok: false, refusal: "network" });
    expect(phone.events).toContainEqual({ kind: "network-error" });
  });
});

describe("After recovery", () => {
  it("every open job has the state that the server recorded, and the one under way is selected", async () => {
    const times = { New: at, Travelling: at, OnSite: at };
    fakeServer.jobs = [
      aServerJob({ jobId, status: "OnSite", statusTimestamps: times }),
      aServerJob({ jobId: aJobId(2), status: "New" }),
    ];
    expect(await recoverJobs(phone.device)).toEqual({ ok: true, value: { added: 2 } });
    expect(await job()).toMatchObject({
      status: "OnSite",
      statusTimestamps: times,
      isSelected: true,
    });
    expect(await queued()).toEqual(["JobStatusChange"]);
  });

  it("a job that is New has the very time that the server is sent", async () => {
    await recoverJobs(phone.device);
    await drain(phone.device);
    expect((await job())?.statusTimestamps).toEqual({ New: at });
    expect(fakeServer.received[0]?.payload).toMatchObject({ changeTimestamp: at });
  });
});

/** The office has asked for the removal of the job. */
function aRemoval(jobId: string) {
  return {
    jobRemovalId: jobId,
    jobId,
    fieldOperativeAppointmentId: jobId,
    requestedOn: "2026-01-05T10:00:00.000Z",
  };
}
