import { type Device, refreshClientSettings, refreshMileage } from "@fieldfare/device";
import { startBackground } from "@fieldfare/device/browser";
import { startUpdates } from "./updates.ts";

/** What begins once the first screen stands, in a chunk of its own: polling, sending, looking for a new version. */
export function startIdleTasks(device: Device): void {
  startBackground(device);
  void refreshClientSettings(device);
  setInterval(() => void refreshClientSettings(device), 3_600_000);
  // Its rules look at the entry before, offline too.
  void refreshMileage(device);
  void startUpdates(device);
}
