import { randomUUID } from "node:crypto";
import { messagePaths } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type InstalledEngineer,
  startTestServer,
  type TestServer,
} from "../../testing/in-process.ts";
import { aMessage, type Message } from "../../testing/messages.ts";

let server: TestServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startTestServer();
  sam = await server.installed();
});
afterAll(() => server.close());

interface TrainingJob {
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  readonly formattedJobId: string;
}

async function jobsOf({ caller }: InstalledEngineer): Promise<TrainingJob[]> {
  const answer = await caller.get("/api/emulate/job");
  return (answer.body as { jobs: TrainingJob[] }).jobs;
}

/** To the path of training, or to the live one. */
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

/** Everything live that a message could have changed. */
function traces() {
  return server.rows(`select (select count(*)::int from message) as messages,
    (select count(*)::int from job) as jobs, (select count(*)::int from lane) as lanes,
    (select count(*)::int from mileage) as mileage, (select count(*)::int from property) as properties,
    (select count(*)::int from refused_message) as refused`);
}

describe("training", () => {
  it("gives an engineer jobs, takes one to Closed, and touches no live row", async () => {
    const before = await traces();
    const jobs = await jobsOf(sam);
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
    expect(await traces()).toEqual(before);
  });

  it("never runs out of jobs, and hands none out twice to a device that has told of it", async () => {
    const known = await jobsOf(sam);
    for (const job of known) await post(sam, status(job, "Reset"));
    const more = await jobsOf(sam);
    const ids = new Set(known.map(({ jobId }) => jobId));
    expect(more.filter(({ jobId }) => ids.has(jobId))).toEqual([]);
  });

  it("keeps the mileage apart", async () => {
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
    expect((await sam.caller.get("/api/mileage")).body).toEqual([]);
    expect(await traces()).toEqual(before);
  });

  it("knows nothing of live jobs, and the live side nothing of those in training", async () => {
    const live = await server.job(sam);
    const message = status({ ...live, formattedJobId: "" }, "Travelling");
    expect((await post(sam, message)).status).toBe(404);
    const [job] = await jobsOf(await server.installed());
    if (!job) throw new Error("There is nothing to train with");
    expect((await post(sam, status(job, "Travelling"))).status).toBe(404);
    expect((await post(sam, status(job, "Travelling"), "/api/")).status).toBe(404);
  });

  it("is for engineers with a device of theirs", async () => {
    const office = await server.office();
    expect((await office.get("/api/emulate/job")).status).toBe(403);
    expect((await server.stranger.get("/api/emulate/job")).status).toBe(401);
    const elsewhere = sam.caller.with({ deviceId: randomUUID() });
    expect((await elsewhere.get("/api/emulate/job")).status).toBe(403);
    const locked = await server.installed();
    await jobsOf(locked);
    await server.rows("update device set locked = true where device_id = $1", [locked.deviceId]);
    expect((await locked.caller.get("/api/emulate/job")).status).toBe(403);
  });
});
