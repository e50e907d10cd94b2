import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallAnswer, Command, MessageType, Payload } from "@fieldfare/contract";
import { getCommands, getJobs, messagePaths, receipt } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { randomUUID } from "node:crypto";
import { aClose, aNote, sendImage, visitedOn as at } from "../testing/closings.ts";
import { testImage } from "../testing/in-process.ts";
import { aDraft } from "../testing/jobs.ts";
import { aMessage, type Message, ordered, sendSeveral } from "../testing/messages.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../testing/server.ts";

/* One engineer with two devices: what one of them does not know must not make the record wrong. */

let server: TestServer;
let first: TestEngineer;
let second: TestEngineer;
let job: { jobId: string; fieldOperativeAppointmentId: string };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  first = await server.addEngineer("Sam");
  second = await server.addPhone(first);
  job = await raiseJob();
  for (const device of [first, second]) await status(device, "Reset");
});

async function raiseJob() {
  const raised = await server.call(office.createJob, {
    body: aDraft({ fieldOperativeId: first.fieldOperativeId }),
  });
  return {
    jobId: raised.jobId,
    fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
  };
}

async function sent<T extends MessageType>(device: TestEngineer, type: T, payload: Payload<T>) {
  const messageId = randomUUID();
  const answer = await server.send(device, type, payload, messageId);
  expect(answer).toMatchObject({ status: 200 });
  return messageId;
}

type Status = Payload<"JobStatusChange">["currentStatus"];

const status = (device: TestEngineer, currentStatus: Status, more: object = {}) =>
  sent(device, "JobStatusChange", { ...job, currentStatus, changeTimestamp: at, ...more });

async function steps(device: TestEngineer, ...reached: readonly Status[]) {
  for (const one of reached) await status(device, one);
}

const gainAccess = (device: TestEngineer) => steps(device, "Travelling", "OnSite", "AccessGained");

const hold = (device: TestEngineer, timestamp = at) =>
  sent(device, "JobHoldChange", {
    ...job,
    statusTimestamps: { New: at, OnSite: at },
    changeTimestamp: at,
    isOnHold: true,
    holdReasonId: 1,
    holdDescription: "Supervisor",
    timestamp,
  });

async function close(device: TestEngineer, description: string) {
  await status(device, "Closed");
  const { statusTimestamps, ...content } = aClose(job).job;
  const notes = [aNote(job, { description })];
  return sent(device, "JobClose", aClose(job, { job: { ...content, statusTimestamps, notes } }));
}

const read = () => server.call(office.readJob, { params: { jobId: job.jobId } });

async function flagsOf(messageId: string) {
  return (await read()).messages.find((message) => message.messageId === messageId)?.flags;
}

async function commandsOf({ token, deviceId }: TestEngineer) {
  const { body } = await server.request(getCommands, { token, deviceId, query: {} });
  return (body as { commands: Command[] }).commands;
}

async function alarms() {
  const raised = await server.call(office.listAlarms, { query: { kind: "visit-ended-twice" } });
  return raised.filter(({ details }) => (details as { jobId?: string }).jobId === job.jobId);
}

describe("the acknowledgement of a further device", () => {
  it.each([
    ["says that it is one", { isAcknowledgement: true }],
    ["is the first Reset of an earlier build", {}],
  ])("changes nothing of a visit that has begun: it %s", async (_name, more) => {
    await gainAccess(first);
    const third = await server.addPhone(first);
    const before = (await read()).job;
    const messageId = await status(third, "Reset", more);
    expect((await read()).job).toEqual(before);
    expect(await flagsOf(messageId)).toEqual([]);
    // The device does not get the job again.
    const { token, deviceId } = third;
    const { body } = await server.request(getJobs, { token, deviceId, query: {} });
    expect(body).toEqual({ jobs: [] });
  });

  it("that comes late changes nothing either, and neither do the hold and its reason", async () => {
    await gainAccess(first);
    await hold(first);
    const before = (await read()).job;
    await status(second, "Reset", { isAcknowledgement: true });
    expect((await read()).job).toEqual(before);
  });

  it("is no cancel, and a cancel still is one", async () => {
    await steps(first, "Travelling", "OnSite");
    await status(second, "Reset", { isAcknowledgement: false });
    expect((await read()).job).toMatchObject({ status: "New", statusTimestamps: { New: at } });
  });
});

describe("a removal", () => {
  const requestRemoval = (force: boolean) =>
    server.call(office.requestRemoval, { params: { jobId: job.jobId }, body: { force } });
  const remove = (device: TestEngineer) =>
    sent(device, "JobRemove", { ...job, changeTimestamp: at });

  it("by a device that has not begun the visit leaves it to the one that has, if the engineer is asked", async () => {
    await gainAccess(first);
    await requestRemoval(false);
    const before = await read();
    await remove(second);
    expect(await read()).toMatchObject({
      fieldOperativeId: first.fieldOperativeId,
      job: before.job,
    });
    await close(first, "Flue cleared");
    expect(await read()).toMatchObject({ job: { status: "Closed" }, closing: { delivered: true } });
  });

  it("by the device that is in the visit takes the job off the engineer", async () => {
    await steps(first, "Travelling");
    await requestRemoval(false);
    await remove(second);
    await remove(first);
    expect(await read()).toMatchObject({ fieldOperativeId: null, job: { status: "New" } });
  });

  it("without asking takes the job off the engineer, whichever device is the first", async () => {
    await gainAccess(first);
    await requestRemoval(true);
    await remove(second);
    expect(await read()).toMatchObject({ fieldOperativeId: null, job: { status: "New" } });
  });
});

describe("a visit that one device has ended", () => {
  it("is not taken back by a cancel of another one, whose work is evidence", async () => {
    await steps(second, "Travelling", "OnSite");
    await gainAccess(first);
    await close(first, "Flue cleared");
    const before = await read();
    const cancel = await status(second, "Reset", {
      isAcknowledgement: false,
      job: { ...aClose(job).job, notes: [aNote(job, { description: "On the second phone" })] },
    });
    const found = await read();
    expect(found.job).toEqual(before.job);
    expect(found.closing).toEqual(before.closing);
    expect(await flagsOf(cancel)).toEqual(["visit-ended-elsewhere"]);
    expect(found.evidence).toMatchObject([{ messageId: cancel, isTakenOver: false }]);
    expect(await alarms()).toEqual([]);
  });

  it("keeps its closing when another device closes it too, which the office reads as an alarm", async () => {
    await gainAccess(first);
    await steps(second, "AccessGained");
    const closed = await close(first, "Flue cleared");
    const image = await sendImage(server, second, job, testImage);
    const before = await read();
    const again = await close(second, "On the second phone");
    const found = await read();
    expect(found.job).toEqual(before.job);
    expect(found.job.notes.map(({ description }) => description)).toEqual(["Flue cleared"]);
    expect(found.closing).toEqual(before.closing);
    expect(await flagsOf(closed)).not.toContain("visit-ended-elsewhere");
    expect(await flagsOf(again)).toEqual(["visit-ended-elsewhere"]);
    expect(found.evidence).toMatchObject([{ messageId: again, type: "JobClose" }]);
    expect(found.images).toMatchObject([{ imageId: image.imageId, isEvidence: true }]);
    // Both have a job sheet, and that of the evidence says so.
    expect(found.documents.map(({ name }) => name.endsWith("(evidence)"))).toEqual([false, true]);
    expect(await alarms()).toMatchObject([
      {
        details: { messageId: again, deviceId: second.deviceId, endedByDeviceId: first.deviceId },
      },
    ]);
    const listed = await server.call(office.listJobs, { query: { status: "Closed" } });
    expect(listed.filter(({ jobId }) => jobId === job.jobId)).toHaveLength(1);
  });

  it("is not opened by the status of another device that comes between the closed status and the close", async () => {
    await gainAccess(first);
    await status(first, "Closed");
    const step = await status(second, "OnSite");
    await sent(first, "JobClose", aClose(job));
    const found = await read();
    expect(found.job.status).toBe("Closed");
    expect(found.closing).toMatchObject({ kind: "JobClose" });
    expect(await flagsOf(step)).toEqual(["visit-ended-elsewhere"]);
  });

  it("takes the close, and its photos, from the phone that sends a lost one's rescue file", async () => {
    await gainAccess(first);
    await status(first, "Closed");
    const image = { imageId: randomUUID(), sha256: "a".repeat(64) };
    const closed = await sent(second, "JobClose", aClose(job, { manifest: [image] }));
    const found = await read();
    expect(found.closing).toMatchObject({ kind: "JobClose", missingImageIds: [image.imageId] });
    expect(await flagsOf(closed)).not.toContain("visit-ended-elsewhere");
  });

  it("the removal of the other device's copy is evidence, and the job stays with its engineer", async () => {
    await gainAccess(first);
    await steps(second, "AccessGained");
    await close(first, "Flue cleared");
    const removed = await sent(second, "JobRemove", {
      ...job,
      changeTimestamp: at,
      job: { ...aClose(job).job, notes: [aNote(job, { description: "On the second phone" })] },
    });
    const found = await read();
    expect(found).toMatchObject({
      fieldOperativeId: first.fieldOperativeId,
      job: { status: "Closed" },
      closing: { kind: "JobClose" },
    });
    expect(found.evidence).toMatchObject([{ messageId: removed, isTakenOver: false }]);
  });
});

describe("a visit that the engineer begins again on another phone", () => {
  it("says so, and goes on there without a flag", async () => {
    await gainAccess(first);
    const again = await status(second, "Travelling");
    expect(await flagsOf(again)).toEqual(["begun-again: AccessGained > Travelling"]);
    for (const step of ["OnSite", "AccessGained"] as const)
      expect(await flagsOf(await status(second, step))).toEqual([]);
    await close(second, "Flue cleared");
    const { job: found, messages } = await read();
    expect(found.status).toBe("Closed");
    const unexpected = messages.flatMap(({ flags }) => flags).filter((flag) => /step/.test(flag));
    expect(unexpected).toEqual([]);
  });

  it("is no longer on hold", async () => {
    await gainAccess(first);
    await hold(first);
    const again = await status(second, "Travelling");
    expect(await flagsOf(again)).toEqual(["begun-again: OnSite on hold > Travelling"]);
    expect((await read()).job).toMatchObject({ status: "Travelling", hold: null });
    expect(await flagsOf(await status(second, "OnSite"))).toEqual([]);
  });

  it("is begun again once: a step back of that phone is flagged as before", async () => {
    await gainAccess(first);
    await steps(second, "Travelling", "OnSite");
    expect(await flagsOf(await status(second, "Travelling"))).toEqual([
      "unexpected-step: OnSite > Travelling",
    ]);
  });

  it("is begun again once also by steps that arrive in one request", async () => {
    await gainAccess(first);
    const messages = (["Travelling", "OnSite", "Travelling"] as const).map((currentStatus) =>
      aMessage("JobStatusChange", { ...job, currentStatus, changeTimestamp: at }),
    );
    const { token, deviceId } = second;
    const answer = await server.request(sendSeveral, { token, deviceId, body: { messages } });
    expect(answer).toMatchObject({ status: 200 });
    const flags = await Promise.all(messages.map(({ messageId }) => flagsOf(messageId)));
    expect(flags).toEqual([
      ["begun-again: AccessGained > Travelling"],
      [],
      ["unexpected-step: OnSite > Travelling"],
    ]);
  });

  it("begins with travelling: another step of that phone is flagged as before", async () => {
    await gainAccess(first);
    expect(await flagsOf(await status(second, "OnSite"))).toEqual([
      "unexpected-step: AccessGained > OnSite",
    ]);
  });

  it("is another phone's: a step back of the phone that began it is flagged as before", async () => {
    await gainAccess(first);
    expect(await flagsOf(await status(first, "Travelling"))).toEqual([
      "unexpected-step: AccessGained > Travelling",
    ]);
  });
});

describe("a device that fetches a job whose visit has begun", () => {
  const fetchJob = async ({ token, deviceId }: TestEngineer) => {
    const query = { recovery: "true" } as const;
    const { body } = await server.request(getJobs, { token, deviceId, query });
    return (body as CallAnswer<typeof getJobs>).jobs.find(({ jobId }) => jobId === job.jobId);
  };

  it("reads where the visit stands, and the device that began it does not", async () => {
    expect(await fetchJob(second)).not.toHaveProperty("begunElsewhere");
    await gainAccess(first);
    const begunElsewhere = { status: "AccessGained", isOnHold: false, since: at };
    expect(await fetchJob(second)).toMatchObject({ begunElsewhere });
    expect(await fetchJob(second)).not.toHaveProperty("begunElsewhere.isWiped");
    expect(await fetchJob(first)).not.toHaveProperty("begunElsewhere");
    const wipeId = randomUUID();
    await server.database.pool.query(
      `insert into device_wipe (wipe_id, device_id, requested_on, confirmed_on)
       values ($1, $2, now(), now() + interval '1 second')`,
      [wipeId, first.deviceId],
    );
    expect(await fetchJob(second)).toMatchObject({ begunElsewhere: { isWiped: true } });
    await server.database.pool.query("delete from device_wipe where wipe_id = $1", [wipeId]);
    await status(second, "AccessGained");
    expect(await fetchJob(second)).not.toHaveProperty("begunElsewhere");
    expect(await fetchJob(first)).toMatchObject({ begunElsewhere });
  });

  it("reads that it is on hold", async () => {
    await gainAccess(first);
    const timestamp = "2026-11-21T10:30:00.000Z";
    await hold(first, timestamp);
    expect(await fetchJob(second)).toMatchObject({
      begunElsewhere: { status: "OnSite", isOnHold: true, since: timestamp },
    });
  });
});

const sendStatus = {
  name: "sendJobStatusChange",
  method: "POST",
  path: messagePaths.JobStatusChange,
  audience: "engineer",
  summary: "Takes a message",
  response: receipt,
} as const;

describe("two copies of one phone", () => {
  it("that use one number for two messages are reported once, and both messages are taken", async () => {
    const payload = { ...job, currentStatus: "Travelling", changeTimestamp: at };
    const lane = job.jobId;
    const travel = (incarnation: string) =>
      ordered(aMessage("JobStatusChange", payload), { incarnation, lane });
    const post = (message: Message) => {
      const { token, deviceId } = first;
      return server.request(sendStatus, { token, deviceId, body: message });
    };
    const incarnation = randomUUID();
    expect(await post(travel(incarnation))).toMatchObject({ status: 200 });
    for (let n = 0; n < 2; n += 1)
      expect(await post(travel(incarnation))).toMatchObject({
        status: 409,
        body: { code: "conflict", expectedLaneNumber: 2 },
      });
    expect(await post(travel(randomUUID()))).toMatchObject({ status: 200 });
    const { deviceId, fieldOperativeId } = first;
    const raised = await server.call(office.listAlarms, { query: { kind: "device-copied" } });
    expect(
      raised.filter(({ details }) => (details as { deviceId?: string }).deviceId === deviceId),
    ).toHaveLength(1);
    expect(await commandsOf(first)).toMatchObject([
      { type: "AccountNotice", notice: "device-copied" },
    ]);
    const { rows } = await server.database.pool.query(
      "select field_operative_id from audit_entry where action = 'device-copied' and object_id = $1",
      [deviceId],
    );
    expect(rows).toEqual([{ field_operative_id: fieldOperativeId }]);
  });
});

describe("the other device that has the job", () => {
  it.each([
    ["a close", () => close(first, "Flue cleared")],
    ["a removal", () => sent(first, "JobRemove", { ...job, changeTimestamp: at })],
  ])("is told of %s, and the one that ended the visit is not", async (_name, end) => {
    await gainAccess(first);
    await end();
    expect(await commandsOf(second)).toMatchObject([
      { type: "CancelJob", ...job, force: true, reason: "ended-elsewhere" },
    ]);
    expect(await commandsOf(first)).toEqual([]);
    await close(second, "Again").catch(() => undefined);
    expect(await commandsOf(first)).toEqual([]);
  });

  it("a device that never had the job is told nothing", async () => {
    const [own, other] = [first, await server.addPhone(first)];
    job = await raiseJob();
    await status(own, "Reset");
    await gainAccess(own);
    await close(own, "Flue cleared");
    expect(await commandsOf(other)).toEqual([]);
  });

  it("is not asked a second time if a forced removal still waits for it", async () => {
    const { commandId } = await server.call(office.requestRemoval, {
      params: { jobId: job.jobId },
      body: { force: true },
    });
    await sent(first, "CommandAcknowledgement", {
      commandId,
      outcome: "deleted",
      acknowledgedOn: at,
    });
    await sent(first, "JobRemove", { ...job, changeTimestamp: at });
    expect(await commandsOf(second)).toMatchObject([{ messageId: commandId, force: true }]);
    const { fieldOperativeId } = first;
    expect(await server.call(office.listCommands, { query: { fieldOperativeId } })).toMatchObject([
      { commandId, outcome: "deleted" },
    ]);
  });

  it("is told of the end of a visit although it has kept the job from a removal", async () => {
    const { commandId } = await server.call(office.requestRemoval, {
      params: { jobId: job.jobId },
      body: { force: false },
    });
    await gainAccess(first);
    await close(first, "Flue cleared");
    expect(await commandsOf(second)).toMatchObject([
      { messageId: commandId, force: false },
      { force: true, reason: "ended-elsewhere" },
    ]);
  });

  it("is told nothing once it is wiped", async () => {
    await server.database.pool.query(
      `insert into device_wipe (wipe_id, device_id, requested_on, confirmed_on)
       values (gen_random_uuid(), $1, now(), now() + interval '1 second')`,
      [second.deviceId],
    );
    await gainAccess(first);
    await close(first, "Flue cleared");
    const { fieldOperativeId } = first;
    expect(await server.call(office.listCommands, { query: { fieldOperativeId } })).toEqual([]);
  });
});
