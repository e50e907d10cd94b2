import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messagePaths } from "@fieldfare/contract";
import {
  type InstalledEngineer,
  testImage,
  testImageUrl,
  startInProcessServer,
  type InProcessServer,
} from "../testing/in-process.ts";
import { aMessage, aStatusChange, pickJobIds, ordered, post, sha256 } from "../testing/messages.ts";
import type { TestJob } from "../testing/people.ts";

let server: InProcessServer;
let sam: InstalledEngineer;
let alex: InstalledEngineer;
let job: TestJob;

beforeAll(async () => {
  server = await startInProcessServer();
  sam = await server.installed();
  alex = await server.installed();
});
afterAll(() => server.close());

/** Reads everything that a message could have changed. */
async function traces() {
  return server.rows(`select (select count(*)::int from message) as messages,
    (select count(*)::int from lane) as lanes, (select count(*)::int from job_image) as images,
    (select json_agg(j order by job_id) from job j)::text as jobs,
    (select json_agg(a order by 1) from appointment a)::text as appointments`);
}

describe("A message is recorded once", () => {
  beforeAll(async () => {
    job = await server.job(sam);
  });

  it("is recorded, and a repeat gets the same answer and changes nothing", async () => {
    const message = aStatusChange(job, "Travelling");
    const first = await post(sam, message);
    expect(first).toMatchObject({
      status: 200,
      body: { messageId: message.messageId, outcome: "recorded" },
    });
    const before = await traces();
    const second = await post(sam, message);
    expect(second).toMatchObject({
      status: 200,
      body: { ...(first.body as object), outcome: "already-recorded" },
    });
    expect(await traces()).toEqual(before);
  });

  it("twenty copies at the same moment are recorded once", async () => {
    const message = aStatusChange(job, "OnSite");
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(sam, message)));
    const outcomes = answers.map(({ body }) => (body as { outcome: string }).outcome);
    expect(outcomes.filter((outcome) => outcome === "recorded")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "already-recorded")).toHaveLength(19);
  });

  it("the same id with other content is 422 and raises an alarm", async () => {
    const message = aStatusChange(job, "AccessGained");
    await post(sam, message);
    const before = await traces();
    const changed = { ...message, payload: { ...message.payload, currentStatus: "Closed" } };
    expect(await post(sam, changed)).toMatchObject({
      status: 422,
      body: { code: "hash-mismatch" },
    });
    expect(await traces()).toEqual(before);
    const alarms = await server.rows("select 1 from alarm where details ->> 'messageId' = $1", [
      message.messageId,
    ]);
    expect(alarms).toHaveLength(1);
  });

  it("device time, server time and their offset are all stored", async () => {
    const message = aStatusChange(job, "OnSite");
    await sam.caller.post("/api/job/status", message, {
      "X-Device-Time": new Date(Date.now() - 3_600_000).toISOString(),
    });
    const [row] = await server.rows(
      `select message_created_on, clock_offset_ms, received_on is not null as received
         from message where message_id = $1`,
      [message.messageId],
    );
    expect(row).toMatchObject({
      message_created_on: new Date("2026-11-21T10:00:00.000Z"),
      received: true,
    });
    expect(Number(row?.clock_offset_ms)).toBeGreaterThan(3_590_000);
  });

  it("a message of a phone whose clock is wrong is flagged, also when its times were corrected", async () => {
    const flagsOf = async (behindMs: number, more: object = {}) => {
      const message = { ...aStatusChange(job, "OnSite"), ...more };
      const answer = await sam.caller.post("/api/job/status", message, {
        "X-Device-Time": new Date(Date.now() - behindMs).toISOString(),
      });
      expect(answer.status).toBe(200);
      const [row] = await server.rows("select flags from message where message_id = $1", [
        message.messageId,
      ]);
      const flags = (row?.flags ?? []) as string[];
      return flags.filter((flag) => flag.startsWith("clock"));
    };
    const hourMs = 3_600_000;
    expect(await flagsOf(3 * hourMs)).toEqual(["clock-off: 180 min"]);
    expect(await flagsOf(3 * hourMs, { clockCorrectionMs: 3 * hourMs })).toEqual([
      "clock-corrected: 180 min",
    ]);
    // The clock was set right before the message was sent.
    expect(await flagsOf(0, { clockCorrectionMs: -2 * hourMs })).toEqual([
      "clock-corrected: -120 min",
    ]);
    expect(await flagsOf(0)).toEqual([]);
    // It was recorded ahead of the time at which it arrived: only a clock that was wrong by then can do so.
    const recordedIn = (ms: number) => ({
      messageCreatedOn: new Date(Date.now() + ms).toISOString(),
    });
    expect(await flagsOf(0, recordedIn(2 * hourMs))).toEqual(["clock-off: -120 min"]);
    expect(await flagsOf(0, recordedIn(60_000))).toEqual([]);
  });
});

describe("A refused message changes nothing, and the office can see it", () => {
  beforeAll(async () => {
    job = await server.job(sam);
  });

  async function refused(code: string) {
    return server.rows("select type, message_id from refused_message where code = $1", [code]);
  }

  it("malformed: 400 with the paths of the issues", async () => {
    const before = await traces();
    const message = aStatusChange(job, "Flying");
    const answer = await post(sam, message);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "invalid", issues: [{ path: "payload.currentStatus" }] },
    });
    expect(await traces()).toEqual(before);
    expect(await refused("invalid")).toContainEqual({
      type: "JobStatusChange",
      message_id: message.messageId,
    });
  });

  it("a moment outside the years 1 to 9999 in any time zone: 400", async () => {
    const before = await traces();
    for (const messageCreatedOn of ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]) {
      const answer = await post(sam, aStatusChange(job, "Travelling", { messageCreatedOn }));
      expect(answer).toMatchObject({
        status: 400,
        body: { issues: [{ path: "messageCreatedOn" }] },
      });
    }
    expect(await traces()).toEqual(before);
  });

  it("no JSON: 400", async () => {
    const before = await traces();
    expect(await sam.caller.post("/api/job/status", "{nonsense")).toMatchObject({
      status: 400,
      body: { code: "invalid" },
    });
    expect(await traces()).toEqual(before);
  });

  it("oversized: 413", async () => {
    const before = await traces();
    const answer = await sam.caller.post("/api/job/hold", {
      ...aStatusChange(job, "Travelling"),
      padding: "x".repeat(262_144),
    });
    expect(answer).toMatchObject({ status: 413, body: { code: "too-large" } });
    expect(await traces()).toEqual(before);
  });

  it("nested deeper than 20: 400", async () => {
    const before = await traces();
    const deep = `${"[".repeat(21)}${"]".repeat(21)}`;
    const answer = await sam.caller.post("/api/job/hold", `{"payload":${deep}}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "invalid", issues: [{ message: "The JSON is nested too deep" }] },
    });
    expect(await traces()).toEqual(before);
  });

  it("without a token: 401", async () => {
    const before = await traces();
    const answer = await server.anonymous.post("/api/job/status", aStatusChange(job, "Travelling"));
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthorised" } });
    expect(await traces()).toEqual(before);
  });

  it("from the office: 403", async () => {
    const office = await server.office();
    const answer = await office.post("/api/job/status", aStatusChange(job, "Travelling"));
    expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  it("a job of another engineer: 404", async () => {
    const before = await traces();
    const message = aStatusChange(job, "Travelling");
    expect(await post(alex, message)).toMatchObject({ status: 404, body: { code: "not-found" } });
    expect(await traces()).toEqual(before);
    expect(await refused("not-found")).toContainEqual({
      type: "JobStatusChange",
      message_id: message.messageId,
    });
  });

  it("an appointment of another job: 404", async () => {
    const other = await server.job(sam);
    const mixed = { ...job, fieldOperativeAppointmentId: other.fieldOperativeAppointmentId };
    expect(await post(sam, aStatusChange(mixed, "Travelling"))).toMatchObject({ status: 404 });
  });

  it("from another engineer's device: 403 and X-Device-Error unknown", async () => {
    const before = await traces();
    const onAlexesDevice = sam.caller.with({ deviceId: alex.deviceId });
    const answer = await onAlexesDevice.post("/api/job/status", aStatusChange(job, "Travelling"));
    expect(answer).toMatchObject({ status: 403, body: { code: "device-unknown" } });
    expect(answer.headers["x-device-error"]).toBe("unknown");
    expect(await traces()).toEqual(before);
  });

  it("from a locked device it is evidence: recorded and flagged", async () => {
    await server.rows("update device set locked = true where device_id = $1", [sam.deviceId]);
    const message = aStatusChange(job, "Travelling");
    const answer = await post(sam, message);
    await server.rows("update device set locked = false where device_id = $1", [sam.deviceId]);
    expect(answer).toMatchObject({ status: 200, body: { outcome: "recorded" } });
    const [row] = await server.rows("select flags from message where message_id = $1", [
      message.messageId,
    ]);
    expect(row).toEqual({ flags: ["device-locked"] });
  });

  it("an Idempotency-Key that is not the messageId: 400", async () => {
    const answer = await sam.caller.post("/api/job/status", aStatusChange(job, "Travelling"), {
      "Idempotency-Key": randomUUID(),
    });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: "Idempotency-Key" }] } });
  });

  it("a version that is neither N nor N-1: 422, whatever the payload contains", async () => {
    const answer = await post(sam, {
      ...aStatusChange(job, "Travelling"),
      messageVersion: 2,
      payload: { other: "shape" },
    });
    expect(answer).toMatchObject({ status: 422, body: { code: "unsupported-version" } });
    const previous = { ...aStatusChange(job, "Travelling"), messageVersion: 0 };
    expect(await post(sam, previous)).toMatchObject({ status: 200 });
  });

  it("a payload hash that is not the payload's: 422", async () => {
    const message = ordered(aStatusChange(job, "Travelling"), { payloadHash: sha256("other") });
    expect(await post(sam, message)).toMatchObject({
      status: 422,
      body: { code: "hash-mismatch" },
    });
  });
});

describe("The sequence of an ordering key is strict", () => {
  const clientGeneration = randomUUID();
  const at = (sequenceNumber: number, currentStatus = "Travelling") =>
    ordered(aStatusChange(job, currentStatus), {
      incarnation: clientGeneration,
      lane: job.jobId,
      laneNumber: sequenceNumber,
    });

  beforeAll(async () => {
    job = await server.job(sam);
  });

  it("a gap is 409 with the expected number", async () => {
    expect(await post(sam, at(1, "Reset"))).toMatchObject({ status: 200 });
    expect(await post(sam, at(3))).toMatchObject({
      status: 409,
      body: { code: "lane-gap", expectedLaneNumber: 2 },
    });
  });

  it("a number that another message has used is 409", async () => {
    expect(await post(sam, at(2))).toMatchObject({ status: 200 });
    expect(await post(sam, at(2))).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("a repeat is no gap", async () => {
    const third = at(3, "OnSite");
    expect(await post(sam, third)).toMatchObject({ body: { outcome: "recorded" } });
    expect(await post(sam, third)).toMatchObject({ body: { outcome: "already-recorded" } });
  });

  it("a refused message leaves its number free", async () => {
    expect(await post(sam, at(4, "Nonsense"))).toMatchObject({ status: 400 });
    expect(await post(sam, at(4, "AccessGained"))).toMatchObject({ status: 200 });
  });

  it("a new client generation of the device starts again at one", async () => {
    const inNewGeneration = ordered(aStatusChange(job, "Travelling"), {
      incarnation: randomUUID(),
      lane: job.jobId,
    });
    expect(await post(sam, inNewGeneration)).toMatchObject({ status: 200 });
  });

  it("a message that comes again from another device uses up its number there", async () => {
    const first = aStatusChange(job, "OnSite");
    const [firstGeneration, secondGeneration] = [randomUUID(), randomUUID()];
    const placed = (clientGeneration: string, message: typeof first, sequenceNumber: number) =>
      post(
        sam,
        ordered(message, {
          incarnation: clientGeneration,
          lane: job.jobId,
          laneNumber: sequenceNumber,
        }),
      );
    expect(await placed(firstGeneration, first, 1)).toMatchObject({
      body: { outcome: "recorded" },
    });
    expect(await placed(secondGeneration, first, 1)).toMatchObject({
      body: { outcome: "already-recorded" },
    });
    const second = aStatusChange(job, "AccessGained");
    expect(await placed(secondGeneration, second, 2)).toMatchObject({
      body: { outcome: "recorded" },
    });
    expect(await placed(secondGeneration, first, 1)).toMatchObject({
      body: { outcome: "already-recorded" },
    });
    expect(await placed(secondGeneration, aStatusChange(job, "Travelling"), 4)).toMatchObject({
      body: { expectedLaneNumber: 3 },
    });
  });

  it("many numbers of one ordering key that arrive at once are recorded without a gap, as far as they go", async () => {
    const fresh = randomUUID();
    const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
    const send = (sequenceNumber: number) =>
      post(
        sam,
        ordered(aStatusChange(job, "Travelling"), {
          incarnation: fresh,
          lane: "x",
          laneNumber: sequenceNumber,
        }),
      );
    const answers = await Promise.all(numbers.map(send));
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    const [keyRow] = await server.rows("select last_number from lane where incarnation = $1", [
      fresh,
    ]);
    expect(keyRow).toEqual({ last_number: 30 });
  });
});

describe("Messages of many devices share a commit", () => {
  it("a message that the database cannot store fails alone", async () => {
    const clientGeneration = randomUUID();
    const jobs = await Promise.all(Array.from({ length: 8 }, () => server.job(sam)));
    const good = jobs.map((each) => aStatusChange(each, "Travelling"));
    const bad = ordered(
      aMessage("MileageAdd", {
        type: "add",
        timestamp: "2026-11-21T10:00:00.000Z",
        clientFieldOperativeMileageId: randomUUID(),
        dateRecorded: "2026-11-21T10:00:00.000Z",
        currentMileage: 2 ** 40,
        vehicle: { vehicleId: null, registration: "AB12 CDE" },
      }),
      { incarnation: clientGeneration, lane: "mileage" },
    );
    const answers = await Promise.all(
      [...good.slice(0, 4), bad, ...good.slice(4)].map((message) => post(sam, message)),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 400, 200, 200, 200, 200,
    ]);
    expect(
      await server.rows("select 1 from lane where incarnation = $1", [clientGeneration]),
    ).toEqual([]);
    const storedRows = await server.rows(
      "select 1 from message where message_id = any($1::uuid[])",
      [good.map(({ messageId }) => messageId)],
    );
    expect(storedRows).toHaveLength(8);
  });

  it("half an emoji, cut off by a field's limit, does not make evidence refused", async () => {
    const answer = await post(
      sam,
      aMessage("RejectRemoveRequest", {
        ...pickJobIds(job),
        reason: 1,
        comment: "On site \ud83d and \u0000 too",
        changeTimestamp: "2026-11-21T10:00:00.000Z",
      }),
    );
    expect(answer).toMatchObject({ status: 200 });
    expect(await server.rows("select comment from removal_rejection")).toEqual([
      { comment: "On site \ufffd and \ufffd too" },
    ]);
  });
});

describe("JobImage", () => {
  const fields = () => ({
    ...pickJobIds(job),
    entityId: job.jobId,
    imageId: randomUUID(),
    associateToJob: true,
    timestamp: "2026-11-21T10:00:00.000Z",
    latitude: null,
    longitude: null,
  });

  function multipart(message: object, bytes: Buffer) {
    const boundary = "a-boundary";
    const head = (name: string, more: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${head("message", "")}${JSON.stringify(message)}\r\n`),
      Buffer.from(head("image", '; filename="blob"\r\nContent-Type: image/png')),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return sam.caller.post(messagePaths.JobImage, body, {
      "content-type": `multipart/form-data; boundary=${boundary}`,
    });
  }

  beforeAll(async () => {
    job = await server.job(sam);
  });

  it("comes as JSON with base64, or with a data URL", async () => {
    for (const image of [testImageUrl, testImage.toString("base64")]) {
      const payload = { ...fields(), image };
      expect(await post(sam, aMessage("JobImage", payload))).toMatchObject({ status: 200 });
      const [row] = await server.rows(
        "select sha256, width, height, content_type from job_image where image_id = $1",
        [payload.imageId],
      );
      expect(row).toEqual({
        sha256: sha256(testImage),
        width: 1,
        height: 1,
        content_type: "image/png",
      });
    }
    expect(Buffer.from((await server.objects.get(sha256(testImage))) ?? [])).toEqual(testImage);
  });

  it("comes as multipart with raw bytes, and sent again as JSON it is the same message", async () => {
    const payload = { ...fields(), sha256: sha256(testImage) };
    const message = aMessage("JobImage", payload);
    expect(await multipart(message, testImage)).toMatchObject({ body: { outcome: "recorded" } });
    expect(await multipart(message, testImage)).toMatchObject({
      body: { outcome: "already-recorded" },
    });
    const asJson = { ...message, payload: { ...payload, image: testImageUrl } };
    expect(await post(sam, asJson)).toMatchObject({ body: { outcome: "already-recorded" } });
  });

  it("is refused when the bytes are no image, have too many pixels, or do not match the hash", async () => {
    const before = await traces();
    const text = Buffer.from("GIF89a is neither JPEG nor PNG, whatever it calls itself");
    expect(await multipart(aMessage("JobImage", fields()), text)).toMatchObject({
      status: 422,
      body: { code: "not-a-picture" },
    });
    const huge = Buffer.from(testImage);
    huge.writeUInt32BE(100_000, 16);
    huge.writeUInt32BE(100_000, 20);
    expect(await multipart(aMessage("JobImage", fields()), huge)).toMatchObject({
      status: 422,
      body: { code: "not-a-picture" },
    });
    const falseHash = aMessage("JobImage", { ...fields(), sha256: sha256("other") });
    expect(await multipart(falseHash, testImage)).toMatchObject({
      status: 422,
      body: { code: "hash-mismatch" },
    });
    expect(await traces()).toEqual(before);
  });

  it("of more than 1 MiB is refused", async () => {
    const large = Buffer.concat([testImage, Buffer.alloc(1_048_577)]);
    expect(await multipart(aMessage("JobImage", fields()), large)).toMatchObject({
      status: 413,
      body: { code: "too-large" },
    });
    const asText = aMessage("JobImage", { ...fields(), image: large.toString("base64") });
    expect(await post(sam, asText)).toMatchObject({ status: 413 });
  });

  it("that cannot be stored now is refused under a code of its own, and recorded once it can be stored", async () => {
    const full = await server.startAnother(
      {},
      {
        ...server.objects,
        put: () => Promise.reject(Object.assign(new Error("no space left"), { code: "ENOSPC" })),
        check: () => Promise.reject(new Error("no space left")),
      },
    );
    const message = aMessage("JobImage", { ...fields(), image: testImageUrl });
    const secondGeneration = sam.caller.with(sam.caller, full);
    const before = await traces();
    expect(await secondGeneration.post(messagePaths.JobImage, message)).toMatchObject({
      status: 503,
      body: { code: "images-unavailable", title: "Photos cannot be stored at the moment" },
    });
    expect(await traces()).toEqual(before);
    // The office need not look at a message that the device sends again automatically.
    const refused = await server.rows("select 1 from refused_message where message_id = $1", [
      message.messageId,
    ]);
    expect(refused).toEqual([]);
    expect(await secondGeneration.get("/api/health")).toMatchObject({
      status: 200,
      body: { status: "ok", buildNumber: expect.any(Number), images: "unavailable" },
    });
    const whole = await sam.caller.get("/api/health");
    expect(whole.body).toEqual({ status: "ok", buildNumber: expect.any(Number) });
    expect(await post(sam, message)).toMatchObject({ status: 200 });
  });

  it("of another engineer's job stores nothing, not even its bytes", async () => {
    const theirs = await server.job(alex);
    const other = Buffer.from(testImage);
    other[other.length - 1] = 0x83;
    const message = aMessage("JobImage", { ...fields(), ...pickJobIds(theirs) });
    expect(await multipart(message, other)).toMatchObject({ status: 404 });
    expect(await server.objects.exists(sha256(other))).toBe(false);
  });

  it("that was cut off in transfer is 400 and changes nothing", async () => {
    const before = await traces();
    const whole = JSON.stringify(aMessage("JobImage", fields()));
    const head = `--cut\r\nContent-Disposition: form-data; name="message"\r\n\r\n${whole}`;
    for (const part of [head, head.slice(0, 90), `${head}\r\n--cut--\r\n`, ""]) {
      const answer = await sam.caller.post(messagePaths.JobImage, Buffer.from(part), {
        "content-type": "multipart/form-data; boundary=cut",
      });
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
    }
    expect(await traces()).toEqual(before);
  });

  it("of more parts than it can have is refused", async () => {
    const part = '--many\r\ncontent-disposition: form-data; name="more"\r\n\r\n1\r\n';
    const answer = await sam.caller.post("/api/job/image", `${part.repeat(9)}--many--\r\n`, {
      "content-type": "multipart/form-data; boundary=many",
    });
    expect(answer).toMatchObject({ status: 413, body: { code: "too-large" } });
  });

  it("without the image part is refused with an issue that says so", async () => {
    expect(await post(sam, aMessage("JobImage", fields()))).toMatchObject({
      status: 400,
      body: { issues: [{ path: "payload.image" }] },
    });
  });
});
