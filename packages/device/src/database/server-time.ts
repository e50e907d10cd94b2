import type { DeviceDatabase } from "./database.ts";

const name = "server-time";

/** What is thrown away by age is judged by the server's clock alone: the phone's may be weeks ahead. */
export async function storeServerTime(database: DeviceDatabase, serverTime: string): Promise<void> {
  await database.counter.put({ name, value: Date.parse(serverTime) });
}

/** Milliseconds since 1970 when the server was last heard; null: it never was, and nothing is old. */
export async function readServerTime(database: DeviceDatabase): Promise<number | null> {
  return (await database.counter.get(name))?.value ?? null;
}
