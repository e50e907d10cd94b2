/// <reference lib="webworker" />
import { DeviceDatabase } from "../database/database.ts";
import type { LookUp, LookUpRequest } from "../ports.ts";
import { createLookUp } from "../reference-data/look-up.ts";

declare const self: DedicatedWorkerGlobalScope;

interface Request {
  readonly id: number;
  readonly question: LookUpRequest;
  readonly databaseName: string;
}

let lookUp: LookUp | null = null;

function open(databaseName: string): LookUp {
  const database = new DeviceDatabase(databaseName);
  // This worker must not block a newer build's upgrade or the deletion of the database.
  database.on("versionchange", () => {
    database.close();
    lookUp = null;
  });
  return createLookUp(database);
}

self.addEventListener("message", (event: MessageEvent<Request>) => {
  const { id, question, databaseName } = event.data;
  lookUp ??= open(databaseName);
  void lookUp(question).then(
    (value) => self.postMessage({ id, ok: true, value }),
    (error: unknown) => self.postMessage({ id, ok: false, error: String(error) }),
  );
});
