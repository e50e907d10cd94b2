import { header, sync } from "@fieldfare/contract";
import { type SyncedType, syncedTypes } from "@fieldfare/domain";
import { putRows } from "../../apps/server/src/database/data-sets.ts";
import { generateLarge } from "../../apps/server/src/demo/large.ts";
import { openRaw, rawRequest } from "./raw-http.ts";
import type { BenchResources } from "./resources.ts";
import { type BenchSystem, openSystem, registerDevices } from "./system.ts";

const devices = 50;

export interface SyncDevices {
  readonly url: string;
  readonly pid: number;
  /** The request that each device sends to get all data sets. */
  readonly syncRequests: readonly Buffer[];
}

/** Opens the server with 30 MB of data sets, and devices without any of them. */
export function openSyncDevices(resources: BenchResources): Promise<SyncDevices> {
  return resources.once("sync-devices", async () => {
    const system = await openSystem(resources);
    await loadLarge(system);
    const syncRequests = (await registerDevices(system, devices, 0)).map(({ deviceId, token }) =>
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
    return { url: system.url, pid: system.pid, syncRequests };
  });
}

/** Sends all requests at once, each on its own connection: returns the ms until the last answer. */
export async function sendAtOnce(
  url: string,
  requests: readonly Buffer[],
  bytes?: number,
): Promise<number> {
  const connections = await Promise.all(requests.map(() => openRaw(url)));
  const start = performance.now();
  const answers = await Promise.all(
    connections.map((connection, index) => connection.send(requests[index] ?? Buffer.alloc(0))),
  );
  const duration = performance.now() - start;
  for (const connection of connections) connection.close();
  const wrong = answers.find(
    ({ status, length }) => status !== 200 || (bytes !== undefined && length !== bytes),
  );
  if (wrong) throw new Error(`A device was answered ${wrong.status} with ${wrong.length} bytes`);
  return duration;
}

async function loadLarge({ database }: BenchSystem): Promise<void> {
  const data = generateLarge();
  for (const [type, rows] of Object.entries(data) as [SyncedType, readonly object[]][]) {
    const answer = await putRows(database, type, rows);
    if (!answer.ok) throw new Error(`${type} does not fit the contract`);
  }
}
