import { header, messagePaths, ping, type TokenClaims } from "@fieldfare/contract";
import { addImage, imageTables } from "../../../packages/device/src/actions/images.ts";
import { transact } from "../../../packages/device/src/database/unit.ts";
import { requestHeaders } from "../../../packages/device/src/api/request.ts";
import {
  EngineerDatabase,
  SharedDatabase,
} from "../../../packages/device/src/database/database.ts";
import { backOff } from "../../../packages/device/src/browser/send-trigger.ts";
import { createDevice, type Device } from "../../../packages/device/src/device.ts";
import { createWorkerDevice } from "../../../packages/device/src/browser/worker.ts";
import { addSealing } from "../../../packages/device/src/database/sealing.ts";
import { startEngineer, startShared } from "../../../packages/device/src/database/restore.ts";
import { followCurrentUser } from "../../../packages/device/src/database/user-switch.ts";
import type { ImageRow, OutboxRow } from "../../../packages/device/src/database/rows.ts";
import { newId } from "../../../packages/device/src/ids.ts";
import { queueMessage, queueTables } from "../../../packages/device/src/outbox/queue.ts";
import { toEnvelope } from "../../../packages/device/src/outbox/send-together.ts";
import { drain } from "../../../packages/device/src/outbox/sender.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { answerCalls } from "../../../packages/device/src/browser/answer-calls.ts";

export interface DrainSetup {
  readonly deviceId: string;
  readonly fieldOperativeId: string;
  readonly token: string;
  readonly claims: TokenClaims;
  readonly jobs: readonly { jobId: string; fieldOperativeAppointmentId: string }[];
  readonly statuses: number;
  readonly images: number;
}

type Way = "one at a time" | "together" | "bare";
type DrainRequest = { kind: "prepare"; setup: DrainSetup } | { kind: Way };

const device = createWorkerDevice(new SharedDatabase(), async (ownerId) => {
  const database = new EngineerDatabase(ownerId);
  const sealing = addSealing(database);
  await database.open();
  await sealing.ensureKeys();
  return database;
});
const { ports } = device;
let setup: DrainSetup | null = null;

answerCalls(async (request: DrainRequest) => {
  if (request.kind === "prepare") return prepare(request.setup);
  const drainSetup = setup;
  if (!drainSetup) throw new Error("Nobody is signed in");
  const queued = await timed(() => queueAll(drainSetup));
  return {
    ms:
      request.kind === "bare"
        ? await sendBare(drainSetup)
        : await sendOurs(drainSetup, request.kind === "together"),
    queued,
  };
});

async function prepare(drainSetup: DrainSetup): Promise<void> {
  setup = drainSetup;
  const at = ports.now().toISOString();
  const { deviceId, token, claims, fieldOperativeId } = drainSetup;
  await startShared(device.shared, ports);
  await device.shared.setting.update(1, { currentUserId: fieldOperativeId });
  await followCurrentUser(device);
  const { database } = device;
  await startEngineer(database, ports, device.events);
  await database.setting.update(1, { deviceId, installationDate: at });
  await database.token.put({
    id: 1,
    tokenModel: {
      token,
      refreshToken: "none",
      expiresOn: new Date(claims.exp * 1_000).toISOString(),
    },
    claims,
    signedInOn: at,
  });
}

const statuses = ["Travelling", "OnSite", "AccessGained", "Reset"] as const;

async function queueAll({ jobs, statuses: count, images, fieldOperativeId: ownerId }: DrainSetup) {
  const at = () => ports.now().toISOString();
  const perTransaction = 100;
  for (let start = 0; start < count + images; start += perTransaction)
    await transact(device, [...queueTables, ...imageTables], async (unit) => {
      for (let index = start; index < Math.min(count + images, start + perTransaction); index++) {
        const job = jobs[index % jobs.length];
        if (!job) throw new Error("There are no jobs");
        const head = { ownerId, ...job };
        if (index < count) {
          const currentStatus =
            statuses[Math.floor(index / jobs.length) % statuses.length] ?? "Reset";
          await queueMessage(device, unit, "JobStatusChange", head, {
            ...job,
            currentStatus,
            changeTimestamp: at(),
          });
        } else {
          const { image, bytes } = anImage(ownerId, job);
          await addImage(unit, image, bytes);
          const { imageId, entityId, takenOn: timestamp, latitude, longitude, sha256 } = image;
          await queueMessage(device, unit, "JobImage", head, {
            ...job,
            imageId,
            entityId,
            associateToJob: true,
            timestamp,
            latitude,
            longitude,
            sha256,
          });
        }
      }
    });
}

/** An image of 100 KB with the frame header of a JPEG. */
function anImage(
  ownerId: string,
  job: DrainSetup["jobs"][number],
): { image: ImageRow; bytes: ArrayBuffer } {
  const bytes = new Uint8Array(100_000);
  for (let start = 0; start < bytes.length; start += 50_000)
    crypto.getRandomValues(bytes.subarray(start, start + 50_000));
  bytes.set([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x01, 0xc2, 0x02, 0x58, 1, 1, 0x11, 0]);
  const image: ImageRow = {
    ...job,
    imageId: newId(ports),
    entityId: job.jobId,
    purpose: "job",
    state: "queued",
    sha256: bytesToHex(sha256(bytes)),
    width: 600,
    height: 450,
    takenOn: ports.now().toISOString(),
    latitude: null,
    longitude: null,
  };
  return { image, bytes: bytes.buffer };
}

async function sendOurs(
  { statuses: count, images }: DrainSetup,
  sendsTogether: boolean,
): Promise<number> {
  const sender = sendsTogether ? device : withOlderServer(device);
  let sent = 0;
  const ms = await timed(async () => {
    for (let attempt = 1; ; attempt++) {
      const result = await drain(sender);
      sent += result.sent;
      if (result.kind !== "again") break;
      // As the app waits before the next try.
      await new Promise((resolve) => setTimeout(resolve, backOff(device, attempt)));
      if (result.sent > 0) attempt = 0;
    }
  });
  if (sent !== count + images) throw new Error(`${sent} messages were sent`);
  return ms;
}

/** The same device with a server that does not say that it takes several messages. */
function withOlderServer(newer: Device): Device {
  const fetchOlder: typeof ports.fetch = async (url, init) => {
    const answer = await ports.fetch(url, init);
    if (!url.endsWith(ping.path) || !answer.ok) return answer;
    return Response.json(ping.response.parse(await answer.json()));
  };
  return createDevice({ ...newer, ports: { ...ports, fetch: fetchOlder } });
}

async function sendBare({ token, deviceId, statuses: count, images }: DrainSetup): Promise<number> {
  const rows = await device.database.messageQueue.orderBy("id").toArray();
  const requests = await Promise.all(rows.map((row) => buildRequest(row, token, deviceId)));
  await device.database.messageQueue.clear();
  let receipts = 0;
  const ms = await timed(async () => {
    for (const { path, init } of requests) {
      const response = await fetch(path, init);
      const answer = (await response.json()) as { outcome?: string };
      if (answer.outcome !== "recorded") throw new Error(JSON.stringify(answer));
      receipts += 1;
    }
  });
  if (receipts !== count + images) throw new Error(`${receipts} bare requests were receipted`);
  return ms;
}

async function buildRequest(row: OutboxRow, token: string, deviceId: string) {
  const text = JSON.stringify(toEnvelope(row));
  let body: string | FormData = text;
  if (row.type === "JobImage") {
    const image = await device.database.imageBytes.get(
      (row.payload as { imageId: string }).imageId,
    );
    body = new FormData();
    body.set("message", text);
    body.set(
      "image",
      new Blob([image?.bytes ?? new ArrayBuffer()], { type: "image/jpeg" }),
      "image.jpg",
    );
  }
  const headers = requestHeaders(device, {
    token,
    deviceId,
    body,
    headers: { [header.idempotencyKey]: row.messageId },
  });
  return {
    path: messagePaths[row.type],
    init: {
      method: "POST",
      headers,
      body,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    } as const,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
