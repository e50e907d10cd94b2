import type { Figure } from "../figure.ts";
import { openIntakeBaseline } from "../intake-baseline.ts";
import { openRaw, rawRequest } from "../raw-http.ts";
import { median, sideBySide } from "../rounds.ts";
import { createStatusMessages } from "../status-messages.ts";
import { type BenchDevice, openSystem, registerDevices } from "../system.ts";

const rounds = 3;
const devices = 64;
const messagesEach = 120;

export const intake: Figure = {
  name: "intake",
  ratioOf:
    "status messages a second with receipts, 64 devices / pgbench running the statements of one message",
  target: 0.8,
  better: "higher",
  async measure(resources) {
    const system = await openSystem(resources);
    const senders = (await registerDevices(system, devices, 1)).map(createSender);
    const connections = await Promise.all(senders.map(() => openRaw(system.url)));
    const baseline = await openIntakeBaseline(resources, system);

    const send = async () => {
      const ready = senders.map((next) => Array.from({ length: messagesEach }, next));
      const start = performance.now();
      await Promise.all(
        connections.map(async (connection, index) => {
          for (const request of ready[index] ?? []) {
            const answer = await connection.send(request);
            if (answer.status !== 200 || !answer.head.includes('"recorded"'))
              throw new Error(`A message was answered ${answer.status} ${answer.head}`);
          }
        }),
      );
      return (devices * messagesEach * 1_000) / (performance.now() - start);
    };
    await send();
    const rates = await sideBySide(rounds, { ours: send, baseline: () => baseline.rate() });
    for (const connection of connections) connection.close();
    const [ours, theirs] = [median(rates.ours), median(rates.baseline)];
    return {
      ratio: ours / theirs,
      notes: [
        `ours ${Math.round(ours)} a second, over HTTP, one at a time from each device; ${baseline.name} ${Math.round(theirs)}; ` +
          `medians of ${rounds}, the same PostgreSQL, synchronous commit ${await commitMode(system.database)}`,
      ],
    };
  },
};

async function commitMode({
  pool,
}: {
  pool: { query(text: string): Promise<{ rows: unknown[] }> };
}) {
  const { rows } = await pool.query("show synchronous_commit");
  return (rows[0] as { synchronous_commit: string }).synchronous_commit;
}

/** Creates a function that builds the device's next status message as a whole request. */
function createSender(device: BenchDevice): () => Buffer {
  const next = createStatusMessages(device);
  return () => {
    const { path, headers, body } = next();
    return rawRequest("POST", path, headers, body);
  };
}
