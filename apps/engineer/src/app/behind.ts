import type { Device } from "@fieldfare/device";
import { startBackground } from "@fieldfare/device/browser";
import { startUpdates } from "./updates.ts";

/** What begins once the first screen stands, in a chunk of its own: polling, sending, looking for a new version. */
export function startBehind(device: Device): void {
  startBackground(device);
  void startUpdates(device);
}
