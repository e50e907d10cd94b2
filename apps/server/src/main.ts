import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { ensureOfficeAccount } from "./areas/auth/first-account.ts";
import { loggedError } from "./database/errors.ts";
import { type Database, openDatabase, migrateDatabase } from "./database/database.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "./database/embedded.ts";
import { readRetentionSettings } from "./database/retention.ts";
import { listUndecided, type RetentionSettings } from "./database/retention-rules.ts";
import { refuseSharedConnections } from "./database/session-settings.ts";
import { readSetting, recordSigningKeys, renewEpoch } from "./database/settings.ts";
import { loadDemo } from "./demo/demo.ts";
import { ensureDocumentKeys, parseDocumentKeys } from "./documents/document-keys.ts";
import { readEnvironment } from "./environment.ts";
import { ensureEscrowKeys, parseEscrowKeys } from "./http/escrow-keys.ts";
import { ensureTokenKeys, parseTokenKeys } from "./http/token-keys.ts";
import { describeIssues, loadForms } from "./forms/load.ts";
import { openObjects } from "./objects/objects.ts";
import { readObjectSettings } from "./objects/settings.ts";
import { listenAt, makeDataFolder, reachDatabase } from "./start-errors.ts";

const root = resolve(import.meta.dirname, "../../..");

let embedded: EmbeddedDatabase | undefined;
let database: Database | undefined;
let app: FastifyInstance | undefined;
let stopping = false;
let shutdownSeconds = 20;
let drainSeconds = 0;

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
  const environment = readEnvironment(process.env, root);
  const { dataFolder } = environment;
  ({ shutdownSeconds, drainSeconds } = environment);
  const { databaseUrl } = environment;
  await makeDataFolder(dataFolder);
  let connectionString = databaseUrl;
  if (!connectionString) {
    embedded = await startEmbeddedDatabase(join(dataFolder, "postgres"), {
      onLost: (error) => {
        console.error(
          "The connection to the embedded database was lost:",
          loggedError(error).message,
        );
        void stop(1);
      },
    });
    connectionString = embedded.connectionString;
  }
  database = openDatabase(connectionString, {
    connections: environment.databaseConnections,
  });
  if (databaseUrl) await reachDatabase(databaseUrl, () => refuseSharedConnections(databaseUrl));
  await migrateDatabase(database);
  if (environment.restored) await renewEpoch(database);
  const objects = await openObjects(readObjectSettings(process.env, dataFolder));
  await readForms(database, environment.formsFolder);
  if (environment.demo && !(await loadDemo(database, objects, { today: new Date() }))) {
    console.error(
      "This database is not a demo: people have accounts in it. No demo data are loaded, and its logins stay as they are.",
    );
  }
  const firstAccount = await ensureOfficeAccount(database, environment.officeEmail);
  const tokenKeys = environment.tokenKeys
    ? parseTokenKeys(environment.tokenKeys, "TOKEN_KEYS")
    : await ensureTokenKeys(join(dataFolder, "token-keys.json"));
  const documentKeys = environment.documentKeys
    ? await parseDocumentKeys(environment.documentKeys, "DOCUMENT_KEYS")
    : await ensureDocumentKeys(join(dataFolder, "document-keys.json"));
  await recordSigningKeys(database, {
    token: tokenKeys.map(({ id }) => id),
    document: documentKeys.published.map(({ kid }) => kid),
  });
  const built = await buildApp({
    database,
    objects,
    tokenKeys,
    documentKeys,
    escrowKeys: environment.escrowKeys
      ? await parseEscrowKeys(environment.escrowKeys, "ESCROW_KEYS")
      : await ensureEscrowKeys(join(dataFolder, "escrow-keys.json")),
    config: environment.config,
    isStopping: () => stopping,
  });
  app = built;
  const address = await listenAt(environment, () =>
    built.listen({ host: environment.host, port: environment.port }),
  );
  await announce(database, address, firstAccount);
  if (!environment.demo)
    remindOfRetention(await readRetentionSettings(database, environment.config.retention ?? {}));
}

/** Somebody has to decide how long evidence is kept. Until then nothing of it is deleted. */
function remindOfRetention(settings: RetentionSettings) {
  const kinds = listUndecided(settings);
  if (kinds.length > 0)
    console.log(
      `  Nobody has set a period for ${kinds.join(", ")}: they are kept for ever. Set one with RETENTION or in the office's app, under Retention; docs/privacy.md says what to choose.`,
    );
}

/** Loads the forms. A refused form keeps its last good version, and the other forms are loaded all the same. */
async function readForms(target: Database, folder: string) {
  const { issues } = await loadForms(target, folder, new Date());
  if (issues.length === 0) return;
  console.error(`Forms of ${folder} that were refused; the last good versions stay:`);
  console.error(describeIssues(issues));
}

/** Stops whatever has started so far: a signal may come before the start is complete. */
async function stop(code: number) {
  if (stopping) return;
  stopping = true;
  // From here on the server says that it is not ready. A load balancer needs a moment to notice.
  if (app && code === 0) await delay(drainSeconds * 1000);
  const isDone = await finishesWithin(shutdownSeconds, async () => {
    await app?.close();
    await database?.close();
  });
  if (!isDone)
    console.error(`Stopped after ${shutdownSeconds} seconds with requests still in progress.`);
  await finishesWithin(shutdownSeconds, async () => embedded?.stop());
  process.exit(isDone ? code : 1);
}

/** Returns false when the work takes longer. The function then no longer waits for it. */
async function finishesWithin(seconds: number, work: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1000);
  });
  const isDone = await Promise.race([work().then(() => true), timedOut]);
  clearTimeout(timer);
  return isDone;
}

async function announce(
  source: Database,
  at: string,
  firstAccount: { readonly email: string; readonly password: string } | null,
) {
  const demo = await readSetting(source, "demo");
  console.log(`Fieldfare is at ${at}`);
  console.log(`  Office app: ${at}/office`);
  console.log(`  API documentation: ${at}/api/docs`);
  if (firstAccount) {
    console.log(
      `  Office: ${firstAccount.email}  password (shown only once): ${firstAccount.password}`,
    );
  }
  for (const login of demo?.logins ?? []) {
    console.log(`  ${login.role}: ${login.email}  password: ${login.password}`);
  }
}
