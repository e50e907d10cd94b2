import type { EngineerDatabase } from "./database.ts";

const name = "server-time";

/**
 * Stores the server's time. Only the server's clock decides what is old enough to delete: the
 * phone's may be weeks ahead.
 */
export async function storeServerTime(
  database: EngineerDatabase,
  serverTime: string,
): Promise<void> {
  await database.counter.put({ name, value: Date.parse(serverTime) });
}

/**
 * Returns the server's time when it last answered, in ms since 1970. Null when it never answered:
 * nothing counts as old then.
 */
export async function readServerTime(database: EngineerDatabase): Promise<number | null> {
  return (await database.counter.get(name))?.value ?? null;
}
