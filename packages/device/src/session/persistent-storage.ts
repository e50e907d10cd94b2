import type { Device } from "../device.ts";

/** Asks the browser not to clear the data by itself. Returns its answer. */
export function requestPersistentStorage({ ports }: Device): Promise<boolean | null> {
  return ports.storage.persist();
}
