import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getCommands, getJobs } from "@fieldfare/contract";
import {
  cancelJob,
  changeJob,
  createJob,
  type JobDetails,
  listAudit,
  readJob,
  requestRemoval,
} from "@fieldfare/contract/office";
import { aClose } from "../../testing/closings.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let engineer: TestEngineer;

const details: JobDetails = {
  appointmentDateTime: "2026-12-01T09:00:00.000Z",
  clientPreferredTimeName: null,
  taskDetails: "No hot water",
  accessNotes: null,
  jobPriority: "Routine",
};

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function raise(isAssigned = true) {
  engineer = await server.addEngineer("Nora");
  const { fieldOperativeId } = engineer;
  const draft = aDraft({ ...details, fieldOperativeId: isAssigned ? fieldOperativeId : null });
  const answer = await server.call(createJob, { body: draft });
  return { ...answer, fieldOperativeAppointmentId: answer.fieldOperativeAppointmentId ?? "" };
}

const change = (jobId: string, changes: Partial<JobDetails>, expected = details, token?: string) =>
  server.request(changeJob, {
    params: { jobId },
    body: { expected, details: { ...expected, ...changes } },
    ...(token !== undefined && { token }),
  });
const asEngineer = () => ({ token: engineer.token, deviceId: engineer.deviceId });
const readUpdates = async () =>
  (await server.call(getCommands, asEngineer())).commands.flatMap((command) =>
    command.type === "JobUpdate" && "details" in command ? [command.details] : [],
  );

describe("Changing a job", () => {
  it("tells the engineer what has changed, and hands the phone the job as it is now", async () => {
    const { jobId } = await raise();
    const changes = { jobPriority: "Emergency", appointmentDateTime: "2026-12-02T13:30:00.000Z" };
    expect(await change(jobId, changes)).toMatchObject({
      status: 200,
      body: { ...details, ...changes },
    });
    expect(await readUpdates()).toEqual([
      "The office has changed the appointment and the priority. The appointment is now at 02/12/2026 13:30.",
    ]);
    const { jobs } = await server.call(getJobs, asEngineer());
    expect(jobs).toMatchObject([
      {
        appointmentDateTime: changes.appointmentDateTime,
        taskDetails: "No hot water",
        description: { jobPriority: "Emergency" },
      },
    ]);
    const { rows } = await server.database.pool.query(
      "select appointment_date_time as at from appointment where job_id = $1",
      [jobId],
    );
    expect(rows).toEqual([{ at: new Date(changes.appointmentDateTime) }]);
  });

  it("is recorded without what may be about a person", async () => {
    const { jobId } = await raise(false);
    await change(jobId, { taskDetails: "Pat is deaf: ring twice", jobPriority: null });
    const { events } = await server.call(listAudit, { query: { subject: jobId } });
    expect(events.at(-1)).toMatchObject({
      type: "job-changed",
      before: { jobPriority: "Routine" },
      after: { jobPriority: null, notRecorded: ["taskDetails"] },
    });
    expect(JSON.stringify(events)).not.toContain("deaf");
  });

  it("is refused if somebody has asked to cancel the job since, unless the caller has read that", async () => {
    const job = await raise();
    const { jobId } = job;
    await server.send(engineer, "JobStatusChange", {
      jobId,
      fieldOperativeAppointmentId: job.fieldOperativeAppointmentId,
      currentStatus: "Reset",
      changeTimestamp: "2026-11-23T09:00:00.000Z",
    });
    await server.call(cancelJob, {
      params: { jobId },
      body: { outcomeId: 6, reason: "Raised twice", force: false },
    });
    const { cancellation } = await server.call(readJob, { params: { jobId } });
    const urgent = { ...details, jobPriority: "Emergency" };
    const save = (seen: object, wanted: JobDetails) =>
      server.request(changeJob, {
        params: { jobId },
        body: { expected: { ...details, ...seen }, details: wanted },
      });
    expect(await save({ cancellationRequestedOn: null }, urgent)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Meanwhile somebody has asked to cancel job /) },
    });
    const seen = { cancellationRequestedOn: cancellation?.requestedOn ?? "" };
    expect((await save(seen, urgent)).status).toBe(200);
    expect((await save({ jobPriority: "Emergency" }, details)).status).toBe(200);
  });

  it("sets no other appointment over a request to remove the job that the caller has not read", async () => {
    const { jobId, fieldOperativeAppointmentId } = await raise();
    await server.send(engineer, "JobStatusChange", {
      jobId,
      fieldOperativeAppointmentId,
      currentStatus: "Reset",
      changeTimestamp: "2026-11-23T09:00:00.000Z",
    });
    await server.call(requestRemoval, { params: { jobId }, body: { force: false } });
    const { removalRequest } = await server.call(readJob, { params: { jobId } });
    const save = (removalRequestedOn: string | null, changes: Partial<JobDetails>) =>
      server.request(changeJob, {
        params: { jobId },
        body: { expected: { ...details, removalRequestedOn }, details: { ...details, ...changes } },
      });
    const later = { appointmentDateTime: "2026-12-02T13:30:00.000Z" };
    expect(await save(null, later)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Meanwhile somebody has asked the phone of Nora /) },
    });
    expect((await save(removalRequest?.requestedOn ?? "", later)).status).toBe(200);
  });

  it("is refused if somebody has changed the same job, and says what", async () => {
    const { jobId } = await raise();
    await change(jobId, { accessNotes: "Key safe 1" });
    expect(await change(jobId, { jobPriority: "Emergency" })).toMatchObject({
      status: 409,
      body: { detail: "Meanwhile somebody has changed how to get in of this job." },
    });
    const seen = { ...details, accessNotes: "Key safe 1" };
    expect((await change(jobId, { jobPriority: "Emergency" }, seen)).status).toBe(200);
    expect(await readUpdates()).toHaveLength(2);
  });

  it("changes nothing and tells nobody if nothing is different", async () => {
    const { jobId } = await raise();
    expect((await change(jobId, {})).status).toBe(200);
    expect(await readUpdates()).toEqual([]);
  });

  it("is done already when a request is repeated whose answer was lost", async () => {
    const { jobId } = await raise();
    const changes = { jobPriority: "Emergency", appointmentDateTime: "2026-12-02T13:30:00.000Z" };
    const answers = [await change(jobId, changes), await change(jobId, changes)];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { ...details, ...changes } });
    expect(await readUpdates()).toHaveLength(1);
    const { events } = await server.call(listAudit, { query: { subject: jobId } });
    expect(events.filter(({ type }) => type === "job-changed")).toHaveLength(1);
  });

  it("is refused for a closed job and one that there is not", async () => {
    const job = await raise();
    await server.send(engineer, "JobClose", aClose(job));
    expect((await change(job.jobId, { jobPriority: null })).status).toBe(409);
    expect((await change(crypto.randomUUID(), { jobPriority: null })).status).toBe(404);
  });
});
