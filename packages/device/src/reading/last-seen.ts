import type { Schema, z } from "@fieldfare/contract";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

/** The last answer of the server, for use offline. */
export interface LastSeen<T> {
  readonly value: T;
  readonly seenOn: string;
}

/**
 * Reads the signed-in engineer's stored answer. Undefined when another build stored it in another
 * shape.
 */
export async function readLastSeen<S extends Schema>(
  device: Device,
  name: string,
  schema: S,
): Promise<LastSeen<z.output<S>> | undefined> {
  if ((await readOwner(device)) === null) return undefined;
  const row = await device.database.lastSeen.get(name);
  const parsed = schema.safeParse(row?.value);
  return row && parsed.success ? { value: parsed.data, seenOn: row.seenOn } : undefined;
}
