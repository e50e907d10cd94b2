import type { Device, DeviceEvent } from "@fieldfare/device";
import { showToast } from "../ui/toast.tsx";
import { words } from "./words.ts";

/** The few places that the device's reports can lead to. */
export interface Ways {
  readonly signOut: () => void;
  readonly showTokenError: () => void;
  readonly checkLock: () => void;
}

/** Says in words what the device reports. Called once at start. */
export function speakEvents(device: Device, ways: Ways): void {
  // Opened without a network: the header says so already.
  let saidOffline = !navigator.onLine;
  let saidClock = false;
  addEventListener("online", () => {
    saidOffline = false;
  });
  device.events.on((event) => {
    if (event.kind === "drained" || event.kind === "sync-progress") saidOffline = false;
    // Once for every spell without a network: a poll each minute must not nag.
    if (event.kind === "network-error") {
      if (saidOffline) return;
      saidOffline = true;
    }
    // Once while the app is open: it is said until it is dismissed.
    if (event.kind === "clock-off") {
      if (saidClock) return;
      saidClock = true;
    }
    speak(event, ways);
  });
}

function speak(event: DeviceEvent, ways: Ways): void {
  const spoken = words();
  switch (event.kind) {
    case "network-error":
      showToast({ text: spoken.networkError, kind: "warn", key: "network" });
      return;
    case "token-renewal-failure":
      showToast({
        text: spoken.tokenRenewalFailure,
        kind: "danger",
        duration: "persistent",
        key: "token",
        action: { label: spoken.signOut, run: ways.signOut },
      });
      return;
    case "token-not-found":
      ways.showTokenError();
      return;
    case "generic-failure":
      showToast({ text: spoken.genericFailure, kind: "danger" });
      return;
    case "device-disabled":
      ways.checkLock();
      return;
    case "lane-parked":
      showToast({ text: spoken.parked, kind: "warn", duration: "long", key: "parked" });
      return;
    case "restored":
      showToast({ text: spoken.restored, kind: "warn", duration: "long" });
      return;
    case "clock-off":
      showToast({
        title: spoken.clockOff(event.hours),
        text: spoken.clockOffText,
        kind: "warn",
        duration: "persistent",
        key: "clock",
      });
      return;
    case "storage":
      speakStorage(event.state);
      return;
    case "sync-progress":
    case "drained":
    case "contact":
    case "jobs-added":
  }
}

function speakStorage(state: "full" | "journal-unavailable" | "lost"): void {
  if (state === "journal-unavailable") return;
  showToast({
    text: state === "full" ? words().storageFull : words().storageLost,
    kind: "danger",
    duration: "persistent",
    key: "storage",
  });
}
