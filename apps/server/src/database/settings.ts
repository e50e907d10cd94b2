import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Business } from "@fieldfare/contract";
import type { AlertCode, ChosenPhoneSettings, HactCodes } from "@fieldfare/contract/office";
import { advisoryLock } from "./advisory-locks.ts";
import { makeChange } from "./audit.ts";
import type { Database, Orm } from "./database.ts";
import { skipSequenceNumbers } from "./events.ts";
import { setting } from "./schema.ts";

/** The settings in the database, each written by one place and read as it was written. */
export interface Settings {
  readonly epoch: string;
  readonly business: Business;
  readonly plannerWeeks: number;
  readonly hactCodes: HactCodes;
  readonly retention: OfficeRetention;
  readonly phoneSettings: StoredPhoneSettings;
  readonly alertCodes: readonly AlertCode[];
  readonly isDemo: boolean;
  readonly demo: DemoState;
  readonly signingKeys: SigningKeys;
}

/** The periods of retention that the office has chosen, by kind. They count before those of the environment. */
export type OfficeRetention = Readonly<Record<string, OfficePeriod>>;

interface OfficePeriod {
  /** Null: for ever. */
  readonly days: number | null;
  /** In ISO 8601. */
  readonly changedOn: string;
}

/** What the office has chosen for phones, and when it last changed something. */
export interface StoredPhoneSettings {
  readonly values: ChosenPhoneSettings;
  /** In ISO 8601. */
  readonly changedOn: string;
}

/** The ids of the keys of a server, the one that signs first. */
export interface SigningKeys {
  readonly token: readonly string[];
  readonly document: readonly string[];
}

/** How far the demo has filled the database. */
export interface DemoState {
  readonly version: number;
  /** The last London day that was filled. */
  readonly day: string;
  /** Absent in a demo that was filled before jobs had a history. */
  readonly hasHistory?: true;
  readonly logins: readonly { email: string; password: string; role: string }[];
}

export interface SystemSettings {
  /** Changes when the server's data were restored from a backup. */
  readonly epoch: string;
}

/** Reads the settings that every server on this database shares. The first server creates them. */
export async function systemSettings(database: Database): Promise<SystemSettings> {
  await database.orm
    .insert(setting)
    .values({ key: "epoch", value: randomUUID() })
    .onConflictDoNothing();
  const epoch = await readSetting(database, "epoch");
  if (typeof epoch !== "string") throw new Error("The database has no system settings");
  // Earlier versions signed tokens with a key in the database, so every copy of the database contained it.
  await makeChange(database, null, async ({ orm, record }) => {
    const removed = await orm.delete(setting).where(eq(setting.key, "tokenKey")).returning();
    for (const { key } of removed)
      record({ action: "setting-removed", objectType: "setting", objectId: key });
  });
  return { epoch };
}

/** Must be called once after the data were restored from a backup, so that devices notice it. */
export async function renewEpoch(database: Database): Promise<void> {
  await makeChange(database, null, async (change) => {
    await writeSetting(change, "epoch", randomUUID());
    await skipSequenceNumbers(change.orm);
    change.record({ action: "data-restored", objectType: "setting", objectId: "epoch" });
  });
}

/** Records that this server signs or verifies with other keys than the server that started last. */
export async function recordSigningKeys(database: Database, keys: SigningKeys): Promise<void> {
  await makeChange(database, null, async (change) => {
    const before = await readSetting(change, "signingKeys");
    await writeSetting(change, "signingKeys", keys);
    change.record({
      action: "signing-keys-changed",
      objectType: "setting",
      objectId: "signingKeys",
      before: before ?? {},
      after: keys,
    });
  });
}

/** Returns undefined when the setting does not exist. */
export async function readSetting<Key extends keyof Settings>(
  { orm }: Pick<Database, "orm">,
  key: Key,
): Promise<Settings[Key] | undefined> {
  const [row] = await orm.select().from(setting).where(eq(setting.key, key));
  // Only `writeSetting` writes values, each with the type of its key.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return row?.value as Settings[Key] | undefined;
}

/** Lets nobody else change a setting of the office until the transaction ends, so that each change sees the one before. */
export async function lockSettings(transaction: Orm): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${advisoryLock.settings})`);
}

/** Stores a setting. */
export async function writeSetting<Key extends keyof Settings>(
  { orm }: Pick<Database, "orm">,
  key: Key,
  value: Settings[Key],
): Promise<void> {
  await orm
    .insert(setting)
    .values({ key, value })
    .onConflictDoUpdate({ target: setting.key, set: { value } });
}
