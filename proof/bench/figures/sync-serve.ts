import { header, sync } from "@fieldfare/contract";
import { type SyncedType, syncedTypes } from "@fieldfare/domain";
import { putRows } from "../../../apps/server/src/database/data-sets.ts";
import { generateLarge } from "../../../apps/server/src/demo/large.ts";
import type { Figure } from "../figure.ts";
import { serveBytes } from "../peer-files.ts";
import { openRaw, rawRequest } from "../raw-http.ts";
import { median, ms, sideBySide } from "../rounds.ts";
import { type BenchSystem, openSystem, registerDevices } from "../system.ts";

const rounds = 7;
const devices = 50;

export const syncServe: Figure = {
  name: "syncServe",
  ratioOf:
    "30 MB to 50 devices that ask at once, devices a second / nginx handing out the same compressed bytes",
  target: 1,
  better: "higher",
  async measure(stage) {
    const system = await openSystem(stage);
    await loadLarge(system);
    const asking = (await registerDevices(system, devices, 0)).map(({ deviceId, token }) =>
      rawRequest(
        sync.method,
        sync.path,
        {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          "Accept-Encoding": "gzip",
          [header.deviceId]: deviceId,
        },
        JSON.stringify({
          warnSizeInMb: null,
          isFullSync: true,
          data: syncedTypes.map((type) => ({ type, date: null })),
        }),
      ),
    );
    const first = performance.now();
    const body = await bodyOf(system.url, asking[0] ?? Buffer.alloc(0));
    const made = performance.now() - first;
    const peer = await serveBytes(stage, body);
    const wave = async (url: string, requests: readonly Buffer[]) => {
      const connections = await Promise.all(requests.map(() => openRaw(url)));
      const start = performance.now();
      const answers = await Promise.all(
        connections.map((connection, index) => connection.ask(requests[index] ?? Buffer.alloc(0))),
      );
      const took = performance.now() - start;
      for (const connection of connections) connection.close();
      const wrong = answers.find(({ status, length }) => status !== 200 || length !== body.length);
      if (wrong)
        throw new Error(`A device was answered ${wrong.status} with ${wrong.length} bytes`);
      return took;
    };
    const plain = asking.map(() => rawRequest("GET", peer.path, {}));
    await wave(system.url, asking);
    await wave(peer.url, plain);
    const times = await sideBySide(rounds, {
      ours: () => wave(system.url, asking),
      peer: () => wave(peer.url, plain),
    });
    const [ours, theirs] = [median(times.ours), median(times.peer)];
    return {
      ratio: theirs / ours,
      notes: [
        `ours ${Math.round((devices * 1_000) / ours)} devices a second, ${peer.name} ${Math.round((devices * 1_000) / theirs)}, ` +
          `medians of ${rounds}; ${(body.length / 1e6).toFixed(1)} MB compressed, made once in ${ms(made)}`,
      ],
    };
  },
};

async function loadLarge({ database }: BenchSystem): Promise<void> {
  const data = generateLarge();
  for (const [type, rows] of Object.entries(data) as [SyncedType, readonly object[]][]) {
    const answer = await putRows(database, type, rows);
    if (!answer.ok) throw new Error(`${type} does not fit the contract`);
  }
}

/** The whole answer's compressed bytes. */
async function bodyOf(url: string, request: Buffer): Promise<Buffer> {
  const { hostname, port } = new URL(url);
  const { connect } = await import("node:net");
  const socket = connect(Number(port), hostname);
  socket.write(request);
  let all = Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    if (all.length === 0) {
      const start = Buffer.concat(chunks);
      if (start.indexOf("\r\n\r\n") < 0) continue;
      all = start;
    }
    const gap = all.indexOf("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(all.toString("latin1", 0, gap))?.[1]);
    const received = chunks.reduce((sum, { length: size }) => sum + size, 0) - gap - 4;
    if (received < length) continue;
    return Buffer.concat(chunks).subarray(gap + 4);
  }
  throw new Error("The sync answer broke off");
}
