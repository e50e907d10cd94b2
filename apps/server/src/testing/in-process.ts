import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OfficeRole } from "@fieldfare/contract/office";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../app.ts";
import type { ServerConfig } from "../config.ts";
import { type Database, openDatabase } from "../database/database.ts";
import { createTestDatabase } from "../database/testing.ts";
import { openObjects, type ObjectStore } from "../objects/objects.ts";
import { testEscrowKeys, testTokenKeys } from "./keys.ts";
import { migratedTemplate } from "./migrated-template.ts";
import { type Caller, createCaller } from "./caller.ts";
import type { TestKey } from "./device-keys.ts";
import { createEngineer, createJob, createOffice, type Engineer, type TestJob } from "./people.ts";

/** A complete server on its own database. */
export interface InProcessServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly objects: ObjectStore;
  /** Starts another server on the same database, with the same objects or others. */
  startAnother(
    config?: Partial<ServerConfig>,
    otherObjects?: ObjectStore,
  ): Promise<FastifyInstance>;
  /** A caller without token and device. */
  readonly anonymous: Caller;
  engineer(): Promise<Engineer>;
  /** Creates an engineer with a registered device who is signed in with a password. */
  installed(): Promise<InstalledEngineer>;
  /** Signs in to a new office account. Without roles it is an administrator. */
  office(roles?: readonly OfficeRole[]): Promise<Caller>;
  job(engineer: Engineer): Promise<TestJob>;
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export interface InstalledEngineer extends Engineer {
  readonly caller: Caller;
  readonly deviceId: string;
}

/** Starts a server without a port. Requests reach it through `Caller`, and its data are removed by `close`. */
export async function startInProcessServer(
  config: Partial<ServerConfig> = {},
): Promise<InProcessServer> {
  const testDatabase = await createTestDatabase(migratedTemplate);
  // With one connection, a call that needs a second one within its transaction waits for itself, and fails here.
  const database = openDatabase(testDatabase.connectionString, { connections: 1 });
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-test-"));
  const objects = await openObjects({ kind: "folder", folder });
  const apps: FastifyInstance[] = [];

  async function startAnother(more: Partial<ServerConfig> = {}, otherObjects = objects) {
    const builtApp = await buildApp({
      database,
      objects: otherObjects,
      tokenKeys: testTokenKeys,
      escrowKeys: await testEscrowKeys,
      config: {
        documentation: false,
        runsScheduledTasks: false,
        eventIntervalMs: null,
        webhookIntervalMs: null,
        followsSettings: false,
        ...config,
        ...more,
      },
    });
    apps.push(builtApp);
    return builtApp;
  }

  const app = await startAnother();
  return {
    app,
    database,
    objects,
    startAnother,
    anonymous: createCaller(app, {}),
    engineer: () => createEngineer(database),
    async installed() {
      const engineer = await createEngineer(database);
      return install(app, engineer);
    },
    office: (roles) => createOffice(app, database, roles),
    job: (engineer) => createJob(database, engineer),
    rows: async (text, values = []) => (await database.pool.query(text, [...values])).rows,
    async close() {
      await Promise.all(apps.map((each) => each.close()));
      await database.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signs in with the password and registers a device, as the installation wizard does. */
export async function install(
  app: FastifyInstance,
  engineer: Engineer,
  deviceId: string = randomUUID(),
  key?: TestKey,
): Promise<InstalledEngineer> {
  const signedIn = await createCaller(app, {}).post("/api/auth/token", {
    email: engineer.email,
    password: engineer.password,
  });
  const { token, refreshToken } = (
    signedIn.body as { tokenModel: { token: string; refreshToken: string } }
  ).tokenModel;
  const caller = createCaller(app, { token, deviceId, refreshToken, key });
  const registered = await caller.post("/api/installation/register", anInstallation(deviceId));
  if (registered.status !== 200) throw new Error(JSON.stringify(registered.body));
  return { ...engineer, caller, deviceId };
}

export const testPin = "135790";

/** Builds the body that registers a device: the PIN is `testPin`, and the location is not permitted. */
export function anInstallation(deviceId: string) {
  return {
    deviceId,
    browserWarningAcknowledged: true,
    notificationPerm: "granted",
    cameraPerm: "granted",
    locationPerm: "denied",
    userPin: testPin,
    engineerSignature: testImageUrl,
    iconInstall: "manual",
    userAgent: "a test",
    installedOn: "2026-11-21T08:00:00.000Z",
  };
}

/** One white pixel. */
export const testImage = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
export const testImageUrl = `data:image/png;base64,${testImage.toString("base64")}`;
