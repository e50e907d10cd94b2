import { SharedDatabase } from "../database/database.ts";
import type { SyncRequest } from "../ports.ts";
import { applySyncAnswer } from "../reference-data/apply.ts";
import { answerCalls } from "./answer-calls.ts";

answerCalls(({ request }: { request: SyncRequest }, report) => run(request, report));

let currentDatabase: SharedDatabase | null = null;

async function run(request: SyncRequest, report: Parameters<typeof applySyncAnswer>[3]) {
  const database = openOnce(request.databaseName);
  database.findContactsKey = () => request.contactsKey ?? null;
  // The database opens while the first bytes arrive.
  const [outcome] = await Promise.all([
    applySyncAnswer(database, (url, init) => fetch(url, init), request, report),
    database.open(),
  ]);
  return outcome;
}

function openOnce(name: string): SharedDatabase {
  if (currentDatabase?.name === name && currentDatabase.isOpen()) return currentDatabase;
  currentDatabase?.close();
  // Reference data can be fetched again, so it need not be flushed to the disk.
  const database = new SharedDatabase(name, { chromeTransactionDurability: "relaxed" });
  // This worker must not block a newer build's upgrade or the deletion of the database.
  database.on("versionchange", () => database.close());
  currentDatabase = database;
  return database;
}
