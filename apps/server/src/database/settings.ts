import { randomBytes, randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Database } from "./database.ts";
import { setting } from "./schema.ts";

export interface SystemSettings {
  /** Changes when the server's data were put back from a copy. */
  readonly epoch: string;
  /** Signs access tokens; the same for every server on this database. */
  readonly tokenKey: Uint8Array;
}

/** The settings that every server on this database shares; the first server makes them. */
export async function systemSettings(database: Database): Promise<SystemSettings> {
  const made = { epoch: randomUUID(), tokenKey: randomBytes(32).toString("base64") };
  await database.orm
    .insert(setting)
    .values(Object.entries(made).map(([key, value]) => ({ key, value })))
    .onConflictDoNothing();
  const rows = await database.orm
    .select()
    .from(setting)
    .where(inArray(setting.key, ["epoch", "tokenKey"]));
  const kept = new Map(rows.map((row) => [row.key, row.value as string]));
  const epoch = kept.get("epoch");
  const tokenKey = kept.get("tokenKey");
  if (!epoch || !tokenKey) throw new Error("The database keeps no system settings");
  return { epoch, tokenKey: Buffer.from(tokenKey, "base64") };
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
