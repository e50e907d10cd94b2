import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

/** Stores the answers for the next form of this engineer on this device. */
export async function rememberAnswers(
  device: Device,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const ownerId = await readOwner(device);
  if (ownerId === null || Object.keys(values).length === 0) return;
  const before = await device.database.formMemory.get(ownerId);
  await device.database.formMemory.put({ ownerId, values: { ...before?.values, ...values } });
}
