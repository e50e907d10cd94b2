import { messagesPath } from "@fieldfare/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  html,
  json,
  readBodyText,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aJobId, queuePhotos, queueStatuses, readQueued } from "../testing/queueing.ts";
import { drain } from "./sender.ts";

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  fakeServer.maxMessages = 50;
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

const received = () =>
  fakeServer.received.map(({ order }) => `${order?.lane.at(-1) ?? ""}.${order?.laneNumber}`);
const requests = () => fakeServer.requestedPaths.filter((path) => path !== "/api/auth/ping");
const messageIds = async () =>
  (await phone.device.database.messageQueue.orderBy("id").toArray()).map((row) => row.messageId);
const blocked = async () =>
  (await phone.device.database.parkedLane.toArray()).map(({ lane }) => lane.at(-1));

/** The sizes of the requests with several messages. */
function watchSizes(answer?: (size: number) => Response | undefined): number[] {
  const sizes: number[] = [];
  fakeServer.answer = (path, init) => {
    if (path !== messagesPath) return undefined;
    const { messages } = JSON.parse(readBodyText(init)) as { messages: unknown[] };
    sizes.push(messages.length);
    return answer?.(messages.length);
  };
  return sizes;
}

describe("Several messages", () => {
  it("go together in one request, in order within each ordering key, and leave with their receipts", async () => {
    await queueStatuses(phone.device, [1, 2, 1, 3, 1]);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 5 });
    expect(requests()).toEqual([messagesPath]);
    expect(received()).toEqual(["1.1", "2.1", "1.2", "3.1", "1.3"]);
    expect(await readQueued(phone.device)).toEqual([]);
    expect(await phone.device.database.sentMessage.count()).toBe(5);
  });

  it("of one job alone go together as well", async () => {
    await queueStatuses(
      phone.device,
      Array.from({ length: 60 }, () => 1),
    );
    const sizes = watchSizes();
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 60 });
    expect(sizes).toEqual([50, 10]);
    expect(received()).toEqual(Array.from({ length: 60 }, (_, n) => `1.${n + 1}`));
  });

  it("are no more in a request than the server takes", async () => {
    fakeServer.maxMessages = 2;
    await queueStatuses(phone.device, [1, 2, 3, 1]);
    const sizes = watchSizes();
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 4 });
    expect(sizes).toEqual([2, 2]);
  });

  it("of an older server go one at a time", async () => {
    fakeServer.maxMessages = undefined;
    await queueStatuses(phone.device, [1, 2, 1]);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 3 });
    expect(requests()).toEqual(["/api/job/status", "/api/job/status", "/api/job/status"]);
  });

  it("that are one message go to its own path", async () => {
    await queueStatuses(phone.device, [1]);
    await drain(phone.device);
    expect(requests()).toEqual(["/api/job/status"]);
  });

  it.each([
    ["a server of before the call", () => refusal(404, "not-found")],
    ["a proxy that refuses the size", () => html(413)],
    ["a proxy that allows some paths only", () => html(403)],
    ["a server that fails with them", () => refusal(500, "unexpected")],
  ])("go one at a time, and none is blocked, when they meet %s", async (_name, answer) => {
    await queueStatuses(phone.device, [1, 2, 1]);
    const sizes = watchSizes(answer);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 3 });
    expect(sizes).toEqual([3]);
    expect(received()).toEqual(["1.1", "2.1", "1.2"]);
    expect(await blocked()).toEqual([]);
  });
});

describe("Of several messages", () => {
  it("a refused one blocks its own ordering key only; those behind it stay queued", async () => {
    await queueStatuses(phone.device, [1, 2, 1, 3, 1, 2]);
    const [, , refused] = await messageIds();
    fakeServer.refused.set(refused ?? "", "conflict");
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 4 });
    expect(received()).toEqual(["1.1", "2.1", "3.1", "2.2"]);
    expect(await readQueued(phone.device)).toEqual(["1.2", "1.3"]);
    expect(await blocked()).toEqual(["1"]);
  });

  it("one that fails without a refusal waits with its ordering key and is tried again", async () => {
    await queueStatuses(phone.device, [1, 2]);
    const [failing] = await messageIds();
    fakeServer.refused.set(failing ?? "", "unavailable");
    expect(await drain(phone.device)).toMatchObject({ kind: "again", sent: 1, cause: "server" });
    expect(await readQueued(phone.device)).toEqual(["1.1"]);
    expect(await blocked()).toEqual([]);
    fakeServer.refused.clear();
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
  });

  it("those without a receipt of their own stay, whatever else the answer has", async () => {
    await queueStatuses(phone.device, [1, 2, 3]);
    fakeServer.answer = async (path, init) => {
      if (path !== messagesPath) return undefined as never;
      const { messages } = JSON.parse(readBodyText(init)) as {
        messages: { messageId: string; order: { payloadHash: string } }[];
      };
      const receipt = (messageId: string) => ({
        messageId,
        outcome: "recorded",
        receivedOn: "2026-03-02T12:00:00.000Z",
      });
      const [one, two] = messages;
      return json({
        answers: [
          { receipt: receipt(one?.messageId ?? ""), payloadHash: one?.order.payloadHash },
          // The receipt of other content under the same id.
          { receipt: receipt(two?.messageId ?? ""), payloadHash: "0".repeat(64) },
        ],
      });
    };
    expect(await drain(phone.device)).toMatchObject({ kind: "again", sent: 1 });
    expect(await readQueued(phone.device)).toEqual(["2.1", "3.1"]);
    expect(await blocked()).toEqual([]);
  });

  it("a captive portal's answer counts for none", async () => {
    await queueStatuses(phone.device, [1, 2]);
    watchSizes(() => html());
    expect(await drain(phone.device)).toMatchObject({ kind: "again", sent: 0, cause: "network" });
    expect(await readQueued(phone.device)).toEqual(["1.1", "2.1"]);
  });

  it("a server that says later is asked later", async () => {
    await queueStatuses(phone.device, [1, 2]);
    watchSizes(() => {
      const answer = refusal(429, "too-many-attempts");
      answer.headers.set("Retry-After", "20");
      return answer;
    });
    expect(await drain(phone.device)).toMatchObject({ kind: "again", retryInMs: 20_000 });
    expect(requests()).toEqual([messagesPath]);
  });
});

describe("A request that is lost", () => {
  it("is sent again as a whole, and the server records each message once", async () => {
    await queueStatuses(phone.device, [1, 2, 1]);
    const { fetch } = fakeServer;
    fakeServer.answer = async (path, init) => {
      if (path !== messagesPath) return undefined as never;
      fakeServer.answer = () => undefined;
      await fetch(`http://server.test${path}`, init);
      throw new TypeError("the answer is lost");
    };
    expect(await drain(phone.device)).toMatchObject({ kind: "again", sent: 0, cause: "network" });
    expect(await readQueued(phone.device)).toEqual(["1.1", "2.1", "1.2"]);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 3 });
    expect(received()).toEqual(["1.1", "2.1", "1.2"]);
  });

  it("makes the next ones smaller, down to one message, and answers make them larger", async () => {
    await queueStatuses(phone.device, [1, 2, 3, 4, 5, 6, 7, 8]);
    const lost = watchSizes(() => {
      throw new TypeError("fetch failed");
    });
    for (let run = 0; run < 4; run++)
      expect(await drain(phone.device)).toMatchObject({ kind: "again" });
    // The fourth run has sent one message, and tried two again.
    expect(lost).toEqual([8, 4, 2, 2]);
    const sizes = watchSizes();
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 7 });
    expect(sizes).toEqual([2, 4]);
  });
});

describe("Photos", () => {
  /** Holds each upload until two are under way, or the waiting one is the last; returns how many there were at a time. */
  function watchUploads(): number[] {
    const counts: number[] = [];
    let underWay = 0;
    fakeServer.answer = async (path) => {
      if (path !== "/api/job/image") return undefined as never;
      underWay += 1;
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return undefined as never;
    };
    return counts;
  }

  it("of different jobs are uploaded two at a time", async () => {
    await queuePhotos(phone.device, [1, 2, 3, 4]);
    const counts = watchUploads();
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 4 });
    expect(counts).toEqual([2, 2, 2, 2]);
  });

  it("of one job are uploaded in their order, one after the other", async () => {
    await queuePhotos(phone.device, [1, 1, 1]);
    const counts = watchUploads();
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 3 });
    expect(counts).toEqual([1, 1, 1]);
    expect(received()).toEqual(["1.1", "1.2", "1.3"]);
  });

  it("keep back what was recorded after them in their job, and nothing else", async () => {
    await queueStatuses(phone.device, [1]);
    await queuePhotos(phone.device, [1]);
    await queueStatuses(phone.device, [1, 2, 3]);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 5 });
    expect(requests()).toEqual([messagesPath, "/api/job/image", "/api/job/status"]);
    expect(received()).toEqual(["1.1", "2.1", "3.1", "1.2", "1.3"]);
  });

  it("of which one is refused block its job only", async () => {
    await queuePhotos(phone.device, [1, 2]);
    fakeServer.answer = (path, init) =>
      path === "/api/job/image" && readBodyText(init).includes(aJobId(1))
        ? refusal(422, "not-a-picture")
        : undefined;
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
    expect(await readQueued(phone.device)).toEqual(["1.1"]);
    expect(await blocked()).toEqual(["1"]);
  });

  it("go one at a time to an older server", async () => {
    fakeServer.maxMessages = undefined;
    await queuePhotos(phone.device, [1, 2]);
    const counts = watchUploads();
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 2 });
    expect(counts).toEqual([1, 1]);
  });
});

describe("A large message", () => {
  it("goes to its own path, and those of its job behind it follow in order", async () => {
    await queueStatuses(phone.device, [1, 2, 1, 2]);
    const { messageQueue } = phone.device.database;
    const [large] = await messageQueue.orderBy("id").toArray();
    const payload = { ...(large?.payload as object), padding: "x".repeat(90_000) };
    await messageQueue.update(large?.id ?? 0, { payload });
    const sizes = watchSizes();
    await drain(phone.device);
    expect(requests()).toEqual([messagesPath, "/api/job/status", "/api/job/status"]);
    expect(sizes).toEqual([2]);
    expect(received()).toEqual(["2.1", "2.2", "1.1", "1.2"]);
  });
});
