import type { CallFailure } from "./failure.ts";
import type { Device } from "../device.ts";

/**
 * Emits an event for a failure that concerns the whole app; its text is defined in one place in the
 * screens.
 */
export function reportFailure(device: Device, failure: CallFailure): void {
  switch (failure.kind) {
    case "network":
      device.events.emit({ kind: "network-error" });
      return;
    case "token-renewal":
      device.events.emit({ kind: "token-renewal-failure" });
      return;
    case "token-not-found":
      device.events.emit({ kind: "token-not-found" });
      return;
    default:
  }
}
