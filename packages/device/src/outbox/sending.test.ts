import { ping } from "@fieldfare/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disableDevice } from "../api/call.ts";
import { readOutbox } from "../reading/outbox.ts";
import { readOutboxSummary } from "../reading/outbox-summary.ts";
import { openNodeDevice, signInOther } from "../testing/node-device.ts";
import {
  aFakeServer,
  aSignedInPhone,
  aToken,
  html,
  json,
  readMessageId,
  owner,
  ownerEmail,
  type FakeServer,
  refusal,
  type SignedInPhone,
  readBodyText,
} from "../testing/fake-server.ts";
import { aJobId, queueStatuses, readQueued } from "../testing/queueing.ts";
import { claim, settle } from "./claims.ts";
import { drain } from "./sender.ts";
import { tryNow } from "./try-now.ts";

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

const statusPath = "/api/job/status";
const received = () =>
  fakeServer.received.map(({ order }) => `${order?.lane.at(-1) ?? ""}.${order?.laneNumber}`);

const locked = () => {
  const answer = json({});
  answer.headers.set("X-Device-Error", "locked");
  return answer;
};

describe("The queue", () => {
  it("is sent oldest first, numbered from 1 for each ordering key", async () => {
    await queueStatuses(phone.device, [1, 2, 1, 1, 2]);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 5 });
    expect(received()).toEqual(["1.1", "2.1", "1.2", "1.3", "2.2"]);
    expect(fakeServer.received.map(({ order }) => order?.deviceSequence)).toEqual([1, 2, 3, 4, 5]);
    expect(await readQueued(phone.device)).toEqual([]);
  });

  it("carries the hash of its payload and the same messageId in body and Idempotency-Key", async () => {
    const keys: string[] = [];
    fakeServer.answer = (path, init) => {
      if (path === statusPath) keys.push(readMessageId(init));
      return undefined;
    };
    await queueStatuses(phone.device, [1]);
    await drain(phone.device);
    expect(keys).toEqual(fakeServer.received.map(({ messageId }) => messageId));
    expect(fakeServer.received[0]?.order?.payloadHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("waits for the sender that holds the lock and skips nothing", async () => {
    await queueStatuses(phone.device, [1, 2, 3]);
    const results = await Promise.all([drain(phone.device), drain(phone.device)]);
    expect(results.map(({ sent }) => sent)).toEqual([3, 0]);
    expect(received()).toEqual(["1.1", "2.1", "3.1"]);
  });

  it("is sent once when two tabs and a worker send at the same time", async () => {
    await queueStatuses(phone.device, [1, 2, 1, 2, 1]);
    const options = { disk: phone.disk, fetch: fakeServer.fetch };
    const tab = await openNodeDevice(options);
    const worker = await openNodeDevice({ ...options, journal: false });
    await Promise.all([drain(tab.device), drain(worker.device), drain(phone.device)]);
    expect(fakeServer.requestedPaths.filter((path) => path === statusPath)).toHaveLength(5);
    expect(received()).toEqual(["1.1", "2.1", "1.2", "2.2", "1.3"]);
    tab.kill();
    worker.kill();
  });

  it("of an engineer who is signed out waits, and nobody else sends it", async () => {
    await queueStatuses(phone.device, [1]);
    const { database: own } = phone.device;
    const token = await own.token.get(1);
    await own.token.clear();
    expect(await drain(phone.device)).toEqual({ kind: "blocked", sent: 0 });
    if (token) await own.token.put(token);
    await signInOther(phone.device, aJobId(9));
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 0 });
    expect((await readOutbox(phone.device)).messages).toEqual([]);
    await signInOther(phone.device, owner);
    expect(await readQueued(phone.device)).toEqual(["1.1"]);
  });

  it("names its own engineer when another one has signed in during the ping", async () => {
    await queueStatuses(phone.device, [1]);
    let isSwitched = false;
    fakeServer.answer = async (path) => {
      if (path === "/api/auth/ping" && !isSwitched) {
        isSwitched = true;
        await signInOther(phone.device, aJobId(9));
      }
      return json({
        status: "ok",
        buildNumber: 1,
        serverTime: "2026-03-02T12:00:00.000Z",
        epoch: owner,
      });
    };
    expect((await drain(phone.device)).kind).toBe("blocked");
    expect(phone.events).toContainEqual({ kind: "token-not-found", ownerId: owner });
  });
});

describe("A claim", () => {
  it("takes the owner's oldest messages and marks them; settling deletes the receipted ones and returns the others", async () => {
    const { device } = phone;
    await queueStatuses(device, [1, 2, 3]);
    const claimed = await claim(device, 2, new Set());
    const states = async () =>
      (await device.database.messageQueue.orderBy("id").toArray()).map((row) => row.status);
    expect(claimed.map((row) => row.laneNumber)).toEqual([1, 1]);
    expect(await states()).toEqual(["processing", "processing", "queued"]);
    await settle(device, claimed, [{ row: claimed[0]!, receivedOn: "2026-03-02T12:00:00.000Z" }]);
    expect(await states()).toEqual(["queued", "queued"]);
    expect(await device.database.sentMessage.count()).toBe(1);
  });

  it("that a dead sender left is returned and sent", async () => {
    await queueStatuses(phone.device, [1, 2]);
    const worker = await openNodeDevice({
      disk: phone.disk,
      journal: false,
      fetch: (url, init) => {
        if (!url.endsWith(statusPath)) return fakeServer.fetch(url, init);
        worker.kill();
        return fakeServer.fetch(url, init);
      },
    });
    void drain(worker.device);
    await worker.died;
    const leftMessages = await phone.device.database.messageQueue.toArray();
    expect(leftMessages.map((row) => row.status)).toEqual(["processing", "processing"]);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 2 });
    expect(received()).toEqual(["1.1", "2.1"]);
  });
});

describe("Only a receipt of ours for this very message removes it", () => {
  const answers: Record<string, (init: RequestInit) => Response> = {
    "a captive portal's page": () => html(),
    "a page that says it is JSON": () =>
      new Response("<h1>Hello</h1>", { headers: { "Content-Type": "application/json" } }),
    "somebody else's JSON": () => json({ status: "ok" }),
    "a receipt for another message": () =>
      json({ messageId: owner, outcome: "recorded", receivedOn: "2026-03-02T12:00:00.000Z" }),
    "a receipt that is cut off": (init) =>
      new Response(`{"messageId":"${readMessageId(init)}","outc`, {
        headers: { "Content-Type": "application/json" },
      }),
    "an empty 200": () => new Response(""),
    "a 204": () => new Response(null, { status: 204 }),
    "a 500": () => refusal(500, "unexpected"),
    "a 429": () => refusal(429, "too-many-attempts"),
    "a proxy's 403": () => html(403),
    "a proxy's 404": () => html(404),
  };

  it.each(Object.keys(answers))("and %s does not", async (name) => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path, init) => (path === statusPath ? answers[name]?.(init) : undefined);
    expect((await drain(phone.device)).kind).toBe("again");
    expect(await readQueued(phone.device)).toEqual(["1.1"]);
    const [row] = await phone.device.database.messageQueue.toArray();
    expect(row).toMatchObject({ status: "queued", sendAttempts: 1 });
    expect(row?.lastError).toEqual(expect.any(String));
    expect(await phone.device.database.parkedLane.count()).toBe(0);

    fakeServer.answer = () => undefined;
    expect((await drain(phone.device)).kind).toBe("empty");
    expect(received()).toEqual(["1.1"]);
  });

  it("and a lost answer costs nothing: the message is sent again and recorded once", async () => {
    await queueStatuses(phone.device, [1]);
    let isLost = false;
    const lossyPhone = await openNodeDevice({
      disk: phone.disk,
      fetch: async (url, init) => {
        const answer = await fakeServer.fetch(url, init);
        if (!url.endsWith(statusPath) || isLost) return answer;
        isLost = true;
        throw new TypeError("fetch failed");
      },
    });
    expect((await drain(lossyPhone.device)).kind).toBe("again");
    expect((await drain(lossyPhone.device)).kind).toBe("empty");
    expect(fakeServer.requestedPaths.filter((path) => path === statusPath)).toHaveLength(2);
    expect(received()).toEqual(["1.1"]);
    lossyPhone.kill();
  });

  it("and without an answer to the ping nothing is even tried", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.isOnline = false;
    expect(await drain(phone.device)).toEqual({ kind: "again", sent: 0, cause: "network" });
    expect(fakeServer.requestedPaths).toEqual(["/api/auth/ping"]);
    expect(phone.events).toContainEqual({ kind: "network-error" });
    expect(phone.events).toContainEqual({ kind: "contact", isReached: false });
    fakeServer.isOnline = true;
    await drain(phone.device);
    expect(phone.events).toContainEqual({ kind: "contact", isReached: true, buildNumber: 1 });
  });
});

describe("A message that the server refuses", () => {
  const refuseOrderingKey = (number: number) => {
    fakeServer.answer = (path, init) =>
      path === statusPath && readBodyText(init).includes(`"lane":"${aJobId(number)}"`)
        ? refusal(400, "invalid", { detail: "The job is unknown" })
        : undefined;
  };

  it("blocks its own ordering key only, visibly and with the reason; nothing is dropped", async () => {
    await queueStatuses(phone.device, [1, 2, 1, 2]);
    refuseOrderingKey(1);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 2 });
    expect(received()).toEqual(["2.1", "2.2"]);
    expect(await readQueued(phone.device)).toEqual(["1.1", "1.2"]);
    const { state, blocked, blockedKeys } = await readOutbox(phone.device);
    expect({ state, blocked }).toEqual({ state: "attention", blocked: 1 });
    expect(blockedKeys[0]).toMatchObject({ code: "invalid", detail: "The job is unknown" });
    expect(phone.events).toContainEqual({
      kind: "lane-parked",
      messageType: "JobStatusChange",
      detail: "The job is unknown",
    });
  });

  it("is not tried by the next sending, whatever joins its ordering key", async () => {
    await queueStatuses(phone.device, [1]);
    refuseOrderingKey(1);
    await drain(phone.device);
    const before = fakeServer.requestedPaths.filter((path) => path === statusPath).length;
    await queueStatuses(phone.device, [1]);
    await drain(phone.device);
    expect(fakeServer.requestedPaths.filter((path) => path === statusPath)).toHaveLength(before);
    expect(await readQueued(phone.device)).toEqual(["1.1", "1.2"]);
  });

  it("goes out in order after Try now, once the server takes it", async () => {
    await queueStatuses(phone.device, [1, 1]);
    refuseOrderingKey(1);
    await drain(phone.device);
    fakeServer.answer = () => undefined;
    expect(await tryNow(phone.device)).toEqual({ kind: "empty", sent: 2 });
    expect(received()).toEqual(["1.1", "1.2"]);
    expect((await readOutboxSummary(phone.device)).state).toBe("all-sent");
  });

  it("of an earlier build, blocked without a refusal, is unblocked and sent", async () => {
    await queueStatuses(phone.device, [1, 2]);
    refuseOrderingKey(2);
    await drain(phone.device);
    const [refused] = await phone.device.database.parkedLane.toArray();
    if (!refused) throw new Error("Nothing was refused");
    const lane = aJobId(3);
    await phone.device.database.parkedLane.put({ ...refused, lane, code: "unexplained" });
    await queueStatuses(phone.device, [3]);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
    expect(received()).toEqual(["1.1", "3.1"]);
    expect(await phone.device.database.parkedLane.toArray()).toEqual([refused]);
  });

  it("three ordering keys failing one after the other are the server's fault: the sending stops", async () => {
    await queueStatuses(phone.device, [1, 2, 3, 4, 5]);
    fakeServer.answer = (path) => (path === statusPath ? refusal(500, "unexpected") : undefined);
    expect((await drain(phone.device)).kind).toBe("again");
    expect(fakeServer.requestedPaths.filter((path) => path === statusPath)).toHaveLength(3);
  });
});

describe("A failure that is no refusal of our server", () => {
  const problem = (status: number, body: object, type = "application/problem+json") =>
    new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } });
  const failures: Record<string, () => Response> = {
    "a gateway's 502": () => html(502),
    "a gateway's 400 page": () => html(400),
    "a gateway's problem document": () =>
      problem(403, { type: "about:blank", title: "Forbidden", status: 403 }),
    "a gateway's problem document with a code of its own": () =>
      problem(403, { title: "Forbidden", status: 403, code: "WAF-17" }),
    "a problem that says another status": () =>
      problem(403, { title: "Not valid", status: 400, code: "invalid" }),
    "a refusal that comes as plain JSON": () =>
      problem(400, { title: "Not valid", status: 400, code: "invalid" }, "application/json"),
    "our own 500": () => refusal(500, "unexpected"),
    "our own 503": () => refusal(503, "unavailable"),
    "our own word that photos cannot be stored": () => refusal(503, "images-unavailable"),
    "our own 429": () => refusal(429, "too-many-attempts"),
    "a captive portal's page": () => html(),
  };

  it.each(Object.keys(failures))(
    "%s blocks nothing, however often it comes, and the queue empties by itself",
    async (name) => {
      await queueStatuses(phone.device, [1, 1, 2]);
      fakeServer.answer = (path) => (path === statusPath ? failures[name]?.() : undefined);
      for (let attempt = 1; attempt <= 12; attempt++)
        expect((await drain(phone.device)).kind).toBe("again");
      expect(await readOutboxSummary(phone.device)).toMatchObject({ state: "waiting", blocked: 0 });
      fakeServer.answer = () => undefined;
      expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 3 });
      expect(received()).toEqual(["1.1", "1.2", "2.1"]);
    },
  );

  it("never keeps the messages behind it from being sent, however many fail for ever", async () => {
    await queueStatuses(phone.device, [1, 2, 3, 4]);
    fakeServer.answer = (path, init) =>
      path === statusPath && !/"lane":"[^"]*[56789]"/.test(readBodyText(init))
        ? refusal(500, "unexpected")
        : undefined;
    for (let attempt = 1; attempt <= 4; attempt++) await drain(phone.device);
    await queueStatuses(phone.device, [5, 6, 7]);
    await drain(phone.device);
    expect(received()).toEqual(["5.1", "6.1", "7.1"]);
  });

  it("is stored with the row: what failed, and whether our server said it", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path) =>
      path === statusPath ? refusal(503, "images-unavailable") : undefined;
    await drain(phone.device);
    expect(await readOutboxSummary(phone.device)).toMatchObject({ cause: "images" });
    fakeServer.answer = (path) => (path === statusPath ? html(502) : undefined);
    await drain(phone.device);
    expect(await readOutboxSummary(phone.device)).toMatchObject({ cause: "server" });
    fakeServer.answer = (path) =>
      path === statusPath ? Promise.reject(new TypeError()) : undefined;
    await drain(phone.device);
    expect(await readOutboxSummary(phone.device)).toMatchObject({ cause: "network" });
  });

  it("a proxy's 401 after a renewal does not end the sign-in", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path) => (path === statusPath ? html(401) : undefined);
    expect((await drain(phone.device)).kind).toBe("again");
    expect(phone.events.map(({ kind }) => kind)).not.toContain("token-renewal-failure");
  });
});

describe("Retry-After", () => {
  const tryLater = (value: string, status = 429) => {
    const answer = refusal(status, status === 429 ? "too-many-attempts" : "unavailable");
    answer.headers.set("Retry-After", value);
    return answer;
  };
  const countStatusRequests = () =>
    fakeServer.requestedPaths.filter((path) => path === statusPath).length;
  let clock: number;
  const now = () => new Date(clock);
  beforeEach(async () => {
    phone.kill();
    clock = Date.parse("2026-03-02T12:00:00.000Z");
    phone = await aSignedInPhone(fakeServer, { now });
  });

  it("is obeyed by page and worker, and ends by itself", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path) => (path === statusPath ? tryLater("90") : undefined);
    const waits = { kind: "again", sent: 0, cause: "server", retryInMs: 90_000 };
    expect(await drain(phone.device)).toEqual(waits);
    fakeServer.answer = () => undefined;
    const { fetch } = fakeServer;
    const worker = await openNodeDevice({ disk: phone.disk, journal: false, fetch, now });
    expect(await drain(worker.device)).toEqual(waits);
    expect(countStatusRequests()).toBe(1);
    worker.kill();
    clock += 90_000;
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
  });

  it("may be a date, and is capped at five minutes", async () => {
    await queueStatuses(phone.device, [1]);
    const inTwoMinutes = new Date(clock + 120_000).toUTCString();
    fakeServer.answer = (path) => (path === statusPath ? tryLater(inTwoMinutes, 503) : undefined);
    expect(await drain(phone.device)).toMatchObject({ retryInMs: 120_000 });
    fakeServer.answer = (path) => (path === "/api/auth/ping" ? tryLater("86400", 503) : undefined);
    expect(await drain(phone.device, { isManual: true })).toMatchObject({ retryInMs: 300_000 });
  });

  it("does not delay a person who taps, nor a phone whose clock was set back", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path) => (path === statusPath ? tryLater("90") : undefined);
    await drain(phone.device);
    clock -= 3_600_000;
    await drain(phone.device);
    expect(countStatusRequests()).toBe(2);
    fakeServer.answer = () => undefined;
    expect(await tryNow(phone.device)).toEqual({ kind: "empty", sent: 1 });
  });

  it("is ignored when it is not a time: the back-off decides the wait", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path) => (path === statusPath ? tryLater("soon") : undefined);
    expect(await drain(phone.device)).toEqual({ kind: "again", sent: 0, cause: "server" });
  });
});

describe("A server that was restored from a backup", () => {
  it("gets again what the device still has, in the order of the key", async () => {
    await queueStatuses(phone.device, [1, 1, 1]);
    await drain(phone.device);
    fakeServer.received.length = 0;
    await queueStatuses(phone.device, [1]);
    let last = 1;
    const resentNumbers: number[] = [];
    fakeServer.answer = (path, init) => {
      if (path !== statusPath) return undefined;
      const { order, messageId } = JSON.parse(readBodyText(init)) as {
        messageId: string;
        order: { laneNumber: number };
      };
      if (order.laneNumber !== last + 1)
        return refusal(409, "lane-gap", { expectedLaneNumber: last + 1 });
      last = order.laneNumber;
      resentNumbers.push(last);
      return json({ messageId, outcome: "recorded", receivedOn: "2026-03-02T12:00:00.000Z" });
    };
    await drain(phone.device);
    expect(resentNumbers).toEqual([2, 3, 4]);
    expect(await readQueued(phone.device)).toEqual([]);
  });

  it("that lacks what the device no longer has gets the rest under new numbers, and the log says so", async () => {
    await queueStatuses(phone.device, [1, 1, 2]);
    await drain(phone.device);
    await phone.device.database.sentMessage.clear();
    fakeServer.received.length = 0;
    await queueStatuses(phone.device, [1, 1, 2]);
    const first = (await phone.device.database.messageQueue.toCollection().first())?.incarnation;
    fakeServer.answer = (path, init) => {
      if (path !== statusPath) return undefined;
      const { order } = JSON.parse(readBodyText(init)) as {
        order?: { incarnation: string; lane: string };
      };
      return order?.incarnation === first && order?.lane === aJobId(1)
        ? refusal(409, "lane-gap", { expectedLaneNumber: 1 })
        : undefined;
    };
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 3 });
    expect(received().toSorted()).toEqual(["1.1", "1.2", "2.2"]);
    await queueStatuses(phone.device, [1, 2]);
    await drain(phone.device);
    expect(received().slice(3)).toEqual(["1.3", "2.1"]);
    const [line] = await phone.device.database.log.toArray();
    expect(line?.message).toContain("Messages 1 to 2 of");
  });

  it("that has other messages under its numbers, from a copy of this device, gets them under new ones", async () => {
    await queueStatuses(phone.device, [1, 1, 2]);
    const queuedMessages = await phone.device.database.messageQueue.toArray();
    const [first] = queuedMessages;
    const receivedOrders: { incarnation: string; laneNumber: number }[] = [];
    fakeServer.answer = (path, init) => {
      if (path !== statusPath) return undefined;
      const { order } = JSON.parse(readBodyText(init)) as {
        order: { incarnation: string; lane: string; laneNumber: number };
      };
      if (order.incarnation === first?.incarnation && order.lane === aJobId(1))
        return refusal(409, "conflict", { expectedLaneNumber: 2 });
      receivedOrders.push(order);
      return undefined;
    };
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 3 });
    expect(received().toSorted()).toEqual(["1.1", "1.2", "2.1"]);
    // No message is sent under a new id, so none is recorded twice.
    expect(fakeServer.received.map(({ messageId }) => messageId).toSorted()).toEqual(
      queuedMessages.map(({ messageId }) => messageId).toSorted(),
    );
    expect(await phone.device.database.parkedLane.count()).toBe(0);
    const [line] = await phone.device.database.log.toArray();
    expect(line?.message).toContain("Another copy of this device");
    await queueStatuses(phone.device, [1]);
    await drain(phone.device);
    expect(receivedOrders.map(({ laneNumber }) => laneNumber).at(-1)).toBe(3);
  });

  it("that has other messages under the new numbers too gets the ordering key blocked", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path) =>
      path === statusPath ? refusal(409, "conflict", { expectedLaneNumber: 7 }) : undefined;
    await drain(phone.device);
    expect((await readOutbox(phone.device)).blockedKeys[0]).toMatchObject({ code: "conflict" });
    expect(await phone.device.database.messageQueue.count()).toBe(1);
  });

  it("that asks for what the device has not yet sent gets the ordering key blocked", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path) =>
      path === statusPath ? refusal(409, "lane-gap", { expectedLaneNumber: 5 }) : undefined;
    await drain(phone.device);
    expect((await readOutbox(phone.device)).blockedKeys[0]).toMatchObject({ code: "lane-gap" });
    expect(await readQueued(phone.device)).toEqual(["1.1"]);
  });
});

describe("An expired token", () => {
  it("is renewed once for any number of 401s", async () => {
    await queueStatuses(phone.device, [1, 2]);
    fakeServer.token = aToken(77);
    const options = { disk: phone.disk, fetch: fakeServer.fetch };
    const tab = await openNodeDevice(options);
    const { refreshJobs } = await import("../polling/jobs.ts");
    const { pollCommands } = await import("../polling/commands.ts");
    await Promise.all([
      drain(phone.device),
      refreshJobs(tab.device),
      pollCommands(tab.device),
      refreshJobs(phone.device),
    ]);
    expect(fakeServer.requestedPaths.filter((path) => path === "/api/auth/refresh")).toHaveLength(
      1,
    );
    expect(received()).toEqual(["1.1", "2.1"]);
    tab.kill();
  });

  it("is renewed before anything is sent with it: a photo would travel twice", async () => {
    const server = aFakeServer();
    server.token = aToken(1, { exp: Math.floor(Date.now() / 1_000) - 1 });
    const other = await aSignedInPhone(server);
    await queueStatuses(other.device, [1, 2]);
    server.requestedPaths.length = 0;
    await drain(other.device);
    expect(server.requestedPaths).toEqual([ping.path, "/api/auth/refresh", statusPath, statusPath]);
    other.kill();
  });

  it("by a clock that is years ahead costs one renewal, and not one for each message", async () => {
    const server = aFakeServer();
    const other = await aSignedInPhone(server, { now: () => new Date("2190-01-01T12:00:00Z") });
    await queueStatuses(other.device, [1, 2]);
    server.requestedPaths.length = 0;
    await drain(other.device);
    expect(server.requestedPaths).toEqual([ping.path, "/api/auth/refresh", statusPath, statusPath]);
    other.kill();
  });

  it("that cannot be renewed stops the sending and keeps everything", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.token = aToken(77);
    fakeServer.answer = (path) =>
      path === "/api/auth/refresh" ? refusal(401, "unauthorised") : undefined;
    expect((await drain(phone.device)).kind).toBe("blocked");
    expect(phone.events).toContainEqual({ kind: "token-renewal-failure", ownerId: owner });
    expect(await readQueued(phone.device)).toEqual(["1.1"]);
  });

  it("that the office has ended, by a lock or a new password, still sends what was recorded", async () => {
    for (const ended of [refusal(401, "unauthorised"), locked()]) {
      await queueStatuses(phone.device, [1]);
      fakeServer.token = aToken(77);
      fakeServer.answer = (path) => {
        if (path === "/api/auth/refresh") return ended.clone();
        if (path !== "/api/auth/sending-token") return undefined;
        return json({ token: fakeServer.token, expiresOn: "2026-03-02T12:15:00.000Z" });
      };
      expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
    }
  });

  it("that the office has ended is tried again later when the answer is lost", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.token = aToken(77);
    fakeServer.answer = (path) => {
      if (path === "/api/auth/refresh") return refusal(401, "unauthorised");
      if (path !== "/api/auth/sending-token") return undefined;
      throw new TypeError("fetch failed");
    };
    expect(await drain(phone.device)).toMatchObject({ kind: "again", cause: "network" });
    expect(await readQueued(phone.device)).toEqual(["1.1"]);
  });

  it("made without a network sends what was recorded when the device is locked meanwhile", async () => {
    await queueStatuses(phone.device, [1]);
    await phone.device.database.token.update(1, { tokenModel: null });
    phone.device.pending.credentials = { email: ownerEmail, pin: "280451" };
    fakeServer.answer = (path) => {
      if (path === "/api/auth/token") return locked();
      if (path !== "/api/auth/sending-token") return undefined;
      return json({ token: fakeServer.token, expiresOn: "2026-03-02T12:15:00.000Z" });
    };
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
    expect(received()).toEqual(["1.1"]);
  });

  it("made without a network sends all of a long queue although the token that sends expires meanwhile", async () => {
    await queueStatuses(phone.device, [1, 1, 2]);
    await phone.device.database.token.update(1, { tokenModel: null });
    phone.device.pending.credentials = { email: ownerEmail, pin: "280451" };
    fakeServer.answer = (path) => {
      if (path === "/api/auth/token") return locked();
      if (path === "/api/auth/sending-token")
        return json({ token: fakeServer.token, expiresOn: "2026-03-02T12:15:00.000Z" });
      if (path === statusPath && fakeServer.received.length === 1) fakeServer.token = aToken(78);
      return undefined;
    };
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 3 });
  });

  it.each([401, 403, 502])(
    "whose renewal meets a proxy's %i is tried again later",
    async (status) => {
      await queueStatuses(phone.device, [1]);
      fakeServer.token = aToken(77);
      fakeServer.answer = (path) => (path === "/api/auth/refresh" ? html(status) : undefined);
      expect((await drain(phone.device)).kind).toBe("again");
      fakeServer.answer = () => undefined;
      expect((await drain(phone.device)).kind).toBe("empty");
    },
  );
});

describe("A device that the server has locked", () => {
  it("says so and delivers what was recorded, where the server takes it", async () => {
    await queueStatuses(phone.device, [1]);
    fakeServer.answer = (path) => (path === "/api/auth/ping" ? locked() : undefined);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
    expect(phone.events).toContainEqual({
      kind: "device-disabled",
      error: "locked",
      ownerId: owner,
    });
    expect((await phone.device.database.setting.get(1))?.enabled).toBe(false);
  });

  it("keeps its queue where the server does not", async () => {
    await queueStatuses(phone.device, [1, 1, 2]);
    fakeServer.answer = locked;
    expect((await drain(phone.device)).kind).toBe("blocked");
    expect(await readQueued(phone.device)).toEqual(["1.1", "1.2", "2.1"]);
    fakeServer.answer = () => undefined;
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 3 });
  });

  it("is not confused with a colleague's by an answer that comes late", async () => {
    await phone.device.database.setting.update(1, { deviceId: aJobId(9) });
    await disableDevice(phone.device, { error: "locked", deviceId: owner });
    expect((await phone.device.database.setting.get(1))?.enabled).toBe(true);
  });
});
