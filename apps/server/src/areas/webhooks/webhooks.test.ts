import { createHmac, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Webhook, WebhookDelivery } from "@fieldfare/contract/office";
import { header } from "@fieldfare/contract";
import { numberEvents } from "../../database/events.ts";
import type { Caller } from "../../testing/caller.ts";
import { type InProcessServer, startInProcessServer } from "../../testing/in-process.ts";
import {
  type ReceivedWebhook,
  receiverNetworks,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../testing/webhook-receiver.ts";
import { claimDeliveries, recordAttempt } from "./attempt.ts";
import { addDeliveries } from "./fan-out.ts";

let server: InProcessServer;
let office: Caller;
const receivers: WebhookReceiver[] = [];
const webhookIds: string[] = [];

const sending = {
  webhookIntervalMs: 20,
  webhooks: { allowsHttp: true, networks: receiverNetworks, disableDays: 5 },
};

beforeAll(async () => {
  server = await startInProcessServer(sending);
  office = await server.office();
});
afterEach(async () => {
  // Nothing waits for an endpoint of another test.
  for (const webhookId of webhookIds.splice(0))
    await office.delete(`/api/office/webhooks/${webhookId}`);
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => server.close());

async function startReceiver(): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver();
  receivers.push(receiver);
  return receiver;
}

async function put(webhookId: string, values: object, headers = {}): Promise<Webhook> {
  // Alarms of other tests are events as well.
  const types = ["job.changed", "job.closed"];
  const body = { description: "A test", types, isEnabled: true, ...values };
  const answer = await office.put(`/api/office/webhooks/${webhookId}`, body, headers);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Webhook;
}

/** Adds an endpoint with a secret. */
async function addWebhook({ url }: Pick<WebhookReceiver, "url">, values: object = {}) {
  const webhookId = randomUUID();
  webhookIds.push(webhookId);
  await put(webhookId, { url, ...values });
  return { webhookId, secret: await addSecret(webhookId, 0) };
}

async function addSecret(webhookId: string, overlapHours: number): Promise<string> {
  const answer = await office.post(`/api/office/webhooks/${webhookId}/secrets`, { overlapHours });
  expect(answer.status).toBe(200);
  return (answer.body as { secret: string }).secret;
}

const read = async (webhookId: string) =>
  (await office.get(`/api/office/webhooks/${webhookId}`)).body as Webhook;

async function list(webhookId: string, query = ""): Promise<WebhookDelivery[]> {
  const { body } = await office.get(`/api/office/webhooks/${webhookId}/deliveries?${query}`);
  return (body as { deliveries: WebhookDelivery[] }).deliveries;
}

/** Writes an event of a job, as the triggers do. */
async function writeEvent(jobId: string, type = "job.changed", more: object = {}) {
  await server.rows("insert into event_inbox (type, data) values ($1, $2)", [
    type,
    JSON.stringify({ jobId, ...more }),
  ]);
}

/** Waits until a receiver has so many requests. */
async function waitForRequests({ received }: WebhookReceiver, count: number) {
  await expect.poll(() => received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
}

async function waitForState(webhookId: string, state: string, count = 1) {
  await expect
    .poll(async () => (await list(webhookId, `state=${state}&limit=100`)).length, {
      timeout: 30_000,
    })
    .toBe(count);
}

/** Lets what waits after a failure become due. */
const advance = (webhookId: string) =>
  server.rows(
    "update webhook_delivery set next_attempt_on = now() where webhook_id = $1 and next_attempt_on > now() and claim is null",
    [webhookId],
  );

/** Verifies as the specification says, with the newest text of its headers. */
function isSignedWith(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(content).digest("base64");
  return (headers["webhook-signature"] ?? "").split(" ").includes(`v1,${expected}`);
}

const alarmsOf = (webhookId: string) =>
  server.rows("select kind, details from alarm where details @> $1", [
    JSON.stringify({ webhookId }),
  ]);

describe("A delivery", () => {
  it("has the event of the feed, signed, with the event before it", async () => {
    const receiver = await startReceiver();
    const { webhookId, secret } = await addWebhook(receiver, { types: ["job.closed"] });
    const { position } = await read(webhookId);
    const [first, second] = [randomUUID(), randomUUID()];
    await writeEvent(first, "job.closed");
    await writeEvent(first, "job.changed");
    await writeEvent(second, "job.closed");
    await waitForState(webhookId, "delivered", 2);
    const { body } = await office.get(`/api/office/events?after=${position}`);
    const feed = (body as { events: Record<string, unknown>[] }).events.filter(
      ({ type }) => type === "job.closed",
    );
    const sent = receiver.received.toSorted(
      (a, b) => Number(a.message.sequence) - Number(b.message.sequence),
    );
    expect(sent.map(({ message }) => message)).toEqual(
      feed.map(({ at, ...event }, index) => ({
        ...event,
        timestamp: at,
        previousSequence: feed[index - 1]?.["sequence"] ?? null,
      })),
    );
    for (const one of sent) {
      expect(one.headers["webhook-id"]).toBe(one.message.eventId);
      expect(isSignedWith(secret, one)).toBe(true);
    }
    expect(await read(webhookId)).toMatchObject({ waiting: 0, failed: 0, failingSince: null });
  });

  it("is signed with both secrets while they overlap, and nobody reads them again", async () => {
    const receiver = await startReceiver();
    const { webhookId, secret } = await addWebhook(receiver);
    const next = await addSecret(webhookId, 1);
    await writeEvent(randomUUID());
    await waitForRequests(receiver, 1);
    const [both] = receiver.received;
    expect([secret, next].map((one) => both && isSignedWith(one, both))).toEqual([true, true]);
    await server.rows(
      "update webhook_secret set expires_on = now() where webhook_id = $1 and expires_on is not null",
      [webhookId],
    );
    await writeEvent(randomUUID());
    await waitForRequests(receiver, 2);
    const [, one] = receiver.received;
    expect([secret, next].map((each) => one && isSignedWith(each, one))).toEqual([false, true]);
    const stored = await server.rows(
      "select (select json_agg(s) from webhook_secret s)::text || (select json_agg(a) from audit_entry a)::text as all",
    );
    const answers = [
      stored,
      await read(webhookId),
      (await office.get("/api/office/webhooks")).body,
    ];
    for (const text of [secret, next, "whsec_"])
      expect(JSON.stringify(answers)).not.toContain(text);
  });

  it("is tried again with the same id and a new time, before the later events of its job and after those of others", async () => {
    const receiver = await startReceiver();
    const [stuck, other] = [randomUUID(), randomUUID()];
    let isBroken = true;
    receiver.answer = (response, { message }) =>
      response.writeHead(message.data["jobId"] === stuck && isBroken ? 500 : 200).end("Sorry");
    const { webhookId } = await addWebhook(receiver);
    for (const round of [1, 2, 3]) {
      await writeEvent(stuck, "job.changed", { round });
      await writeEvent(other, "job.changed", { round });
    }
    await waitForState(webhookId, "delivered", 3);
    const ofStuck = () =>
      receiver.received.filter(({ message }) => message.data["jobId"] === stuck);
    await expect.poll(async () => (await read(webhookId)).lastError).toMatch(/500/);
    expect(new Set(ofStuck().map(({ message }) => message.data["round"]))).toEqual(new Set([1]));
    isBroken = false;
    await advance(webhookId);
    await waitForState(webhookId, "delivered", 6);
    const rounds = ofStuck().map(({ message }) => message.data["round"]);
    expect(rounds.filter((round, index) => rounds[index - 1] !== round)).toEqual([1, 2, 3]);
    const [failed, again] = ofStuck();
    expect(again?.headers["webhook-id"]).toBe(failed?.headers["webhook-id"]);
    const deliveries = await list(webhookId);
    const [first] = deliveries.filter(({ eventId }) => eventId === failed?.message.eventId);
    expect(first?.attempts.map(({ status, error }) => [status, error]).at(0)).toEqual([
      500,
      "The receiver answered 500",
    ]);
    expect(first?.attempts[0]?.answer).toBe("Sorry");
    expect(first?.attempts.at(-1)).toMatchObject({ status: 200, error: null });
  });

  it("is given up after the last attempt, with an alarm, and can be replayed", async () => {
    const receiver = await startReceiver();
    const jobId = randomUUID();
    let isBroken = true;
    receiver.answer = (response, { message }) =>
      response.writeHead(message.data["round"] === 1 && isBroken ? 500 : 200).end();
    const { webhookId } = await addWebhook(receiver);
    await writeEvent(jobId, "job.changed", { round: 1 });
    await writeEvent(jobId, "job.changed", { round: 2 });
    await waitForRequests(receiver, 1);
    await expect
      .poll(async () => (await list(webhookId, "state=waiting")).at(-1)?.attemptCount)
      .toBe(1);
    await server.rows(
      "update webhook_delivery set attempts = 9 where webhook_id = $1 and attempts = 1",
      [webhookId],
    );
    await advance(webhookId);
    await waitForState(webhookId, "failed");
    await waitForState(webhookId, "delivered");
    expect(await alarmsOf(webhookId)).toMatchObject([{ kind: "webhook-delivery-failed" }]);
    isBroken = false;
    const replayed = await office.post(`/api/office/webhooks/${webhookId}/replay`, {
      failed: true,
    });
    expect(replayed.body).toMatchObject({ replayed: 1 });
    await waitForState(webhookId, "delivered", 2);
    const ids = receiver.received
      .filter(({ message }) => message.data["round"] === 1)
      .map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
  });

  it("says the time of the server at each attempt", async () => {
    const receiver = await startReceiver();
    const app = await server.startAnother({ now: () => new Date("2031-05-01T10:00:00Z") });
    try {
      const { webhookId } = await addWebhook(receiver);
      for (let count = 0; count < 30; count += 1) await writeEvent(randomUUID());
      await waitForState(webhookId, "delivered", 30);
    } finally {
      await app.close();
    }
    const days = receiver.received.map(({ headers }) =>
      new Date(Number(headers["webhook-timestamp"]) * 1000).toISOString().slice(0, 10),
    );
    const today = new Date().toISOString().slice(0, 10);
    for (const day of days) expect(["2031-05-01", today]).toContain(day);
  });
});

describe("Several servers", () => {
  it("send each event once, in the order of each job", async () => {
    const receiver = await startReceiver();
    const others = [await server.startAnother(), await server.startAnother()];
    try {
      const { webhookId } = await addWebhook(receiver);
      const jobs = [randomUUID(), randomUUID(), randomUUID()];
      for (let round = 0; round < 20; round += 1)
        for (const jobId of jobs) await writeEvent(jobId, "job.changed", { round });
      await waitForState(webhookId, "delivered", 60);
      expect(receiver.received.length).toBe(60);
      for (const jobId of jobs)
        expect(
          receiver.received
            .filter(({ message }) => message.data["jobId"] === jobId)
            .map(({ message }) => message.data["round"]),
        ).toEqual(Array.from({ length: 20 }, (_, round) => round));
    } finally {
      await Promise.all(others.map((app) => app.close()));
    }
  });

  it("take over what one of them had begun when it died, and its late end changes nothing", async () => {
    const receiver = await startReceiver();
    const { database, ...quiet } = await startInProcessServer({
      ...sending,
      webhookIntervalMs: null,
    });
    try {
      const caller = await quiet.office();
      const path = `/api/office/webhooks/${randomUUID()}`;
      const body = { url: receiver.url, description: "A test", types: [], isEnabled: true };
      await caller.put(path, body);
      await caller.post(`${path}/secrets`, { overlapHours: 0 });
      await quiet.rows("insert into event_inbox (type, data) values ('job.changed', '{}')");
      await numberEvents(database);
      await addDeliveries(database);
      const [dead, ...others] = await claimDeliveries(database, new Map());
      if (!dead) throw new Error("Nothing was due");
      expect(others).toEqual([]);
      expect(await claimDeliveries(database, new Map())).toEqual([]);
      await quiet.rows("update webhook_delivery set next_attempt_on = now()");
      await quiet.startAnother({ webhookIntervalMs: 20 });
      await waitForRequests(receiver, 1);
      const state = async () =>
        (await quiet.rows("select state from webhook_delivery"))[0]?.["state"];
      await expect.poll(state, { timeout: 30_000 }).toBe("delivered");
      const late = {
        durationMs: 1,
        status: 500,
        error: "late",
        answer: null,
        retryAfterSeconds: null,
      };
      expect(await recordAttempt(database, dead, late, 5)).toBe("lost");
      expect(await state()).toBe("delivered");
    } finally {
      await quiet.close();
    }
  });
});

describe("A receiver", () => {
  it("that hangs delays nobody else, and gets few requests at a time", async () => {
    const [hanging, other] = [await startReceiver(), await startReceiver()];
    hanging.answer = () => undefined;
    const app = await server.startAnother();
    const hung = await addWebhook(hanging);
    const { webhookId } = await addWebhook(other);
    for (let count = 0; count < 20; count += 1) await writeEvent(randomUUID());
    await waitForState(webhookId, "delivered", 20);
    await waitForRequests(hanging, 4);
    // Four of each of the two servers.
    expect(hanging.maxOpen).toBeLessThanOrEqual(8);
    // A server that stops gives back what it has begun.
    await app.close();
    hanging.answer = (response) => response.writeHead(200).end();
    expect(await read(hung.webhookId)).toMatchObject({ waiting: 20, failed: 0 });
  }, 60_000);

  it("that answers 410 is disabled with an alarm and an audit entry, and goes on when it is enabled", async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(410).end();
    const { webhookId } = await addWebhook(receiver);
    await writeEvent(randomUUID());
    await expect.poll(async () => (await read(webhookId)).disabledReason).toBe("gone");
    expect(await alarmsOf(webhookId)).toMatchObject([
      { kind: "webhook-disabled", details: { reason: "gone" } },
    ]);
    const entries = await server.rows(
      "select actor_id from audit_entry where action = 'webhook-disabled' and object_id = $1",
      [webhookId],
    );
    expect(entries).toEqual([{ actor_id: null }]);
    await writeEvent(randomUUID());
    receiver.answer = (response) => response.writeHead(200).end();
    await put(webhookId, { url: receiver.url });
    await waitForState(webhookId, "delivered", 2);
  });

  it("that asks for a pause gets one", async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(503, { "retry-after": "3600" }).end();
    const { webhookId } = await addWebhook(receiver);
    await writeEvent(randomUUID());
    await expect.poll(async () => (await read(webhookId)).pausedUntil).not.toBeNull();
    const [delivery] = await list(webhookId);
    const wait = Date.parse(delivery?.nextAttemptOn ?? "") - Date.now();
    expect(wait).toBeGreaterThan(3_000_000);
    const before = receiver.received.length;
    await writeEvent(randomUUID());
    await expect.poll(async () => (await read(webhookId)).waiting).toBe(2);
    expect(receiver.received.length).toBe(before);
  });

  it("that only failed for days is disabled with an alarm", async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(500).end();
    const { webhookId } = await addWebhook(receiver);
    await writeEvent(randomUUID());
    await expect.poll(async () => (await read(webhookId)).failingSince).not.toBeNull();
    await server.rows(
      "update webhook set failing_since = now() - interval '6 days' where webhook_id = $1",
      [webhookId],
    );
    await advance(webhookId);
    await expect.poll(async () => (await read(webhookId)).disabledReason).toBe("failing");
    expect(await alarmsOf(webhookId)).toMatchObject([
      { kind: "webhook-disabled", details: { reason: "failing" } },
    ]);
  });
});

describe("Replay", () => {
  it("sends what was sent before after a position or since a moment, with the same ids", async () => {
    const receiver = await startReceiver();
    const { webhookId } = await addWebhook(receiver);
    for (const round of [1, 2, 3]) await writeEvent(randomUUID(), "job.changed", { round });
    await waitForState(webhookId, "delivered", 3);
    const [, , first] = (await list(webhookId)).map(({ sequence }) => sequence);
    const replay = (body: object) => office.post(`/api/office/webhooks/${webhookId}/replay`, body);
    expect((await replay({ afterSequence: first })).body).toEqual({
      replayed: null,
      position: first,
    });
    await waitForRequests(receiver, 5);
    await waitForState(webhookId, "delivered", 3);
    const [numbered] = await server.rows("select numbered_on from event where sequence = $1", [
      first,
    ]);
    const since = numbered?.["numbered_on"] as Date;
    await replay({ since: since.toISOString() });
    await waitForRequests(receiver, 8);
    await waitForState(webhookId, "delivered", 3);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(3);
    expect((await replay({})).status).toBe(400);
    expect((await replay({ failed: true, afterSequence: 1 })).status).toBe(400);
  });

  it("of one delivery sends it again", async () => {
    const receiver = await startReceiver();
    const { webhookId } = await addWebhook(receiver);
    await writeEvent(randomUUID());
    await waitForState(webhookId, "delivered");
    const [delivery] = await list(webhookId);
    const path = `/api/office/webhooks/${webhookId}/deliveries/${delivery?.deliveryId}/replay`;
    expect((await office.post(path, {})).status).toBe(200);
    await waitForRequests(receiver, 2);
    const other = `/api/office/webhooks/${randomUUID()}/deliveries/${delivery?.deliveryId}/replay`;
    expect((await office.post(other, {})).status).toBe(404);
  });

  it("A ping is sent once, also before everything that waits", async () => {
    const receiver = await startReceiver();
    receiver.answer = (response, { message }) =>
      response.writeHead(message.type === "webhook.ping" ? 200 : 500).end();
    const { webhookId } = await addWebhook(receiver);
    await writeEvent(randomUUID());
    await waitForRequests(receiver, 1);
    const key = { [header.idempotencyKey]: randomUUID() };
    const first = await office.post(`/api/office/webhooks/${webhookId}/ping`, {}, key);
    const again = await office.post(`/api/office/webhooks/${webhookId}/ping`, {}, key);
    expect(again.body).toEqual(first.body);
    await waitForState(webhookId, "delivered");
    const [ping] = await list(webhookId, "type=webhook.ping");
    expect(ping).toMatchObject({ sequence: null, jobId: null, state: "delivered" });
  });
});

describe("An endpoint", () => {
  it.each([
    ["http://93.184.215.14/", "https"],
    ["https://user:secret@example.org/", "password"],
    ["https://10.0.0.8/", "network"],
    ["https://169.254.169.254/latest/meta-data", "network"],
    ["https://[::ffff:10.0.0.8]/", "network"],
    ["https://localhost/", "network"],
    ["https://intranet/", "network"],
    ["https://0x7f000001/", "network"],
    ["ftp://example.org/", "https"],
  ])("%s is refused by a server that allows only public addresses", async (url, word) => {
    const app = await server.startAnother({
      webhookIntervalMs: null,
      webhooks: { allowsHttp: false, networks: [], disableDays: 5 },
    });
    const body = { url, description: "A test", types: [], isEnabled: true };
    const answer = await office.with({}, app).put(`/api/office/webhooks/${randomUUID()}`, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(word);
  });

  it("without a secret gets nothing until it has one", async () => {
    const receiver = await startReceiver();
    const webhookId = randomUUID();
    webhookIds.push(webhookId);
    await put(webhookId, { url: receiver.url });
    await writeEvent(randomUUID());
    await expect.poll(async () => (await read(webhookId)).waiting).toBe(1);
    expect(receiver.received).toEqual([]);
    await addSecret(webhookId, 0);
    await waitForState(webhookId, "delivered");
  });

  it("is not changed by somebody who saw an older version", async () => {
    const receiver = await startReceiver();
    const { webhookId } = await addWebhook(receiver);
    const path = `/api/office/webhooks/${webhookId}`;
    const seen = String((await office.get(path)).headers["etag"]);
    await put(webhookId, { url: receiver.url, description: "Other" }, { [header.ifMatch]: seen });
    const body = { url: receiver.url, description: "Third", types: [], isEnabled: true };
    const stale = await office.put(path, body, { [header.ifMatch]: seen });
    expect(stale.status).toBe(412);
    expect((await read(webhookId)).description).toBe("Other");
  });

  it("is for administrators alone", async () => {
    for (const role of ["planner", "supervisor", "viewer", "integration"] as const) {
      const caller = await server.office([role]);
      expect((await caller.get("/api/office/webhooks")).status).toBe(403);
    }
  });
});
