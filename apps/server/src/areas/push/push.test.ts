import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importJWK, jwtVerify } from "jose";
import { type Caller, createCaller } from "../../testing/caller.ts";
import {
  install,
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";
import { advanceTasks, listOpenTasks } from "../../testing/tasks.ts";

let server: InProcessServer;
let office: Caller;
let fakePushService: Awaited<ReturnType<typeof startFakePushService>>;

beforeAll(async () => {
  server = await startInProcessServer({ pushReachesLoopback: true });
  office = await server.office();
});
beforeEach(async () => {
  fakePushService = await startFakePushService();
});
afterEach(() => fakePushService.close());
afterAll(() => server.close());

interface Pushed {
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** A fake push service that answers what the test sets. */
async function startFakePushService() {
  const pushed: Pushed[] = [];
  const waiting: (() => void)[] = [];
  let status = 201;
  const http: Server = createServer((request, answer) => {
    void buffer(request).then((body) => {
      pushed.push({ headers: request.headers, body });
      answer.writeHead(status).end();
      for (const notify of waiting.splice(0)) notify();
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    pushed,
    endpoint: () => `http://127.0.0.1:${port}/${randomUUID()}`,
    answers: (next: number) => void (status = next),
    /** Resolves once `count` messages have arrived in total. */
    async has(count: number) {
      while (pushed.length < count) await new Promise<void>((notify) => waiting.push(notify));
    },
    close: () => new Promise((closed) => http.close(closed)),
  };
}

/** A browser's subscription, and a function that decrypts what is pushed to it (RFC 8188, RFC 8291). */
function aSubscription(endpoint = fakePushService.endpoint()) {
  const pair = createECDH("prime256v1");
  const own = pair.generateKeys();
  const auth = randomBytes(16);
  const derive = (key: Buffer, salt: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, info, size));
  return {
    body: {
      endpoint,
      keys: { p256dh: own.toString("base64url"), auth: auth.toString("base64url") },
    },
    read({ body }: Pushed): unknown {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + (body[20] ?? 0));
      const sealed = body.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
      const key = derive(pair.computeSecret(sender), auth, info, 32);
      const contentKey = derive(key, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = derive(key, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const decipher = createDecipheriv("aes-128-gcm", contentKey, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
    },
  };
}

async function subscribe(engineer: InstalledEngineer, subscription = aSubscription()) {
  const answer = await engineer.caller.put("/api/push/subscription", subscription.body);
  expect(answer.status).toBe(200);
  return subscription;
}

async function raise(
  { fieldOperativeId }: InstalledEngineer,
  at: Caller = office,
): Promise<string> {
  const answer = await at.post("/api/office/jobs", {
    fieldOperativeId,
    appointmentDateTime: "2026-01-05T08:00:00.000Z",
    jobCategoryId: 2,
    jobDetailTypeId: 21,
    categoryName: "Gas repair",
    detailTypeName: "No heating",
    property: { addressLine1: "1 Example Street", postcode: "LS1 1AA" },
  });
  expect(answer.status).toBe(200);
  return (answer.body as { jobId: string }).jobId;
}

const subscriptions = async ({ deviceId }: InstalledEngineer) =>
  server.rows("select endpoint from push_subscription where device_id = $1", [deviceId]);

describe("An engineer's phone", () => {
  it("gets a push message without content, signed by the server, when something has changed", async () => {
    const sam = await server.installed();
    const other = await server.installed();
    const subscription = await subscribe(sam);
    await subscribe(other);
    const { publicKey } = (await sam.caller.get("/api/push/key")).body as { publicKey: string };
    await raise(sam);
    await fakePushService.has(1);
    const [message] = fakePushService.pushed;
    if (!message) throw new Error("Nothing was pushed");
    expect(subscription.read(message)).toEqual({ kind: "changed" });
    expect(message.headers).toMatchObject({ ttl: "86400", urgency: "high", topic: "changed" });
    const [, token = "", key] =
      /^vapid t=([^,]+), k=(.+)$/.exec(message.headers.authorization ?? "") ?? [];
    expect(key).toBe(publicKey);
    const point = Buffer.from(publicKey, "base64url");
    const jwk = await importJWK(
      {
        kty: "EC",
        crv: "P-256",
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33).toString("base64url"),
      },
      "ES256",
    );
    const { payload } = await jwtVerify(token, jwk);
    expect(payload).toMatchObject({
      aud: new URL(subscription.body.endpoint).origin,
      sub: "mailto:office@fieldfare.example",
    });
  });

  it("gets a push message for a new time, a removal request, and a job moved to a colleague, who gets one too", async () => {
    const sam = await server.installed();
    const alex = await server.installed();
    const [samsPhone, alexsPhone] = [await subscribe(sam), await subscribe(alex)];
    const jobId = await raise(sam);
    await fakePushService.has(1);
    const assign = (fieldOperativeId: string, appointmentDateTime: string) =>
      office.post(`/api/office/jobs/${jobId}/assign`, { fieldOperativeId, appointmentDateTime });
    expect((await assign(sam.fieldOperativeId, "2026-01-06T08:00:00.000Z")).status).toBe(200);
    await fakePushService.has(2);
    expect((await assign(alex.fieldOperativeId, "2026-01-06T08:00:00.000Z")).status).toBe(200);
    await fakePushService.has(4);
    const removal = await office.post(`/api/office/jobs/${jobId}/removal`, { force: false });
    expect(removal.status).toBe(200);
    await fakePushService.has(5);
    const readable = (phone: typeof samsPhone) =>
      fakePushService.pushed.filter((message) => {
        try {
          return phone.read(message) !== null;
        } catch {
          return false;
        }
      }).length;
    expect([readable(samsPhone), readable(alexsPhone)]).toEqual([3, 2]);
  });

  it("gets one push message when two servers run", async () => {
    const sam = await server.installed();
    const colleague = office.with({}, await server.startAnother());
    await subscribe(sam);
    const raised = [office, colleague, office, colleague].map((at) => raise(sam, at));
    await Promise.all(raised);
    await fakePushService.has(1);
    await expect.poll(() => listOpenTasks(server.database, "push")).toEqual([]);
    expect(fakePushService.pushed.length).toBeLessThanOrEqual(raised.length);
  });

  it("that the push service no longer knows is deleted", async () => {
    const sam = await server.installed();
    await subscribe(sam);
    fakePushService.answers(410);
    await raise(sam);
    await fakePushService.has(1);
    await expect.poll(() => subscriptions(sam)).toEqual([]);
  });

  it("keeps its subscription when the push service fails, and gets the push message later", async () => {
    const sam = await server.installed();
    await subscribe(sam);
    fakePushService.answers(503);
    await raise(sam);
    await fakePushService.has(1);
    expect(await subscriptions(sam)).toHaveLength(1);
    const open = () => listOpenTasks(server.database, "push");
    await expect.poll(open).toMatchObject([{ attempts: 1, isActive: false }]);
    fakePushService.answers(201);
    await advanceTasks(server.database, 1);
    await raise(await server.installed());
    await fakePushService.has(2);
    await expect.poll(open).toEqual([]);
  });

  it("that is locked, has ended its subscription, or whose account is disabled, gets no push message", async () => {
    const [locked, disabled, ended, subscribed] = [
      await server.installed(),
      await server.installed(),
      await server.installed(),
      await server.installed(),
    ];
    const all = [locked, disabled, ended, subscribed];
    for (const engineer of all) await subscribe(engineer);
    const { fieldOperativeId } = disabled;
    const disabling = await office.post(`/api/office/operatives/${fieldOperativeId}/disable`, {});
    expect(disabling.status).toBe(200);
    expect((await office.post(`/api/office/devices/${locked.deviceId}/lock`, {})).status).toBe(200);
    expect((await ended.caller.delete("/api/push/subscription")).status).toBe(200);
    await server.rows("select add_task('push', $1)", [JSON.stringify({ fieldOperativeId })]);
    for (const engineer of [locked, ended, subscribed]) await raise(engineer);
    await fakePushService.has(1);
    await expect.poll(() => listOpenTasks(server.database, "push")).toEqual([]);
    expect(fakePushService.pushed).toHaveLength(1);
  });

  it("that another engineer has taken over gets push messages for that engineer's changes only", async () => {
    const sam = await server.installed();
    const alex = await server.installed();
    const { body } = await subscribe(sam);
    await subscribe(alex, { ...aSubscription(body.endpoint) });
    expect(await subscriptions(sam)).toEqual([]);
    expect(await subscriptions(alex)).toEqual([{ endpoint: body.endpoint }]);
    const again = await install(server.app, sam, sam.deviceId);
    await subscribe(again);
    expect(await subscriptions(sam)).toHaveLength(1);
  });
});

describe("A subscription", () => {
  it("is refused when its endpoint is not a public address", async () => {
    const app = await server.startAnother({ pushReachesLoopback: false });
    const { token, deviceId } = await signedIn();
    const caller = createCaller(app, { token, deviceId });
    for (const endpoint of [
      fakePushService.endpoint(),
      "https://169.254.169.254/",
      "https://localhost/",
    ]) {
      const answer = await caller.put("/api/push/subscription", aSubscription(endpoint).body);
      expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: "endpoint" }] } });
    }
  });

  it.each([
    { p256dh: "short", auth: "AAAAAAAAAAAAAAAAAAAAAA" },
    { p256dh: "A".repeat(87), auth: "" },
  ])("with invalid keys is refused: %o", async (keys) => {
    const sam = await server.installed();
    const body = { endpoint: fakePushService.endpoint(), keys };
    expect((await sam.caller.put("/api/push/subscription", body)).status).toBe(400);
  });

  it("is not offered when push is off", async () => {
    const app = await server.startAnother({ pushKeys: "off" });
    const { token, deviceId } = await signedIn();
    const answer = await createCaller(app, { token, deviceId }).get("/api/push/key");
    expect(answer.body).toEqual({ publicKey: null });
  });

  it("uses keys that all servers on the database share", async () => {
    const { token, deviceId } = await signedIn();
    const keys = await Promise.all(
      [server.app, await server.startAnother()].map(async (app) => {
        const { body } = await createCaller(app, { token, deviceId }).get("/api/push/key");
        return (body as { publicKey: string }).publicKey;
      }),
    );
    expect(keys[0]).toMatch(/^[\w-]{87}$/);
    expect(new Set(keys).size).toBe(1);
  });
});

async function signedIn() {
  const { deviceId, email, password } = await server.installed();
  const onDevice = server.anonymous.with({ deviceId });
  const { body } = await onDevice.post("/api/auth/token", { email, password });
  return { deviceId, token: (body as { tokenModel: { token: string } }).tokenModel.token };
}
