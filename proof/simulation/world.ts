import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { messagePaths, messagesPath } from "@fieldfare/contract";
import { propertyPermission } from "@fieldfare/domain";
import { buildApp } from "../../apps/server/src/app.ts";
import {
  type Database,
  migrateDatabase,
  openDatabase,
} from "../../apps/server/src/database/database.ts";
import { putClient } from "../../apps/server/src/areas/quick-jobs/clients.ts";
import { putJobTypes } from "../../apps/server/src/areas/quick-jobs/job-types.ts";
import { makeChange } from "../../apps/server/src/database/audit.ts";
import { putRows } from "../../apps/server/src/database/data-sets.ts";
import { account, fieldOperative, tokenFamily } from "../../apps/server/src/database/schema.ts";
import { putForms } from "../../apps/server/src/forms/put-forms.ts";
import { hashCredential } from "../../apps/server/src/database/secrets.ts";
import { testTokenKeys } from "../../apps/server/src/testing/keys.ts";
import { createTokens } from "../../apps/server/src/http/tokens.ts";
import { type ObjectStore, openObjects } from "../../apps/server/src/objects/objects.ts";
import { checklist, client, domainRows, jobTypes } from "./reference-data.ts";

export const password = "Fieldfare-1";
export const pin = "280451";

/** What all scenarios of one process share: a database, an object store and one password hash. */
export interface World {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly passwordHash: string;
  /** The next scenario number: it keeps the ids of two scenarios with the same seed apart in one world. */
  readonly nextScenario: () => number;
  close(): Promise<void>;
}

/**
 * Migrates the database and puts the reference data into it. Images are stored in a temporary folder, which `close`
 * deletes.
 */
export async function openWorld(connectionString: string): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-simulation-"));
  const database = openDatabase(connectionString, { connections: 6 });
  await migrateDatabase(database);
  const storedRows = await putRows(database, "DomainData", domainRows);
  const storedForms = await putForms(database, [checklist]);
  if (!storedRows.ok || !storedForms.ok)
    throw new Error("The reference data do not fit the contract");
  const { clientId, ...body } = client;
  await makeChange(database, null, (change) => putClient(change, clientId, body));
  await makeChange(database, null, (change) => putJobTypes(change, jobTypes));
  let scenarioCount = 0;
  return {
    database,
    nextScenario: () => (scenarioCount += 1),
    objects: await openObjects({ kind: "folder", folder }),
    passwordHash: await hashCredential(password),
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The scenario's time, ms, which is also the server's clock. A phone may be ahead of it or behind. */
export interface Clock {
  now: number;
}

export interface Engineer {
  readonly name: string;
  readonly email: string;
  readonly accountId: string;
  readonly fieldOperativeId: string;
}

/** Inserts an engineer with an account. The email address is unique, so that scenarios can share names. */
export async function createEngineer(
  { database, passwordHash }: World,
  name: string,
): Promise<Engineer> {
  const [accountId, fieldOperativeId] = [randomUUID(), randomUUID()];
  const email = `${name}.${accountId.slice(0, 8)}@fieldfare.example`.toLowerCase();
  await database.orm.insert(fieldOperative).values({ fieldOperativeId });
  await database.orm.insert(account).values({
    accountId,
    name,
    email,
    passwordHash,
    userType: 1,
    fieldOperativeId,
  });
  return { name, email, accountId, fieldOperativeId };
}

/** Issues an office token that never expires in a scenario: the simulation does not test office sign-in. */
export async function issueOfficeToken({ database, passwordHash }: World): Promise<string> {
  const tokens = createTokens(testTokenKeys, () => new Date());
  const id = randomUUID();
  const person = { name: "Office", email: `office.${id.slice(0, 8)}@fieldfare.example` };
  const familyId = randomUUID();
  await database.orm
    .insert(account)
    .values({ ...person, accountId: id, passwordHash, userType: 2, roles: ["administrator"] });
  await database.orm.insert(tokenFamily).values({ familyId, accountId: id });
  return tokens.issue(
    {
      id,
      ...person,
      userType: 2,
      perms: [propertyPermission],
      fieldOperativeId: null,
      requestSignature: false,
      recordsMileage: false,
      familyId,
    },
    new Date("2099-01-01T00:00:00.000Z"),
  );
}

/** The real server on a real port. It can be stopped and started again on the same database. */
export interface RunningServer {
  /** Null while it is down. */
  readonly origin: () => string | null;
  /** Number of steps for which the object store refuses every write. */
  imageStoreDownForSteps: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Returns a server that is not started. It listens on a free port, takes the scenario's time, files no documents and
 * runs no scheduled tasks.
 */
export function createServer(world: World, clock: Clock): RunningServer {
  let app: FastifyInstance | null = null;
  let origin: string | null = null;
  const objects: ObjectStore = {
    ...world.objects,
    put(hash, bytes) {
      if (server.imageStoreDownForSteps === 0) return world.objects.put(hash, bytes);
      return Promise.reject(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
    },
  };
  const server: RunningServer = {
    origin: () => origin,
    imageStoreDownForSteps: 0,
    async start() {
      app = await buildApp({
        database: world.database,
        objects,
        tokenKeys: testTokenKeys,
        config: {
          now: () => new Date(clock.now),
          documentation: false,
          intakeWriters: 1,
          filesDocuments: false,
          runsScheduledTasks: false,
        },
      });
      origin = await app.listen({ port: 0, host: "127.0.0.1" });
    },
    async stop() {
      const closing = app;
      app = null;
      origin = null;
      const closed = closing?.close();
      // Cuts off the answers in progress, as a crash does.
      closing?.server.closeAllConnections();
      await closed;
    },
  };
  return server;
}

const messagePathSet: ReadonlySet<string> = new Set([...Object.values(messagePaths), messagesPath]);

/** Returns true for a path to which phones send queued messages. */
export function isMessagePath(path: string): boolean {
  return messagePathSet.has(path);
}

/** Returns true for a POST. A request without a method is a GET. */
export function isPost(init: RequestInit): boolean {
  return init.method === "POST";
}
