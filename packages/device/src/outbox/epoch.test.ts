import { afterEach, expect, test } from "vitest";
import { act } from "../actions/act.ts";
import { purgeDelivered } from "../actions/purge.ts";
import {
  aJobRow,
  createDisk,
  type NodeDevice,
  openNodeDevice,
  selectEngineer,
} from "../testing/index.ts";
import { storeServerTime } from "../database/server-time.ts";
import { poll } from "../polling/poll.ts";
import { purgeSentMessages } from "./claims.ts";
import { queueMessage } from "./queue.ts";
import { drain } from "./sender.ts";
import { done } from "@fieldfare/domain";

const ownerId = "0190a000-0000-7000-8000-000000000001";
const firstEpoch = "0190a000-0000-7000-8000-0000000000e1";
const secondEpoch = "0190a000-0000-7000-8000-0000000000e2";

let phone: NodeDevice | undefined;
afterEach(() => phone?.kill());

/** A server that answers pings with `epoch` and receipts every message. */
function aServer() {
  const server = { epoch: firstEpoch, received: [] as string[] };
  const answer = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const now = new Date().toISOString();
    if (url.endsWith("/api/auth/ping"))
      return Promise.resolve(
        answer({ status: "ok", buildNumber: 1, serverTime: now, epoch: server.epoch }),
      );
    if (url.includes("/api/job?") || url.endsWith("/api/job"))
      return Promise.resolve(answer({ jobs: [] }));
    if (url.includes("/api/command")) return Promise.resolve(answer({ commands: [] }));
    const { messageId } = JSON.parse(typeof init.body === "string" ? init.body : "{}") as {
      messageId: string;
    };
    server.received.push(messageId);
    return Promise.resolve(answer({ messageId, outcome: "recorded", receivedOn: now }));
  };
  return { server, fetch };
}

async function aSignedInPhone(fetch: ReturnType<typeof aServer>["fetch"], now = () => new Date()) {
  const opened = await openNodeDevice({ disk: createDisk(), fetch, now });
  phone = opened;
  const { device } = opened;
  await selectEngineer(device, ownerId);
  await device.database.setting.update(1, { installationDate: now().toISOString() });
  await device.database.token.put({
    id: 1,
    tokenModel: { token: "a.b.c", refreshToken: "r", expiresOn: now().toISOString() },
    claims: {
      id: ownerId,
      name: "Sam",
      email: "sam.taylor@fieldfare.example",
      userType: 1,
      perms: [],
      fieldOperativeId: ownerId,
      requestSignature: false,
      recordsMileage: false,
      exp: 0,
    },
    signedInOn: now().toISOString(),
  });
  return device;
}

async function queueTwo(device: NodeDevice["device"]) {
  await act(device, [], async ({ unit }) => {
    for (const usedBytes of [1, 2])
      await queueMessage(
        device,
        unit,
        "MemoryProfile",
        {},
        {
          takenOn: device.ports.now().toISOString(),
          usedBytes,
          limitBytes: null,
          storageUsageBytes: null,
          storageQuotaBytes: null,
        },
      );
    return done(true);
  });
}

test("a server that was restored from a backup gets again what it had receipted, in the old order", async () => {
  const { server, fetch } = aServer();
  const device = await aSignedInPhone(fetch);
  await queueTwo(device);
  await drain(device);
  const first = [...server.received];
  expect(first).toHaveLength(2);

  server.epoch = secondEpoch;
  await poll(device);
  await drain(device);

  expect(server.received).toEqual([...first, ...first]);
  expect(await device.database.messageQueue.count()).toBe(0);
});

test("a server whose epoch stays the same gets nothing twice", async () => {
  const { server, fetch } = aServer();
  const device = await aSignedInPhone(fetch);
  await queueTwo(device);
  await drain(device);
  await poll(device);
  await drain(device);
  expect(server.received).toHaveLength(2);
});

test("a delivered job is deleted from the device two weeks after it was closed, and not while it waits", async () => {
  const { fetch } = aServer();
  const closedOn = "2026-01-05T12:00:00.000Z";
  let now = new Date("2026-01-19T11:59:00.000Z");
  const device = await aSignedInPhone(fetch, () => now);
  const closed = { ownerId, status: "Closed", statusTimestamps: { Closed: closedOn } } as const;
  const [delivered, waiting] = [
    "0190a000-0000-7000-8000-000000000011",
    "0190a000-0000-7000-8000-000000000012",
  ] as const;
  await device.database.job.bulkPut([
    aJobRow({ jobId: delivered, ...closed }),
    aJobRow({ jobId: waiting, ...closed }),
  ]);
  await act(device, [], async ({ unit, at }) => {
    await queueMessage(
      device,
      unit,
      "JobRemove",
      { jobId: waiting },
      {
        jobId: waiting,
        fieldOperativeAppointmentId: waiting,
        changeTimestamp: at.toISOString(),
      },
    );
    return done(true);
  });

  // The phone's own clock may be wrong by any amount.
  now = new Date("2031-01-01T12:00:00.000Z");
  expect(await purgeDelivered(device)).toEqual({ ok: true, value: 0 });
  await storeServerTime(device.database, "2026-01-19T11:59:00.000Z");
  expect(await purgeDelivered(device)).toEqual({ ok: true, value: 0 });
  await storeServerTime(device.database, "2026-01-19T12:01:00.000Z");
  expect(await purgeDelivered(device)).toEqual({ ok: true, value: 1 });
  expect(await device.database.job.toCollection().primaryKeys()).toEqual([waiting]);
});

test("a clock that is set ahead does not delete what the server has just receipted", async () => {
  const { fetch } = aServer();
  let clockOffsetMs = 0;
  const device = await aSignedInPhone(fetch, () => new Date(Date.now() + clockOffsetMs));
  await queueTwo(device);
  await poll(device);
  await drain(device);
  clockOffsetMs = 60 * 86_400_000;
  await purgeSentMessages(device);
  expect(await device.database.sentMessage.count()).toBe(2);
  await storeServerTime(device.database, new Date(Date.now() + 8 * 86_400_000).toISOString());
  await purgeSentMessages(device);
  expect(await device.database.sentMessage.count()).toBe(0);
});
