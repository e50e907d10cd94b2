import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { setting } from "./schema.ts";

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
  await database.orm.delete(setting).where(eq(setting.key, "tokenKey"));
  return { epoch };
}

/** Must be called once after the data were restored from a backup, so that devices notice it. */
export async function renewEpoch(database: Database): Promise<void> {
  await writeSetting(database, "epoch", randomUUID());
}

/** Returns undefined when the setting does not exist. */
export async function readSetting(database: Database, key: string): Promise<unknown> {
  const [row] = await database.orm.select().from(setting).where(eq(setting.key, key));
  return row?.value;
}

export async function writeSetting(database: Database, key: string, value: unknown): Promise<void> {
  await database.orm
    .insert(setting)
    .values({ key, value })
    .onConflictDoUpdate({ target: setting.key, set: { value } });
}
