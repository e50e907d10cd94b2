// Fills a database with years of work, to see and to measure how the server holds. It takes the embedded PostgreSQL in
// `DATA_DIR`, or the database that `DATABASE_URL` names.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loggedError } from "../../apps/server/src/database/errors.ts";
import { migrateDatabase, openDatabase } from "../../apps/server/src/database/database.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/database/embedded.ts";
import { fillDatabase, fillSizes } from "./fill-database.ts";

const { values } = parseArgs({ options: { jobs: { type: "string" } } });
const jobs = Number(values.jobs);
if (!/^[1-9]\d{1,7}$/.test(values.jobs ?? "")) {
  console.error("How many jobs? For example: npm run fill -- --jobs 200000");
  process.exit(2);
}

const root = resolve(import.meta.dirname, "../..");
const { DATABASE_URL: url, DATA_DIR: folder } = process.env;
const embedded = url
  ? null
  : await startEmbeddedDatabase(join(resolve(folder ?? join(root, ".data")), "postgres"));
const database = openDatabase(url ?? embedded?.connectionString ?? "", { connections: 2 });
try {
  await migrateDatabase(database);
  const start = performance.now();
  await fillDatabase(database, fillSizes(jobs), {
    until: new Date(),
    onProgress: (done) => process.stdout.write(`${done} of ${jobs} jobs\r`),
  });
  console.log(`\n${jobs} jobs in ${Math.round((performance.now() - start) / 1000)} s`);
} catch (error) {
  console.error(`The database was not filled: ${loggedError(error).message}`);
  process.exitCode = 1;
} finally {
  await database.close();
  await embedded?.stop();
}
