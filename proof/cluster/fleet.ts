import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { header, messagePaths, mobileVersion } from "@fieldfare/contract";
import { openDatabase } from "../../apps/server/src/database/database.ts";
import { openObjects } from "../../apps/server/src/objects/objects.ts";
import { readObjectSettings } from "../../apps/server/src/objects/settings.ts";
import { aClose } from "../../apps/server/src/testing/closings.ts";
import { aMessage } from "../../apps/server/src/testing/messages.ts";
import { listOpenTasks } from "../../apps/server/src/testing/tasks.ts";
import { createStatusMessages } from "../bench/status-messages.ts";
import { type BenchDevice, registerDevices } from "../bench/system.ts";
import type { Cluster } from "./cluster.ts";
import { openHttpsClient } from "./https-client.ts";
import { createPhoto } from "./photos.ts";

/** One request of a device. Times are those of `performance.now()`. */
export interface Attempt {
  readonly kind: "message" | "photo";
  readonly begun: number;
  readonly ended: number;
  /** 0: no answer came. */
  readonly status: number;
  /** What the server says about a failure. */
  readonly title: string | null;
  /** When it was recorded on the phone. */
  readonly made: number;
}

/** Simulated devices that record work at an even rate, and send it as phones do. */
export interface Fleet {
  readonly attempts: readonly Attempt[];
  /** The messages and photos with a receipt. */
  countReceipts(): number;
  /** The answers 400 to 499: such a message blocks its phone until somebody helps. */
  readonly refusals: readonly string[];
  /** The age in ms of the oldest message or photo that waits. */
  oldestWaiting(): number;
  /** Records no more work, and waits until every device has sent what it has. Returns how many did not. */
  drain(seconds: number): Promise<number>;
  /** Compares what the devices did with what the database and the object store have. Returns what is wrong. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}

/** What a phone sends, and what is left of it once there is a receipt. */
interface Sent {
  readonly messageId: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly sha256?: string;
}

interface Phone {
  readonly device: BenchDevice;
  readonly messages: Queue;
  /** Photos wait for the object store, and messages do not wait for photos. */
  readonly photos: Queue;
  madeMessages: number;
}

/** A phone waits longer after each failure, at random, so that phones do not return together. */
const shortestDelayMs = 500;
const longestDelayMs = 4_000;
/** How many messages a photo is recorded after. */
const messagesForPhoto = 50;
/** How often a job is closed. The server then files its documents. */
const closeEveryMs = 10_000;
/** A task that failed while the object store was away waits for up to five minutes, and then for the tasks before it. */
const documentSeconds = 600;

/**
 * Registers devices, each with two jobs, and lets them record `rate` messages a second together, and photos. Now and then
 * one of them closes its second job.
 */
export async function startFleet(
  cluster: Cluster,
  { devices, rate }: { readonly devices: number; readonly rate: number },
): Promise<Fleet> {
  const database = openDatabase(cluster.connectionString, { connections: 1 });
  const registered = await registerDevices({ database }, devices, 2).finally(() =>
    database.close(),
  );
  const phones = registered.map((device): Phone => ({
    device,
    messages: createQueue(),
    photos: createQueue(),
    madeMessages: 0,
  }));
  const client = openHttpsClient(cluster.certificate);
  const [attempts, refusals]: [Attempt[], string[]] = [[], []];
  const receipts = { messages: new Set<string>(), photos: new Map<string, string>() };
  const closedJobs: string[] = [];
  const state = { isRecording: true };
  let recorded = 0;

  async function record(phone: Phone) {
    const next = createStatusMessages(phone.device);
    const intervalMs = (devices * 1_000) / rate;
    let due = performance.now() + Math.random() * intervalMs;
    while (state.isRecording) {
      await pause(Math.max(due - performance.now(), 0));
      if (!state.isRecording) return;
      phone.messages.add(next());
      phone.madeMessages += 1;
      recorded += 1;
      if (recorded % messagesForPhoto === 0) phone.photos.add(createPhoto(phone.device));
      due += intervalMs;
    }
  }

  async function send(queue: Queue, kind: Attempt["kind"]) {
    let failures = 0;
    for (let head = await queue.first(); head; head = await queue.first()) {
      const { sent, made } = head;
      const begun = performance.now();
      const { status, body } = await client
        .send(`${cluster.origin}${sent.path}`, {
          method: "POST",
          headers: sent.headers,
          body: sent.body,
        })
        .catch(() => ({ status: 0, body: "" }));
      const title = status === 200 ? null : readTitle(body);
      attempts.push({ kind, begun, ended: performance.now(), status, title, made });
      if (status === 200) {
        if (sent.sha256 === undefined) receipts.messages.add(sent.messageId);
        else receipts.photos.set(sent.messageId, sent.sha256);
        queue.removeFirst();
        failures = 0;
        continue;
      }
      if (status >= 400 && status < 500 && status !== 429) {
        refusals.push(`${status} ${body}`);
        return;
      }
      const longest = Math.min(shortestDelayMs * 2 ** failures, longestDelayMs);
      failures += 1;
      await pause(longest * (0.5 + Math.random() / 2));
    }
  }

  async function closeJobs() {
    let due = performance.now();
    for (const { device, messages } of phones) {
      due += closeEveryMs;
      while (state.isRecording && performance.now() < due) await pause(100);
      const [, job] = device.jobs;
      if (!state.isRecording || !job) return;
      messages.add(createClosing(device, job));
      closedJobs.push(job.jobId);
    }
  }

  const recording = [...phones.map(record), closeJobs()];
  const sending = phones.flatMap(({ messages, photos }) => [
    send(messages, "message"),
    send(photos, "photo"),
  ]);
  const queues = phones.flatMap(({ messages, photos }) => [messages, photos]);
  const oldestWaiting = () => {
    const now = performance.now();
    return now - Math.min(now, ...queues.map((queue) => queue.oldest()));
  };

  return {
    attempts,
    countReceipts: () => receipts.messages.size + receipts.photos.size,
    refusals,
    oldestWaiting,
    async drain(seconds) {
      state.isRecording = false;
      await Promise.all(recording);
      const deadline = performance.now() + seconds * 1_000;
      const countFull = () => queues.filter((queue) => queue.oldest() < Infinity).length;
      while (countFull() > 0 && performance.now() < deadline) await pause(100);
      return countFull();
    },
    check: async () => [
      ...(await checkMessages(cluster, phones, receipts.messages)),
      ...(await checkPhotos(cluster, receipts.photos)),
      ...(await checkDocuments(cluster, closedJobs)),
    ],
    async close() {
      state.isRecording = false;
      for (const queue of queues) queue.close();
      await Promise.all([...recording, ...sending]);
      client.close();
    },
  };
}

function createClosing({ deviceId, token }: BenchDevice, job: BenchDevice["jobs"][number]): Sent {
  const at = new Date().toISOString();
  const message = aMessage("JobClose", aClose(job), { ...job, messageCreatedOn: at });
  const headers = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    [header.deviceId]: deviceId,
    [header.deviceTime]: at,
    [header.appVersion]: mobileVersion,
    [header.idempotencyKey]: message.messageId,
  };
  const { messageId } = message;
  return { messageId, path: messagePaths.JobClose, headers, body: JSON.stringify(message) };
}

interface Queue {
  add(sent: Sent): void;
  /** Waits for something to send. Null: the queue is closed. */
  first(): Promise<{ readonly sent: Sent; readonly made: number } | null>;
  removeFirst(): void;
  /** When the first one was recorded; infinity if nothing waits. */
  oldest(): number;
  close(): void;
}

function createQueue(): Queue {
  const waiting: { readonly sent: Sent; readonly made: number }[] = [];
  let isClosed = false;
  let wake = () => {};
  return {
    add(sent) {
      waiting.push({ sent, made: performance.now() });
      wake();
    },
    async first() {
      if (waiting.length === 0 && !isClosed)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return isClosed ? null : (waiting[0] ?? null);
    },
    removeFirst: () => void waiting.shift(),
    oldest: () => waiting[0]?.made ?? Infinity,
    close() {
      isClosed = true;
      wake();
    },
  };
}

function readTitle(body: string): string | null {
  return /"title":"([^"]*)"/.exec(body)?.[1] ?? null;
}

async function checkMessages(
  { connectionString }: Cluster,
  phones: readonly Phone[],
  receipts: ReadonlySet<string>,
): Promise<string[]> {
  const database = openDatabase(connectionString, { connections: 1 });
  try {
    const ids = [phones.map(({ device }) => device.deviceId)];
    const messages = await database.pool.query<{ id: string }>(
      "select message_id as id from message where device_id = any($1) and type <> 'JobImage'",
      ids,
    );
    const orders = await database.pool.query<{ id: string; last: number; messages: number }>(
      `select device_id as id, last_number as last,
              (select count(*)::int from message m
                where m.device_id = l.device_id and m.type = 'JobStatusChange') as messages
         from lane l where device_id = any($1)`,
      ids,
    );
    const stored = new Set(messages.rows.map(({ id }) => id));
    const lost = [...receipts].filter((id) => !stored.has(id));
    const doubled = messages.rows.length - stored.size;
    const lastNumbers = new Map(orders.rows.map((row) => [row.id, row]));
    return [
      ...lost.map((id) => `The message ${id} has a receipt, and the database does not have it`),
      ...(doubled > 0 ? [`${doubled} messages are stored twice`] : []),
      ...phones.flatMap(({ device: { deviceId }, madeMessages }) => {
        const { last = 0, messages: count = 0 } = lastNumbers.get(deviceId) ?? {};
        return last === madeMessages && count === madeMessages
          ? []
          : [
              `${deviceId} recorded ${madeMessages} messages: the database has ${count}, the last ${last}`,
            ];
      }),
    ];
  } finally {
    await database.close();
  }
}

/** `receipts`: the hash of each photo by its message. */
async function checkPhotos(
  { connectionString, store }: Cluster,
  receipts: ReadonlyMap<string, string>,
): Promise<string[]> {
  const database = openDatabase(connectionString, { connections: 1 });
  try {
    const { rows } = await database.pool.query<{ id: string; sha256: string }>(
      "select message_id as id, payload ->> 'sha256' as sha256 from message where type = 'JobImage'",
    );
    const images = await database.pool.query<{ sha256: string }>("select sha256 from job_image");
    const objects = await openObjects(readObjectSettings(store.variables, ""));
    const named = new Set(images.rows.map(({ sha256 }) => sha256));
    const stored = new Map(rows.map((row) => [row.id, row.sha256]));
    const problems: string[] = [];
    if (images.rows.length !== named.size) problems.push("A photo is stored twice");
    for (const [id, sha256] of receipts) {
      const bytes = await objects.get(sha256);
      const isThere = bytes !== null && createHash("sha256").update(bytes).digest("hex") === sha256;
      if (stored.get(id) !== sha256 || !named.has(sha256) || !isThere)
        problems.push(`The photo ${sha256} has a receipt, and is not where it belongs`);
    }
    return problems;
  } finally {
    await database.close();
  }
}

/** Waits until the documents of every closed job are filed. */
async function checkDocuments(
  { connectionString, store }: Cluster,
  jobIds: readonly string[],
): Promise<string[]> {
  const database = openDatabase(connectionString, { connections: 1 });
  try {
    const deadline = performance.now() + documentSeconds * 1_000;
    const count = async () => (await listOpenTasks(database, "documents")).length;
    while ((await count()) > 0 && performance.now() < deadline) await pause(1_000);
    const { rows } = await database.pool.query<{ jobId: string; sha256: string }>(
      'select job_id as "jobId", sha256 from document where job_id = any($1) and sha256 is not null',
      [jobIds],
    );
    const objects = await openObjects(readObjectSettings(store.variables, ""));
    const problems: string[] = [];
    for (const jobId of jobIds) {
      const filed = rows.filter((row) => row.jobId === jobId);
      const found = await Promise.all(filed.map(({ sha256 }) => objects.exists(sha256)));
      if (found.length === 0 || found.includes(false))
        problems.push(`The closed job ${jobId} lacks a document`);
    }
    return problems;
  } finally {
    await database.close();
  }
}
