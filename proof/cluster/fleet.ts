import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "../../apps/server/src/database/database.ts";
import { createStatusMessages, type DeviceMessage } from "../bench/status-messages.ts";
import { type BenchDevice, registerDevices } from "../bench/system.ts";
import type { Cluster } from "./cluster.ts";
import { openHttpsClient, type HttpsClient } from "./https-client.ts";

/** One request of a device. Times are those of `performance.now()`. */
export interface Attempt {
  readonly begun: number;
  readonly ended: number;
  /** 0: no answer came. */
  readonly status: number;
  /** When the message was recorded on the phone. */
  readonly made: number;
}

/** Simulated devices that record work at an even rate, and send it as phones do. */
export interface Fleet {
  readonly attempts: readonly Attempt[];
  /** The messages with a receipt. */
  readonly receipts: ReadonlySet<string>;
  /** The answers 400 to 499: such a message blocks its phone until somebody helps. */
  readonly refusals: readonly string[];
  /** The age in ms of the oldest message that waits. */
  oldestWaiting(): number;
  /** Records no more work, and waits until every device has sent what it has. Returns how many did not. */
  drain(seconds: number): Promise<number>;
  /** Compares what the devices did with what the database has. Returns what is wrong. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}

interface Phone {
  readonly device: BenchDevice;
  readonly queue: { readonly message: DeviceMessage; readonly made: number }[];
  readonly next: () => DeviceMessage;
  madeMessages: number;
}

/** A phone waits longer after each failure, at random, so that phones do not return together. */
const shortestDelayMs = 500;
const longestDelayMs = 4_000;

/** Registers devices, each with a job, and lets them record `rate` messages a second together. */
export async function startFleet(
  cluster: Cluster,
  { devices, rate }: { readonly devices: number; readonly rate: number },
): Promise<Fleet> {
  const database = openDatabase(cluster.connectionString, { connections: 1 });
  const registered = await registerDevices({ database }, devices, 1).finally(() =>
    database.close(),
  );
  const phones = registered.map((device): Phone => ({
    device,
    queue: [],
    next: createStatusMessages(device),
    madeMessages: 0,
  }));
  const client = openHttpsClient(cluster.certificate);
  const [attempts, receipts, refusals]: [Attempt[], Set<string>, string[]] = [[], new Set(), []];
  const state = { isRecording: true, isClosed: false };

  async function record(phone: Phone) {
    const intervalMs = (devices * 1_000) / rate;
    let due = performance.now() + Math.random() * intervalMs;
    while (state.isRecording) {
      await pause(Math.max(due - performance.now(), 0));
      if (!state.isRecording) return;
      phone.queue.push({ message: phone.next(), made: performance.now() });
      phone.madeMessages += 1;
      due += intervalMs;
    }
  }

  async function send(phone: Phone) {
    let failures = 0;
    while (!state.isClosed) {
      const [head] = phone.queue;
      if (!head) {
        await pause(20);
        continue;
      }
      const begun = performance.now();
      const answer = await sendMessage(client, cluster.origin, head.message);
      attempts.push({ begun, ended: performance.now(), status: answer.status, made: head.made });
      if (answer.status === 200) {
        receipts.add(head.message.messageId);
        phone.queue.shift();
        failures = 0;
        continue;
      }
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
        refusals.push(`${answer.status} ${answer.body}`);
        return;
      }
      const longest = Math.min(shortestDelayMs * 2 ** failures, longestDelayMs);
      failures += 1;
      await pause(longest * (0.5 + Math.random() / 2));
    }
  }

  const recording = phones.map(record);
  const sending = phones.map(send);
  const oldestWaiting = () =>
    performance.now() -
    Math.min(performance.now(), ...phones.map(({ queue }) => queue[0]?.made ?? Infinity));

  return {
    attempts,
    receipts,
    refusals,
    oldestWaiting,
    async drain(seconds) {
      state.isRecording = false;
      await Promise.all(recording);
      const deadline = performance.now() + seconds * 1_000;
      const countFull = () => phones.filter(({ queue }) => queue.length > 0).length;
      while (countFull() > 0 && performance.now() < deadline) await pause(100);
      return countFull();
    },
    check: () => checkDatabase(cluster.connectionString, phones, receipts),
    async close() {
      state.isRecording = false;
      state.isClosed = true;
      await Promise.all([...recording, ...sending]);
      client.close();
    },
  };
}

async function sendMessage(
  client: HttpsClient,
  origin: string,
  { path, headers, body }: DeviceMessage,
) {
  return client
    .send(`${origin}${path}`, { method: "POST", headers, body })
    .catch(() => ({ status: 0, body: "" }));
}

async function checkDatabase(
  connectionString: string,
  phones: readonly Phone[],
  receipts: ReadonlySet<string>,
): Promise<string[]> {
  const database = openDatabase(connectionString, { connections: 1 });
  try {
    const ids = [phones.map(({ device }) => device.deviceId)];
    const messages = await database.pool.query<{ id: string }>(
      "select message_id as id from message where device_id = any($1)",
      ids,
    );
    const orders = await database.pool.query<{ id: string; last: number; messages: number }>(
      `select device_id as id, last_number as last,
              (select count(*)::int from message m where m.device_id = l.device_id) as messages
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
