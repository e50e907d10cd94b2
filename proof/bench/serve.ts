// Runs the real server on the embedded PostgreSQL in a separate process. It is configured by its environment and prints
// its addresses as a line of JSON.
import { join } from "node:path";
import { buildApp } from "../../apps/server/src/app.ts";
import { migrateDatabase, openDatabase } from "../../apps/server/src/database/database.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/database/embedded.ts";
import { openObjects } from "../../apps/server/src/objects/objects.ts";
import { testTokenKeys } from "../../apps/server/src/testing/keys.ts";

const folder = process.env["BENCH_FOLDER"] ?? "";
const embedded = await startEmbeddedDatabase(join(folder, "postgres"), {
  onLost: (error) => {
    console.error(error);
    process.exit(1);
  },
});
const database = openDatabase(embedded.connectionString);
await migrateDatabase(database);
const app = await buildApp({
  database,
  objects: await openObjects({ kind: "folder", folder: join(folder, "objects") }),
  tokenKeys: testTokenKeys,
  config: {
    engineerApp: process.env["BENCH_PAGES"] ?? null,
    officeApp: process.env["BENCH_OFFICE"] ?? null,
    documentation: false,
    // All data in one answer, as nginx serves it.
    syncAnswerBytes: 100_000_000,
    // One device sends more in seconds than in a day of work.
    requestsPerMinute: 1_000_000,
  },
});
const url = await app.listen({ host: "127.0.0.1", port: 0 });
console.log(JSON.stringify({ url, connectionString: embedded.connectionString }));

process.once("SIGTERM", () => void stop());

async function stop() {
  await app.close();
  await database.close();
  await embedded.stop();
  process.exit(0);
}
