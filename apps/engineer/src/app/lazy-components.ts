import type { Device } from "@fieldfare/device";
import { createLazyComponent } from "../ui/lazy-component.ts";
import { StartFailed } from "./start-failed.tsx";

/** The state of the outbox in every header. */
export const syncIndicator = createLazyComponent(() =>
  import("./sync-indicator.tsx").then((module) => module.SyncIndicator),
);

const loadUnlock = () => import("../features/unlock/unlock-screen.tsx");

/** The lock's screen. Without its file the app stays closed, and another start is offered. */
export const unlockScreen = createLazyComponent(() =>
  loadUnlock().then(
    (module) => module.UnlockScreen,
    () => StartFailed,
  ),
);

/** Loads the lock's screen, and reads what it shows, for a start that asks for the PIN. */
export async function prepareUnlockScreen(device: Device): Promise<void> {
  await unlockScreen.load();
  await (await loadUnlock()).prefetchScreen(device);
}
