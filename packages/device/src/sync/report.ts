import type { CallFailure } from "../api/failure.ts";
import type { Device } from "../device.ts";

/** Tells the screens of a failure that is everybody's: the words for it stand in one place there. */
export function reportFailure(device: Device, failure: CallFailure): void {
  switch (failure.kind) {
    case "network":
      device.events.tell({ kind: "network-error" });
      return;
    case "token-renewal":
      device.events.tell({ kind: "token-renewal-failure" });
      return;
    case "token-not-found":
      device.events.tell({ kind: "token-not-found" });
      return;
    default:
  }
}
