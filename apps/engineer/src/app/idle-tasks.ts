import {
  type Device,
  followLockSetting,
  refreshClientSettings,
  refreshMileage,
} from "@fieldfare/device";
import { startBackground } from "@fieldfare/device/browser";
import { watchFullStorage } from "../phone/full-storage.ts";
import { followKeyboard } from "../ui/keyboard.ts";
import { startUpdates } from "./updates.ts";

/** Runs `work` now, or once the PIN has opened what is stored. */
function whenUnlocked(device: Device, work: () => void): void {
  if (!device.engineer?.sealing?.isLocked) return work();
  const stop = device.events.on(({ kind }) => {
    if (kind !== "app-unlocked") return;
    stop();
    work();
  });
}

/** Starts what runs after the first render, in a chunk of its own: polling, sending and update checks. */
export function startIdleTasks(device: Device): void {
  watchFullStorage(device);
  followKeyboard();
  startBackground(device);
  const refreshSettings = async () => {
    await refreshClientSettings(device);
    await followLockSetting(device);
  };
  void refreshSettings();
  setInterval(() => {
    if (document.visibilityState === "visible") void refreshSettings();
  }, 3_600_000);
  // Mileage validation compares with the previous entry. It works offline only if the list has been fetched before.
  whenUnlocked(device, () => void refreshMileage(device));
  void startUpdates(device);
}
