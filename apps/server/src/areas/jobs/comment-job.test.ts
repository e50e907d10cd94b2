import { getCommands } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aDraft, assignedJob } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let engineer: TestEngineer;

beforeAll(async () => {
  server = await startTestServer();
  engineer = await server.addEngineer("Nia");
});

afterAll(() => server.stop());

const comment = (jobId: string, changes: object = {}) =>
  server.request(office.commentJob, {
    params: { jobId },
    body: { comment: " The gate code is 4711\nRing twice ", ...changes },
  });

it("a comment goes to the phones of the engineer who has the job, and stands in the job", async () => {
  const { jobId } = await assignedJob(server, engineer);
  expect(await comment(jobId, { fieldOperativeId: engineer.fieldOperativeId })).toMatchObject({
    status: 200,
  });
  const { token, deviceId } = engineer;
  const { commands } = await server.call(getCommands, { token, deviceId, query: { unsent: "0" } });
  expect(commands).toMatchObject([
    { type: "JobUpdate", jobId, details: "The gate code is 4711\nRing twice", isComment: true },
  ]);
  const { officeActions } = await server.call(office.readJob, { params: { jobId } });
  expect(officeActions.at(-1)).toMatchObject({
    action: "command-queued",
    comment: "The gate code is 4711\nRing twice",
  });
  const { fieldOperativeId } = engineer;
  expect(await server.call(office.listCommands, { query: { fieldOperativeId } })).toMatchObject([
    { type: "JobUpdate", isComment: true },
  ]);
});

it("is refused if nobody has the job, if another engineer has it now, or if it has ended", async () => {
  const { jobId } = await server.call(office.createJob, {
    body: aDraft({ fieldOperativeId: null }),
  });
  expect(await comment(jobId)).toMatchObject({
    status: 409,
    body: { detail: "Nobody has this job" },
  });
  const other = await server.addEngineer("Ada");
  await server.call(office.assignJob, {
    params: { jobId },
    body: { fieldOperativeId: other.fieldOperativeId },
  });
  expect(await comment(jobId, { fieldOperativeId: engineer.fieldOperativeId })).toMatchObject({
    status: 409,
    body: { detail: "Meanwhile another engineer has this job" },
  });
  await server.call(office.cancelJob, {
    params: { jobId },
    body: { outcomeId: 6, reason: "Raised twice", force: false },
  });
  expect(await comment(jobId)).toMatchObject({
    status: 409,
    body: { detail: "The job is cancelled" },
  });
  expect(await comment("0190a000-0000-7000-8000-000000000009")).toMatchObject({ status: 404 });
});
