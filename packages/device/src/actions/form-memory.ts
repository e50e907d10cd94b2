import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

/** Stores the answers for the next form of this engineer on this device. */
export async function rememberAnswers(
  device: Device,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  if ((await readOwner(device)) === null || Object.keys(values).length === 0) return;
  const before = await device.database.formMemory.get(1);
  await device.database.formMemory.put({ id: 1, values: { ...before?.values, ...values } });
}
