import { join, resolve } from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { ensureOfficeAccount } from "./areas/office/first-account.ts";
import { loggedError } from "./database/errors.ts";
import { type Database, openDatabase, migrateDatabase } from "./database/database.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "./database/embedded.ts";
import { readSetting, renewEpoch } from "./database/settings.ts";
import { loadDemo } from "./demo/demo.ts";
import { describeFaults, loadForms } from "./forms/load.ts";
import { openObjects } from "./objects/objects.ts";
import { readObjectSettings } from "./objects/settings.ts";

const root = resolve(import.meta.dirname, "../../..");
const dataFolder = resolve(process.env.DATA_DIR || join(root, ".data"));

let embedded: EmbeddedDatabase | undefined;
let database: Database | undefined;
let app: FastifyInstance | undefined;
let stopping = false;

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void stop(0));
}

try {
  await start();
} catch (error) {
  console.error(`Fieldfare cannot start: ${loggedError(error).message}`);
  await stop(1);
}

async function start() {
  if (!process.env.DATABASE_URL) {
    embedded = await startEmbeddedDatabase(join(dataFolder, "postgres"), {
      onLost: (error) => {
        console.error("The database went away:", loggedError(error).message);
        void stop(1);
      },
    });
  }
  database = openDatabase(process.env.DATABASE_URL || (embedded?.connectionString as string));
  await migrateDatabase(database);
  if (process.env.RESTORED === "on") await renewEpoch(database);
  const objects = await openObjects(readObjectSettings(process.env, dataFolder));
  await readForms(database);
  if (process.env.DEMO !== "off") await loadDemo(database, objects, { today: new Date() });
  const firstAccount = await ensureOfficeAccount(
    database,
    process.env.OFFICE_EMAIL ?? "office@fieldfare.example",
  );
  app = await buildApp({
    database,
    objects,
    config: {
      engineerApp: resolve(process.env.ENGINEER_APP || join(root, "apps/engineer/dist")),
      officeApp: join(root, "apps/office/dist"),
      adminPath: process.env.ADMIN_PATH ?? "",
      // Of the numbers that are kept free for drama: nobody is called while it is tried out.
      supportPhone:
        process.env.SUPPORT_PHONE || (process.env.DEMO === "off" ? null : "01632 960100"),
      standaloneOnly: process.env.STANDALONE_ONLY === "on",
      mayResetPin: process.env.PIN_RESET !== "off",
      trustProxy: process.env.TRUST_PROXY === "on",
      postcodeProvider: process.env.POSTCODE_LOOKUP_URL
        ? { url: process.env.POSTCODE_LOOKUP_URL, timeoutMs: 5_000 }
        : null,
      logLevel: process.env.LOG ?? "warn",
    },
  });
  const address = await app.listen({
    host: process.env.HOST || "127.0.0.1",
    port: Number(process.env.PORT || 4600),
  });
  await announce(database, address, firstAccount);
}

/** A form that is refused keeps its last good version, and never keeps the others from the field. */
async function readForms(into: Database) {
  const folder = resolve(process.env.FORMS_DIR || join(root, "apps/server/forms"));
  const { faults } = await loadForms(into, folder, new Date());
  if (faults.length === 0) return;
  console.error(`Forms of ${folder} that were refused; the last good versions stay:`);
  console.error(describeFaults(faults));
}

/** What was asked for before the start was over is stopped as far as it had come. */
async function stop(code: number) {
  if (stopping) return;
  stopping = true;
  await app?.close();
  await database?.close();
  await embedded?.stop();
  process.exit(code);
}

async function announce(
  from: Database,
  at: string,
  firstAccount: { readonly email: string; readonly password: string } | null,
) {
  const demo = (await readSetting(from, "demo")) as
    | { logins: { email: string; password: string; role: string }[] }
    | undefined;
  console.log(`Fieldfare is at ${at}`);
  console.log(`  API documentation: ${at}/api/docs`);
  if (firstAccount) {
    console.log(
      `  Office: ${firstAccount.email}  password (told this once): ${firstAccount.password}`,
    );
  }
  for (const login of demo?.logins ?? []) {
    console.log(`  ${login.role}: ${login.email}  password: ${login.password}`);
  }
}
