import { randomUUID } from "node:crypto";
import { getCommands, getJobs } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aDraft, assignedJob } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

const at = "2026-11-21T09:00:00.000Z";
const body = { outcomeId: 8 as const, reason: "The tenant has repaired it", force: false };

let server: TestServer;
let engineer: TestEngineer;

beforeAll(async () => {
  server = await startTestServer();
  engineer = await server.addEngineer("Nia");
});

afterAll(() => server.stop());

const readJob = (jobId: string) => server.call(office.readJob, { params: { jobId } });

const cancel = (jobId: string, changes: Partial<typeof body> = {}) =>
  server.call(office.cancelJob, { params: { jobId }, body: { ...body, ...changes } });

/** A job that a phone of the engineer has. */
async function acknowledgedJob() {
  const job = await assignedJob(server, engineer);
  await server.send(engineer, "JobStatusChange", {
    ...job,
    currentStatus: "Reset",
    changeTimestamp: at,
  });
  return job;
}

const remove = (job: { jobId: string; fieldOperativeAppointmentId: string }) =>
  server.send(engineer, "JobRemove", { ...job, changeTimestamp: at });

/** The types of the events of a job. */
async function readEvents(jobId: string) {
  const { events } = await server.call(office.listEvents, { query: { limit: "500" } });
  return events.filter(({ data }) => "jobId" in data && data.jobId === jobId);
}

it("does not cancel a job that is no longer as the caller saw it, and says what it is now", async () => {
  const { jobId } = await assignedJob(server, engineer);
  const { job, fieldOperativeId } = await readJob(jobId);
  const { appointmentDateTime, status } = job;
  const seen = { fieldOperativeId, appointmentDateTime, status };
  const other = await server.addEngineer("Ada");
  await server.call(office.assignJob, {
    params: { jobId },
    body: { fieldOperativeId: other.fieldOperativeId },
  });
  const attempt = (expected: typeof seen) =>
    server.request(office.cancelJob, { params: { jobId }, body: { ...body, expected } });
  expect(await attempt(seen)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^Meanwhile Ada has job/) },
  });
  expect(await readJob(jobId)).toMatchObject({ job: { status }, cancellation: null });
  expect(await attempt({ ...seen, fieldOperativeId: other.fieldOperativeId })).toMatchObject({
    status: 200,
  });
});

it("cancels a job that nobody has at once, and it leaves what is to be planned", async () => {
  const { jobId } = await server.call(office.createJob, { body: aDraft() });
  const answer = await cancel(jobId);
  expect(answer).toEqual({ cancelledOn: expect.any(String), commandId: null });
  expect(await cancel(jobId)).toEqual(answer);
  expect(await readJob(jobId)).toMatchObject({
    job: { status: "Closed", outcomeId: 8 },
    closing: null,
    cancellation: { outcomeId: 8, reason: body.reason, cancelledOn: answer.cancelledOn },
  });
  const list = async (query: Record<string, string>) =>
    (await server.call(office.listJobs, { query })).filter((job) => job.jobId === jobId);
  expect(await list({ cancelled: "yes" })).toMatchObject([{ cancelledOn: answer.cancelledOn }]);
  expect(await list({ assigned: "no" })).toEqual([]);
  expect(await list({ status: "Closed", cancelled: "no" })).toEqual([]);
  const day = aDraft().appointmentDateTime.slice(0, 10);
  const board = await server.call(office.readBoard, { query: { day } });
  expect(board.jobs.find((job) => job.jobId === jobId)).toMatchObject({
    status: "Closed",
    cancelledOn: answer.cancelledOn,
  });
  const events = await readEvents(jobId);
  expect(events.map(({ type }) => type)).toEqual(["job.raised", "job.cancelled"]);
  expect(events[1]?.data).toEqual({ jobId, outcomeId: 8 });
});

it("takes a job that no phone has off its engineer", async () => {
  const job = await assignedJob(server, engineer);
  expect(await cancel(job.jobId)).toMatchObject({ cancelledOn: expect.any(String) });
  expect(await readJob(job.jobId)).toMatchObject({
    fieldOperativeId: null,
    job: { status: "Closed" },
  });
  const { jobs } = await server.call(getJobs, engineer);
  expect(jobs.map(({ jobId }) => jobId)).not.toContain(job.jobId);
  // A phone that was fetching it in that moment gives it back, and what it recorded is evidence.
  await server.send(engineer, "JobStatusChange", {
    ...job,
    currentStatus: "Travelling",
    changeTimestamp: at,
  });
  await remove(job);
  expect(await readJob(job.jobId)).toMatchObject({
    job: { status: "Closed", outcomeId: 8 },
    messages: [{ flags: ["appointment-ended: removed"] }, {}],
  });
});

it("cancels a job that a phone has when the phone removes it", async () => {
  const job = await acknowledgedJob();
  const { commandId, cancelledOn } = await cancel(job.jobId, { force: true });
  expect(cancelledOn).toBeNull();
  // The same request again queues no second command.
  expect(await cancel(job.jobId, { force: true })).toEqual({ commandId, cancelledOn });
  expect(await readJob(job.jobId)).toMatchObject({
    fieldOperativeId: engineer.fieldOperativeId,
    job: { status: "New" },
    cancellation: { reason: body.reason, cancelledOn: null },
  });
  await remove(job);
  expect(await readJob(job.jobId)).toMatchObject({
    fieldOperativeId: null,
    job: { status: "Closed", outcomeId: 8 },
    cancellation: { reason: body.reason, cancelledOn: expect.any(String) },
  });
  const types = (await readEvents(job.jobId)).map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining(["job.cancellation-requested", "job.removed", "job.cancelled"]),
  );
});

it("replaces a request that a phone has not answered only for a caller who names it", async () => {
  const job = await acknowledgedJob();
  const params = { jobId: job.jobId };
  const first = await cancel(job.jobId);
  const other = { ...body, reason: "Raised twice", force: true };
  const attempt = (more: { replaces?: string } = {}) =>
    server.request(office.cancelJob, { params, body: { ...other, ...more } });
  const refusal = {
    status: 409,
    body: { detail: expect.stringMatching(/^Somebody has asked to cancel this job already, on /) },
  };
  expect(await attempt()).toMatchObject(refusal);
  expect(await attempt({ replaces: at })).toMatchObject(refusal);
  const { cancellation } = await readJob(job.jobId);
  expect(cancellation).toMatchObject({ reason: body.reason });
  const replaced = await attempt({ replaces: cancellation?.requestedOn ?? "" });
  expect(replaced).toMatchObject({ status: 200, body: { cancelledOn: null } });
  expect(replaced.body).not.toMatchObject({ commandId: first.commandId });
  expect((await readJob(job.jobId)).cancellation).toMatchObject({ reason: "Raised twice" });
});

describe("A request to cancel a job that the caller has not read", () => {
  const seenBefore = async (jobId: string) => {
    const { job, fieldOperativeId } = await readJob(jobId);
    const { appointmentDateTime, status } = job;
    return { fieldOperativeId, appointmentDateTime, status, cancellationRequestedOn: null };
  };
  const refusal = {
    status: 409,
    body: { detail: expect.stringMatching(/^Meanwhile somebody has asked to cancel job .+, on /) },
  };

  it("is not taken back by a move, a removal or a job that is given back", async () => {
    const job = await acknowledgedJob();
    const { jobId, fieldOperativeAppointmentId } = job;
    const params = { jobId };
    const expected = await seenBefore(jobId);
    await cancel(jobId);
    const { fieldOperativeId } = await server.addEngineer("Ada");
    const { appointmentDateTime } = expected;
    const move = { jobId, fieldOperativeId, appointmentDateTime, expected };
    const attempts = [
      await server.request(office.assignJob, { params, body: { fieldOperativeId, expected } }),
      await server.request(office.moveJobs, { body: { moves: [move] } }),
      await server.request(office.requestRemoval, { params, body: { force: false, expected } }),
      await server.request(office.giveBackJob, {
        params,
        body: { fieldOperativeAppointmentId, expected },
      }),
    ];
    for (const attempt of attempts) expect(attempt).toMatchObject(refusal);
    const { cancellation } = await readJob(jobId);
    expect(cancellation).toMatchObject({ reason: body.reason, cancelledOn: null });
    // Who has read it may take it back.
    const read = { ...expected, cancellationRequestedOn: cancellation?.requestedOn ?? null };
    await server.call(office.requestRemoval, { params, body: { force: false, expected: read } });
    expect(await readJob(jobId)).toMatchObject({ cancellation: null });
  });

  it("stands on the board, until the job is moved or cancelled", async () => {
    const job = await acknowledgedJob();
    const { jobId } = job;
    const { appointmentDateTime } = await seenBefore(jobId);
    const query = { day: appointmentDateTime.slice(0, 10) };
    const readBoardJob = async () =>
      (await server.call(office.readBoard, { query })).jobs.find((one) => one.jobId === jobId);
    expect(await readBoardJob()).toMatchObject({ cancellationRequestedOn: null });
    await cancel(jobId);
    const { cancellation } = await readJob(jobId);
    expect(await readBoardJob()).toMatchObject({
      cancellationRequestedOn: cancellation?.requestedOn,
    });
    await remove(job);
    expect(await readBoardJob()).toMatchObject({
      status: "Closed",
      cancellationRequestedOn: null,
    });
  });
});

it("stays on the phone of its engineer if it gets another time there before the phone has heard of the request", async () => {
  const job = await acknowledgedJob();
  const params = { jobId: job.jobId };
  const commandTypes = async () =>
    (await server.call(getCommands, engineer)).commands.flatMap((command) =>
      "jobId" in command && command.jobId === job.jobId ? [command.type] : [],
    );
  await cancel(job.jobId);
  expect(await commandTypes()).toEqual(["CancelJob"]);
  const { fieldOperativeId } = engineer;
  await server.call(office.assignJob, {
    params,
    body: { fieldOperativeId, appointmentDateTime: "2026-12-04T13:00:00.000Z" },
  });
  expect(await commandTypes()).toEqual(["JobUpdate"]);
  expect(await readJob(job.jobId)).toMatchObject({
    fieldOperativeId,
    cancellation: null,
    removalRequest: null,
  });
});

it("leaves the job with an engineer who keeps it and closes it", async () => {
  const job = await acknowledgedJob();
  await cancel(job.jobId);
  for (const currentStatus of ["Travelling", "OnSite", "AccessGained", "Closed"] as const)
    await server.send(engineer, "JobStatusChange", { ...job, currentStatus, changeTimestamp: at });
  expect(await readJob(job.jobId)).toMatchObject({
    fieldOperativeId: engineer.fieldOperativeId,
    job: { status: "Closed" },
    cancellation: { cancelledOn: null },
  });
  const params = { jobId: job.jobId };
  const again = await server.request(office.cancelJob, { params, body: { ...body, force: true } });
  expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
});

it.each(["its removal is requested", "it is assigned again"])(
  "takes the request back if %s",
  async (what) => {
    const job = await acknowledgedJob();
    await cancel(job.jobId);
    const params = { jobId: job.jobId };
    const { fieldOperativeId } = engineer;
    if (what === "it is assigned again")
      await server.call(office.assignJob, { params, body: { fieldOperativeId } });
    else await server.call(office.requestRemoval, { params, body: { force: true } });
    expect((await readJob(job.jobId)).cancellation).toBeNull();
    await remove(job);
    expect(await readJob(job.jobId)).toMatchObject({
      fieldOperativeId: null,
      job: { status: "New" },
    });
  },
);

it("refuses to open or to cancel a cancelled job again, and a job that does not exist", async () => {
  const { jobId } = await server.call(office.createJob, { body: aDraft() });
  await cancel(jobId);
  const { fieldOperativeId } = engineer;
  const params = { jobId };
  const conflict = { status: 409, body: { code: "conflict" } };
  expect(
    await server.request(office.assignJob, { params, body: { fieldOperativeId } }),
  ).toMatchObject(conflict);
  const other = { ...body, reason: "Raised twice" };
  expect(await server.request(office.cancelJob, { params, body: other })).toMatchObject(conflict);
  expect(
    await server.request(office.cancelJob, { params: { jobId: randomUUID() }, body }),
  ).toMatchObject({ status: 404 });
});

it("records who cancelled it, without the reason", async () => {
  const { jobId } = await server.call(office.createJob, { body: aDraft() });
  await cancel(jobId);
  const { events } = await server.call(office.listAudit, { query: { subject: jobId } });
  expect(events.at(-1)).toMatchObject({
    type: "job-cancelled",
    before: { status: "New" },
    after: { status: "Closed", outcomeId: 8, notRecorded: ["cancelReason"] },
  });
  expect(JSON.stringify(events)).not.toContain(body.reason);
});

describe("A request that the engineer declines", () => {
  const decline = (job: Awaited<ReturnType<typeof acknowledgedJob>>, changeTimestamp: string) =>
    server.send(engineer, "RejectRemoveRequest", {
      ...job,
      reason: 2,
      comment: "I am at the door",
      changeTimestamp,
    });

  it("is read with when and why, and the same request again asks the phone again", async () => {
    const job = await acknowledgedJob();
    const { commandId } = await cancel(job.jobId);
    expect((await readJob(job.jobId)).removalRequest).toMatchObject({
      isForced: false,
      declined: null,
    });
    const declinedOn = new Date().toISOString();
    await decline(job, declinedOn);
    const { cancellation, removalRequest } = await readJob(job.jobId);
    expect(cancellation).toMatchObject({ cancelledOn: null });
    expect(removalRequest?.declined).toEqual({
      declinedOn,
      reason: 2,
      comment: "I am at the door",
    });
    const again = await cancel(job.jobId);
    expect(again.commandId).not.toBe(commandId);
  });

  it("is not the one that is made after it", async () => {
    const job = await acknowledgedJob();
    await cancel(job.jobId);
    await server.call(office.requestRemoval, {
      params: { jobId: job.jobId },
      body: { force: false },
    });
    // It was declined without a network before the last request.
    await decline(job, new Date(Date.now() - 10 * 60_000).toISOString());
    const { cancellation, removalRequest } = await readJob(job.jobId);
    expect(cancellation).toBeNull();
    expect(removalRequest).toMatchObject({ isForced: false, declined: null });
  });

  it.each([
    ["an hour behind", -3_600_000],
    ["an hour ahead", 3_600_000],
  ])("is the one that the phone had by then, also if its clock is %s", async (_name, offsetMs) => {
    const job = await acknowledgedJob();
    const onPhone = (seconds: number) =>
      new Date(Date.now() + offsetMs + seconds * 1000).toISOString();
    const receive = (commandId: string | null, acknowledgedOn: string) =>
      server.send(engineer, "CommandAcknowledgement", {
        commandId: commandId ?? "",
        outcome: "alert",
        acknowledgedOn,
      });
    const first = await cancel(job.jobId);
    await receive(first.commandId, onPhone(0));
    const declinedOn = onPhone(5);
    const { commandId } = await server.call(office.requestRemoval, {
      params: { jobId: job.jobId },
      body: { force: false },
    });
    await receive(commandId, onPhone(10));
    await decline(job, declinedOn);
    expect((await readJob(job.jobId)).removalRequest?.declined).toBeNull();
    const secondTime = onPhone(15);
    await decline(job, secondTime);
    const { removalRequest } = await readJob(job.jobId);
    expect(removalRequest?.declined).toMatchObject({ declinedOn: secondTime });
  });

  it("is over once the job is removed or moved", async () => {
    const job = await acknowledgedJob();
    await cancel(job.jobId);
    await remove(job);
    expect((await readJob(job.jobId)).removalRequest).toBeNull();
  });
});

describe("A request to a phone that does not have the job", () => {
  const answer = (
    commandId: string | null,
    outcome: "not-found" | "alert",
    acknowledgedOn: string,
  ) =>
    server.send(engineer, "CommandAcknowledgement", {
      commandId: commandId ?? "",
      outcome,
      acknowledgedOn,
    });

  it("is read with that answer, and the same request again asks again", async () => {
    const job = await acknowledgedJob();
    const { commandId } = await cancel(job.jobId);
    const read = async () => (await readJob(job.jobId)).removalRequest;
    expect(await read()).toMatchObject({ declined: null, notFoundOn: null });
    await answer(commandId, "not-found", at);
    expect(await read()).toMatchObject({ declined: null, notFoundOn: at });
    const again = await cancel(job.jobId);
    expect(again.commandId).not.toBe(commandId);
    expect(await read()).toMatchObject({ notFoundOn: null });
    await answer(again.commandId, "alert", at);
    expect(await read()).toMatchObject({ notFoundOn: null });
  });
});

it("what the office has done with a job is read with the job", async () => {
  const job = await acknowledgedJob();
  const { jobId, fieldOperativeAppointmentId } = job;
  const { fieldOperativeId } = engineer;
  const other = await server.addEngineer("Ola");
  const appointmentDateTime = "2026-12-24T09:00:00.000Z";
  const details = "Park behind the house";
  await server.call(office.queueCommand, {
    body: { fieldOperativeId, type: "JobUpdate", jobId, fieldOperativeAppointmentId, details },
  });
  await server.call(office.requestRemoval, { params: { jobId }, body: { force: false } });
  await server.call(office.assignJob, {
    params: { jobId },
    body: { fieldOperativeId: other.fieldOperativeId, appointmentDateTime },
  });
  const { officeActions } = await readJob(jobId);
  const [by] = new Set(officeActions.map((action) => action.by));
  expect(by).toEqual(expect.any(String));
  expect(officeActions).toMatchObject([
    { action: "job-raised", fieldOperativeId, by },
    { action: "command-queued", comment: details, by },
    { action: "job-removal-requested", isForced: false, fieldOperativeId, by },
    {
      action: "job-assigned",
      previousFieldOperativeId: fieldOperativeId,
      fieldOperativeId: other.fieldOperativeId,
      appointmentDateTime,
      by,
    },
  ]);
});

describe("A removal and a new time for the same engineer, asked by two in one instant", () => {
  const later = "2026-11-21T13:00:00.000Z";
  const readExpected = async (jobId: string) => {
    const { job, fieldOperativeId, removalRequest } = await readJob(jobId);
    const { appointmentDateTime, status } = job;
    const removalRequestedOn = removalRequest?.requestedOn ?? null;
    return { fieldOperativeId, appointmentDateTime, status, removalRequestedOn };
  };
  type Seen = Awaited<ReturnType<typeof readExpected>>;
  const remove = (jobId: string, expected: Seen) =>
    server.request(office.requestRemoval, { params: { jobId }, body: { force: false, expected } });
  const assign = (jobId: string, expected: Partial<Seen> & Omit<Seen, "removalRequestedOn">) =>
    server.request(office.assignJob, {
      params: { jobId },
      body: {
        fieldOperativeId: engineer.fieldOperativeId,
        appointmentDateTime: later,
        expected,
      },
    });
  const move = (jobId: string, expected: Seen) =>
    server.request(office.moveJobs, {
      body: {
        moves: [
          {
            jobId,
            fieldOperativeId: engineer.fieldOperativeId,
            appointmentDateTime: later,
            expected,
          },
        ],
      },
    });

  it("is done once, and the later one reads what the other has done", async () => {
    const { jobId } = await acknowledgedJob();
    const expected = await readExpected(jobId);
    const [removed, moved] = await Promise.all([remove(jobId, expected), move(jobId, expected)]);
    const [done, refused] = removed.status === 200 ? [removed, moved] : [moved, removed];
    expect(done).toMatchObject({ status: 200 });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringMatching(
          /^Meanwhile (job .+ is planned for|somebody has asked the phone of Nia to remove job .+, on) /,
        ),
      },
    });
  });

  it("is refused as a new time until the request is read, and not to a caller who does not ask", async () => {
    const { jobId } = await acknowledgedJob();
    const before = await readExpected(jobId);
    expect(await remove(jobId, before)).toMatchObject({ status: 200 });
    for (const attempt of [await assign(jobId, before), await move(jobId, before)])
      expect(attempt).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/^Meanwhile somebody has asked the phone of Nia /) },
      });
    expect(await readExpected(jobId)).toMatchObject({
      appointmentDateTime: before.appointmentDateTime,
    });
    const { removalRequestedOn: _unchecked, ...unasked } = before;
    expect(await assign(jobId, unasked)).toMatchObject({ status: 200 });
    const now = await readExpected(jobId);
    expect(now).toMatchObject({ appointmentDateTime: later });
    expect(
      await server.request(office.assignJob, {
        params: { jobId },
        body: {
          fieldOperativeId: engineer.fieldOperativeId,
          appointmentDateTime: at,
          expected: now,
        },
      }),
    ).toMatchObject({ status: 200 });
  });

  it("leaves a move to another engineer as it is: the phone removes the job anyhow", async () => {
    const { jobId } = await acknowledgedJob();
    const expected = await readExpected(jobId);
    await remove(jobId, expected);
    const { fieldOperativeId } = await server.addEngineer("Una");
    expect(
      await server.request(office.assignJob, {
        params: { jobId },
        body: { fieldOperativeId, expected },
      }),
    ).toMatchObject({ status: 200 });
  });
});
