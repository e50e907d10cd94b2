import type { CallFailure } from "./failure.ts";
import type { Device } from "../device.ts";

/**
 * Emits an event for a failure that concerns the whole app; its text is defined in one place in the
 * screens.
 */
export function reportFailure(device: Device, failure: CallFailure): void {
  const ownerId = device.engineer?.ownerId ?? null;
  switch (failure.kind) {
    case "network":
      device.events.emit({ kind: "network-error" });
      return;
    case "token-renewal":
      device.events.emit({ kind: "token-renewal-failure", ownerId });
      return;
    case "token-not-found":
      device.events.emit({ kind: "token-not-found", ownerId });
      return;
    default:
  }
}
