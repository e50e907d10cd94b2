import { randomUUID } from "node:crypto";
import { messagePaths, type TokenModel } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../testing/caller.ts";
import {
  type InstalledEngineer,
  anInstallation,
  testImageUrl,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";
import { aMessage, type Message } from "../../testing/messages.ts";

let server: InProcessServer;
/** The same engineer on the device of a live build, and on the device of a training build. */
let live: InstalledEngineer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
  live = await server.installed();
  sam = await withTrainingDevice(live);
});
afterAll(() => server.close());

async function withTrainingDevice(engineer: InstalledEngineer): Promise<InstalledEngineer> {
  const deviceId = randomUUID();
  const caller = (await signInAgain(engineer)).with({ deviceId });
  const registered = await caller.post(
    "/api/emulate/installation/register",
    anInstallation(deviceId),
  );
  expect(registered.status).toBe(200);
  return { ...engineer, deviceId, caller };
}

/** Signs in with the password in a browser that is no device yet. */
async function signInAgain({ email, password }: InstalledEngineer) {
  const { body } = await server.anonymous.post("/api/auth/token", { email, password });
  return server.anonymous.with((body as { tokenModel: TokenModel }).tokenModel);
}

interface TrainingJob {
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  readonly formattedJobId: string;
}

async function readJobs({ caller }: InstalledEngineer): Promise<TrainingJob[]> {
  const answer = await caller.get("/api/emulate/job");
  return (answer.body as { jobs: TrainingJob[] }).jobs;
}

/** Posts a message to the training path, or to the live one. */
function post({ caller }: InstalledEngineer, message: Message, base = "/api/emulate/") {
  return caller.post(messagePaths[message.type].replace("/api/", base), message, {
    "Idempotency-Key": message.messageId,
  });
}

const changeTimestamp = "2026-11-21T10:00:00.000Z";
const status = (job: TrainingJob, currentStatus: string) => {
  const ids = {
    jobId: job.jobId,
    fieldOperativeAppointmentId: job.fieldOperativeAppointmentId,
  };
  return aMessage("JobStatusChange", { ...ids, currentStatus, changeTimestamp }, ids);
};

/** Reads all live rows that a message could have changed. */
function traces() {
  return server.rows(`select (select count(*)::int from message) as messages,
    (select count(*)::int from job) as jobs, (select count(*)::int from lane) as lanes,
    (select count(*)::int from mileage) as mileage, (select count(*)::int from property) as properties,
    (select count(*)::int from refused_message) as refused, (select count(*)::int from absence) as absences,
    (select count(*)::int from contact_favourite) as favourites,
    (select sum(favourites_version)::int from field_operative) as versions,
    (select count(*)::int from device_export) as exports, (select count(*)::int from device_log) as logs,
    (select count(*)::int from device_report) as reports,
    (select count(*)::int from command_acknowledgement) as answers,
    (select string_agg(signature, ' ' order by field_operative_id) from field_operative) as signatures`);
}

describe("training", () => {
  it("gives an engineer jobs, closes one, and changes no live row", async () => {
    const before = await traces();
    const jobs = await readJobs(sam);
    expect(jobs).toHaveLength(3);
    const [job] = jobs as [TrainingJob];
    for (const next of ["Reset", "Travelling", "OnSite", "AccessGained", "Closed"])
      expect(await post(sam, status(job, next))).toMatchObject({
        status: 200,
        body: { outcome: "recorded" },
      });
    const { jobId, fieldOperativeAppointmentId } = job;
    const noAccess = aMessage(
      "JobNoAccess",
      {
        jobId,
        fieldOperativeAppointmentId,
        noAccessReasonId: 1,
        notes: "No answer",
        imageIds: [randomUUID()],
        statusTimestamps: {},
        changeTimestamp,
      },
      { jobId, fieldOperativeAppointmentId },
    );
    expect(await post(sam, noAccess)).toMatchObject({ status: 200 });
    expect(await server.rows("select status from training.job where job_id = $1", [jobId])).toEqual(
      [{ status: "Closed" }],
    );
    expect(await server.rows("select * from reporting.jobs where job_id = $1", [jobId])).toEqual(
      [],
    );
    expect(await traces()).toEqual(before);
  });

  it("never runs out of jobs, and sends none twice to a device that has acknowledged it", async () => {
    const known = await readJobs(sam);
    for (const job of known) await post(sam, status(job, "Reset"));
    const nextJobs = await readJobs(sam);
    const ids = new Set(known.map(({ jobId }) => jobId));
    expect(nextJobs.filter(({ jobId }) => ids.has(jobId))).toEqual([]);
  });

  it("keeps mileage separate", async () => {
    const before = await traces();
    const clientFieldOperativeMileageId = randomUUID();
    const mileage = aMessage("MileageAdd", {
      type: "add",
      timestamp: changeTimestamp,
      clientFieldOperativeMileageId,
      dateRecorded: changeTimestamp,
      currentMileage: 12_000,
      vehicle: { vehicleId: null, registration: "AB12 CDE" },
    });
    expect(await post(sam, mileage)).toMatchObject({ status: 200 });
    const listed = await sam.caller.get("/api/emulate/mileage");
    expect(listed.body).toMatchObject([{ clientFieldOperativeMileageId }]);
    expect((await live.caller.get("/api/mileage")).body).toEqual([]);
    expect(await traces()).toEqual(before);
  });

  it("keeps absences, favourites, signatures, exports and logs separate", async () => {
    const before = await traces();
    const id = randomUUID();
    const sent: Message[] = [
      aMessage("AbsenceRequest", {
        id,
        holidayYearId: null,
        type: "holiday",
        dayCount: 1,
        days: [{ dateFrom: "2026-12-01", dateTo: "2026-12-01" }],
        comment: null,
        changeTimestamp,
      }),
      aMessage("ContactFavouriteChange", {
        contactId: randomUUID(),
        isFavourite: true,
        changeTimestamp,
      }),
      aMessage("SignatureUpdate", { signature: testImageUrl }),
    ];
    for (const message of sent) expect(await post(sam, message)).toMatchObject({ status: 200 });
    expect((await sam.caller.get("/api/emulate/absence/absences")).body).toMatchObject({
      holidayYears: [{ requests: [{ id }] }],
    });
    const log = { logId: randomUUID(), loggedOn: changeTimestamp, level: "error", message: "Oh" };
    const entries = [{ ...log, details: null }];
    expect(await sam.caller.post("/api/emulate/log/error", { entries })).toMatchObject({
      status: 200,
    });
    const table = { table: "job", rows: [] };
    expect(await sam.caller.post("/api/emulate/device/table", table)).toMatchObject({
      status: 200,
    });
    const batchId = randomUUID();
    const form = new FormData();
    for (const [name, value] of Object.entries({ batchId, index: "0", chunk: new Blob(["piece"]) }))
      form.set(name, value);
    const piece = new Response(form);
    const type = { "content-type": piece.headers.get("content-type") ?? "" };
    const bytes = Buffer.from(await piece.arrayBuffer());
    expect(await sam.caller.post("/api/emulate/device/export/chunk", bytes, type)).toMatchObject({
      status: 200,
    });
    expect(await sam.caller.post("/api/emulate/device/export/complete", { batchId })).toMatchObject(
      { status: 200 },
    );
    expect(await traces()).toEqual(before);
  });

  it("sends no live command to a training build", async () => {
    const office = await server.office();
    await office.post("/api/office/commands", {
      fieldOperativeId: sam.fieldOperativeId,
      type: "DataDump",
    });
    expect((await sam.caller.get("/api/emulate/command")).body).toEqual({ commands: [] });
    expect((await live.caller.get("/api/command")).body).toMatchObject({
      commands: [{ type: "DataDump" }],
    });
  });

  it("registers its own devices, and does not change the live device's PIN or the signature", async () => {
    const alex = await server.installed();
    const without = await signInAgain(alex);
    const state = await without.get("/api/emulate/installation");
    expect(state.body).toEqual({ deviceState: 1, deviceId: null });
    const known = await alex.caller.get("/api/emulate/installation");
    expect(known.body).toEqual({ deviceState: 1, deviceId: null });
    const pin = "select pin_hash, pin_changed_on from device where device_id = $1";
    const before = [await server.rows(pin, [alex.deviceId]), await traces()];
    const deviceId = randomUUID();
    const register = (id: string) =>
      without.post("/api/emulate/installation/register", anInstallation(id));
    expect(await register(alex.deviceId)).toMatchObject({ status: 409 });
    expect(await register(deviceId)).toMatchObject({ status: 200, body: { deviceId } });
    expect([await server.rows(pin, [alex.deviceId]), await traces()]).toEqual(before);
    // A live device gets no PIN through training, nor another engineer's training device.
    const setPin = (caller: Caller, id: string) =>
      caller.post("/api/emulate/installation/pin", { deviceId: id, pin: "739104" });
    expect(await setPin(alex.caller, alex.deviceId)).toMatchObject({ status: 404 });
    expect(await setPin(sam.caller, deviceId)).toMatchObject({ status: 403 });
    expect(await setPin(alex.caller, randomUUID())).toMatchObject({ status: 403 });
    expect([await server.rows(pin, [alex.deviceId]), await traces()]).toEqual(before);
    expect(await setPin(without.with({ deviceId }), deviceId)).toMatchObject({ status: 200 });
    expect((await without.with({ deviceId }).get("/api/emulate/job")).status).toBe(200);
    expect((await alex.caller.with({ deviceId }).get("/api/emulate/job")).status).toBe(401);
  });

  it("gives the same jobs to two requests at the same moment", async () => {
    const engineer = await withTrainingDevice(await server.installed());
    const lists = await Promise.all([readJobs(engineer), readJobs(engineer), readJobs(engineer)]);
    const references = lists.flat().map(({ formattedJobId }) => formattedJobId);
    expect(new Set(references).size).toBe(3);
    expect(new Set(lists.flat().map(({ jobId }) => jobId)).size).toBe(3);
  });

  it("does not know live jobs, and the live side does not know training jobs", async () => {
    const liveJob = await server.job(live);
    const message = status({ ...liveJob, formattedJobId: "" }, "Travelling");
    expect((await post(sam, message)).status).toBe(404);
    const [job] = await readJobs(await withTrainingDevice(await server.installed()));
    if (!job) throw new Error("There is nothing to train with");
    expect((await post(sam, status(job, "Travelling"))).status).toBe(404);
    expect((await post(live, status(job, "Travelling"), "/api/")).status).toBe(404);
  });

  it("refuses a live device, and live calls refuse a training device", async () => {
    const unknown = { status: 403, body: { code: "device-unknown" } };
    expect(await live.caller.get("/api/emulate/job")).toMatchObject(unknown);
    expect(await sam.caller.get("/api/job")).toMatchObject(unknown);
    const job = await server.job(live);
    const message = status({ ...job, formattedJobId: "" }, "Travelling");
    expect(await post(sam, message, "/api/")).toMatchObject(unknown);
    expect(await post(live, message)).toMatchObject(unknown);
    expect(await post(live, message, "/api/")).toMatchObject({ status: 200 });
  });

  it("reads the live reference data", async () => {
    const answer = await sam.caller.post("/api/sync", { types: [] });
    expect(answer.body).not.toMatchObject({ code: "device-unknown" });
  });

  it("is for engineers on their own devices", async () => {
    const office = await server.office();
    expect((await office.get("/api/emulate/job")).status).toBe(403);
    expect((await server.anonymous.get("/api/emulate/job")).status).toBe(401);
    const elsewhere = sam.caller.with({ deviceId: randomUUID() });
    expect((await elsewhere.get("/api/emulate/job")).status).toBe(403);
    const locked = await withTrainingDevice(await server.installed());
    await readJobs(locked);
    await server.rows("update device set locked = true where device_id = $1", [locked.deviceId]);
    expect((await locked.caller.get("/api/emulate/job")).status).toBe(403);
  });

  it("stores no signature for a sign-in that has ended, and still takes what was recorded", async () => {
    const engineer = await server.installed();
    const trainee = await withTrainingDevice(engineer);
    const ids = [trainee.fieldOperativeId];
    const sign = () =>
      trainee.caller.post("/api/emulate/installation/signature", { signature: testImageUrl });
    expect(await sign()).toMatchObject({ status: 200 });
    const office = await server.office();
    await office.post(`/api/office/devices/${trainee.deviceId}/lock`, {});
    await office.post(`/api/office/devices/${trainee.deviceId}/unlock`, {});
    await server.rows(
      "update training.field_operative set signature = null where field_operative_id = $1",
      ids,
    );
    expect(await sign()).toMatchObject({ status: 401, body: { code: "unauthorised" } });
    expect(
      await server.rows(
        "select signature from training.field_operative where field_operative_id = $1",
        ids,
      ),
    ).toEqual([{ signature: null }]);
    const message = aMessage("SignatureUpdate", { signature: testImageUrl });
    expect(await post(trainee, message)).toMatchObject({ status: 200 });
  });
});
