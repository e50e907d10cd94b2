import type { Device } from "../device.ts";

export const maxMessageLength = 4_000;
export const maxDetailsLength = 16_000;

/**
 * Stores an error in the log, which the next poll sends. Never throws, because error handlers call
 * it.
 */
export async function logError(device: Device, error: unknown, where: string): Promise<void> {
  try {
    // Few starts need it: it is not part of what every start loads.
    const { storeError } = await import("./store-error.ts");
    await storeError(device, error, where);
  } catch {
    // A log that cannot be written must not hide the error itself.
  }
}
