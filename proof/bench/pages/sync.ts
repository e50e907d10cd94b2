import { SharedDatabase, openSearch, type SearchIndex, type SyncOutcome } from "@fieldfare/device";
import { createWorkerClient } from "../../../packages/device/src/browser/worker-client.ts";

const callSync = createWorkerClient(
  () =>
    new Worker(new URL("../../../packages/device/src/browser/sync.worker.ts", import.meta.url), {
      type: "module",
    }),
);
const callFloor = createWorkerClient(
  () => new Worker(new URL("./floor.worker.ts", import.meta.url), { type: "module" }),
);
const callBaseline = createWorkerClient(
  () => new Worker(new URL("./dexie.worker.ts", import.meta.url), { type: "module" }),
);

export interface Applied {
  readonly ms: number;
  /** The longest task of the page's main thread in ms, 0 when none was longer than 50 ms. */
  readonly longestTask: number;
  readonly rows: number;
}

/** As in the app, a database and its search index stay open between syncs. */
const opened = new Map<string, { database: SharedDatabase; index: SearchIndex | null }>();

/** Applies one answer as the app does: from the network until a search finds the rows. */
export async function applyOurs(databaseName: string, url: string): Promise<Applied> {
  const entry = opened.get(databaseName) ?? {
    database: new SharedDatabase(databaseName),
    index: null,
  };
  opened.set(databaseName, entry);
  await entry.database.open();
  const tasks = watchTasks();
  const start = performance.now();
  const rows = await syncAsApp(databaseName, url);
  entry.index = await (entry.index?.renew() ?? openSearch(entry.database, "Part"));
  const found = entry.index.find("valve", 30);
  const ms = performance.now() - start;
  const longestTask = await tasks();
  if (found.length !== 30) throw new Error(`The search found ${found.length} parts`);
  return { ms, longestTask, rows };
}

/** Fetches and stores an answer with the app's worker; returns the number of rows. */
export async function syncAsApp(databaseName: string, url: string): Promise<number> {
  const outcome = await callSync<SyncOutcome>(
    {
      request: {
        url,
        init: { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" },
        databaseName,
        now: new Date().toISOString(),
      },
    },
    { report: () => undefined },
  );
  if (outcome.kind !== "applied") throw new Error(`The sync ended as ${JSON.stringify(outcome)}`);
  return outcome.rows;
}

/** Fetches and parses the same bytes in a worker, and stores nothing. */
export async function applyFloor(url: string): Promise<number> {
  const start = performance.now();
  await callFloor<number>({ url });
  return performance.now() - start;
}

/** Stores the same rows in Dexie, one record each, in a worker. */
export async function applyBaseline(databaseName: string, url: string): Promise<number> {
  const start = performance.now();
  await callBaseline<number>({ url, databaseName });
  return performance.now() - start;
}

/** Closes the database in this page and deletes it. The promise is pending while another page has it open. */
export function deleteBenchDatabase(databaseName: string): Promise<void> {
  opened.get(databaseName)?.database.close();
  opened.delete(databaseName);
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseName);
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => reject(request.error ?? new Error("Not deleted")));
  });
}

function watchTasks(): () => Promise<number> {
  let longest = 0;
  const look = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => look(list.getEntries()));
  observer.observe({ type: "longtask" });
  return async () => {
    // The observer gets an entry only after its task has ended.
    await new Promise((resolve) => setTimeout(resolve, 100));
    look(observer.takeRecords());
    observer.disconnect();
    return longest;
  };
}
