import type { Device, DeviceEvent } from "@fieldfare/device";
import { showToast } from "../ui/toast.tsx";
import { strings } from "./strings.ts";

/** The few places that the device's reports can lead to. */
export interface EventCallbacks {
  readonly signOut: () => void;
  readonly showTokenError: () => void;
  readonly checkLock: () => void;
}

/** Says in words what the device reports. Called once at start. */
export function handleDeviceEvents(device: Device, callbacks: EventCallbacks): void {
  // Opened without a network: the header says so already.
  let hasShownOffline = !navigator.onLine;
  let hasShownClock = false;
  addEventListener("online", () => {
    hasShownOffline = false;
  });
  device.events.on((event) => {
    if (event.kind === "drained" || event.kind === "sync-progress") hasShownOffline = false;
    // Once for every spell without a network: a poll each minute must not nag.
    if (event.kind === "network-error") {
      if (hasShownOffline) return;
      hasShownOffline = true;
    }
    // Once while the app is open: it is said until it is dismissed.
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
    case "generic-failure":
      showToast({ text: text.genericFailure, kind: "danger" });
      return;
    case "device-disabled":
      callbacks.checkLock();
      return;
    case "lane-parked":
      showToast({ text: text.blocked, kind: "warn", duration: "long", key: "parked" });
      return;
    case "restored":
      showToast({ text: text.restored, kind: "warn", duration: "long" });
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
    case "sync-progress":
    case "drained":
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
