import { readFile } from "node:fs/promises";
import type { CDPSession } from "@playwright/test";
import type { Figure } from "../figure.ts";
import { openPayloads } from "../payloads.ts";
import { sendAtOnce, openSyncDevices } from "../sync-devices.ts";

const pageMb = 60;
const workerMb = 80;
const serverMb = 300;
const waves = 3;

const queries = [
  "valve",
  "gasket",
  "copper",
  "pump",
  "flue seal",
  "brass",
  "sensor",
  "p1000",
  "boiler",
  "thermostat",
];

export const memory: Figure = {
  name: "memory",
  ratioOf: `heap of the page after a full sync of 30 MB and ten searches / ${pageMb} MB`,
  target: 1,
  better: "lower",
  async measure(resources) {
    const { server } = await openPayloads(resources);
    const browser = await resources.browser();
    const page = await browser.open(server.url);
    const cdp = await browser.context.newCDPSession(page);
    const workers = await watchWorkers(cdp);
    await page.evaluate(() => bench.syncAsApp("memory", "/payload/full"));
    await page.evaluate((typed) => bench.searchAsApp("memory", typed), queries);
    const workerHeaps = await Promise.all(workers.map(heapMb));
    const pageHeap = await heapMb((method) => cdp.send(method));
    await browser.close();

    const { pid, url, syncRequests } = await openSyncDevices(resources);
    const idle = await residentMb(pid);
    let peak = idle;
    const watching = setInterval(() => {
      void residentMb(pid).then((now) => (peak = Math.max(peak, now)));
    }, 10);
    for (let wave = 0; wave < waves; wave++) await sendAtOnce(url, syncRequests);
    clearInterval(watching);
    return {
      ratio: pageHeap / pageMb,
      also: [
        {
          what: "MB, the largest heap of a worker",
          value: Math.max(...workerHeaps),
          limit: workerMb,
          better: "lower",
        },
        {
          what: `MB, the server's peak over idle while ${syncRequests.length} devices sync`,
          value: peak - idle,
          limit: serverMb,
          better: "lower",
        },
      ],
      notes: [
        `page ${pageHeap.toFixed(1)} MB, workers ${workerHeaps.map((mb) => mb.toFixed(1)).join(" and ")} MB, after a collection; ` +
          `server ${Math.round(idle)} MB idle, ${Math.round(peak)} MB at its peak`,
      ],
    };
  },
};

type SendCommand = (
  method: "HeapProfiler.collectGarbage" | "Runtime.getHeapUsage",
) => Promise<unknown>;

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

/** The memory in use after a garbage collection, including memory outside the script engine's heap. */
async function heapMb(sendCommand: SendCommand): Promise<number> {
  await sendCommand("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize = 0 } = (await sendCommand(
    "Runtime.getHeapUsage",
  )) as HeapUsage;
  return (usedSize + backingStorageSize) / 1e6;
}

/** Returns a list that gets a function to send commands to each worker that the page starts from now on. */
async function watchWorkers(page: CDPSession): Promise<readonly SendCommand[]> {
  const workers: SendCommand[] = [];
  const waiting = new Map<number, (value: unknown) => void>();
  let lastId = 0;
  page.on("Target.attachedToTarget", ({ sessionId }) => {
    workers.push((method) => {
      const id = ++lastId;
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      void page.send("Target.sendMessageToTarget", {
        sessionId,
        message: JSON.stringify({ id, method }),
      });
      return answer;
    });
  });
  page.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: unknown };
    waiting.get(id)?.(result);
  });
  await page.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return workers;
}

/** The resident memory of the process. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024) / 1e6;
}
