import { getCommands } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aDraft, assignedJob } from "../../testing/jobs.ts";
import { aMessage, sendSeveral } from "../../testing/messages.ts";
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

it("says when the phone received it and when the engineer read it, also of a phone that does not say so", async () => {
  const { jobId } = await assignedJob(server, engineer);
  await comment(jobId);
  const { fieldOperativeId } = engineer;
  const readComment = async () => {
    const [listed] = await server.call(office.listCommands, { query: { fieldOperativeId } });
    const { officeActions } = await server.call(office.readJob, { params: { jobId } });
    return { listed, state: officeActions.at(-1)?.commentState };
  };
  const before = await readComment();
  expect(before.listed).toMatchObject({ acknowledgedOn: null, readOn: null });
  expect(before.state).toEqual({ fieldOperativeId, receivedOn: null, readOn: null });

  const acknowledgedOn = "2026-11-28T14:03:00.000Z";
  const commandId = before.listed?.commandId ?? "";
  const answer = { commandId, outcome: "alert", acknowledgedOn } as const;
  const acknowledge = async (device: TestEngineer, readOn?: string) =>
    expect(
      await server.send(device, "CommandAcknowledgement", { ...answer, ...(readOn && { readOn }) }),
    ).toMatchObject({ status: 200 });
  await acknowledge(engineer);
  const received = await readComment();
  expect(received.listed).toMatchObject({ acknowledgedOn, outcome: "alert", readOn: null });
  expect(received.state).toEqual({ fieldOperativeId, receivedOn: acknowledgedOn, readOn: null });

  const readOn = "2026-11-28T18:05:00.000Z";
  await acknowledge(engineer, readOn);
  // Another phone of the engineer has it too, and an answer may come again.
  const second = await server.addPhone(engineer);
  await acknowledge(second);
  await acknowledge(second, "2026-11-28T19:00:00.000Z");
  await acknowledge(engineer);
  const read = await readComment();
  expect(read.listed).toMatchObject({ acknowledgedOn, outcome: "alert", readOn });
  expect(read.state).toEqual({ fieldOperativeId, receivedOn: acknowledgedOn, readOn });
  const { rows } = await server.database.pool.query(
    `select count(*)::int as answers from (select data from event union all select data from event_inbox) e
      where data ->> 'commandId' = $1 and data ->> 'deviceId' = $2`,
    [commandId, second.deviceId],
  );
  expect(rows).toEqual([{ answers: 1 }]);
});

it("stays read if the phone answers again in the same request without saying so", async () => {
  const { jobId } = await assignedJob(server, engineer);
  await comment(jobId);
  const query = { fieldOperativeId: engineer.fieldOperativeId };
  const [listed] = await server.call(office.listCommands, { query });
  const readOn = "2026-11-28T18:05:00.000Z";
  const answer = {
    commandId: listed?.commandId ?? "",
    outcome: "alert",
    acknowledgedOn: "2026-11-28T14:03:00.000Z",
  } as const;
  const messages = [{ ...answer, readOn }, answer].map((payload) =>
    aMessage("CommandAcknowledgement", payload),
  );
  const { token, deviceId } = engineer;
  expect(await server.request(sendSeveral, { token, deviceId, body: { messages } })).toMatchObject({
    status: 200,
    body: { answers: [{ receipt: {} }, { receipt: {} }] },
  });
  const [read] = await server.call(office.listCommands, { query });
  expect(read).toMatchObject({ outcome: "alert", readOn });
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
