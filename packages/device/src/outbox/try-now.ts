import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { unblockAll } from "./claims.ts";
import { drain, type DrainResult } from "./sender.ts";

/** Unblocks what the server has refused, so that the next sending tries it again. */
export async function unblockRefused(device: Device): Promise<void> {
  if ((await readOwner(device)) !== null) await unblockAll(device);
}

/** Unblocks everything, sends at once and returns the result. */
export async function tryNow(device: Device): Promise<DrainResult> {
  await unblockRefused(device);
  const result = await drain(device, { isManual: true });
  if (result.kind === "again") device.ports.triggerSending();
  return result;
}
