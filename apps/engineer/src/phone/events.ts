import type { Device, DeviceEvent } from "@fieldfare/device";
import { showToast } from "../ui/toast.tsx";
import { strings } from "./strings.ts";

/** The navigation that device events can cause. */
export interface EventCallbacks {
  readonly signOut: () => void;
  readonly showTokenError: () => void;
  readonly leaveTokenError: () => void;
  readonly checkLock: () => void;
  readonly showWiped: () => void;
}

/** Shows device events to the engineer. Called once at start. */
export function handleDeviceEvents(device: Device, callbacks: EventCallbacks): void {
  // If the app opens without a network, the header already says so.
  let hasShownOffline = !navigator.onLine;
  let hasShownClock = false;
  let hasSignedOut = false;
  addEventListener("online", () => {
    hasShownOffline = false;
  });
  device.events.on((event) => {
    if (event.kind === "wiped") {
      // A colleague who is signed in goes on working.
      if (!device.engineer) callbacks.showWiped();
      return;
    }
    // A request of the engineer before may end after the next one has signed in.
    if ("ownerId" in event && event.ownerId !== (device.engineer?.ownerId ?? null)) return;
    // The sign-in screen follows by itself. What a request says that was under way may come before or after.
    if (event.kind === "signed-out") hasSignedOut = true;
    if (event.kind === "app-unlocked") hasSignedOut = false;
    if (event.kind === "token-not-found" && hasSignedOut) return;
    if (event.kind === "drained" || event.kind === "sync-progress") hasShownOffline = false;
    // One toast per loss of the network: otherwise the poll would repeat it every minute.
    if (event.kind === "network-error") {
      if (hasShownOffline) return;
      hasShownOffline = true;
    }
    // One toast while the app is open: it stays until it is dismissed.
    if (event.kind === "clock-off") {
      if (hasShownClock) return;
      hasShownClock = true;
    }
    handleEvent(event, callbacks);
  });
}

function handleEvent(event: DeviceEvent, callbacks: EventCallbacks): void {
  const text = strings();
  switch (event.kind) {
    case "network-error":
      showToast({ text: text.networkError, kind: "warn", key: "network" });
      return;
    case "token-renewal-failure":
      showToast({
        text: text.tokenRenewalFailure,
        kind: "danger",
        duration: "persistent",
        key: "token",
        action: { label: text.signOut, run: callbacks.signOut },
      });
      return;
    case "token-not-found":
      callbacks.showTokenError();
      return;
    case "signed-out":
      callbacks.leaveTokenError();
      return;
    case "generic-failure":
      showToast({ text: text.genericFailure, kind: "danger" });
      return;
    case "device-disabled":
      callbacks.checkLock();
      return;
    case "lane-parked":
      showToast({ text: text.blocked, kind: "warn", duration: "long", key: "blocked" });
      return;
    case "user-switched":
      // The live queries read the newcomer's database by themselves.
      return;
    case "restored":
      showToast({ text: text.restored, kind: "warn", duration: "long" });
      return;
    case "data-key-lost":
      showToast({ text: text.dataKeyLost, kind: "warn", duration: "persistent" });
      return;
    case "clock-off":
      showToast({
        title: text.clockOff(event.hours),
        text: text.clockOffText,
        kind: "warn",
        duration: "persistent",
        key: "clock",
      });
      return;
    case "storage":
      toastStorageState(event.state);
      return;
    case "wipe-requested":
    case "wiped":
    case "app-unlocked":
    case "app-locked":
    case "app-lock-asked":
    case "sync-progress":
    case "drained":
    case "sending-lacks-space":
    case "contact":
    case "jobs-added":
  }
}

function toastStorageState(state: "full" | "journal-unavailable" | "lost"): void {
  if (state === "journal-unavailable") return;
  showToast({
    text: state === "full" ? strings().storageFull : strings().storageLost,
    kind: "danger",
    duration: "persistent",
    key: "storage",
  });
}
