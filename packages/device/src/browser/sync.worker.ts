/// <reference lib="webworker" />
import { DeviceDatabase } from "../database/database.ts";
import type { SyncRequest } from "../ports.ts";
import { applySyncAnswer } from "../sync/apply.ts";

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", (event: MessageEvent<{ id: number; request: SyncRequest }>) => {
  const { id, request } = event.data;
  void run(request, (progress) => self.postMessage({ id, progress })).then(
    (value) => self.postMessage({ id, ok: true, value }),
    (error: unknown) => self.postMessage({ id, ok: false, error: String(error) }),
  );
});

async function run(request: SyncRequest, report: Parameters<typeof applySyncAnswer>[3]) {
  // Reference data can be fetched again: it need not be forced to the disk.
  const database = new DeviceDatabase(request.databaseName, {
    chromeTransactionDurability: "relaxed",
  });
  try {
    return await applySyncAnswer(database, (url, init) => fetch(url, init), request, report);
  } finally {
    database.close();
  }
}
