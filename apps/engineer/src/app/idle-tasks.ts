import {
  type Device,
  followLockSetting,
  refreshClientSettings,
  refreshMileage,
} from "@fieldfare/device";
import { startBackground } from "@fieldfare/device/browser";
import { keepEarlyScreen } from "../phone/keep-early-screen.ts";
import { watchFullStorage } from "../phone/full-storage.ts";
import { followKeyboard } from "../ui/keyboard.ts";
import { ignoreSecondTaps } from "../ui/second-taps.ts";
import type { RoutePath } from "../ui/screen-address.ts";
import { unlockScreen } from "./lazy-components.ts";
import { screenRoutes } from "./routes.ts";
import { startUpdates } from "./updates.ts";

/** The screens that most engineers open next. */
const nextPaths: readonly RoutePath[] = ["/jobs", "/jobs/selected"];

/** Milliseconds until their code is loaded, so that it does not compete with the other tasks. */
const nextScreensDelayMs = 1_500;

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
  ignoreSecondTaps();
  startBackground(device);
  keepEarlyScreen(device);
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
  setTimeout(() => {
    for (const path of nextPaths) void loadScreen(path);
    void unlockScreen.load();
  }, nextScreensDelayMs);
}

/** Loads a screen's code early. A failure is ignored: the router loads it again and shows the error. */
async function loadScreen(path: RoutePath): Promise<void> {
  const route = screenRoutes.find(({ fullPath }) => fullPath === path);
  await route?.options.component?.preload?.()?.catch(() => undefined);
}
