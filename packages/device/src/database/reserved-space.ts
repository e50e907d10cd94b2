import type { Device } from "../device.ts";

const reservedBytes = 2_000_000;

/**
 * Reserves space that is given up when the device is full, so that a status and a close always fit.
 * Space that was given up is reserved again. Returns false when it does not fit.
 */
export async function reserveSpace(device: Device): Promise<boolean> {
  const { ballast: reservedSpace } = device.shared;
  if ((await reservedSpace.count()) > 0) return true;
  try {
    await reservedSpace.put({ id: 1, bytes: randomBuffer(device, reservedBytes) });
    return true;
  } catch {
    device.events.emit({ kind: "storage", state: "full" });
    return false;
  }
}

/**
 * Browsers compress what they store, looking back 64 KB at most: zeros would reserve no space at
 * all.
 */
function randomBuffer(device: Device, size: number): ArrayBuffer {
  const noise = device.ports.randomBytes(65_536);
  const bytes = new Uint8Array(size);
  for (let start = 0; start < size; start += noise.length)
    bytes.set(noise.subarray(0, size - start), start);
  return bytes.buffer;
}
