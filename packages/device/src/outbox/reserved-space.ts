import { isQuotaError } from "../database/unit.ts";
import type { Device } from "../device.ts";

/**
 * One step of the sender. On a full device it gives up the ballast and is tried once more:
 * a queue that could not be sent for want of space would never make any.
 */
export async function withReservedSpace<T>(device: Device, step: () => PromiseLike<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    device.events.emit({ kind: "storage", state: "full" });
    await device.database.ballast.clear();
    return step();
  }
}
