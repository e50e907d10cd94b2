import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { setting } from "./schema.ts";

export interface SystemSettings {
  /** Changes when the server's data were put back from a copy. */
  readonly epoch: string;
}

/** The settings that every server on this database shares; the first server makes them. */
export async function systemSettings(database: Database): Promise<SystemSettings> {
  await database.orm
    .insert(setting)
    .values({ key: "epoch", value: randomUUID() })
    .onConflictDoNothing();
  const epoch = await readSetting(database, "epoch");
  if (typeof epoch !== "string") throw new Error("The database keeps no system settings");
  // Earlier versions signed tokens with a key that every copy of the database carried along.
  await database.orm.delete(setting).where(eq(setting.key, "tokenKey"));
  return { epoch };
}

/** To be done once after the data were put back from a copy, so that devices learn of it. */
export async function renewEpoch(database: Database): Promise<void> {
  await writeSetting(database, "epoch", randomUUID());
}

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
