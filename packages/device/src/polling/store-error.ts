import { redact } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { readOwner } from "../session/session.ts";
import { maxDetailsLength, maxMessageLength } from "./log.ts";

const maxEntries = 1_000;

/** Stores an error in the log without personal data. The oldest entries go when there are more than 1,000. */
export async function storeError(device: Device, error: unknown, where: string): Promise<void> {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const details = error instanceof Error ? (error.stack ?? null) : null;
  const { log } = (await readOwner(device)) === null ? device.shared : device.database;
  await log.add({
    logId: newId(device.ports),
    loggedOn: device.ports.now().toISOString(),
    level: "error",
    message: redact(`${where}: ${message}`.slice(0, maxMessageLength)),
    details: details === null ? null : redact(details.slice(0, maxDetailsLength)),
  });
  const excess = (await log.count()) - maxEntries;
  if (excess > 0) {
    const old = await log.orderBy("id").limit(excess).primaryKeys();
    await log.bulkDelete(old);
  }
}
