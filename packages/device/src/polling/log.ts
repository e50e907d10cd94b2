import { redact } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { readOwner } from "../session/session.ts";

const maxEntries = 1_000;
export const maxMessageLength = 4_000;
export const maxDetailsLength = 16_000;

/**
 * Stores an error in the log, which the next poll sends. Never throws, because error handlers call
 * it.
 */
export async function logError(device: Device, error: unknown, where: string): Promise<void> {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const details = error instanceof Error ? (error.stack ?? null) : null;
  try {
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
  } catch {
    // A log that cannot be written must not hide the error itself.
  }
}
