import { afterEach, beforeEach, expect, it } from "vitest";
import { aFakeServer, aSignedInPhone, type SignedInPhone } from "../testing/fake-server.ts";
import { aJobId } from "../testing/queueing.ts";
import { aServerJob } from "../testing/server-job.ts";
import { refreshJobHistory } from "./job-history.ts";
import { refreshJobs } from "./jobs.ts";

const jobId = aJobId(1);
const delivered = "2026-03-02T12:00:00.000Z";
const opened = "2026-03-02T12:40:00.000Z";

const visit = {
  jobId: aJobId(2),
  formattedJobId: "FF-11E64AB7",
  engineerName: "Sam Taylor",
  mobileNumber: null,
  jobCategory: "Damp",
  jobDetailType: "Inspection",
  outcome: "Complete",
  jobDetails: null,
  notes: [],
  appointmentDateTime: "2026-03-02T12:10:00.000Z",
};

let now = delivered;
let phone: SignedInPhone;
const fakeServer = aFakeServer();
beforeEach(async () => {
  now = delivered;
  fakeServer.isOnline = true;
  phone = await aSignedInPhone(fakeServer, { now: () => new Date(now) });
  fakeServer.jobs = [aServerJob({ jobId, history: [], taskDetails: "As delivered" })];
  await refreshJobs(phone.device);
  now = opened;
  fakeServer.jobs = [aServerJob({ jobId, history: [visit], taskDetails: "Changed" })];
});
afterEach(() => phone.kill());

const job = () => phone.device.database.job.get(jobId);

it("takes over the history of a job that is on the phone, with the time, and nothing else", async () => {
  expect(await refreshJobHistory(phone.device, jobId)).toMatchObject({ ok: true });
  expect(await job()).toMatchObject({
    history: [visit],
    historyOn: opened,
    storedOn: delivered,
    taskDetails: "As delivered",
  });
});

it("keeps the stored history without a network", async () => {
  fakeServer.isOnline = false;
  const failed = { ok: false, failure: { kind: "network" } };
  expect(await refreshJobHistory(phone.device, jobId)).toEqual(failed);
  expect(await job()).toMatchObject({ history: [] });
  expect((await job())?.historyOn).toBeUndefined();
});

it("keeps the stored history of a job that the office no longer has open for the engineer", async () => {
  fakeServer.jobs = [];
  expect(await refreshJobHistory(phone.device, jobId)).toEqual({ ok: true });
  expect(await job()).toMatchObject({ history: [] });
  expect((await job())?.historyOn).toBeUndefined();
});
