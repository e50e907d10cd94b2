import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  maxMessagesInRequest,
  type MessageAnswer,
  messagesPath,
  requestLimits,
} from "@fieldfare/contract";
import { aClose, aPart, aSor, visitedOn } from "../testing/closings.ts";
import {
  type InProcessServer,
  type InstalledEngineer,
  startInProcessServer,
} from "../testing/in-process.ts";
import {
  aMessage,
  aStatusChange,
  type Message,
  ordered,
  pickJobIds,
  post,
  sha256,
} from "../testing/messages.ts";
import type { TestJob } from "../testing/people.ts";

let server: InProcessServer;
let sam: InstalledEngineer;
let jobs: readonly [TestJob, TestJob, TestJob];

beforeAll(async () => {
  server = await startInProcessServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  sam = await server.installed();
  jobs = [await server.job(sam), await server.job(sam), await server.job(sam)];
});

const send = (messages: readonly unknown[], engineer = sam) =>
  engineer.caller.post(messagesPath, { messages });

/** Returns the outcome or the code of each answer. */
async function outcomes(messages: readonly unknown[]): Promise<string[]> {
  const { status, body } = await send(messages);
  expect(status).toBe(200);
  return (body as { answers: MessageAnswer[] }).answers.map((answer) =>
    "receipt" in answer ? answer.receipt.outcome : answer.problem.code,
  );
}

/** A status of a job as the n-th message of that job's ordering key. */
const status = (job: TestJob, n: number, currentStatus = "Travelling"): Message =>
  ordered(aStatusChange(job, currentStatus), { lane: job.jobId, laneNumber: n });

const recordedOf = (job: TestJob) =>
  server.rows(
    `select payload ->> 'currentStatus' as status from message where job_id = $1 order by arrival`,
    [job.jobId],
  );
const lastNumber = async (job: TestJob) =>
  (await server.rows("select last_number from lane where lane = $1", [job.jobId]))[0]?.last_number;

describe("Several messages in one request", () => {
  it("get one answer each, in the same order, with the hash of what was recorded", async () => {
    const messages = [status(jobs[0], 1), status(jobs[1], 1), status(jobs[0], 2, "OnSite")];
    const { body } = await send(messages);
    expect(body).toEqual({
      answers: messages.map(({ messageId, order }) => ({
        receipt: { messageId, outcome: "recorded", receivedOn: expect.any(String) as string },
        payloadHash: (order as { payloadHash: string }).payloadHash,
      })),
    });
    expect(await recordedOf(jobs[0])).toEqual([{ status: "Travelling" }, { status: "OnSite" }]);
  });

  it("are recorded once: the same request again gets the same receipts and changes nothing", async () => {
    const messages = [status(jobs[0], 1), status(jobs[1], 1)];
    expect(await outcomes(messages)).toEqual(["recorded", "recorded"]);
    const before = await server.rows("select messages.*, job.* from message messages, job");
    expect(await outcomes(messages)).toEqual(["already-recorded", "already-recorded"]);
    expect(await server.rows("select messages.*, job.* from message messages, job")).toEqual(
      before,
    );
  });

  it("leave of a job what the last of them says, also if only that one knew what the office had changed", async () => {
    const [job] = jobs;
    const sor = { sorCodeId: 7, qty: 3, qtyUsed: 0 };
    const part = aPart(job, { usageType: 1, addedByFieldOp: false, qty: 3, qtyUsed: 0 });
    await server.rows("update job set orders_version = 1 where job_id = $1", [job.jobId]);
    await server.rows("insert into job_sor (job_id, sor_code_id, row) values ($1, 7, $2)", [
      job.jobId,
      aSor(job, sor),
    ]);
    await server.rows("insert into job_part (job_part_id, job_id, row) values ($1, $2, $3)", [
      part.jobPartId,
      job.jobId,
      part,
    ]);
    const cancel = aMessage("JobStatusChange", {
      ...pickJobIds(job),
      currentStatus: "Reset",
      changeTimestamp: visitedOn,
      job: aClose(job, {
        job: {
          plannedSors: [aSor(job, { qtyUsed: 1 }), aSor(job, { sorCodeId: 11, usageType: 2 })],
          parts: [{ ...part, qty: 1, qtyUsed: 1 }],
        },
      }).job,
    });
    const plannedSors = [aSor(job, { ...sor, qtyUsed: 2 })];
    const parts = [{ ...part, qtyUsed: 2 }];
    const close = aMessage(
      "JobClose",
      aClose(job, { job: { ordersVersion: 1, plannedSors, parts } }),
    );
    const messages = [cancel, close].map((message, index) =>
      ordered(message, { lane: job.jobId, laneNumber: index + 1 }),
    );
    expect(await outcomes(messages)).toEqual(["recorded", "recorded"]);
    const rowsOf = async (table: string) =>
      (await server.rows(`select row from ${table} where job_id = $1`, [job.jobId])).map(
        ({ row }) => row,
      );
    expect(await rowsOf("job_sor")).toEqual(plannedSors);
    expect(await rowsOf("job_part")).toEqual(parts);
  });

  it("are the same messages as at their own paths", async () => {
    const [first, second] = [status(jobs[0], 1), status(jobs[0], 2, "OnSite")];
    expect((await post(sam, first)).status).toBe(200);
    expect(await outcomes([first, second])).toEqual(["already-recorded", "recorded"]);
    expect((await post(sam, second)).body).toMatchObject({ outcome: "already-recorded" });
  });

  it("that name one id twice are recorded once", async () => {
    const message = status(jobs[0], 1);
    expect(await outcomes([message, message])).toEqual(["recorded", "already-recorded"]);
  });

  it.each([
    ["has no payload that fits", (m: Message) => ({ ...m, payload: {} }), "invalid"],
    ["is of an unknown type", (m: Message) => ({ ...m, type: "Unknown" }), "invalid"],
    ["is of a later version", (m: Message) => ({ ...m, messageVersion: 9 }), "unsupported-version"],
    ["is no object", () => "text", "invalid"],
    ["is nested too deep", (m: Message) => ({ ...m, deep: nested(45) }), "invalid"],
    [
      "does not match its hash",
      (m: Message) => ordered(m, { lane: jobs[0].jobId, payloadHash: sha256("other") }),
      "hash-mismatch",
    ],
  ])("are recorded though another one %s", async (_name, change, code) => {
    const wrong = change(status(jobs[0], 1));
    expect(await outcomes([status(jobs[1], 1), wrong, status(jobs[2], 1)])).toEqual([
      "recorded",
      code,
      "recorded",
    ]);
    expect(await recordedOf(jobs[0])).toEqual([]);
  });

  it("stop at the first refusal within an ordering key, and others go on", async () => {
    const refused = { ...status(jobs[0], 2), payload: {} };
    const messages = [
      status(jobs[0], 1),
      refused,
      status(jobs[1], 1),
      status(jobs[0], 3, "OnSite"),
      status(jobs[1], 2, "OnSite"),
    ];
    expect(await outcomes(messages)).toEqual([
      "recorded",
      "invalid",
      "recorded",
      "not-tried",
      "recorded",
    ]);
    expect(await lastNumber(jobs[0])).toBe(1);
    expect(await lastNumber(jobs[1])).toBe(2);
  });

  it("are not tried behind a refusal, also where their number is the next one", async () => {
    expect(await outcomes([status(jobs[0], 1), status(jobs[0], 2, "OnSite")])).toEqual([
      "recorded",
      "recorded",
    ]);
    // Another message took number 2 before; number 3 would fit.
    const messages = [status(jobs[0], 2, "Reset"), status(jobs[0], 3, "Travelling")];
    expect(await outcomes(messages)).toEqual(["conflict", "not-tried"]);
    expect(await lastNumber(jobs[0])).toBe(2);
  });

  it("with a gap are refused from the gap on, with the number that is expected", async () => {
    const { body } = await send([status(jobs[0], 1), status(jobs[0], 3), status(jobs[0], 4)]);
    const { answers } = body as { answers: MessageAnswer[] };
    expect(answers.map((answer) => ("problem" in answer ? answer.problem : null))).toEqual([
      null,
      expect.objectContaining({ code: "lane-gap", status: 409, expectedLaneNumber: 2 }),
      expect.objectContaining({ code: "not-tried", status: 409 }),
    ]);
  });

  it("are stopped at one that the database cannot store, and others go on", async () => {
    const marked = randomUUID();
    await server.rows(`
      create function refuse_marked() returns trigger language plpgsql as $$
        begin
          if new.correlation_id = '${marked}' then raise exception using errcode = '22003'; end if;
          return new;
        end $$;
      create trigger refuse_marked before insert on message for each row execute function refuse_marked()`);
    const messages = [
      status(jobs[0], 1),
      { ...status(jobs[0], 2), correlationId: marked },
      status(jobs[0], 3),
      status(jobs[1], 1),
    ];
    expect(await outcomes(messages)).toEqual(["recorded", "invalid", "not-tried", "recorded"]);
    expect(await lastNumber(jobs[0])).toBe(1);
    await server.rows("drop trigger refuse_marked on message");
    expect(await outcomes([status(jobs[0], 2), status(jobs[0], 3)])).toEqual([
      "recorded",
      "recorded",
    ]);
  });

  it("of a locked device are recorded with their flag, as at their own paths", async () => {
    await server.rows("update device set locked = true where device_id = $1 returning 1", [
      sam.deviceId,
    ]);
    expect(await outcomes([status(jobs[0], 1), status(jobs[1], 1)])).toEqual([
      "recorded",
      "recorded",
    ]);
    const flags = await server.rows("select flags from message where device_id = $1", [
      sam.deviceId,
    ]);
    expect(flags).toEqual([{ flags: ["device-locked"] }, { flags: ["device-locked"] }]);
  });

  it("of another engineer's job are refused, and the own ones recorded", async () => {
    const other = await server.job(await server.installed());
    expect(await outcomes([status(other, 1), status(jobs[0], 1)])).toEqual([
      "not-found",
      "recorded",
    ]);
  });

  it("that were refused are listed for the office once each, those behind them are not", async () => {
    const refused = { ...status(jobs[0], 1), payload: {} };
    await send([refused, status(jobs[0], 2), status(jobs[1], 1)]);
    const rows = await server.rows(
      "select message_id, type, code from refused_message where device_id = $1",
      [sam.deviceId],
    );
    expect(rows).toEqual([
      { message_id: refused.messageId, type: "JobStatusChange", code: "invalid" },
    ]);
  });

  it("of a device that waits for the office's approval are refused as a whole", async () => {
    const setApproval = (awaits: boolean) =>
      server.rows("update device set awaits_approval = $2 where device_id = $1", [
        sam.deviceId,
        awaits,
      ]);
    await setApproval(true);
    expect(await send([status(jobs[0], 1)])).toMatchObject({
      status: 403,
      body: { code: "device-unapproved" },
    });
    expect(await recordedOf(jobs[0])).toEqual([]);
    await setApproval(false);
    expect(await outcomes([status(jobs[0], 1)])).toEqual(["recorded"]);
  });

  it("have no images among them: those bring their bytes to their own path", async () => {
    const image = aMessage("JobImage", { ...pickJobIds(jobs[0]) }, pickJobIds(jobs[0]));
    expect(await outcomes([image, status(jobs[1], 1)])).toEqual(["invalid", "recorded"]);
  });
});

describe("A request with messages", () => {
  it("has at least one and at most as many as the ping says", async () => {
    const { body } = await sam.caller.get("/api/auth/ping");
    const { maxMessages } = body as { maxMessages: number };
    expect(maxMessages).toBe(maxMessagesInRequest);
    const many = Array.from({ length: maxMessages + 1 }, (_, n) => status(jobs[0], n + 1));
    expect((await send([])).status).toBe(400);
    expect((await send(many)).status).toBe(400);
    expect(await recordedOf(jobs[0])).toEqual([]);
    expect((await send(many.slice(1))).status).toBe(200);
  });

  it("is at most 256 KiB", async () => {
    const large = { ...status(jobs[0], 1), padding: "x".repeat(requestLimits.jsonBytes) };
    expect((await send([large])).status).toBe(413);
  });

  it("counts for as many requests as it may have messages", async () => {
    const strict = await server.startAnother({ requestsPerMinute: 100 });
    const caller = sam.caller.with({ token: sam.caller.token, deviceId: sam.deviceId }, strict);
    const statuses: number[] = [];
    for (let n = 1; n <= 3; n++)
      statuses.push((await caller.post(messagesPath, { messages: [status(jobs[0], n)] })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}
