import { isQuotaError } from "../database/unit.ts";
import type { Device } from "../device.ts";

/**
 * Runs one step of the sender. On a full device it gives up the reserved space and runs the step
 * once more. A queue that could not be sent for want of space would never free any.
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
