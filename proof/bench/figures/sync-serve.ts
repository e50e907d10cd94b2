import type { Figure } from "../figure.ts";
import { serveBytes } from "../file-baseline.ts";
import { rawRequest } from "../raw-http.ts";
import { median, ms, sideBySide } from "../rounds.ts";
import { sendAtOnce, openSyncDevices } from "../sync-devices.ts";

const rounds = 7;

export const syncServe: Figure = {
  name: "syncServe",
  ratioOf:
    "30 MB to 50 devices that ask at once, devices a second / nginx handing out the same compressed bytes",
  target: 1,
  better: "higher",
  async measure(resources) {
    const { url, syncRequests } = await openSyncDevices(resources);
    const first = performance.now();
    const body = await readBody(url, syncRequests[0] ?? Buffer.alloc(0));
    const made = performance.now() - first;
    const baseline = await serveBytes(resources, body);
    const wave = (to: string, requests: readonly Buffer[]) => sendAtOnce(to, requests, body.length);
    const plain = syncRequests.map(() => rawRequest("GET", baseline.path, {}));
    await wave(url, syncRequests);
    await wave(baseline.url, plain);
    const times = await sideBySide(rounds, {
      ours: () => wave(url, syncRequests),
      baseline: () => wave(baseline.url, plain),
    });
    const [ours, theirs] = [median(times.ours), median(times.baseline)];
    return {
      ratio: theirs / ours,
      notes: [
        `ours ${Math.round((syncRequests.length * 1_000) / ours)} devices a second, ${baseline.name} ${Math.round((syncRequests.length * 1_000) / theirs)}, ` +
          `medians of ${rounds}; ${(body.length / 1e6).toFixed(1)} MB compressed, made once in ${ms(made)}`,
      ],
    };
  },
};

/** Reads the compressed bytes of the whole answer. */
async function readBody(url: string, request: Buffer): Promise<Buffer> {
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
