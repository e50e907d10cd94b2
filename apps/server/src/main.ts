import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildApp } from "./app.ts";
import { ensureOfficeAccount } from "./areas/office/first-account.ts";
import { openDatabase, migrateDatabase } from "./database/database.ts";
import { startEmbeddedDatabase } from "./database/embedded.ts";
import { readSetting, renewEpoch } from "./database/settings.ts";
import { openObjects } from "./objects/objects.ts";
import { readObjectSettings } from "./objects/settings.ts";

const root = resolve(import.meta.dirname, "../../..");
const dataFolder = resolve(process.env.DATA_DIR ?? join(root, ".data"));
const host = process.env.HOST ?? "127.0.0.1";
const port = Number(process.env.PORT ?? 4600);

const lost = Promise.withResolvers<never>();
lost.promise.catch(() => {});

const embedded = process.env.DATABASE_URL
  ? null
  : await startEmbeddedDatabase(join(dataFolder, "postgres"), { onLost: lost.reject });
const database = openDatabase(process.env.DATABASE_URL || (embedded?.connectionString as string));
await migrateDatabase(database);
if (process.env.RESTORED === "on") await renewEpoch(database);
const objects = await openObjects(readObjectSettings(process.env, dataFolder));
await loadDemoOnce();
const firstAccount = await ensureOfficeAccount(
  database,
  process.env.OFFICE_EMAIL ?? "office@fieldfare.example",
);
const app = await buildApp({
  database,
  objects,
  config: {
    engineerApp: join(root, "apps/engineer/dist"),
    officeApp: join(root, "apps/office/dist"),
    trustProxy: process.env.TRUST_PROXY === "on",
    logLevel: process.env.LOG ?? "warn",
  },
});
const address = await app.listen({ host, port });
await announce(address);

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void stop(0));
}
lost.promise.catch((error: unknown) => {
  console.error("The database went away:", error);
  void stop(1);
});

let stopping = false;

async function stop(code: number) {
  if (stopping) return;
  stopping = true;
  await app.close();
  await database.close();
  await embedded?.stop();
  process.exit(code);
}

async function loadDemoOnce() {
  if (process.env.DEMO === "off" || !existsSync(join(import.meta.dirname, "demo/demo.ts"))) return;
  const { loadDemo } = await import("./demo/demo.ts");
  await loadDemo(database, { today: new Date() });
}

async function announce(at: string) {
  const demo = (await readSetting(database, "demo")) as
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
