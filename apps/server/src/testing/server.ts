import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Call, CallAnswer, MessageType, Payload } from "@fieldfare/contract";
import { header, messagePaths, mobileVersion, signIn } from "@fieldfare/contract";
import { officeSignIn } from "@fieldfare/contract/office";
import { buildApp } from "../app.ts";
import type { ServerConfig } from "../config.ts";
import { type Database, migrateDatabase, openDatabase } from "../database/database.ts";
import { account, fieldOperative } from "../database/schema.ts";
import { hashCredential } from "../database/secrets.ts";
import { createTestDatabase } from "../database/testing.ts";
import { loadDemo } from "../demo/demo.ts";
import type { DocumentKeys } from "../documents/document-keys.ts";
import { loadForms } from "../forms/load.ts";
import { type ObjectStore, openObjects } from "../objects/objects.ts";
import { testTokenKeys } from "./keys.ts";
import { migratedTemplate } from "./migrated-template.ts";

const shippedForms = join(import.meta.dirname, "../../forms");
const password = "Fieldfare-1";
const officeEmail = "office@fieldfare.example";

interface RequestOptions {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** When left out, the office's token. Null: none. */
  readonly token?: string | null;
  readonly deviceId?: string;
}

/** A signed-in field engineer with a registered device. */
export interface TestEngineer {
  readonly fieldOperativeId: string;
  readonly deviceId: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** The real server on its own port, with its own database. */
export interface TestServer {
  readonly origin: string;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly officeToken: string;
  /** Returns the answer, whatever its status. */
  request(call: Call, options?: RequestOptions): Promise<{ status: number; body: unknown }>;
  /** Returns the answer of a call that must succeed. */
  call<C extends Call>(call: C, options?: RequestOptions): Promise<CallAnswer<C>>;
  addEngineer(name: string): Promise<TestEngineer>;
  /** Registers another phone of the engineer, and signs in on it. */
  addPhone(engineer: Pick<TestEngineer, "fieldOperativeId" | "email">): Promise<TestEngineer>;
  /** Sends a message as a client without an outbox does, and returns the status. */
  send<T extends MessageType>(
    engineer: TestEngineer,
    type: T,
    payload: Payload<T>,
    messageId?: string,
  ): Promise<{ status: number; body: unknown }>;
  stop(): Promise<void>;
}

interface Options {
  /** An existing database, empty or restored. When left out, one is created. */
  readonly connectionString?: string;
  /** The store of a restored database. When left out, an empty one is created. */
  readonly objects?: ObjectStore;
  readonly config?: Partial<ServerConfig>;
  readonly documentKeys?: DocumentKeys;
  /** True: with the demo's people, data and jobs. False: with only an office account. */
  readonly withDemo?: boolean;
  /** True: with the forms that ship. */
  readonly withForms?: boolean;
}

/** Starts the real server on a free port. Its data are removed by `close`. */
export async function startTestServer({
  connectionString,
  objects: ownObjects,
  config,
  documentKeys,
  withDemo = false,
  withForms = false,
}: Options = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-server-"));
  const testDatabase =
    connectionString === undefined ? await createTestDatabase(migratedTemplate) : null;
  const database = openDatabase(connectionString ?? testDatabase?.connectionString ?? "");
  if (!testDatabase) await migrateDatabase(database);
  const passwordHash = await hashCredential(password);
  const objects = ownObjects ?? (await openObjects({ kind: "folder", folder }));
  if (withForms) await loadForms(database, shippedForms, new Date());
  if (withDemo) await loadDemo(database, objects, { today: new Date() });
  else
    await database.orm
      .insert(account)
      .values({
        accountId: randomUUID(),
        name: "Office",
        email: officeEmail,
        passwordHash,
        userType: 2,
        roles: ["administrator"],
      })
      // A restored database has it.
      .onConflictDoNothing();
  const app = await buildApp({
    database,
    objects,
    tokenKeys: testTokenKeys,
    ...(documentKeys && { documentKeys }),
    config: {
      runsScheduledTasks: false,
      eventIntervalMs: null,
      followsSettings: false,
      ...config,
    },
  });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const request = createRequest(origin);
  const office = await request(officeSignIn, { body: { email: officeEmail, password } });
  const officeToken = readToken(office.body);
  const sendRequest: TestServer["request"] = (call, options = {}) =>
    request(call, { token: officeToken, ...options });

  const addPhone: TestServer["addPhone"] = async ({ fieldOperativeId, email }) => {
    const deviceId = randomUUID();
    await database.pool.query(
      `insert into device (device_id, field_operative_id, pin_hash, installation, installed_on)
       values ($1, $2, 'none', '{}', now())`,
      [deviceId, fieldOperativeId],
    );
    const { body } = await request(signIn, { body: { email, password }, deviceId });
    return { fieldOperativeId, deviceId, email, password, token: readToken(body) };
  };
  return {
    origin,
    database,
    objects,
    officeToken,
    request: sendRequest,
    async call(call, options) {
      const { status, body } = await sendRequest(call, options);
      if (status !== 200)
        throw new Error(`${call.name} answered ${status}: ${JSON.stringify(body)}`);
      return body as CallAnswer<typeof call>;
    },
    async addEngineer(name) {
      const fieldOperativeId = randomUUID();
      const email = `${name}.${fieldOperativeId}@fieldfare.example`.toLowerCase();
      await database.orm.insert(fieldOperative).values({ fieldOperativeId });
      await database.orm.insert(account).values({
        accountId: randomUUID(),
        name,
        email,
        passwordHash,
        userType: 1,
        fieldOperativeId,
      });
      return addPhone({ fieldOperativeId, email });
    },
    addPhone,
    send(engineer, type, payload, messageId = randomUUID()) {
      return request(
        { method: "POST", path: messagePaths[type] },
        {
          token: engineer.token,
          deviceId: engineer.deviceId,
          body: {
            messageId,
            correlationId: null,
            messageCreatedOn: "2026-11-21T09:00:00.000Z",
            mobileVersion,
            messageVersion: 1,
            jobId: null,
            fieldOperativeAppointmentId: null,
            type,
            payload,
          },
        },
      );
    },
    async stop() {
      await app.close();
      await database.close();
      await testDatabase?.drop();
      await rm(folder, { recursive: true });
    },
  };
}

function createRequest(origin: string) {
  return async (
    call: Pick<Call, "method" | "path">,
    { params = {}, query, body, token, deviceId }: RequestOptions,
  ) => {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? "");
    const search = query ? `?${new URLSearchParams(query).toString()}` : "";
    const response = await fetch(`${origin}${path}${search}`, {
      method: call.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(deviceId && { [header.deviceId]: deviceId }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) as unknown };
  };
}

function readToken(answer: unknown): string {
  return (answer as { tokenModel: { token: string } }).tokenModel.token;
}
